"""Local times: how far they are ahead of UTC, also where summer time begins or ends in a capture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

_MOST_DAYS = 4000
"""Days of a capture up to which changes of a zone are looked for."""


@dataclass(frozen=True)
class Change:
    """A change of the offset of a zone: when, in seconds since 1970 in UTC, and the seconds ahead of UTC before and after it."""

    at: int
    before: int
    after: int


def ahead_of_utc(zone: str, first: datetime | None, last: datetime | None) -> tuple[int, list[Change]]:
    """Return the seconds by which local times are ahead of UTC at first, and the changes of that.

    Args:
        zone: name of the zone.
        first: least local time; None where there is none.
        last: greatest local time.
    """
    if first is None or last is None or zone.upper() == "UTC":
        return 0, []
    local = ZoneInfo(zone)
    begin = (first - timedelta(days=1)).replace(tzinfo=UTC)
    days = min(_MOST_DAYS, (last - first).days + 3)
    changes = list(_changes(local, begin, days))
    return _offset(local, int(begin.timestamp())), changes


def ahead_sql(offset: int, changes: list[Change], column: str, again: str = "FALSE") -> str:
    """Return the SQL expression of the seconds by which a local time is ahead of UTC.

    Args:
        offset: what holds before the first change.
        changes: the changes in order.
        column: the local time in seconds since 1970 as if it were UTC.
        again: condition that a time which occurs twice, at the end of summer time, is the second one.
    """
    found = str(offset)
    for change in changes:
        known = f"{column} >= {change.at + max(change.before, change.after)}"
        twice = f" OR ({column} >= {change.at + change.after} AND {again})" if change.after < change.before else ""
        found = f"CASE WHEN {known}{twice} THEN {change.after} ELSE {found} END"
    return found


def in_utc(source: str, ahead: tuple[int, list[Change]], *, again: str = "FALSE") -> str:
    """Return the SQL relation with the times of rows that state no zone in UTC.

    Args:
        source: relation with ``started_at``, ``ended_at`` and ``utc``.
        ahead: the offset of the zone and its changes.
        again: condition that the end of a row is in the second hour of those that occur twice.
    """
    offset, changes = ahead
    if not offset and not changes:
        return source
    hours = (f"epoch(ended_at) >= {one.at + one.after} AND epoch(ended_at) < {one.at + one.before}" for one in changes)
    # A short row that begins in this hour and ends after it is of the second one.
    short = f"epoch(ended_at) - epoch(started_at) < 3600 AND NOT ({' OR '.join(hours) or 'FALSE'})"
    begun = ahead_sql(offset, changes, "epoch(started_at)", f"(again OR {short})")
    ended = ahead_sql(offset, changes, "epoch(ended_at)", "again")
    return (
        f"(SELECT * EXCLUDE (again) REPLACE (CASE WHEN utc THEN started_at ELSE started_at - to_seconds({begun}) END AS started_at, "
        f"CASE WHEN utc THEN ended_at ELSE ended_at - to_seconds({ended}) END AS ended_at) "
        f"FROM (SELECT *, {again if changes else 'FALSE'} AS again FROM {source}))"
    )


def _changes(zone: tzinfo, begin: datetime, days: int) -> Iterator[Change]:
    low = int(begin.timestamp())
    before = _offset(zone, low)
    for day in range(1, days + 1):
        high = int(begin.timestamp()) + day * 86_400
        after = _offset(zone, high)
        if after != before:
            first, last = low, high
            while last - first > 1:
                middle = (first + last) // 2
                first, last = (middle, last) if _offset(zone, middle) == before else (first, middle)
            yield Change(last, before, after)
        low, before = high, after


def _offset(zone: tzinfo, at: int) -> int:
    ahead = datetime.fromtimestamp(at, UTC).astimezone(zone).utcoffset()
    return int(ahead.total_seconds()) if ahead is not None else 0
