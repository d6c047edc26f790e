"""The checks of slow-clients.sh. Prints a table, a line of JSON and a line for each check; its last one
is "N passed, N failed".

One thread is all slow clients, at a gateway over loopback; another process is one fast client of the
same gateway. Stretches with and without a load take turns, so a machine that is busy with other things
is busy in both. What was stored slowly is read back through another gateway."""

import argparse
import collections
import json
import os
import pathlib
import resource
import sys
import tempfile
import time

from beside import Comparison
from checks import finish, say
from clients import Download, Upload, again, counted
from judgment import describe, judge, report
from loads import KIB, MIB, loads
from memory import Memory
from neighbour import KINDS, Neighbour
from pacing import QUICK, Content, Loop, slow_at_first, slow_at_last, steady
from pauses import Pauses
from stalls import Stalls
from waiting import Idle, Queue, Reader
from wire import Endpoint, ask

BUCKET = "slow-clients"
OPEN = "slow-clients-open"
# Seconds without slow clients between two loads; and where true quantiles are asked for.
ALONE = 4
ALONE_FULL = 20
WARM_UP = 6
# How many operations of each kind a stretch needs, and the seconds that it may be longer for them.
LEAST, MORE = 4, 20
# After a load, before it counts as gone.
SETTLE = 1
# How long nothing may move and nobody be answered. The gateway refuses after 30 s.
PATIENCE = 45
# And how long a load may take beyond its time altogether.
HARD_LIMIT = 120
# How long an idle connection is.
IDLE = 25


