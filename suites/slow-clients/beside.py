"""What a fast client has beside a load, and what it has alone."""

import math
import statistics

from neighbour import KINDS

# A pause of the machine spoils one of these, and not the judgment.
WINDOW = 2.5
# Seconds that no busy machine explains.
HOPELESS = 5
QUANTILES = ("p50", "p99")
RATIOS = (*QUANTILES, "windowed p50", "windowed p99")


class Times:
    """Stretches of time in one state, and the operations that began in them; or were under way in them,
    since one that a load holds up may have begun before all of it was there."""

    def __init__(self, under_way):
        self.under_way = under_way
        self.stretches = []

    def add(self, begin, end):
        if end > begin:
            self.stretches.append((begin, end))

    def windows(self, operations, kind):
        """Returns the seconds of the operations of each window; what failed took for ever."""
        found = []
        for begin, end in self.stretches:
            count = max(1, round((end - begin) / WINDOW))
            length = (end - begin) / count
            for number in range(count):
                low, high = begin + number * length, begin + (number + 1) * length
                # Of what was under way when the stretch began, the first window has it.
                early = begin if self.under_way and number == 0 else -math.inf
                taken = [
                    math.inf if wrong else took
                    for what, at, took, wrong in operations
                    if what == kind and (low <= at < high or at < early < at + took)
                ]
                if taken:
                    found.append(taken)
        return found

    def figures(self, operations):
        """Returns p50 and p99 of each kind in seconds: of all operations, and as the median of those of windows."""
        result = {}
        for kind in KINDS:
            windows = self.windows(operations, kind)
            if not windows:
                result[kind] = None
                continue
            together = [took for window in windows for took in window]
            result[kind] = {
                "operations": len(together),
                "p50": quantile(together, 0.5),
                "p99": quantile(together, 0.99),
                "max": max(together),
                "windowed p50": statistics.median(quantile(window, 0.5) for window in windows),
                "windowed p99": statistics.median(quantile(window, 0.99) for window in windows),
            }
        return result


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Comparison:
    """The two of one load."""

    def __init__(self, title, factor, grain, windowed):
        self.title = title
        self.factor = factor
        self.grain = grain
        # Whether quantiles are medians of those of windows.
        self.prefix = "windowed " if windowed else ""
        self.alone = Times(False)
        self.beside = Times(True)

    def holds(self, operations):
        return all(self.judged(operations, name)[0] for name in QUANTILES)

    def is_hopeless(self, operations):
        """Whether no other stretch will help: half of some operations took for ever, or nearly so."""
        beside = self.beside.figures(operations)
        return any(figures and figures["p50"] > HOPELESS for figures in beside.values())

    def judged(self, operations, name):
        """Returns whether a quantile is as it should be for all kinds, and what it is."""
        alone, beside = self.alone.figures(operations), self.beside.figures(operations)
        holds, texts = True, []
        for kind in KINDS:
            if not alone[kind] or not beside[kind]:
                holds = False
                texts.append(f"{kind}: none ended {'alone' if not alone[kind] else 'beside it'}")
                continue
            usual, found = alone[kind][self.prefix + name], beside[kind][self.prefix + name]
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
                    "ratio": {name: ratio(beside[kind][name], alone[kind][name]) for name in RATIOS},
                }
        return result


def ratio(found, usual):
    return round(found / usual, 2) if usual and math.isfinite(found) and math.isfinite(usual) else None


def rounded(figures):
    return {name: value if name == "operations" else finite(value) for name, value in figures.items()}


def finite(seconds):
    """Returns milliseconds, or null for what did not end well."""
    return round(1000 * seconds, 1) if math.isfinite(seconds) else None


def milliseconds(seconds):
    return f"{1000 * seconds:.0f} ms" if math.isfinite(seconds) else "refused"
