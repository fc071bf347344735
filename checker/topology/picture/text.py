"""The graph as DOT, GraphML and JSON; names are quoted as each format requires."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from checker.facts.json_text import dumps
from checker.topology.picture.graph import Graph
from checker.topology.picture.svg import Mark, plain

Marks = Mapping[str, Sequence[Mark]]
_SHAPES = {
    "host": "box3d",
    "initiator": "box",
    "switch": "hexagon",
    "target_port": "box",
    "director": "component",
    "storage_array": "cylinder",
}
_COLOURS = {"error": "#b3122b", "warning": "#b87700", "info": "#33618f"}


def as_json(graph: Graph, marks: Marks) -> str:
    """Return nodes, links and findings as JSON, version 1."""
    document: dict[str, Any] = {
        "version": 1,
        "fabrics": graph.fabrics,
        "nodes": [
            {
                "id": node.id, "kind": node.kind, "label": node.label, "fabric": node.fabric, "parent": node.parent,
                "detail": node.detail, "count": node.count,
                "findings": [{"severity": m.severity, "rule": m.rule, "message": m.message} for m in marks.get(node.id, ())],
            }
            for node in graph.nodes.values()
        ],
        "edges": [
            {"source": e.source, "target": e.target, "kind": e.kind, "fabric": e.fabric, "count": e.count, "port": e.state}
            for e in graph.edges
        ],
    }  # fmt: skip
    return dumps(document, indent=1) + "\n"


def as_dot(graph: Graph, marks: Marks) -> str:
    """Return the graph in the Graphviz language, from left to right.

    Ids are written as JSON, which Graphviz reads as quoted ids: two names that differ in an invisible character stay apart.
    """
    lines = ["digraph san {", "  rankdir=LR; node [fontname=Helvetica, fontsize=10]; edge [arrowhead=none];"]
    for node in graph.nodes.values():
        worst = next(
            (s for s in ("error", "warning", "info") if any(m.severity == s for m in marks.get(node.id, ()))), None
        )
        colour = f", color={_quoted(_COLOURS[worst])}, penwidth=2" if worst else ""
        tip = "\n".join([node.detail, *(f"{m.severity} {m.rule}: {m.message}" for m in marks.get(node.id, ()))]).strip()
        lines.append(
            f"  {dumps(node.id)} [label={_quoted(node.label)}, shape={_SHAPES[node.kind]}, tooltip={_quoted(tip or node.label)}{colour}];"
        )
    for edge in graph.edges:
        style = ", style=dashed" if edge.kind == "isl" else ""
        label = f"{edge.count} links" if edge.count > 1 else ""
        lines.append(f"  {dumps(edge.source)} -> {dumps(edge.target)} [label={_quoted(label)}{style}];")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return '"' + plain(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def as_graphml(graph: Graph, marks: Marks) -> str:
    """Return the graph as GraphML, for programs such as yEd and Gephi."""
    import networkx

    found: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
    for node in graph.nodes.values():
        messages = "; ".join(f"{m.severity} {m.rule}: {m.message}" for m in marks.get(node.id, ()))
        found.add_node(
            _xml(node.id), kind=node.kind, label=plain(node.label), fabric=plain(node.fabric or ""), detail=plain(node.detail),
            count=node.count, findings=plain(messages),
        )  # fmt: skip
    for number, edge in enumerate(graph.edges):
        found.add_edge(
            _xml(edge.source), _xml(edge.target), f"e{number}", kind=edge.kind, fabric=plain(edge.fabric or ""), count=edge.count
        )  # fmt: skip
    return "\n".join(networkx.generate_graphml(found)) + "\n"


def _xml(text: str) -> str:
    return "".join(
        c if c in "\t\n" or (c >= " " and c not in "\ufffe\uffff" and not 0xD800 <= ord(c) < 0xE000) else "?"
        for c in text
    )