class Suite:
    say = staticmethod(say)

    def __init__(self, given):
        self.given = given
        key, secret = os.environ["AWS_ACCESS_KEY_ID"], os.environ["AWS_SECRET_ACCESS_KEY"]
        self.gateway = Endpoint(given.endpoint, key, secret)
        self.another = Endpoint(given.read_back or given.endpoint, key, secret)
        self.loop = Loop()
        self.memory = Memory(self.loop, given)
        self.accepted = []
        self.comparisons = {}
        self.found = {}
        self.stretches = []
        self.read, self.lost = 0, []
        self.pauses = Pauses(self, BUCKET)
        self.stalls = Stalls(self)

    def prepare(self, log):
        for bucket in (BUCKET, OPEN):
            answer = ask(self.gateway, "PUT", f"/{bucket}")
            assert answer.status in (200, 409), answer.text()
        policy = {
            "Version": "2012-10-17",
            "Statement": [
                {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": f"arn:aws:s3:::{OPEN}/*"}
            ],
        }
        answer = ask(self.gateway, "PUT", f"/{OPEN}", "policy", json.dumps(policy).encode())
        assert answer.status in (200, 204), answer.text()
        self.large = self.store(f"/{OPEN}/large", 16 * MIB)
        self.small = self.store(f"/{OPEN}/small", 200_000)
        self.there = {}
        self.neighbour = Neighbour(self.gateway, BUCKET, log)

    def store(self, path, size):
        content = Content(size)
        # Services that have just started may be busy with themselves.
        for _ in range(5):
            answer = ask(self.gateway, "PUT", path, body=content.bytes())
            if answer.status == 200:
                return content
            time.sleep(1)
        raise SystemExit(f"{path} cannot be put: {answer.text()}")

    def downloadable(self, size):
        """Returns some objects of a size as (path, content)."""
        if size not in self.there:
            paths = [f"/{BUCKET}/down/{size}/{number}" for number in range(8)]
            self.there[size] = [(path, self.store(path, size)) for path in paths]
        return self.there[size]

    def run(self):
        chosen = (
            self.given.only.split(",")
            if self.given.only
            else ["up64", "up8", "up200", "down64", "down200", "pauses", "mixed", "stalled"]
        )
        with tempfile.TemporaryDirectory() as folder:
            self.prepare(pathlib.Path(folder, "neighbour"))
            try:
                self.all_of(chosen)
            finally:
                self.neighbour.stop()
        report(self)

    def all_of(self, chosen):
        known = loads(self.given.full, self.given.rate * KIB)
        steps = {name: lambda load=load: self.load(load) for name, load in known.items()}
        steps["pauses"] = self.pauses.run
        steps["stalled"] = self.stalls.run
        self.measure(WARM_UP)
        self.warm = time.monotonic()
        self.alone()
        for name in chosen:
            steps[name]()
        self.read_back()
        judge(self)

    # What a fast client has

    def alone(self):
        """A stretch without a load, which counts for the loads before it and after it."""
        start = time.monotonic()
        self.measure(ALONE_FULL if self.given.full else ALONE)
        self.stretches.append((start, time.monotonic()))

    def measure(self, seconds):
        """Waits for some seconds, and longer if the fast client has not done enough of each kind."""
        start = time.monotonic()
        self.loop.wait(seconds)

        def is_enough():
            done = collections.Counter(kind for kind, at, _, _ in self.neighbour.operations() if at > start)
            return all(done[kind] >= LEAST for kind in KINDS)

        self.loop.run(is_enough, start + seconds + MORE)

    def measured(self, name, title, start, begin, end):
        """Ends a load that started at a time, and of which all was there from begin to end."""
        comparison = Comparison(title, self.given.factor, self.given.grain / 1000)
        self.comparisons[name] = comparison
        comparison.whole = (start, time.monotonic())
        comparison.beside.add(begin, end)
        comparison.alone.add(*self.stretches[-1])
        self.loop.wait(SETTLE)
        self.alone()
        comparison.alone.add(*self.stretches[-1])

    # Loads

    def load(self, load):
        say(f"{load.title}: {load.size // KIB} KiB at {load.rate // KIB} KB/s")
        before = self.memory.resident()
        self.memory.most = 0
        self.loop.late = 0
        self.cpu = time.process_time()
        there = self.downloadable(load.size) if load.down else []
        idle = self.idle(load)
        made = [self.upload(load, number) for number in range(load.up)]
        made += [self.download(load, *there[number % len(there)]) for number in range(load.down)]
        # Those of both kinds begin in turn.
        order = [number % max(load.up, load.down, 1) for number in (*range(load.up), *range(load.down))]
        start = time.monotonic()
        for place, client in zip(order, made, strict=True):
            self.loop.at(start + load.ramp * place / max(load.up, load.down), client.start)
        slow = load.seconds or load.size / load.rate
        # Slow at last: what comes before takes an eighth of its time.
        quick = max(0, load.size / load.rate - slow) / QUICK if load.up else 0
        begin, end = start + load.ramp + quick, start + quick + slow
        over = lambda: all(client.outcome is not None for client in made)
        self.loop.run(over, end - 1)
        heap = self.memory.collect()
        done = self.finish_all(made)
        asked = self.wake(idle)
        self.measured(load.name, load.title, start, begin, min(end - 1, done))
        self.accepted += [client for client in made if isinstance(client, Upload) and client.good()]
        self.summarize(load, made, idle, asked, before, heap)

    def finish_all(self, made):
        """Waits until clients are done, or none has moved for long, and returns when that was."""
        moved, since = -1, time.monotonic()
        end = since + HARD_LIMIT
        while not all(client.outcome for client in made):
            self.loop.run(lambda: all(client.outcome for client in made), time.monotonic() + 1)
            now, before = time.monotonic(), moved
            moved = sum(client.moved for client in made)
            since = now if moved != before else since
            if now > min(end, since + PATIENCE):
                break
        done = time.monotonic()
        for client in made:
            client.end("never done")
        return done

    def upload(self, load, number):
        path = f"/{BUCKET}/{load.name}/{number}"
        pace = (
            slow_at_last(load.size, load.rate, load.seconds)
            if load.seconds
            else steady(load.size, load.rate)
        )
        return Upload(self.loop, self.gateway, path, Content(load.size), pace, load.period)

    def download(self, load, path, content):
        pace = (
            slow_at_first(load.size, load.rate, load.seconds)
            if load.seconds
            else steady(load.size, load.rate)
        )
        return Download(self.loop, self.gateway, path, content, pace, load.period)

    def idle(self, load):
        """Opens idle connections, and waits until each has its first answer."""
        if not load.idle:
            return []
        request = self.gateway.head("HEAD", f"/{OPEN}/small")
        made = [Idle(self.loop, self.gateway, request, IDLE) for _ in range(load.idle)]
        self.spread(made, Idle.start)
        say(f"{sum(client.answers > 0 for client in made)} of {load.idle} idle connections are open")
        return made

    def wake(self, made):
        """Asks once more on each, and returns how many answer, and the longest that one was idle."""
        if not made:
            return None
        before = {client: client.answers for client in made}
        self.spread(made, Idle.ask)
        kept = [client for client in made if client.outcome is None and client.answers > before[client]]
        longest = max(client.longest for client in made)
        for client in made:
            client.end("kept")
        say(f"{len(kept)} of {len(made)} idle connections answer at last, after up to {longest:.0f} s")
        return {"kept": len(kept), "longestIdleSeconds": round(longest, 1)}

    def spread(self, made, what):
        start = time.monotonic()
        for number, client in enumerate(made):
            self.loop.at(start + number / 700, lambda now, client=client: what(client, now))
        lasts = len(made) / 700
        self.loop.wait(lasts)
        self.loop.run(lambda: all(client.is_quiet() for client in made), start + lasts + 30)

    def summarize(self, load, made, idle, asked, before, heap):
        outcomes = {"up": [], "down": []}
        for client in made:
            outcomes["up" if isinstance(client, Upload) else "down"].append(client)
        good = all(client.good() for client in made) and (not idle or asked["kept"] == len(idle))
        # On a busy machine, a few requests may find no quorum.
        good = good and again(made) <= 1 + len(made) // 20
        found = {
            "good": good,
            "KiB": load.size // KIB,
            "KBps": load.rate // KIB,
            "lateSeconds": round(self.loop.late, 2),
            "clientCpuSeconds": round(time.process_time() - self.cpu, 1),
        }
        for way, those in outcomes.items():
            if those:
                found[way] = counted(those)
        if idle:
            found["idle"] = {**asked, "outcomes": dict(collections.Counter(client.outcome for client in idle))}
        if before:
            found["residentMiB"] = {"before": before, "most": self.memory.most, "after": self.memory.resident()}
        if heap:
            found["liveHeapMiB"] = self.memory.collected(heap)
        self.found[load.name] = found
        say(f"{load.title}: {'none was refused' if good else describe(found)}")

    # What was stored

    def read_back(self):
        """Reads what was accepted since through another gateway."""
        if not self.accepted:
            return
        those, self.accepted = self.accepted, []
        began = time.monotonic()
        queue = Queue(self.loop, [Reader(self.loop, self.another, each.path, each.content) for each in those])
        self.loop.run(queue.is_empty, began + PATIENCE + len(those) / 4)
        bad = [client for client in queue.clients if not client.good()]
        self.lost += [f"{client.path}: {client.outcome}" for client in bad]
        self.read += len(those)
        took = time.monotonic() - began
        say(f"{len(those) - len(bad)} of {len(those)} accepted uploads are read back, in {took:.0f} s")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--endpoint", required=True, help="the gateway")
    options.add_argument("--read-back", help="another gateway of the same cluster")
    options.add_argument("--full", action="store_true", help="the sizes of the table, and times are judged")
    options.add_argument("--only", help="loads: up64,up8,up200,down64,down200,pauses,mixed,stalled,c10k")
    options.add_argument("--rate", type=int, default=50, help="the KB/s of each client of C10K")
    options.add_argument("--factor", type=float, default=1.5, help="how much longer a fast client may take with --full")
    options.add_argument("--grain", type=float, default=10, help="and these milliseconds")
    options.add_argument("--pid", type=int, help="the process of the gateway, whose memory is watched")
    options.add_argument("--jcmd", help="the JDK's jcmd, to ask for its heap")
    options.add_argument("--within", type=int, help="how many MiB it may have at most")
    given = options.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    Suite(given).run()
    return finish()


if __name__ == "__main__":
    sys.exit(main())
