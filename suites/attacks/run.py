"""The checks of attacks.sh. Prints a line for each attack and each check; its last one is
"N passed, N failed".

Four clients of one tenant put and get in a steady rhythm, through the gateway of dc1. Another tenant
and strangers attack that gateway meanwhile. Windows with and without an attack take turns, so that a
machine that is busy with other things is busy in both. Compared are the median of the p99 of all
windows without an attack, and that of the windows of one attack: a pause of the machine spoils a
window, and not the judgment."""

import argparse
import contextlib
import json
import math
import os
import statistics
import sys
import threading
import time

from checks import check, finish
from client import Client, answer_of, code_of, status_of
from kinds import SOURCES, attacks

WARM_UPS = 4
ROUNDS = 3
# For an attack that seems to cost too much, before it is judged.
MORE_ROUNDS = 4
MORE_SECONDS = 40
WINDOW = 1.5
WARM_UP = 4
SETTLE = 0.4
FACTOR = 2
# Below this nobody tells two quantiles of one window apart on a busy machine. What the attacks cost
# before there were limits was 10 s and more.
GRAIN = 0.03
# Of each client, from the begin of a request to that of the next, if it did not take longer.
RHYTHM = 0.08
CLIENTS = 4
CONTENTS = {"small": b"s" * 4096, "medium": b"m" * (1 << 20)}
TURNS = [("PUT", "small"), ("GET", "small"), ("GET", "medium"), ("PUT", "small"), ("GET", "small"), ("PUT", "medium")]
LARGE = 48 << 20
ATTEMPTS = 3


class Load:
    """The clients that nobody may disturb."""

    def __init__(self, client):
        self.client = client
        self.failures = []

    def window(self, seconds):
        """Returns how long each request took."""
        taken = []
        end = time.monotonic() + seconds
        threads = [
            threading.Thread(target=self.work, args=(number, end, taken), daemon=True)
            for number in range(CLIENTS)
        ]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        return taken

    def work(self, number, end, taken):
        turn = number
        due = time.monotonic() + RHYTHM * number / CLIENTS
        while due < end:
            time.sleep(max(0, due - time.monotonic()))
            began = time.monotonic()
            # What fails took for ever, or an attack that ends everything would cost nothing.
            good = self.operate(number, *TURNS[turn % len(TURNS)])
            taken.append(time.monotonic() - began if good else math.inf)
            turn += 1
            due = max(due + RHYTHM, time.monotonic())

    def operate(self, number, method, name):
        body = CONTENTS[name]
        try:
            answer = self.client.request(method, f"/others/{name}{number}", body=body if method == "PUT" else b"")
        except OSError as error:
            self.failures.append(f"{method} {name}: {error!r}")
            return False
        good = status_of(answer) == 200 and (method == "PUT" or answer_of(answer) == body)
        if not good:
            self.failures.append(f"{method} {name}: {status_of(answer)} {code_of(answer)}")
        return good


class Comparison:
    """The p99 of the windows of each attack, and of those without."""

    def __init__(self, load, kinds):
        self.load = load
        self.kinds = kinds
        self.calm = []
        self.attacked = {name: [] for name in kinds}

    def warm_up(self, name):
        """A gateway that has just started compiles first what an attack has it do."""
        for _ in range(WARM_UPS):
            with self.kinds[name]():
                self.load.window(SETTLE)

    def round(self, name):
        time.sleep(SETTLE)
        self.calm.append(p99(self.load.window(WINDOW)))
        with self.kinds[name]():
            time.sleep(SETTLE)
            self.attacked[name].append(p99(self.load.window(WINDOW)))

    def usual(self):
        return statistics.median(self.calm)

    def found(self, name):
        """Of its best window: a busy machine only adds, and an attack that harms does so in each."""
        return min(self.attacked[name])

    def holds(self, name):
        return math.isfinite(self.found(name)) and self.found(name) <= FACTOR * self.usual() + GRAIN

    def run(self):
        for name in self.kinds:
            self.warm_up(name)
        for _ in range(ROUNDS):
            for name in self.kinds:
                self.round(name)
        deadline = time.monotonic() + MORE_SECONDS
        for _ in range(MORE_ROUNDS):
            for name in self.kinds:
                if not self.holds(name) and time.monotonic() < deadline:
                    self.round(name)

    def judge(self):
        print(f"p99 without an attack {figure(self.usual())}, {len(self.calm)} windows: {each(self.calm)}")
        for name, windows in self.attacked.items():
            ratio = self.found(name) / self.usual()
            figures = f"p99 {figure(self.found(name))}, {ratio:.2f} times the usual: {each(windows)}"
            print(f"{name}: {figures}", flush=True)
            check(self.holds(name), f"{name}: p99 of others at most doubles", figures)


