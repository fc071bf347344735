r"""The form of logs that Windows and ESXi share: ``(PDH-CSV 4.0)``, names of counters, then a line a sample.

A name is ``\\host\object(instance)\counter``. The first field may tell the time zone, with the minutes from local time to
UTC: ``(PDH-CSV 4.0) (W. Europe Standard Time)(-60)``; ``typeperf`` leaves it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

FIRST = re.compile(r"\s*\"?\s*\(PDH-[CT]SV 4\.0\)")
NAME = re.compile(r"\\\\([^\\]{1,255})\\([^\\(]{1,80})(?:\((.{0,400})\))?\\([^\\]{1,100})\Z")
_BIAS = re.compile(r"\(PDH-[CT]SV 4\.0\)[^\n\"]{0,120}\((-?[0-9]{1,4})\)")


def lines(text: str) -> Iterator[str]:
    """Yield the lines without copying the whole text into a list."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


def bias(text: str) -> timedelta:
    """Return what has to be added to the times of a log to get UTC; nothing where the log does not tell."""
    match = _BIAS.search(text[:400])
    return timedelta(minutes=int(match.group(1))) if match else timedelta()


def moment(text: str) -> datetime | None:
    """Return the time of a sample as if it were UTC, or None."""
    try:
        return datetime.strptime(text.strip().strip('"').strip()[:19], "%m/%d/%Y %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None
