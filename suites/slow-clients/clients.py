"""Clients of every speed.

Slow ones move a few KiB at a time, by a clock, so none of them costs more than its bytes do. Their
segments are as short as those of the Internet: over loopback a sender would otherwise be rid of two MiB
at once, which nobody on a train allows it."""

import collections
import errno
import socket
import statistics
import time

from wire import Answer

SEGMENT = 1448
# Of slow clients that read. Linux doubles it.
WINDOW = 64 << 10
MOVED_AT_ONCE = 256 << 10
# As the default of most SDKs.
MOST_TRIES = 3


class Client:
    """One connection. Its outcome is a few words once it is over."""

    sources = ["127.0.0.1"]

    def __init__(self, loop, endpoint, ended=None):
        self.loop = loop
        self.endpoint = endpoint
        self.ended = ended
        self.socket = None
        self.outcome = None
        self.answer = Answer()
        self.began = self.finished = 0

    def connect(self, window=None, segment=SEGMENT):
        self.began = time.monotonic()
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if segment:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
        if window:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        for number in range(2, 10):
            try:
                self.socket.connect(self.endpoint.address)
            except BlockingIOError:
                return
            except OSError as failure:
                # One address has no port left for this one.
                if failure.errno != errno.EADDRNOTAVAIL:
                    raise
                source = f"127.0.0.{number}"
                self.socket.bind((source, 0))
                if source not in Client.sources:
                    Client.sources.append(source)
            else:
                return

    def end(self, outcome):
        if self.outcome is not None:
            return
        self.outcome = outcome
        self.finished = time.monotonic()
        if self.socket:
            self.loop.forget(self.socket)
            self.socket.close()
        if self.ended:
            self.ended(self)

    def seconds(self):
        return self.finished - self.began

    def good(self):
        return self.outcome == "whole"

    def receive(self, most=MOVED_AT_ONCE):
        """Returns what is there, None if nothing is; ends on what is broken."""
        try:
            chunk = self.socket.recv(most)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError as failure:
            self.end(broken(failure))
            return None
        return chunk


def broken(failure):
    return {errno.ECONNRESET: "reset", errno.EPIPE: "reset", errno.ECONNREFUSED: "refused"}.get(
        failure.errno, repr(failure)
    )


class Paced(Client):
    """A client that moves as many bytes as its pace allows, every so often."""

    def __init__(self, loop, endpoint, path, content, pace, period=0.1, ended=None):
        super().__init__(loop, endpoint, ended)
        self.path = path
        self.content = content
        self.pace = pace
        self.period = period
        self.moved = 0
        self.last = 0

    def allowed(self, now):
        """Returns how much may move: what is due, and at most twice what its pace has for the time since
        it moved last. So whoever was held up goes on at twice its speed."""
        since = now - (self.last or self.began)
        self.last = now
        most = max(4096, int(2 * self.pace.steepest * since))
        return min(most, int(self.pace.due(now - self.began)) - self.moved)

    def start(self, now):
        try:
            self.begin()
        except OSError as failure:
            self.end(broken(failure))
        else:
            self.loop.at(now, self.tick)

    def tick(self, now):
        if self.outcome is None:
            self.move(now)
        if self.outcome is None and not self.rests():
            self.loop.at(now + self.period, self.tick)

    def rests(self):
        return False


class Upload(Paced):
    """A put with a paced body. Like an SDK it retries ServiceUnavailable, which means that data centers
    do not answer. A limit answers SlowDown, which is not retried."""

    tries = 0

    def begin(self):
        self.tries += 1
        self.head = self.endpoint.head("PUT", self.path, length=self.content.size)
        self.connect()
        self.loop.watch(self.socket, self.answered)

    def begin_again(self):
        rested = self.rests()
        self.loop.forget(self.socket)
        self.socket.close()
        self.answer = Answer()
        self.moved = self.last = 0
        try:
            self.begin()
        except OSError as failure:
            self.end(broken(failure))
            return
        if rested:
            self.loop.at(self.began, self.tick)

    def move(self, now):
        try:
            if self.head:
                self.head = self.head[self.socket.send(self.head) :]
                return
            allowed = self.allowed(now)
            if allowed > 0:
                self.moved += self.socket.send(self.content.part(self.moved, self.moved + allowed))
        except (BlockingIOError, InterruptedError):
            pass
        except OSError as failure:
            # The reason may have come before the end.
            self.answered(0)
            self.end(f"{broken(failure)} after {self.share()} of it")

    def rests(self):
        return self.moved == self.content.size

    def share(self):
        return f"{100 * self.moved // self.content.size}%"

    def answered(self, events):
        chunk = self.receive()
        if chunk is None:
            return
        if chunk:
            self.answer.take(chunk)
            if not self.answer.whole():
                return
        if self.answer.status == 200 and self.moved == self.content.size:
            self.end("whole")
        elif self.answer.code() == "ServiceUnavailable" and self.tries < MOST_TRIES:
            self.begin_again()
        elif self.answer.status:
            self.end(self.answer.text())
        else:
            self.end("closed without an answer")


class Download(Paced):
    """A get whose body is taken at a pace."""

    def begin(self):
        self.head = self.endpoint.head("GET", self.path)
        self.connect(WINDOW)

    def move(self, now):
        if self.head:
            try:
                self.head = self.head[self.socket.send(self.head) :]
            except (BlockingIOError, InterruptedError):
                pass
            except OSError as failure:
                self.end(broken(failure))
            return
        allowed = 4096 if not self.answer.body_at else self.allowed(now)
        if allowed <= 0:
            return
        chunk = self.receive(allowed)
        if chunk is None:
            return
        if not chunk:
            self.end(
                f"cut at {100 * self.moved // self.content.size}%" if self.answer.status else "closed without an answer"
            )
        elif not self.answer.body_at:
            if self.answer.take(chunk):
                self.judge_head()
        else:
            self.take(chunk)

    def judge_head(self):
        if self.answer.status != 200:
            self.end(self.answer.text())
        elif self.answer.length() != self.content.size:
            self.end(f"{self.answer.length()} bytes instead of {self.content.size}")
        else:
            self.take(self.answer.body())

    def take(self, chunk):
        if not self.content.goes_on(self.moved, chunk):
            self.end(f"other bytes at {self.moved}")
            return
        self.moved += len(chunk)
        if self.moved == self.content.size:
            self.end("whole")


def again(those):
    """Returns the number of retries."""
    return sum(client.tries - 1 for client in those if isinstance(client, Upload))


def counted(those):
    """Returns how many ended how, and the seconds of the first and the last."""
    if not those:
        return {}
    seconds = [client.seconds() for client in those]
    outcomes = collections.Counter(client.outcome for client in those)
    return {
        "outcomes": dict(outcomes),
        "again": again(those),
        "seconds": [round(min(seconds), 1), round(statistics.median(seconds), 1), round(max(seconds), 1)],
    }
