"""``sanlint topology``: a diagram of the SAN with its findings, or its graph for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support.shared_options import ConfigOption, IsolatedOption, JobsOption, Paths, QuietProgressOption
from checker.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checker.rules.evaluate.finding import Report
    from checker.topology.picture.graph import Graph
    from checker.topology.picture.svg import Mark

_SUFFIXES = ("svg", "html", "dot", "graphml", "json")


def topology(
    paths: Paths,
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="A .svg, .html, .dot, .graphml or .json file (default: SVG to standard output).",
        ),
    ] = None,
    focus: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="Show only this host and the devices in its fabrics; can be repeated."),
    ] = None,
    unfolded: Annotated[bool, typer.Option("--unfolded", help="Show every host and port individually.")] = False,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    quiet: QuietProgressOption = False,
) -> None:
    """Draw hosts, fabrics, directors and arrays from left to right, and mark findings.

    Large numbers of hosts are folded by host cluster or attached switches, and target ports into their directors.
    """
    from checker.cli.support.arguments import demand_paths
    from checker.cli.support.session import open_session, options_of
    from checker.cli.support.terminal import write_file, write_output
    from checker.report.text.marks import marks_of, moved
    from checker.rules.language.suggest import unknown
    from checker.topology.picture.fold import folded
    from checker.topology.picture.graph import focused

    demand_paths(paths)
    suffix = output.lower().rpartition(".")[2] if output else "svg"
    if suffix not in _SUFFIXES:
        raise UsageError(f"--output {output}: the name must end in .{', .'.join(_SUFFIXES)}")
    options = options_of(config, isolated=isolated, jobs=jobs)
    with open_session(paths, options, quiet=quiet) as san:
        san.prepare()
        san.demand_read(declared=False)
        graph = san.graph()
        report = san.check()
    if focus:
        try:
            graph = focused(graph, focus)
        except KeyError as error:
            hosts = [node.label for node in graph.nodes.values() if node.kind == "host"]
            raise UsageError(f"--focus: {unknown('host', str(error.args[0]), hosts)}") from None
    marks: Mapping[str, list[Mark]] = marks_of(report, graph)
    folded_into: Mapping[str, str] = {}
    if suffix in ("svg", "html") and not unfolded:
        graph, folded_into = folded(graph)
        marks = moved(marks, folded_into)
    text = _rendered(
        suffix,
        graph,
        marks,
        _title(report),
        "folded; --unfolded shows everything, --focus HOST one host" if folded_into else "",
    )
    write_file(output, text) if output else write_output(text)


def _title(report: Report) -> str:
    from checker.report.digest import shown_findings
    from checker.report.text.words import plural

    counts = [f"{count:,} {name.replace('_', ' ')}" for name, count in report.counts.items() if count]
    return f"{', '.join(counts)} \u2013 {plural(len(shown_findings(report)), 'finding')}"


def _rendered(suffix: str, graph: Graph, marks: Mapping[str, list[Mark]], title: str, note: str) -> str:
    from checker.topology.picture.svg import html, svg
    from checker.topology.picture.text import as_dot, as_graphml, as_json

    if suffix in ("svg", "html"):
        return (svg if suffix == "svg" else html)(graph, marks, title, note)
    return {"dot": as_dot, "graphml": as_graphml, "json": as_json}[suffix](graph, marks)
