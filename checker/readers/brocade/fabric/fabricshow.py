"""``fabricshow``: the switches of the fabric.

Synthetic sample::

    Switch ID   Worldwide Name           Enet IP Addr    FC IP Addr      Name
    -------------------------------------------------------------------------
      7: fffc07 10:00:00:05:33:aa:00:07 192.0.2.7       0.0.0.0        >"edge-a1"
      8: fffc08 10:00:00:05:33:aa:00:08 192.0.2.8       0.0.0.0         "edge-a2"

    The Fabric has 2 switches
    Fabric Name: prod A

``>`` marks the principal switch. If no row has the mark, the principal switch is unknown.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.declarations.blocks import note_truncated, printed
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.packed_list import PackedList

_HEADER = re.compile(r"^[ \t]*Switch ID[ \t]+Worldwide Name\b", re.MULTILINE)
_ROW = re.compile(r'\s*(\d{1,3}):\s+([0-9a-fA-FxX]{6})\s+(\S+)\s+([^">]*?)\s*(>?)\s*"([^"]*)"')
_CUT_ROW = re.compile(r"\s*\d{1,3}:\s+[0-9a-fA-FxX]{1,6}\b")
_TOTAL = re.compile(r"\s*The Fabric has (\d{1,4}) switch")
_FABRIC_NAME = re.compile(r"\s*Fabric Name:\s*(.*)")
_IP_VERSION_6 = re.compile(r"\s*[0-9a-fA-F]{1,4}:[0-9a-fA-F:]{4,50}(?:/\d{1,3})?\s*\Z")


def _read(capture: Capture, out: Writer) -> None:
    lines: list[int] = []
    rows: PackedList[tuple[str, str | None, str, bool]] = PackedList()
    last_was_cut = 0
    for number, line in printed(capture):
        row = _ROW.match(line) if len(line) < 400 else None
        if row:
            domain, wwn, mark, name = row.group(1), row.group(3), row.group(5), row.group(6)
            lines.append(number)
            rows.append((domain, out.wwn(wwn, number, "fabric_member", "member_wwn", name), name, bool(mark)))
            last_was_cut = 0
            continue
        total, named = _TOTAL.match(line), _FABRIC_NAME.match(line)
        if total:
            out.printed_count, out.counted_records = whole(total.group(1)), len(rows)
        elif named:
            if named.group(1):
                fos.add_setting(out, number, capture.owner, "fabric name", named.group(1).strip())
        elif not (_HEADER.match(line) or _IP_VERSION_6.match(line) or fos.is_noise(line)):
            out.unread(number)
            last_was_cut = number if _CUT_ROW.match(line) else 0
    marked = any(row[3] for row in rows)
    for number, (domain, wwn, name, principal) in zip(lines, rows, strict=True):
        out.add(
            "fabric_member", number, switch=capture.owner, vsan="", member_wwn=wwn, member_domain=domain,
            member_name=name, principal=principal if marked else None,
        )  # fmt: skip
    note_truncated(out, last_was_cut, "switch row")


READERS = (
    fos.reader(
        "fabricshow", fos.head_contains(_HEADER, 95, "header Switch ID, Worldwide Name"), _read,
        columns(fabric_member="switch vsan member_wwn member_domain member_name principal", fabric_setting=fos.SETTING),
        needles=("Worldwide Name",), begins=r"^[ \t]*Switch ID[ \t]+Worldwide Name\b",
    ),
)  # fmt: skip
