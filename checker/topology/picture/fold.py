"""Folding of large pictures: a thousand hosts are shown as groups.

Switches without target ports that are connected to the same switches become one node, as do hosts of a declared cluster,
or else hosts on the same switches; many clusters fold into their switches, too. Target ports fold into their directors. Links of folded nodes become links of their
group. An object with an error is never hidden: a few are drawn individually, many are grouped apart from the others and
named in their group.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from checker.topology.picture.graph import Edge, Graph, Node, node_id


@dataclass(frozen=True)
class Limits:
    """How many objects of a kind are drawn individually, and how many of those with an error.

    ``names`` is the number of names that a group with errors shows, ``clusters`` how many groups of hosts are drawn by cluster.
    """

    hosts: int = 24
    clusters: int = 48
    switches: int = 24
    targets: int = 64
    names: int = 1_000


SCREEN = Limits()
PAPER = Limits(hosts=8, clusters=16, switches=8, targets=16, names=24)
"""Limits for a picture that is readable on one page."""
_IN_TOOLTIP = 12


def folded(graph: Graph, errors: Collection[str] = (), limits: Limits = SCREEN) -> tuple[Graph, Mapping[str, str]]:
    """Return the graph with objects folded if there are too many, and the group of each folded node.

    Args:
        graph: what to fold; it is not changed.
        errors: the ids of nodes with an error.
        limits: how many objects are too many.
    """
    graph = replace(graph, nodes=dict(graph.nodes))
    folded_into: dict[str, str] = {}
    if _count(graph, "switch") > limits.switches:
        folded_into.update(_fold_switches(graph, errors))
    if _count(graph, "host") > limits.hosts:
        folded_into.update(_fold_hosts(graph, errors, folded_into, limits))
    if _count(graph, "target_port") > limits.targets:
        folded_into.update(_fold_targets(graph, errors, limits))
    if not folded_into:
        return graph, {}
    return _merged(graph, folded_into), folded_into


def _count(graph: Graph, kind: str) -> int:
    return sum(node.kind == kind for node in graph.nodes.values())


def _fold_switches(graph: Graph, errors: Collection[str]) -> dict[str, str]:
    near: dict[str, set[str]] = {}
    serving: set[str] = set()
    for edge in graph.edges:
        if edge.kind == "isl":
            near.setdefault(edge.source, set()).add(edge.target)
            near.setdefault(edge.target, set()).add(edge.source)
        elif edge.kind == "link" and graph.nodes[edge.target].kind == "target_port":
            serving.add(edge.source)
    groups: dict[tuple[str, tuple[str, ...]], list[Node]] = {}
    for node in graph.nodes.values():
        if node.kind == "switch" and node.id in near and node.id not in serving and node.id not in errors:
            groups.setdefault((node.fabric or "", tuple(sorted(near[node.id]))), []).append(node)
    folded_into: dict[str, str] = {}
    for number, ((fabric, _), members) in enumerate(sorted(groups.items()), 1):
        if len(members) > 1:
            details = {member.detail for member in members}
            group = Node(
                node_id("switch", f"[{fabric}] {number}"), "switch", f"{len(members):,} switches", fabric or None,
                detail=f"{_range(members)}\n{details.pop() if len(details) == 1 else 'several models'}\n{_some(members)}",
                count=len(members),
            )  # fmt: skip
            graph.nodes[group.id] = group
            folded_into.update({member.id: group.id for member in members})
    return folded_into


def _fold_hosts(graph: Graph, errors: Collection[str], switches: Mapping[str, str], limits: Limits) -> dict[str, str]:
    seen: dict[str, set[str]] = {}
    failed = {node.id for node in graph.nodes.values() if node.kind == "host" and node.id in errors}
    for edge in graph.edges:
        port = graph.nodes[edge.source]
        if port.kind == "initiator" and port.parent is not None and edge.kind == "link":
            seen.setdefault(port.parent, set()).add(switches.get(edge.target, edge.target))
            if port.id in errors:
                failed.add(port.parent)
    individually = failed if len(failed) <= limits.hosts else set()
    hosts = [node for node in graph.nodes.values() if node.kind == "host" and node.id not in individually]
    groups = _grouped(hosts, failed, seen, by_cluster=True)
    if len(groups) > limits.clusters:
        by_switch = _grouped(hosts, failed, seen, by_cluster=False)
        groups = by_switch if len(by_switch) < len(groups) else groups
    folded_into: dict[str, str] = {}
    for number, ((faulty, cluster, places), members) in enumerate(sorted(groups.items()), 1):
        if len(members) == 1:
            continue
        where_text = f"host cluster {cluster}" if cluster else _places([graph.nodes[name] for name in places])
        label = f"{len(members):,} hosts with errors" if faulty else f"{len(members):,} hosts: {_range(members)}"
        group = Node(
            node_id("host", f"[{cluster or 'hosts'}] {number}"), "host", label, detail=f"{where_text}\n{_some(members)}",
            count=len(members), names=_named(members, limits) if faulty else (),
        )  # fmt: skip
        graph.nodes[group.id] = group
        folded_into.update({member.id: group.id for member in members})
    ports = [node for node in graph.nodes.values() if node.kind == "initiator" and node.parent in folded_into]
    folded_into.update({node.id: folded_into[node.parent] for node in ports if node.parent is not None})
    return folded_into


def _grouped(
    hosts: Sequence[Node], failed: Collection[str], seen: Mapping[str, set[str]], *, by_cluster: bool
) -> dict[tuple[bool, str, tuple[str, ...]], list[Node]]:
    groups: dict[tuple[bool, str, tuple[str, ...]], list[Node]] = {}
    for host in hosts:
        cluster = (host.group or "") if by_cluster else ""
        where = () if cluster else tuple(sorted(seen.get(host.id, ())))
        groups.setdefault((host.id in failed, cluster, where), []).append(host)
    return groups


def _places(switches: Sequence[Node]) -> str:
    if any(node.count > 1 for node in switches):
        return f"on {sum(node.count for node in switches):,} switches"
    return f"on {', '.join(dict.fromkeys(node.label for node in switches))}" if switches else "on no known switch"


def _fold_targets(graph: Graph, errors: Collection[str], limits: Limits) -> dict[str, str]:
    targets = [node for node in graph.nodes.values() if node.kind == "target_port" and node.parent is not None]
    failed = [node for node in targets if node.id in errors]
    individually = {node.id for node in failed} if len(failed) <= limits.targets else set()
    folded_into = {node.id: node.parent for node in targets if node.id not in individually and node.parent is not None}
    for name in {folded_into[node.id] for node in failed if node.id in folded_into}:
        members = [node for node in failed if node.parent == name]
        graph.nodes[name] = replace(graph.nodes[name], names=_named(members, limits))
    return folded_into


def _range(members: Sequence[Node]) -> str:
    """Return the first and the last name; if only a number differs, what is around it is written once: ``esx01…40.lab``."""
    names = sorted((member.label for member in members), key=_as_counted)
    first, last = (re.split(r"(\d+)", names[place]) for place in (0, -1))
    differing = [place for place, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]]
    if len(first) == len(last) and len(differing) == 1 and differing[0] % 2:
        first[differing[0]] += f"\u2026{last[differing[0]]}"
        return "".join(first)
    return f"{names[0]}\u2026{names[-1]}"


def _as_counted(name: str) -> list[tuple[int, str]]:
    """Return a sort key under which a10 follows a9."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", name)]


