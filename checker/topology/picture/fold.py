"""Folding of large pictures: a thousand hosts are shown as groups.

Hosts of a declared cluster, or else hosts on the same switches, become one node with their number; the ports of folded
hosts become links of the group. If there are too many target ports, they fold into their directors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from checker.topology.picture.graph import Edge, Graph, Node, node_id

HOSTS_SHOWN = 24
"""More hosts than this are folded."""
TARGETS_SHOWN = 64
"""More target ports than this are folded into their directors."""


def folded(
    graph: Graph, hosts_shown: int = HOSTS_SHOWN, targets_shown: int = TARGETS_SHOWN
) -> tuple[Graph, Mapping[str, str]]:
    """Return the graph with hosts and target ports folded if there are too many, and the group of each folded node."""
    folded_into: dict[str, str] = {}
    hosts = [node for node in graph.nodes.values() if node.kind == "host"]
    if len(hosts) > hosts_shown:
        folded_into.update(_fold_hosts(graph, hosts))
    targets = [node for node in graph.nodes.values() if node.kind == "target_port"]
    if len(targets) > targets_shown:
        folded_into.update({node.id: node.parent for node in targets if node.parent is not None})
    if not folded_into:
        return graph, {}
    return _merged(graph, folded_into), folded_into


def _fold_hosts(graph: Graph, hosts: list[Node]) -> dict[str, str]:
    seen: dict[str, set[str]] = {}
    for edge in graph.edges:
        owner = graph.nodes[edge.source].parent if graph.nodes[edge.source].kind == "initiator" else None
        if owner is not None and edge.kind == "link":
            seen.setdefault(owner, set()).add(edge.target)
    groups: dict[tuple[str, ...], list[Node]] = {}
    for host in hosts:
        key = ("cluster", host.group) if host.group else ("", *sorted(seen.get(host.id, ())))
        groups.setdefault(key, []).append(host)
    folded_into: dict[str, str] = {}
    for number, (key, members) in enumerate(sorted(groups.items()), 1):
        if len(members) == 1:
            name = members[0].id
        else:
            label = key[1] if key[0] else _common(members) or "others"
            name = node_id("host", f"[{label}] {number}")
            where = "a host cluster" if key[0] else "on the same switches" if len(key) > 1 else "on no known switch"
            names = [member.label for member in members]
            shown = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
            graph.nodes[name] = Node(
                name, "host", _counted(label, key, members, graph), detail=f"{where}: {shown}", count=len(members)
            )
        for member in members:
            folded_into[member.id] = name
    for node in list(graph.nodes.values()):
        if node.kind == "initiator" and node.parent in folded_into:
            folded_into[node.id] = folded_into[node.parent]
    return {one: name for one, name in folded_into.items() if one != name}


def _counted(label: str, key: tuple[str, ...], members: list[Node], graph: Graph) -> str:
    if key[0] or len(key) < 2:
        return f"{label} ({len(members)} hosts)"
    switches = [graph.nodes[name].label for name in key[1:]]
    return f"{label} ({len(members)}) on {', '.join(switches)}"


def _common(members: list[Node]) -> str:
    """Return the common prefix of the names of a group, with ``*``; empty if it is too short."""
    names = [member.label for member in members]
    first, last = min(names), max(names)
    count = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return f"{first[:count]}*" if count >= 2 else ""


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
            replace(found, count=found.count + edge.count)
            if found
            else replace(edge, source=source, target=target, state="")
        )
    merged.edges = list(counted.values())
    return merged
