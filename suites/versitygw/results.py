"""Compares what run.py printed (standard input) with the committed lists beside this file.

pass.txt has the names of the tests that must pass. fail.txt has a line for each other test: its
name, "planned" or "excluded", and the reason, with tabs in between. With --update, what passes
moves to pass.txt, and failures without a reason are added to fail.txt as "unexplained", which is
never accepted. The last line printed is "N passed, N failed".
"""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).parent
PASS, FAIL = FOLDER / "pass.txt", FOLDER / "fail.txt"
KINDS = ("planned", "excluded")

RESULT = re.compile(r"^(PASS|FAIL) (\w+)(?:: (.*))?$", re.MULTILINE)


def read_pass():
    return set(PASS.read_text().split()) if PASS.exists() else set()


def read_fail():
    lines = FAIL.read_text().splitlines() if FAIL.exists() else []
    return {name: (kind, reason) for name, kind, reason in (line.split("\t") for line in lines)}


def read_results(text):
    """Returns the names of the tests that passed, and why each of the others did not."""
    results = RESULT.findall(text)
    passed = {name for outcome, name, _ in results if outcome == "PASS"}
    return passed, {name: why for outcome, name, why in results if outcome == "FAIL"}


def write(passed, reasons):
    PASS.write_text("".join(f"{name}\n" for name in sorted(passed)))
    FAIL.write_text("".join("\t".join((name, *reasons[name])) + "\n" for name in sorted(reasons)))


def main():
    update = "--update" in sys.argv[1:]
    passed, failed = read_results(sys.stdin.read())
    listed, reasons = read_pass(), read_fail()
    if update:
        listed |= passed
        for name, message in failed.items():
            if name not in listed:
                reasons.setdefault(name, ("unexplained", message))
        reasons = {name: reason for name, reason in reasons.items() if name not in listed}
        write(listed, reasons)
    wrong = {name: failed.get(name, "did not run") for name in listed - passed}
    for name, message in failed.items():
        if name not in listed and reasons.get(name, ("unexplained",))[0] not in KINDS:
            wrong[name] = f"is in no list: {message}"
    for name, message in sorted(wrong.items()):
        print(f"FAILED: {name}: {message}")
    for name in sorted(passed - listed):
        print(f"passes now, list it with --update: {name}")
    print(f"{len(failed)} of {len(passed) + len(failed)} tests fail, {len(reasons)} with a reason in fail.txt")
    print(f"{len(listed & passed)} passed, {len(wrong)} failed")
    return 1 if wrong or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
