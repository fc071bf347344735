"""The picture as SVG: layers from left to right, one colour per fabric, findings as marks with a tooltip.

Every text from exports is escaped. The picture has no scripts, loads nothing, and follows the reader's light or dark
setting. Findings are marked by a sign and a colour, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from unicodedata import category

from checker.topology.picture.graph import COLUMNS, Edge, Graph, Node, node_id
from checker.topology.picture.layout import CHARACTER, LINE, Box, Layout, layout, name_lines

TITLES = {
    "host": "Hosts",
    "initiator": "Initiators",
    "switch": "Fabrics and switches",
    "target_port": "Target ports",
    "director": "Controllers",
    "storage_array": "Arrays",
}
_SIGNS = {"error": "\u2716", "warning": "\u25b2", "info": "\u25cf"}
_RANK = {"error": 3, "warning": 2, "info": 1}
_MOST_IN_TOOLTIP = 20
STYLE = """
.san-picture{--paper:#fff;--ink:#1d2330;--dim:#5a6375;--line:#b9c0cc;--box:#f4f6f9;--f0:#0b63b5;--f1:#a04a00;--f2:#2a7a3b;--f3:#7a3aa0;
--error:#b3122b;--warning:#8a5a00;--info:#33618f;--error-box:#fde8eb;--warning-box:#fff3d6;--info-box:#e8f1fb;
background:var(--paper);font:11px system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
@media screen and (prefers-color-scheme:dark){.san-picture{--paper:#12161d;--ink:#e6eaf2;--dim:#a3adbf;--line:#465060;--box:#1d242f;
--f0:#6cb2ff;--f1:#ffa860;--f2:#7ed491;--f3:#cf9bf0;--error:#ff8a99;--warning:#ffc857;--info:#8fc2f5;
--error-box:#3b1a20;--warning-box:#372c12;--info-box:#16283b}}
@media print{.san-picture{--paper:#fff;--ink:#000;--dim:#333;--box:#fff}}
.san-picture text{fill:var(--ink)}.san-picture .dim{fill:var(--dim)}.san-picture .head{font-weight:600;font-size:12px}
.san-picture .title{font-weight:600;font-size:15px}.san-picture .box{fill:var(--box);stroke:var(--line)}
.san-picture .host .box,.san-picture .storage_array .box,.san-picture .director .box,.san-picture .switch .box{stroke:var(--dim)}
.san-picture .e-error .box{fill:var(--error-box);stroke:var(--error);stroke-width:1.6}
.san-picture .e-warning .box{fill:var(--warning-box);stroke:var(--warning);stroke-width:1.6}
.san-picture .e-info .box{fill:var(--info-box);stroke:var(--info)}
.san-picture .error{fill:var(--error)}.san-picture .warning{fill:var(--warning)}.san-picture .info{fill:var(--info)}
.san-picture .link{fill:none;stroke:var(--line);stroke-width:1.1;opacity:.85}.san-picture .owns{fill:none;stroke:var(--line);stroke-width:1}
.san-picture .isl{fill:none;stroke-width:2.6;stroke-dasharray:5 3}
.san-picture .f0{stroke:var(--f0)}.san-picture .f1{stroke:var(--f1)}.san-picture .f2{stroke:var(--f2)}.san-picture .f3{stroke:var(--f3)}
.san-picture .t0{fill:var(--f0)}.san-picture .t1{fill:var(--f1)}.san-picture .t2{fill:var(--f2)}.san-picture .t3{fill:var(--f3)}
.san-picture .band{fill:none;stroke-dasharray:2 4;opacity:.7}.san-picture .name{fill:var(--paper)}
.san-picture .node:hover .box{stroke-width:2.4}.san-picture .node[role=button]{cursor:pointer}
.san-picture .node:focus-visible{outline:none}.san-picture .node:focus-visible .box{stroke-width:4}
"""
"""The style sheet of each picture; its selectors match only the picture."""


@dataclass(frozen=True)
class Mark:
    """A finding on a node."""

    severity: str
    rule: str
    message: str


Marks = Mapping[str, Sequence[Mark]]
FINDINGS: Mapping[str, str] = {
    **{severity: severity for severity in _SIGNS},
    "": "A number counts findings of that severity; point at a node for all. Dashed: ISLs.",
}
"""What the signs of a picture mean by default, and a note on them."""


def svg(
    graph: Graph,
    marks: Marks,
    title: str,
    note: str = "",
    *,
    linked: bool = False,
    legend: Mapping[str, str] = FINDINGS,
) -> str:
    """Return the picture as an SVG document.

    Args:
        graph: the nodes and links to show, already folded.
        marks: findings by node id.
        title: title of the picture.
        note: a line below the title, such as what was folded.
        linked: whether the page's script shows the findings of a node. Nodes with findings are then buttons with the
            node's id in ``data-node``, and the keyboard skips the others.
        legend: what each sign means, by severity, and a note under the empty key.
    """
    placed = layout(graph)
    # The page has a heading of its own; without title and note their place is cut off.
    top = 0 if title and not linked else 28 if note else 44
    height = placed.height + 28 - top
    parts = [
        f'<svg class="san-picture" xmlns="http://www.w3.org/2000/svg" viewBox="0 {top} {placed.width:.0f} {height:.0f}" '
        f'width="{placed.width:.0f}" height="{height:.0f}" role="{"group" if linked else "img"}" aria-label={_attribute(title)}>',
        f"<style>{STYLE}</style>",
        f"<title>{_text(title)}</title>",
        "" if linked else f'<text class="title" x="20" y="24">{_text(title)}</text>',
        f'<text class="dim" x="20" y="41">{_text(note)}</text>',
    ]
    parts += [f'<text class="head" x="{x:.0f}" y="60">{TITLES[kind]}</text>' for kind, x in placed.columns.items()]
    parts += _bands(graph, placed, marks, linked)
    parts += [
        _edge(edge, graph, placed)
        for edge in graph.edges
        if edge.source in placed.boxes and edge.target in placed.boxes
    ]
    for kind in COLUMNS:
        parts += [
            _node(node, placed.boxes[node.id], graph, marks.get(node.id, ()), linked)
            for node in graph.nodes.values()
            if node.kind == kind and node.id in placed.boxes
        ]
    parts.append(_legend(placed, legend))
    parts.append("</svg>\n")
    return "\n".join(parts)


def _bands(graph: Graph, placed: Layout, marks: Marks, linked: bool) -> list[str]:
    """Return the frame of each fabric around its switches, with its name and the findings on the fabric itself."""
    found = []
    for fabric, (top, bottom) in placed.bands.items():
        x, number = placed.columns["switch"], _number(graph, fabric)
        name = node_id("fabric", fabric)
        here = marks.get(name, ())
        worst, sign = _sign(here)
        mark = (
            f'<text class="{worst}" x="{x + 174:.1f}" y="{top + 13:.1f}" text-anchor="end">{sign}</text>'
            if worst
            else ""
        )
        found.append(
            f'<rect class="band f{number}" x="{x - 10:.1f}" y="{top:.1f}" width="190" height="{bottom - top:.1f}" rx="8"/>'
            f'<g class="node" {_reached(name, f"fabric {fabric}", here, linked)}>'
            f"<title>{_text(chr(10).join([f'Fabric: {fabric}', *_findings(here)]))}</title>"
            f'<rect class="name" x="{x - 9:.1f}" y="{top + 1:.1f}" width="188" height="17" rx="7"/>'
            f'<text class="t{number}" x="{x - 4:.1f}" y="{top + 13:.1f}">{_text(_cut(fabric, 24))}</text>{mark}</g>'
        )
    return found


def _sign(marks: Sequence[Mark]) -> tuple[str, str]:
    """Return the highest severity, and its sign with the number of its findings if there are several."""
    worst = max((mark.severity for mark in marks), key=lambda severity: _RANK.get(severity, 0), default="")
    count = sum(mark.severity == worst for mark in marks)
    return worst, f"{count if count > 1 else ''}{_SIGNS[worst]}" if worst else ""


def _findings(marks: Sequence[Mark]) -> list[str]:
    """Return the lines of a tooltip, the most severe findings first."""
    first = sorted(marks, key=lambda mark: -_RANK.get(mark.severity, 0))[:_MOST_IN_TOOLTIP]
    lines = [f"{_SIGNS.get(mark.severity, '')} {mark.severity} {mark.rule}: {mark.message}" for mark in first]
    return lines + ([f"and {len(marks) - len(first):,} more"] if len(marks) > len(first) else [])


def _reached(name: str, called: str, marks: Sequence[Mark], linked: bool) -> str:
    """Return the attributes by which the keyboard and the script reach a node."""
    if not linked:
        return 'tabindex="0"'
    if not marks:
        return ""
    counted = f"{len(marks)} {'finding' if len(marks) == 1 else 'findings'}, highest severity {_sign(marks)[0]}"
    label = _attribute(f"{called}, {counted}")
    return f'tabindex="0" role="button" aria-label={label} data-node={_attribute(name)}'


def _number(graph: Graph, fabric: str | None) -> int:
    return graph.fabrics.index(fabric) % 4 if fabric in graph.fabrics else 0


def _edge(edge: Edge, graph: Graph, placed: Layout) -> str:
    one, other = placed.boxes[edge.source], placed.boxes[edge.target]
    colour = f" f{_number(graph, edge.fabric)}" if edge.fabric in graph.fabrics else ""
    tooltip = f"{graph.nodes[edge.source].label} \u2013 {graph.nodes[edge.target].label}"
    if edge.state:
        tooltip += f", port {edge.state}"
    if edge.count > 1:
        tooltip += f", {edge.count} links"
    title = f"<title>{_text(tooltip)}</title>"
    if edge.kind == "isl":
        x = one.x + one.width - 12
        # Long ISLs swing out further, so that those to one core switch remain distinguishable.
        bend = x + 26 + min(abs(one.middle - other.middle) / 6, 90)
        return f'<path class="isl{colour}" d="M{x:.1f} {one.middle:.1f}C{bend:.1f} {one.middle:.1f} {bend:.1f} {other.middle:.1f} {x:.1f} {other.middle:.1f}">{title}</path>'
    start, end = one.x + one.width, other.x
    if edge.kind == "owns" and end - start < 40:
        return f'<path class="owns" d="M{start:.1f} {one.middle:.1f}L{end:.1f} {other.middle:.1f}"/>'
    half = (start + end) / 2
    width = f' stroke-width="{min(1.1 + edge.count / 12, 5):.1f}"' if edge.count > 1 else ""
    return (
        f'<path class="link{colour}"{width} d="M{start:.1f} {one.middle:.1f}C{half:.1f} {one.middle:.1f} {half:.1f} {other.middle:.1f} '
        f'{end:.1f} {other.middle:.1f}">{title}</path>'
    )


def _node(node: Node, box: Box, graph: Graph, marks: Sequence[Mark], linked: bool) -> str:
    worst, sign = _sign(marks)
    called = f"{node.kind.removeprefix('storage_').replace('_', ' ').capitalize()}: {node.label}"
    more = [text for text in (node.detail, f"fabric {node.fabric}" if node.fabric else "") if text]
    lines = [
        f"<g class={_attribute(f'node {node.kind}' + (f' e-{worst}' if worst else ''))} {_reached(node.id, called, marks, linked)}>",
        f"<title>{_text(chr(10).join([called, *more, *_findings(marks)]))}</title>",
        f'<rect class="box" x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="4"/>',
    ]
    if node.fabric in graph.fabrics and node.kind in ("initiator", "target_port", "switch"):
        lines.append(
            f'<rect class="t{_number(graph, node.fabric)}" x="{box.x:.1f}" y="{box.y:.1f}" width="4" height="{box.height:.1f}" rx="2"/>'
        )
    words = _words(node, box, len(sign))
    y = box.middle + 4 - (len(words) - 1) * LINE / 2
    for number, (text, style) in enumerate(words):
        lines.append(f'<text{style} x="{box.x + 9:.1f}" y="{y + LINE * number:.1f}">{_text(text)}</text>')
    if worst:
        lines.append(
            f'<text class="{worst}" x="{box.x + box.width - 6:.1f}" y="{y:.1f}" text-anchor="end">{sign}</text>'
        )
    return "".join([*lines, "</g>"])


def _words(node: Node, box: Box, sign: int) -> list[tuple[str, str]]:
    """Return the lines of text in a box, each with its class; ``sign`` is the number of characters of the mark."""
    room = int((box.width - 14) / CHARACTER)
    words = [(_cut(node.label, room - (sign + 2 if sign else 0)), "")]
    names = name_lines(node)
    if (
        node.detail
        and box.height >= 2 * LINE + 6 + LINE * len(names)
        and node.kind in ("switch", "storage_array", "host")
    ):
        words.append((_cut_words(node.detail.partition("\n")[0], room), ' class="dim"'))
    return words + [(line, "") for line in names]


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: max(room - 1, 1)]}\u2026"


def _cut_words(text: str, room: int) -> str:
    """Return the whole words for which there is room: half a version or a model is a wrong one."""
    if len(text) <= room:
        return text
    whole = text[:room].rpartition(" ")[0].rstrip(",")
    return f"{whole}\u2026" if whole else _cut(text, room)


def _legend(placed: Layout, legend: Mapping[str, str]) -> str:
    y = placed.height + 12
    words = [
        f'<text class="{severity}" x="{20 + index * 90}" y="{y:.0f}">{sign} {_text(legend[severity])}</text>'
        for index, (severity, sign) in enumerate(_SIGNS.items())
    ]
    words.append(f'<text class="dim" x="290" y="{y:.0f}">{_text(legend[""])}</text>')
    return "".join(words)


# Not xml.sax.saxutils, which loads urllib and TLS: that takes longer than drawing.
def _text(text: str) -> str:
    return escape(plain(text), quote=False)


def _attribute(text: str) -> str:
    return f'"{escape(plain(text))}"'


def plain(text: str) -> str:
    """Return text without direction overrides and invisible characters, with question marks for what XML forbids."""
    # Forbidden characters, even escaped ones, would make the whole picture unreadable.
    return "".join(
        c if c == "\n" or (c >= " " and c not in "\x7f\ufffe\uffff" and not 0xD800 <= ord(c) < 0xE000) else "?"
        for c in text
        if c.isascii() or category(c) not in ("Cf", "Zl", "Zp")
    )


def html(graph: Graph, marks: Marks, title: str, note: str = "") -> str:
    """Return the picture as one self-contained page, with a list of its findings."""
    listed = sorted(
        {(mark.severity, mark.rule, mark.message) for found in marks.values() for mark in found},
        key=lambda one: (-_RANK.get(one[0], 0), one[1], one[2]),
    )
    rows = "\n".join(
        f'<tr><td class="{severity}">{_SIGNS.get(severity, "")} {severity}</td><td>{_text(rule)}</td><td>{_text(message)}</td></tr>'
        for severity, rule, message in listed
    )
    table = f"<table><caption>Findings in the picture</caption><thead><tr><th>Severity</th><th>Rule</th><th>Finding</th></tr></thead><tbody>{rows}</tbody></table>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{_text(title)}</title>
<style>body{{margin:0;padding:16px;font:14px system-ui,"Segoe UI",Roboto,Arial,sans-serif;background:#fff;color:#1d2330}}
.picture{{overflow:auto;max-width:100%}}.picture svg{{max-width:100%;min-width:1000px;height:auto}}table{{border-collapse:collapse;margin-top:20px}}caption{{text-align:left;font-weight:600;padding:6px 0}}
td,th{{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid #d5dae3}}
.error{{color:#b3122b}}.warning{{color:#8a5a00}}.info{{color:#33618f}}td:first-child{{white-space:nowrap}}
@media (prefers-color-scheme:dark){{body{{background:#12161d;color:#e6eaf2}}td,th{{border-color:#46506080}}.error{{color:#ff8a99}}.warning{{color:#ffc857}}.info{{color:#8fc2f5}}}}
@page{{size:A4 landscape;margin:10mm}}@media print{{.picture{{overflow:visible}}.picture svg{{width:100%;height:auto}}}}</style></head>
<body><div class="picture" tabindex="0" role="region" aria-label="Topology">{svg(graph, marks, title, note)}</div>
{table if listed else ""}
</body></html>
"""
