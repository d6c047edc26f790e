"""The results of the loads: checks, a table, and a line of JSON."""

import collections
import json

from beside import QUANTILES
from checks import check
from clients import Client
from neighbour import KINDS


def judge(suite):
    operations = suite.neighbour.operations()
    suite.pauses.judge()
    suite.stalls.judge()
    for name, found in suite.found.items():
        # Both have checks of their own.
        if name in ("pauses", "stalled"):
            continue
        title = suite.comparisons[name].title
        check(found["good"], f"{title}: none is refused or cut", describe(found))
    for name, comparison in suite.comparisons.items():
        check(comparison.goes_on(operations), f"{comparison.title}: a fast client goes on")
        if suite.given.full:
            judge_times(suite, comparison, suite.found[name]["good"])
    check(
        suite.read and not suite.lost,
        "every accepted upload is read back at another gateway",
        f"{len(suite.lost)} of {suite.read}: {suite.lost[:5]}",
    )
    wrong = collections.Counter(wrong for _, at, _, wrong in operations if wrong and at > suite.warm)
    check(operations and not wrong, "no operation of the fast client fails", dict(wrong))
    if suite.given.within:
        most = suite.memory.peak()
        check(
            most and most <= suite.given.within,
            f"the gateway has all of it in {suite.given.within} MiB",
            f"{most} MiB",
        )


def judge_times(suite, comparison, was_served):
    """Beside a load that was turned away everybody is fast."""
    for name in QUANTILES:
        holds, detail = comparison.judged(suite.neighbour.operations(), name)
        detail = detail if was_served else f"the load was refused; {detail}"
        check(holds and was_served, f"{comparison.title}: {name} of a fast client is the usual", detail)


def report(suite):
    operations = suite.neighbour.seen
    print(f"{'ms, beside (alone)':52}" + "".join(f"{f'{kind} {name}':>20}" for kind in KINDS for name in QUANTILES))
    summaries = {}
    for name, comparison in suite.comparisons.items():
        summaries[name] = comparison.summary(operations)
        cells = []
        for kind in KINDS:
            for quantile_name in QUANTILES:
                row = summaries[name].get(kind)
                cells.append(f"{row['beside'][quantile_name]} ({row['alone'][quantile_name]})" if row else "-")
        print(f"{comparison.title:52}" + "".join(f"{cell:>20}" for cell in cells))
    figures = {"suite": "slow-clients", "full": suite.given.full, "loads": suite.found, "fastClient": summaries}
    if suite.given.pid:
        figures["memoryMiB"] = {"most": suite.memory.peak(), "now": suite.memory.resident()}
    figures["sources"] = len(Client.sources)
    print(json.dumps(figures), flush=True)


def describe(found):
    return json.dumps({name: found[name] for name in ("up", "down", "idle") if name in found})
