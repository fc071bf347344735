"""Time zones as machines print them after a time: abbreviations, or hours from UTC such as ``-03``, for zones without one."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from checker.readers.toolkit.numbers import whole

_HOURS: dict[str, float] = {
    "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "HKT": 8, "SGT": 8,
    "JST": 9, "KST": 9, "SAST": 2, "EAT": 3, "PKT": 5, "WIB": 7, "AWST": 8, "ACST": 9.5, "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13, "EST": -5, "EDT": -4, "CDT": -5, "MST": -7,
    "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10,
}  # fmt: skip
"""Hours from UTC. Abbreviations of several zones, such as CST, IST and BST, are not listed."""
_NUMBER = re.compile(r"([+-])([0-9]{2}):?([0-9]{2})?\Z")


def offset_of(zone: str | None) -> timedelta | None:
    """Return how far a zone is ahead of UTC; None if it is not stated, unknown or has several meanings."""
    if number := _NUMBER.match(zone or ""):
        sign, hour, minute = number.groups()
        return timedelta(hours=whole(hour), minutes=whole(minute or "0")) * (-1 if sign == "-" else 1)
    hours = _HOURS.get(zone or "")
    return None if hours is None else timedelta(hours=hours)


def offset_in(zone: str, local: datetime, timezone: str) -> timedelta | None:
    """Return how far a local time is ahead of UTC in ``timezone``, if its abbreviation for that time is ``zone``; None otherwise.

    So a known zone decides what an abbreviation of several zones means, and one that does not fit it stays unknown.
    """
    if not zone or not timezone:
        return None
    try:
        area = ZoneInfo(timezone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
    ways = (local.replace(tzinfo=area, fold=fold) for fold in (0, 1))
    return next((one.utcoffset() for one in ways if one.tzname() == zone), None)
