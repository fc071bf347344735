"""``sanlint workload``: what captured loads are like, and a workload.yaml that stands for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.shared_options import Color, ColorOption
from checker.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.estimate.workload_measured import Measured
    from checker.estimate.workload_source import Captured

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
        list[str], typer.Argument(metavar="PATH…", help="Captures of load: files, folders, archives or -.")
    ],
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the profiles as a workload.yaml; - for standard output."
        ),
    ] = None,
    clusters: Annotated[
        int | None, typer.Option(min=1, max=1000, help="How many profiles; at most 8 without this.")
    ] = None,
    group: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=GLOB,…", help="Show these volumes together; several groups, the first that fits holds."
        ),
    ] = None,
    output_format: Annotated[
        list[str] | None,
        typer.Option("--output-format", metavar="FORMAT[:FILE]", help="table or json; several times for both."),
    ] = None,
    color: ColorOption = Color.auto,
) -> None:
    """Analyse captured loads: totals, mix, skew, and a few profiles that stand for all volumes.

    Reads tables of load per volume (CSV), iostat, esxtop -b, statistics of arrays and VPLEX and results of fio and vdbench.
    Exits with 2 if figures contradict each other.
    """
    from checker.cli.arguments import demand_paths
    from checker.cli.documents import parse_documents, write_documents
    from checker.cli.terminal import write_file, write_output
    from checker.estimate.workload_analysis import analyse, analyse_runs
    from checker.estimate.workload_measured import lowest
    from checker.estimate.workload_source import assumptions_of, chosen_of, read_captures, written
    from checker.report.workload_json import workload_json
    from checker.report.workload_page import workload_page

    documents = parse_documents(output_format or [])
    if output == "-" and any(file is None for _, file in documents):
        documents = [(name, file) for name, file in documents if file is not None]
    demand_paths(paths)
    for path in paths:
        if written(path) is not None:
            raise UsageError(f"{path}: is a workload already; sanlint estimate PATH… --workload {path} reads it")
    captured = read_captures(paths)
    if captured.wrong:
        raise UsageError("\n".join(captured.wrong[:10]))
    rows, notes = chosen_of(captured)
    rows, built = lowest(rows)
    notes += [f"{row.origin}: {row.name} is built of disks that are listed too" for row in built]
    rows = rows or _results(captured)
    if not rows:
        raise UsageError(_nothing(captured, paths))
    kind = _kind(rows)
    wanted = _groups(group or [])
    analysis = analyse_runs(rows) if kind == "run" else analyse(rows, wanted, clusters)
    assumptions = () if kind == "run" else assumptions_of(captured, rows)
    if output is not None:
        from checker.estimate.workload_text import workload_text

        if kind == "run":
            raise UsageError(
                "runs of a benchmark are no parts of one load; sanlint estimate --workload takes them as they are"
            )
        if not analysis.profiles:
            raise UsageError("no profile can be made of this: nothing with I/O tells its share of reads and its size")
        text = workload_text(analysis)
        write_output(text) if output == "-" else write_file(output, text)
    shown = output if output != "-" else None
    write_documents(
        documents,
        lambda presentation: workload_page(analysis, kind, assumptions, notes, shown, presentation),
        lambda: workload_json(analysis, kind, assumptions, notes),
        color.value,
    )


def _groups(given: Sequence[str]) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for text in given:
        name, equals, globs = text.partition("=")
        listed = [glob.strip() for glob in globs.split(",") if glob.strip()]
        if not equals or not name.strip() or not listed:
            raise UsageError(f"--group: write NAME=GLOB,…, such as db=dbf*,idx*; not {text!r}")
        if name.strip() in [known for known, _ in found]:
            raise UsageError(f"--group: {name.strip()!r} is there twice; list its globs with commas")
        found.append((name.strip(), listed))
    return found


def _kind(rows: Sequence[Measured]) -> str:
    kinds = {_WORDS.get(row.kind, "object") for row in rows}
    return kinds.pop() if len(kinds) == 1 else "object"


def _results(captured: Captured) -> list[Measured]:
    """What benchmarks reached, where nothing else was measured."""
    from checker.estimate.workload_measured import measured_of

    found = [
        measured_of({**run.result, "about_kind": "test_run", "about_key": run.name}, run.origin)
        for run in captured.runs
    ]
    return [row for row in found if row.iops is not None]


def _nothing(captured: Captured, paths: Sequence[str]) -> str:
    shown = ", ".join(paths)
    if captured.runs:
        return f"{shown}: holds a plan and no measurement; sanlint estimate PATH… --workload takes plans as they are"
    return (
        f"{shown}: says nothing about the load of volumes; tables of load per volume (CSV), iostat, esxtop -b, statistics of "
        "arrays and VPLEX, and results of fio and vdbench do"
    )
