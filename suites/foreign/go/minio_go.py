"""Prints the checks of minio-go's functional tests. Usage: minio_go.py FAIL_LIST < WHAT_THEY_PRINT

A test prints a line of JSON for each of its parts, and has passed if all of them have. FAIL_LIST has
a line for each test that does not pass: its name, a tab, and why. One without a reason is a failure.
"""

import json
import pathlib
import sys


def main():
    reasons = dict(line.split("\t") for line in pathlib.Path(sys.argv[1]).read_text().splitlines())
    ended, why = {}, {}
    for line in sys.stdin:
        try:
            part = json.loads(line)
            name = part["name"].removeprefix("minio-go: ")
        except (ValueError, KeyError):
            print(line, end="")
            continue
        ended[name] = ended.get(name, True) and part["status"] == "PASS"
        if part["status"] != "PASS":
            why.setdefault(name, f"{part.get('message') or part.get('alert')}: {part.get('error')}")
    failed = 0
    for name, good in ended.items():
        if good:
            print(f"PASSED: minio-go: {name}")
            if name in reasons:
                print(f"passes now, take it from {pathlib.Path(sys.argv[1]).name}: {name}")
        elif name not in reasons:
            failed += 1
            print(f"FAILED: minio-go: {name}: {why[name]}")
    print(f"{sum(ended.values())} passed, {failed} failed")


if __name__ == "__main__":
    main()
