"""A model of NetworkPolicies: who may call whom, by the rules of networking.k8s.io/v1.

A call is allowed if the caller's pod may call out and the called pod may be called. A pod that no
policy selects for a direction may do all there; otherwise what any of its policies allows.
"""

import ipaddress
from dataclasses import dataclass, field
from typing import Any, Iterator

NAMESPACE = "giza-dc1"
GIZA = {"app.kubernetes.io/name": "giza"}


@dataclass(frozen=True)
class Party:
    """A pod, or an address outside of the cluster."""

    name: str
    namespace: str = ""
    labels: dict[str, str] = field(default_factory=dict, hash=False)
    address: str = "10.244.0.1"
    ports: tuple[int, ...] = ()

    @property
    def is_pod(self) -> bool:
        return bool(self.namespace)


def giza(name: str, *ports: int) -> Party:
    labels = {**GIZA, "app.kubernetes.io/instance": "giza", "app.kubernetes.io/component": name}
    return Party(name, NAMESPACE, labels, ports=ports)


PARTIES = [
    giza("metadata", 9001, 9100),
    giza("fragment", 9002, 9100),
    giza("gateway", 9000, 9100),
    giza("gc", 9003, 9100),
    giza("recovery", 9004, 9100),
    giza("console", 9005, 9100),
    giza("test"),
    giza("preflight"),
    # Pods of another region in the same Kubernetes cluster, and one by its load balancers.
    Party("peer-pod", "giza-dc2", {**GIZA, "app.kubernetes.io/instance": "giza"}, ports=(9000, 9001, 9002, 9003, 9004, 9005, 9100)),
    Party("peer-address", address="10.2.3.4", ports=(443, 9001, 9002)),
    Party("neighbour", NAMESPACE, {"app": "shop"}, ports=(8080,)),
    Party("shop", "shop", {"app": "shop"}, ports=(8080, 9001)),
    Party("prometheus", "monitoring", {"app": "prometheus"}, ports=(9090,)),
    Party("dns", "kube-system", {"k8s-app": "kube-dns"}, ports=(53,)),
    Party("internet", address="203.0.113.7", ports=(53, 80, 443, 9001)),
]


def selects(selector: dict[str, Any], labels: dict[str, str]) -> bool:
    for key, value in (selector.get("matchLabels") or {}).items():
        if labels.get(key) != value:
            return False
    for each in selector.get("matchExpressions") or []:
        has = each["key"] in labels
        if each["operator"] == "In" and labels.get(each["key"]) not in each["values"]:
            return False
        if each["operator"] == "NotIn" and has and labels[each["key"]] in each["values"]:
            return False
        if each["operator"] == "Exists" and not has or each["operator"] == "DoesNotExist" and has:
            return False
    return True


def matches(peer: dict[str, Any], party: Party) -> bool:
    if "ipBlock" in peer:
        # Of a pod, the address that others see is its own, which no block of these policies has.
        block = ipaddress.ip_network(peer["ipBlock"]["cidr"])
        return not party.is_pod and ipaddress.ip_address(party.address) in block
    if not party.is_pod:
        return False
    namespace = {"kubernetes.io/metadata.name": party.namespace}
    in_namespace = (
        selects(peer["namespaceSelector"], namespace)
        if "namespaceSelector" in peer
        else party.namespace == NAMESPACE
    )
    return in_namespace and selects(peer.get("podSelector") or {}, party.labels)


def allows(policies: list[dict[str, Any]], direction: str, own: Party, other: Party, port: int) -> bool:
    side = {"Ingress": "from", "Egress": "to"}[direction]
    if own.namespace != NAMESPACE:
        return True
    applied = [
        each["spec"]
        for each in policies
        if direction in each["spec"]["policyTypes"] and selects(each["spec"]["podSelector"], own.labels)
    ]
    if not applied:
        return True
    for spec in applied:
        for rule in spec.get(direction.lower()) or []:
            ports = rule.get("ports")
            peers = rule.get(side)
            if ports is not None and port not in [each["port"] for each in ports]:
                continue
            if peers is None or any(matches(peer, other) for peer in peers):
                return True
    return False


def allowed(policies: list[dict[str, Any]]) -> set[str]:
    """Returns each allowed call that begins or ends at a pod of the release: 'FROM TO PORT'."""

    def ours(party: Party) -> bool:
        return party.labels.get("app.kubernetes.io/name") == "giza" and party.namespace == NAMESPACE

    return {
        f"{source.name} {target.name} {port}"
        for source in PARTIES
        for target in PARTIES
        if source != target and (ours(source) or ours(target))
        for port in target.ports
        if allows(policies, "Egress", source, target, port) and allows(policies, "Ingress", target, source, port)
    }


def findings(policies: list[dict[str, Any]], table: str) -> Iterator[tuple[str, bool, str]]:
    """Yields what was checked, whether it holds, and what does not."""
    written = {line for line in table.splitlines() if line and not line.startswith("#")}
    found = allowed(policies)
    yield (
        "the NetworkPolicies allow the written pairs and no others",
        found == written,
        f"too much: {sorted(found - written)}\nmissing: {sorted(written - found)}",
    )
    for dropped in policies:
        name = dropped["metadata"]["name"]
        rest = [each for each in policies if each is not dropped]
        yield (f"without the policy {name} the pairs are others", allowed(rest) != written, "no difference")
    of_gc = {"giza-default", "giza-gc"}
    without = [each for each in policies if each["metadata"]["name"] not in of_gc]
    forbidden = "neighbour gc 9003"
    yield (
        f"'{forbidden}' is forbidden, and would not be without the policies of all and of gc",
        forbidden not in found and forbidden in allowed(without),
        str(sorted(allowed(without))),
    )
