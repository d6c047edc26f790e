#!/usr/bin/env python3
"""Writes the table of values in helm/giza/README.md out of the comments of helm/giza/values.yaml.

Usage: helm/values-table.py [--check]

With --check nothing is written: it fails if the table is not what the comments say, or if a key has
no comment. Needs nothing but Python.
"""

import pathlib
import re
import sys

CHART = pathlib.Path(__file__).parent / "giza"
BEGIN, END = "<!-- values: written by helm/values-table.py -->", "<!-- end of values -->"
LINE = re.compile(r"^( *)([A-Za-z0-9]+):(?: (.*))?$")


def rows(text: str) -> list[tuple[str, str, str]]:
    """Returns path, default and meaning of each key that has a value."""
    found: list[tuple[str, str, str]] = []
    path: list[str] = []
    comment: list[str] = []
    for line in text.splitlines():
        if line.strip().startswith("#"):
            comment.append(line.strip().removeprefix("#").strip())
            continue
        match = LINE.match(line)
        if not match:
            comment = []
            continue
        depth = len(match.group(1)) // 2
        path = [*path[:depth], match.group(2)]
        if match.group(3) is not None:
            if not comment:
                raise SystemExit(f"values.yaml: {'.'.join(path)} has no comment: write one above it.")
            found.append((".".join(path), match.group(3), " ".join(comment)))
        comment = []
    return found


def table(found: list[tuple[str, str, str]]) -> str:
    lines = ["| Key | Default | Meaning |", "|---|---|---|"]
    for path, default, meaning in found:
        shown = "" if default == '""' else f"`{default}`"
        lines.append(f"| `{path}` | {shown} | {meaning} |".replace("||", "\\|\\|"))
    return "\n".join(lines)


def main() -> int:
    readme = CHART / "README.md"
    text = readme.read_text()
    if BEGIN not in text or END not in text:
        raise SystemExit(f"README.md lacks '{BEGIN}' or '{END}'.")
    head, rest = text.split(BEGIN, 1)
    _, tail = rest.split(END, 1)
    found = rows((CHART / "values.yaml").read_text())
    wanted = f"{head}{BEGIN}\n\n{table(found)}\n\n{END}{tail}"
    if "--check" in sys.argv[1:]:
        if wanted != text:
            print("helm/giza/README.md is behind values.yaml: run helm/values-table.py.")
            return 1
        print(f"{len(found)} values")
        return 0
    readme.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
