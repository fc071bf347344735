"""The topology picture of triage: suspects, consequences and excluded parts are marked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from checker.report.text.marks import errors_of, moved, nodes_named, switches_of
from checker.report.triage.words import component_text
from checker.topology.picture.fold import folded
from checker.topology.picture.svg import Mark, svg

if TYPE_CHECKING:
    from checker.topology.picture.graph import Graph
    from checker.triage.model import Component, Triage

_LEGEND = {
    "error": "cause", "warning": "possible", "info": "excluded",
    "": "Possible: an explanation that is not proven, or a consequence. Dashed: ISLs.",
}  # fmt: skip
_COLUMNS = {
    "host": "host", "switch": "switch", "fabric": "fabric", "initiator": "initiator_wwpn", "target_port": "target_wwpn",
    "storage_array": "storage_array",
}  # fmt: skip


def topology_svg(found: Triage, graph: Graph) -> str:
    """Return the picture, or nothing without anything to draw or to mark."""
    marks: dict[str, list[Mark]] = {}
    switches = switches_of(graph)
    roles = {"cause": "error", "candidate": "warning", "consequence": "warning"}
    for one in found.explanations:
        for component in (*one.where, *one.who):
            for node in nodes_named(_keys(component), graph, switches):
                mark = Mark(roles[one.role], one.id, f"{one.name}, {component_text(component, found.names)}")
                marks.setdefault(node, []).append(mark)
    for one in found.excluded:
        for component in one.where:
            for node in nodes_named(_keys(component), graph, switches):
                if not any(mark.severity == "error" for mark in marks.get(node, ())):
                    text = one.excluded_by.text if one.excluded_by is not None else ""
                    marks.setdefault(node, []).append(Mark("info", one.id, f"excluded, {one.name}: {text}"))
    if not graph.nodes or not marks:
        return ""
    small, folded_into = folded(graph, errors_of(marks))
    note = "similar hosts or ports are folded" if folded_into else ""
    return svg(small, moved(marks, folded_into), "Suspects in the SAN", note, legend=_LEGEND)


def _keys(component: Component) -> Mapping[str, str]:
    """Return a component by the columns that name its node."""
    kind, key = component
    if kind in _COLUMNS:
        return {_COLUMNS[kind]: key}
    one, _, other = key.partition(" - " if kind == "isl" else " ")
    if kind == "isl":
        return {"one_switch": one, "other_switch": other}
    if kind == "switch_port":
        return {"switch": one}
    if kind == "director":
        return {"storage_array": one, "director": other}
    return {"host": one} if kind in ("host_port", "host_hba") else {}
