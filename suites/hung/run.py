"""The checks of hung.sh. Prints a table, a line of JSON and a line for each check; its last one is
"N passed, N failed".

A client asks for puts, gets and lists in turn and in a steady rhythm, through the gateway of dc1.
Meanwhile dc3 of one cluster and the stores of dc1 itself of another are killed (kill -9) and stopped
(STOP) in turn, at both in step: while something is measured, neither starts processes."""

import argparse
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import threading
import time

from checks import check, finish, say
from pulse import Pulse
from s3 import Client
from windows import KINDS, PAYERS, PAYS, SHARES, WINDOW, Windows

BUCKET = "/hung"
KEYS = 40
# Of both kinds: in the record, and in fragments.
SIZES = (1_000, 30_000)
# Of the beginnings of two operations, if the first did not take longer.
RHYTHM = 0.025
WARM_UP = 15
KILLED = 20
FACTOR = 1.5
# Below this nobody tells two quantiles of one window apart on a busy machine.
GRAIN = 0.005
SETTLED = 60
MARGIN = 10
# Until the other cluster has come as far.
PATIENCE = 300


class Cluster:
    def __init__(self, script, data, port):
        self.script = script
        self.data = data
        self.port = port

    def run(self, *command):
        where = ["--data", self.data, "--port", str(self.port)]
        done = subprocess.run([self.script, *command, *where], capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"{command}: {done.stdout}{done.stderr}")

    def all(self, command, targets):
        for each in targets:
            self.run(command, each)

    def client(self, dc):
        return Client(self.port + 10 * (int(dc[2:]) - 1))

    def refusals(self):
        """Returns what the gateway of dc1 logged of what it refused; clients are not told all of it."""
        lines = pathlib.Path(self.data, "dc1.gateway.log").read_text(errors="replace").splitlines()
        return [line for line in lines if "unavailable: " in line or "busy: " in line]


