"""The checks of bad-days.sh. Prints a table, and a line for each check; its last one is "N passed, N
failed".

Clients put, get and delete through the gateways of dc1 and dc3, without retries, while dc2 has a fault."""

import argparse
import json
import os
import pathlib
import random
import signal
import statistics
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from botocore.exceptions import BotoCoreError, ClientError
from checks import check, finish, say, succeeds
from cluster import NAMES, Cluster

BUCKET = "days"
BAD = "dc2"
ELSEWHERE = ("dc1", "dc3")
THREADS = 4
KEYS = 10
# Seconds between two operations of a client, so that the services get the processor.
REST = 0.05
# Inline, and in fragments.
SIZES = (1_000, 30_000)
SHORT = 15
LONG = 75
# Seconds for a repair on a busy machine.
PATIENCE = 180
LONG_PATIENCE = 480
DAYS = ("slow-disk", "slow-table", "full-disk", "full-table", "restart", "clocks")
SERVICES = ("metadata", "fragment", "gateway", "gc", "recovery")
AHEAD = 600_000
# The p50 of puts is compared with the p50 while the data center is down.
FACTOR = 2
GRAIN = 0.05
# Seconds of load before the fault.
LEAD = 3
WARM_UP = 10
# The minimum of puts through each gateway.
ENOUGH = 20
# Seconds: longer than the cost of a slow disk, shorter than the timeout of a request.
LONGEST = 25


def until(holds, what, seconds=PATIENCE):
    """Waits until something holds."""
    end = time.time() + seconds
    while not (found := holds()):
        if time.time() > end:
            raise AssertionError(f"not within {seconds} s: {what()}")
        time.sleep(0.5)
    return found


