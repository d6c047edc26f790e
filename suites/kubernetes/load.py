"""Puts and gets at a fixed rate, without retries, until it is told to stop; and checks what became of it.

A server may close a kept connection while a request is on its way over it. No HTTP client can tell
that beforehand, and all of them ask again (RFC 9112, 9.3.1). So does this one, once; it counts how often.

Usage: load.py run RESULT --stop FILE --prefix P --ca CA --endpoint URL ...   writes a line of JSON for each pair
       load.py check RESULT WHAT --at-least N [--allow CODE]   counts the checks of it
       load.py read RESULT WHAT --ca CA --endpoint URL         counts whether all that was put can be read
"""

import argparse
import hashlib
import json
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, ConnectionClosedError, SSLError

import checks

BUCKET = "kubernetes"
# Few enough for two processors that start the JVMs of a region meanwhile.
PAIRS_PER_SECOND = 5
SIZE = 20_000


def client(endpoint, ca):
    return boto3.client(
        "s3",
        endpoint_url=endpoint,
        verify=ca,
        config=Config(
            retries={"total_max_attempts": 1},
            s3={"addressing_style": "path"},
            connect_timeout=30,
            read_timeout=120,
            max_pool_connections=40,
        ),
    )


def body_of(key):
    block = hashlib.sha512(key.encode()).digest()
    return (block * (SIZE // len(block) + 1))[:SIZE]


def code_of(error):
    if isinstance(error, ClientError):
        return str(error.response["ResponseMetadata"]["HTTPStatusCode"])
    return type(error).__name__


def was_closed(error):
    return isinstance(error, ConnectionClosedError) or (isinstance(error, SSLError) and "EOF occurred" in str(error))


def pair(s3, key):
    """Puts and gets; returns what failed, and its code."""
    step, closed = "put", 0

    def ask(request):
        nonlocal closed
        try:
            return request()
        except (ConnectionClosedError, SSLError) as error:
            if not was_closed(error):
                raise
            closed += 1
            return request()

    try:
        ask(lambda: s3.put_object(Bucket=BUCKET, Key=key, Body=body_of(key)))
        step = "get"
        got = ask(lambda: s3.get_object(Bucket=BUCKET, Key=key)["Body"].read())
    except (ClientError, BotoCoreError) as error:
        return {"failed": step, "code": code_of(error), "error": str(error)[:300], "closed": closed}
    outcome = {} if got == body_of(key) else {"failed": "compare", "code": "wrong", "error": "other bytes"}
    return {**outcome, "closed": closed}


def make_bucket(s3):
    try:
        s3.create_bucket(Bucket=BUCKET)
    except s3.exceptions.BucketAlreadyOwnedByYou:
        pass


def run(options):
    clients = [(endpoint, client(endpoint, options.ca)) for endpoint in options.endpoints]
    writing = threading.Lock()
    with open(options.result, "w", encoding="utf-8") as result, ThreadPoolExecutor(40) as pool:

        def one(number):
            endpoint, s3 = clients[number % len(clients)]
            key = f"{options.prefix}/{number:06}"
            began = time.time()
            outcome = pair(s3, key)
            line = {"key": key, "endpoint": endpoint, "at": began, "took": time.time() - began, **outcome}
            with writing:
                result.write(json.dumps(line) + "\n")
                result.flush()

        make_bucket(clients[0][1])
        number, begin = 0, time.monotonic()
        stop = Path(options.stop)
        while not stop.exists():
            pool.submit(one, number)
            number += 1
            time.sleep(max(0.0, begin + number / PAIRS_PER_SECOND - time.monotonic()))
    return 0


def lines_of(path):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def check(options):
    lines = lines_of(options.result)
    took = sorted(line["took"] for line in lines) or [0.0]
    failures = [line for line in lines if "failed" in line]
    bad = [line for line in failures if line["code"] not in options.allow]
    print(
        f"{options.what}: {len(lines)} pairs, {len(failures)} failed, "
        f"p50 {took[len(took) // 2]:.2f} s, p99 {took[int(len(took) * 0.99)]:.2f} s, longest {took[-1]:.2f} s"
    )
    if failures:
        print(f"  failures of {max(f['at'] for f in failures) - min(f['at'] for f in failures):.1f} s: {codes(failures)}")
    checks.check(len(lines) >= options.at_least, f"{options.what}: there was a load", f"only {len(lines)} pairs")
    closed = sum(line["closed"] for line in lines)
    print(f"  {closed} requests met a connection that was just closed")
    checks.check(closed <= 1 + len(lines) // 100, f"{options.what}: hardly a connection ends beneath a request", closed)
    checks.check(not bad, f"{options.what}: no pair fails", "\n  ".join(json.dumps(line) for line in bad[:20]))
    return checks.finish()


def codes(failures):
    kinds = {}
    for line in failures:
        kind = f"{line['failed']} {line['code']}"
        kinds[kind] = kinds.get(kind, 0) + 1
    return ", ".join(f"{count} {kind}" for kind, count in kinds.items())


def read(options):
    s3 = client(options.endpoints[0], options.ca)
    keys = [line["key"] for line in lines_of(options.result) if "failed" not in line]
    with ThreadPoolExecutor(8) as pool:
        wrong = [each for each in pool.map(lambda key: problem(s3, key), keys) if each]
    checks.check(keys and not wrong, options.what, "\n  ".join(wrong[:20]))
    return checks.finish()


def problem(s3, key):
    try:
        got = s3.get_object(Bucket=BUCKET, Key=key)["Body"].read()
    except (ClientError, BotoCoreError) as error:
        return f"{key}: {error}"
    return "" if got == body_of(key) else f"{key}: other bytes"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=("run", "check", "read"))
    parser.add_argument("result")
    parser.add_argument("what", nargs="?", default="")
    parser.add_argument("--endpoint", dest="endpoints", action="append", default=[])
    parser.add_argument("--ca")
    parser.add_argument("--prefix", default="")
    parser.add_argument("--stop")
    parser.add_argument("--at-least", type=int, default=1)
    parser.add_argument("--allow", action="append", default=[])
    options = parser.parse_args()
    return {"run": run, "check": check, "read": read}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
