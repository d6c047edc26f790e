#!/usr/bin/env bash
# minutes: 10
# alone
# Three data centers of real processes: one is killed, and then stopped so that its connections stand
# and nobody answers. Clients must not notice the difference, but for who finds it out.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

usage() {
    cat <<'TEXT'
Usage: suites/hung.sh [--update] [--seconds N] [--keep]

  --seconds N   how long a data center hangs at a time (default 62)
  --keep        keep logs even if everything passed

What failed keeps its logs in target/hung/.
TEXT
}

seconds=62
keep=no
while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) shift ;;
        --seconds)
            [[ "${2:-}" =~ ^[0-9]+$ ]] || give_up "$1 needs a number."
            seconds="$2" && shift 2
            ;;
        --keep) keep=yes && shift ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done

# Logs of what failed are kept.
end_processes() {
    local kept
    [[ ! -d "$scratch/data" ]] || "$root/dev/cluster.sh" down --data "$scratch/data" --port "$port" >/dev/null || true
    if [[ -d "$scratch/data" && ("$keep" == yes || "$failed" -gt 0 || "$ended" == no) ]]; then
        kept="$root/target/hung/$(date +%Y%m%dT%H%M%S)"
        mkdir -p "$kept"
        cp "$scratch"/*.log "$scratch"/data/*.log "$kept/" || true
        printf 'logs: %s\n' "${kept#"$root"/}"
    fi
    clean_up
}
ended=no
trap end_processes EXIT

command -v python3 >/dev/null || give_up "needs python3."
build_services metadata-service fragment-service gateway-service
export GIZA_JVM_OPTIONS=-Xmx256m
port="${port:-$(free_ports)}"
"$root/dev/cluster.sh" up --services metadata,fragment,gateway --data "$scratch/data" --port "$port" \
    >"$scratch/up.log" 2>&1 || give_up "the cluster does not start: $(tail -n 5 "$scratch/up.log")"

count_checks python3 "$root/suites/hung/run.py" --script "$root/dev/cluster.sh" --data "$scratch/data" \
    --port "$port" --seconds "$seconds"
ended=yes
finish
