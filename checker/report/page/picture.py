"""The topology picture of the page, with marks for findings, and the findings of each node for the page's script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.page.escape import shown
from checker.report.text.words import clean, plural

if TYPE_CHECKING:
    from checker.rules.evaluate.finding import Report
    from checker.topology.picture.graph import Graph

_PAGE = 900.0
"""Height of a picture that is readable on one page, in points: its text is printed at about 6 points."""


def picture(report: Report, graph: Graph | None) -> tuple[str, dict[str, tuple[str, list[int]]]]:
    """Return the picture as markup, and name and finding indexes of each of its nodes by id.

    Both are empty if there is no graph or the graph is empty.
    """
    from checker.report.text.marks import errors_of, marks_of, moved, places_of
    from checker.topology.picture.fold import PAPER, folded
    from checker.topology.picture.layout import layout
    from checker.topology.picture.svg import plain, svg

    if graph is None or not graph.nodes:
        return "", {}
    marks = marks_of(report, graph)
    numbers: dict[str, tuple[str, list[int]]] = {}
    placed = list(places_of(report.findings, graph))
    small, folded_into = folded(graph, errors_of(marks))
    for number, nodes in enumerate(placed):
        for node in sorted({folded_into.get(node, node) for node in nodes}):
            kind, _, name = node.partition(":")
            label = small.nodes[node].label if node in small.nodes else name
            called = clean(f"{kind.replace('_', ' ')} {label}")
            numbers.setdefault(plain(node), (called, []))[1].append(number)
    note = (
        "similar hosts or ports are folded; sanlint topology --unfolded shows all, --focus NAME the paths of one object"
        if folded_into
        else ""
    )
    drawn = svg(small, moved(marks, folded_into), "Topology", note, linked=True)
    on_paper = ""
    if layout(small).height > _PAGE:
        smaller, folded_into = folded(graph, errors_of(marks), PAPER)
        on_paper = svg(
            smaller, moved(marks, folded_into), "", "similar objects are folded; the page on screen shows more"
        )
        on_paper = f'<div class="picture sign-off-only">{on_paper}</div>'
    loose = sum(
        1 for nodes, finding in zip(placed, report.findings, strict=True) if not nodes and finding.state != "suppressed"
    )
    loose_text = f" {plural(loose, 'finding')} not shown here, for example on input files." if loose else ""
    return (
        '<p class="script-only">Click a marked part of the picture to list its findings.'
        f'{shown(loose_text)} <button type="button" id="picture-size" aria-pressed="false">Actual size</button></p>'
        f'<div class="picture{" not-sign-off" if on_paper else ""}" tabindex="0" role="region" aria-label="Topology picture">{drawn}</div>{on_paper}',
        numbers,
    )
