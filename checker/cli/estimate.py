"""``sanlint estimate``: response time, utilisation, knee and sizing verdict under a workload."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.shared_options import Color, ColorOption, ConfigOption, DocumentsOption, IsolatedOption, JobsOption
from checker.errors import NothingReadError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.estimate.answer import Answer
    from checker.estimate.build_arranged import Mode

_LIMIT = 12
_CANNOT_BE_HAD = ("saturated", "queue_depth_limited", "wan_limited")


def estimate(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH…", help="Files, folders, archives or - for standard input.")
    ],
    *,
    workload: Annotated[
        str | None,
        typer.Option(
            "--workload",
            "-W",
            metavar="FILE",
            help="A workload.yaml, a fio plan, or captured loads; without one, here or in the configuration, ratios only.",
        ),
    ] = None,
    what_if: Annotated[
        list[str] | None,
        typer.Option(
            "--what-if",
            metavar="KEY=VALUE",
            help="Replace a fact (rtt_ms=5, speed_gbps=16 …) or a parameter; may be repeated.",
        ),
    ] = None,
    compare: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="The same load as native, local, metro: some of them with commas."),
    ] = None,
    curve: Annotated[bool, typer.Option("--curve", help="Draw latency over IOPS.")] = False,
    curve_file: Annotated[
        str | None, typer.Option("--curve-file", metavar="FILE.svg", help="Draw latency over IOPS into a file.")
    ] = None,
    host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Show only this host; may be repeated.")
    ] = None,
    volume: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Show only this volume; may be repeated.")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="How many lines of a kind to show; 0 for all.")] = _LIMIT,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    output_format: DocumentsOption = None,
    color: ColorOption = Color.auto,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing beside the report.")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit with 0 though the load can't be had.")] = False,
) -> None:
    """Estimate response times of a SAN under a workload: where time goes, what is busy, and when it is full.

    Exits with 1 if the load can't be had: a resource would be saturated, or queue depths or the WAN limit it.
    """
    from checker.audit import AuditOptions
    from checker.cli.arguments import config_arguments, demand_paths, split
    from checker.cli.documents import parse_documents, write_documents
    from checker.cli.progress import ProgressLine
    from checker.cli.terminal import write_file
    from checker.estimated import EstimateRequest, estimate_of

    demand_paths(paths)
    documents = parse_documents(output_format or [])
    arguments = config_arguments(config or [])
    if curve_file is not None and not curve_file.lower().endswith(".svg"):
        raise UsageError(f"--curve-file {curve_file}: the name must end in .svg")
    request = EstimateRequest(
        workload,
        _changes(what_if or []),
        _modes(split([compare]) if compare is not None else ()),
        curve or curve_file is not None,
        split(host),
        split(volume),
    )
    with ProgressLine(not quiet, False) as progress:
        options = AuditOptions(
            config=arguments.file, config_values=arguments.values, isolated=isolated, jobs=jobs, progress=progress
        )
        found = estimate_of(paths, request, options)
    from checker.report.estimate_json import estimate_json
    from checker.report.estimate_page import estimate_page

    if curve_file is not None:
        from checker.report.estimate_curve import curve_svg

        write_file(curve_file, curve_svg(found.answer))
    write_documents(
        documents,
        lambda shown: estimate_page(found.answer, shown, limit=limit, curve=curve),
        lambda: estimate_json(found.answer, found.records),
        color.value,
    )
    raise typer.Exit(_exit_code(found.answer, exit_zero=exit_zero))


def _changes(given: Sequence[str]) -> dict[str, float]:
    """Take ``--what-if`` apart.

    Raises:
        UsageError: no number, out of range, or a key that is no fact and no parameter; names the nearest.
    """
    from checker.engine.suggest import unknown
    from checker.estimate.build_parts import FACTS
    from checker.estimate.library import builtin

    found: dict[str, float] = {}
    for text in given:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise UsageError(f"--what-if {text}: must be KEY=VALUE, such as rtt_ms=5")
        if key not in FACTS and key not in builtin():
            known = [*FACTS, *builtin().names()]
            told = unknown("fact or parameter", key, known)
            facts = "" if told.endswith("?") else f"; facts: {', '.join(FACTS)}"
            raise UsageError(f"--what-if: {told}{facts}")
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        least, most, meaning = FACTS.get(key, (0.0, math.inf, ""))
        if not math.isfinite(number) or not least <= number <= most:
            unit = meaning or builtin().parameter(key).unit if key in builtin() else meaning
            bounds = f"from {least:g} to {most:g}" if key in FACTS else "of at least 0"
            raise UsageError(f"--what-if {key}={value}: must be a number {bounds} ({unit})")
        found[key] = number
    return found


def _modes(given: Sequence[str]) -> tuple[Mode, ...]:
    from checker.engine.suggest import unknown
    from checker.estimate.build_arranged import MODES

    found: list[Mode] = []
    for word in given:
        mode = next((mode for mode in MODES if mode == word.lower()), None)
        if mode is None:
            raise UsageError(f"--compare: {unknown('arrangement', word, MODES)}")
        found.append(mode)
    return tuple(dict.fromkeys(found))


def _exit_code(answer: Answer, *, exit_zero: bool) -> int:
    """0, or 1 where the load can't be had.

    Raises:
        NothingReadError: not one host × volume could be estimated.
    """
    if answer.result is None:
        return 0
    states = {volume.status for volume in answer.volumes.values()}
    if states == {"unknown_parameter"}:
        raise NothingReadError("no response time can be told; NOT KNOWN says what is missing")
    return 1 if states & set(_CANNOT_BE_HAD) and not exit_zero else 0
