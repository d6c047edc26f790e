#!/usr/bin/env bash
# minutes: 15
# alone
# Three data centers of real processes: one is killed under load and comes back, disks spoil and
# lose fragments, one loses everything and is replaced. Afterwards all data centers know the same,
# every object reads back byte for byte, and on disk lies just what should.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

usage() {
    cat <<'TEXT'
Usage: suites/recovery.sh [--update] [--operations N] [--seed N] [--keep] [--without-recovery]

  --operations N      how many puts, overwrites and deletes (default 600)
  --seed N            repeats the choice of operations and of what is damaged, not the timing
  --keep              keep data and logs even if everything passed
  --without-recovery  leave the recovery-workers idle: the suite must fail then

What failed keeps its data and logs in target/recovery/.
TEXT
}

operations=600
seed="$RANDOM"
keep=no
while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) shift ;;
        --operations | --seed)
            [[ "${2:-}" =~ ^[0-9]+$ ]] || give_up "$1 needs a number."
            if [[ "$1" == --seed ]]; then seed="$2"; else operations="$2"; fi
            shift 2
            ;;
        --keep) keep=yes && shift ;;
        --without-recovery) export GIZA_RECOVERY_ENABLED=false && shift ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done

ended=no
trap end_cluster EXIT

python_environment boto3 boto3==1.43.11 botocore==1.43.11
build_services metadata-service fragment-service gateway-service gc-worker recovery-worker

# Workers look often, so that what they leave alone at first is not waited for.
export GIZA_RECOVERY_INTERVAL=3s GIZA_RECOVERY_WATCH=500ms GIZA_RECOVERY_SHARE=1
export GIZA_RECOVERY_LEASETERM=8s
export GIZA_GC_INTERVAL=3s GIZA_GC_SHARE=1 GIZA_GC_LEASETERM=8s
export GIZA_GC_SETTLEAFTER=20s GIZA_GC_ORPHANAFTER=20s
export GIZA_JVM_OPTIONS=-Xmx256m

port="$(free_ports)"
"$root/dev/cluster.sh" up --data "$scratch/data" --port "$port" >"$scratch/up.log" 2>&1 ||
    give_up "the cluster does not start: $(tail -n 5 "$scratch/up.log")"

printf 'seed %s\n' "$seed"
count_checks python3 "$root/suites/recovery/run.py" --script "$root/dev/cluster.sh" --data "$scratch/data" \
    --port "$port" --operations "$operations" --seed "$seed"
ended=yes
finish
