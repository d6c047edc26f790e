"""Compares the checks of a suite that passed with the list of those that must.

Usage: compare.py LIST [--update] [--without PATTERN] < NAMES

The list only grows: with --update what passed is added to it. Prints each listed check that did not
pass or did not run, and ends with their number as its status, at most 100. Those whose names have
the pattern may be left out. A suite without a list fails too: nothing would be missed there.
"""

import argparse
import pathlib
import re
import sys


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("list", type=pathlib.Path)
    options.add_argument("--update", action="store_true")
    options.add_argument("--without")
    given = options.parse_args()
    path, update = given.list, given.update
    if not path.exists() and not update:
        print(f"FAILED: there is no list {path.name}, write it with --update")
        return 1
    listed = set(path.read_text().splitlines()) if path.exists() else set()
    passed = {line for line in sys.stdin.read().splitlines() if line}
    if update:
        listed |= passed
        path.write_text("".join(f"{name}\n" for name in sorted(listed)))
    missing = {name for name in listed - passed if given.without is None or not re.search(given.without, name)}
    for name in sorted(missing):
        print(f"FAILED: is on {path.name} and did not pass: {name}")
    for name in sorted(passed - listed):
        print(f"passes and is on no list, add it with --update: {name}")
    return min(len(missing), 100)


if __name__ == "__main__":
    sys.exit(main())
