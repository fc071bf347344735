"""``sanlint workload``: analyse captured loads and derive a workload.yaml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support.shared_options import Color, ColorOption, format_option, output_option
from checker.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.cli.support.documents import Renders
    from checker.estimate.workload.measured import Measured
    from checker.estimate.workload.sources.captures import Captured

_FORMATS = {"table": (".txt", ".log"), "json": (".json",), "yaml": (".yaml", ".yml")}
_WORDS = {
    "device": "volume",
    "virtual_volume": "volume",
    "storage_volume": "volume",
    "host": "host",
    "group": "group",
    "storage_array": "array",
    "test_run": "run",
}


def workload(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH…", help="Captured loads: files, folders, archives, or - for standard input."),
    ] = None,
    *,
    output: Annotated[
        list[str] | None,
        output_option(
            "Write the profiles to a workload.yaml, or the analysis to a .txt or .json file; can be repeated."
        ),
    ] = None,
    formats: Annotated[list[str] | None, format_option("table, json or yaml (the profiles); can be repeated.")] = None,
    clusters: Annotated[
        int | None, typer.Option(min=1, max=1000, help="Number of profiles (default: up to 8).")
    ] = None,
    group: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=GLOB,…", help="Show these volumes as a group; can be repeated, the first match applies."
        ),
    ] = None,
    template: Annotated[
        bool,
        typer.Option("--template", help="Write a workload.yaml to start from; PATH… are exports whose hosts it lists."),
    ] = False,
    color: ColorOption = Color.auto,
) -> None:
    """Analyse captured loads: totals, mix, skew, and a few profiles that represent all volumes.

    Reads per-volume load tables (CSV), iostat, esxtop -b, array and VPLEX statistics, and fio and vdbench results.
    Exits with 2 if figures conflict.
    """
    from checker.cli.support import replaced
    from checker.cli.support.arguments import demand_paths
    from checker.cli.support.documents import parse_documents, write_documents
    from checker.estimate.workload.analysis import analyse, analyse_runs
    from checker.estimate.workload.chosen import lowest
    from checker.estimate.workload.sources.captures import assumptions_of, chosen_of, read_captures
    from checker.estimate.workload.sources.yaml_text import workload_yaml
    from checker.estimate.workload.text import workload_text
    from checker.report.estimate.workload_json import workload_json
    from checker.report.estimate.workload_page import workload_page

    paths = paths or []
    if template:
        _write_template(paths, output)
        return
    if not paths:
        raise UsageError("nothing to analyse: name captured loads, or start with --template")
    if "-" in (output or ()):
        replaced.note("-o -", "--format yaml")
        output, formats = [one for one in output or () if one != "-"], [*(formats or ()), "yaml"]
    documents = parse_documents(output, formats, _FORMATS)
    profiles = [file for name, file in documents if name == "yaml"]
    if len(profiles) == len(documents) and None not in profiles:
        documents.append(("table", None))
    demand_paths(paths)
    for path in paths:
        if workload_yaml(path) is not None:
            raise UsageError(f"{path}: already a workload; use it with sanlint estimate PATH… --workload {path}")
    captured = read_captures(paths)
    if captured.wrong:
        raise UsageError("\n".join(captured.wrong[:10]))
    rows, notes = chosen_of(captured)
    rows, built = lowest(rows)
    notes += [f"{row.origin}: {row.name} consists of disks that are also listed" for row in built]
    rows = rows or _results(captured)
    if not rows:
        raise UsageError(_nothing(captured, paths))
    kind = _kind(rows)
    requested = _groups(group or [])
    analysis = analyse_runs(rows) if kind == "run" else analyse(rows, requested, clusters)
    assumptions = () if kind == "run" else assumptions_of(captured, rows)
    if profiles:
        if kind == "run":
            raise UsageError(
                "benchmark runs are not parts of one load; use them directly with sanlint estimate --workload"
            )
        if not analysis.profiles:
            raise UsageError("cannot derive a profile: nothing with I/O has a read share and an I/O size")
    pages: Renders = {
        "table": lambda shown: workload_page(
            analysis, kind, assumptions, notes, next(filter(None, profiles), None), shown
        ),
        "json": lambda _: workload_json(analysis, kind, assumptions, notes),
        "yaml": lambda _: workload_text(analysis),
    }
    write_documents(documents, pages, color.value)


def _write_template(paths: list[str], output: Sequence[str] | None) -> None:
    from checker.audit.options import Options
    from checker.cli.init.san import summarize
    from checker.cli.support.arguments import demand_paths
    from checker.cli.support.documents import parse_documents, write_documents
    from checker.cli.support.session import open_session
    from checker.estimate.workload.template import template

    documents = parse_documents(output, None, {"yaml": _FORMATS["yaml"]}, "yaml")
    demand_paths(paths)
    hosts: list[str] = []
    if paths:
        with open_session(paths, Options(isolated=True), quiet=False) as san:
            san.demand_read()
            hosts = [one.name for one in summarize(san).hosts]
    write_documents(documents, {"yaml": lambda _: template(hosts)}, for_people=())


def _groups(given: Sequence[str]) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for text in given:
        name, equals, globs = text.partition("=")
        listed = [glob.strip() for glob in globs.split(",") if glob.strip()]
        if not equals or not name.strip() or not listed:
            raise UsageError(f"--group: expected NAME=GLOB,…, such as db=dbf*,idx*, not {text!r}")
        if name.strip() in [known for known, _ in found]:
            raise UsageError(f"--group: {name.strip()!r} is given twice; separate its globs with commas")
        found.append((name.strip(), listed))
    return found


def _kind(rows: Sequence[Measured]) -> str:
    kinds = {_WORDS.get(row.kind, "object") for row in rows}
    return kinds.pop() if len(kinds) == 1 else "object"


def _results(captured: Captured) -> list[Measured]:
    """Return the results of benchmarks, for captures without other measurements."""
    from checker.estimate.workload.measured import measured_of

    found = [
        measured_of({**run.result, "about_kind": "test_run", "about_key": run.name}, run.origin)
        for run in captured.runs
    ]
    return [row for row in found if row.iops is not None]


def _nothing(captured: Captured, paths: Sequence[str]) -> str:
    shown = ", ".join(paths)
    if captured.runs:
        return f"{shown}: a plan, not a measurement; use it directly with sanlint estimate PATH… --workload"
    return (
        f"{shown}: no load of volumes found; sanlint reads per-volume load tables (CSV), iostat, esxtop -b, array and VPLEX "
        "statistics, and fio and vdbench results"
    )
