"""Whether what rules and dashboards ask for is there, on a cluster that was watched."""

import pathlib

import rules
from checks import check
from watch import Watch

WINDOW = "15s"
STEP = 5


class Exceptions:
    """What may have no series, in lines 'WHAT: REASON'; each must be one that is asked for."""

    def __init__(self, path: pathlib.Path):
        lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
        self.reasons = dict(line.rsplit(" -- ", 1) for line in lines)
        self.used: set[str] = set()

    def has(self, what: str) -> bool:
        """Whether something need not have series."""
        if what in self.reasons:
            self.used.add(what)
        return what in self.reasons


def all_have_series(watch: Watch, pace, start: float, end: float, exceptions: Exceptions) -> None:
    """Counts whether each series of a rule, each recording rule and each panel had a value at some time."""

    def has_series(expr: str) -> bool:
        return any(
            value != "NaN" for series in watch.over(expr, start, end, STEP) for _, value in series["values"]
        )

    def missing(what: list[tuple[str, str]]) -> list[str]:
        return [told for told, expr in what if not has_series(expr) and not exceptions.has(told)]

    alone = {each for _, rule in rules.rules() for each in rules.selectors(rule["expr"])}
    panels = rules.panels()
    alone |= {rules.asked(each, WINDOW) for panel in panels for expr in panel.exprs() for each in rules.selectors(expr)}
    found = missing([(each, each) for each in sorted(alone)])
    check(not found, "expressions: each of the series that they ask for exists", found)
    recorded = [(rule["record"], rule["record"]) for _, rule in rules.rules() if "record" in rule]
    found = missing(sorted(set(recorded)))
    check(not found, "expressions: each recording rule has series", found)
    drawn = [(panel.told(), rules.asked(expr, WINDOW)) for panel in panels for expr in panel.exprs()]
    found = missing([(told, pace.shorten(expr)) for told, expr in drawn])
    check(not found, "expressions: each query of each panel has series", found)
    spare = set(exceptions.reasons) - exceptions.used
    check(not spare, "expressions: no exception is for what has series, or is not asked for", spare)
