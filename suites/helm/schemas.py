"""Writes the JSON schemas of all objects that the chart makes, as kubeconform looks for them.

Usage: schemas.py FOLDER MODULE...

Those of Kubernetes are in the Python package kubernetes-validate, for several versions, and refer to
an address of the web: here each file has what it refers to in itself. Those of operators are the CRDs
in the folders of their Go modules. Fields that a schema does not know are refused, unless it says
that it keeps them: the API server would drop them silently.
"""

import json
import pathlib
import sys
from typing import Any

import kubernetes_validate
import yaml

VERSIONS = ("1.30.0", "1.34.0")
KINDS = (
    "configmap-v1",
    "deployment-apps-v1",
    "horizontalpodautoscaler-autoscaling-v2",
    "ingress-networking-v1",
    "job-batch-v1",
    "networkpolicy-networking-v1",
    "pod-v1",
    "poddisruptionbudget-policy-v1",
    "service-v1",
    "serviceaccount-v1",
    "statefulset-apps-v1",
)
CRDS = (
    "example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml",
    "example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml",
    "deploy/crds/cert-manager.io_certificates.yaml",
    "config/crd/standard/gateway.networking.k8s.io_backendtlspolicies.yaml",
    "config/crd/standard/gateway.networking.k8s.io_httproutes.yaml",
)
POINTER = "#/$defs/"


def local(schema: Any, needed: set[str]) -> Any:
    """Returns a schema whose references are within its own file, and notes what they name."""
    if isinstance(schema, list):
        return [local(each, needed) for each in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: local(value, needed) for key, value in schema.items() if key not in ("$id", "description")}
    if isinstance(schema.get("$ref"), str):
        name = schema["$ref"].split(POINTER)[1]
        needed.add(name)
        result["$ref"] = POINTER + name
    return result


def whole(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Returns a schema with all that it refers to."""
    needed: set[str] = set()
    result = local(schema, needed)
    found: dict[str, Any] = {}
    while needed - set(found):
        for name in needed - set(found):
            found[name] = local(definitions[name], needed)
    result["$defs"] = found
    return result


def write_kubernetes(target: pathlib.Path) -> None:
    package = pathlib.Path(kubernetes_validate.__file__).parent / "kubernetes-json-schema"
    for version in VERSIONS:
        folder = package / f"v{version}-local-strict"
        definitions = json.loads((folder / "_definitions.json").read_text())["$defs"]
        (target / f"v{version}").mkdir()
        for kind in KINDS:
            schema = whole(json.loads((folder / f"{kind}.json").read_text()), definitions)
            (target / f"v{version}" / f"{kind}.json").write_text(json.dumps(schema))


def closed(schema: Any) -> Any:
    """Returns a schema that allows no fields but its own."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(value) for key, value in schema.items()}
    keeps = schema.get("x-kubernetes-preserve-unknown-fields")
    # Alternatives below anyOf and its like name some of the fields only, and have no type.
    if schema.get("type") == "object" and isinstance(schema.get("properties"), dict) and not keeps:
        result.setdefault("additionalProperties", False)
    if schema.get("x-kubernetes-int-or-string"):
        result["type"] = ["string", "integer"]
    return result


def write_crds(target: pathlib.Path, modules: list[str]) -> int:
    written = 0
    for path in (pathlib.Path(module) / name for module in modules for name in CRDS):
        if not path.exists():
            continue
        spec = yaml.safe_load(path.read_text())["spec"]
        group = spec["group"].split(".")[0]
        for version in spec["versions"]:
            schema = closed(version["schema"]["openAPIV3Schema"])
            schema["properties"]["metadata"] = {"type": "object"}
            name = f"{spec['names']['kind'].lower()}-{group}-{version['name']}.json"
            (target / name).write_text(json.dumps(schema))
        written += 1
    return written


def main() -> int:
    target = pathlib.Path(sys.argv[1])
    write_kubernetes(target)
    written = write_crds(target, sys.argv[2:])
    if written < len(CRDS):
        print(f"{written} of {len(CRDS)} CRDs are there", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
