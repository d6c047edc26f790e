#!/usr/bin/env bash
# Measures how the sources are cut: files, packages, visibility, tests and comments.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: dev/house.sh [--json]

Prints of the sources: the number of files, the median and the greatest length,
the files above 300 lines, the longest method and how many have more than 40
lines, the largest package, the share of types that only their package sees, and
lines of tests and comments per line of code.

What counts as what:
  code       src/main/java of every module but testkit
  tests      src/test/java, and all of testkit, which ships to nobody
  nothing    suites, package-info.java
  a line     of code or of tests is neither empty nor a comment; a file's length
             is all of its lines, a method's is from its signature to its end
  a package  is one folder: the tests of a package are another
Only 'files above 300 lines' and 'largest package' look at tests too.

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

# The files of code ("main") or of tests ("test").
sources() {
    local paths=("*/src/test/java/*.java" "testkit/src/main/java/*.java")
    if [[ "$1" == main ]]; then
        paths=("*/src/main/java/*.java" ":!testkit")
    fi
    git ls-files -z -- "${paths[@]}" ":!suites" | grep -zv 'package-info\.java$' | tr '\0' '\n'
}

lengths() { sources "$1" | xargs wc -l | awk '$2 != "total" { print $1, $2 }' | sort -n; }
main_lengths="$(lengths main)"
files="$(wc -l <<<"$main_lengths")"
median="$(awk '{print $1}' <<<"$main_lengths" | sed -n "$(((files + 1) / 2))p")"
longest="$(tail -n 1 <<<"$main_lengths" | awk '{print $1}')"
above="$(awk '$1 > 300' <<<"$main_lengths")"
long="$(grep -c . <<<"$above" || true)"
above_tests="$(lengths test | awk '$1 > 300')"
long_tests="$(grep -c . <<<"$above_tests" || true)"
largest="$({ sources main && sources test; } | xargs -n 1 dirname | sort | uniq -c | sort -rn | sed -n 1p)"

# The length and the place of each method with a body. Sources are formatted by a
# machine, so a body ends with the first brace that stands as far left as the
# signature; what is neither a type nor the value of a field is a method.
methods() {
    sources main | xargs awk '
        function indent(line) { match(line, /^ */); return RLENGTH }
        FNR == 1 { at = -1; signature = "" }
        at >= 0 {
            if (indent($0) == at && $0 ~ /^ *}/) {
                if (isMethod) print FNR - from + 1, FILENAME ":" from
                at = -1
            }
            next
        }
        /^ *($|[@}\/*])/ { signature = ""; next }
        {
            if (signature == "") { from = FNR; start = indent($0) }
            signature = signature " " $0
        }
        /;$/ { signature = "" }
        /\{$/ {
            isMethod = signature ~ /\(/ && signature !~ / = /
            if (signature !~ / (class|record|interface|enum|@interface) [A-Z]/) at = start
            signature = ""
        }' | sort -rn
}
methods="$(methods)"
longest_method="$(sed -n 1p <<<"$methods" | awk '{print $1}')"
above_methods="$(awk '$1 > 40' <<<"$methods")"
long_methods="$(grep -c . <<<"$above_methods" || true)"

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

# The classes from the request to the row, by the tables that WalksTest holds against the code.
hops() {
    awk -v title="### A $1" '
        $0 == title { inside = 1; next }
        /^#/ { inside = 0 }
        inside && /^\| [0-9]+ \| `/ { count++ }
        END { print count + 0 }' ARCHITECTURE.md
}

if "$json"; then
    printf '{"files":%s,"median":%s,"longest":%s,"above300":%s,"testsAbove300":%s,"longestMethod":%s,"methodsAbove40":%s,"largestPackage":%s,"packagePrivate":%s,"packagePrivateCore":%s,"testToMain":%s,"commentsToCode":%s,"hopsOfPut":%s,"hopsOfGet":%s,"hopsOfList":%s}\n' \
        "$files" "$median" "$longest" "$long" "$long_tests" "$longest_method" "$long_methods" \
        "$(awk '{print $1}' <<<"$largest")" \
        "$hidden_all" "$hidden_core" "$tests" "$commented" \
        "$(hops put)" "$(hops get)" "$(hops list)"
    exit 0
fi
printf '%-34s %8s   %s\n' "" now goal \
    "files of main" "$files" "" \
    "median lines of a file" "$median" "below 85" \
    "longest file" "$longest" 300 \
    "files above 300 lines" "$long" 0 \
    "  of tests" "$long_tests" 0 \
    "lines of the longest method" "$longest_method" 40 \
    "methods above 40 lines" "$long_methods" 0 \
    "files of the largest package" "$(awk '{print $1}' <<<"$largest")" 25 \
    "types seen by their package alone" "$hidden_all %" "50 %" \
    "  of the core" "$hidden_core %" "35 %" \
    "lines of tests per line of code" "$tests" 1.1 \
    "lines of comments per line of code" "$commented" 0.25 \
    "classes on the walk of a put" "$(hops put)" 12 \
    "  of a get" "$(hops get)" 10 \
    "  of a list" "$(hops list)" 12
list() {
    if [[ -n "$2" ]]; then
        printf '\n%s:\n%s\n' "$1" "$2"
    fi
}
list "Files above 300 lines" "$above"
list "Tests above 300 lines" "$above_tests"
list "Methods above 40 lines" "$above_methods"
