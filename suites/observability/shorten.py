"""Shortens the windows of rule files, so that alerts can be provoked within minutes.

Usage: shorten.py DIVISOR LEAST MOST FOLDER FILE...

Durations, and the ages in seconds that jobs are compared with, are divided and kept between LEAST and
MOST seconds. What else the rules say stays, and so do windows of more than three days: they look at
all that there is.
"""

import pathlib
import re
import sys

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
WINDOW = re.compile(r"(\[|offset |for: |interval: )(\d+)([smhd])\b")
LONGEST = 3 * UNITS["d"]
AGE = re.compile(r"(_age_seconds\{[^}]*\}\) > )([0-9 *]+)")


class Pace:
    """How durations become shorter."""

    def __init__(self, divisor: float, least: int, most: int):
        self.divisor = divisor
        self.least = least
        self.most = most

    def seconds(self, before: float) -> int:
        """Returns what a duration becomes."""
        return round(min(max(before / self.divisor, self.least), self.most))

    def shorten(self, text: str) -> str:
        """Returns a rule file with shorter windows."""
        text = WINDOW.sub(self._window, text)
        return AGE.sub(lambda found: found[1] + str(self.seconds(_product(found[2]))), text)

    def _window(self, found: re.Match[str]) -> str:
        before = int(found[2]) * UNITS[found[3]]
        return found[0] if before > LONGEST else f"{found[1]}{self.seconds(before)}s"


def _product(text: str) -> int:
    result = 1
    for factor in text.split("*"):
        result *= int(factor)
    return result


def write(pace: Pace, files: list[pathlib.Path], folder: pathlib.Path) -> None:
    """Writes shortened copies into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        (folder / file.name).write_text(pace.shorten(file.read_text()))


if __name__ == "__main__":
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    write(
        Pace(float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])),
        [pathlib.Path(each) for each in sys.argv[5:]],
        pathlib.Path(sys.argv[4]),
    )
