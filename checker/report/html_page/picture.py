"""The topology picture in the page: findings as marks, and the findings of each node for the page's script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.html_page.escape import shown
from checker.report.words import clean

if TYPE_CHECKING:
    from checker.engine.finding import Report
    from checker.topology.graph import Graph


def picture(report: Report, graph: Graph | None) -> tuple[str, dict[str, tuple[str, list[int]]]]:
    """Return the picture as markup, and for each of its nodes by id what it is called and the numbers of its findings.

    Both are empty where there is no graph, or nothing in it.
    """
    from checker.report.marks import marks_of, moved, nodes_of
    from checker.topology.fold import folded
    from checker.topology.picture import plain, svg

    if graph is None or not graph.nodes:
        return "", {}
    marks = marks_of(report, graph)
    numbers: dict[str, tuple[str, list[int]]] = {}
    placed = [nodes_of(finding, graph) if finding.state != "suppressed" else set() for finding in report.findings]
    small, went = folded(graph)
    for number, nodes in enumerate(placed):
        for node in sorted({went.get(node, node) for node in nodes}):
            called = clean(f"{small.nodes[node].kind.replace('_', ' ')} {small.nodes[node].label}")
            numbers.setdefault(plain(node), (called, []))[1].append(number)
    note = "hosts or ports are folded; sanlint topology --unfolded shows all, --focus HOST one host" if went else ""
    drawn = svg(small, moved(marks, went), "Topology", note, linked=True)
    loose = sum(
        1 for nodes, finding in zip(placed, report.findings, strict=True) if not nodes and finding.state != "suppressed"
    )
    told = f" {loose:,} findings concern nothing that is drawn, such as zones or documents." if loose else ""
    return (
        '<p class="script-only">Choose a part with a mark to list its findings.'
        f'{shown(told)} <button type="button" id="picture-size" aria-pressed="false">Actual size</button></p>'
        f'<div class="picture" tabindex="0" role="region" aria-label="Topology picture">{drawn}</div>',
        numbers,
    )
