"""Draws the dashboards with what a real Prometheus answered, a picture for each, to be looked at.

They are not pictures of Grafana: same places, titles, units and values, drawn by matplotlib.
"""

import math
import pathlib
import re

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import FuncFormatter
from PIL import Image

import rules
from checks import check
from watch import Watch

COLUMNS = 24
PALETTE = 64
WIDTH = 18.0
UNIT_HEIGHT = 0.36
DPI = 75
STEP = 3
MOST_LEGENDS = 8
MOST_ROWS = 9
LINES = plt.get_cmap("tab20").colors
COLOURS = {"green": "#3a8f3a", "red": "#c62f2f", "orange": "#d9822b", "blue": "#2b6cb0"}
PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
BINARY = ((2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"))
TIMES = ((86400.0, "d"), (3600.0, "h"), (60.0, "min"), (1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
SUFFIX = {"reqps": "/s", "ops": "/s", "short": ""}


def told(value: float, unit: str) -> str:
    """A value as a person reads it."""
    if math.isnan(value):
        return "-"
    if unit == "percentunit":
        return f"{value * 100:.4g} %"
    if unit == "s":
        return _scaled(value, TIMES, "s")
    if unit in ("bytes", "Bps"):
        return _scaled(value, BINARY, "B") + ("/s" if unit == "Bps" else "")
    return _scaled(value, PREFIXES, "").replace(" ", "") + SUFFIX[unit]


def _scaled(value: float, steps: tuple[tuple[float, str], ...], plain: str) -> str:
    for size, name in steps:
        if abs(value) >= size:
            return f"{value / size:.3g} {name}"
    return f"{value:.3g} {plain}".strip()


def _legend(pattern: str, labels: dict[str, str]) -> str:
    named = re.sub(r"\{\{(\w+)\}\}", lambda found: labels.get(found[1], ""), pattern)
    return named or ", ".join(value for key, value in sorted(labels.items()) if key != "__name__")


class Sheet:
    """One dashboard as a picture."""

    def __init__(self, watch: Watch, pace, start: float, end: float):
        self.watch = watch
        self.pace = pace
        self.start = start
        self.end = end
        self.times = np.arange(start, end, STEP)

    def draw(self, board: dict, path: pathlib.Path) -> None:
        """Draws it into a file."""
        bottom = max(each["gridPos"]["y"] + each["gridPos"]["h"] for each in board["panels"])
        height = bottom * UNIT_HEIGHT + 0.6
        figure = plt.figure(figsize=(WIDTH, height), dpi=DPI)
        figure.text(0.008, 1 - 0.38 / height, board["title"], fontsize=17, weight="bold")
        for body in board["panels"]:
            place = body["gridPos"]
            top = 1 - (0.6 + place["y"] * UNIT_HEIGHT) / height
            left = place["x"] / COLUMNS
            if body["type"] == "row":
                figure.text(left + 0.008, top - 0.26 / height, body["title"], fontsize=13, color="#555555")
                continue
            box = [left, top - place["h"] * UNIT_HEIGHT / height, place["w"] / COLUMNS, place["h"] * UNIT_HEIGHT / height]
            self._panel(figure, box, body, height)
        figure.savefig(path)
        plt.close(figure)
        # A few dozen colours are all there are, but for the blurred edges of letters.
        with Image.open(path) as drawn:
            drawn.convert("RGB").quantize(PALETTE).save(path, optimize=True)

    def _panel(self, figure, box: list[float], body: dict, height: float) -> None:
        left, bottom, width, tall = box
        figure.text(left + 0.008, bottom + tall - 0.2 / height, body["title"], fontsize=10, weight="bold")
        drawn = {
            "timeseries": self._graph,
            "stat": self._figure,
            "heatmap": self._heat,
            "table": self._table,
            "state-timeline": self._states,
        }[body["type"]]
        plain = body["type"] in ("stat", "table")
        below = 0.1 if plain else 0.28
        if body["type"] == "timeseries":
            below = 0.28 + 0.155 * math.ceil(min(MOST_LEGENDS, self._series_count(body)) / 2)
        inset = 0.008 if plain else 0.048
        if body["type"] == "state-timeline":
            inset = 0.13
        axes = figure.add_axes(
            [left + inset, bottom + below / height, width - inset - 0.01, tall - (below + 0.3) / height]
        )
        axes.tick_params(labelsize=7)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        drawn(axes, body)

    def _ranges(self, body: dict) -> list[tuple[str, np.ndarray]]:
        """The series of a panel with their names, at the times of the picture."""
        if "ranges" in body:
            return body["ranges"]
        body["ranges"] = []
        for target in body["targets"]:
            expr = self.pace.shorten(rules.asked(target["expr"], "15s"))
            for series in self.watch.over(expr, self.start, self.end, STEP):
                values = np.full(len(self.times), np.nan)
                for at, value in series["values"]:
                    place = round((float(at) - self.start) / STEP)
                    if place < len(values):
                        values[place] = float(value)
                if not np.all(np.isnan(values)):
                    body["ranges"].append((_legend(target.get("legendFormat", ""), series["metric"]), values))
        body["ranges"].sort(key=lambda each: -np.nanmax(np.where(np.isinf(each[1]), np.nan, each[1]), initial=0))
        return body["ranges"]

    def _series_count(self, body: dict) -> int:
        return max(1, len(self._ranges(body)))

    def _instants(self, body: dict) -> list[tuple[dict, str, float]]:
        found = []
        for target in body["targets"]:
            expr = self.pace.shorten(rules.asked(target["expr"], "15s"))
            for series in self.watch.ask(expr):
                labels = {key: value for key, value in series["metric"].items() if key != "__name__"}
                found.append((labels, target.get("legendFormat", ""), float(series["value"][1])))
        return found

    def _clock(self, axes) -> None:
        axes.set_xlim(0, self.end - self.start)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x / 60:.0f} min"))
        axes.grid(color="#e5e5e5", linewidth=0.5)

    def _graph(self, axes, body: dict) -> None:
        unit = body["fieldConfig"]["defaults"]["unit"]
        custom = body["fieldConfig"]["defaults"]["custom"]
        found = self._ranges(body)
        x = self.times - self.start
        if custom.get("stacking", {}).get("mode") == "normal" and found:
            parts = [np.nan_to_num(values) for _, values in found]
            axes.stackplot(x, parts, colors=LINES, alpha=0.8, labels=[name for name, _ in found])
        else:
            for number, (name, values) in enumerate(found):
                axes.plot(x, values, color=LINES[(2 * number) % 20 + number // 10 % 2], linewidth=1.1, label=name)
        axes.set_ylim(bottom=0)
        self._clock(axes)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: told(y, unit)))
        if not found:
            self._nothing(axes)
            return
        handles, names = axes.get_legend_handles_labels()
        if len(names) > MOST_LEGENDS:
            names[MOST_LEGENDS - 1] = f"... and {len(names) - MOST_LEGENDS + 1} more"
        axes.legend(
            handles[:MOST_LEGENDS],
            [each if len(each) < 38 else each[:36] + "…" for each in names[:MOST_LEGENDS]],
            fontsize=7,
            ncols=2,
            loc="upper left",
            bbox_to_anchor=(-0.08, -0.12),
            frameon=False,
            handlelength=1.2,
            columnspacing=1,
            labelspacing=0.25,
        )

    def _nothing(self, axes) -> None:
        axes.text(0.5, 0.5, "no series", transform=axes.transAxes, ha="center", color="#999999")

    def _figure(self, axes, body: dict) -> None:
        axes.axis("off")
        options = body["fieldConfig"]["defaults"]
        found = self._instants(body)
        if not found:
            self._nothing(axes)
        for number, (labels, legend, value) in enumerate(found):
            x = (number + 0.5) / len(found)
            colour = "blue"
            for step in options["thresholds"]["steps"]:
                if step["value"] is None or value >= step["value"]:
                    colour = step["color"]
            size = 17 if len(found) == 1 else 10
            axes.text(x, 0.55, told(value, options["unit"]), fontsize=size, ha="center", color=COLOURS[colour], weight="bold")
            axes.text(x, 0.2, _legend(legend, labels), fontsize=8, ha="center", color="#555555")

    def _heat(self, axes, body: dict) -> None:
        """What Prometheus counts up to a bound becomes what lies between two."""
        rows = {float(name): np.nan_to_num(values) for name, values in self._ranges(body)}
        if not rows:
            self._nothing(axes)
            return
        bounds = sorted(rows)
        cells = np.diff(np.array([np.zeros(len(self.times)), *(rows[each] for each in bounds)]), axis=0).clip(0)
        shown = np.ma.masked_less(cells, 1e-9)
        axes.pcolormesh(np.append(self.times, self.end) - self.start, np.arange(len(bounds) + 1), shown, cmap="Oranges")
        axes.set_yticks(np.arange(len(bounds)) + 1)
        axes.set_yticklabels(["more" if math.isinf(each) else told(each, "s") for each in bounds])
        self._clock(axes)

    def _table(self, axes, body: dict) -> None:
        axes.axis("off")
        unit = body["fieldConfig"]["defaults"]["unit"]
        found = self._instants(body)
        if not found:
            self._nothing(axes)
            return
        matrix = [each["options"] for each in body["transformations"] if each["id"] == "groupingToMatrix"]
        if matrix:
            row, column = matrix[0]["rowField"], matrix[0]["columnField"]
            values = {(labels[row], labels[column]): value for labels, _, value in found}
            names = sorted({name for _, name in values})
            head = [f"{row} \\ {column}", *names]
            lines = [
                [each, *(told(values.get((each, name), math.nan), unit) for name in names)]
                for each in sorted({each for each, _ in values})
            ]
        else:
            left_out = {"alertstate", "window"} if len(found[0][0]) > 4 else set()
            head = sorted({key for labels, _, _ in found for key in labels} - left_out)
            found.sort(key=lambda each: sorted(each[0].items()))
            lines = [[*(labels.get(key, "") for key in head), told(value, unit)] for labels, _, value in found]
            head = [*head, "value"]
        if len(lines) > MOST_ROWS:
            lines = [*lines[: MOST_ROWS - 1], [f"... and {len(lines) - MOST_ROWS + 1} more", *[""] * (len(head) - 1)]]
        drawn = axes.table(lines, colLabels=head, loc="upper left", cellLoc="left", edges="horizontal")
        drawn.auto_set_font_size(False)
        drawn.set_fontsize(7)
        drawn.auto_set_column_width(range(len(head)))

    def _states(self, axes, body: dict) -> None:
        words = body["fieldConfig"]["defaults"]["mappings"][0]["options"]
        found = sorted(self._ranges(body), reverse=True, key=lambda each: each[0])
        for number, (_, values) in enumerate(found):
            for value, word in words.items():
                spans = [(at - self.start, STEP) for at, is_so in zip(self.times, values == float(value)) if is_so]
                axes.broken_barh(spans, (number + 0.1, 0.8), color=COLOURS[word["color"]])
        axes.set_yticks(np.arange(len(found)) + 0.5)
        axes.set_yticklabels([name for name, _ in found], fontsize=6)
        self._clock(axes)
        if not found:
            self._nothing(axes)


def draw_all(watch: Watch, pace, start: float, end: float, folder: pathlib.Path) -> None:
    """Draws each dashboard."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, board in rules.boards().items():
        Sheet(watch, pace, start, end).draw(board, folder / f"{name}.png")
        check((folder / f"{name}.png").stat().st_size > 10_000, f"pictures: {name} is drawn")
