"""Volumes of VxVM and their stripes: ``vxprint -ht``, ``vxprint -htr``, ``vxprint -g <group> -ht``.

Sample (shortened)::

    Disk group: datadg

    V  NAME         RVG/VSET/CO  KSTATE   STATE    LENGTH   READPOL   PREFPLEX UTYPE
    PL NAME         VOLUME       KSTATE   STATE    LENGTH   LAYOUT    NCOL/WID MODE

    dg datadg       default      default  55000    1741211310.10.db01

    v  oradata      -            ENABLED  ACTIVE   62914560 SELECT    oradata-01 fsgen
    pl oradata-01   oradata      ENABLED  ACTIVE   62914560 STRIPE    8/2048   RW

Widths are in sectors of 512 bytes; on HP-UX sectors have 1024 bytes, so there they are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import number, owner
from checker.readers.toolkit.declarations.records import TextRow

_GROUP = re.compile(r"Disk group:\s*(\S+)")
_RECORD = re.compile(r"(dg|dm|v|pl|sd|sv|sc|dc|co|vt|rv|rl|st|sp|ex|sr|rg)\s+(\S.*)\Z")
_HEADING = re.compile(r"(?:[A-Z]{1,2})\s+NAME\b")
_STRIPE = re.compile(r"([0-9]{1,6})/([0-9]{1,12})([bskmg]?)\Z")
_HPUX_DISK = re.compile(r"(?:c[0-9]+t[0-9]+d[0-9]+|disk[0-9]+(?:_p[0-9]+)?)\Z")
_SECTORS = ("", "b", "s")
_UNITS = {"": 512, "b": 512, "s": 512, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?(?:/\S{1,60}/)?vxprint\b|===> |-+\Z")


def _volumes(capture: Capture, out: Writer) -> Iterable[TextRow]:
    """Return the volumes with columns and width of their first striped plex."""
    group: str | None = None
    volumes: dict[tuple[str | None, str], TextRow] = {}
    hpux = in_sectors = False
    for place, line in capture.lines():
        text = line.strip()
        if not text or _HEADING.match(text):
            continue
        if match := _GROUP.match(text):
            group = match.group(1)
            continue
        match = _RECORD.match(text)
        if match is None:
            if not _NOISE.match(text):
                out.unread(place)
            continue
        kind, words = match.group(1), match.group(2).split()
        if kind == "dg":
            group = words[0]
        elif kind == "dm" and len(words) > 1:
            hpux = hpux or _HPUX_DISK.match(words[1]) is not None
        elif kind in ("v", "pl") and group is None:
            out.unread(place)
        elif kind == "v":
            volumes.setdefault((group, words[0]), TextRow(place, {"group": group or "", "volume": words[0]}))
        elif kind == "pl" and len(words) >= 7 and (volume := volumes.get((group, words[1]))) is not None:
            stripe = _STRIPE.match(words[6])
            if stripe and words[5].upper() in ("STRIPE", "RAID") and "columns" not in volume.values:
                volume.values |= {"columns": stripe[1], "width": stripe[2], "unit": stripe[3]}
                in_sectors = in_sectors or stripe[3] in _SECTORS
    if hpux and in_sectors:
        out.note(
            capture.first_line, "skipped widths in sectors: disks have names as on HP-UX, whose sectors are larger"
        )
        for volume in volumes.values():
            if volume.values.get("unit") in _SECTORS:
                del volume.values["width"]
    return volumes.values()


def _stripe_unit(row: TextRow) -> int | None:
    width = row.number("width")
    return None if width is None else width * _UNITS[row.values["unit"]]


READERS = (
    Family("veritas", _volumes).reader(
        "veritas-vxprint", "vxprint -ht",
        by_pattern("PL NAME VOLUME KSTATE heading of vxprint -ht", (94, r"^[ \t]*PL[ \t]+NAME[ \t]+VOLUME[ \t]+KSTATE\b")),
        Facts(
            "vxvm_volume", host=owner, disk_group=lambda row: row.values["group"],
            vxvm_volume=lambda row: row.values["volume"], stripe_unit_bytes=_stripe_unit, stripe_columns=number("columns"),
        ),
        needles=("KSTATE",),
    ),
)  # fmt: skip
