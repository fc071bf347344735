"""``sanlint estimate``: response time, utilisation, knee and sizing verdict under a workload."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support.documents import TABLE_OR_JSON
from checker.cli.support.session import Run, analysis
from checker.cli.support.shared_options import Paths, format_option, output_option
from checker.errors import NothingReadError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.estimate.answer.answer import Answer
    from checker.estimate.assemble.arranged import Mode

_LIMIT = 12
OutputEstimate = Annotated[
    list[str] | None, output_option("Write the estimate to this .txt, .json or .html file; can be repeated.")
]
FormatEstimate = Annotated[list[str] | None, format_option("table, json or html.")]
IOS, SEED, LEAST = 1_000_000, 1, 10_000
"""I/Os that are simulated, the seed, and the least number of I/Os."""
_NOT_SUSTAINED = ("saturated", "queue_depth_limited", "wan_limited")


@analysis({**TABLE_OR_JSON, "html": (".html", ".htm")}, output=OutputEstimate, formats=FormatEstimate, remembers=True)
def estimate(
    paths: Paths,
    *,
    workload: Annotated[
        str | None,
        typer.Option(
            "--workload",
            "-W",
            metavar="FILE",
            help="A workload.yaml, a fio plan or captured loads; without one here or in the configuration, only ratios.",
        ),
    ] = None,
    what_if: Annotated[
        list[str] | None,
        typer.Option(
            "--what-if",
            metavar="KEY=VALUE",
            help="Override a fact (rtt_ms=5, speed_gbps=16 …) or a parameter; can be repeated.",
        ),
    ] = None,
    compare: Annotated[
        str | None,
        typer.Option(metavar="LIST", help="Estimate the same load as native, local or metro (comma-separated)."),
    ] = None,
    curve: Annotated[bool, typer.Option("--curve", help="Plot latency over IOPS.")] = False,
    curve_file: Annotated[
        str | None, typer.Option("--curve-file", metavar="FILE.svg", help="Plot latency over IOPS to a file.")
    ] = None,
    simulate: Annotated[
        bool, typer.Option("--simulate", help="Simulate single I/Os, too, and compare the formulas with the result.")
    ] = False,
    ios: Annotated[int, typer.Option(min=LEAST, max=100_000_000, help="Number of I/Os to simulate.")] = IOS,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the simulation; equal seeds give equal results.")] = SEED,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="LIMIT",
            help="Find the load, X-Bricks, ports and round trip at which a utilisation (50%) or response time (2ms, p95=5ms) is reached.",
        ),
    ] = None,
    growth: Annotated[
        str | None,
        typer.Option(metavar="RATE", help="Find the month in which growth, such as 30%/year, reaches a limit."),
    ] = None,
    growth_from: Annotated[
        str | None,
        typer.Option("--growth-from", metavar="DATE", help="Date of the load (default: that of its measurement)."),
    ] = None,
    fail: Annotated[
        list[str] | None,
        typer.Option(
            "--fail",
            metavar="KIND:NAME",
            help="Estimate the load without this component, too, such as director:director-1-1-A; repeat to fail several together.",
        ),
    ] = None,
    host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Show only this host; can be repeated.")
    ] = None,
    volume: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Show only this volume; can be repeated.")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="Maximum number of lines per section; 0 for all.")] = _LIMIT,
    run: Run,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Exit with 0 even if the configuration cannot sustain the load.")
    ] = False,
) -> None:
    """Estimate response times under a workload: latency by component, utilisation, and the saturation point.

    Exits with 1 if the configuration cannot sustain the load: a resource saturates, or queue depths or the WAN limit it.
    """
    from checker.audit.latency import EstimateRequest
    from checker.cli.support.arguments import split
    from checker.cli.support.limits import goal_of, growth_of
    from checker.cli.support.terminal import write_file
    from checker.estimate.answer.asked import Asked

    if curve_file is not None and not curve_file.lower().endswith(".svg"):
        raise UsageError(f"--curve-file {curve_file}: the name must end in .svg")
    # A page shows the curve whenever there is a load.
    pictured = None if any(name == "html" for name, _ in run.documents) else False
    request = EstimateRequest(
        workload,
        _changes(what_if or []),
        _modes(split([compare]) if compare is not None else ()),
        curve or curve_file is not None or pictured,
        split(host),
        split(volume),
        Asked((ios, seed) if simulate else None, goal_of(until), growth_of(growth, growth_from)),
        tuple(fail or ()),
    )
    with run.open(paths) as san:
        found = san.estimate(request)
    from checker.report.estimate.json import estimate_json
    from checker.report.estimate.page import estimate_page

    if curve_file is not None:
        from checker.report.estimate.curve import curve_svg

        write_file(curve_file, curve_svg(found.answer))
    pages = {
        "table": lambda shown: estimate_page(found.answer, shown, limit=limit, curve=curve),
        "json": lambda _: estimate_json(found.answer, found.records),
        "html": lambda _: _html(found.answer),
    }
    run.write(pages)
    raise typer.Exit(_exit_code(found.answer, exit_zero=exit_zero))


def _html(answer: Answer) -> str:
    from checker.report.page.estimate import estimate_html

    return estimate_html(answer)


def _changes(given: Sequence[str]) -> dict[str, float]:
    """Return the values of ``--what-if`` by key.

    Raises:
        UsageError: not a number, out of range, or not a fact or parameter; suggests the nearest.
    """
    from checker.estimate.assemble.parts import FACTS
    from checker.estimate.library import builtin
    from checker.rules.language.suggest import unknown

    found: dict[str, float] = {}
    for text in given:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise UsageError(f"--what-if {text}: must be KEY=VALUE, such as rtt_ms=5")
        if key not in FACTS and key not in builtin():
            known = [*FACTS, *builtin().names()]
            problem = unknown("fact or parameter", key, known)
            facts = "" if problem.endswith("?") else f"; facts: {', '.join(FACTS)}"
            raise UsageError(f"--what-if: {problem}{facts}")
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
    from checker.estimate.assemble.arranged import MODES
    from checker.rules.language.suggest import unknown

    found: list[Mode] = []
    for word in given:
        mode = next((mode for mode in MODES if mode == word.lower()), None)
        if mode is None:
            raise UsageError(f"--compare: {unknown('arrangement', word, MODES)}")
        found.append(mode)
    return tuple(dict.fromkeys(found))


def _exit_code(answer: Answer, *, exit_zero: bool) -> int:
    """Return 0, or 1 if the configuration cannot sustain the load.

    Raises:
        NothingReadError: no host-volume pair could be estimated.
    """
    if answer.result is None:
        return 0
    states = {volume.status for volume in answer.volumes.values()}
    if states == {"unknown_parameter"} and all(volume.reads is None for volume in answer.volumes.values()):
        raise NothingReadError("no response time could be estimated; UNKNOWN lists the missing facts")
    return 1 if states & set(_NOT_SUSTAINED) and not exit_zero else 0
