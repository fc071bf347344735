"""``esxcfg-scsidevs -c``: one line per device; ``esxcfg-scsidevs -m``: one line per VMFS extent.

    Device UID                            Device Type      Console Device                                            Size      Multipath PluginDisplay Name
    naa.6000144000000010aa00000000000001  Direct-Access    /vmfs/devices/disks/naa.6000144000000010aa00000000000001  102400MB  NMP     EMC Fibre Channel Disk (naa.6000144000000010aa00000000000001)

    naa.6000144000000010aa00000000000001:1 /vmfs/devices/disks/naa.6000144000000010aa00000000000001:1 4fc903bb-00000001-0001-000000000001 0 datastore one

Sizes are in MiB. Grammar: formats-hosts.md section 1.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.esxi import listing, names
from checker.readers.toolkit.base import Capture, Detection, Reader

_MEBIBYTE = 1 << 20
_DEVICE = re.compile(
    r"((?:naa|eui|t10|mpx|uuid|vml)\.\S+)\s+(\S[^/\n]{0,60}?)\s+(/\S+)\s+(\d{1,15})\s?MB\s+(\S+)\s+(\S.*)\Z"
)
_EXTENT = re.compile(
    r"((?:naa|eui|t10|mpx|uuid|vml)\.\S+):(\d{1,3})\s+(/\S+)\s+([0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{12})"
    r"\s+(\d{1,3})\s+(\S.*)\Z"
)
_HEADER = re.compile(r"Device UID\s+Device Type\s+Console Device\s", re.IGNORECASE)
_DEVICE_COLUMNS = ("host", "device", "size_bytes", "multipath_owner", "vendor", "alias", "transport", "is_local")
_EXTENT_COLUMNS = ("host", "datastore", "device", "uuid", "extent", "partition")


def _rows(capture: Capture, out: Writer, pattern: re.Pattern[str]) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the rows with their lines; count unread lines and write the host before the first row."""
    host_written = False
    last = capture.first_line + capture.text.count("\n")
    for line, text in capture.lines():
        text = text.strip()
        row = pattern.match(text)
        if row:
            if not host_written:
                out.add("host", line, host=capture.owner, platform="esxi")
                host_written = True
            yield line, row
        elif listing.is_noise(text) or _HEADER.match(text):
            continue
        elif line == last:
            out.ends_inside_record = True
            out.note(line, "truncated: the last row is incomplete and was skipped")
        else:
            out.unread(line)


def _read_devices(capture: Capture, out: Writer) -> None:
    for line, row in _rows(capture, out, _DEVICE):
        name = names.display_name(row.group(6))
        owner = names.multipath_owner(row.group(5))
        device = out.device_id(row.group(1), line, "device")
        out.add(
            "device", line, host=capture.owner, device=device, size_bytes=int(row.group(4)) * _MEBIBYTE,
            multipath_owner=owner, vendor=name.vendor, alias=name.alias, transport=name.transport,
            is_local=name.is_local,
        )  # fmt: skip
        if device and owner:
            out.add("device_owner", line, host=capture.owner, device=device, multipath_owner=owner)


def _read_extents(capture: Capture, out: Writer) -> None:
    for line, row in _rows(capture, out, _EXTENT):
        out.add(
            "datastore", line, host=capture.owner, datastore=row.group(6),
            device=out.device_id(row.group(1), line, "datastore"), uuid=row.group(4), extent=int(row.group(5)),
            partition=int(row.group(2)),
        )  # fmt: skip


def _claim(capture: Capture, pattern: re.Pattern[str], reason: str) -> Detection | None:
    lines = capture.head.split("\n")
    if not any(pattern.match(line.strip()) for line in lines):
        return None
    share = listing.known_share(lines, lambda line: pattern.match(line.strip()) or _HEADER.match(line.strip()))
    if share < 0.3:
        return None
    return Detection(95 if share >= 0.6 else 60, reason)


READERS = (
    Reader(
        name="esxi-scsidevs-compact", platform="esxi", command="esxcfg-scsidevs -c",
        provides={
            "host": ("host", "platform"),
            "device": _DEVICE_COLUMNS,
            "device_owner": ("host", "device", "multipath_owner"),
        },
        detect=lambda capture: _claim(capture, _DEVICE, "rows of device, type, console device, size and plug-in"),
        read=_read_devices, needles=("MB", "/"), begins=r"^ *Device UID +Device Type +Console Device", trust=50,
    ),
    Reader(
        name="esxi-scsidevs-vmfs", platform="esxi", command="esxcfg-scsidevs -m",
        provides={"host": ("host", "platform"), "datastore": _EXTENT_COLUMNS},
        detect=lambda capture: _claim(capture, _EXTENT, "rows of partition, device, VMFS UUID, extent and label"),
        read=_read_extents, needles=("/vmfs/devices/",),
    ),
)  # fmt: skip
