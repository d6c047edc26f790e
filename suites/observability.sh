#!/usr/bin/env bash
# minutes: 10
# idle
# Alerts, runbooks and dashboards: promtool tests each rule, and files, documents and Grafana's types agree.
# With --drill a real Prometheus scrapes three data centers of processes under load, and what can go wrong is
# made to, until the alerts reach a receiver.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

usage() {
    cat <<'TEXT'
Usage: suites/observability.sh [--update] [--drill] [--keep]

  --drill    the fire drill too, on a cluster of its own: needs root, takes a quarter of an hour, and is
             not among what every run of the suites must pass
  --keep     keep data and logs of the drill even if everything passed

Pictures of the dashboards are in target/dashboards/, what failed keeps its data and logs in
target/observability/.
TEXT
}

drill=no
keep=no
while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) shift ;;
        --drill) drill=yes && shift ;;
        --keep) keep=yes && shift ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done

end_processes() {
    umount --lazy "$scratch/data/dc3/fragments" 2>/dev/null || true
    end_cluster
}
ended=no
trap end_processes EXIT

python_environment observability boto3==1.43.11 botocore==1.43.11 PyYAML==6.0.3 matplotlib==3.10.8 \
    jsonschema==4.25.1 'grafana-foundation-sdk==1769699379!11.6.0'
# Unpacked, so that no service of the system starts.
debian_program prometheus
debian_program prometheus-alertmanager
export PYTHONDONTWRITEBYTECODE=1

modules="$(node_modules "$root/suites/observability/schema")"
cp "$root/suites/observability/schema/types.ts" "$scratch"
ln -s "$modules" "$scratch/node_modules"
node "$modules/ts-json-schema-generator/bin/ts-json-schema-generator.js" --path "$scratch/types.ts" --type All \
    --expose none --no-type-check --out "$scratch/schema.json" || give_up "no schema can be made of Grafana's types."
count_checks python3 "$root/suites/observability/static.py" promtool "$scratch/schema.json"

if [[ "$drill" == yes ]]; then
    [[ "$(id -u)" == 0 ]] || give_up "needs root, to mount a small disk: run it as root, or without --drill."
    build_services metadata-service fragment-service gateway-service gc-worker recovery-worker
    # Leases and commits end soon, so that their alerts do. Jobs keep their intervals: they are overdue
    # by the measure of the drill.
    export GIZA_RECOVERY_LEASETERM=8s GIZA_GC_LEASETERM=8s GIZA_REQUESTS_COMMITTIMEOUT=8s
    export GIZA_REQUESTS_QUEUE_PERKEY=4 GIZA_RECOVERY_SHARE=1 GIZA_JVM_OPTIONS=-Xmx256m
    port="$(free_ports)"
    "$root/dev/cluster.sh" up --data "$scratch/data" --port "$port" >"$scratch/up.log" 2>&1 ||
        give_up "the cluster does not start: $(tail -n 5 "$scratch/up.log")"
    mkdir "$scratch/watch"
    alertmanager="$(command -v prometheus-alertmanager)"
    # Its templates must lie where the package has them: put there for this process alone.
    if [[ ! -e /usr/share/prometheus/alertmanager/default.tmpl ]]; then
        cat >"$scratch/alertmanager" <<TEXT
#!/bin/sh
mount -t overlay overlay -o "lowerdir=${alertmanager%/bin/*}/share:/usr/share" /usr/share && exec "$alertmanager" "\$@"
TEXT
        chmod +x "$scratch/alertmanager"
        alertmanager="unshare --mount $scratch/alertmanager"
    fi
    count_checks python3 "$root/suites/observability/run.py" \
        --script "$root/dev/cluster.sh" --data "$scratch/data" --port "$port" --watch-port "$(free_ports)" \
        --folder "$scratch/watch" --pictures "$root/target/dashboards" \
        --prometheus "$(command -v prometheus)" --alertmanager "$alertmanager"
fi
ended=yes
finish
