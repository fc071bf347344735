"""Volumes of VxVM and their stripes: ``vxprint -ht``, ``vxprint -htr``, ``vxprint -g <group> -ht``.

Sample (shortened)::

    Disk group: datadg

    V  NAME         RVG/VSET/CO  KSTATE   STATE    LENGTH   READPOL   PREFPLEX UTYPE
    PL NAME         VOLUME       KSTATE   STATE    LENGTH   LAYOUT    NCOL/WID MODE

    dg datadg       default      default  55000    1741211310.10.db01

    v  oradata      -            ENABLED  ACTIVE   62914560 SELECT    oradata-01 fsgen
    pl oradata-01   oradata      ENABLED  ACTIVE   62914560 STRIPE    8/2048   RW

Widths are in sectors of 512 bytes; on HP-UX sectors have 1024 bytes, so there they are left out.
"""

from __future__ import annotations

import re

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader

_GROUP = re.compile(r"Disk group:\s*(\S+)")
_DETECT = re.compile(r"^[ \t]*PL[ \t]+NAME[ \t]+VOLUME[ \t]+KSTATE\b", re.MULTILINE)
_RECORD = re.compile(r"(dg|dm|v|pl|sd|sv|sc|dc|co|vt|rv|rl|st|sp|ex|sr|rg)\s+(\S.*)\Z")
_HEADING = re.compile(r"(?:[A-Z]{1,2})\s+NAME\b")
_STRIPE = re.compile(r"([0-9]{1,6})/([0-9]{1,12})([bskmg]?)\Z")
_HPUX_DISK = re.compile(r"(?:c[0-9]+t[0-9]+d[0-9]+|disk[0-9]+(?:_p[0-9]+)?)\Z")
_UNITS = {"": 512, "b": 512, "s": 512, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?(?:/\S{1,60}/)?vxprint\b|===> |-+\Z")


def _read(capture: Capture, out: Writer) -> None:
    group: str | None = None
    volumes: dict[tuple[str, str], dict[str, Value]] = {}
    lines: dict[tuple[str, str], int] = {}
    hpux = False
    sized: set[tuple[str, str]] = set()
    for number, line in capture.lines():
        text = line.strip()
        if not text or _HEADING.match(text):
            continue
        if match := _GROUP.match(text):
            group = match.group(1)
            continue
        match = _RECORD.match(text)
        if match is None:
            if not _NOISE.match(text):
                out.unread(number)
            continue
        kind, words = match.group(1), match.group(2).split()
        if kind == "dg":
            group = words[0]
        elif kind == "dm" and len(words) > 1:
            hpux = hpux or _HPUX_DISK.match(words[1]) is not None
        elif kind == "v" and group:
            volumes.setdefault((group, words[0]), {})
            lines.setdefault((group, words[0]), number)
        elif kind == "pl" and group and len(words) >= 7:
            key = (group, words[1])
            stripe = _STRIPE.match(words[6])
            if key in volumes and stripe and words[5].upper() in ("STRIPE", "RAID"):
                volumes[key].setdefault("stripe_columns", int(stripe.group(1)))
                unit = _UNITS[stripe.group(3)]
                volumes[key].setdefault("stripe_unit_bytes", int(stripe.group(2)) * unit)
                if stripe.group(3) in ("", "s", "b"):
                    sized.add(key)
        elif kind in ("v", "pl") and group is None:
            out.unread(number)
    for (name, volume), facts in volumes.items():
        if hpux and (name, volume) in sized:
            facts.pop("stripe_unit_bytes", None)
        out.add("vxvm_volume", lines[name, volume], host=capture.owner, disk_group=name, vxvm_volume=volume, **facts)
    if hpux and sized:
        out.note(
            capture.first_line,
            "the disks have names as on HP-UX, whose sectors are not of 512 bytes: widths were left out",
        )


def _detect(capture: Capture) -> Detection | None:
    if _DETECT.search(capture.head):
        return Detection(94, "PL NAME VOLUME KSTATE heading of vxprint -ht")
    return None


READERS = (
    Reader(
        name="veritas-vxprint",
        platform="veritas",
        command="vxprint -ht",
        provides={"vxvm_volume": ("host", "disk_group", "vxvm_volume", "stripe_unit_bytes", "stripe_columns")},
        detect=_detect,
        read=_read,
        needles=("KSTATE",),
    ),
)
