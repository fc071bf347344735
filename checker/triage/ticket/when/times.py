"""Times as users write them: ISO 8601, a clock of the newest day, or a time before the newest sample."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from checker.errors import UsageError
from checker.triage.model import Span, moment

_CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?\Z")
_AGO = re.compile(r"-([0-9]{1,4}(?:\.[0-9]+)?)([smhd])\Z")
_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


def zone_of(name: str) -> tzinfo:
    """Return the time zone of that name."""
    return UTC if name.upper() == "UTC" else ZoneInfo(name)


def read_time(option: str, text: str, newest: float, timezone: str) -> float:
    """Return a time in seconds since 1970.

    Args:
        option: what the time was given with, for the message.
        text: the time as written.
        newest: time of the newest sample.
        timezone: zone of times that state none.

    Raises:
        UsageError: it is not a time.
    """
    zone, shown = zone_of(timezone), text.strip()
    day = datetime.fromtimestamp(newest, zone)
    try:
        if match := _AGO.match(shown):
            return newest - float(match.group(1)) * _UNITS[match.group(2)]
        if match := _CLOCK.match(shown):
            hour, minute, second = (int(part or 0) for part in match.groups())
            found = day.replace(hour=hour, minute=minute, second=second, microsecond=0)
            return (found - timedelta(days=1) if found > day else found).timestamp()
        read = datetime.fromisoformat(shown)
        return (read if read.tzinfo else read.replace(tzinfo=zone)).timestamp()
    except (ValueError, OverflowError, OSError):
        raise UsageError(
            f"{option} {text}: not a time; write 2026-03-04T07:30, 07:30 (of the newest day) or -2h (before the newest sample)"
        ) from None


def times_text(span: Span) -> str:
    """Return begin and end of a time in UTC."""
    since, until = moment(span.since), moment(span.until)
    end = until.strftime("%H:%M:%S") if since.date() == until.date() else until.strftime("%Y-%m-%d %H:%M:%S")
    return f"{since:%Y-%m-%d %H:%M:%S} to {end}"
