"""Disks and their paths: ``luxadm display <disk>|<WWN>``.

Sample, under MPxIO (Class and State are missing without it)::

    DEVICE PROPERTIES for disk: /dev/rdsk/c6t600601600000000000000000000000A1d0s2
      Vendor:               DGC
      Product ID:           VRAID
      Serial Num:           APM00000000001
      Unformatted capacity: 10240.000 MBytes
      Path(s):

      /dev/rdsk/c6t600601600000000000000000000000A1d0s2
      /devices/scsi_vhci/ssd@g600601600000000000000000000000a1:c,raw
       Controller           /devices/pci@8,600000/SUNW,qlc@4/fp@0,0
        Device Address              5006016000000001,1e
        Host controller port WWN    210000e08b000001
        Class                       primary
        State                       ONLINE

The number after the target port is the LUN in hexadecimal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.readers.solaris.disk_names import block_identity, kernel_name, lun_identity
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.toolkit.rounded import exact_or_bounds, of_disk

_TITLE = re.compile(r"\s*DEVICE PROPERTIES for ([A-Za-z ]{2,30}):\s*(\S{1,300})\s*\Z")
_FIELD = re.compile(r"\s*([A-Z][A-Za-z() ]{1,40}?):\s*(.*\S|)\s*\Z")
_PATH_FIELD = re.compile(
    r"\s*(Controller|Device Address|Host controller port WWN|Class|State)\s+(\S.{0,300}?)\s*\Z", re.IGNORECASE
)
_NODE = re.compile(r"\s*(/dev/r?dsk/\S+|/devices/\S+)\s*\Z")
_ADDRESS = re.compile(r"([0-9a-fA-F]{16}),([0-9a-fA-F]{1,8})\b")
_SIZE = re.compile(r"([0-9]{1,12}\.[0-9]{3}) MBytes\b", re.IGNORECASE)
_NOISE = re.compile(shell_noise("luxadm"))
_DETECT = r"^[ \t]*DEVICE PROPERTIES for [A-Za-z ]{2,30}:[ \t]*\S"
_STATES = {"online": "active", "offline": "dead", "standby": "standby"}
_LONGEST_LINE = 1000


@dataclass
class _Disk:
    line: int
    kind: str
    name: str
    facts: dict[str, str] = field(default_factory=dict)
    node: str | None = None
    paths: list[tuple[int, dict[str, str]]] = field(default_factory=list)


def _read(capture: Capture, out: Writer) -> None:
    disks: PackedList[_Disk] = PackedList()
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _TITLE.match(line):
            disks.append(_Disk(number, match.group(1).lower(), match.group(2)))
        elif disks and len(line) < _LONGEST_LINE and (match := _PATH_FIELD.match(line)):
            key = match.group(1).lower()
            if key == "controller" or not disks[-1].paths:
                disks[-1].paths.append((number, {}))
            disks[-1].paths[-1][1].setdefault(key, match.group(2))
        elif disks and (match := _NODE.match(line)):
            if "/scsi_vhci/" in match.group(1):
                disks[-1].node = match.group(1)
        elif disks and len(line) < _LONGEST_LINE and (match := _FIELD.match(line)):
            disks[-1].facts.setdefault(match.group(1).lower(), match.group(2))
        elif not _NOISE.match(text):
            out.unread(number)
    host_written = False
    for disk in disks:
        if not disk.kind.endswith("disk"):
            out.note(disk.line, f"skipped {disk.name}: not a disk")
            continue
        owner = "mpxio" if disk.node or any("class" in facts for _, facts in disk.paths) else None
        if not host_written:
            out.add("host", disk.line, host=capture.owner, platform="solaris", multipath_software=owner)
            host_written = True
        _write(disk, capture.owner, owner, out)


def _write(disk: _Disk, host: str, owner: str | None, out: Writer) -> None:
    identity = (lun_identity(disk.node or "") or lun_identity(disk.name)) if owner else None
    device, name = identity or block_identity(disk.name), kernel_name(disk.name)
    size = _SIZE.match(disk.facts.get("unformatted capacity", ""))
    exact, low, high = exact_or_bounds(of_disk(size.group(1), "M") if size else None)
    out.add(
        "device", disk.line, host=host, device=device, kernel_name=name, vendor=disk.facts.get("vendor") or None,
        model=disk.facts.get("product id") or None, revision=disk.facts.get("revision") or None,
        multipath_owner=owner, size_bytes=exact, size_low_bytes=low, size_high_bytes=high,
    )  # fmt: skip
    if owner:
        out.add("device_owner", disk.line, host=host, device=device, multipath_owner=owner)
    place = f"{host} {name}"
    for line, path in disk.paths:
        if "device address" not in path:
            out.note(line, f"skipped a path of {name}: it is truncated")
            continue
        address = _ADDRESS.match(path["device address"])
        target = address.group(1) if address else path["device address"].partition(",")[0]
        state = path.get("state", "")
        out.add(
            "path", line, host=host, device=device,
            initiator_wwpn=out.wwn(path.get("host controller port wwn"), line, "path", "initiator_wwpn", place),
            target_wwpn=out.wwn(target, line, "path", "target_wwpn", place), hba=path.get("controller"),
            lun=whole(address.group(2), 16) if address else None, transport="fc",
            state=_STATES.get(state.lower(), "unknown") if state else None, state_text=state or None,
            group_state=path.get("class", "").lower() or None, plugin="MPxIO" if owner else None,
        )  # fmt: skip


READERS = (
    Reader(
        name="solaris-luxadm-display", platform="solaris", command="luxadm display",
        provides={
            "host": ("host", "platform", "multipath_software"),
            "device": word_list("host device kernel_name vendor model revision size_bytes size_low_bytes size_high_bytes multipath_owner"),
            "device_owner": ("host", "device", "multipath_owner"),
            "path": word_list("""
                host device initiator_wwpn target_wwpn hba lun transport state state_text group_state plugin
            """),
        },
        detect=by_pattern("DEVICE PROPERTIES of luxadm display", (95, _DETECT)), read=_read,
        needles=("DEVICE PROPERTIES for",), begins=_DETECT,
    ),
)  # fmt: skip
