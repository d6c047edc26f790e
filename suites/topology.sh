#!/usr/bin/env bash
# minutes: 15
# The topology is changed while clients that never try again put and get: a data center moves, two
# operators want different things at once, one is added, one is lost and replaced. No process that
# runs is started anew.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

usage() {
    cat <<'TEXT'
Usage: suites/topology.sh [--gap SECONDS]

  --gap SECONDS   fails if clients of all data centers together had no put done for longer, but for
                  what the loss of a data center itself takes; without it that time is only printed
TEXT
}

gap=()
while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) shift ;;
        --gap)
            [[ "${2:-}" =~ ^[0-9.]+$ ]] || give_up "--gap needs a number."
            gap=(--gap "$2") && shift 2
            ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done

end_processes() {
    local pid
    for pid in "$scratch"/*.pid; do
        [[ ! -s "$pid" ]] || kill -KILL "$(<"$pid")" 2>/dev/null || true
    done
    [[ ! -d "$scratch/data" ]] || "$root/dev/cluster.sh" down --data "$scratch/data" --port "$port" >/dev/null || true
    clean_up
}
trap end_processes EXIT

python_environment boto3 boto3==1.43.11 botocore==1.43.11
build_services metadata-service fragment-service gateway-service gc-worker recovery-worker
"$root/giza" topology --help >/dev/null || give_up "giza topology does not run."

export GIZA_RECOVERY_WATCH=500ms GIZA_RECOVERY_SHARE=1 GIZA_RECOVERY_LEASETERM=8s
# Objects are small, and the processes live for minutes: C2 does not pay for itself.
export GIZA_JVM_OPTIONS="-Xmx256m -XX:TieredStopAtLevel=1"
port="$(free_ports)"
"$root/dev/cluster.sh" up --data "$scratch/data" --port "$port" >"$scratch/up.log" 2>&1 ||
    give_up "the cluster does not start: $(tail -n 5 "$scratch/up.log")"

count_checks python3 "$root/suites/topology/run.py" --script "$root/dev/cluster.sh" --giza "$root/giza" \
    --data "$scratch/data" --port "$port" --java "$(jdk)/bin/java" ${gap[@]+"${gap[@]}"}
finish
