"""Checks the figures of 'giza bench wan --json': round trips as gateways count them, and distance.

Usage: check.py FIGURES
"""

import json
import sys

import checks

# Of each way to work, how many round trips one operation waits for where nobody interferes. Now and
# then one more is taken to learn of the bucket.
ROUNDS = {
    "classic": 2,
    "fast": 1,
    "serial + classic": 3,
    "serial + fast": 2,
    "parallel + fast": 1,
}


def main(path):
    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    for figure in result["figures"]:
        for point in figure["points"]:
            look(figure["number"], point)
    return checks.finish()


def look(number, point):
    name = f"figure {number}, {point['group']}, {point['series']}"
    checks.check(
        point["p10_ms"] >= point["least_ms"],
        f"{name}: no faster than distance allows",
        f"{point['p10_ms']} ms, and distance takes {point['least_ms']}",
    )
    if point["series"] in ROUNDS:
        checks.check(
            ROUNDS[point["series"]] <= point["rounds"] < ROUNDS[point["series"]] + 0.5,
            f"{name}: {ROUNDS[point['series']]} round trips",
            f"{point['rounds']} in the mean",
        )


sys.exit(main(sys.argv[1]))
