"""The attacks: connections that are opened, perhaps fed now and then, and closed."""

import random
import socket
import threading

from client import Client

# So that the limit for one address is not what holds them off.
SOURCES = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


class Held:
    """Connections with the beginning of a request each."""

    def __init__(self, port, begins, feed=None, small=False):
        self.port = port
        self.begins = begins
        self.feed = feed
        self.small = small
        self.sockets = []
        self.ended = threading.Event()
        self.feeder = threading.Thread(target=self.go_on, daemon=True)

    def __enter__(self):
        for number, begin in enumerate(self.begins()):
            try:
                self.sockets.append(self.connect(SOURCES[number % len(SOURCES)], begin))
            except TimeoutError:
                break  # The gateway takes no more.
            except OSError:
                pass  # It cuts some of them off.
        self.feeder.start()
        return self

    def connect(self, source, begin):
        one = socket.socket()
        if self.small:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.settimeout(2)
        one.bind((source, 0))
        one.connect(("127.0.0.1", self.port))
        one.sendall(begin)
        one.settimeout(0)
        return one

    def go_on(self):
        while self.feed is not None and not self.ended.wait(1):
            for one in self.sockets:
                try:
                    one.send(self.feed)
                except OSError:
                    pass

    def __exit__(self, *_):
        self.ended.set()
        self.feeder.join()
        for one in self.sockets:
            one.close()


class Guessed:
    """Requests with keys that nobody has, from pages that ask for buckets that are not there."""

    def __init__(self, port):
        self.port = port
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.go_on, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def go_on(self):
        while not self.ended.wait(0.02):
            name = "GIZA" + "".join(random.choice(LETTERS) for _ in range(16))
            stranger = Client(self.port, name, "x" * 20, SOURCES[0])
            try:
                path = f"/none-{random.randrange(10**9)}"
                stranger.request("GET", path, origin="http://a.example")
            except OSError:
                pass

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


def attacks(port, attacker):
    """Returns what begins each attack, by its name."""

    def put(number):
        return attacker.head("PUT", f"/attacks/slow{number}", length=5_000_000_000)

    def document(_):
        query = "uploadId=00000000000000000000000000000001"
        return attacker.head("POST", "/attacks/large", query, length=8 << 20) + b"<" * 200_000

    def unsigned_form(_):
        return (
            b"POST /attacks HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n"
            b"Content-Type: multipart/form-data; boundary=XX\r\n\r\n--XX\r\n"
            b'Content-Disposition: form-data; name="key"\r\n\r\nab'
        )

    def signed_form(number):
        return attacker.form("attacks", f"form{number}", b"d" * 300_000, announced=5 << 30)

    def held(count, begin, **more):
        return lambda: Held(port, lambda: [begin(number) for number in range(count)], **more)

    return {
        "gets that nobody reads": held(110, lambda _: attacker.head("GET", "/attacks/large"), small=True),
        "puts that send one byte": held(60, lambda number: put(number) + b"x"),
        "puts that drip": held(24, put, feed=b"z" * 6144),
        "heads that drip": held(200, lambda _: b"GET / HTTP/1.1\r\nX: ", feed=b"a"),
        "empty lines for heads": held(200, lambda _: b"\r\n", feed=b"\r\n"),
        "documents of 8 MiB": held(130, document),
        "half forms without a key": held(400, unsigned_form),
        "half forms of 5 GiB": held(8, signed_form),
        "connections that say nothing": held(600, lambda _: b""),
        "keys that nobody has": lambda: Guessed(port),
    }
