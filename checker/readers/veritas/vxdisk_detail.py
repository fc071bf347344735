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
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.veritas.paths import (
    NAA,
    NODE,
    NOISE,
    PATH,
    is_of_other_product,
    node_identity,
    serial_of,
    write_host,
    write_node,
    write_path,
)

_FIELD = re.compile(r"\s*([A-Za-z][\w ]{1,40}?):(?:\s+(.*\S|))?\s*\Z")
_PATH = re.compile(r"\s*(\S{1,120})\s+state=([A-Za-z]{3,20})(?:\s+type=(\S{1,40}))?(?:\s+\S.{0,80})?\s*\Z")
_REGION = re.compile(r"\s*(?:config|log|lockrgn)\s+priv\b")
_DISK_ARGUMENT = re.compile(r"\bvxdisk\s+list\s+([^\s-]\S{0,100})")


@dataclass
class _Disk:
    line: int
    name: str | None
    facts: dict[str, str] = field(default_factory=dict)
    paths: list[tuple[int, str, str, str | None]] = field(default_factory=list)

    @property
    def count(self) -> int | None:
        """Number of paths as printed."""
        return normalise.integer(self.facts.get("numpaths"))


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
            continue
        path = _PATH.match(line)
        if (path or match) and not disks:
            disks.append(_Disk(number, argument.group(1) if argument else None))
        if path:
            disks[-1].paths.append((number, path.group(1), path.group(2), path.group(3)))
        elif match:
            disks[-1].facts.setdefault(match.group(1).lower(), match.group(2) or "")
        elif not NOISE.match(text):
            out.unread(number)
    host_written = False
    for disk in disks:
        if disk.name is None:
            out.note(disk.line, "skipped the paths of a disk: its first lines are not in this text")
            continue
        if any(is_of_other_product(out, disk.line, path[1]) for path in disk.paths):
            continue
        if not host_written:
            write_host(out, disk.line, capture.owner)
            host_written = True
        _write(disk, disk.name, capture.owner, out)
    if disks and disks[-1].count not in (None, len(disks[-1].paths)):
        out.ends_inside_record = True
        out.note(disks[-1].line, "fewer paths are listed than counted: the last disk is truncated")


def _write(disk: _Disk, name: str, host: str, out: Writer) -> None:
    parts = re.split("%5F", disk.facts.get("udid", ""), flags=re.IGNORECASE)
    facts: dict[str, Value] = {}
    identity = None
    if len(parts) == 4:
        vendor, product, array, lun = (re.sub("%20", " ", part, flags=re.IGNORECASE) for part in parts)
        identity = normalise.device_id(lun) if NAA.match(lun.lower()) else None
        # Disks that no array library claims share words in place of names.
        if vendor.upper() not in ("UNKNOWN", "OTHER_DISKS"):
            facts = {"vendor": vendor, "model": product, "array_serial": serial_of(array)}
    if disk.count is not None:
        facts["printed_paths"] = disk.count
    device = identity or node_identity(name)
    write_node(out, disk.line, host, name, device, **facts)
    for line, path, state, kind in disk.paths:
        write_path(out, line, host, device, path, state, kind)


READERS = (
    Reader(
        name="veritas-vxdisk-detail", platform="veritas", command="vxdisk list",
        provides={
            **NODE,
            "device": word_list("host device kernel_name vendor model array_serial printed_paths multipath_owner"),
            "path": PATH,
        },
        detect=by_pattern(
            "disks with numpaths: and state= of vxdisk list",
            (95, r"^[ \t]*Device:[ \t]+\S+[ \t]*\n\s*devicetag:"),
            (91, r"^[ \t]*numpaths:[ \t]*[0-9]+[ \t]*\n\s*\S+[ \t]+state=(?:enabled|disabled)\b"),
        ),
        read=_read, needles=("numpaths:",), begins=r"^[ \t]*Device:[ \t]+\S+[ \t]*\n[ \t]*devicetag:",
    ),
)  # fmt: skip
