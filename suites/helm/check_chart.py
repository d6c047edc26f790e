"""Renders the chart in many ways and checks what comes out.

Usage: check_chart.py ROOT SCHEMAS SCRATCH [--update]

With --update the golden renderings and the table of values in README.md are written anew.
"""

import pathlib
import re
import subprocess
import sys
from typing import Any

import checks
import kubernetes_validate
import policies
import yaml

ROOT, SCHEMAS, SCRATCH = (pathlib.Path(each) for each in sys.argv[1:4])
UPDATE = "--update" in sys.argv[4:]
CHART = SCRATCH / "giza"
EXAMPLES = ROOT / "helm/giza/examples"
CASES = ROOT / "suites/helm"
REGIONS = [EXAMPLES / "three-regions" / name for name in ("topology.yaml", "regions.yaml", "dc1.yaml")]
# The oldest Kubernetes that the chart names, and the newest that the schemas know.
VERSIONS = ("1.30.0", "1.34.0")
KINDS = [
    "cert-manager.io/v1/Certificate",
    "gateway.networking.k8s.io/v1/HTTPRoute",
    "gateway.networking.k8s.io/v1/BackendTLSPolicy",
    "monitoring.coreos.com/v1/ServiceMonitor",
    "monitoring.coreos.com/v1/PrometheusRule",
]
# The one in C takes a tenth of the time.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
APIS = [option for kind in KINDS for option in ("--api-versions", kind)]


def template(values: list[pathlib.Path], *options: str, name: str = "giza", namespace: str = "giza-dc1"):
    """Runs helm template and returns how it ended."""
    command = ["helm", "template", name, str(CHART), "--namespace", namespace]
    for file in values:
        command += ["-f", str(file)]
    # Built by 'go install', helm takes itself to talk to Kubernetes 1.20.
    if "--kube-version" not in options:
        command += ["--kube-version", VERSIONS[-1]]
    return subprocess.run([*command, *options], capture_output=True, text=True, check=False)


def objects(text: str) -> list[dict[str, Any]]:
    return [each for each in yaml.load_all(text, Loader=LOADER) if each]


def find(rendered: list[dict[str, Any]], kind: str, name: str) -> dict[str, Any]:
    for each in rendered:
        if each["kind"] == kind and each["metadata"]["name"] == name:
            return each
    raise KeyError(f"{kind} {name}")


def conforms(name: str, text: str) -> None:
    """Checks a rendering against all schemas, unknown fields included."""
    for version in VERSIONS:
        command = ["kubeconform", "-strict", "-summary", "-kubernetes-version", version]
        for place in ("/{{.NormalizedKubernetesVersion}}", ""):
            command += ["-schema-location", f"{SCHEMAS}{place}/{{{{.ResourceKind}}}}{{{{.KindSuffix}}}}.json"]
        result = subprocess.run([*command, "-"], input=text, capture_output=True, text=True, check=False)
        checks.check(
            result.returncode == 0,
            f"{name}: kubeconform -strict, Kubernetes {version}",
            result.stdout[-3000:] + result.stderr,
        )


def is_valid(name: str, text: str) -> None:
    """The same by another program, which takes seconds: for the examples."""
    faults = []
    for each in objects(text):
        if each["apiVersion"].split("/")[0] in {kind.split("/")[0] for kind in KINDS}:
            continue
        try:
            kubernetes_validate.validate(each, VERSIONS[-1], strict=True)
        except Exception as e:
            faults.append(f"{each['kind']} {each['metadata']['name']}: {e}"[:500])
    checks.check(not faults, f"{name}: kubernetes-validate --strict", "\n".join(faults))


