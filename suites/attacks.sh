#!/usr/bin/env bash
# minutes: 8
# alone
# Hostile clients of one tenant, and strangers, against three data centers in one JVM of 512 MB: they
# get by no policy, lock, limit of a key or session; it lives, no memory runs out, and requests of other
# tenants take twice as long at most.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

command -v curl >/dev/null || give_up "needs curl."
command -v python3 >/dev/null || give_up "needs python3."
command -v openssl >/dev/null || give_up "needs openssl."

# Succeeds once the gateways of this JVM hold nothing for clients that are gone.
nothing_is_held() {
    local token held
    token="$(cat "$scratch/data/cluster.token")"
    for _ in $(seq 60); do
        held="$(curl --silent --max-time 5 --header "Authorization: Bearer $token" \
            "$(endpoint dc1)/_giza/prometheus" | grep '^giza_memory_held_bytes{' || true)"
        if [[ -n "$held" ]] && ! grep -qv ' 0\.0$' <<<"$held"; then return 0; fi
        sleep 0.5
    done
    printf '%s\n' "$held"
    return 1
}

no_memory_ran_out() {
    ! grep -l OutOfMemoryError "$scratch"/*.log "$scratch"/data/*.log
}

export GIZA_JVM_OPTIONS="-Xmx512m -XX:MaxDirectMemorySize=512m"
sessions() { # ARGUMENT...
    PYTHONPATH="$root/suites/lib" python3 "$root/suites/attacks/sessions.py" "$@"
}
SPRING_APPLICATION_JSON="$(sessions configure "$scratch/issuer")"
export SPRING_APPLICATION_JSON
start_cluster --accounts tenantb
# Gateways are healthy before the cluster says in its folder where it takes orders.
for _ in $(seq 60); do
    [[ ! -s "$scratch/tenantb.json" ]] || break
    sleep 0.5
    "$root/giza" key create --account tenantb --json --data "$scratch/data" \
        >"$scratch/tenantb.json" 2>"$scratch/key.log" || true
done
[[ -s "$scratch/tenantb.json" ]] || give_up "cannot make a key of tenantb: $(cat "$scratch/key.log")"

"$root/giza" key create --policy readonly --prefix vault/open/ --json --data "$scratch/data" >"$scratch/reader.json"

count_checks python3 "$root/suites/attacks/bypass.py" --port "$port" --tenant "$scratch/tenantb.json" \
    --reader "$scratch/reader.json"
count_checks sessions attack "$scratch/issuer" --port "$port" --tenant "$scratch/tenantb.json"
count_checks python3 "$root/suites/attacks/run.py" --port "$port" --tenant "$scratch/tenantb.json"
check "the process lives" kill -0 "$cluster_pid"
for dc in dc1 dc2 dc3; do
    check "$dc answers afterwards" curl --silent --fail --max-time 10 "$(endpoint "$dc")/_giza/health"
done
check "no memory ran out" no_memory_ran_out
check "what was held is given back" nothing_is_held
finish