class Rhythm:
    """The client, and what its operations took."""

    def __init__(self, client, pulse):
        self.client = client
        self.pulse = pulse
        self.chance = random.Random(1)
        self.count = 0
        self.state = "up"
        self.errors = []

    def work(self, seconds):
        """Returns (kind, when it began, seconds that it took) of each operation. Halts of the machine
        are left out of the seconds."""
        taken = []
        # What stood idle while processes started may have been closed meanwhile.
        self.client.close()
        end = time.perf_counter() + seconds
        due = time.perf_counter()
        while due < end:
            kind = KINDS[self.count % len(KINDS)]
            # Two sizes each kind in turn, whatever became of the one before.
            size = SIZES[self.count // len(KINDS) % 2]
            self.count += 1
            start = time.perf_counter()
            self.operate(kind, size)
            now = time.perf_counter()
            taken.append((kind, start, now))
            due = max(due + RHYTHM, now)
            time.sleep(max(0, due - time.perf_counter()))
        return [(kind, start, now - start - self.pulse.seconds(start, now)) for kind, start, now in taken]

    def operate(self, kind, size):
        key = f"{BUCKET}/{size}/{self.chance.randrange(KEYS)}"
        start = time.perf_counter()
        try:
            if kind == "put":
                answer = self.client.ask("PUT", key, body=self.chance.randbytes(size))
            elif kind == "get":
                answer = self.client.ask("GET", key)
            else:
                answer = self.client.ask("GET", BUCKET, {"list-type": "2", "prefix": f"{size}/", "max-keys": "20"})
            if answer[0] != 200:
                self.refused(start, kind, key, *answer)
        except OSError as failure:
            self.refused(start, kind, key, repr(failure))

    def refused(self, start, *what):
        self.errors.append((self.state, f"after {time.perf_counter() - start:.3f} s", *what))

    def warm_up(self):
        self.fill()
        self.work(WARM_UP)

    def fill(self):
        """Puts all anew: what was put while a data center was away bears no second loss."""
        self.client.close()
        for size in SIZES:
            for number in range(KEYS):
                status, body = self.client.ask("PUT", f"{BUCKET}/{size}/{number}", body=bytes(size))
                assert status == 200, body


def measure(cluster, rhythm, place, targets, seconds, in_step):
    """Kills, stops and kills again; returns the windows of both."""
    killed, hung = Windows(), Windows()
    for state, length in (("killed", KILLED), ("hung", seconds), ("killed", KILLED)):
        in_step.wait(PATIENCE)
        command, undo = ("kill", "start") if state == "killed" else ("pause", "resume")
        say(f"{place} {state} for {length} s")
        rhythm.state = f"{place} {state}"
        if state == "hung":
            # The client goes on while it happens, so that what is under way meets it.
            stop = threading.Timer(1, cluster.all, (command, targets))
            stop.start()
            hung.add(rhythm.work(length + 1), True)
            stop.join()
        else:
            cluster.all(command, targets)
            in_step.wait(PATIENCE)
            rhythm.work(1)
            killed.add(rhythm.work(length), False)
        rhythm.state = f"{place} is back from {state}"
        in_step.wait(PATIENCE)
        cluster.all(undo, targets)
        rhythm.work(3)
    return killed, hung


def compare(place, killed, hung, judged):
    worst = max([seconds for stretch in killed.paid for _, seconds in stretch], default=PAYS)
    paid = [each for stretch in hung.paid for each in stretch if each[1] > worst]
    check(
        len(paid) <= PAYERS,
        f"{place}: one operation pays for its metadata and one for its fragments, at most",
        paid,
    )
    for kind in KINDS:
        for name in judged:
            refused, silent = killed.median(kind, SHARES[name]), hung.median(kind, SHARES[name])
            check(
                silent <= FACTOR * refused + GRAIN,
                f"{place}: {name} of a {kind} is that of a killed one, within {FACTOR}",
                f"killed {1000 * refused:.1f} ms, hung {1000 * silent:.1f} ms",
            )


def table(found):
    print(f"{'ms':24}" + "".join(f"{kind + ' ' + name:>10}" for kind in KINDS for name in SHARES))
    for state, windows in found.items():
        row = windows.summary()
        print(f"{state:24}" + "".join(f"{row[kind][name]:10}" for kind in KINDS for name in SHARES))
    sys.stdout.flush()


class CrashedPut(threading.Thread):
    """A put whose gateway is killed once its record was decided and before its data was there; then
    somebody who writes the same key on a condition."""

    def __init__(self, cluster):
        super().__init__()
        self.cluster = cluster
        self.answers = []
        self.seconds = None
        self.key = BUCKET + "/crashed"

    def crash(self):
        stores = [f"dc{number}/fragment" for number in (1, 3)]
        put = threading.Thread(target=self.put)
        self.cluster.all("pause", stores)
        put.start()
        time.sleep(2)
        self.cluster.run("kill", "dc2/gateway")
        self.began = time.time()
        # What lies in their sockets must not arrive of itself.
        self.cluster.all("kill", stores)
        put.join()
        # Whoever asks meanwhile is told that nothing is known yet.
        self.start()
        self.cluster.all("start", [*stores, "dc2/gateway"])

    def put(self):
        try:
            self.answers.append(self.cluster.client("dc2").ask("PUT", self.key, body=bytes(100_000))[0])
        except OSError:
            self.answers.append("broken off")

    def run(self):
        client = self.cluster.client("dc1")
        while time.time() < self.began + 3 * SETTLED:
            status, body = client.ask("PUT", self.key, body=b"next", headers={"If-None-Match": "*"})
            if not self.answers or self.answers[-1] != status:
                self.answers.append(status)
            if status == 200:
                self.seconds = time.time() - self.began
                return
            time.sleep(1)


def measure_all(places, seconds):
    """Returns the windows of both states of each place, (killed, hung)."""
    in_step = threading.Barrier(len(places))

    def one(place, cluster, rhythm, targets):
        try:
            rhythm.fill()
            return measure(cluster, rhythm, place, targets, seconds, in_step)
        except BaseException:
            in_step.abort()
            raise

    with concurrent.futures.ThreadPoolExecutor(len(places)) as pool:
        return dict(zip(places, pool.map(lambda place: one(place, *places[place]), places)))


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--script", required=True)
    for place in ("another", "home"):
        options.add_argument(f"--{place}", required=True, nargs=2, metavar=("DATA", "PORT"))
    options.add_argument("--seconds", type=int, required=True)
    options.add_argument("--full", action="store_true", help="judge p99, too")
    given = options.parse_args()
    clusters = [Cluster(given.script, data, int(port)) for data, port in (given.another, given.home)]
    pulse = Pulse(pathlib.Path(given.another[0], "pulse"))
    rhythms = [Rhythm(cluster.client("dc1"), pulse) for cluster in clusters]
    for rhythm in rhythms:
        status, body = rhythm.client.ask("PUT", BUCKET)
        assert status == 200, body
    cluster, rhythm = clusters[0], rhythms[0]
    crashed = CrashedPut(cluster)
    crashed.crash()
    with concurrent.futures.ThreadPoolExecutor(len(rhythms)) as pool:
        list(pool.map(Rhythm.warm_up, rhythms))
    up = Windows()
    say("all are up")
    up.add(rhythm.work(2 * WINDOW), False)
    while crashed.is_alive():
        up.add(rhythm.work(WINDOW), False)
    check(
        crashed.seconds is not None and crashed.seconds <= SETTLED + MARGIN and {409, 503} & set(crashed.answers),
        f"a conditional write follows a crashed put after {SETTLED} s at most",
        (crashed.seconds, crashed.answers),
    )
    found = {"all up": up}
    targets = (["dc3"], ["dc1/metadata", "dc1/fragment"])
    places = dict(zip(("another", "home"), zip(clusters, rhythms, targets)))
    for place, (killed, hung) in measure_all(places, given.seconds).items():
        found[f"{place} killed"], found[f"{place} hung"] = killed, hung
    table(found)
    for place in places:
        compare(place, found[f"{place} killed"], found[f"{place} hung"], SHARES if given.full else ["p50"])
    errors = [each for rhythm in rhythms for each in rhythm.errors[:5]]
    check(not errors, "no operation is refused", [*errors, *(each for one in clusters for each in one.refusals()[-5:])])
    figures = {state: {**each.summary(), "paid": each.paid} for state, each in found.items()}
    settled = crashed.seconds and round(crashed.seconds, 1)
    halts = [round(until - since, 3) for since, until in pulse.halts]
    print(json.dumps({"suite": "hung", "milliseconds": figures, "settledSeconds": settled, "halts": halts}))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
