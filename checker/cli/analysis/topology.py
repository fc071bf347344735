"""``sanlint topology``: a diagram of the SAN with its findings, or its graph for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support.session import Run, analysis
from checker.cli.support.shared_options import Paths, QuietProgressOption, format_option, output_option
from checker.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checker.cli.support.documents import Renders
    from checker.rules.evaluate.finding import Report
    from checker.topology.picture.svg import Mark

_FORMATS = {name: (f".{name}",) for name in ("svg", "html", "dot", "graphml", "json")}


@analysis(
    _FORMATS,
    "svg",
    output=Annotated[list[str] | None, output_option("A .svg, .html, .dot, .graphml or .json file; can be repeated.")],
    formats=Annotated[list[str] | None, format_option("svg (default), html, dot, graphml or json; can be repeated.")],
    color=None,
    quiet=QuietProgressOption,
    remembers=True,
)
def topology(
    paths: Paths,
    *,
    focus: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Show only the paths of this host, switch, director or array, or of the port with this WWPN; can be repeated.",
        ),
    ] = None,
    unfolded: Annotated[bool, typer.Option("--unfolded", help="Show every host and port individually.")] = False,
    run: Run,
) -> None:
    """Draw hosts, fabrics, directors and arrays from left to right, and mark findings.

    Large numbers of hosts are folded by host cluster, or by attached switches, and target ports into their directors; objects
    with errors remain visible. A switch is drawn in each VSAN that it serves.
    """
    from checker.report.text.marks import errors_of, marks_of, moved
    from checker.rules.language.suggest import unknown
    from checker.topology.picture.focus import focused
    from checker.topology.picture.fold import folded
    from checker.topology.picture.svg import html, svg
    from checker.topology.picture.text import as_dot, as_graphml, as_json

    with run.open(paths) as san:
        san.prepare()
        san.demand_read(declared=False)
        graph = san.graph()
        report = san.check()
    if focus:
        try:
            graph = focused(graph, focus)
        except KeyError as error:
            named = [node.label for node in graph.nodes.values() if node.kind not in ("initiator", "target_port")]
            raise UsageError(f"--focus: {unknown('object', str(error.args[0]), named)}") from None
    marks: Mapping[str, list[Mark]] = marks_of(report, graph)
    picture, note = (graph, marks), ""
    if not unfolded:
        small, folded_into = folded(graph, errors_of(marks))
        picture = small, moved(marks, folded_into)
        note = "folded; --unfolded shows everything, --focus NAME the paths of one object" if folded_into else ""
    title = f"Paths of {', '.join(focus)}" if focus else _title(report)
    renders: Renders = {
        "svg": lambda _: svg(*picture, title, note),
        "html": lambda _: html(*picture, title, note),
        "dot": lambda _: as_dot(graph, marks),
        "graphml": lambda _: as_graphml(graph, marks),
        "json": lambda _: as_json(graph, marks),
    }
    run.write(renders, for_people=())


def _title(report: Report) -> str:
    from checker.report.coverage import seen_text
    from checker.report.digest import shown_findings
    from checker.report.text.words import plural

    return f"{seen_text(report)} \u2013 {plural(len(shown_findings(report)), 'finding')}"
