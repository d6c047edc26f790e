"""Puts that pause while the same client puts the same key."""

import time

from checks import check
from clients import Upload
from loads import MIB
from pacing import Content, pausing, steady
from wire import ask


class Pauses:
    """Puts whose last bytes come late."""

    def __init__(self, suite, bucket):
        self.suite = suite
        self.bucket = bucket
        self.paused = []

    def run(self):
        """Puts whose last bytes come late, while the same client puts the same key."""
        suite = self.suite
        suite.say("puts that pause, and their key is put meanwhile")
        seconds = 20 if suite.given.full else 10
        start = time.monotonic()
        pairs = []
        for size in (4 * MIB, 8 * MIB):
            path = f"/{self.bucket}/pauses/{size}"
            paused = Upload(
                suite.loop, suite.gateway, path, Content(size), pausing(size, 16 * MIB, seconds), 0.05
            )
            second = Upload(suite.loop, suite.gateway, path, Content(size), steady(size, 16 * MIB), 0.05)
            suite.loop.at(start, paused.start)
            suite.loop.at(start + 3, second.start)
            pairs.append((size, paused, second))
        those = [client for _, *both in pairs for client in both]
        suite.loop.wait(seconds)
        done = suite.finish_all(those)
        texts = {
            f"{size // MIB} MiB": [f"{client.outcome}, {client.seconds():.1f} s" for client in both]
            for size, *both in pairs
        }
        suite.found["pauses"] = {"good": all(client.good() for client in those), **texts}
        suite.say(f"puts that pause, and those meanwhile: {texts}")
        for size, paused, second in pairs:
            self.paused.append((size, paused, second, ask(suite.another, "GET", paused.path).body()))
        suite.measured("pauses", "puts that pause", start, start + 3, min(start + seconds, done))

    def judge(self):
        for size in sorted({size for size, *_ in self.paused}):
            title = f"a put of {size // MIB} MiB pauses while its key is put"
            those = [each[1:] for each in self.paused if each[0] == size]
            outcomes = [f"{paused.outcome}, {second.outcome}" for paused, second, _ in those]
            check(all(one.good() and two.good() for one, two, _ in those), f"{title}: both are accepted", outcomes)
            contents = [got in (one.content.bytes(), two.content.bytes()) for one, two, got in those]
            check(all(contents), f"{title}: the object is one of the two, whole", [len(got) for *_, got in those])
            last = [got == last_of(one, two) for one, two, got in those]
            check(all(last), f"{title}: the object is what was acknowledged last", outcomes)


def last_of(*those):
    """Returns the content that was acknowledged last."""
    good = [client for client in those if client.good()]
    return max(good, key=lambda client: client.finished).content.bytes() if good else None
