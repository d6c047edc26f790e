"""Counts the checks of a program of a suite: prints a line for each, and at last "N passed, N failed".

count_checks of suite.sh runs such programs, and has them find this module.
"""

import sys
import time
import traceback
from contextlib import contextmanager

passed = 0
failed = 0
client = ""
began = time.monotonic()


def say(text):
    """Prints progress with the seconds since the program began."""
    print(f"{time.monotonic() - began:6.1f} s  {text}", flush=True)


def check(holds, what, detail=""):
    """Counts whether something holds; if not, the detail is shown."""
    global passed, failed
    if holds:
        passed += 1
        print(f"PASSED: {what}", flush=True)
    else:
        failed += 1
        print(f"FAILED: {what}\n  {detail}", flush=True)


@contextmanager
def succeeds(what):
    """Counts whether the block succeeds."""
    try:
        yield
    except Exception:
        check(False, what)
        traceback.print_exc(file=sys.stdout)
    else:
        check(True, what)


def client_succeeds(what):
    """Counts whether the block succeeds, which is about the client whose turn it is."""
    return succeeds(f"{client}: {what}")


def run_all(functions, *endpoints):
    """Runs those of a module's functions that are called NAME_clients, and finishes."""
    global client
    for name, function in list(functions.items()):
        if name.endswith("_clients"):
            client = name.removesuffix("_clients")
            with client_succeeds("runs to its end"):
                function(*endpoints)
    return finish()


def finish():
    """Prints the sums, and returns the status to end with."""
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0
