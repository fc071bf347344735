"""LUNs and lunpaths of HP-UX 11i v3: ``scsimgr lun_map [-D <disk>]``.

Sample::

            LUN PATH INFORMATION FOR LUN : /dev/rdisk/disk10

    Total number of LUN paths     = 2
    World Wide Identifier(WWID)    = 0x600601600000000000000000000000a1

    LUN path : lunpath4
    Class                         = lunpath
    Instance                      = 4
    Hardware path                 = 0/2/1/0.0x5006016000000001.0x4001000000000000
    SCSI transport protocol       = fibre_channel
    State                         = ACTIVE
    Last Open or Close state      = ACTIVE

UNOPEN is a path of a LUN that has not been opened, so it is untested. Lines may be missing (``scsimgr lun_map | grep``);
a path
of which only the state is left gets the host's name and its number among the LUN's paths. Tapes and the LUNs of
controllers (``/dev/pt/``) are skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.hpux.hardware_path import disk_name, lun_path
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.packed_list import PackedList

_TITLE = re.compile(r"\s*LUN PATH INFORMATION FOR LUN\s*:\s*(\S{1,200})\s*\Z")
_PATH = re.compile(r"\s*LUN path\s*:\s*(\S{1,60})\s*\Z")
_FIELD = re.compile(r"\s*([A-Z][\w() ./-]{1,60}?)\s*=(?:\s+(.*\S|))?\s*\Z")
_NOISE = re.compile(shell_noise("scsimgr"))
_DETECT = r"^[ \t]*LUN PATH INFORMATION FOR LUN[ \t]*:"
_STATES = {
    "active": "active", "standby": "standby", "failed": "dead", "offline": "dead", "disabled": "disabled",
    "unavailable": "unavailable",
}  # fmt: skip
_LONGEST_LINE = 1000


@dataclass
class _Path:
    line: int
    name: str | None
    facts: dict[str, str] = field(default_factory=dict)


@dataclass
class _Lun:
    line: int
    name: str
    facts: dict[str, tuple[int, str]] = field(default_factory=dict)
    paths: list[_Path] = field(default_factory=list)


def _read(capture: Capture, out: Writer) -> None:
    luns: PackedList[_Lun] = PackedList()
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _TITLE.match(line):
            luns.append(_Lun(number, match.group(1)))
        elif luns and (match := _PATH.match(line)):
            luns[-1].paths.append(_Path(number, match.group(1)))
        elif luns and len(line) < _LONGEST_LINE and (match := _FIELD.match(line)):
            _field(luns[-1], number, match.group(1).lower(), (match.group(2) or "").strip())
        elif not _NOISE.match(text):
            out.unread(number)
    host = capture.owner
    for order, (lun, disk) in enumerate((lun, disk) for lun in luns if (disk := disk_name(lun.name))):
        if not order:
            out.add("host", lun.line, host=host, platform="hpux")
        _write(lun, disk, host, out)
    if luns and luns[-1].paths and "state" not in luns[-1].paths[-1].facts:
        out.ends_inside_record = True
        out.note(luns[-1].paths[-1].line, "the last path is truncated")


def _field(lun: _Lun, number: int, key: str, value: str) -> None:
    if key.startswith("world wide identifier") or key.startswith("total number"):
        lun.facts.setdefault(key.partition("(")[0], (number, value))
    elif lun.paths and (lun.paths[-1].name is not None or key not in lun.paths[-1].facts):
        lun.paths[-1].facts.setdefault(key, value)
    else:
        # Filtered listings have one line per path and no heading.
        lun.paths.append(_Path(number, None, {key: value}))


def _write(lun: _Lun, disk: str, host: str, out: Writer) -> None:
    line, wwid = lun.facts.get("world wide identifier", (lun.line, ""))
    device = out.device_id(wwid, line, "device", "device", f"{host} {disk}") or f"block:{disk}"
    count = normalise.integer(lun.facts.get("total number of lun paths", (0, ""))[1])
    # Other path managers (DMP, PowerPath) run on top of native multi-pathing, so it is never stated as the owner.
    out.add("device", lun.line, host=host, device=device, kernel_name=disk, printed_paths=count)
    for order, path in enumerate(lun.paths, 1):
        state, hardware = path.facts.get("state", ""), path.facts.get("hardware path", "")
        where = lun_path(hardware)
        protocol = path.facts.get("scsi transport protocol", "").lower()
        fibre = protocol.startswith("fibre") or (not protocol and where is not None and where.target_wwpn is not None)
        out.add(
            "path", path.line, host=host, device=device, path_name=path.name or (None if where else f"{host} {order}"),
            hctl=hardware or None, hba=where.hba if where else None,
            target_wwpn=where.target_wwpn if where and fibre else None, lun=where.lun if where else None,
            transport="fc" if fibre else protocol or None,
            state=_STATES.get(state.lower(), "unknown") if state else None, state_text=state or None,
        )  # fmt: skip


READERS = (
    Reader(
        name="hpux-scsimgr-lun-map", platform="hpux", command="scsimgr lun_map",
        provides={
            "host": ("host", "platform"),
            "device": ("host", "device", "kernel_name", "printed_paths"),
            "path": word_list("host device path_name hctl hba target_wwpn lun transport state state_text"),
        },
        detect=by_pattern("LUN PATH INFORMATION FOR LUN of scsimgr lun_map", (95, _DETECT)), read=_read,
        needles=("LUN PATH INFORMATION",), begins=_DETECT,
    ),
)  # fmt: skip
