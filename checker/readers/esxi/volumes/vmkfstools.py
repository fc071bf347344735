"""A volume and the partitions it spans: ``vmkfstools -P <volume>``, with ``-h``, with ``-v 10``.

Sample::

    VMFS-6.82 (Raw Major Version: 24) file system spanning 1 partitions.
    File system label (if any): datastore1
    Mode: public ATS-only
    Capacity 107105746944 (102144 file blocks * 1048576), 53552873472 (51072 blocks) avail, max supported file size 70368744177664
    UUID: 53d60001-65f90001-0001-508700000001
    Partitions spanned (on "lvm"):
            naa.6000144000000010aa00000000000001:1
    Is Native Snapshot Capable: NO

With ``-h`` sizes are rounded: ``Capacity 119.8 GB, 93.1 GB available, file block size 1 MB``. The block size shows that units
are powers of 1024; how the sizes are rounded is not documented. Volumes other than VMFS (boot banks, NFS) are skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.esxi import listing
from checker.readers.toolkit import numbers, rounded
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_TITLE = re.compile(
    r"\s*(VMFS|vfat|NFS\w*|VFFS|vsan|VMFS-L|VFAT|vvol|OSFS)[- ]?([0-9][0-9.]{0,8})?\b.{0,80}?\bfile system spanning ([0-9]{1,3}) partitions",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\s*File system label \(if any\):\s*(.*\S|)\s*\Z")
_CAPACITY = re.compile(r"\s*Capacity ([0-9]{1,18}) \([0-9]{1,15} file blocks \* [0-9]{1,9}\), ([0-9]{1,18}) \(")
_ROUNDED = re.compile(r"\s*Capacity ([0-9.]{1,12} ?[KMGTPE]?B?), ([0-9.]{1,12} ?[KMGTPE]?B?) available\b")
_UUID = re.compile(r"\s*UUID:\s*([0-9a-fA-F]{8}-[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\s*\Z")
_SPANNED = re.compile(r"\s*Partitions spanned \(on \"[^\"]{0,40}\"\):\s*(.*\S|)\s*\Z")
_EXTENT = re.compile(r"((?:naa|eui|t10|mpx|uuid|vml)\.\S{1,200}):([0-9]{1,4})\Z")
_KNOWN = re.compile(
    r"\s*(?:Mode:|Capacity |Volume Creation Time|Files \(max|Ptr Blocks|Sub Blocks|Secondary Ptr|File Blocks|Large File Blocks|Volume Metadata"
    r"|UUID:|Is Native Snapshot|Logical device:|Disk Block Size|Unmap |OBJLIB|WORKER|\d+:VVOLLIB|Optional|Block size|Physical block|\S+: VVolLib)"
)
_DETECT = re.compile(r"^[ \t]*\S.{0,100}\bfile system spanning [0-9]{1,3} partitions", re.MULTILINE)


@dataclass
class _Volume:
    line: int
    kind: str
    version: str | None
    spans: int
    label: str | None = None
    uuid: str | None = None
    size: rounded.Interval | None = None
    free: rounded.Interval | None = None
    extents: list[tuple[int, str, int]] = field(default_factory=list)


def _read(capture: Capture, out: Writer) -> None:
    volumes: list[_Volume] = []
    for number, line in capture.lines():
        if not line.strip():
            continue
        if match := _TITLE.match(line):
            volumes.append(_Volume(number, match.group(1), match.group(2), numbers.whole(match.group(3))))
        elif not (volumes and _take(volumes[-1], number, line)) and not listing.is_noise(line):
            out.unread(number)
    host_written = False
    for volume in volumes:
        if volume.kind.upper() != "VMFS":
            continue
        if not host_written:
            out.add("host", volume.line, host=capture.owner, platform="esxi")
            host_written = True
        _write(volume, capture.owner, out)


def _take(volume: _Volume, number: int, line: str) -> bool:
    if match := _LABEL.match(line):
        volume.label = match.group(1) or None
    elif match := _UUID.match(line):
        volume.uuid = match.group(1).lower()
    elif match := _CAPACITY.match(line):
        volume.size, volume.free = rounded.interval(match.group(1)), rounded.interval(match.group(2))
    elif match := _ROUNDED.match(line):
        volume.size, volume.free = (rounded.interval(text, either_way=True) for text in match.groups())
    elif match := _SPANNED.match(line):
        for extent in match.group(1).split():
            _extent(volume, number, extent)
    elif not _extent(volume, number, line.strip()):
        return _KNOWN.match(line) is not None
    return True


def _extent(volume: _Volume, number: int, text: str) -> bool:
    match = _EXTENT.match(text)
    if match:
        volume.extents.append((number, match.group(1), numbers.whole(match.group(2))))
    return match is not None


def _write(volume: _Volume, host: str, out: Writer) -> None:
    name = volume.label or volume.uuid
    if len(volume.extents) < volume.spans:
        out.ends_inside_record = True
        out.note(volume.line, f"the volume spans {volume.spans} partitions, but only {len(volume.extents)} are listed")
    if name is None:
        out.note(volume.line, "skipped a volume without label and UUID")
        return
    facts: dict[str, Value] = {"host": host, "datastore": name, "uuid": volume.uuid, "vmfs_version": volume.version}
    for line, device, partition in volume.extents:
        # The size is the size of the whole volume.
        whole = (
            rounded.facts("size", volume.size) | rounded.facts("free", volume.free) if len(volume.extents) == 1 else {}
        )
        out.add(
            "datastore", line, **facts, device=out.device_id(device, line, "datastore", "device", f"{host} {name}"),
            partition=partition, **whole,
        )  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    if _DETECT.search(capture.head):
        return Detection(95, "file system spanning … partitions of vmkfstools -P")
    return None


READERS = (
    Reader(
        name="esxi-vmkfstools", platform="esxi", command="vmkfstools -P",
        provides={
            "host": ("host", "platform"),
            "datastore": word_list(
                "host datastore device uuid vmfs_version partition size_bytes size_low_bytes size_high_bytes"
                " free_bytes free_low_bytes free_high_bytes"
            ),
        },
        detect=_detect, read=_read, needles=("file system spanning",),
        begins=r"^(?:VMFS|vfat|NFS|VFFS)[-0-9. \w]{0,20}.{0,80}file system spanning [0-9]{1,3} partitions",
    ),
)  # fmt: skip
