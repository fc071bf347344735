"""Findings as marks on the nodes of the topology picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from checker.rules.evaluate.finding import Finding, Report
from checker.topology.picture.graph import Graph, node_id
from checker.topology.picture.svg import Mark


def marks_of(report: Report, graph: Graph) -> dict[str, list[Mark]]:
    """Mark each node with the findings whose objects name it (see :func:`places_of`)."""
    found: dict[str, list[Mark]] = {}
    for finding, places in zip(report.findings, places_of(report.findings, graph), strict=True):
        mark = Mark(finding.severity, finding.rule, finding.message)
        for name in places:
            found.setdefault(name, []).append(mark)
    return found


def errors_of(marks: Mapping[str, Sequence[Mark]]) -> set[str]:
    """Return the nodes with an error."""
    return {name for name, found in marks.items() if any(mark.severity == "error" for mark in found)}


def places_of(findings: Iterable[Finding], graph: Graph) -> Iterator[set[str]]:
    """Yield the nodes that the objects of each finding name: ports, directors, switches and hosts, else arrays, else fabrics.

    A switch is a node in each VSAN that it serves; a finding on one VSAN marks only the node there. A fabric has no node
    but a mark of its own. Suppressed findings and those on hosts that are not in the graph mark nothing.
    """
    switches = switches_of(graph)
    for finding in findings:
        places: set[str] = set()
        if finding.state != "suppressed":
            for one in finding.objects or (finding.object,):
                places.update(nodes_named({k: str(v) for k, v in one.items() if v is not None}, graph, switches))
        yield places


def switches_of(graph: Graph) -> dict[str, list[str]]:
    """Return the nodes of each switch by its name."""
    switches: dict[str, list[str]] = {}
    for node in graph.nodes.values():
        if node.kind == "switch":
            switches.setdefault(node.label, []).append(node.id)
    return switches


def nodes_named(keys: Mapping[str, str], graph: Graph, switches: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return the nodes that an object names by the keys of its columns; ``switches`` are those of :func:`switches_of`."""
    if "host" in keys and node_id("host", keys["host"]) not in graph.nodes:
        return ()
    named = [
        *(node_id("initiator", keys[k]) for k in ("initiator_wwpn", "wwpn") if k in keys),
        *(node_id("target_port", keys[k]) for k in ("target_wwpn", "wwpn") if k in keys),
        *_switch_nodes(keys, graph, switches),
        *(node_id("host", keys[k]) for k in ("host", "owner") if k in keys),
    ]
    array = keys.get("storage_array", keys.get("owner"))
    if array is not None and "director" in keys:
        named.append(node_id("director", array, keys["director"]))
    known = [name for name in named if name in graph.nodes]
    if not known and array is not None:
        known = [name for name in [node_id("storage_array", array)] if name in graph.nodes]
    if not known and keys.get("fabric") in graph.fabrics:
        known = [node_id("fabric", keys["fabric"])]
    return known


def _switch_nodes(keys: Mapping[str, str], graph: Graph, switches: Mapping[str, Sequence[str]]) -> Sequence[str]:
    found: list[str] = []
    for switch in [keys[k] for k in ("switch", "one_switch", "other_switch", "owner") if k in keys]:
        nodes = switches.get(switch, ())
        of_vsan = node_id("switch", switch, keys.get("vsan", ""))
        here = [name for name in nodes if name == of_vsan or graph.nodes[name].fabric == keys.get("fabric")]
        found += here or nodes
    return found


def moved(marks: Mapping[str, Sequence[Mark]], folded_into: Mapping[str, str]) -> dict[str, list[Mark]]:
    """Move the marks of folded nodes to the nodes that replace them; ``folded_into`` comes from ``folded``."""
    found: dict[str, dict[Mark, None]] = {}
    for name, marked in marks.items():
        found.setdefault(folded_into.get(name, name), {}).update(dict.fromkeys(marked))
    return {name: list(marked) for name, marked in found.items()}
