"""The loads: how many clients of which kind, and how slow they are."""

import dataclasses

KIB, MIB = 1 << 10, 1 << 20


@dataclasses.dataclass
class Load:
    """So many slow clients at once. With seconds they are slow for so long only: uploads at last, and
    downloads at first."""

    name: str
    title: str
    up: int = 0
    down: int = 0
    size: int = MIB
    rate: int = 100 * KIB
    seconds: float = 0
    idle: int = 0
    ramp: float = 1.0
    period: float = 0.1


def loads(full, rate):
    """Returns all loads; the rate is that of C10K in bytes per second."""
    few = Load("up64", "64 slow uploads", up=64, size=4 * MIB)
    large = Load("up8", "8 slow uploads of several stripes", up=8, size=8 * MIB, rate=200 * KIB)
    many = Load("up200", "200 slow uploads", up=200, size=2 * MIB, ramp=2)
    taken = Load("down64", "64 slow downloads", down=64, size=4 * MIB)
    more = Load("down200", "200 slow downloads", down=200, size=2 * MIB, ramp=2)
    all_of = Load(
        "mixed",
        "500 slow uploads, 500 slow downloads, 2000 idle",
        up=500,
        down=500,
        idle=2000,
        size=640 * KIB,
        rate=50 * KIB,
        ramp=3,
        period=0.25,
    )
    if full:
        all_of.size = 2 * MIB
    else:
        few.size = many.size = more.size = MIB
        large.seconds = taken.seconds = 10
    huge = Load(
        "c10k",
        "2000 slow uploads, 2000 slow downloads, 10000 idle",
        up=2000,
        down=2000,
        idle=10_000,
        size=60 * rate,
        rate=rate,
        ramp=30,
        period=0.5,
    )
    return {each.name: each for each in (few, large, many, taken, more, all_of, huge)}
