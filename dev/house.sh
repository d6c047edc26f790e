#!/usr/bin/env bash
# Measures how the sources are cut: files, packages, visibility, tests and comments.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: dev/house.sh [--json]

Prints of the sources under src/main/java: the number of files, the median and
the greatest length, the files above 300 lines, the largest packages, the share
of types that only their package sees, and lines of tests and comments per line
of code.

  --json   print one JSON object instead of a table
TEXT
}

json=false
case "${1:-}" in
    "") ;;
    --json) json=true ;;
    -h | --help)
        usage
        exit 0
        ;;
    *)
        usage >&2
        exit 2
        ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."

sources() {
    git ls-files -z -- "*/src/$1/java/*.java" ":!suites" | grep -zv 'package-info\.java$' | tr '\0' '\n'
}

lengths="$(sources main | while read -r file; do printf '%s %s\n' "$(wc -l <"$file")" "$file"; done | sort -n)"
files="$(wc -l <<<"$lengths")"
median="$(awk '{print $1}' <<<"$lengths" | sed -n "$(((files + 1) / 2))p")"
longest="$(tail -n 1 <<<"$lengths" | awk '{print $1}')"
above="$(awk '$1 > 300' <<<"$lengths")"
long="$(grep -c . <<<"$above" || true)"
largest="$({ sources main && sources test; } | xargs -n 1 dirname | sort | uniq -c | sort -rn | sed -n 1p)"

# Of the top-level types below some folders, how many are public, in percent.
hidden() {
    local total public
    total="$(sources main | grep -cE "$1")"
    public="$(sources main | grep -E "$1" | xargs grep -lE '^public ' | wc -l)"
    printf '%s' $(((total - public) * 100 / total))
}
hidden_all="$(hidden .)"
hidden_core="$(hidden '^common/core/')"

# Lines that are code, and lines that are comments, of one side.
code() { sources "$1" | xargs cat | grep -cvE '^\s*(//|/?\*|$)'; }
comments() { sources "$1" | xargs cat | grep -cE '^\s*(//|/?\*)'; }
main_code="$(code main)"
test_code="$(code test)"
ratio() { awk -v part="$1" -v whole="$2" 'BEGIN { printf "%.2f", part / whole }'; }
tests="$(ratio "$test_code" "$main_code")"
commented="$(ratio "$(comments main)" "$main_code")"

if "$json"; then
    printf '{"files":%s,"median":%s,"longest":%s,"above300":%s,"largestPackage":%s,"packagePrivate":%s,"packagePrivateCore":%s,"testToMain":%s,"commentsToCode":%s}\n' \
        "$files" "$median" "$longest" "$long" "$(awk '{print $1}' <<<"$largest")" \
        "$hidden_all" "$hidden_core" "$tests" "$commented"
    exit 0
fi
printf '%-34s %8s   %s\n' "" now goal \
    "files of main" "$files" "" \
    "median lines of a file" "$median" "below 85" \
    "longest file" "$longest" 300 \
    "files above 300 lines" "$long" 0 \
    "files of the largest package" "$(awk '{print $1}' <<<"$largest")" 25 \
    "types seen by their package alone" "$hidden_all %" "50 %" \
    "  of the core" "$hidden_core %" "35 %" \
    "lines of tests per line of code" "$tests" 1.1 \
    "lines of comments per line of code" "$commented" 0.25
if [[ "$long" -gt 0 ]]; then
    printf '\nFiles above 300 lines:\n%s\n' "$above"
fi
