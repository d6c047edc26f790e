"""What all dashboards share: their variables, and panels that look alike.

Each panel has a unit and says what it shows and what would be wrong. Queries follow the variables
"home" (whose services) and, where there is such a label, "dc" (which data center was called).
"""

from collections.abc import Sequence
from typing import NamedTuple

from grafana_foundation_sdk.builders import common, dashboard, heatmap, prometheus, stat, statetimeline
from grafana_foundation_sdk.builders import table, timeseries
from grafana_foundation_sdk.models import common as kinds
from grafana_foundation_sdk.models import dashboard as models
from grafana_foundation_sdk.models import heatmap as heats
from grafana_foundation_sdk.models import prometheus as queries

COLUMNS = 24
HEIGHT = 8
SOURCE = models.DataSourceRef(type_val="prometheus", uid="${datasource}")
REFRESH = "30s"


class Query(NamedTuple):
    """An expression, and what its series are called."""

    expr: str
    legend: str = ""


class Mark(NamedTuple):
    """From which value on a figure has a colour."""

    value: float | None
    colour: str


GOOD_AT_ZERO = (Mark(None, "green"), Mark(1, "red"))
PLAIN = (Mark(None, "blue"),)


def new(name: str, title: str, description: str) -> dashboard.Dashboard:
    """Begins a dashboard: its name is that of its file, and stays in its address."""
    return (
        dashboard.Dashboard(title)
        .uid(f"giza-{name}")
        .description(description)
        .tags(["giza"])
        .editable()
        .timezone("browser")
        .refresh(REFRESH)
        .time("now-1h", "now")
        .tooltip(models.DashboardCursorSync.CROSSHAIR)
        .link(dashboard.DashboardLink("Giza").tags(["giza"]).as_dropdown(True).keep_time(True).include_vars(True))
        .with_variable(dashboard.DatasourceVariable("datasource").label("Prometheus").type("prometheus"))
        .with_variable(_values("home", "Home", "giza_build"))
        .with_variable(_values("dc", "Called", "giza_hop_latency_seconds_count"))
    )


def _values(name: str, label: str, metric: str) -> dashboard.QueryVariable:
    return (
        dashboard.QueryVariable(name)
        .label(label)
        .datasource(SOURCE)
        .query(f"label_values({metric}, {name})")
        .refresh(models.VariableRefresh.ON_TIME_RANGE_CHANGED)
        .sort(models.VariableSort.ALPHABETICAL_ASC)
        .multi(True)
        .include_all(True)
        .all_value(".+")
        .current(models.VariableOption(text="All", value="$__all", selected=True))
    )


def graph(
    title: str, unit: str, description: str, *asked: Query, stacked: bool = False, most: float | None = None
) -> timeseries.Panel:
    """Lines over time; stacked where the parts make a whole."""
    panel = (
        _dressed(timeseries.Panel(), title, unit, description, asked)
        .line_width(1)
        .fill_opacity(30 if stacked else 5)
        .show_points(kinds.VisibilityMode.NEVER)
        .min(0)
        .legend(
            common.VizLegendOptions()
            .display_mode(kinds.LegendDisplayMode.TABLE)
            .placement(kinds.LegendPlacement.BOTTOM)
            .show_legend(True)
            .calcs(["lastNotNull", "max"])
        )
        .tooltip(common.VizTooltipOptions().mode(kinds.TooltipDisplayMode.MULTI).sort(kinds.SortOrder.DESCENDING))
        .span(8)
    )
    if stacked:
        panel.stacking(common.StackingConfig().mode(kinds.StackingMode.NORMAL))
    if most is not None:
        panel.max(most)
    return panel


def figure(
    title: str, unit: str, description: str, *asked: Query, marks: Sequence[Mark] = PLAIN, decimals: int | None = None
) -> stat.Panel:
    """Large numbers, as they are now."""
    panel = (
        _dressed(stat.Panel(), title, unit, description, asked, instant=True)
        .thresholds(_marks(marks))
        .color_mode(kinds.BigValueColorMode.VALUE)
        .graph_mode(kinds.BigValueGraphMode.NONE)
        .reduce_options(common.ReduceDataOptions().calcs(["lastNotNull"]))
        .height(4)
        .span(4)
    )
    if decimals is not None:
        panel.decimals(decimals)
    return panel


