"""The bytes of clients, their pace, and the loop that moves thousands of clients in a single thread."""

import heapq
import itertools
import os
import select
import time

# The bytes of everything that is stored; each object is a stretch of them.
POOL = os.urandom(24 << 20)


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
    """Its last seconds are slow, and all before is fast."""
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
