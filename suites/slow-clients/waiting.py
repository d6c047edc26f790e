"""Clients that idle, stall, or get one small object after the other."""

import collections
import select
import time

from clients import Client, broken
from wire import Answer


class Idle(Client):
    """A connection that asks now and then whether an object is there, and idles in between."""

    def __init__(self, loop, endpoint, request, rest, ended=None):
        super().__init__(loop, endpoint, ended)
        self.request = request
        self.rest = rest
        self.asked = 0
        self.answers = 0
        self.longest = 0

    def start(self, now):
        try:
            self.connect(segment=None)
            self.loop.watch(self.socket, self.readable)
        except OSError as failure:
            self.end(broken(failure))
        else:
            self.last = now
            self.ask(now)

    def ask(self, now):
        """Asks, unless it did not rest long enough or waits for an answer."""
        if self.outcome is not None or self.asked > self.answers:
            return
        self.longest = max(self.longest, now - self.last)
        try:
            self.socket.send(self.request)
        except (BlockingIOError, InterruptedError):
            self.loop.at(now + 0.1, self.ask)
        except OSError as failure:
            self.end(f"{broken(failure)} after {self.answers} answers")
        else:
            self.asked += 1

    def again(self, now):
        if now - self.last >= self.rest - 0.1:
            self.ask(now)

    def readable(self, events):
        chunk = self.receive()
        if chunk is None:
            return
        if not chunk:
            after = time.monotonic() - self.last
            self.end(
                f"closed after {self.answers} answers and {after:.0f} s" if self.answers else "closed without an answer"
            )
        elif self.answer.take(chunk):
            if self.answer.status != 200:
                self.end(self.answer.text())
                return
            self.answers += 1
            self.answer = Answer()
            self.last = time.monotonic()
            self.loop.at(self.last + self.rest, self.again)

    def is_quiet(self):
        """Whether it is over, or every question has its answer."""
        return self.outcome is not None or self.answers == self.asked


class Stalled(Client):
    """A client that begins something and moves no byte from then on."""

    # More than a closed connection may leave to read in sockets.
    LEFT = 6 << 20

    def __init__(self, loop, endpoint, sent, window=None, ended=None):
        super().__init__(loop, endpoint, ended)
        self.sent = sent
        self.reads = window is not None
        self.window = window
        self.received = 0

    def start(self, now):
        try:
            self.connect(self.window)
            self.loop.at(now, self.tick)
        except OSError as failure:
            self.end(broken(failure))

    def tick(self, now):
        if self.outcome is not None:
            return
        try:
            if self.sent:
                self.sent = self.sent[self.socket.send(self.sent) :]
                if self.sent:
                    self.loop.at(now + 0.05, self.tick)
                    return
        except (BlockingIOError, InterruptedError):
            self.loop.at(now + 0.05, self.tick)
            return
        except OSError as failure:
            self.end(broken(failure))
            return
        # A client that reads nothing does not look at its input.
        self.loop.watch(self.socket, self.noticed, 0 if self.reads else select.EPOLLIN)

    def noticed(self, events):
        if self.reads:
            if events & (select.EPOLLERR | select.EPOLLHUP | select.EPOLLRDHUP):
                self.end("closed")
            return
        chunk = self.receive()
        if chunk:
            self.answer.take(chunk)
        elif chunk is not None:
            self.end("closed" if not self.answer.status else f"{self.answer.text()} and closed")

    def drain(self):
        """Reads the rest, which is how a reader finds out that it was closed."""
        if self.outcome is None and self.reads:
            self.loop.forget(self.socket)
            self.loop.watch(self.socket, self.drained)

    def drained(self, events):
        while self.outcome is None:
            chunk = self.receive()
            if chunk is None:
                return
            self.received += len(chunk)
            if not chunk:
                self.end("closed")
            elif self.received > self.LEFT:
                self.end("is still served")

    def is_closed(self):
        return self.outcome is not None and (self.outcome in ("closed", "reset") or self.outcome.endswith("and closed"))


class Reader(Client):
    """Gets an object as fast as it comes, on a connection of its own."""

    def __init__(self, loop, endpoint, path, content, ended=None):
        super().__init__(loop, endpoint, ended)
        self.path = path
        self.content = content
        self.position = 0

    def start(self, now):
        try:
            self.head = self.endpoint.head("GET", self.path)
            self.connect(segment=None)
        except OSError as failure:
            self.end(broken(failure))
        else:
            self.loop.watch(self.socket, self.readable, select.EPOLLOUT)

    def readable(self, events):
        if self.head:
            try:
                self.socket.send(self.head)
            except OSError as failure:
                self.end(broken(failure))
                return
            self.head = b""
            self.loop.forget(self.socket)
            self.loop.watch(self.socket, self.readable)
            return
        chunk = self.receive()
        if chunk is None:
            return
        if not chunk:
            self.end(self.answer.text() if self.answer.status != 200 else "cut")
            return
        if not self.answer.body_at or self.answer.status != 200:
            if not self.answer.take(chunk):
                return
            chunk = self.answer.body()
        if self.answer.status != 200:
            if self.answer.whole():
                self.end(self.answer.text())
            return
        if not self.content.goes_on(self.position, chunk):
            self.end(f"other bytes at {self.position}")
            return
        self.position += len(chunk)
        if self.position == self.content.size:
            self.end("whole")


class Queue:
    """Starts clients one after the other, a few at a time."""

    def __init__(self, loop, made, width=6):
        self.loop = loop
        self.waiting = collections.deque(made)
        self.open = 0
        self.clients = []
        for _ in range(width):
            self.next()

    def next(self, _=None):
        if not self.waiting:
            return
        client = self.waiting.popleft()
        client.ended = self.over
        self.open += 1
        self.clients.append(client)
        self.loop.at(time.monotonic(), client.start)

    def over(self, _):
        self.open -= 1
        self.next()

    def is_empty(self):
        return not self.open and not self.waiting
