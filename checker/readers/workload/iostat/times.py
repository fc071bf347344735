"""Times that iostat prints. Sysstat: ``iostat -t``, ``S_TIME_FORMAT=ISO``, ``"timestamp"`` of JSON, and the times of ``sar``.

The form depends on the locale: ``01/15/2026 08:00:05 AM``, ``15/01/2026 08:00:05``, ``01/15/26 08:00:05``,
``15.01.2026 08:00:05``, ``2026-01-15T08:00:05+0100``. Whether the day or the month comes first follows from a number above
12, from AM and PM, or from days that follow one another. A year of two digits decides nothing: the locale C prints the month
first, British English the day. If nothing decides, times are stated with the month first, and how much later they are if the day does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.zones import offset_of

_ISO = re.compile(
    r"\s*([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2}):([0-9]{2})(Z|[+-][0-9]{2}:?[0-9]{2})?)?\s*\Z"
)
_LOCAL = re.compile(
    r"\s*([0-9]{1,2})([/.-])([0-9]{1,2})[/.-]([0-9]{4}|[0-9]{2})\.?(?:\s+([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:\s+([AP]M))?)?\s*\Z"
)


_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_DATE = re.compile(
    rf"(?:[A-Z][a-z]{{2}}),? +({'|'.join(_MONTHS)}) +([0-9]{{1,2}}) +([0-9]{{2}}):([0-9]{{2}}):([0-9]{{2}})(?: +([A-Z]{{2,5}}|[+-][0-9]{{2}}(?:[0-9]{{2}})?))? +([0-9]{{4}})\Z"
)
# The locales of English-speaking countries: "Monday, November 23, 2026 at  9:20:00 AM CET", before Solaris 11.4 without "at";
# some print no weekday.
_LONG_DATE = re.compile(
    rf"(?:[A-Z][a-z]{{5,8}}, +)?({'|'.join(_MONTHS)})[a-z]{{0,6}} +([0-9]{{1,2}}), +([0-9]{{4}}),?(?: at)? +"
    r"([0-9]{1,2}):([0-9]{2}):([0-9]{2}) +([AP])M(?: +([A-Z]{2,5}|[+-][0-9]{2}(?:[0-9]{2})?))?\Z"
)
SUMMER_TIME_S = 3600
"""Seconds by which clocks go back where summer time ends."""
_EPOCH = re.compile(r"[0-9]{10}\Z")


@dataclass(frozen=True)
class Times:
    """Times of reports.

    Attributes:
        moments: time of every report, None where it has none.
        places: index into ``moments`` of each report that covers an interval.
        utc: whether the times are UTC; else they are local times taken as if they were.
        later: seconds by which the time of every report is later if the day comes first, where nothing shows whether it
            does; empty if all are known.
    """

    moments: Sequence[datetime | None] = ()
    places: Sequence[int] = ()
    utc: bool = False
    later: Sequence[float | None] = ()


def times_of(
    printed: Sequence[str | None], places: Sequence[int], more: Iterable[str] = (), *, month_first: bool | None = None
) -> Times:
    """Return the times of reports.

    Args:
        printed: what was printed, with the date.
        places: of each report that covers an interval.
        more: other dates of the same output, which help to find out whether the day or the month is first.
        month_first: what the tool prints whatever the locale; None if that depends on it.
    """
    known = [text for text in printed if text]
    if any(match and match.group(7) for match in map(_ISO.match, known)):
        return Times([_iso(text) for text in printed], places, utc=True)
    first = _month_first([*known, *more]) if month_first is None else month_first
    found = [_iso(text) or _local(text, first is not False) for text in printed]
    return Times(found, places, later=[_later(text) for text in printed] if first is None else ())


def day_of(text: str, more: Iterable[str] = ()) -> datetime | None:
    """Return the day of a date without a time; None if nothing shows whether the day or the month comes first."""
    midnight = f"{text} 00:00:00"
    found = times_of([midnight], (), more)
    return None if any(found.later) else found.moments[0]


def date_line(text: str) -> tuple[datetime, timedelta | None] | None:
    """Return the local time on a line of its own as ``date`` or ``-T d`` and ``-T u`` of Solaris print it, and how far it is ahead of UTC."""
    if _EPOCH.match(text):
        return datetime.fromtimestamp(whole(text), UTC), timedelta()
    if match := _DATE.match(text):
        month, day, hour, minute, second, zone, year = match.groups()
        hours = whole(hour)
    elif match := _LONG_DATE.match(text):
        month, day, year, hour, minute, second, half, zone = match.groups()
        hours = whole(hour) % 12 + (12 if half == "P" else 0)
    else:
        return None
    try:
        found = datetime(
            whole(year), _MONTHS.index(month) + 1, whole(day), hours, whole(minute), whole(second), tzinfo=UTC
        )
    except ValueError:
        return None
    return found, offset_of(zone)


def _iso(text: str | None) -> datetime | None:
    match = _ISO.match(text or "")
    if match is None or match.group(4) is None:
        return None
    zone = match.group(7) or "Z"
    sign = -1 if zone.startswith("-") else 1
    ahead = timedelta() if zone == "Z" else sign * timedelta(hours=whole(zone[1:3]), minutes=whole(zone[-2:]))
    try:
        return datetime(*(whole(part) for part in match.groups()[:6]), tzinfo=UTC) - ahead  # type: ignore[arg-type, misc]
    except (ValueError, OverflowError):
        return None


def _month_first(texts: Sequence[str]) -> bool | None:
    """Return whether the month is first in these dates; None if nothing decides."""
    matches = [match for match in map(_LOCAL.match, texts) if match]
    if any(whole(match.group(1)) > 12 or match.group(2) == "." for match in matches):
        return False
    if any(whole(match.group(3)) > 12 or match.group(8) for match in matches):
        return True
    days = {(_year(match), whole(match.group(1)), whole(match.group(3))) for match in matches}
    month_first, day_first = (
        _follow([date(year, *numbers[::order]) for year, *numbers in days if all(numbers)]) for order in (1, -1)
    )
    return month_first if month_first != day_first else None


def _follow(days: Iterable[date]) -> bool:
    """Return whether these days follow one another, without a gap."""
    return all(next_one - one == timedelta(days=1) for one, next_one in pairwise(sorted(days)))


def _year(match: re.Match[str]) -> int:
    year = whole(match.group(4))
    return year + 2000 if year < 100 else year or 1


def _later(text: str | None) -> float | None:
    """Return the seconds by which a date is later if its day comes first; None where that makes no difference."""
    one, other = _local(text, True), _local(text, False)
    return (other - one).total_seconds() or None if one is not None and other is not None else None


def _local(text: str | None, month_first: bool) -> datetime | None:
    match = _LOCAL.match(text or "")
    if match is None or match.group(5) is None:
        return None
    one, other = whole(match.group(1)), whole(match.group(3))
    month, day = (one, other) if month_first else (other, one)
    hour, half = whole(match.group(5)), match.group(8)
    if half:
        hour = hour % 12 + (12 if half == "PM" else 0)
    try:
        return datetime(
            _year(match),
            month,
            day,
            hour,
            whole(match.group(6)),
            whole(match.group(7)),
            tzinfo=UTC,
        )
    except ValueError:
        return None
