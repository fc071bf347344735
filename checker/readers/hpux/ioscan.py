"""LUNs with their lunpaths and device files on HP-UX 11i v3: ``ioscan -m lun [<disk>]``.

Sample::

    Class     I  Lun H/W Path  Driver  S/W State   H/W Type     Health  Description
    ======================================================================
    disk     10  64000/0xfa00/0x9   esdisk  CLAIMED     DEVICE       online  DGC     VRAID
                 0/2/1/0.0x5006016000000001.0x4001000000000000
                 0/4/1/0.0x5006016800000001.0x4001000000000000
                          /dev/disk/disk10      /dev/rdisk/disk10

The health is that of the LUN: it does not describe a single path. The identity of the LUN is not printed;
``scsimgr lun_map`` prints it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Value, Writer
from checker.readers.hpux.hardware_path import LunPath, lun_path
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.packed_list import PackedList

_HEADER = re.compile(r"^[ \t]*Class[ \t]+I[ \t]+Lun H/W Path[ \t]+Driver\b", re.MULTILINE)
_ROW_AND_PATH = re.compile(
    r"^[ \t]*disk[ \t]+[0-9]{1,6}[ \t]+64000/0x[0-9a-fA-F]{1,8}/0x[0-9a-fA-F]{1,8}[ \t]+esdisk[ \t][^\n]{0,200}\n"
    r"(?:[ \t]*[A-Z][\w .-]{1,60}\n)?[ \t]*[0-9]{1,5}(?:/[0-9]{1,5}){1,12}\.[0-9a-fx]{1,18}",
    re.MULTILINE,
)
_LUN = re.compile(
    r"\s*([a-z]\w{0,20})\s+([0-9]{1,6})\s+(64000/0x[0-9a-fA-F]{1,8}/0x[0-9a-fA-F]{1,8})\s+(\S{1,30})\s+([A-Z_]{2,20})\s+([A-Z_]{2,20})"
    r"(?:\s+([a-z_]{2,20}))?(?:\s+(\S.{0,200}?))?\s*\Z"
)
_FILES = re.compile(r"\s*/dev/\S+")
_WRAPPED = re.compile(r"\s*[A-Z][\w .-]{1,60}\Z")
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:ioscan|exit|\Z)|(?:sudo )?(?:/\S{1,40}/)?ioscan\b|===> |[=-]+\Z")
_HEALTHS = frozenset({"online", "offline", "limited", "unusable", "disabled", "standby", "testing"})
_LONGEST_LINE = 1000


@dataclass
class _Lun:
    line: int
    kind: str
    name: str
    health: str | None
    description: str | None
    paths: list[tuple[int, str, LunPath]] = field(default_factory=list)


def _read(capture: Capture, out: Writer) -> None:
    luns: PackedList[_Lun] = PackedList()
    for number, line in capture.lines():
        text = line.strip()
        if not text or _HEADER.match(line):
            continue
        if len(line) < _LONGEST_LINE and (match := _LUN.match(line)):
            kind, instance, _, _, _, _, health, description = match.groups()
            if health is not None and health not in _HEALTHS:
                health, description = None, " ".join(filter(None, (health, description)))
            luns.append(_Lun(number, kind, f"{kind}{instance}", health, description))
        elif luns and (path := lun_path(text)):
            luns[-1].paths.append((number, text, path))
        elif luns and not luns[-1].paths and _WRAPPED.match(line):
            # Narrow terminals wrap the descriptions.
            luns[-1].description = " ".join(filter(None, (luns[-1].description, text)))
        elif not (luns and _FILES.match(line)) and not _NOISE.match(text):
            out.unread(number)
    host_written = False
    for lun in luns:
        if lun.kind != "disk":
            continue
        if not host_written:
            out.add("host", lun.line, host=capture.owner, platform="hpux")
            host_written = True
        _write(lun, capture.owner, out)


def _write(lun: _Lun, host: str, out: Writer) -> None:
    common: dict[str, Value] = {"host": host, "device": f"block:{lun.name}"}
    out.add("device", lun.line, **common, kernel_name=lun.name, device_state=lun.health)
    for line, text, path in lun.paths:
        # A SAS address has the form of a WWPN; the only distinction here is that a local disk is LUN 0 of a
        # single path.
        local = len(lun.paths) == 1 and path.lun == 0 and (path.target_wwpn or "").startswith("5")
        out.add(
            "path",
            line,
            **common,
            hctl=text,
            hba=path.hba,
            target_wwpn=None if local else path.target_wwpn,
            lun=path.lun,
        )


def _detect(capture: Capture) -> Detection | None:
    if _HEADER.search(capture.head):
        return Detection(95, "Lun H/W Path in the headings of ioscan -m lun")
    if _ROW_AND_PATH.search(capture.head):
        return Detection(92, "a LUN and its lunpaths below it: ioscan -m lun")
    return None


READERS = (
    Reader(
        name="hpux-ioscan-lun",
        platform="hpux",
        command="ioscan -m lun",
        provides={
            "host": ("host", "platform"),
            "device": ("host", "device", "kernel_name", "device_state"),
            "path": ("host", "device", "hctl", "hba", "target_wwpn", "lun"),
        },
        detect=_detect,
        read=_read,
        needles=("64000/0xfa00",),
        begins=_HEADER.pattern,
        trust=50,
    ),
)
