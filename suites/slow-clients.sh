#!/usr/bin/env bash
# minutes: 15
# shared
# Many slow clients at once: uploads and downloads at the speed of a train, idle connections, clients
# that pause and some that stall. No client that goes on is refused or cut,
# and a fast client goes on beside them. With --full its times are judged, too.
#
#   suites/slow-clients.sh --full      the six loads at full size, and C10K against a gateway of 1 GiB
#
# Against any other S3 endpoint over http, for the same table:
#
#   export AWS_ENDPOINT_URL=http://127.0.0.1:9000 AWS_ACCESS_KEY_ID=... AWS_SECRET_ACCESS_KEY=...
#   suites/slow-clients.sh --standalone [--full] [--only up64,mixed] [--pid PID]
set -euo pipefail
endpoint_given="${AWS_ENDPOINT_URL:-}" key_given="${AWS_ACCESS_KEY_ID:-}" secret_given="${AWS_SECRET_ACCESS_KEY:-}"
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

usage() {
    cat <<'TEXT'
Usage: suites/slow-clients.sh [--update] [--full] [--only LOADS] [--standalone [--pid PID]]
                              [--jvm OPTIONS] [--rate KBPS]

  --full         loads of the full size; the fast client may take 1.5 times the usual at most; and
                 C10K: 2,000 uploads, 2,000 downloads and 10,000 idle connections at a gateway
                 process of its own. It takes 15 minutes, and starts clusters of its own
  --only LOADS   only these, such as up64,mixed; nothing is compared with the list then. Loads:
                 up64 up8 up200 down64 down200 pauses mixed stalled c10k
  --standalone   against the endpoint that AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID and
                 AWS_SECRET_ACCESS_KEY name. It leaves the buckets slow-clients and slow-clients-open
  --pid PID      the process of that endpoint, whose memory is shown
  --jvm OPTIONS  options of the gateway of C10K (default "-Xmx614m", 60% of 1 GiB)
  --rate KBPS    the speed of each client of C10K in KB/s (default 50). At 50 the load alone
                 takes more than one processor
TEXT
}

full=()
only=""
standalone=no
pid=""
jvm="-Xmx614m"
rate=50
while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) shift ;;
        --full) full=(--full) && shift ;;
        --only) only="${2:?--only needs loads}" && shift 2 ;;
        --standalone) standalone=yes && shift ;;
        --pid) pid="${2:?--pid needs a number}" && shift 2 ;;
        --jvm) jvm="${2:?--jvm needs options}" && shift 2 ;;
        --rate) rate="${2:?--rate needs a number}" && shift 2 ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done

# 14,000 connections, at both ends.
ulimit -n "$(ulimit -Hn)"
command -v python3 >/dev/null || give_up "needs python3."

slow_clients() { # ARGUMENT...
    count_checks python3 "$root/suites/slow-clients/run.py" ${full[@]+"${full[@]}"} "$@"
}

# What is compared with the list is all of it.
finish_some() {
    printf '%s passed, %s failed\n' "$passed" "$failed"
    [[ "$failed" -eq 0 ]]
}

if [[ "$standalone" == yes ]]; then
    [[ -n "$endpoint_given" ]] || give_up "--standalone needs AWS_ENDPOINT_URL."
    export AWS_ACCESS_KEY_ID="$key_given" AWS_SECRET_ACCESS_KEY="$secret_given"
    slow_clients --endpoint "$endpoint_given" ${only:+--only "$only"} ${pid:+--pid "$pid"}
    finish_some
    exit
fi

# Whether a load is asked for, or all are.
asked_for() { # LOAD
    [[ -z "$only" || ",$only," == *",$1,"* ]]
}

# Starts a cluster for loads, as far as they are asked for.
with_cluster_for() { # [--accounts NAMES] LOAD...
    local options=() loads=() load
    [[ "$1" != --accounts ]] || { options=("$1" "$2") && shift 2; }
    for load in "$@"; do
        ! asked_for "$load" || loads+=("$load")
    done
    [[ "${#loads[@]}" -gt 0 ]] || return 0
    start_cluster ${options[@]+"${options[@]}"}
    slow_clients --endpoint "$(endpoint dc1)" --read-back "$(endpoint dc2)" --only "$(IFS=, && printf '%s' "${loads[*]}")"
    stop_cluster
    rm -rf "$scratch/data"
}

# Ends the processes of C10K too.
end_processes() {
    [[ ! -d "$scratch/apart" ]] || "$root/dev/cluster.sh" down --data "$scratch/apart" --port "$port" >/dev/null || true
    clean_up
}
trap end_processes EXIT

# C10K against processes: the gateway of dc1 alone has what a container of 1 GiB gives it.
ten_thousand() {
    local cluster=("$root/dev/cluster.sh") gateway where=(--data "$scratch/apart" --port "$port")
    build_services metadata-service fragment-service gateway-service
    {
        "${cluster[@]}" up --services metadata,fragment,gateway "${where[@]}" &&
            "${cluster[@]}" kill dc1/gateway "${where[@]}" &&
            GIZA_JVM_OPTIONS="$jvm" "${cluster[@]}" start dc1/gateway "${where[@]}"
    } >"$scratch/apart.log" 2>&1 || give_up "the cluster does not start: $(tail -n 5 "$scratch/apart.log")"
    gateway="$(cat "$scratch/apart/dc1.gateway.pid")"
    slow_clients --endpoint "$(endpoint dc1)" --read-back "$(endpoint dc2)" --only c10k --rate "$rate" \
        --pid "$gateway" --jcmd "$(jdk)/bin/jcmd" --within 1024
    check "the gateway of C10K lives" kill -0 "$gateway"
    "${cluster[@]}" down "${where[@]}" >/dev/null
}

if [[ "${#full[@]}" -eq 0 ]]; then
    [[ "$only" != *c10k* ]] || give_up "c10k is for --full."
    start_cluster
    slow_clients --endpoint "$(endpoint dc1)" --read-back "$(endpoint dc2)" ${only:+--only "$only"}
else
    with_cluster_for up64 up200 down64 down200 mixed stalled
    # With several accounts each has less memory.
    with_cluster_for --accounts alt,tenant up8 pauses
    port="${port:-$(free_ports)}"
    ! asked_for c10k || ten_thousand
fi
if [[ -n "$only" ]]; then finish_some; else finish; fi
