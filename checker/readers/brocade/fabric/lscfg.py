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
from checker.readers.toolkit.base import Capture, Reader

_CREATED = re.compile(r"^[ \t]*Created switches(?: FIDs\(Domain IDs\))?:[ \t]*(.*)$", re.MULTILINE | re.IGNORECASE)
_SLOTS = re.compile(r"[ \t]*Slot((?:[ \t]+\d{1,2}){1,16})[ \t]*\Z")
_ROW = re.compile(r"[ \t]*(\d{1,4})[ \t]*\|(.*)\|?[ \t]*\Z")
_NUMBERED = re.compile(r"[ \t]*Port[ \t]*\|((?:[ \t]*\d{1,4}[ \t]*\|)+)[ \t]*\Z")
_IDS = re.compile(r"[ \t]*FID[ \t]*\|((?:[ \t]*\d{0,3}[ \t]*\|)+)[ \t]*\Z")
_FABRIC = re.compile(r"(\d{1,3})\s*(?:\(\s*([a-z]{2})?[^)]{0,20}\))?")


class _Matrix:
    """Collects the ports of each fabric id."""

    def __init__(self) -> None:
        self.ports: dict[str, list[str]] = {}
        self.line = 0

    def add(self, line: int, port: str, fabric_id: str) -> None:
        if fabric_id.isdigit():
            self.line = self.line or line
            self.ports.setdefault(fabric_id, []).append(port)


def _read(capture: Capture, out: Writer) -> None:
    matrix = _Matrix()
    slots: list[str] = []
    numbered: list[str] = []
    for number, line in capture.lines():
        if not line.strip():
            continue
        text = line[:2000]
        created, header, row = _CREATED.match(text), _SLOTS.match(text), _ROW.match(text)
        ports, fabric_ids = _NUMBERED.match(text), _IDS.match(text)
        if created:
            found = [match.group(1) for match in _FABRIC.finditer(created.group(1))]
            if found:
                value = " ".join(found)
                setting = "logical switches"
                out.add("fabric_setting", number, switch=capture.owner, vsan="", setting=setting, value=value)
        elif header:
            slots = header.group(1).split()
        elif ports:
            numbered = [cell.strip() for cell in ports.group(1).split("|")[:-1]]
        elif fabric_ids and numbered:
            cells = [cell.strip() for cell in fabric_ids.group(1).split("|")[:-1]]
            for port, cell in zip(numbered, cells, strict=False):
                matrix.add(number, port, cell)
            numbered = []
        elif row:
            cells = [cell.strip() for cell in row.group(2).split("|")]
            cells = cells[:-1] if cells and not cells[-1] else cells
            if not slots and len(cells) == 1:
                matrix.add(number, row.group(1), cells[0])
            elif len(cells) == len(slots):
                for slot, cell in zip(slots, cells, strict=True):
                    matrix.add(number, fos.port_name(row.group(1), slot), cell)
            else:
                out.unread(number)
        elif not (fos.is_noise(text) or text.strip() == "Port"):
            out.unread(number)
    for fabric_id, found_ports in matrix.ports.items():
        setting, value = f"ports of fabric id {fabric_id}", " ".join(found_ports)
        out.add("fabric_setting", matrix.line, switch=capture.owner, vsan="", setting=setting, value=value)


READERS = (
    Reader(
        name="brocade-lscfg", platform="brocade", command="lscfg --show",
        provides={"fabric_setting": ("switch", "vsan", "setting", "value")}, needles=("Created switches",),
        detect=fos.head_contains(_CREATED, 95, "Created switches: and fabric ids"), read=_read,
        begins=r"^[ \t]*Created switches(?: FIDs\(Domain IDs\))?:",
    ),
)  # fmt: skip