class Load:
    """Clients with separate keys, so that each client knows the content of its keys."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.held = {}
        self.taken = []
        self.failures = []
        self.stopped = threading.Event()

    def work(self, number):
        chance = random.Random(number)
        while not self.stopped.wait(REST):
            dc = gateway_of(number)
            key = f"{number}/{chance.randrange(KEYS)}"
            kind = chance.choice(("put", "put", "get", "delete"))
            start = time.perf_counter()
            try:
                self.operate(kind, self.cluster.s3(dc), key, chance)
            except (ClientError, BotoCoreError, AssertionError) as failure:
                # The outcome is unknown.
                self.held.pop(key, None)
                self.failures.append(f"{kind} {key} through {dc} after {time.perf_counter() - start:.1f} s: {failure}")
                continue
            self.taken.append((number, kind, start, time.perf_counter() - start))

    def operate(self, kind, s3, key, chance):
        if kind == "put":
            body = chance.randbytes(chance.choice(SIZES))
            s3.put_object(Bucket=BUCKET, Key=key, Body=body)
            self.held[key] = body
        elif kind == "delete":
            s3.delete_object(Bucket=BUCKET, Key=key)
            self.held[key] = None
        elif key in self.held:
            assert read(s3, key) == self.held[key], f"{key} is something else"

    @contextmanager
    def under_way(self):
        """Runs the clients during the block."""
        self.taken.clear()
        self.failures.clear()
        self.stopped.clear()
        with ThreadPoolExecutor(THREADS) as pool:
            working = [pool.submit(self.work, number) for number in range(THREADS)]
            try:
                yield
            finally:
                self.stopped.set()
        for each in working:
            each.result()


def gateway_of(number):
    return ELSEWHERE[number % len(ELSEWHERE)]


def read(s3, key):
    try:
        return s3.get_object(Bucket=BUCKET, Key=key)["Body"].read()
    except ClientError as refusal:
        if refusal.response["Error"]["Code"] != "NoSuchKey":
            raise
        return None


class Days:
    def __init__(self, options, cluster):
        self.options = options
        self.cluster = cluster
        self.load = Load(cluster)
        self.rows = []

    def status(self):
        """The findings of giza status, by data center."""
        endpoints = [f"http://127.0.0.1:{self.cluster.port_of(dc)}" for dc in ELSEWHERE]
        done = subprocess.run(
            [self.options.giza, "status", "--json", "--endpoint", ",".join(endpoints)],
            capture_output=True,
            text=True,
        )
        if not done.stdout:
            return {"status": [done.stderr]}
        return {each["name"]: each["attention"] for each in json.loads(done.stdout)["data_centers"]}

    def says(self, words):
        return lambda: any(words in each for each in self.status().get(BAD, []))

    def fault(self, kind, what, services):
        for service in services:
            file = self.cluster.data / f"{BAD}.{service}.{kind}"
            if what:
                # Atomically, since processes read it at any time.
                new = file.with_suffix(".new")
                new.write_text(str(what))
                new.rename(file)
            else:
                file.unlink(missing_ok=True)

    def disk(self, what, service):
        self.fault("disk", what, [service])

    def stop(self):
        """Stops the processes of the data center gracefully."""
        pids = [int((self.cluster.data / f"{BAD}.{service}.pid").read_text()) for service in SERVICES]
        for pid in pids:
            os.kill(pid, signal.SIGTERM)
        for pid in pids:
            until(lambda pid=pid: not running(pid), lambda: f"{pid} ends", 60)

    def day(self, name, begin, end, said=None):
        """Runs one fault under load, its end, and the repair after it."""
        say(f"{name}: {self.options.seconds} s")
        try:
            with self.load.under_way():
                time.sleep(LEAD)
                started = time.perf_counter()
                with succeeds(f"{name}: begins"):
                    begin()
                time.sleep(self.options.seconds)
                if said:
                    with succeeds(f"{name}: status says what is the matter"):
                        until(self.says(said), self.status)
                lasted = time.perf_counter() - started
                with succeeds(f"{name}: ends"):
                    end()
                ended = time.time()
                with succeeds(f"{name}: all is repaired by itself"):
                    until(lambda: not any(self.status().values()), self.status)
                repaired = time.time() - ended
        finally:
            end()
        self.judge_operations(name)
        self.read_all(name)
        return self.row(name, started + lasted / 2, started + lasted, repaired)

    def judge_operations(self, name):
        failures = self.load.failures
        check(not failures, f"{name}: nothing is refused elsewhere", "\n  ".join(failures[:10]))
        puts = {dc: 0 for dc in ELSEWHERE}
        for number, kind, _, _ in self.load.taken:
            puts[gateway_of(number)] += kind == "put"
        check(min(puts.values()) >= ENOUGH, f"{name}: objects are put through all others", str(puts))
        slowest = max(took for _, _, _, took in self.load.taken)
        check(slowest < LONGEST, f"{name}: nobody waits for a call to time out", f"{slowest:.1f} s")

    def row(self, name, since, until_then, repaired):
        """Adds a row to the table; returns the median of the puts in the second half of the day."""
        taken = self.load.taken
        puts = [took for _, kind, at, took in taken if kind == "put" and since <= at <= until_then]
        middle = statistics.median(puts) if puts else float("nan")
        slowest = max(took for _, _, _, took in taken)
        self.rows.append((name, len(taken), len(self.load.failures), middle, slowest, repaired))
        return middle

    def read_all(self, name):
        """Reads the acknowledged objects through each gateway."""
        with succeeds(f"{name}: every gateway reads what was acknowledged"):
            for dc in NAMES:
                for key, body in self.load.held.items():
                    assert read(self.cluster.s3(dc), key) == body, f"{key} through {dc}"

    def judge(self, name, middle, down):
        if self.options.full:
            what = f"{name}: puts take at most twice as long as while it is down"
            check(middle <= max(FACTOR * down, down + GRAIN), what, f"{middle:.3f} s, and {down:.3f} s")

    def table(self):
        print(f"{'day':12} {'operations':>10} {'failed':>7} {'p50 of puts':>12} {'slowest':>9} {'repaired':>9}")
        for name, count, failures, middle, slowest, repaired in self.rows:
            print(f"{name:12} {count:10} {failures:7} {1000 * middle:9.0f} ms {slowest:7.1f} s {repaired:7.0f} s")


def running(pid):
    """Whether a process runs; a zombie does not."""
    try:
        return bool(pathlib.Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def slow_days(days):
    down = None
    if days.options.full:
        down = days.day("down", lambda: days.cluster.kill(BAD), lambda: days.cluster.start(BAD))
    for name, service, millis, words in (
        ("slow-disk", "fragment", 4000, "stores fragments late"),
        ("slow-table", "metadata", 2000, "votes late"),
    ):
        if name in days.options.only:
            middle = days.day(name, lambda: days.disk(millis, service), lambda: days.disk(None, service), words)
            days.judge(name, middle, down)


def full_days(days):
    for name, service in (("full-disk", "fragment"), ("full-table", "metadata")):
        if name in days.options.only:
            days.day(name, lambda: days.disk("full", service), lambda: days.disk(None, service), "missed writes")


def restarts(days):
    days.day("restart", days.stop, lambda: days.cluster.start(BAD))


def clocks(days):
    """Caches get the newest version though the clock of the gateway before was ahead."""
    s3 = days.cluster.s3
    try:
        with succeeds("clocks: a version after one of the future counts as modified"):
            days.fault("clock", AHEAD, SERVICES)
            first = until(lambda: put_ahead(s3), lambda: "the clock is not ahead", 60)
            s3("dc1").put_object(Bucket=BUCKET, Key="time", Body=b"right")
            answer = s3("dc1").get_object(Bucket=BUCKET, Key="time", IfModifiedSince=first)
            assert answer["Body"].read() == b"right"
            assert answer["LastModified"] >= first, (answer["LastModified"], first)
        with succeeds("clocks: status says what is the matter"):
            until(days.says("its clock is 600 s ahead"), days.status)
    finally:
        days.fault("clock", None, SERVICES)
    with succeeds("clocks: all is well afterwards"):
        until(lambda: not any(days.status().values()), days.status)


def put_ahead(s3):
    """Puts through the gateway with the wrong clock; returns the time of the version once it is wrong."""
    s3(BAD).put_object(Bucket=BUCKET, Key="time", Body=b"ahead")
    made = s3("dc1").head_object(Bucket=BUCKET, Key="time")["LastModified"]
    return made if made.timestamp() > time.time() + AHEAD / 2000 else None


def days_of(text):
    chosen = text.split(",")
    for each in chosen:
        if each not in DAYS:
            raise argparse.ArgumentTypeError(f"there is no day '{each}', only {', '.join(DAYS)}")
    return chosen


def main():
    parser = argparse.ArgumentParser()
    for option in ("--script", "--giza", "--data", "--port"):
        parser.add_argument(option, required=True)
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--only", type=days_of, default=DAYS)
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    options.seconds = options.seconds or (LONG if options.full else SHORT)
    cluster = Cluster(options.script, options.data, options.port)
    days = Days(options, cluster)
    cluster.s3("dc1").create_bucket(Bucket=BUCKET)
    # Until gateways have measured the usual latencies.
    with days.load.under_way():
        time.sleep(WARM_UP)
    slow_days(days)
    full_days(days)
    if "restart" in options.only:
        restarts(days)
    if "clocks" in options.only:
        clocks(days)
    with succeeds("at the end all data centers have what they should"):
        until(lambda: cluster.audit()["even"], lambda: cluster.audit()["examples"][:10], LONG_PATIENCE)
    days.table()
    return finish()


if __name__ == "__main__":
    raise SystemExit(main())
