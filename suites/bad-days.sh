#!/usr/bin/env bash
# minutes: 30
# alone
# all
# Bad days of one data center while clients use the others: a slow or full disk, a slow or full table, a
# graceful restart, wrong clocks. Requests elsewhere must not fail, giza status must name the cause, and
# missed writes must be repaired without an operator.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

usage() {
    cat <<'TEXT'
Usage: suites/bad-days.sh [--update] [--seconds N] [--only DAY,...] [--full] [--keep]

  --seconds N   how long each day lasts (default 15, with --full 75)
  --only DAYS   only these: slow-disk slow-table full-disk full-table restart clocks
  --full        judge also how long puts take, beside those of a data center that is down
  --keep        keep data and logs even if everything passed

Data and logs of what failed are kept in target/bad-days/.
TEXT
}

options=()
keep=no
full=no
only=no
[[ "${GIZA_SUITES_ALL:-}" != yes ]] || full=yes
while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) shift ;;
        --seconds | --only)
            [[ -n "${2:-}" ]] || give_up "$1 needs a value."
            options+=("$1" "$2")
            [[ "$1" != --only ]] || only=yes
            shift 2
            ;;
        --full) full=yes && shift ;;
        --keep) keep=yes && shift ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done
# shellcheck disable=SC2034 # suite.sh reads it
if [[ "$full" == yes ]]; then options+=(--full); else left_out="puts take|^down:"; fi
# shellcheck disable=SC2034 # suite.sh reads it
[[ "$only" == no ]] || left_out=.

ended=no
trap end_cluster EXIT

command -v cc >/dev/null || give_up "needs a C compiler, for the disks and clocks of processes."
python_environment boto3 boto3==1.43.11 botocore==1.43.11
for each in clock disk; do
    cc -O2 -shared -fPIC -o "$scratch/$each.so" "$root/suites/lib/$each.c" -ldl
done
build_services metadata-service fragment-service gateway-service gc-worker recovery-worker
# What is left over is collected while it is looked for.
export GIZA_GC_INTERVAL=3s GIZA_GC_SHARE=1 GIZA_GC_LEASETERM=8s GIZA_GC_SETTLEAFTER=20s GIZA_GC_ORPHANAFTER=20s
export GIZA_PRELOAD="$scratch/clock.so $scratch/disk.so" GIZA_JVM_OPTIONS=-Xmx256m

port="$(free_ports)"
"$root/dev/cluster.sh" up --data "$scratch/data" --port "$port" >"$scratch/up.log" 2>&1 ||
    give_up "the cluster does not start: $(tail -n 5 "$scratch/up.log")"

# The command is built where it is stale, which is no part of the first day.
(one_at_a_time build && "$root/giza" status --endpoint "$(endpoint dc1)" >/dev/null) || true
count_checks python3 "$root/suites/bad-days/run.py" --script "$root/dev/cluster.sh" --giza "$root/giza" \
    --data "$scratch/data" --port "$port" ${options[@]+"${options[@]}"}
ended=yes
finish
