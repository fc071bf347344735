"""Unity command line with ``-output csv``: a header with the keys of the list, and a row for each object.

::

    Storage system address: 192.0.2.20
    Storage system port: 443
    HTTPS connection

    "ID","SP","Health state","Current speed","WWN"
    "spa_fc4","spa","OK (5)","16 Gbps","50:06:01:60:C7:E0:00:01:50:06:01:62:47:E0:00:01"

The keys determine the type of the objects, as in the list.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.unity.uemcli_objects import BANNER, Record, uemcli_reader

# Keys that occur together in the table of one type only.
_KEYS = tuple(
    frozenset(keys.split(", "))
    for keys in (
        "id, uid, initiator type", "id, uid, ports logged in", "id, sp, wwn", "id, wwn, sp owner", "id, wwn, storage pool",
        "id, wwn, storage pool id", "id, total space, subscription percent", "id, total space, current allocation",
        "system name, model, platform type",
    )
)  # fmt: skip


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
            if not BANNER.match(text):
                out.unread(number)
            continue
        cells = next(csv.reader([text], skipinitialspace=True), [])
        if len(cells) != len(keys):
            out.unread(number)
            continue
        record = Record(number)
        for key, cell in zip(keys, cells, strict=True):
            record.take(number, key, cell)
        yield record


READERS = (
    uemcli_reader("unity-uemcli-csv", "uemcli -output csv /net/port/fc show -detail", _detect, _records, (",",)),
)
