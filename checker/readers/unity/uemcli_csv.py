"""Unity command line with ``-output csv``: a header with the same keys as the list has, and a row an object.

::

    Storage system address: 192.0.2.20
    Storage system port: 443
    HTTPS connection

    "ID","SP","Health state","Current speed","WWN"
    "spa_fc4","spa","OK (5)","16 Gbps","50:06:01:60:C7:E0:00:01:50:06:01:62:47:E0:00:01"

What the objects are follows from their keys, as in the list.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.unity.uemcli import address
from checker.readers.unity.uemcli_objects import PROVIDES, Record, write_records

_BANNER = re.compile(
    r"Storage system (?:address|port):|HTTPS? connection|Remote certificate|Issuer:|Subject:|Valid from|Valid to|Serial:|Id:|"
    r"Would you like|\[[0-9]\]|Please input|[\w@:~ .\-/]{0,60}[>#$]|uemcli\b|Operation completed",
    re.IGNORECASE,
)
# Keys that together no other table has; each set tells one type of objects.
_KEYS = (
    frozenset(["id", "uid", "initiator type"]),
    frozenset(["id", "uid", "ports logged in"]),
    frozenset(["id", "sp", "wwn"]),
    frozenset(["id", "wwn", "sp owner"]),
    frozenset(["id", "wwn", "storage pool"]),
    frozenset(["id", "wwn", "storage pool id"]),
    frozenset(["id", "total space", "subscription percent"]),
    frozenset(["id", "total space", "current allocation"]),
    frozenset(["system name", "model", "platform type"]),
)


def _header(line: str) -> list[str] | None:
    """Return the keys of a header line in lower case, or None."""
    if "," not in line or len(line) > 20_000:
        return None
    keys = [" ".join(key.lower().split()) for key in next(csv.reader([line.strip()], skipinitialspace=True), [])]
    found = set(keys)
    return keys if any(known <= found for known in _KEYS) else None


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    lines = head.split("\n")[:60]
    if not any(_header(line) for line in lines):
        return None
    if re.search(r"(?m)^[ \t]*Storage system address:", head):
        return Detection(95, "objects printed by uemcli with -output csv")
    return Detection(84, "a table with the keys of uemcli")


def _records(capture: Capture, out: Writer) -> Iterator[Record]:
    keys: list[str] | None = None
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if (found := _header(text)) is not None:
            keys = found
            continue
        if keys is None or "," not in text:
            if not _BANNER.match(text):
                out.unread(number)
            continue
        cells = next(csv.reader([text], skipinitialspace=True), [])
        if len(cells) != len(keys):
            out.unread(number)
            continue
        record = Record(number)
        for key, cell in zip(keys, cells, strict=True):
            record.add(number, key, cell)
        yield record


def _read(capture: Capture, out: Writer) -> None:
    write_records(_records(capture, out), capture, out)


READERS = (
    Reader(
        name="unity-uemcli-csv",
        platform="unity",
        command="uemcli -output csv /net/port/fc show -detail",
        provides=PROVIDES,
        detect=_detect,
        read=_read,
        needles=(",",),
        owner_in=address,
        verified=False,
    ),
)
