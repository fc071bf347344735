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
a path of which only the state is left gets the host's name and its number among the LUN's paths. Tapes and the LUNs of controllers (``/dev/pt/``) are skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.hpux.hardware_path import lun_path
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.packed_list import PackedList

_TITLE = re.compile(r"\s*LUN PATH INFORMATION FOR LUN\s*:\s*(\S{1,200})\s*\Z")
_PATH = re.compile(r"\s*LUN path\s*:\s*(\S{1,60})\s*\Z")
_FIELD = re.compile(r"\s*([A-Z][\w() ./-]{1,60}?)\s*=(?:\s+(.*?))?\s*\Z")
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:scsimgr|exit|\Z)|(?:sudo )?(?:/\S{1,40}/)?scsimgr\b|===> |[=-]+\Z")
_DETECT = re.compile(r"^[ \t]*LUN PATH INFORMATION FOR LUN[ \t]*:", re.MULTILINE)
_DISK = re.compile(r"/dev/r?disk/(\S+)\Z|/dev/r?dsk/(\S+)\Z")
_STATES = {
    "active": "active",
    "standby": "standby",
    "failed": "dead",
    "offline": "dead",
    "disabled": "disabled",
    "unavailable": "unavailable",
}
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
    host_written = False
    for lun in luns:
        disk = _DISK.match(lun.name)
        if disk is None:
            continue
        if not host_written:
            out.add("host", lun.line, host=capture.owner, platform="hpux")
            host_written = True
        _write(lun, disk.group(1) or disk.group(2), capture.owner, out)
    if luns and luns[-1].paths and "state" not in luns[-1].paths[-1].facts:
        out.ends_inside_record = True
        out.note(luns[-1].paths[-1].line, "the last path is cut; what is there was read")


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
    identity = out.device_id(wwid, line, "device", "device", f"{host} {disk}") if wwid else None
    common: dict[str, Value] = {"host": host, "device": identity or f"block:{disk}"}
    count = normalise.integer(lun.facts.get("total number of lun paths", (0, ""))[1])
    facts: dict[str, Value] = {} if count is None else {"printed_paths": count}
    # Other path managers (DMP, PowerPath) run on top of native multi-pathing, so it is never stated as the owner.
    out.add("device", lun.line, **common, kernel_name=disk, **facts)
    for order, path in enumerate(lun.paths, 1):
        state, hardware = path.facts.get("state", ""), path.facts.get("hardware path", "")
        where = lun_path(hardware)
        protocol = path.facts.get("scsi transport protocol", "").lower()
        fibre = protocol.startswith("fibre") or (not protocol and where is not None and where.target_wwpn is not None)
        out.add(
            "path",
            path.line,
            **common,
            path_name=path.name or (None if where else f"{host} {order}"),
            hctl=hardware or None,
            hba=where.hba if where else None,
            target_wwpn=where.target_wwpn if where and fibre else None,
            lun=where.lun if where else None,
            transport="fc" if fibre else protocol or None,
            state=_STATES.get(state.lower(), "unknown") if state else None,
            state_text=state or None,
        )


def _detect(capture: Capture) -> Detection | None:
    return Detection(95, "LUN PATH INFORMATION FOR LUN of scsimgr lun_map") if _DETECT.search(capture.head) else None


READERS = (
    Reader(
        name="hpux-scsimgr-lun-map",
        platform="hpux",
        command="scsimgr lun_map",
        provides={
            "host": ("host", "platform"),
            "device": ("host", "device", "kernel_name", "printed_paths"),
            "path": word_list("host device path_name hctl hba target_wwpn lun transport state state_text"),
        },
        detect=_detect,
        read=_read,
        needles=("LUN PATH INFORMATION",),
        begins=_DETECT.pattern,
    ),
)
