#!/usr/bin/env bash
# minutes: 5
# Three data centers as processes over a wide-area network of this machine: how many round trips puts
# and gets wait for, by ballot and order, and that none is faster than distance allows.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

usage() {
    printf 'Usage: suites/wan.sh [--update]\n'
}

while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) shift ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done

command -v python3 >/dev/null || give_up "needs python3."
"$root/giza" bench wan --help >/dev/null || give_up "giza bench wan does not run."

# Patient, since a busy machine must not look like a data center that is late.
GIZA_JVM_OPTIONS="-Dgiza.requests.hedge-after=20s" "$root/giza" bench wan --figures 6,7 --matrix us-2-1 \
    --sizes 256KiB,4MiB --samples 6 --warm-up 3 --folder "$scratch" --svg "$scratch/pictures" --json \
    >"$scratch/figures.json" 2>"$scratch/figures.log" ||
    give_up "no figures were measured: $(tail -n 3 "$scratch/figures.log")"
count_checks python3 "$root/suites/wan/check.py" "$scratch/figures.json"
check "a picture of each figure" test -s "$scratch/pictures/figure-6.svg" -a -s "$scratch/pictures/figure-7.svg"
finish
