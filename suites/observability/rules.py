"""The rule files and the dashboards, as the checks see them."""

import json
import pathlib
import re
from typing import NamedTuple

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALERTS = ROOT / "helm/giza/alerts"
DASHBOARDS = ROOT / "helm/giza/dashboards"
# A metric with its labels; functions and labels are not followed by what begins one of these names.
SELECTOR = re.compile(r"\b((?:giza|jvm|process|system|logback|ssl)[_:][a-zA-Z0-9_:]+|up)(\{[^}]*\})?(?![\w(])")


class Alert(NamedTuple):
    """A rule that alerts."""

    name: str
    file: str
    labels: dict[str, str]
    annotations: dict[str, str]
    expr: str
    wait: str

    def told(self) -> str:
        """What tells it from the others of its name."""
        return " ".join([self.name, *(f"{key}={value}" for key, value in sorted(self.labels.items()))])


class Panel(NamedTuple):
    """What one dashboard draws in one place."""

    board: str
    title: str
    body: dict

    def told(self) -> str:
        """How lists name it."""
        return f"{self.board}: {self.title}"

    def exprs(self) -> list[str]:
        """Its expressions, as Grafana has them."""
        return [target["expr"] for target in self.body["targets"]]


def rule_files() -> list[pathlib.Path]:
    """Returns where the rules are."""
    return sorted(ALERTS.glob("*.yaml"))


def rules() -> list[tuple[str, dict]]:
    """Returns each rule with the name of its file."""
    return [
        (file.name, rule)
        for file in rule_files()
        for group in yaml.safe_load(file.read_text())["groups"]
        for rule in group["rules"]
    ]


def alerts() -> list[Alert]:
    """Returns the rules that alert."""
    return [
        Alert(rule["alert"], file, rule["labels"], rule["annotations"], rule["expr"], rule.get("for", "at once"))
        for file, rule in rules()
        if "alert" in rule
    ]


def boards() -> dict[str, dict]:
    """Returns the dashboards by their names."""
    return {file.stem: json.loads(file.read_text()) for file in sorted(DASHBOARDS.glob("*.json"))}


def panels() -> list[Panel]:
    """Returns what the dashboards draw, without headings."""
    return [
        Panel(name, body["title"], body)
        for name, board in boards().items()
        for body in board["panels"]
        if body["type"] != "row"
    ]


def asked(expr: str, window: str) -> str:
    """Returns an expression of a dashboard with its variables filled in, for all data centers."""
    return expr.replace("$__rate_interval", window).replace("$home", ".+").replace("$dc", ".+")


def selectors(expr: str) -> set[str]:
    """Returns the series that an expression asks for, each by itself."""
    quoted = re.sub(r'(by|on|ignoring|without|group_left|group_right) \([^)]*\)', "", expr)
    return {name + labels for name, labels in SELECTOR.findall(quoted)}
