"""``symmaskdb list database`` (also ``-v``): masking of DMX arrays, and of VMAX arrays without masking views.

::

    Symmetrix ID            : 000190101234

    Database Type           : Type6
    Last updated at         : 10:55:12 AM on Mon May 11,2009

    Director Identification : FA-3A
    Director Port           : 0
                               User-generated
    Identifier        Type     Node Name        Port Name         Devices
    ----------------  -------  ---------------- ----------------  ---------
    10000000c9030102  Fibre    esx01            vmhba2            0047:0050
                                                                  0064

Each row lets one initiator see devices at one port, which is the smallest view that there is.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.base import Capture, Reader
from checker.readers.symmetrix import facts
from checker.readers.symmetrix.masking_tables import HEADER, Entry, Place, entry, write_port_of
from checker.readers.symmetrix.text import ARRAY_COLUMNS, Arrays, detector, owner_in, pair, rows

_RANGE = r"[0-9A-F]{3,5}(?:[:-][0-9A-F]{3,5})?\*?"
_DEVICES = re.compile(rf"{_RANGE}(?:[,\s]+{_RANGE})*,?\Z", re.IGNORECASE)
_NONE = re.compile(r"None\Z|N/A\Z", re.IGNORECASE)


class _Reading:
    """Remembers the row that further lines of devices belong to."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._capture = capture
        self._out = out
        self._arrays = Arrays(capture, out)
        self._place = Place()
        self._view: str | None = None
        self._told: set[tuple[str, str | None]] = set()

    def run(self) -> None:
        for number, line in rows(self._capture, self._arrays):
            if not self._line(number, line):
                self._out.unread(number)

    def _line(self, number: int, line: str) -> bool:
        if self._place.take(line):
            self._view = None
            return True
        if (row := entry(number, line)) is not None:
            self._row(row)
            return True
        if len(line) < 2_000 and _DEVICES.match(line):
            self._devices(number, line.split())
            return self._view is not None
        return pair(line) is not None or HEADER.match(line) is not None

    def _row(self, row: Entry) -> None:
        array, out = self._arrays.name, self._out
        if (array, self._place.name) not in self._told:
            self._told.add((array, self._place.name))
            write_port_of(self._place, out, row.line, array)
        name, wwpn = facts.write_initiator(out, row.line, array, row.wwn, alias=row.alias, registered=True)
        port_name = self._place.name
        self._view = f"{name or wwpn} {port_name}" if port_name and (name or wwpn) else None
        if self._view is None or port_name is None:
            return
        facts.write_view(out, row.line, array, self._view)
        facts.write_view_initiator(out, row.line, array, self._view, name, wwpn)
        facts.write_view_port(out, row.line, array, self._view, port_name)
        self._devices(row.line, [word for word in row.rest if not _NONE.match(word)])

    def _devices(self, number: int, words: list[str]) -> None:
        for word in re.split(r"[,\s]+", " ".join(words)):
            for volume in facts.device_range(word.rstrip("*")) or ():
                if self._view is not None:
                    facts.write_view_volume(self._out, number, self._arrays.name, self._view, volume)


def _read(capture: Capture, out: Writer) -> None:
    _Reading(capture, out).run()


READERS = (
    Reader(
        name="symmetrix-symmaskdb-list-database",
        platform="symmetrix",
        command="symmaskdb list database",
        provides={
            "storage_array": ARRAY_COLUMNS,
            "target_port": facts.PORT_COLUMNS,
            "registered_initiator": facts.INITIATOR_COLUMNS,
            "mask_view": ("storage_array", "view"),
            "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
            "mask_port": ("storage_array", "view", "port_name"),
            "mask_volume": ("storage_array", "view", "volume_name"),
        },
        detect=detector(
            r"^\s*Database Type\s*:[\s\S]{0,2000}?^\s*Director Identification\s*:"
            r"|^\s*Identifier\s+Type\s+Node Name\s+Port Name\s+Devices\b",
            95,
            "the masking database of a Symmetrix",
        ),
        read=_read,
        needles=("Director Identification",),
        begins=r"^[ \t]*Symmetrix ID *:[^\n]{0,80}\n(?:[ \t]*\n){0,3}[ \t]*Database Type *:",
        owner_in=owner_in,
        verified=False,
    ),
)