def pods(rendered: list[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    found = []
    for each in rendered:
        name = f"{each['kind']} {each['metadata']['name']}"
        if each["kind"] == "Pod":
            found.append((name, each["spec"]))
        elif each["kind"] in ("Deployment", "Job", "StatefulSet"):
            found.append((name, each["spec"]["template"]["spec"]))
    return found


def is_restricted(name: str, text: str) -> None:
    """PodSecurity 'restricted', a read-only root, no token, a limit of memory and none of CPU."""
    faults = []
    for pod, spec in pods(objects(text)):
        if not spec["securityContext"]["runAsNonRoot"]:
            faults.append(f"{pod} may run as root")
        if spec["securityContext"]["seccompProfile"]["type"] != "RuntimeDefault":
            faults.append(f"{pod} has no seccomp profile")
        if spec.get("automountServiceAccountToken") is not False:
            faults.append(f"{pod} has a token")
        if spec.get("enableServiceLinks") is not False:
            faults.append(f"{pod} is given GIZA_ variables by Kubernetes")
        for volume in spec["volumes"]:
            if "emptyDir" in volume and "sizeLimit" not in volume["emptyDir"]:
                faults.append(f"{pod}: volume {volume['name']} has no limit")
            if not set(volume) <= {"name", "emptyDir", "secret", "projected", "configMap"}:
                faults.append(f"{pod}: volume {volume['name']} is of another kind")
        for container in spec["containers"]:
            context = container["securityContext"]
            if context["allowPrivilegeEscalation"] or not context["readOnlyRootFilesystem"]:
                faults.append(f"{pod} may change its root or gain privileges")
            if context["capabilities"] != {"drop": ["ALL"]}:
                faults.append(f"{pod} has capabilities")
            limits = container["resources"]["limits"]
            if "memory" not in limits or "cpu" in limits:
                faults.append(f"{pod} has limits {limits}")
            writable = [m["mountPath"] for m in container["volumeMounts"] if not m.get("readOnly")]
            if not set(writable) <= {"/tmp", "/data"}:
                faults.append(f"{pod} writes to {writable}")
    checks.check(not faults, f"{name}: all pods are restricted", "\n".join(faults))


def without_files(text: str) -> str:
    """Leaves out what other files say: alerts and dashboards are checked where they are written."""
    kept = []
    for document in re.split(r"^---\n", text, flags=re.M):
        if "kind: PrometheusRule" in document or 'grafana_dashboard: "1"' in document:
            continue
        kept.append(document)
    return "---\n".join(kept)


def check_golden(name: str, text: str) -> None:
    path = CASES / "golden" / f"{name}.yaml"
    if UPDATE:
        path.write_text(without_files(text))
    golden = path.read_text() if path.exists() else ""
    if golden == without_files(text):
        checks.check(True, f"{name}: is as its golden rendering")
        return
    (SCRATCH / "rendered.yaml").write_text(without_files(text))
    difference = subprocess.run(
        ["diff", "-u", str(path), str(SCRATCH / "rendered.yaml")], capture_output=True, text=True, check=False
    )
    checks.check(False, f"{name}: is as its golden rendering", difference.stdout[:4000])


def check_examples() -> None:
    three = EXAMPLES / "three-regions"
    cases = {"dev": ([EXAMPLES / "dev/values.yaml"], "giza")}
    cases["azure-westeurope"] = ([EXAMPLES / "azure/topology.yaml", EXAMPLES / "azure/westeurope.yaml"], "giza")
    for dc in ("dc1", "dc2", "dc3"):
        cases[f"three-regions-{dc}"] = (
            [three / "topology.yaml", three / "regions.yaml", three / f"{dc}.yaml"],
            f"giza-{dc}",
        )
    for name, (values, namespace) in cases.items():
        result = template(values, *APIS, namespace=namespace)
        checks.check(result.returncode == 0, f"{name}: renders", result.stderr)
        if result.returncode == 0:
            conforms(name, result.stdout)
            is_restricted(name, result.stdout)
            if name not in ("three-regions-dc2", "three-regions-dc3"):
                is_valid(name, result.stdout)
                check_golden(name, result.stdout)


def options_of(path: pathlib.Path) -> list[str]:
    found = re.search(r"^# options: (.*)$", path.read_text(), flags=re.M)
    return found.group(1).split() if found else []


def check_accepted() -> None:
    """Each file says in lines '# has: TEXT' and '# lacks: TEXT' what it is about."""
    for path in sorted((CASES / "accepted").glob("*.yaml")):
        name = f"accepted/{path.stem}"
        result = template([*REGIONS, path], *APIS, *options_of(path))
        checks.check(result.returncode == 0, f"{name}: renders", result.stderr)
        if result.returncode != 0:
            continue
        conforms(name, result.stdout)
        is_restricted(name, result.stdout)
        wanted = re.findall(r"^# (has|lacks): (.*)$", path.read_text(), flags=re.M)
        faults = [f"{verb}: {text}" for verb, text in wanted if (text in result.stdout) != (verb == "has")]
        checks.check(bool(wanted) and not faults, f"{name}: does what it says", "\n".join(faults))


def check_refused() -> None:
    """Each file's first line is the sentence with which it must be refused."""
    for path in sorted((CASES / "refused").glob("*.yaml")):
        sentence = path.read_text().splitlines()[0].removeprefix("# ")
        result = template([*REGIONS, path], *options_of(path))
        checks.check(
            result.returncode != 0 and sentence in result.stderr,
            f"refused/{path.stem}: by its sentence",
            f"expected: {sentence}\nexit {result.returncode}: {result.stderr[:1500]}",
        )


def check_values_are_known() -> None:
    """The schema names what values.yaml has, and nothing else; each key has a comment."""
    import json

    schema = json.loads((CHART / "values.schema.json").read_text())
    definitions = schema["definitions"]
    values = yaml.safe_load((CHART / "values.yaml").read_text())
    faults = []

    def compare(value: Any, part: dict[str, Any], path: str) -> None:
        part = definitions[part["$ref"].rsplit("/", 1)[1]] if "$ref" in part else part
        if "properties" not in part or not isinstance(value, dict):
            return
        if part.get("additionalProperties") is not False:
            faults.append(f"{path} allows any key")
        if path.endswith((".resources", "Selector")):
            return
        for key in set(value) ^ (set(part["properties"]) - {"global"}):
            faults.append(f"{path}.{key} is in one of the two only")
        for key in set(value) & set(part["properties"]):
            compare(value[key], part["properties"][key], f"{path}.{key}")

    compare(values, schema, "")
    checks.check(not faults, "the schema knows each value, and no other", "\n".join(faults))


def check_versions() -> None:
    pom = re.search(r"<artifactId>giza</artifactId>\s*<version>([^<]+)<", (ROOT / "pom.xml").read_text())
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text())
    checks.check(
        pom is not None and {pom.group(1)} == {chart["version"], chart["appVersion"]},
        "the chart has the version of pom.xml",
        f"{pom and pom.group(1)}: {chart}",
    )


def check_files() -> None:
    """What Prometheus replaces survives Helm, and the one text that Helm replaces is replaced."""
    rules = CHART / "alerts" / "zz_check.yaml"
    rules.parent.mkdir(exist_ok=True)
    rules.write_text(
        "groups:\n- name: check\n  rules:\n  - alert: Check\n    expr: up == 0\n    annotations:\n"
        '      summary: "{{ $labels.home }} {{ $value | humanize }}"\n      runbook_url: RUNBOOKS_URL/Check.md\n'
    )
    board = CHART / "dashboards" / "zz_check.json"
    board.parent.mkdir(exist_ok=True)
    board.write_text('{"title": "{{home}} $dc"}\n')
    try:
        result = template([*REGIONS, CASES / "accepted/monitoring.yaml"], *APIS)
    finally:
        rules.unlink()
        board.unlink()
    rendered = objects(result.stdout)
    rule = find(rendered, "PrometheusRule", "giza-alerts-zz-check")["spec"]["groups"][0]["rules"][0]
    checks.check(
        rule["annotations"]
        == {
            "summary": "{{ $labels.home }} {{ $value | humanize }}",
            "runbook_url": "https://runbooks.example.net/giza/Check.md",
        },
        "templates of Prometheus survive, and RUNBOOKS_URL is replaced",
        str(rule),
    )
    dashboard = find(rendered, "ConfigMap", "giza-dashboard-zz-check")
    checks.check(
        dashboard["data"] == {"giza-zz_check.json": '{"title": "{{home}} $dc"}\n'}
        and dashboard["metadata"]["labels"]["grafana_dashboard"] == "1",
        "dashboards survive as they are",
        str(dashboard),
    )


def check_notes() -> None:
    """Helm prints the notes at installs alone, so they are rendered as an object here."""
    notes = (CHART / "templates/NOTES.txt").read_text()
    file = CHART / "templates/zz_notes.yaml"
    file.write_text(
        '{{- define "zz.notes" }}' + notes + "{{ end -}}\n"
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: zz-notes}\ndata: {notes: {{ include "zz.notes" . | toJson }}}\n'
    )

    def warns(name: str, *options: str) -> bool:
        values = [*REGIONS, *([CASES / "accepted" / f"{name}.yaml"] if name else [])]
        result = template(values, *APIS, "--show-only", "templates/zz_notes.yaml", *options)
        return "may admit EVERYBODY" in objects(result.stdout)[0]["data"]["notes"]

    try:
        for name in ("ingress", "gateway-api", "traffic-policy"):
            checks.check(warns(name), f"the notes warn of {name} without trusted proxies")
            trusted = ("--set", "gateway.trustedProxies={10.20.0.0/24}")
            checks.check(not warns(name, *trusted), f"the notes do not warn of {name} with trusted proxies")
        extra = ("--set", "extra.giza.gateway.trusted-proxies={10.20.0.0/24}")
        checks.check(not warns("ingress", *extra), "the notes do not warn where extra names trusted proxies")
        for name in ("", "load-balancer", "trusted-proxies", "proxy-protocol"):
            checks.check(not warns(name), f"the notes do not warn of {name or 'the example'}")
    finally:
        file.unlink()


