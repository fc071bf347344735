"""Ranges of clocks as users write them, in one form: ``between 2 and 3 pm`` and ``2 - 3pm`` are ``14:00-15:00``."""

from __future__ import annotations

import re

_CLOCK = r"([0-9]{1,2})(:[0-9]{2}(?::[0-9]{2})?)?(?:\s*([ap])\.?m\b\.?|\s*h(?:rs)?\b)?"
_RANGE = re.compile(
    rf"(?i)(?:\b(between|from)\s+)?(?<![\w.:/-]){_CLOCK}\s*(-|\bto\b|\band\b|\buntil\b|\btill?\b)\s*{_CLOCK}(?![\w:/-])"
)
_NOON = 12


def one_form(text: str) -> str:
    """Return the text with each range of clocks as ``14:00-15:00``; numbers without minutes, am or pm are not clocks."""
    return _RANGE.sub(_range, text)


def _range(match: re.Match[str]) -> str:
    begins, hour, minutes, half, joined, last_hour, last_minutes, last_half = match.groups()
    listed = joined.casefold() == "and" and (begins or "").casefold() != "between"
    if listed or not ((minutes or half or last_half) and (last_minutes or last_half)):
        return match.group()
    first, last = int(hour), int(last_hour)
    if last_half:
        last = _of_day(last, last_half)
        # The first has the same half of the day: from 2 to 3 pm; but 10 to 2 pm is over noon.
        same = _of_day(first, last_half)
        first = (
            _of_day(first, half)
            if half
            else first
            if first > _NOON
            else same
            if (same, minutes or ":00") < (last, last_minutes or ":00")
            else (same + _NOON) % 24
        )
    elif half:
        first = _of_day(first, half)
    return f"{first:02d}{minutes or ':00'}-{last:02d}{last_minutes or ':00'}"


def _of_day(hour: int, half: str) -> int:
    """Return the hour of the day."""
    return hour % _NOON + (_NOON if half.casefold() == "p" else 0) if hour <= _NOON else hour
