"""Findings as marks on the nodes of the picture."""

from __future__ import annotations

from checker.engine.finding import Report
from checker.topology.graph import Graph, node_id
from checker.topology.picture import Mark


def marks_of(report: Report, graph: Graph) -> dict[str, list[Mark]]:
    """Put each finding on the nodes that its objects name: ports, else directors, switches, hosts, else arrays."""
    found: dict[str, list[Mark]] = {}
    for finding in report.findings:
        if finding.state == "suppressed":
            continue
        mark = Mark(finding.severity, finding.rule, finding.message)
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
        for name in places:
            found.setdefault(name, []).append(mark)
    return found
