"""The checks of observability.sh that need no cluster: rules and their tests, runbooks, dashboards.

Usage: static.py PROMTOOL SCHEMA, which is that of the types in schema/types.ts
"""

import filecmp
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema
import yaml

import checks
import rules
from checks import check

ROOT = rules.ROOT
RUNBOOKS = ROOT / "docs/runbooks"
TABLE = ROOT / "docs/reference/alerts.md"
TESTS = ROOT / "suites/observability/rules"
# Of the grid that Grafana places panels on.
COLUMNS = 24
LONGEST_TITLE = 40


def run(*command: str) -> tuple[bool, str]:
    """Runs a program and returns whether it succeeded, and what it said."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    return done.returncode == 0, done.stdout + done.stderr


def promtool(tool: str) -> None:
    """The rules as Prometheus sees them."""
    check(*told(run(tool, "check", "rules", *map(str, rules.rule_files())), "rules: promtool accepts them"))
    for file in sorted(TESTS.glob("*.test.yaml")):
        check(*told(run(tool, "test", "rules", str(file)), f"rules: {file.name} passes"))


def told(result: tuple[bool, str], what: str) -> tuple[bool, str, str]:
    return result[0], what, result[1]


def tested() -> tuple[set[str], set[str]]:
    """Returns the alerts of which a test sees that they fire, and those of which one sees silence."""
    fires: set[str] = set()
    silent: set[str] = set()
    for file in TESTS.glob("*.test.yaml"):
        for test in yaml.safe_load(file.read_text())["tests"]:
            name = test["name"].split()[0]
            for each in test["promql_expr_test"]:
                expr = dict(re.findall(r'(\w+)="([^"]*)"', each["expr"]))
                for sample in each["exp_samples"]:
                    fires |= matching(name, dict(re.findall(r'(\w+)="([^"]*)"', sample["labels"])))
                if not each["exp_samples"]:
                    silent |= matching(name, expr)
    return fires, silent


def matching(name: str, labels: dict[str, str]) -> set[str]:
    """Returns the rules of that name which give those labels, as far as they are named."""
    return {
        alert.told()
        for alert in rules.alerts()
        if alert.name == name == labels["alertname"]
        and all(labels.get(key, value) == value for key, value in alert.labels.items())
    }


def every_alert_is_tested() -> None:
    fires, silent = tested()
    every = {alert.told() for alert in rules.alerts()}
    check(every <= fires, "rules: of each alert a test sees that it fires", every - fires)
    check(every <= silent, "rules: of each alert a test sees that it is silent", every - silent)


def every_alert_says_what_it_is() -> None:
    wrong = [
        alert.told()
        for alert in rules.alerts()
        if alert.labels.get("severity") not in ("page", "ticket")
        or set(alert.annotations) != {"summary", "description", "runbook_url"}
        or alert.annotations["runbook_url"] != f"RUNBOOKS_URL/{alert.name}.md"
    ]
    check(not wrong, "rules: each alert has a severity, summary, description and runbook", wrong)


def runbooks() -> None:
    names = {alert.name for alert in rules.alerts()}
    written = {file.stem for file in RUNBOOKS.glob("*.md")}
    check(names == written, "runbooks: each alert has one, and each is of an alert", names ^ written)
    heads = ["## What users notice", "## What is at stake", "## Look", "## Act", "## When it ends"]
    wrong = []
    for file in RUNBOOKS.glob("*.md"):
        lines = file.read_text().splitlines()
        if lines[0] != f"# {file.stem}" or [line for line in lines if line.startswith("## ")] != heads:
            wrong.append(file.name)
    check(not wrong, "runbooks: each has its five parts in order", wrong)
    links = [
        f"{file.name}: {target}"
        for file in [*RUNBOOKS.glob("*.md"), TABLE, ROOT / "docs/how-to/watch-on-dashboards.md"]
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", file.read_text())
        if not (file.parent / target).exists()
    ]
    check(not links, "runbooks: their links lead somewhere", links)


def commands() -> None:
    """Every ./giza command of a runbook is one that the program explains."""
    known = run("./giza", "help")[1]
    named = set()
    for file in RUNBOOKS.glob("*.md"):
        named |= {tuple(each.split()) for each in re.findall(r"\./giza ((?:[a-z]+ ?){1,2})", file.read_text())}
    wrong = [" ".join(each) for each in named if not explained(known, each)]
    check(bool(named), "runbooks: they name commands")
    check(not wrong, "runbooks: the program knows each command", wrong)


def explained(known: str, command: tuple[str, ...]) -> bool:
    """Whether the help has a line for a command, such as 'gc status|sweep' for 'gc sweep'."""
    for line in known.splitlines():
        said = line.strip().split("  ")[0].split()
        if not line.startswith("  ") or not said or said[0] != command[0]:
            continue
        if len(command) == 1 or (len(said) > 1 and command[1] in said[1].split("|")):
            return True
        if len(said) > 1 and said[1].isupper() or len(said) > 1 and "/" in said[1]:
            return True
    return False


def table() -> None:
    """docs/reference/alerts.md says of each alert what the files say."""
    found = set(re.findall(r"^\| \[(\w+)\]\(\.\./runbooks/\1\.md\) \| ([a-z, ]+) \| (.+?) \|", TABLE.read_text(), re.M))
    expected = {}
    for alert in rules.alerts():
        severities, waits = expected.setdefault(alert.name, ([], []))
        severities.append(alert.labels["severity"])
        waits.append(alert.wait)
    wanted = {
        (name, ", ".join(dict.fromkeys(severities)), ", ".join(dict.fromkeys(waits)))
        for name, (severities, waits) in expected.items()
    }
    check(found == wanted, "docs/reference/alerts.md: severities and waits are those of the files", found ^ wanted)


def dashboards() -> None:
    with tempfile.TemporaryDirectory() as folder:
        done, said = run(sys.executable, "-B", "helm/dashboards/generate.py", folder)
        check(done, "dashboards: they are generated", said)
        names = sorted(file.name for file in pathlib.Path(folder).iterdir())
        committed = sorted(file.name for file in rules.DASHBOARDS.iterdir())
        _, differ, missing = filecmp.cmpfiles(folder, rules.DASHBOARDS, names, shallow=False)
        check(
            names == committed and not differ and not missing,
            "dashboards: the files are what helm/dashboards/generate.py writes",
            (names, committed, differ, missing),
        )
    panels = rules.panels()
    bare = [
        panel.told()
        for panel in panels
        if not panel.body.get("description") or not panel.body["fieldConfig"]["defaults"].get("unit")
    ]
    check(len(panels) > 50 and not bare, "dashboards: each panel has a unit and a description", bare)
    names = {panel.told() for panel in panels}
    check(len(names) == len(panels), "dashboards: no two panels of one have the same title")
    long = [panel.told() for panel in panels if len(panel.title) > LONGEST_TITLE]
    check(not long, "dashboards: titles fit", long)
    places = {panel.told(): panel.body["gridPos"] for panel in panels}
    beyond = [told for told, place in places.items() if place["x"] + place["w"] > COLUMNS]
    check(not beyond, "dashboards: no panel is beyond the right edge", beyond)
    variables = {
        name: [each["name"] for each in board["templating"]["list"]] for name, board in rules.boards().items()
    }
    check(
        all(each == ["datasource", "home", "dc"] for each in variables.values()),
        "dashboards: all have the same variables",
        variables,
    )


def schema(file: pathlib.Path) -> None:
    """The dashboards and their panels are what Grafana's own types say."""
    known = json.loads(file.read_text())
    parts = known["properties"] if "properties" in known else known["definitions"]["All"]["properties"]

    def wrong(part: dict, body: object) -> list[str]:
        found = jsonschema.Draft7Validator({**part, "definitions": known.get("definitions", {})}).iter_errors(body)
        return [f"{'/'.join(map(str, each.absolute_path))}: {each.message[:200]}" for each in found]

    for name, board in rules.boards().items():
        found = wrong(parts["dashboard"], board)
        for panel in (each for each in board["panels"] if each["type"] != "row"):
            options, field = parts[panel["type"]]["items"]
            found += [f"{panel['title']}: {each}" for each in wrong(options, panel["options"])]
            found += [f"{panel['title']}: {each}" for each in wrong(field, panel["fieldConfig"]["defaults"].get("custom", {}))]
        check(not found, f"dashboards: {name} fits Grafana's schema", found)


def main() -> int:
    promtool(sys.argv[1])
    every_alert_is_tested()
    every_alert_says_what_it_is()
    runbooks()
    commands()
    table()
    dashboards()
    schema(pathlib.Path(sys.argv[2]))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
