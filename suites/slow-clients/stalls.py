"""Clients that begin something and move no byte from then on, beside slow ones that do, and readers
without a key."""

import collections
import time

from beside import finite, quantile
from checks import check
from clients import Download, Upload, counted
from pacing import POOL, Content, steady
from waiting import Reader, Stalled

KIB, MIB = 1 << 10, 1 << 20
# giza.gateway.slow-clients.idle and .head, and what it may take to notice.
CLOSED_AFTER = 30
NOTICED = 8
# What is closed sooner was not admitted; silent readers may have to go after 2 s.
ADMITTED = 1
# How long readers are measured without stalled ones, and beside them.
USUAL = 4
BESIDE = 12
# What a slow client moves in a second, and how many there are of each direction.
HONEST = ((50 * KIB, 64), (8 * KIB, 32))
PATIENCE = 45
BUCKET = "slow-clients"
LARGE = "/slow-clients-open/large"
SMALL = "/slow-clients-open/small"


class Stalls:
    def __init__(self, suite):
        self.suite = suite
        self.loop = suite.loop
        self.gateway = suite.gateway
        # The times of readers before stalled clients came, and beside them.
        self.readings = {}
        self.stalled = {}
        self.honest = []

    def run(self):
        """Stalled ones are closed, slow ones beside them are not, and readers do not notice."""
        lasts = CLOSED_AFTER + 4
        suite = self.suite
        suite.say("clients that stall, beside slow ones and readers without a key")
        for rate, _ in HONEST:
            suite.downloadable(rate * lasts)
        usual = self.readers(USUAL)
        honest = [client for rate, count in HONEST for client in self.honest_ones(rate, count, lasts)]
        stalled = self.stalled_ones()
        everybody = [client for those in stalled.values() for client in those]
        start = time.monotonic()
        self.all_at(start, 1, everybody)
        self.all_at(start + 1, 2, honest)
        self.loop.wait(3)
        self.readings = {"usual": usual, "beside": self.readers(BESIDE)}
        measured = time.monotonic()
        suite.read_back()
        self.wait_until_closed(everybody, start + 1)
        self.stalled = stalled
        for client in everybody:
            client.end("is still open")
        suite.finish_all(honest)
        self.honest = honest
        good = all(client.good() for client in self.honest)
        suite.found["stalled"] = {
            "good": good,
            "outcomes": {kind: counted(those) for kind, those in self.stalled.items()},
            "slow": counted(self.honest),
            "readers": self.readings,
        }
        suite.measured("stalled", "clients that stall", start, start + 2, measured)
        suite.accepted += [client for client in honest if isinstance(client, Upload) and client.good()]

    def wait_until_closed(self, everybody, start):
        self.loop.run(lambda: False, start + CLOSED_AFTER + NOTICED)
        for client in everybody:
            client.drain()
        readers = [client for client in everybody if client.reads]
        self.loop.run(lambda: all(client.outcome for client in readers), time.monotonic() + 10)

    def honest_ones(self, rate, count, lasts):
        size, pace = rate * lasts, steady(rate * lasts, rate)
        there = self.suite.downloadable(size)
        made = []
        for number in range(count):
            path = f"/{BUCKET}/beside/{rate}/{number}"
            made.append(Upload(self.loop, self.gateway, path, Content(size), pace))
            made.append(Download(self.loop, self.gateway, *there[number % len(there)], pace))
        return made

    def stalled_ones(self):
        half = self.gateway.head("GET", f"/{BUCKET}/half")
        put = [self.gateway.head("PUT", f"/{BUCKET}/stalled/{number}", length=4 * MIB) for number in range(60)]
        kinds = {
            "gets without a key": [(self.gateway.nobody().head("GET", LARGE), 4096)] * 60,
            "gets": [(self.gateway.head("GET", LARGE), 4096)] * 40,
            "puts without a body": [(head, None) for head in put[:20]],
            "puts within their body": [(head + POOL[: 64 * KIB], None) for head in put[20:]],
            "heads": [(half[: len(half) // 2], None)] * 40,
            "connections that say nothing": [(b"", None)] * 20,
        }
        return {kind: [Stalled(self.loop, self.gateway, *each) for each in those] for kind, those in kinds.items()}

    def all_at(self, start, ramp, made):
        for number, client in enumerate(made):
            self.loop.at(start + ramp * number / len(made), client.start)

    # Readers

    def readers(self, seconds):
        """Four at a time that have no key get a small object again and again; what it took, in ms."""
        end = time.monotonic() + seconds
        made = []

        def start(now):
            if now < end:
                reader = Reader(self.loop, self.gateway.nobody(), SMALL, self.suite.small, again)
                made.append(reader)
                reader.start(now)

        def again(reader):
            self.loop.at(max(reader.began + 0.25, time.monotonic()), start)

        for number in range(4):
            self.loop.at(time.monotonic() + number / 16, start)
        self.loop.run(lambda: False, end)
        self.loop.run(lambda: all(reader.outcome for reader in made), end + PATIENCE)
        for reader in made:
            reader.ended = None
            reader.end("not done")
        # What is refused quickly is not quick.
        taken = [reader.seconds() if reader.good() else PATIENCE for reader in made]
        failed = collections.Counter(reader.outcome for reader in made if not reader.good())
        figures = {name: finite(quantile(taken, share)) for name, share in (("p50", 0.5), ("p90", 0.9), ("max", 1))}
        return {"gets": len(made), "failed": dict(failed), **figures}

    # Judgment

    def judge(self):
        if not self.readings:
            return
        for kind, those in self.stalled.items():
            # Whoever is turned away at once was never there to be closed.
            wrong = [client for client in those if not client.is_closed() or client.seconds() < ADMITTED]
            check(not wrong, f"stalled {kind} are admitted and then closed", counted(wrong))
        bad = [client for client in self.honest if not client.good()]
        check(not bad, "slow clients beside stalled ones: none is refused or cut", counted(bad))
        usual, beside = self.readings["usual"], self.readings["beside"]
        failed = beside["failed"]
        check(not failed, "readers without a key beside stalled ones: none is refused", failed)
        given = self.suite.given
        for name in ("p50", "p90") if given.full else ():
            check(
                beside[name] <= given.factor * usual[name] + 2 * given.grain,
                f"readers without a key beside stalled ones: {name} is the usual",
                f"{beside[name]} ms instead of {usual[name]} ms",
            )
