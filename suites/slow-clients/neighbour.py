"""A fast client, in a process of its own so that it waits for nobody but the gateway.

It puts and gets in turn, over one connection that it keeps, and writes a line for each operation."""

import http.client
import json
import multiprocessing
import os
import pathlib
import random
import signal
import time

from wire import Answer

SIZES = {"4 MiB": 4 << 20, "4 KiB": 4 << 10}
KINDS = [f"{what} {size}" for size in SIZES for what in ("put", "get")]
# Of the beginnings of two operations, if the first did not take longer.
RHYTHM = 0.08
PATIENCE = 60


class Neighbour:
    def __init__(self, endpoint, bucket, file):
        self.file = pathlib.Path(file)
        self.file.touch()
        self.position = 0
        self.seen = []
        arguments = (endpoint, bucket, str(file), os.getpid())
        self.process = multiprocessing.get_context("fork").Process(target=work, args=arguments, daemon=True)
        self.process.start()

    def operations(self):
        """Returns (kind, when it began, seconds, what was wrong) of all so far."""
        with self.file.open() as file:
            file.seek(self.position)
            lines = file.read()
        complete = lines[: lines.rfind("\n") + 1]
        self.position += len(complete.encode())
        self.seen += [json.loads(line) for line in complete.splitlines()]
        return self.seen

    def stop(self):
        self.process.terminate()
        self.process.join()


def work(endpoint, bucket, file, parent):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    chance = random.Random(1)
    pool = chance.randbytes(8 << 20)
    client = Fast(endpoint)
    stored = {}
    due = time.monotonic()
    with open(file, "a", buffering=1) as log:
        while os.getppid() == parent:
            for size, length in SIZES.items():
                path = f"/{bucket}/neighbour/{size.replace(' ', '')}"
                for what in ("put", "get"):
                    time.sleep(max(0, due - time.monotonic()))
                    began = time.monotonic()
                    if what == "put":
                        at = chance.randrange(len(pool) - length)
                        body = pool[at : at + length]
                        wrong, _ = client.ask("PUT", path, body)
                        # What was refused may have been stored all the same.
                        stored[size] = [body] if not wrong else stored.get(size, []) + [body]
                    else:
                        wrong, content = client.ask("GET", path)
                        if not wrong and content not in stored[size]:
                            wrong = "other bytes"
                    now = time.monotonic()
                    log.write(json.dumps((f"{what} {size}", began, now - began, wrong)) + "\n")
                    due = max(due + RHYTHM, now)


class Fast:
    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.connection = None

    def ask(self, method, path, body=None):
        """Returns what was wrong, or nothing, and the content."""
        headers = {"host": self.endpoint.host}
        self.endpoint.sign(method, path, "", headers)
        if self.connection is None:
            self.connection = http.client.HTTPConnection(*self.endpoint.address, timeout=PATIENCE)
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as failure:
            self.connection.close()
            self.connection = None
            return repr(failure), b""
        if answer.status == 200:
            return "", content
        said = Answer()
        said.take(b"\r\n\r\n" + content)
        return f"{answer.status} {said.code()}", b""
