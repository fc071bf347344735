"""The time that a ticket states: which of its times begins and which ends it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.rules.language.suggest import printable
from checker.triage.model import Span

if TYPE_CHECKING:
    from checker.triage.ticket.when.dates import Moment, Role
    from checker.triage.ticket.when.moments import Times

    _Stated = tuple[Role, Moment, str]

_AROUND_S = 3600.0
_DAY_S = 86_400.0


def put_span(times: Times) -> None:
    """Put the times of a text into its ticket, which has its latencies already."""
    now, former = times.ticket.ms, times.ticket.before_ms
    if times.after_figure and now and former and former[1] < now[0]:
        # It was 2 ms until 09:00, 20 ms after.
        times.moments = [("since" if role == "until" else role, found, shown) for role, found, shown in times.moments]
    for shown in times.of_former if now and former else ():
        # It was 1 ms yesterday, it is 8 ms now.
        times.moments = [one for one in times.moments if one[2] != shown]
        times.compared(shown)
    times.moments.sort(key=lambda one: bool(times.repeated) and one[2] not in times.repeated)
    if times.repeated and times.moments[0][0] == "at":
        times.moments = [one if one[2] in times.repeated else ("", *one[1:]) for one in times.moments]
    since = next((one for one in times.moments if one[0] == "since"), None)
    until = next((one for one in times.moments if one[0] == "until" and one is not since), None)
    at = next((one for one in times.moments if one[0] == "at"), None)
    if (
        since is None
        and until is not None
        and at is not None
        and at[1].begin < until[1].begin
        and (not at[1].exact or until[1].begin - at[1].begin < _DAY_S)
    ):
        # Monday and Tuesday night; at 11:15 it jumped, and it recovered at 11:35
        since = at
    if since is None and until is None and at is not None and at[1].exact and times.since_then():
        since = at
    since, until, day = (since, until, None) if times.repeated else _on_day(times, since, until)
    used = [one[2] for one in (since, until) if one is not None] or ([at[2]] if at is not None else [])
    for one in times.moments:
        if one[2] not in used and one != day:
            times.ticket.ignored.append(f"{printable(one[2])}: another time was stated before")
    if since is None and until is None:
        if at is not None:
            margin = _AROUND_S if at[1].exact else 0.0
            times.ticket.span = Span(at[1].begin - margin, at[1].end + margin)
        return
    begin = since[1].begin if since is not None else float("-inf")
    end = (until[1].begin if until[1].exact else until[1].end) if until is not None else float("inf")
    if since and until and since[1].exact and until[1].exact and since[1].dated != until[1].dated:
        # One date stands for both times, also after them: "between 09:10 and 09:40 on Monday".
        length = (end - begin) % _DAY_S or _DAY_S
        begin, end = (begin, begin + length) if since[1].dated else (end - length, end)
    if end <= begin and until is not None and since is not None:
        times.ticket.ignored.append(f"{printable(until[2])}: not after {printable(since[2])}")
        end = float("inf")
    times.ticket.span = Span(begin, end)
    times.ticket.exact = all(one is not None and one[1].exact for one in (since, until)) and end < float("inf")


def _on_day(
    times: Times, since: _Stated | None, until: _Stated | None
) -> tuple[_Stated | None, _Stated | None, _Stated | None]:
    """Move a range of clocks without a day to the day of its sentence, which is returned, too."""
    if since is None or until is None or not (since[1].exact and until[1].exact) or since[1].dated or until[1].dated:
        return since, until, None
    sentence = times.sentences.get(since[2])
    days = [one for one in times.moments if not one[1].exact and times.sentences.get(one[2]) == sentence]
    if len(days) != 1:
        return since, until, None
    day = days[0][1]
    back = -(-(day.begin - since[1].begin) // _DAY_S) * _DAY_S
    if not day.begin <= since[1].begin + back < day.end:
        return since, until, None
    moved = [
        (role, replace(one, begin=one.begin + back, end=one.end + back), shown) for role, one, shown in (since, until)
    ]
    return moved[0], moved[1], days[0]
