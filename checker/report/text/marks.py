"""Findings as marks on the nodes of the topology picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checker.rules.evaluate.finding import Finding, Report
from checker.topology.picture.graph import Graph, node_id
from checker.topology.picture.svg import Mark


def marks_of(report: Report, graph: Graph) -> dict[str, list[Mark]]:
    """Mark each node with the findings whose objects name it (see :func:`nodes_of`)."""
    found: dict[str, list[Mark]] = {}
    for finding in report.findings:
        if finding.state == "suppressed":
            continue
        mark = Mark(finding.severity, finding.rule, finding.message)
        for name in nodes_of(finding, graph):
            found.setdefault(name, []).append(mark)
    return found


def nodes_of(finding: Finding, graph: Graph) -> set[str]:
    """Return the nodes that a finding's objects name: ports, else directors, switches, hosts, else arrays."""
    places: set[str] = set()
    for one in finding.objects or (finding.object,):
        keys = {name: str(value) for name, value in one.items() if value is not None}
        named = [
            *(node_id("initiator", keys[k]) for k in ("initiator_wwpn", "wwpn") if k in keys),
            *(node_id("target_port", keys[k]) for k in ("target_wwpn", "wwpn") if k in keys),
            *(node_id("switch", keys[k]) for k in ("switch",) if k in keys),
            *(
                node_id("director", keys["storage_array"], keys["director"])
                for _ in "x"
                if {"storage_array", "director"} <= set(keys)
            ),
            *(node_id("host", keys[k]) for k in ("host",) if k in keys),
        ]
        known = [name for name in named if name in graph.nodes]
        if not known and "storage_array" in keys:
            known = [name for name in [node_id("storage_array", keys["storage_array"])] if name in graph.nodes]
        places.update(known)
    return places


def moved(marks: Mapping[str, Sequence[Mark]], folded_into: Mapping[str, str]) -> dict[str, list[Mark]]:
    """Move the marks of folded nodes to the nodes that replace them; ``folded_into`` comes from ``folded``."""
    found: dict[str, dict[Mark, None]] = {}
    for name, marked in marks.items():
        found.setdefault(folded_into.get(name, name), {}).update(dict.fromkeys(marked))
    return {name: list(marked) for name, marked in found.items()}
