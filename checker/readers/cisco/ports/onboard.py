"""Dated records of ports without credit: ``show logging onboard txwait`` and ``show process creditmon credit-loss-events``.

::

    | Interface      | Delta TxWait Time       | Congestion | Timestamp                |
    |                | 2.5us ticks  | seconds  |            |                          |
    | fc9/17         | 5786677      | 14       | 72%        | Thu Apr 21 13:09:27 2022 |

    | Interface |  Total |          Timestamp           |
    |           | Events |                              |
    | fc1/13    |   2    |  1. Thu Feb  1 10:12:24 2018 |
    |           |        |  2. Thu Feb  1 10:12:22 2018 |

A switch records an interval of 20 seconds if the port had no credit for at least 100 ms of it (Cisco MDS Interfaces Configuration
Guide, congestion detection), so nothing follows from a missing interval. Ticks are 2.5 microseconds. ``fc1/5(VL3)`` is a virtual
link of a port. Times are of the switch's zone, which is not printed. Other tables of ``show logging onboard`` are not read.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.numbers import decimal, whole

_TXWAIT_TITLE = r"^[ \t]*\|[ \t]*Interface[ \t]*\|[ \t]*Delta TxWait Time[ \t]*\|[ \t]*Congestion[ \t]*\|"
_LOSS_TITLE = re.compile(r"\|\s*Interface\s*\|\s*Total\s*\|\s*Timestamp\s*\|", re.IGNORECASE)
_LOSS = re.compile(r"Credit[ -]Loss[ -](?:Recovery[ -])?Events", re.IGNORECASE)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TIME = rf"[A-Z][a-z]{{2}} +({'|'.join(_MONTHS)}) +(\d{{1,2}}) (\d\d):(\d\d):(\d\d)(?:\.\d{{1,6}})? (\d{{4}})"
_TXWAIT_ROW = re.compile(
    rf"\|\s*(?P<port>[^\s|()]{{3,24}})(?:\s*\((?P<link>VL\d)\))?\s*\|\s*(?P<ticks>\d{{1,12}})\s*\|\s*\d{{1,6}}\s*\|\s*\d{{1,3}}%\s*\|\s*{_TIME}\s*\|\Z"
)
_LOSS_ROW = re.compile(rf"\|\s*(?:(?P<port>[^\s|]{{3,24}})\s*)?\|\s*(?:\d{{1,9}}\s*)?\|\s*\d{{1,6}}\.\s*{_TIME}\s*\|\Z")
_NOISE = re.compile(
    r"\|[\s\d.us|A-Za-z]*\|\Z|[-|+=\s]+\Z|Module\s*:|Notes?:|- |Sampling period|Only txwait|Show Clock|\d{4}-\d\d-\d\d ",
    re.IGNORECASE,
)
_TICK_SECONDS = 2.5e-6
INTERVAL = 20.0
"""Seconds of an interval that the switch records."""
_PROVIDES = columns(port_sample="switch port event started_at ended_at utc value", switch=nxos.SWITCH)


def _moment(row: re.Match[str]) -> datetime | None:
    month, day, hour, minute, second, year = row.groups()[-6:]
    try:
        return datetime(
            whole(year), _MONTHS.index(month) + 1, whole(day), whole(hour), whole(minute), whole(second), tzinfo=UTC
        )
    except ValueError:
        return None


def _read_txwait(capture: Capture, out: Writer) -> None:
    for number, stripped in nxos.stripped_lines(capture):
        row = _TXWAIT_ROW.match(stripped)
        port, at = (nxos.port_name(row.group("port")), _moment(row)) if row else (None, None)
        if row and port and at:
            nxos.state_switch_once(out, capture, number)
            if row.group("link") is None and out.samples:
                value = min(1.0, decimal(row.group("ticks")) * _TICK_SECONDS / INTERVAL)
                out.add(
                    "port_sample", number, switch=capture.owner, port=port, event="no credit", value=value, utc=False,
                    started_at=at - timedelta(seconds=INTERVAL), ended_at=at,
                )  # fmt: skip
        elif stripped and not nxos.is_noise(stripped) and not _NOISE.match(stripped):
            out.unread(number)


def _read_losses(capture: Capture, out: Writer) -> None:
    port: str | None = None
    for number, stripped in nxos.stripped_lines(capture):
        row = _LOSS_ROW.match(stripped)
        if row and row.group("port"):
            port = nxos.port_name(row.group("port"))
        at = _moment(row) if row else None
        if row and port and at:
            nxos.state_switch_once(out, capture, number)
            if out.samples:
                out.add(
                    "port_sample", number, switch=capture.owner, port=port, event="credit loss", value=1.0, utc=False,
                    started_at=at - timedelta(seconds=1), ended_at=at,
                )  # fmt: skip
        elif stripped and not nxos.is_noise(stripped) and not _NOISE.match(stripped) and not _LOSS.search(stripped):
            out.unread(number)


def _detect_losses(capture: Capture) -> Detection | None:
    head = capture.head
    if _LOSS_TITLE.search(head) and _LOSS.search(head):
        return Detection(94, "table of credit loss events")
    return None


READERS = (
    nxos.reader(
        "show logging onboard txwait", by_pattern("table of delta TxWait", (95, _TXWAIT_TITLE)), _read_txwait, _PROVIDES,
        needles=("Delta TxWait",), verified=False,
    ),
    nxos.reader(
        "show process creditmon credit-loss-events", _detect_losses, _read_losses, _PROVIDES, needles=("Timestamp",),
        verified=False,
    ),
)  # fmt: skip
