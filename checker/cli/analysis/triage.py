"""``sanlint triage``: is it slow, in which part of the path, what do slow flows share, and what explains it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support.session import Run, analysis
from checker.cli.support.shared_options import Paths, format_option, output_option
from checker.errors import NothingReadError, UsageError

if TYPE_CHECKING:
    from checker.triage.follow import Capture
    from checker.triage.ticket.model import Request

_LIMIT = 5
_MOST_TEXT = 1_000_000
_MOST_AHEAD_S = 10 * 366 * 86_400
_SLOW = "slow"
_FORMATS = {"table": (".txt", ".log"), "json": (".json",), "markdown": (".md",), "html": (".html", ".htm")}


class FailOn(StrEnum):
    """When triage exits with 1."""

    never = "never"
    ranked = "ranked"
    slow = "slow"


class DateOrder(StrEnum):
    """What comes first in a date of digits."""

    day_first = "day-first"
    month_first = "month-first"


@analysis(
    _FORMATS,
    output=Annotated[
        list[str] | None, output_option("Write to this file: .txt, .json, .md or .html; can be repeated.")
    ],
    formats=Annotated[list[str] | None, format_option("table, json, markdown or html; can be repeated.")],
)
def triage(
    paths: Paths,
    *,
    focus: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Host, volume, datastore or array that is slow; globs; can be repeated. The rest is used for comparison.",
        ),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="Start of the window: ISO 8601, 07:30 (newest day) or -2h; by default it is found."
        ),
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="End of the window.")] = None,
    timezone: Annotated[
        str, typer.Option(metavar="ZONE", help="Time zone of times that state none, such as Europe/Berlin.")
    ] = "UTC",
    date_order: Annotated[
        DateOrder | None,
        typer.Option("--date-order", help="What comes first in dates such as 03/04/2025, where no export shows it."),
    ] = None,
    clock: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=SECONDS", help="Seconds by which the clock of a machine is ahead; can be repeated."),
    ] = None,
    baseline: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH", help="Exports of a time when it was good, as the reference; can be repeated."),
    ] = None,
    follow: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH", help="Exports from after a change: did it help? Can be repeated."),
    ] = None,
    ticket: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT|@FILE", help="The complaint as the user wrote it: selects focus and time, proves nothing."
        ),
    ] = None,
    reported: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE",
            help="The complaint exactly: host=, volume=, array=, operation=read|write, ms=, before_ms=, since=, until=; wins over --ticket.",
        ),
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="Maximum number of lines per section; 0 for all.")] = _LIMIT,
    fail_on: Annotated[
        FailOn, typer.Option("--fail-on", help="Exit with 1 if explanations are ranked, or if anything is slow.")
    ] = FailOn.never,
    run: Run,
) -> None:
    """Triage a latency ticket: what is slow, in which part of the path, what the slow flows share, and what explains it.

    Compares samples over time from hosts (esxtop -b, iostat -xt, sar, typeperf), VPLEX and arrays. Exits with 3 without any
    latency in the window.
    """
    from checker.cli.support.arguments import demand_paths
    from checker.report.triage.html import triage_html
    from checker.report.triage.json import triage_json
    from checker.report.triage.markdown import triage_markdown
    from checker.report.triage.page import triage_page
    from checker.triage.ticket.model import Request
    from checker.triage.ticket.steer import parse_reported

    demand_paths([*(baseline or []), *(follow or [])])
    drawn = any(name == "html" for name, _ in run.documents)
    request = Request(
        _focus(focus),
        since,
        until,
        _zone(timezone),
        _clocks(clock or []),
        limit,
        _text(ticket),
        parse_reported(reported or ()),
        over_time=drawn,
        day_first=None if date_order is None else date_order is DateOrder.day_first,
    )
    elsewhere = Request(timezone=request.timezone, day_first=request.day_first)
    good, after = (
        _means(option, more, run, elsewhere) if more else None
        for option, more in (("--baseline", baseline), ("--follow", follow))
    )
    with run.open(paths, samples=True, timezone=request.timezone, profile="triage") as san:
        san.demand_read()
        graph = san.graph() if drawn else None
        found, records = san.triage(request, good, after), san.records
    pages = {
        "table": lambda shown: triage_page(found, shown, limit=limit),
        "json": lambda _: triage_json(found, records),
        "markdown": lambda _: triage_markdown(found),
        "html": lambda _: triage_html(found, graph),
    }
    run.write(pages)
    if found.verdict == "no_evidence":
        raise typer.Exit(3)
    slow = fail_on is FailOn.slow and any(flow.state == _SLOW and flow.focus for flow in found.flows)
    raise typer.Exit(1 if slow or (fail_on is FailOn.ranked and found.verdict == "ranked") else 0)


def _means(option: str, paths: list[str], run: Run, request: Request) -> Capture:
    """Return the means of another capture.

    Raises:
        NothingReadError: it has no latency over time.
    """
    with run.open(paths, samples=True, timezone=request.timezone) as san:
        san.demand_read()
        found = san.means(request)
    if not found.flows:
        raise NothingReadError(f"{option} {' '.join(paths)}: no host has its latency over at least ten intervals")
    return found


def _focus(given: list[str] | None) -> tuple[str, ...]:
    """Return the names of the focus.

    Raises:
        UsageError: the option is given but empty: an empty variable in a script must not select everything.
    """
    from checker.cli.support.arguments import split

    named = split(given)
    if given and not named:
        raise UsageError("--focus: expected the name of a host, volume, datastore or array")
    return named


def _text(given: str | None) -> str | None:
    """Return the text of a ticket, which ``@FILE`` names a file of.

    Raises:
        UsageError: the file cannot be read.
    """
    if given is None or not given.startswith("@"):
        return given
    try:
        with Path(given[1:]).open(encoding="utf-8", errors="replace") as file:
            return file.read(_MOST_TEXT)
    except (OSError, ValueError) as error:
        raise UsageError(f"--ticket {given}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _zone(name: str) -> str:
    """Return the name of a time zone.

    Raises:
        UsageError: it is unknown.
    """
    from zoneinfo import ZoneInfo, available_timezones

    from checker.rules.language.suggest import nearest, printable

    try:
        if name.upper() != "UTC":
            ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        near = nearest(name, available_timezones(), likeness=0.8)
        hint = f"did you mean {near}?" if near is not None else "write a name such as Europe/Berlin or UTC"
        raise UsageError(f"--timezone {printable(name) or repr(name)}: unknown; {hint}") from None
    return name


def _clocks(given: list[str]) -> dict[str, float]:
    """Return the seconds by machine.

    Raises:
        UsageError: not NAME=SECONDS.
    """
    found: dict[str, float] = {}
    for text in given:
        name, equals, seconds = (part.strip() for part in text.partition("="))
        try:
            found[name] = float(seconds)
        except ValueError:
            equals = ""
        if not equals or not name or not abs(found[name]) <= _MOST_AHEAD_S:
            raise UsageError(f"--clock {text}: must be NAME=SECONDS, such as esx01=95")
    return found