def _some(members: Sequence[Node]) -> str:
    return ", ".join(_named(members, Limits(names=_IN_TOOLTIP)))


def _named(members: Sequence[Node], limits: Limits) -> tuple[str, ...]:
    names = sorted((member.label for member in members), key=_as_counted)
    more = len(names) - limits.names
    return (*names[: limits.names], f"and {more:,} more") if more > 0 else tuple(names)


def _merged(graph: Graph, folded_into: Mapping[str, str]) -> Graph:
    merged = Graph(fabrics=list(graph.fabrics))
    for node in graph.nodes.values():
        if node.id not in folded_into:
            parent = folded_into.get(node.parent, node.parent) if node.parent is not None else None
            merged.nodes[node.id] = replace(node, parent=parent)
    counted: dict[tuple[str, str, str, str | None], Edge] = {}
    for edge in graph.edges:
        source, target = folded_into.get(edge.source, edge.source), folded_into.get(edge.target, edge.target)
        if source == target:
            continue
        key = (source, target, edge.kind, edge.fabric)
        found = counted.get(key)
        counted[key] = (
            replace(found, count=found.count + edge.count, state="")
            if found
            else replace(edge, source=source, target=target, state=edge.state if source == edge.source else "")
        )
    merged.edges = list(counted.values())
    return merged
