"""Fabric Performance Impact: ports that a switch says slow down others, in the dashboard of MAPS and in ``errdump``.

Synthetic samples of ``errdump``::

    2026/03/04-07:09:23, [MAPS-1003], 4711, SLOT 1 | FID 128, WARNING, sw-a1, F-Port 1/4, Condition=ALL_F_PORTS(DEV_LATENCY_IMPACT/NONE==IO_PERF_IMPACT), Current Value:[DEV_LATENCY_IMPACT, IO_PERF_IMPACT, 71.2% of 1 secs], RuleName=defALL_F_PORTS_IO_PERF_IMPACT, Dashboard Category=Fabric Performance Impact.

States: ``IO_PERF_IMPACT`` if a port had no credit for 70 % of 1 s, 50 % of 5 s or 30 % of 10 s, ``IO_FRAME_LOSS`` if frames timed out or
waited 80 ms (IBM support page 650691). A state is written as a sample of the seconds that it is about; 10 s where none are printed.
Other messages are not read.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.numbers import decimal, whole

COLUMNS = "switch port event started_at ended_at utc"
_EVENTS = {"IO_PERF_IMPACT": "latency", "IO_FRAME_LOSS": "frame loss"}
_STATE = re.compile(r"\b(IO_PERF_IMPACT|IO_FRAME_LOSS)\b")
_OBJECT = re.compile(r"(?:[A-Z]{1,2}-)?Port[ \t]+(\d{1,2}/\d{1,4}|\d{1,4})\b", re.IGNORECASE)
_DASHBOARD_TIME = re.compile(r"(\d{2})/(\d{2})/(\d{2}|\d{4})[ \t]+(\d{1,2}):(\d{2}):(\d{1,2})\Z")
_MESSAGE = re.compile(
    r"[ \t]*(\d{4})/(\d{2})/(\d{2})-(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,6})?(?: \([A-Z]{1,5}\))?,[ \t]*\[([A-Z0-9]{1,6}-\d{3,5})\],"
)
_CURRENT = re.compile(
    r"Current Value:\[[^\]\n]{0,80}?\b(?P<state>IO_PERF_IMPACT|IO_FRAME_LOSS)\b(?:,[ \t]*[\d.]{1,6}[ \t]*% of (?P<seconds>\d{1,3}) secs?)?"
)
_CONTINUED = re.compile(r"[ \t]*(?:Dashboard Category|RuleName|Condition)=|[ \t]*(?:Fabric OS|Version):")
_SECONDS = 10


def dashboard_row(capture: Capture, out: Writer, line: int, text: str) -> None:
    """Write the state in a row ``category|count|rule|time|object|state|``; later rows of a rule have only the last cells."""
    cells = [cell.strip() for cell in text.split("|")]
    at = next((place for place, cell in enumerate(cells) if _DASHBOARD_TIME.match(cell)), None)
    if at is None or len(cells) < at + 3:
        return
    state, port, time = _STATE.match(cells[at + 2]), _OBJECT.match(cells[at + 1]), _DASHBOARD_TIME.match(cells[at])
    if state and port and time:
        month, day, year, hour, minute, second = (whole(part) for part in time.groups())
        moment = _moment(year if year > 99 else 2000 + year, month, day, hour, minute, second)
        _add(capture, out, line, port.group(1), _EVENTS[state.group(1)], moment, _SECONDS)


def _add(
    capture: Capture, out: Writer, line: int, port: str, event: str, moment: datetime | None, seconds: float
) -> None:
    if moment is not None:
        out.add(
            "port_sample", line, switch=capture.owner, port=port, event=event, started_at=moment - timedelta(seconds=seconds),
            ended_at=moment, utc=False,
        )  # fmt: skip


def _moment(year: int, month: int, day: int, hour: int, minute: int, second: int) -> datetime | None:
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None


def _read(capture: Capture, out: Writer) -> None:
    for number, raw in capture.lines():
        line = raw[:2000]
        message = _MESSAGE.match(line)
        if message is None:
            if not fos.is_noise(line) and not _CONTINUED.match(line):
                out.unread(number)
            continue
        moment = _moment(*(whole(part) for part in message.groups()[:6]))
        current, port = _CURRENT.search(line), _OBJECT.search(line)
        if current and port and out.samples:
            seconds = decimal(current.group("seconds")) if current.group("seconds") else decimal(_SECONDS)
            _add(capture, out, number, port.group(1), _EVENTS[current.group("state")], moment, seconds)


READERS = (
    fos.reader(
        "errdump", by_pattern("messages of Fabric OS with their codes", (93, _MESSAGE.pattern.replace("[ \\t]*", "^[ \\t]*", 1))), _read,
        columns(port_sample=COLUMNS), needles=("], ",), verified=False,
    ),
)  # fmt: skip
