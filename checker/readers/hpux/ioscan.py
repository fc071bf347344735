"""LUNs with their lunpaths and device files on HP-UX 11i v3: ``ioscan -m lun [<disk>]``.

Sample::

    Class     I  Lun H/W Path  Driver  S/W State   H/W Type     Health  Description
    ======================================================================
    disk     10  64000/0xfa00/0x9   esdisk  CLAIMED     DEVICE       online  DGC     VRAID
                 0/2/1/0.0x5006016000000001.0x4001000000000000
                 0/4/1/0.0x5006016800000001.0x4001000000000000
                          /dev/disk/disk10      /dev/rdisk/disk10

The health is that of the LUN: ``online`` if one lunpath or more is active, ``limited`` if not all are (HP-UX 11i v3 Native
Multi-Pathing for Mass Storage, "Lunpath and LUN health"). It describes a lunpath only if there is a single one. The description is the SCSI
vendor of eight characters and the product. The identity of the LUN is not printed; ``scsimgr lun_map`` prints it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.readers.hpux.hardware_path import LunPath, inquiry, lun_path
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.packed_list import PackedList

_HEADER = r"^[ \t]*Class[ \t]+I[ \t]+Lun H/W Path[ \t]+Driver\b"
_is_header = re.compile(_HEADER).match
_ROW_AND_PATH = (
    r"^[ \t]*disk[ \t]+[0-9]{1,6}[ \t]+64000/0x[0-9a-fA-F]{1,8}/0x[0-9a-fA-F]{1,8}[ \t]+esdisk[ \t][^\n]{0,200}\n"
    r"(?:[ \t]*[A-Z][\w .-]{1,60}\n)?[ \t]*[0-9]{1,5}(?:/[0-9]{1,5}){1,12}\.[0-9a-fx]{1,18}"
)
_LUN = re.compile(
    r"\s*([a-z]\w{0,20})\s+([0-9]{1,6})\s+(64000/0x[0-9a-fA-F]{1,8}/0x[0-9a-fA-F]{1,8})\s+(\S{1,30})\s+([A-Z_]{2,20})\s+([A-Z_]{2,20})"
    r"(?:\s+([a-z_]{2,20}))?(?:\s+(\S.{0,200}?))?\s*\Z"
)
_FILES = re.compile(r"\s*/dev/\S+")
_WRAPPED = re.compile(r"\s*[A-Z][\w .-]{1,60}\Z")
_NOISE = re.compile(shell_noise("ioscan"))
# A LUN is offline if none of its lunpaths works.
_STATES = {"offline": "dead", "unusable": "dead", "disabled": "disabled"}
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
        if not text or _is_header(line):
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
    host = capture.owner
    for order, lun in enumerate(lun for lun in luns if lun.kind == "disk"):
        if not order:
            out.add("host", lun.line, host=host, platform="hpux")
        device = f"block:{lun.name}"
        vendor, model = inquiry(lun.description)
        # Of two lunpaths, one is active and one is not; of more, it is unknown how many.
        counts = {"printed_paths": 2, "working_paths": 1} if lun.health == "limited" and len(lun.paths) == 2 else {}
        out.add(
            "device", lun.line, host=host, device=device, kernel_name=lun.name, device_state=lun.health,
            vendor=vendor, model=model, **counts,
        )  # fmt: skip
        state = _STATES.get(lun.health or "") or ("active" if lun.health == "online" and len(lun.paths) == 1 else None)
        for place, hctl, path in lun.paths:
            # A SAS address has the form of a WWPN; the only distinction here is that a local disk is LUN 0 of a
            # single path.
            local = len(lun.paths) == 1 and path.lun == 0 and (path.target_wwpn or "").startswith("5")
            wwpn = None if local else path.target_wwpn
            out.add(
                "path", place, host=host, device=device, hctl=hctl, hba=path.hba, target_wwpn=wwpn, lun=path.lun,
                state=state, state_text=lun.health if state else None,
            )  # fmt: skip


READERS = (
    Reader(
        name="hpux-ioscan-lun", platform="hpux", command="ioscan -m lun",
        provides={
            "host": ("host", "platform"),
            "device": ("host", "device", "kernel_name", "device_state", "vendor", "model", "printed_paths", "working_paths"),
            "path": ("host", "device", "hctl", "hba", "target_wwpn", "lun", "state", "state_text"),
        },
        detect=by_pattern("LUNs with their lunpaths, as printed by ioscan -m lun", (95, _HEADER), (92, _ROW_AND_PATH)),
        read=_read, needles=("64000/0xfa00",), begins=_HEADER, trust=50,
    ),
)  # fmt: skip
