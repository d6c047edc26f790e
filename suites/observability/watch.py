"""Prometheus, Alertmanager and a receiver of alerts, as the suite runs them."""

import http.server
import json
import pathlib
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import yaml

SCRAPE = "3s"
EVALUATE = "3s"
STARTED = 60


class Receiver:
    """A webhook that keeps which alerts came, and which ended."""

    def __init__(self, port: int):
        self.fired: list[dict] = []
        self.resolved: list[dict] = []
        self.lock = threading.Lock()
        keep = self.keep

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                keep(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def keep(self, message: dict) -> None:
        """Takes what Alertmanager sent."""
        with self.lock:
            for alert in message["alerts"]:
                kept = self.fired if alert["status"] == "firing" else self.resolved
                kept.append({"at": time.time(), **alert})

    def find(self, labels: dict[str, str], ended: bool = False, since: float = 0) -> list[dict]:
        """Returns the alerts with some labels that came, or ended, since then."""
        with self.lock:
            kept = list(self.resolved if ended else self.fired)
        return [each for each in kept if each["at"] >= since and labels.items() <= each["labels"].items()]


class Watch:
    """Prometheus with some rules, scraping a cluster, and what its alerts reach."""

    def __init__(self, folder: pathlib.Path, port: int, programs: tuple[str, str]):
        self.folder = folder
        self.url = f"http://127.0.0.1:{port}"
        self.port = port
        self.programs = programs
        self.processes: list[subprocess.Popen] = []
        self.receiver = Receiver(port + 2)
        self.guests = folder / "guests.json"

    def start(self, jobs: list[dict], rules: list[pathlib.Path]) -> None:
        """Starts both programs, and waits until Prometheus is ready."""
        self.guests.write_text("[]")
        alerting = [{"static_configs": [{"targets": [f"127.0.0.1:{self.port + 1}"]}]}]
        self._write(
            "prometheus.yaml",
            {
                "global": {"scrape_interval": SCRAPE, "scrape_timeout": SCRAPE, "evaluation_interval": EVALUATE},
                "rule_files": [str(each) for each in rules],
                "alerting": {"alertmanagers": alerting},
                "scrape_configs": [
                    *jobs,
                    {
                        "job_name": "giza-guest",
                        "file_sd_configs": [{"files": [str(self.guests)], "refresh_interval": "1s"}],
                    },
                ],
            },
        )
        hook = {"url": f"http://127.0.0.1:{self.port + 2}/", "send_resolved": True}
        self._write(
            "alertmanager.yaml",
            {
                "route": {"receiver": "suite", "group_by": ["..."], "group_wait": "0s", "group_interval": "10s"},
                "receivers": [{"name": "suite", "webhook_configs": [hook]}],
            },
        )
        prometheus, alertmanager = self.programs
        self._run(
            "alertmanager",
            *alertmanager.split(),
            f"--config.file={self.folder}/alertmanager.yaml",
            f"--storage.path={self.folder}/alertmanager",
            f"--web.listen-address=127.0.0.1:{self.port + 1}",
            "--cluster.listen-address=",
        )
        self._run(
            "prometheus",
            prometheus,
            f"--config.file={self.folder}/prometheus.yaml",
            f"--storage.tsdb.path={self.folder}/prometheus",
            f"--web.listen-address=127.0.0.1:{self.port}",
        )
        end = time.time() + STARTED
        while not self._ready():
            assert time.time() < end, (self.folder / "prometheus.log").read_text()[-2000:]
            time.sleep(0.3)

    def _write(self, name: str, content: dict) -> None:
        (self.folder / name).write_text(yaml.safe_dump(content))

    def _run(self, name: str, *command: str) -> None:
        with open(self.folder / f"{name}.log", "w") as log:
            self.processes.append(subprocess.Popen(command, stdout=log, stderr=log))

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/-/ready", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    def stop(self) -> None:
        """Ends both programs."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(30)

    def scrape_guest(self, target: str | None) -> None:
        """Adds a target to the job of guests, or empties it."""
        self.guests.write_text(json.dumps([{"targets": [target]}] if target else []))

    def ask(self, expr: str) -> list[dict]:
        """Returns the series of an expression, now."""
        return self._get("query", query=expr)

    def over(self, expr: str, start: float, end: float, step: float) -> list[dict]:
        """Returns the series of an expression over a time."""
        return self._get("query_range", query=expr, start=f"{start}", end=f"{end}", step=f"{step}")

    def _get(self, what: str, **values: str) -> list[dict]:
        query = urllib.parse.urlencode(values)
        try:
            with urllib.request.urlopen(f"{self.url}/api/v1/{what}?{query}", timeout=60) as answer:
                return json.load(answer)["data"]["result"]
        except urllib.error.HTTPError as refused:
            raise AssertionError(f"{values['query']}: {refused.read().decode()}") from refused
