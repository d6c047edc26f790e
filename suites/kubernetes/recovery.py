"""Asks recovery-workers until all is as it should be.

Usage: recovery.py even WHAT WORKER ...        has them compare and repair until an audit says 'even'
       recovery.py active DC WHAT WORKER ...   waits until both stores of a data center are active
A WORKER is the URL of one. GIZA_TOKEN is the cluster token; TLS_FOLDER has ca.crt, dc1.crt and dc1.key.
"""

import json
import os
import ssl
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import checks

SECONDS = 240
PAUSE = 1.0


def context():
    folder = Path(os.environ["TLS_FOLDER"])
    made = ssl.create_default_context(cafile=str(folder / "ca.crt"))
    made.load_cert_chain(folder / "dc1.crt", folder / "dc1.key")
    return made


def ask(worker, path, method="GET"):
    request = urllib.request.Request(
        f"{worker}/internal/recovery/{path}",
        method=method,
        headers={"Authorization": f"Bearer {os.environ['GIZA_TOKEN']}"},
    )
    with urllib.request.urlopen(request, timeout=60, context=context()) as answer:
        return json.load(answer)


def is_even(workers):
    """Begins a comparison at each worker, and tells what an audit finds wrong meanwhile."""
    for worker in workers:
        ask(worker, "catch-up", "POST")
    status = ask(workers[0], "audit", "POST")
    while status["state"] == "running":
        time.sleep(PAUSE)
        status = ask(workers[0], "audit")
    report = status.get("report") or {}
    return report.get("even", False), json.dumps(status)[:2000]


def is_active(dc, workers):
    members = {each["dc"]: each for each in ask(workers[0], "members")}
    filled = members[dc]["table"] == members[dc]["fragments"] == "active"
    filling = [ask(worker, "status")["replacements"] for worker in workers]
    return filled, json.dumps([members[dc], filling])[:2000]


def await_that(what, holds):
    end = time.monotonic() + SECONDS
    done, said = False, ""
    while not done and time.monotonic() < end:
        try:
            done, said = holds()
        except (urllib.error.URLError, OSError, KeyError) as error:
            said = repr(error)
        if not done:
            time.sleep(PAUSE)
    checks.check(done, what, said)
    return checks.finish()


def main():
    command, *rest = sys.argv[1:]
    if command == "even":
        what, *workers = rest
        return await_that(what, lambda: is_even(workers))
    dc, what, *workers = rest
    return await_that(what, lambda: is_active(dc, workers))


if __name__ == "__main__":
    sys.exit(main())
