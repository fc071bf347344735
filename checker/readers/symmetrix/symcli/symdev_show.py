"""``symdev show`` and ``symdev list -v``: one block per device (Enginuity 5671 to PowerMaxOS).

::

    Device Physical Name     : /dev/sdc
    Device Symmetrix Name    : 000A1
    Symmetrix ID             : 000192601234
    Product Revision         : 5876
    Device WWN               : 60000970000192601234533030304131
    Device Block Size        : 512
    Device Capacity
        {
        MegaBytes            :     512000
        KiloBytes            :  524288000
        }
    Device Configuration     : RDF1+TDEV
    Device Status            : Ready           (RW)
    RDF Information
        {
        RDF Type                               : R1
        RDF (RA) Group Number                  : 10 (09)
        Remote Symmetrix ID                    : 000192605678
        RDF Mode                               : Synchronous
        RDF Pair State (  R1 <===> R2 )        : Synchronized
        }
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.symcli.text import Reading, detector, pair, symcli_reader
from checker.readers.toolkit.base import Capture

_TABLE_ROW = re.compile(
    r"(?:.*\s)?(?:(?:FA|SE|SA|EA|EF|FE|OR|RF|DF|DA)\s*)?(?:[0-9]{2}[A-Z]|[A-Z]{2}-[0-9]{1,2}[A-Z]):\S+(?:\s.*)?\Z"
)
_HEADING = re.compile(
    r"(?:Device (?:Capacity|External Identity|Geometry|Group)|Geometry|Front Director Paths|Mirror Set|Back End|RDF Information|"
    r"RDFA Information|RAID|Hyper|Disk|DIRECTOR|PdevName|POWERPATH|Member|SA |DA |Group |Meta |CLONE|Snap|Track|LUN|Rank|Sym\b|Cap\b|Hypers?\b)",
    re.IGNORECASE,
)
_FIRST_KEYS = ("device physical name", "device symmetrix name")
_STATES = re.compile(r"\s{2,}|\s*\(")


class _Reading(Reading):
    """Collector for one device, which is written when the next one begins."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        super().__init__(capture, out)
        self._values: dict[str, str] = {}
        self._first_line = 0
        self._depth = 0

    def _line(self, number: int, line: str) -> bool:
        if line in "{}":
            self._depth = max(0, self._depth + (1 if line == "{" else -1))
            return True
        found = pair(line)
        if found is None:
            return bool(self._depth or _TABLE_ROW.match(line) or _HEADING.match(line))
        key, value = found[0].lower(), found[1]
        # The RDF block repeats the device name.
        repeated = key in self._values and self._depth > 0
        if key in _FIRST_KEYS and (key in self._values or key == _FIRST_KEYS[0]) and not repeated:
            self._finish()
            self._first_line = number
        self._first_line = self._first_line or number
        if key == "device wwn" and key in self._values:
            # The second identity is the one that hosts see.
            self._values[key] = value
        self._values.setdefault(key, value)
        return True

    def _finish(self) -> None:
        values, self._values, line, self._first_line = self._values, {}, self._first_line, 0
        self._depth = 0
        volume = names.device(values.get("device symmetrix name"))
        if volume is None:
            return
        self._arrays.announce(line)
        size = names.size(values.get("kilobytes"), 1)
        if size is None:
            size = names.size(values.get("megabytes") or values.get("device capacity (megabytes)"), 2)
        self._arrays.volume(
            line, volume, wwn=values.get("device wwn"), size=size,
            configuration=_first(values.get("device configuration")), status=_first(values.get("device status")),
            block_bytes=normalise.integer(values.get("device block size")),
            label=values.get("device identifier name") or values.get("device user defined name"),
            pool=values.get("bound thin pool name") or values.get("srp name"),
        )  # fmt: skip
        facts.rdf_link(self._arrays, line, values)


def _first(text: str | None) -> str | None:
    """Return a value without the remark in brackets after it."""
    return names.present(_STATES.split(text.strip())[0]) if text else None


READERS = (
    symcli_reader(
        "symdev-show", "symdev show", _Reading.read,
        provides=facts.provides(
            "replication_link",
            storage_volume=f"{facts.VOLUME} block_bytes label pool",
        ),
        detect=detector(r"^[ \t]*Device Symmetrix Name\s*:", 95, "device in the layout of symdev show"),
        needles=("Device Symmetrix Name",), begins=r"^[ \t]*Device Physical Name +:",
    ),
)  # fmt: skip
