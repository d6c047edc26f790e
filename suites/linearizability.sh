#!/usr/bin/env bash
# minutes: 15
# alone
# Three data centers of real processes are killed, paused, cut off and replaced, and their clocks set,
# while clients of all gateways put, get, list and delete few keys, and retry through any of them;
# Porcupine checks what they saw.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

usage() {
    cat <<'TEXT'
Usage: suites/linearizability.sh [--seconds N] [--seed N] [--keep] [--json]
       suites/linearizability.sh --check FILE

  --seconds N   how long the clients work, at least (default 30; strikes take 3 minutes)
  --seed N      repeats the choice of operations and strikes, though not their timing
  --keep        keep the history and draw it even if everything passed
  --json        print a summary as JSON instead of text
  --check FILE  check a history that was kept, again

See docs/how-to/check-histories.md.
TEXT
}

options=()
checking=no
while [[ $# -gt 0 ]]; do
    case "$1" in
        --seconds | --seed)
            [[ "${2:-}" =~ ^[0-9]+$ ]] || give_up "$1 needs a number."
            options+=("$1" "$2") && shift 2
            ;;
        --keep | --json) options+=("$1") && shift ;;
        --check)
            [[ -r "${2:-}" ]] || give_up "--check needs a history.jsonl."
            options+=("$1" "$(cd "$(dirname "$2")" && pwd)/${2##*/}") && checking=yes && shift 2
            ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done

build_checker

if [[ "$checking" == yes ]]; then
    "$scratch/linearizability" "${options[@]}"
    exit
fi

# Should the program be killed before it can end its processes.
end_processes() {
    [[ ! -d "$scratch/data" ]] || "$root/dev/cluster.sh" down --data "$scratch/data" >/dev/null
    clean_up
}
trap end_processes EXIT

command -v cc >/dev/null || give_up "needs a C compiler, for the clocks of processes."
cc -O2 -shared -fPIC -o "$scratch/clock.so" "$root/suites/lib/clock.c" -ldl
build_services metadata-service fragment-service gateway-service gc-worker recovery-worker
"$scratch/linearizability" --script "$root/dev/cluster.sh" --data "$scratch/data" --clock "$scratch/clock.so" \
    --folder "$root/target/linearizability/$(date +%Y%m%dT%H%M%S)" ${options[@]+"${options[@]}"}
