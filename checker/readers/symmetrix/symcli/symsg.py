"""``symsg show`` and ``symsg list -v``: storage groups with their devices and host I/O limits (5876 to PowerMaxOS).

::

    Name: esx01_sg

       Symmetrix ID                   : 000197912345
       Masking Views                  : Yes
       SLO Name                       : Diamond
       Host I/O Limit                 : Defined
       Host I/O Limit MB/Sec          : 1000
       Host I/O Limit IO/Sec          : NoLimit
       Devices (1):
        {
        Sym                   Device                            Cap
        Dev   Pdev Name       Config        Attr       Sts      (MB)
        000A1 N/A             TDEV                     RW     512000
        }
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.symcli.text import Arrays, detector, pair, rows, symcli_reader
from checker.readers.toolkit.base import Capture

_DEVICE = re.compile(
    r"(?P<dev>[0-9A-F]{4,5})\s+(?P<pdev>N/A|Not Visible|/\S+|\\\\\S+)\s+(?P<config>\S.*?)\s+(?:\([A-Z]{1,2}\)\s+|-\s+)?"
    r"(?P<sts>RW|NR|WD|NA|N/A)\s+(?P<cap>[0-9.]+|N/A|-)\Z",
    re.IGNORECASE,
)
_SETTINGS = {
    "host i/o limit mb/sec": "host-io-limit-mbps", "host i/o limit io/sec": "host-io-limit-iops",
    "slo name": "service-level", "service level name": "service-level",
}  # fmt: skip
_HEADER = re.compile(r"(?:Sym\b|Dev\b|Devices\b|Cap\Z|Storage Groups?\b|Legend|[\w.-]+\s+\(?Is(?:Child|Parent)\)?)")
_UNIT = re.compile(r"\((MB|GB|TB)\)\Z")


def _read(capture: Capture, out: Writer) -> None:
    arrays = Arrays(capture, out)
    group: str | None = None
    exponent = 2
    for number, line in rows(capture, arrays):
        if line in "{}" or len(line) > 400:
            continue
        found = pair(line)
        match = _DEVICE.match(line)
        if match is not None:
            volume = names.device(match.group("dev"))
            arrays.announce(number)
            if volume is not None:
                arrays.volume(
                    number, volume, size=names.size(match.group("cap"), exponent),
                    configuration=match.group("config"), status=match.group("sts"),
                )  # fmt: skip
                if group is not None:
                    arrays.group_member(number, group, volume=volume)
        elif group is not None and (related := facts.RELATED.search(line)):
            parent = related.group("role").lower() == "parent"
            holder, child = (related.group("name"), group) if parent else (group, related.group("name"))
            arrays.announce(number)
            arrays.group_member(number, holder, child=child)
        elif found is not None:
            key, value = found[0].lower(), names.present(found[1])
            if key == "name":
                group = value
            setting = _SETTINGS.get(key)
            if setting is not None and group is not None and value is not None and value.lower() != "nolimit":
                arrays.setting(number, group, setting, value)
        elif not _HEADER.match(line):
            out.unread(number)
        if (unit := _UNIT.search(line)) is not None:
            exponent = names.EXPONENTS[unit.group(1)]


READERS = (
    symcli_reader(
        "symsg-show", "symsg show", _read,
        provides=facts.provides("storage_volume array_setting storage_group"),
        detect=detector(
            r"^[ \t]*Name\s*: *\S+\s*\n\s*Symmetrix ID\s*:[\s\S]{0,900}?(?:FAST|Masking Views|Host I/O Limit|SLO|SRP)\b",
            94, "storage group in the layout of symsg show", refuse=r"^[ \t]*LdevName\s",
        ),
        needles=("Symmetrix ID",), begins=r"^[ \t]*Name *:[^\n]{0,80}\n(?:[ \t]*\n){0,2}[ \t]*Symmetrix ID *:", verified=False,
    ),
)  # fmt: skip
