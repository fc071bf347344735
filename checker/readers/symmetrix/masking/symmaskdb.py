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

With ``-v`` each initiator is a block, which also contains the port flags that it overrides::

    Originator Port wwn : 10000000c9030102
    User-generated Name : esx01/vmhba2
    Port Flag Overrides : Yes
      Enabled           : SPC2_Protocol_Version(SPC2)
      Disabled          : N/A
    Devices             : 0047:0050

Each row gives one initiator access to devices at one port, and becomes a view.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts
from checker.readers.symmetrix.masking.tables import HEADER, Place, entry, name_parts, write_overrides
from checker.readers.symmetrix.symcli.text import AFTER_ID, Reading, detector, pair, symcli_reader
from checker.readers.toolkit.base import Capture

_RANGE = r"[0-9A-F]{3,5}(?:[:-][0-9A-F]{3,5})?\*?"
_DEVICES = re.compile(rf"{_RANGE}(?:[,\s]+{_RANGE})*,?\Z", re.IGNORECASE)
_NONE = re.compile(r"None\Z|N/A\Z", re.IGNORECASE)


class _Reading(Reading):
    """Reader that remembers the row that continuation lines with devices belong to."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        super().__init__(capture, out)
        self._place = Place()
        self._view: str | None = None
        self._written_ports: set[tuple[str, str | None]] = set()
        self._block: tuple[int, str] | None = None
        self._scope: str | None = None
        self._state = ""

    def _line(self, number: int, line: str) -> bool:
        if self._place.take(line):
            self._begin(None)
            return True
        if (row := entry(line)) is not None:
            wwn, words = row
            named = words[:2] if len(words) != 1 else []
            self._begin((number, wwn), name_parts(named))
            self._devices(number, [word for word in words[len(named) :] if not _NONE.match(word)])
            return True
        found = pair(line)
        if found is not None:
            return self._pair(number, found[0].lower(), found[1])
        if len(line) < 2_000 and _DEVICES.match(line):
            self._devices(number, line.split())
            return self._view is not None
        if self._state and write_overrides(line, self._state, number, self._arrays, self._scope):
            return True
        return HEADER.match(line) is not None

    def _pair(self, number: int, key: str, value: str) -> bool:
        self._state = {"enabled": "enabled", "disabled": "disabled"}.get(key, "")
        if key == "originator port wwn":
            self._block, self._view, self._scope = (number, value), None, value.lower()
        elif key == "user-generated name" and self._block is not None:
            self._begin(self._block, value if value.strip() != "/" else None)
        elif self._state:
            return write_overrides(value, self._state, number, self._arrays, self._scope)
        elif key == "devices":
            if self._view is None and self._block is not None:
                self._begin(self._block)
            self._devices(number, [word for word in value.split() if not _NONE.match(word)])
        return True

    def _begin(self, initiator: tuple[int, str] | None, alias: str | None = None) -> None:
        """Write an initiator at the current port; the devices that follow are its view."""
        self._view, self._state = None, ""
        if initiator is None:
            self._block = None
            return
        (line, wwn), arrays, place = initiator, self._arrays, self._place
        if (arrays.name, place.name) not in self._written_ports:
            self._written_ports.add((arrays.name, place.name))
            arrays.port(line, place.director, place.port, wwpn=place.wwn)
        name, wwpn = arrays.initiator(line, wwn, alias=alias, registered=True)
        self._scope = wwpn or name
        self._view = arrays.pair_view(line, name, wwpn, place.name)

    def _devices(self, number: int, words: list[str]) -> None:
        for word in re.split(r"[,\s]+", " ".join(words)):
            for volume in facts.device_range(word.rstrip("*")) or ():
                if self._view is not None:
                    self._arrays.view_volume(number, self._view, volume)


READERS = (
    symcli_reader(
        "symmaskdb-list-database", "symmaskdb list database", _Reading.read,
        provides=facts.provides(
            "target_port registered_initiator array_setting mask_initiator",
            mask_view="storage_array view", mask_port="storage_array view port_name",
            mask_volume="storage_array view volume_name",
        ),
        detect=detector(
            r"^[ \t]*Database Type\s*:[\s\S]{0,2000}?^[ \t]*Director Identification\s*:"
            r"|^[ \t]*Identifier\s+Type\s+Node Name\s+Port Name\s+Devices\b",
            95, "masking database of a Symmetrix",
        ),
        needles=("Director Identification",),
        begins=AFTER_ID + r"Database Type *:", verified=False,
    ),
)  # fmt: skip
