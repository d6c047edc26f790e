"""What a fast client has beside a load, and what it has alone."""

import math

from neighbour import KINDS

QUANTILES = ("p50", "p99")


class Times:
    """Stretches of time in one state, and the operations that began in them; or were under way in them,
    since one that a load holds up may have begun before all of it was there."""

    def __init__(self, under_way):
        self.under_way = under_way
        self.stretches = []

    def add(self, begin, end):
        if end > begin:
            self.stretches.append((begin, end))

    def taken(self, operations, kind):
        """Returns the seconds of the operations; a failed one took for ever."""
        return [
            math.inf if wrong else took
            for begin, end in self.stretches
            for what, at, took, wrong in operations
            if what == kind and (begin <= at < end or (self.under_way and at < begin < at + took))
        ]

    def figures(self, operations):
        """Returns the quantiles of each kind in seconds."""
        result = {}
        for kind in KINDS:
            taken = self.taken(operations, kind)
            result[kind] = taken and {
                "operations": len(taken),
                "p50": quantile(taken, 0.5),
                "p99": quantile(taken, 0.99),
                "max": max(taken),
            }
        return result


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Comparison:
    """The two of one load."""

    def __init__(self, title, factor, grain):
        self.title = title
        self.factor = factor
        self.grain = grain
        self.alone = Times(False)
        self.beside = Times(True)
        # From the first slow client until the last of them is done.
        self.whole = (0, 0)

    def goes_on(self, operations):
        """Whether any operation began and ended well while slow clients were there."""
        begin, end = self.whole
        return any(begin <= at and at + took <= end and not wrong for _, at, took, wrong in operations)

    def judged(self, operations, name):
        """Returns whether a quantile is as it should be for all kinds, and what it is."""
        alone, beside = self.alone.figures(operations), self.beside.figures(operations)
        holds, texts = True, []
        for kind in KINDS:
            if not alone[kind] or not beside[kind]:
                holds = False
                texts.append(f"{kind}: none ended {'alone' if not alone[kind] else 'beside it'}")
                continue
            usual, found = alone[kind][name], beside[kind][name]
            good = math.isfinite(found) and found <= self.factor * usual + self.grain
            holds = holds and good
            texts.append(f"{kind}: {milliseconds(found)} instead of {milliseconds(usual)}{'' if good else ' (!)'}")
        return holds, "; ".join(texts)

    def summary(self, operations):
        alone, beside = self.alone.figures(operations), self.beside.figures(operations)
        result = {}
        for kind in KINDS:
            if alone[kind] and beside[kind]:
                result[kind] = {
                    "alone": rounded(alone[kind]),
                    "beside": rounded(beside[kind]),
                    "ratio": {name: ratio(beside[kind][name], alone[kind][name]) for name in QUANTILES},
                }
        return result


def ratio(found, usual):
    return round(found / usual, 2) if usual and math.isfinite(found) and math.isfinite(usual) else None


def rounded(figures):
    return {name: value if name == "operations" else finite(value) for name, value in figures.items()}


def finite(seconds):
    """Returns milliseconds, or null for an operation that failed."""
    return round(1000 * seconds, 1) if math.isfinite(seconds) else None


def milliseconds(seconds):
    return f"{1000 * seconds:.0f} ms" if math.isfinite(seconds) else "refused"
