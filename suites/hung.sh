#!/usr/bin/env bash
# minutes: 10
# alone
# Three data centers of real processes: one is killed, and then stopped so that its connections stand
# and nobody answers. Clients must not notice the difference, but for who finds it out. Of two clusters
# at once: at one it is another data center, at one that of the client.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

usage() {
    cat <<'TEXT'
Usage: suites/hung.sh [--update] [--seconds N] [--full] [--keep]

  --seconds N   how long a data center hangs at a time (default 62)
  --full        judge p99, too, which a busy machine disturbs
  --keep        keep logs even if everything passed

What failed keeps its logs in target/hung/.
TEXT
}

seconds=62
keep=no
full=()
[[ "${GIZA_SUITES_ALL:-}" != yes ]] || full=(--full)
while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) shift ;;
        --seconds)
            [[ "${2:-}" =~ ^[0-9]+$ ]] || give_up "$1 needs a number."
            seconds="$2" && shift 2
            ;;
        --full) full=(--full) && shift ;;
        --keep) keep=yes && shift ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done

# Logs of what failed are kept.
end_processes() {
    local kept place
    for place in "${!ports[@]}"; do
        "$root/dev/cluster.sh" down --data "$scratch/$place" --port "${ports[$place]}" >/dev/null || true
    done
    if [[ -d "$scratch/another" && ("$keep" == yes || "$failed" -gt 0 || "$ended" == no) ]]; then
        kept="$root/target/hung/$(date +%Y%m%dT%H%M%S)"
        for place in "${!ports[@]}"; do
            mkdir -p "$kept/$place"
            cp "$scratch/$place.log" "$scratch/$place"/*.log "$kept/$place/" || true
        done
        printf 'logs: %s\n' "${kept#"$root"/}"
    fi
    clean_up
}
ended=no
declare -A ports=()
trap end_processes EXIT

# shellcheck disable=SC2034 # suite.sh reads it
[[ "${#full[@]}" -gt 0 ]] || left_out="p99"
command -v python3 >/dev/null || give_up "needs python3."
build_services metadata-service fragment-service gateway-service
export GIZA_JVM_OPTIONS=-Xmx256m
for place in another home; do
    ports[$place]="$(free_ports)"
    "$root/dev/cluster.sh" up --services metadata,fragment,gateway --data "$scratch/$place" --port "${ports[$place]}" \
        >"$scratch/$place.log" 2>&1 || give_up "the cluster does not start: $(tail -n 5 "$scratch/$place.log")"
done

count_checks python3 "$root/suites/hung/run.py" --script "$root/dev/cluster.sh" --seconds "$seconds" ${full[@]+"${full[@]}"} \
    --another "$scratch/another" "${ports[another]}" --home "$scratch/home" "${ports[home]}"
ended=yes
finish