def figure(seconds):
    return f"{seconds * 1000:.0f} ms"


def each(windows):
    return " ".join(f"{window * 1000:.0f}" for window in windows)


def p99(taken):
    return sorted(taken)[max(0, -(-len(taken) * 99 // 100) - 1)]


def patiently(client, *request, **more):
    """Asks again where that is asked for, as clients of S3 do."""
    answer = b""
    for _ in range(ATTEMPTS):
        answer = client.request(*request, **more)
        if status_of(answer) != 503:
            break
    return answer


def check_own_key(kinds, attacker):
    """Whoever shares the key of an attacker waits, and is not locked out."""
    own = {"gets that nobody reads": "GET", "puts that send one byte": "PUT"}
    body = b"o" * (2 << 20)
    attacker.request("PUT", "/attacks/own", body=body)
    answers = {}

    def ask(kind):
        try:
            answers[kind] = patiently(attacker, own[kind], "/attacks/own", body=body)
        except OSError as error:
            answers[kind] = repr(error).encode()

    with contextlib.ExitStack() as stack:
        for kind in own:
            stack.enter_context(kinds[kind]())
        time.sleep(SETTLE)
        threads = [threading.Thread(target=ask, args=(kind,)) for kind in own]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    for kind, method in own.items():
        good = method == "PUT" or answer_of(answers[kind]) == body
        check(status_of(answers[kind]) == 200 and good, f"{kind}: the same key goes on", answers[kind][:300])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--tenant", required=True, help="the attacker's key; the other's is in the environment")
    given = parser.parse_args()
    with open(given.tenant, encoding="utf-8") as file:
        key = json.load(file)
    attacker = Client(given.port, key["id"], key["secret"], SOURCES[0])
    other = Client(
        given.port, os.environ["AWS_ACCESS_KEY_ID"], os.environ["AWS_SECRET_ACCESS_KEY"], "127.0.0.1"
    )
    load = Load(other)
    attacker.request("PUT", "/attacks")
    other.request("PUT", "/others")
    stored = attacker.request("PUT", "/attacks/large", body=b"L" * LARGE)
    check(status_of(stored) == 200, "a large object is put", stored)
    for number in range(CLIENTS):
        for name in CONTENTS:
            load.operate(number, "PUT", name)
    load.window(WARM_UP)

    kinds = attacks(given.port, attacker)
    comparison = Comparison(load, kinds)
    comparison.run()
    comparison.judge()
    check(not load.failures, "every request of others succeeds", f"{len(load.failures)}: {load.failures[:5]}")
    check_own_key(kinds, attacker)
    with kinds["half forms of 5 GiB"]():
        form = other.ask(other.form("others", "form", b"f" * 300_000))
    check(status_of(form) == 204, "half forms of 5 GiB: another's form is put", form[:300])
    large = attacker.request("GET", "/attacks/large")
    check(answer_of(large) == b"L" * LARGE, "the large object is intact", large[:300])
    return finish()


if __name__ == "__main__":
    sys.exit(main())
