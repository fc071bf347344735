"""``sanlint topology``: the picture of the SAN with its findings, and the graph for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.shared_options import ConfigOption, IsolatedOption, JobsOption
from checker.errors import NothingReadError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checker.engine.finding import Report
    from checker.topology.graph import Graph
    from checker.topology.picture import Mark

_SUFFIXES = ("svg", "html", "dot", "graphml", "json")


def topology(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH…", help="Files, folders, archives or - for standard input.")
    ],
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="A .svg, .html, .dot, .graphml or .json file; SVG without."
        ),
    ] = None,
    focus: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="Show only this host and what is in its fabrics; may be repeated."),
    ] = None,
    unfolded: Annotated[bool, typer.Option("--unfolded", help="Show every host and port, however many.")] = False,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Draw hosts, fabrics, directors and arrays from left to right, with findings as marks.

    Many hosts are folded by host cluster, or by the switches they hang on; many target ports into their directors.
    """
    from checker.audit import AuditOptions, audit_and_look
    from checker.cli.arguments import config_arguments, demand_paths
    from checker.cli.progress import ProgressLine
    from checker.cli.terminal import write_file, write_output
    from checker.engine.suggest import unknown
    from checker.report.marks import marks_of, moved
    from checker.topology.fold import folded
    from checker.topology.graph import focused, graph_of

    demand_paths(paths)
    suffix = output.lower().rpartition(".")[2] if output else "svg"
    if suffix not in _SUFFIXES:
        raise UsageError(f"--output {output}: the name must end in .{', .'.join(_SUFFIXES)}")
    arguments = config_arguments(config or [])
    with ProgressLine(not quiet, False) as progress:
        options = AuditOptions(
            config=arguments.file, config_values=arguments.values, isolated=isolated, jobs=jobs, progress=progress
        )
        report, graph = audit_and_look(paths, lambda store, _workload: graph_of(store), options)
    if not any(file.format and file.path != report.config for file in report.files):
        raise NothingReadError("nothing usable was read: sanlint formats lists what it reads")
    if focus:
        try:
            graph = focused(graph, focus)
        except KeyError as error:
            hosts = [node.label for node in graph.nodes.values() if node.kind == "host"]
            raise UsageError(f"--focus: {unknown('host', str(error.args[0]), hosts)}") from None
    marks: Mapping[str, list[Mark]] = marks_of(report, graph)
    went: Mapping[str, str] = {}
    if suffix in ("svg", "html") and not unfolded:
        graph, went = folded(graph)
        marks = moved(marks, went)
    text = _rendered(
        suffix, graph, marks, _title(report), "folded; --unfolded shows all, --focus HOST one host" if went else ""
    )
    write_file(output, text) if output else write_output(text)


def _title(report: Report) -> str:
    from checker.report.digest import shown_findings
    from checker.report.words import plural

    counts = [f"{count:,} {name.replace('_', ' ')}" for name, count in report.counts.items() if count]
    return f"{', '.join(counts)} \u2013 {plural(len(shown_findings(report)), 'finding')}"


def _rendered(suffix: str, graph: Graph, marks: Mapping[str, list[Mark]], title: str, note: str) -> str:
    from checker.topology.graph_text import as_dot, as_graphml, as_json
    from checker.topology.picture import html, svg

    if suffix in ("svg", "html"):
        return (svg if suffix == "svg" else html)(graph, marks, title, note)
    return {"dot": as_dot, "graphml": as_graphml, "json": as_json}[suffix](graph, marks)
