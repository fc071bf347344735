"""One VxVM disk with its paths: ``vxdisk list <disk>`` (``vxdisk list`` of several disks, one below the other).

Sample::

    Device:    emc0_0012
    devicetag: emc0_0012
    type:      auto
    hostid:    lnx01
    disk:      name=oradata01 id=1700000000.10.lnx01
    group:     name=oradg id=1700000000.20.lnx01
    flags:     online ready private autoconfig noautoimport imported
    udid:      DGC%5FVRAID%5FCK200000400000%5F6006016000000000000000000000DB11
    Multipathing information:
    numpaths:   2
    sdck            state=enabled   type=primary
    sdcf            state=disabled  type=secondary

The udid joins vendor, product, serial of the array and serial of the LUN; the last is the identity of the LUN where it
is an NAA number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.veritas.device_names import node_identity, path_name, serial_of
from checker.readers.veritas.subpaths import optimised_of, state_of

_FIELD = re.compile(r"\s*([A-Za-z][\w ]{1,40}?):(?:\s+(.*?))?\s*\Z")
_PATH = re.compile(r"\s*(\S{1,120})\s+state=([A-Za-z]{3,20})(?:\s+type=(\S{1,40}))?(?:\s+\S.{0,80})?\s*\Z")
_REGION = re.compile(r"\s*(?:config|log|lockrgn)\s+priv\b")
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:vx|exit|\Z)|(?:sudo )?(?:/\S{1,60}/)?vxdisk |===> |[-=.…]+\Z")
_DETECT = re.compile(r"^[ \t]*Device:[ \t]+\S+[ \t]*\n\s*devicetag:", re.MULTILINE)
_PATHS_ONLY = re.compile(r"^[ \t]*numpaths:[ \t]*[0-9]+[ \t]*\n\s*\S+[ \t]+state=(?:enabled|disabled)\b", re.MULTILINE)
_DISK_ARGUMENT = re.compile(r"\bvxdisk\s+list\s+([^\s-]\S{0,100})")
_NAA = re.compile(r"(?:6[0-9a-f]{31}|[56][0-9a-f]{15})\Z")


@dataclass
class _Disk:
    line: int
    name: str | None
    facts: dict[str, str] = field(default_factory=dict)
    paths: list[tuple[int, str, str, str | None]] = field(default_factory=list)


def _read(capture: Capture, out: Writer) -> None:
    argument = _DISK_ARGUMENT.search(capture.command or "")
    disks: PackedList[_Disk] = PackedList()
    for number, line in capture.lines():
        text = line.strip()
        if not text or _REGION.match(line):
            continue
        match = _FIELD.match(line)
        if match and match.group(1) == "Device":
            disks.append(_Disk(number, match.group(2)))
        elif path := _PATH.match(line):
            if not disks:
                disks.append(_Disk(number, argument.group(1) if argument else None))
            disks[-1].paths.append((number, path.group(1), path.group(2), path.group(3)))
        elif match:
            if not disks:
                disks.append(_Disk(number, argument.group(1) if argument else None))
            disks[-1].facts.setdefault(match.group(1).lower(), match.group(2) or "")
        elif not _NOISE.match(text):
            out.unread(number)
    host_written = False
    for disk in disks:
        if disk.name is None:
            out.note(disk.line, "the beginning of a disk is cut: its paths belong to nothing")
            continue
        if not host_written:
            out.add("host", disk.line, host=capture.owner, multipath_software="dmp")
            host_written = True
        _write(disk, disk.name, capture.owner, out)
    if disks and _count(disks[-1]) not in (None, len(disks[-1].paths)):
        out.ends_inside_record = True
        out.note(disks[-1].line, "fewer paths are listed than counted: the last disk is cut")


def _count(disk: _Disk) -> int | None:
    return normalise.integer(disk.facts.get("numpaths"))


def _write(disk: _Disk, name: str, host: str, out: Writer) -> None:
    parts = re.split("%5F", disk.facts.get("udid", ""), flags=re.IGNORECASE)
    facts: dict[str, Value] = {}
    identity = None
    if len(parts) == 4:
        vendor, product, array, lun = (re.sub("%20", " ", part, flags=re.IGNORECASE) for part in parts)
        identity = normalise.device_id(lun) if _NAA.match(lun.lower()) else None
        # Disks that no array library claims share words in place of names.
        if vendor.upper() not in ("UNKNOWN", "OTHER_DISKS"):
            facts = {"vendor": vendor, "model": product, "array_serial": serial_of(array)}
    common: dict[str, Value] = {"host": host, "device": identity or node_identity(name)}
    count = _count(disk)
    if count is not None:
        facts["printed_paths"] = count
    out.add("device", disk.line, **common, kernel_name=f"vx/dmp/{name}", multipath_owner="dmp", **facts)
    out.add("device_owner", disk.line, **common, multipath_owner="dmp")
    for line, path, state, kind in disk.paths:
        parsed = path_name(path)
        out.add(
            "path",
            line,
            **common,
            path_name=path,
            hba=parsed.controller,
            target_wwpn=parsed.target_wwpn,
            lun=parsed.lun,
            state=state_of(state, kind, marked=False),
            state_text=state,
            optimised=optimised_of(kind),
            group_state=kind,
            plugin="DMP",
        )


def _detect(capture: Capture) -> Detection | None:
    if _DETECT.search(capture.head):
        return Detection(95, "Device: and devicetag: of vxdisk list")
    if _PATHS_ONLY.search(capture.head):
        return Detection(91, "numpaths: and paths with state= of vxdisk list")
    return None


READERS = (
    Reader(
        name="veritas-vxdisk-detail",
        platform="veritas",
        command="vxdisk list",
        provides={
            "host": ("host", "multipath_software"),
            "device": word_list("host device kernel_name vendor model array_serial printed_paths multipath_owner"),
            "device_owner": ("host", "device", "multipath_owner"),
            "path": word_list(
                "host device path_name hba target_wwpn lun state state_text optimised group_state plugin"
            ),
        },
        detect=_detect,
        read=_read,
        needles=("numpaths:",),
        begins=r"^[ \t]*Device:[ \t]+\S+[ \t]*\n[ \t]*devicetag:",
    ),
)
