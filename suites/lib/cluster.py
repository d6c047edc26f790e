"""The cluster of dev/cluster.sh, as suites see it: its processes, what its workers say, and the files
of its fragments."""

import datetime
import hashlib
import json
import pathlib
import subprocess
import threading
import time
import urllib.request

import boto3
from botocore.config import Config

NAMES = ["dc1", "dc2", "dc3"]
STORES = ["metadata", "fragment"]
RECOVERY = 4
GC = 3
ANSWER = 60
PAUSE = 0.5
JOBS = ("recovery/", "gc/rows", "gc/fragments")


class Cluster:
    def __init__(self, script, data, port):
        self.script = script
        self.data = pathlib.Path(data)
        self.port = int(port)
        self.own = threading.local()

    def run(self, *command):
        """Has dev/cluster.sh do something."""
        done = subprocess.run(
            [self.script, *command, "--data", str(self.data), "--port", str(self.port)],
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise AssertionError(f"{command}: {done.stdout}{done.stderr}")

    def kill(self, dc):
        self.run("kill", dc)

    def start(self, dc):
        self.run("start", dc)

    def kill_stores(self, dc):
        for store in STORES:
            self.kill(f"{dc}/{store}")

    def start_stores(self, dc):
        for store in STORES:
            self.start(f"{dc}/{store}")

    def wipe(self, dc):
        """Throws away all that a data center stores."""
        self.run("wipe", dc)

    def replace(self, dc):
        """Has an empty data center take the place of one that was wiped."""
        self.run("replace", dc)

    def is_filled(self, dc, asked):
        """Whether a data center that was replaced has all it is due, as another one learned."""
        members = {each["dc"]: each for each in self.ask(asked, "recovery/members")}
        return members[dc]["table"] == members[dc]["fragments"] == "active"

    def filling(self, dcs):
        """How far the workers of some data centers are with filling others, if they answer."""
        found = {}
        for dc in dcs:
            try:
                found.update({dc: each for each in self.ask(dc, "recovery/status")["replacements"]})
            except OSError:
                pass
        return found

    def port_of(self, dc, service=0):
        return self.port + 10 * NAMES.index(dc) + service

    def s3(self, dc):
        """A client of the gateway of a data center, of this thread; it tries nothing twice."""
        clients = self.own.__dict__.setdefault("clients", {})
        if dc not in clients:
            clients[dc] = boto3.session.Session().client(
                "s3",
                endpoint_url=f"http://127.0.0.1:{self.port_of(dc)}",
                config=Config(
                    retries={"total_max_attempts": 1}, connect_timeout=5, read_timeout=60
                ),
            )
        return clients[dc]

    def ask(self, dc, path, method="GET", service=RECOVERY):
        """What a worker answers."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port_of(dc, service)}/internal/{path}",
            method=method,
            headers={"Authorization": "Bearer " + (self.data / "cluster.token").read_text()},
        )
        with urllib.request.urlopen(request, timeout=ANSWER) as answer:
            return json.load(answer)

    def audit(self):
        """Takes an account and returns it."""
        status = self.ask("dc1", "recovery/audit", "POST")
        while status["state"] == "running":
            time.sleep(PAUSE)
            status = self.ask("dc1", "recovery/audit")
        assert status["state"] == "done", status
        return status["report"]

    def await_rest(self, seconds):
        """Has all workers look at everything, until a look changes nothing."""
        end = time.time() + seconds
        before = None
        while (after := self.counts()) != before:
            before = after
            asked = datetime.datetime.now(datetime.UTC)
            for dc in NAMES:
                self.ask(dc, "recovery/catch-up", "POST")
                self.ask(dc, "gc/sweep", "POST", GC)
            while left := self.unrest(asked):
                assert time.time() < end, f"workers do not come to rest in {seconds} s: {left}"
                time.sleep(1)

    def counts(self):
        """What changes only while there is something to be done."""
        found = []
        for dc in NAMES:
            recovery = self.ask(dc, "recovery/status")["counts"]
            collected = self.ask(dc, "gc/status", service=GC)
            found.append(
                (
                    recovery["rebuiltFragments"],
                    recovery["rows"]["brought"],
                    collected["orphanBytes"],
                    collected["rows"]["cleaned"],
                    collected["rows"]["removed"],
                )
            )
        return found

    def unrest(self, since):
        """Who is away, and the jobs that nobody did to their end since then, or why not."""
        found = []
        done = {}
        for dc in NAMES:
            status = self.ask(dc, "recovery/status")
            found += [f"{dc} misses {each}" for each in status["away"]]
            for job in status["jobs"] + self.ask(dc, "gc/status", service=GC)["jobs"]:
                if job["job"].startswith(JOBS):
                    done.setdefault(job["job"], []).append(f"{dc} {job['state']}: {job['detail']}")
                    ended = job["ended"] and datetime.datetime.fromisoformat(job["ended"])
                    if job["state"] == "waiting" and not job["detail"] and ended and ended > since:
                        done[job["job"]] = [None]
        return found + [f"{job} {each}" for job, each in done.items() if None not in each]

    def fragments(self):
        """The files of all fragments by their path, and the hash of each."""
        return {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.paths()}

    def paths(self, dcs=NAMES):
        """The files of fragments, with paths like .../blobs/account/bucket/hash/put.index."""
        for dc in dcs:
            yield from (
                path for path in (self.data / dc / "fragments" / "blobs").glob("*/*/*/*") if path.is_file()
            )
