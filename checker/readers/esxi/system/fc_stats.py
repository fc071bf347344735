"""``esxcli storage san fc stats get`` (ESXi 5.5 to 8): error counters of FC ports.

    FcStat:
       Adapter: vmhba2
       Tx Frames: 1044763
       Error Frames: 0
       Link Failure Count: 1
       Loss of Sync Count: 2
       Invalid CRC Count: 0

The counters are those of the HBA API. A driver that does not support one of them prints a field without number, or
``Error getting field …``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.declarations.declared import Each, Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import captured_at, number, owner
from checker.readers.toolkit.declarations.records import TypedRow
from checker.readers.toolkit.link_counters import LINK_COUNTERS, counter_rows

KEYS = (
    "adapter", "tx frames", "tx words", "rx frames", "rx words", "lip count", "nos count", *LINK_COUNTERS,
    "input requests", "output requests", "control requests", "input megabytes", "output megabytes", "seconds since last reset",
)  # fmt: skip
_NEEDED = ("adapter", "link failure count", "loss of sync count")
_TITLE = re.compile(r"FcStat:?\Z|Error getting field .{1,60}\Z")


def _counters(record: Record) -> Iterator[TypedRow]:
    return counter_rows(record, record.text("adapter") or "", seconds=record.text("seconds since last reset") or "")


def _known(line: str) -> str | None:
    return line if _TITLE.match(line.strip()) else None


def _title(text: str) -> list[tuple[str, str]] | None:
    return [("", "")] if _TITLE.match(text) else None


PARTS = (
    HOST,
    Each(
        _counters,
        Facts(
            "initiator_counter", needs="hba", host=owner, hba="hba", counter="counter", value=number("value"),
            counted_seconds=number("seconds"), captured_at=captured_at,
        ),
    ),
)  # fmt: skip
READERS = (
    Family("esxi", listing.records((*KEYS, ""), None, _NEEDED, _title)).reader(
        "esxi-san-fc-stats", "esxcli storage san fc stats get",
        listing.by_keys("counters of FC ports by adapter", "link failure count", KEYS, _known),
        *PARTS, needles=("Adapter:", "Link Failure Count:"), begins=r"^ *FcStat:", verified=False,
    ),
)  # fmt: skip
