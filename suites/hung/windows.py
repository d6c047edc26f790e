"""What was measured in one state of a cluster, in windows of time."""

import statistics

KINDS = ("put", "get", "list")
SHARES = {"p50": 0.5, "p99": 0.99}
WINDOW = 10
# Longer than any operation takes that waits for nobody; shorter than any patience. On a busy machine
# more than any took while a data center was killed.
PAYS = 0.4
# Who finds out that its metadata is silent, and who finds out that its fragments are.
PAYERS = 2


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Windows:
    """What was measured in one state of the cluster."""

    def __init__(self):
        self.windows = []
        self.paid = []

    def add(self, taken, some_pay):
        """Adds a stretch of operations; those who find out are left out of the quantiles."""
        paid = [each for each in taken if each[2] > PAYS]
        self.paid.append([(kind, round(seconds, 3)) for kind, _, seconds in paid])
        if some_pay:
            taken = [each for each in taken if each not in paid[:PAYERS]]
        start = taken[0][1]
        count = max(1, round((taken[-1][1] - start) / WINDOW))
        length = (taken[-1][1] - start) / count + 0.001
        for number in range(count):
            low, high = start + number * length, start + (number + 1) * length
            self.windows.append([each for each in taken if low <= each[1] < high])

    def median(self, kind, share):
        """The median over all windows of a quantile, in seconds."""
        return statistics.median(
            quantile([seconds for each, _, seconds in window if each == kind], share) for window in self.windows
        )

    def summary(self):
        return {
            kind: {name: round(1000 * self.median(kind, share), 1) for name, share in SHARES.items()}
            for kind in KINDS
        }
