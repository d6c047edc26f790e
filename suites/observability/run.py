"""The checks of observability.sh on a cluster of processes. The last line is "N passed, N failed"."""

import argparse
import pathlib
import signal
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
# The cluster of the recovery suite.
sys.path.append(str(HERE.parent / "recovery"))

import checks
import expressions
import rules
import sheet
from checks import succeeds
from cluster import NAMES, Cluster
from drill import Drill
from load import Load
from shorten import Pace, write
from watch import Watch

SERVICES = range(1, 5)


def jobs(cluster: Cluster) -> list[dict]:
    """How docs/reference/metrics.md has a cluster scraped."""
    authorization = {"credentials_file": str(cluster.data / "cluster.token")}
    common = {"authorization": authorization, "honor_labels": True}
    gateways = [f"127.0.0.1:{cluster.port_of(dc)}" for dc in NAMES]
    others = [f"127.0.0.1:{cluster.port_of(dc, service)}" for dc in NAMES for service in SERVICES]
    return [
        {"job_name": "giza-gateway", "metrics_path": "/_giza/prometheus", **common, "static_configs": [{"targets": gateways}]},
        {"job_name": "giza-internal", "metrics_path": "/actuator/prometheus", **common, "static_configs": [{"targets": others}]},
    ]


def told_alerts(watch: Watch, drilled: pathlib.Path) -> None:
    """Counts whether each alert arrived, or is on the list of those that the drill cannot provoke."""
    exceptions = expressions.Exceptions(drilled)
    arrived = {
        alert.told()
        for alert in rules.alerts()
        if watch.receiver.find({"alertname": alert.name, **alert.labels}) or exceptions.has(alert.told())
    }
    missing = {alert.told() for alert in rules.alerts()} - arrived
    checks.check(not missing, "drill: each alert arrived, or cannot be provoked for a reason", missing)
    unknown = set(exceptions.reasons) - {alert.told() for alert in rules.alerts()}
    checks.check(not unknown, "drill: what cannot be provoked is an alert", unknown)
    wrong = [each["annotations"] for each in watch.receiver.fired if "<error" in str(each["annotations"])]
    checks.check(not wrong, "drill: what arrives can be read", wrong)


def main() -> int:
    parser = argparse.ArgumentParser()
    for name in ("script", "data", "port", "watch-port", "folder", "pictures", "prometheus", "alertmanager"):
        parser.add_argument(f"--{name}", required=True)
    given = parser.parse_args()
    # Whoever is ended has what it started ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = pathlib.Path(given.folder)
    cluster = Cluster(given.script, given.data, given.port)
    # A window is not shorter than five scrapes, and nothing is waited for longer than a minute.
    pace = Pace(30, 15, 60)
    write(pace, rules.rule_files(), folder / "rules")
    watch = Watch(folder, int(given.watch_port), (given.prometheus, given.alertmanager))
    clients = Load([f"http://127.0.0.1:{cluster.port_of(dc)}" for dc in NAMES])
    drill = Drill(cluster, watch, clients, folder)
    try:
        drill.prepare()
        began = time.time()
        watch.start(jobs(cluster), sorted((folder / "rules").glob("*.yaml")))
        clients.begin()
        drill.await_series('count(up{job=~"giza.*"} == 1) == 15')
        with succeeds("drill: runs to its end"):
            drill.run()
        told_alerts(watch, HERE / "not-provoked.txt")
        end = time.time()
        expressions.all_have_series(watch, pace, began, end, expressions.Exceptions(HERE / "no-series.txt"))
        sheet.draw_all(watch, pace, began, end, pathlib.Path(given.pictures))
    finally:
        clients.ended.set()
        watch.stop()
        drill.clean_up()
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
