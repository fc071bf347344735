"""``symdev list`` of every generation, with ``-noport``, ``-r1``, ``-wwn``, ``-inventory`` and similar options.

DMX to VMAX 5876 print the disk director and four digits, VMAX3 and later five digits and no disk director::

    Symmetrix ID: 000192601234

            Device Name           Directors                  Device
    --------------------------- ------------- -------------------------------------
                                                                               Cap
    Sym  Physical               SA :P DA :IT  Config        Attribute    Sts   (MB)
    --------------------------- ------------- -------------------------------------
    00A1 Not Visible            07E:0 07A:C0  RDF1+TDEV     N/Grp'd      RW   512000

    000A1 Not Visible            ***:*** TDEV          N/Grp'd      RW   512000

``-wwn``::

    Sym   Physical                 Config        Attr   WWN
    000A1 Not Visible              TDEV                 60000970000192601234533030304131

``???:?`` means no port, ``***:*`` several ports.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.symcli.text import AFTER_ID, Arrays, detector, rows, symcli_reader
from checker.readers.toolkit.base import Capture

_ROW = re.compile(
    r"(?P<dev>[0-9A-F]{3,5})\s+(?P<pd>Not Visible|/\S+|\\\\\S+|\S+|N/A)\s+"
    r"(?P<sa>(?:[0-9]{2}[A-Z]|[?*]{3}|[A-Z]{2}-[0-9]{1,2}[A-Z]|NA|N/A):(?:[0-9]{1,3}|[?*]{1,3}|NA))\s+"
    r"(?:(?P<da>(?:[0-9]{2}[A-Z]|[?*]{3}|NA|N/A):(?:[0-9A-Z?*]{2,3}|NA))\s+)?(?P<rest>.+)\Z",
    re.IGNORECASE,
)
# Marks may follow the attribute: (M) for a meta device member, ACLX, VCM.
_REST = re.compile(
    r"(?P<config>[^\s].*?)\s+(?P<attr>N/Grp'd|Grp'd|N/Asst'd|Asst'd|N/A \(\w+\)|N/A|-)\s*(?:\S{1,8}\s+){0,2}?"
    r"(?P<sts>RW|NR|WD|NA|N/A|RO|-)\s+(?P<cap>[0-9.,]+|N/A|-)\s*\Z",
    re.IGNORECASE,
)
_SHORT_REST = re.compile(r"(?P<config>[^\s].*?)\s+(?P<sts>RW|NR|WD)\s+(?P<cap>[0-9.,]+)\s*\Z", re.IGNORECASE)
_WWN_ROW = re.compile(
    r"(?P<dev>[0-9A-F]{3,5})\s+(?P<pd>Not Visible|\S+)\s+(?P<config>\S.*?)\s+(?P<wwn>[0-9A-FxX*#?]{32})\Z",
    re.IGNORECASE,
)
_INVENTORY = re.compile(r"\S.{0,30}?(?:\s+(?:[0-9]+|N/A)){3,8}\Z")
_UNIT = re.compile(r"\((MB|GB|TB|CYL)\)", re.IGNORECASE)
_HEADER = re.compile(
    r"(?:Device\b|Sym\b|Cap\Z|Dev\b|Name\b|Symmetrix\b|Total\b|Physical\b|\((?:MB|GB|TB)\)|Config\b|Attr)",
    re.IGNORECASE,
)


def _read(capture: Capture, out: Writer) -> None:
    arrays = Arrays(capture, out)
    exponent: int | None = 2
    inventory = False
    for number, line in rows(capture, arrays):
        if len(line) > 400:
            out.unread(number)
            continue
        if (match := _ROW.match(line)) is not None:
            arrays.announce(number)
            if not _device(arrays, number, match, exponent):
                out.unread(number)
        elif (wwn_row := _WWN_ROW.match(line)) is not None:
            arrays.announce(number)
            volume = names.device(wwn_row.group("dev"))
            if volume is not None:
                arrays.volume(number, volume, wwn=wwn_row.group("wwn"), configuration=wwn_row.group("config"))
        elif re.match(r"Device Config\b|Device Name\b|Sym\b", line):
            arrays.announce(number)
            inventory = line.startswith("Device Config")
        elif inventory and _INVENTORY.match(line):
            continue
        elif not _HEADER.match(line):
            out.unread(number)
        if (unit := _UNIT.search(line)) is not None and not _ROW.match(line):
            exponent = names.EXPONENTS.get(unit.group(1).upper())


def _device(arrays: Arrays, number: int, match: re.Match[str], exponent: int | None) -> bool:
    volume = names.device(match.group("dev"))
    rest = _REST.match(match.group("rest")) or _SHORT_REST.match(match.group("rest"))
    if volume is None or rest is None:
        return False
    # A capacity in cylinders is unknown in bytes: the cylinder size depends on the generation.
    size = names.size(rest.group("cap"), exponent) if exponent is not None else None
    arrays.volume(number, volume, size=size, configuration=rest.group("config"), status=rest.group("sts"))
    return True


READERS = (
    symcli_reader(
        "symdev-list", "symdev list", _read,
        provides=facts.provides("storage_volume"),
        detect=detector(
            r"^[ \t]*Sym\s+Physical\s+(?:SA\s*:P|Dir|Config)|^[ \t]*Device Config\s+FBA\b|^[ \t]*Device Name\s+Dir(?:ectors)?\s+Device",
            95, "columns of symdev list", refuse=r"^[ \t]*Physical\s+Sym\s",
        ),
        needles=("Physical|Device Config|Device Name",), begins=AFTER_ID + r"(?:Device Name +Dir(?:ectors)? +Device|Device Config +FBA)",
    ),
)  # fmt: skip