def heat(title: str, description: str, expr: str) -> heatmap.Panel:
    """How many requests took how long: a query of buckets by "le", in seconds."""
    return (
        _dressed(heatmap.Panel(), title, "reqps", description, [Query(expr, "{{le}}")], heat=True)
        .calculate(False)
        .y_axis(heatmap.YAxisConfig().unit("s"))
        .color(
            heatmap.HeatmapColorOptions()
            .mode(heats.HeatmapColorMode.SCHEME)
            .scheme("Oranges")
            .steps(64)
            .exponent(0.5)
        )
        .filter_values(heatmap.FilterValueRange().le(1e-9))
        .span(12)
    )


def listing(
    title: str, unit: str, description: str, *asked: Query, matrix: tuple[str, str] | None = None
) -> table.Panel:
    """The labels and values of now, as a table; as a matrix of a row label and a column label."""
    panel = (
        _dressed(table.Panel(), title, unit, description, asked, instant=True, tabular=True)
        .show_header(True)
        .align(kinds.FieldTextAlignment.AUTO)
        .cell_options(kinds.TableAutoCellOptions())
        .inspect(False)
        .span(12)
    )
    if matrix is not None:
        row, column = matrix
        return panel.with_transformation(
            models.DataTransformerConfig(
                id_val="groupingToMatrix",
                options={"rowField": row, "columnField": column, "valueField": "Value"},
            )
        )
    return panel.with_transformation(
        models.DataTransformerConfig(
            id_val="organize", options={"excludeByName": {"Time": True, "__name__": True}}
        )
    )


def states(title: str, description: str, query: Query, words: dict[str, tuple[str, str]]) -> statetimeline.Panel:
    """What something is over time: a word and a colour for each of its values."""
    mapped = models.ValueMap(
        options={value: models.ValueMappingResult(text=text, color=colour) for value, (text, colour) in words.items()}
    )
    return (
        _dressed(statetimeline.Panel(), title, "short", description, [query])
        .mappings([mapped])
        .color_scheme(dashboard.FieldColor().mode(models.FieldColorModeId.THRESHOLDS))
        .show_value(kinds.VisibilityMode.NEVER)
        .row_height(0.8)
        .span(8)
    )


def _dressed(panel, title, unit, description, asked, instant=False, heat=False, tabular=False):
    panel.title(title).unit(unit).description(description).datasource(SOURCE).height(HEIGHT)
    for number, query in enumerate(asked):
        target = (
            prometheus.Dataquery()
            .datasource(SOURCE)
            .ref_id(chr(ord("A") + number))
            .expr(query.expr)
            .legend_format(query.legend)
        )
        if heat:
            target.format(queries.PromQueryFormat.HEATMAP)
        if tabular:
            target.format(queries.PromQueryFormat.TABLE)
        if instant:
            target.instant()
        else:
            target.range()
        panel.with_target(target)
    return panel


def _marks(marks: Sequence[Mark]) -> dashboard.ThresholdsConfig:
    return (
        dashboard.ThresholdsConfig()
        .mode(models.ThresholdsMode.ABSOLUTE)
        .steps([models.Threshold(value=mark.value, color=mark.colour) for mark in marks])
    )


def row(title: str) -> dashboard.Row:
    """A heading."""
    return dashboard.Row(title)


def rate(metric: str, labels: str = "") -> str:
    """How often per second, of the homes that are looked at."""
    return f"rate({selected(metric, labels)}[$__rate_interval])"


def selected(metric: str, labels: str = "") -> str:
    """A metric of the homes that are looked at."""
    return metric + '{home=~"$home"' + ("," + labels if labels else "") + "}"


def quantile(share: float, metric: str, by: str, labels: str = "") -> str:
    """What a share of a histogram stays below."""
    return f"histogram_quantile({share}, sum by ({by}, le) ({rate(metric + '_bucket', labels)}))"


CALLED = 'dc=~"$dc"'