def check_rolling() -> None:
    """A pod is replaced when its own configuration changes, and not when another's does."""

    def sums(*values: pathlib.Path) -> dict[str, str]:
        rendered = objects(template([*REGIONS, *values], *APIS).stdout)
        return {
            each["metadata"]["name"]: each["spec"]["template"]["metadata"]["annotations"]["checksum/configuration"]
            for each in rendered
            if each["kind"] in ("Deployment", "StatefulSet")
        }

    before = sums()
    own = sums(CASES / "accepted/domains.yaml")
    changed = {name for name, value in own.items() if value != before[name]}
    checks.check(changed == {"giza-gateway"}, "a key of gateways rolls gateways alone", str(changed))
    moved = sums(CASES / "accepted/remote-endpoints.yaml")
    changed = {name for name, value in moved.items() if value != before[name]}
    checks.check(changed == set(before), "another endpoint rolls all", str(changed))
    epoch = sums(CASES / "accepted/replaced.yaml")
    changed = {name for name, value in epoch.items() if value != before[name]}
    checks.check(
        changed == {"giza-gateway", "giza-gc", "giza-recovery"},
        "a new epoch rolls gateways and workers, and leaves stores running",
        str(changed),
    )


def check_table() -> None:
    command = ["python3", str(ROOT / "helm/values-table.py")]
    if UPDATE:
        subprocess.run(command, check=True)
    result = subprocess.run([*command, "--check"], capture_output=True, text=True, check=False)
    checks.check(result.returncode == 0, "README.md has the table of values", result.stdout + result.stderr)


def check_policies() -> None:
    rendered = objects(template([*REGIONS, CASES / "accepted/policies.yaml"], *APIS).stdout)
    found = [each for each in rendered if each["kind"] == "NetworkPolicy"]
    for what, holds, detail in policies.findings(found, (CASES / "pairs.txt").read_text()):
        checks.check(holds, what, detail)


def main() -> int:
    for each in (
        check_versions,
        check_values_are_known,
        check_table,
        check_examples,
        check_accepted,
        check_refused,
        check_files,
        check_notes,
        check_rolling,
        check_policies,
    ):
        try:
            each()
        except Exception as e:
            checks.check(False, f"{each.__name__} runs to its end", repr(e))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
