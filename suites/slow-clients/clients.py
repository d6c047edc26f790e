"""Clients of every speed, thousands of them in one thread.

Slow ones move a few KiB at a time, by a clock, so none of them costs more than its bytes do. Their
segments are as short as those of the Internet: over loopback a sender would otherwise be rid of two MiB
at once, which nobody on a train allows it."""

import collections
import errno
import heapq
import itertools
import os
import select
import socket
import statistics
import time

from wire import Answer

SEGMENT = 1448
# Of slow clients that read. Linux doubles it.
WINDOW = 64 << 10
# The bytes of everything that is stored; each object is a stretch of them.
POOL = os.urandom(24 << 20)
MOVED_AT_ONCE = 256 << 10


class Content:
    """The bytes of one object, unlike those of any other."""

    numbers = itertools.count(1)

    def __init__(self, size):
        self.size = size
        self.at = next(self.numbers) * 7_919 % (len(POOL) - size)

    def bytes(self):
        return POOL[self.at : self.at + self.size]

    def part(self, begin, end):
        return memoryview(POOL)[self.at + begin : self.at + min(end, self.size)]

    def goes_on(self, position, chunk):
        """Returns whether a chunk is what stands at a position."""
        return position + len(chunk) <= self.size and POOL.startswith(chunk, self.at + position)


class Loop:
    """Sockets and clocks of one thread."""

    def __init__(self):
        self.epoll = select.epoll()
        self.timers = []
        self.order = itertools.count()
        self.watched = {}
        # How late a timer was at worst since it was looked at: these clients have a machine to share.
        self.late = 0

    def at(self, when, call):
        heapq.heappush(self.timers, (when, next(self.order), call))

    def watch(self, one, call, events=select.EPOLLIN):
        self.epoll.register(one.fileno(), events | select.EPOLLRDHUP)
        self.watched[one.fileno()] = call

    def forget(self, one):
        if self.watched.pop(one.fileno(), None):
            self.epoll.unregister(one.fileno())

    def run(self, is_over, deadline=float("inf")):
        """Runs until something is over; returns whether it was before the deadline."""
        while not is_over():
            now = time.monotonic()
            if now > deadline:
                return False
            while self.timers and self.timers[0][0] <= now:
                when, _, call = heapq.heappop(self.timers)
                self.late = max(self.late, now - when)
                call(time.monotonic())
            wait = 0.05 if not self.timers else min(0.05, max(0, self.timers[0][0] - time.monotonic()))
            for number, events in self.epoll.poll(wait, 1024):
                call = self.watched.get(number)
                if call:
                    call(events)
        return True

    def wait(self, seconds):
        end = time.monotonic() + seconds
        self.run(lambda: time.monotonic() >= end)


class Pace:
    """How many bytes have moved after which time, in straight lines between points."""

    def __init__(self, *points):
        self.points = points
        pairs = list(itertools.pairwise(points))
        self.steepest = max((b - a) / (t - s) for (s, a), (t, b) in pairs)
        self.last = points[-1][0]

    def due(self, seconds):
        for (s, a), (t, b) in itertools.pairwise(self.points):
            if seconds < t:
                return a + (b - a) * (seconds - s) / (t - s)
        return self.points[-1][1]


def steady(size, rate):
    return Pace((0, 0), (size / rate, size))


QUICK = 8


def slow_at_last(size, rate, seconds):
    """The last seconds of it are slow, and what comes before is not."""
    first = max(1, size - int(rate * seconds))
    quick = first / (QUICK * rate)
    return Pace((0, 0), (quick, first), (quick + (size - first) / rate, size))


def slow_at_first(size, rate, seconds):
    first = min(size - 1, int(rate * seconds))
    slow = first / rate
    return Pace((0, 0), (slow, first), (slow + (size - first) / (QUICK * rate), size))


def pausing(size, rate, seconds, rest=64 << 10):
    """Pauses before the rest."""
    begun = (size - rest) / rate
    return Pace((0, 0), (begun, size - rest), (begun + seconds, size - rest), (begun + seconds + 0.1, size))


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
    """A put whose body comes at a pace."""

    def begin(self):
        self.head = self.endpoint.head("PUT", self.path, length=self.content.size)
        self.connect()
        self.loop.watch(self.socket, self.answered)

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

    # What closed ones may leave to read in sockets, and more than that.
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
        # Who reads nothing does not look at what it could read.
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
        """Reads what is left, which is how a reader finds out that it was closed."""
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


def counted(those):
    """Returns how many ended how, and the seconds of the first and the last."""
    if not those:
        return {}
    seconds = [client.seconds() for client in those]
    outcomes = collections.Counter(client.outcome for client in those)
    return {
        "outcomes": dict(outcomes),
        "seconds": [round(min(seconds), 1), round(statistics.median(seconds), 1), round(max(seconds), 1)],
    }
