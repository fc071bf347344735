"""``lscfg --show``: the logical switches of a chassis and their ports.

Synthetic sample::

    Created switches:  128(ds)  20
    Slot      1     2     3
    -------------------------------
    Port
     0    | 128 |  20 |     |
     1    | 128 | 128 |     |

With ``-n``, ports are listed by number. The output prints fabric ids but not switch names, so the ports of a fabric id
become a setting of the owner; as ports they could be assigned to the wrong switch.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.declarations.blocks import printed

_CREATED = re.compile(r"^[ \t]*Created switches(?: FIDs\(Domain IDs\))?:[ \t]*(.*)$", re.MULTILINE | re.IGNORECASE)
_SLOTS = re.compile(r"[ \t]*Slot((?:[ \t]+\d{1,2}){1,16})[ \t]*\Z")
_ROW = re.compile(r"[ \t]*(\d{1,4})[ \t]*\|(.*)\|?[ \t]*\Z")
_NUMBERED = re.compile(r"[ \t]*Port[ \t]*\|((?:[ \t]*\d{1,4}[ \t]*\|)+)[ \t]*\Z")
_IDS = re.compile(r"[ \t]*FID[ \t]*\|((?:[ \t]*(?:\d{1,3}[ \t]*)?\|)+)[ \t]*\Z")
_FABRIC = re.compile(r"(\d{1,3})\s*(?:\(\s*([a-z]{2})?[^)]{0,20}\))?")


def _read(capture: Capture, out: Writer) -> None:
    ports_of: dict[str, list[str]] = {}
    first = 0

    def add(line: int, port: str, fabric_id: str) -> None:
        nonlocal first
        if fabric_id.isdecimal():
            first = first or line
            ports_of.setdefault(fabric_id, []).append(port)

    slots: list[str] = []
    numbered: list[str] = []
    for number, line in printed(capture):
        text = line[:2000]
        created, header, row = _CREATED.match(text), _SLOTS.match(text), _ROW.match(text)
        ports, fabric_ids = _NUMBERED.match(text), _IDS.match(text)
        if created:
            found = [match.group(1) for match in _FABRIC.finditer(created.group(1))]
            if found:
                fos.add_setting(out, number, capture.owner, "logical switches", " ".join(found))
        elif header:
            slots = header.group(1).split()
        elif ports:
            numbered = [cell.strip() for cell in ports.group(1).split("|")[:-1]]
        elif fabric_ids and numbered:
            cells = [cell.strip() for cell in fabric_ids.group(1).split("|")[:-1]]
            for port, cell in zip(numbered, cells, strict=False):
                add(number, port, cell)
            numbered = []
        elif row:
            cells = [cell.strip() for cell in row.group(2).split("|")]
            cells = cells[:-1] if cells and not cells[-1] else cells
            if not slots and len(cells) == 1:
                add(number, row.group(1), cells[0])
            elif len(cells) == len(slots):
                for slot, cell in zip(slots, cells, strict=True):
                    add(number, fos.port_name(row.group(1), slot), cell)
            else:
                out.unread(number)
        elif not (fos.is_noise(text) or text.strip() == "Port"):
            out.unread(number)
    for fabric_id, found_ports in ports_of.items():
        fos.add_setting(out, first, capture.owner, f"ports of fabric id {fabric_id}", " ".join(found_ports))


READERS = (
    fos.reader(
        "lscfg --show", fos.head_contains(_CREATED, 95, "Created switches: and fabric ids"), _read,
        columns(fabric_setting=fos.SETTING), needles=("Created switches",),
        begins=r"^[ \t]*Created switches(?: FIDs\(Domain IDs\))?:",
    ),
)  # fmt: skip
