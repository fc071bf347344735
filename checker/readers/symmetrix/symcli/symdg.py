"""``symdg list`` and ``symdg show``: device groups, their devices and their SRDF partner (also ``symcg show``).

::

    Group Name:  dg_prod_01
        Group Type                                   : RDF1    (RDFA)
        Symmetrix ID                                 : 000192601234
        Standard (STD) Devices (1):
            {
            LdevName              PdevName                Dev  Config   Att. Sts     (MB)
            DEV001                N/A                     01C8 RDF1+TDEV     RW      8714
            }
        Device Group RDF Information
            {
            RDF Type                               : R1
            RDF (RA) Group Number                  : 2              (01)
            Remote Symmetrix ID                    : 000192605678
            RDF Mode                               : Synchronous
            RDF Pair State (  R1 <===> R2 )        : Synchronized
            }
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.symcli.text import Reading, detector, pair, spaced_title, symcli_reader
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.rounded import Interval

_DEVICE = re.compile(
    r"(?P<ldev>\S+)\s+(?P<pdev>N/A|Not Visible|/\S+|\\\\\S+)\s+(?P<dev>[0-9A-F]{4,5})\s+(?:(?P<config>\S.*?)\s+)?"
    r"(?P<sts>RW|NR|WD|NA|N/A)\s+(?P<cap>[0-9.]+)\Z",
    re.IGNORECASE,
)
_LIST_ROW = re.compile(
    r"\S+\s+(?:REGULAR|RDF1|RDF2|RDF21|ANY|\S+)\s+(?:Yes|No)\s+([0-9A-Za-z*]{12})(?:\s+[0-9]+){2,8}\Z", re.IGNORECASE
)
_HEADER = re.compile(
    r"(?:Number of\Z|Name\s+Type|Sym\s|Sym\Z|LdevName|Cap\Z|Standard \(STD\)|BCV|VDEV|TGT|RVDEV|GK|Device Group RDF|RDFA|"
    r"Gatekeeper|Associated|Device\b)"
)
_UNIT = re.compile(r"\((MB|GB|TB)\)\Z")


class _Reading(Reading):
    """Collector for one group; roles and the link are written after its block of SRDF information."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        super().__init__(capture, out)
        self._values: dict[str, str] = {}
        self._first_line = 0
        self._standard: list[tuple[int, str, str | None, Interval | None, str]] = []
        self._section = "std"
        self._exponent = 2

    def _line(self, number: int, line: str) -> bool:
        if line in "{}" or spaced_title(line):
            return True
        found = pair(line)
        if found is not None and found[0].lower() == "group name":
            self._finish()
            self._first_line = number
            return True
        lower = line.lower()
        if lower.startswith(("standard (std)", "bcv", "vdev", "tgt", "rvdev", "rbcv", "gatekeeper")) and "(" in line:
            self._section = "std" if lower.startswith("standard") else lower.split()[0]
            return True
        if (match := _DEVICE.match(line)) is not None:
            self._device(number, match)
            return True
        if (listed := _LIST_ROW.match(line)) is not None:
            self._arrays.enter(listed.group(1), number)
            return True
        if (unit := _UNIT.search(line)) is not None:
            self._exponent = names.EXPONENTS[unit.group(1)]
        if found is not None:
            self._values.setdefault(found[0].lower(), found[1])
            self._first_line = self._first_line or number
            return True
        return _HEADER.match(line) is not None

    def _device(self, number: int, match: re.Match[str]) -> None:
        volume = names.device(match.group("dev"))
        if volume is None:
            return
        size = names.size(match.group("cap"), self._exponent)
        role = self._section.upper() if self._section != "std" else None
        self._standard.append((number, volume, names.present(match.group("config")) or role, size, match.group("sts")))

    def _finish(self) -> None:
        values, devices = self._values, self._standard
        self._values, self._standard, self._section = {}, [], "std"
        if not values and not devices:
            return
        self._arrays.announce(self._first_line or self._capture.first_line)
        kind = names.present(values.get("rdf type"))
        for line, volume, configuration, size, state in devices:
            # All standard devices of a group have the type in its SRDF block.
            stated = configuration or (f"RDF{kind[1:]}" if kind and kind[:1] == "R" else None)
            self._arrays.volume(line, volume, size=size, configuration=stated, status=state)
        facts.rdf_link(self._arrays, self._first_line, values)


READERS = (
    symcli_reader(
        "symdg", "symdg show", _Reading.read,
        provides=facts.provides("storage_volume replication_link"),
        detect=detector(
            r"D E V I C E\s+G R O U P S|^[ \t]*Name\s+Type\s+Valid\s+Symmetrix ID\b"
            r"|^[ \t]*Group Name\s*:[\s\S]{0,800}?(?:Group Type|Device Group in GNS|Vendor ID)\s*:|^[ \t]*LdevName\s+PdevName\b",
            95, "device group of symdg",
        ),
        also=("symcg show",), needles=("G R O U P S|Symmetrix ID|Group Name|PdevName",), begins=r"^[ \t]*(?:D E V I C E +G R O U P S|Group Name *:[^\n]{0,80}\n(?:[ \t]*\n){0,2}[ \t]*Group Type *:)",
    ),
)  # fmt: skip
