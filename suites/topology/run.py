#!/usr/bin/env python3
"""Changes the topology of a running cluster under load, and checks what clients and operators see."""

import argparse
import json
import pathlib
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parent.parent / "recovery"))

from checks import check, finish, succeeds  # noqa: E402
from cluster import NAMES, Cluster  # noqa: E402
from load import Load  # noqa: E402
from relay import Relay  # noqa: E402

PATIENCE = 240
REFUSED = 4
AT_LEAST = 30
NOBODY = "http://127.0.0.1:9"


class Operator:
    """The command giza, as one who asks the gateway of a data center."""

    def __init__(self, options, cluster):
        self.options = options
        self.cluster = cluster

    def start(self, dc, *command):
        return subprocess.Popen(
            [self.options.giza, *command, "--endpoint", f"http://127.0.0.1:{self.cluster.port_of(dc)}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, dc, *command, codes=(0,)):
        process = self.start(dc, *command)
        output, error = process.communicate(timeout=PATIENCE)
        assert process.returncode in codes, f"{command}: {process.returncode} {output}{error}"
        return output

    def refusal(self, dc, *command):
        """Returns why the cluster refuses a command."""
        process = self.start(dc, *command)
        output, error = process.communicate(timeout=PATIENCE)
        assert process.returncode == REFUSED, f"{command}: {process.returncode} {output}{error}"
        return error

    def topology(self, dc="dc1"):
        return json.loads(self.run(dc, "topology", "show", "-o", "json"))


def await_true(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"not in {PATIENCE} s: {what}"
        time.sleep(0.1)


def await_puts(load, more=AT_LEAST):
    goal = load.puts() + more
    await_true(lambda: load.puts() >= goal, f"{more} more puts")


def is_ahead(cluster, dc):
    """Whether the workers of a data center know an earlier epoch than the stores."""
    return any("ahead" in each.values() for each in cluster.ask(dc, "recovery/members"))


def await_taken_up(operator, cluster, epoch, dcs=NAMES):
    for dc in dcs:
        await_true(lambda dc=dc: operator.topology(dc)["epoch"] == epoch, f"{dc} in epoch {epoch}")
        await_true(lambda dc=dc: not is_ahead(cluster, dc), f"the workers of {dc} in epoch {epoch}")


def moves(operator, cluster, load):
    rows, fragments = (Relay(cluster.port_of("dc2", service)) for service in (1, 2))
    began = time.monotonic()
    for service in ("--metadata", "--fragments", "--gateway"):
        refusal = operator.refusal("dc1", "topology", "move", "dc2", service, NOBODY, "--yes")
        check(f"does not answer at {NOBODY}" in refusal, f"nothing moves to a mistyped {service}", refusal)
    operator.run(
        "dc1", "topology", "move", "dc2", "--metadata", rows.url, "--fragments", fragments.url, "--yes"
    )
    await_taken_up(operator, cluster, 2)
    await_puts(load)
    check(rows.connections and fragments.connections, "who moved is reached where it is now")
    check(not load.failed_since(began, NAMES), "no put or get fails while a data center moves", load.failures[:3])


def wants_both(operator, cluster, load, folder):
    now = operator.topology()
    began = time.monotonic()
    files = []
    for number, dc in enumerate(("dc1", "dc3")):
        wanted = json.loads(json.dumps(now))
        wanted["data_centers"][number]["group"] = f"of-{dc}"
        files.append(folder / f"{dc}.json")
        files[-1].write_text(json.dumps(wanted))
    both = [
        operator.start(dc, "topology", "apply", str(file), "--yes")
        for dc, file in zip(("dc1", "dc3"), files)
    ]
    outputs = [process.communicate(timeout=PATIENCE) for process in both]
    codes = sorted(process.returncode for process in both)
    check(codes[0] == 0 and codes[1] in (3, REFUSED), "of two operators at once one wins", (codes, outputs))
    check(
        any("epoch" in error or "meanwhile" in error for _, error in outputs),
        "the other one is told of the epoch",
        outputs,
    )
    await_taken_up(operator, cluster, 3)
    await_puts(load)
    check(not load.failed_since(began, NAMES), "no put or get fails meanwhile", load.failures[:3])


def adds(operator, cluster, load, options):
    """A data center without rows: its fragment-service, of the configuration that was decided."""
    folder = pathlib.Path(options.data).parent
    port = cluster.port + 29
    wanted = operator.topology()
    epoch = wanted["epoch"] + 1
    wanted["data_centers"].append(
        {
            "name": "dc4",
            "metadata": f"http://127.0.0.1:{port - 1}",
            "fragments": f"http://127.0.0.1:{port}",
            "group": "local",
            "since": epoch,
        }
    )
    file = folder / "four.json"
    file.write_text(json.dumps(wanted))
    began = time.monotonic()
    operator.run("dc2", "topology", "apply", str(file), "--yes")
    configuration = (cluster.data / "dc3.yaml").read_text().replace("dc: dc3", "dc: dc4", 1)
    lines = [line for line in configuration.split("\n") if not line.startswith("      - {name: ")]
    at = lines.index("    data-centers:")
    lines[at - 1] = f"    epoch: {epoch}"
    lines[at + 1 : at + 1] = [
        "      - " + json.dumps({key: value for key, value in each.items()}) for each in wanted["data_centers"]
    ]
    text = "\n".join(lines).replace(str(cluster.data / "dc3"), str(cluster.data / "dc4"))
    (folder / "dc4.yaml").write_text(text)
    (cluster.data / "dc4" / "fragments").mkdir(parents=True)
    jar = next(pathlib.Path(options.giza).parent.glob("fragment-service/target/giza-fragment-service-*-exec.jar"))
    with (folder / "dc4.log").open("w") as log:
        process = subprocess.Popen(
            [options.java, "-Xmx256m", "-jar", str(jar), f"--spring.config.additional-location=file:{folder}/dc4.yaml"]
            + [f"--server.port={port}"],
            stdout=log,
            stderr=log,
        )
    (folder / "dc4.pid").write_text(str(process.pid))
    await_taken_up(operator, cluster, epoch)

    def is_active():
        found = json.loads(operator.run("dc1", "status", "-o", "json", codes=(0, 1)))
        return {each["name"]: each["fragments"] for each in found["data_centers"]}.get("dc4") == "active"

    await_true(is_active, "dc4 active: " + (folder / "dc4.log").read_text()[-500:])
    await_puts(load)
    check(not load.failed_since(began, NAMES), "no put or get fails while a data center is added", load.failures[:3])


def replaces(operator, cluster, load):
    """Returns the longest time without a put, but for what the loss itself takes."""
    began = time.monotonic()
    cluster.wipe("dc3")
    await_puts(load)
    lost = time.monotonic()
    refusal = operator.refusal("dc1", "topology", "replace", "dc1", "--yes")
    check("dc3 does not answer" in refusal, "no other is replaced while one is lost", refusal)
    cluster.replace("dc3")
    await_true(lambda: cluster.is_filled("dc3", "dc1"), "dc3 filled")
    await_taken_up(operator, cluster, 4)
    await_puts(load)
    failed = load.failed_since(began, NAMES[:2])
    check(not failed, "no put or get through the others fails while one is lost and replaced", failed[:3])
    return load.longest_gap(lost)


def main():
    parser = argparse.ArgumentParser()
    for name in ("script", "giza", "data", "port", "java"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--gap", type=float)
    options = parser.parse_args()
    cluster = Cluster(options.script, options.data, options.port)
    operator = Operator(options, cluster)
    load = Load(cluster, NAMES)
    load.start()
    await_puts(load)
    before = {path: path.read_text() for path in cluster.data.glob("*.pid")}
    began = time.monotonic()
    with succeeds("a data center moves"):
        moves(operator, cluster, load)
    with succeeds("two operators change the topology at once"):
        wants_both(operator, cluster, load, cluster.data.parent)
    gap = load.longest_gap(began)
    with succeeds("a data center is replaced"):
        gap = max(gap, replaces(operator, cluster, load))
    began = time.monotonic()
    with succeeds("a data center is added"):
        adds(operator, cluster, load, options)
    gap = max(gap, load.longest_gap(began))
    load.stop()
    kept = {path: text for path, text in before.items() if not path.name.startswith("dc3.")}
    check(all(path.read_text() == text for path, text in kept.items()), "no process was started anew", kept)
    print(f"longest time without a put: {gap:.2f} s; {load.puts()} puts", flush=True)
    if options.gap is not None:
        check(gap <= options.gap, f"puts never pause for longer than {options.gap} s", gap)
    sys.exit(finish())


if __name__ == "__main__":
    main()
