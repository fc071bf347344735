"""What a block device path or a multipath WWID says about the identity of a LUN on one Linux host.

A kernel name (``sdb``) or a map alias is no identity of a LUN. Such a device is written as ``block:sdb`` or
``block:mapper/alias``: an identity that holds on this host only, until other exports of the host tell the real one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from checker.facts import normalise
from checker.facts.observations import Writer

_KERNEL_NAME = re.compile(
    r"(?:(?:sd|hd|vd|xvd|emcpower)[a-z]{1,6}|nvme[0-9]{1,5}(?:c[0-9]{1,5})?n[0-9]{1,5}|(?:dm-|md|mmcblk)[0-9]{1,5})\Z"
)
_BY_ID = re.compile(r"(?:scsi-|wwn-|dm-uuid-mpath-|nvme-)(\S+)\Z")
_PARTITION_OF_NAME = re.compile(r"(?:-part|_part|p)?([0-9]{1,4})\Z")
_ENDS_IN_PARTITION = (
    re.compile(r"(.+?)(?:-part|_part)([0-9]{1,4})\Z"),
    re.compile(r"(.*[0-9])p([0-9]{1,4})\Z"),
    re.compile(r"(.*?(?:sd|hd|vd)[a-z]{1,6})([0-9]{1,4})\Z"),
)
_T10_WWID = re.compile(r"1[A-Z][ -~]{8,}\Z")
_LIKE_NAA = re.compile(r"3[0-9a-fA-FxX#*._-]{8,}\Z")


@dataclass(frozen=True)
class BlockDevice:
    """A disk named by its path: ``device`` is the identity to write, ``kernel_name`` is set for sdb, dm-3 and so on."""

    device: str
    kernel_name: str | None = None
    real_identity: bool = False
    esxi: bool = False

    @property
    def worth_a_row(self) -> bool:
        """TRUE if a device row helps to join exports: it has a kernel name or a real identity."""
        return self.kernel_name is not None or self.real_identity


def block_device(path: str) -> BlockDevice:
    """Tell the device behind ``/dev/sdb``, ``/dev/mapper/mpatha``, ``/dev/disk/by-id/…`` or ``/vmfs/devices/disks/…``."""
    if path.startswith("/vmfs/devices/"):
        name = path.rsplit("/", 1)[-1]
        normal = normalise.device_id(name)
        return BlockDevice(normal or f"block:{name}", None, normal is not None, True)
    name = path.removeprefix("/dev/")
    for folder in ("mapper/", "mpath/"):
        if name.startswith(folder):
            normal = normalise.device_id(name[len(folder) :])
            return BlockDevice(normal or f"block:mapper/{name[len(folder) :]}", None, normal is not None)
    if name.startswith("disk/by-id/"):
        entry = name[len("disk/by-id/") :]
        if entry.startswith("dm-name-"):
            return block_device("/dev/mapper/" + entry[len("dm-name-") :])
        match = _BY_ID.match(entry)
        normal = normalise.device_id(match.group(1)) if match else None
        return BlockDevice(normal or f"block:{name}", None, normal is not None)
    return BlockDevice(f"block:{name}", name if _KERNEL_NAME.match(name) else None)


def partition_number(node: str, disk: str | None) -> int | None:
    """Return the number of the partition named ``node`` on ``disk``: /dev/sda1, mpatha-part2, nvme0n1p3; else None."""
    if disk and node.startswith(disk):
        match = _PARTITION_OF_NAME.match(node[len(disk) :])
        return int(match.group(1)) if match else None
    # Tools name the partitions of /dev/dm-3 by its map; any other node belongs to another disk.
    if disk and not (disk.startswith("/dev/dm-") and node.startswith("/dev/mapper/")):
        return None
    split = disk_of_partition(node)
    return split[1] if split else None


def disk_of_partition(node: str) -> tuple[str, int] | None:
    """Split the name of a partition into its disk and its number, where the name alone tells it."""
    for pattern in _ENDS_IN_PARTITION:
        match = pattern.match(node)
        if match:
            return match.group(1), int(match.group(2))
    return None


def map_identity(wwid: str, alias: str | None, kernel_name: str | None, line: int, out: Writer) -> str | None:
    """Return the identity to write for a multipath map; a masked or damaged WWID is kept as bad value.

    WWIDs of T10 type (leading 1, blanks inside) become ``t10.`` names with underscores; other names that udev makes up
    (``0QEMU…``) are host-local names.
    """
    normal = normalise.device_id(wwid)
    if normal is not None:
        return normal
    masked = normalise.problem_of(wwid) == "redacted" and (alias is not None or wwid.startswith("3"))
    if masked or _LIKE_NAA.match(wwid):
        out.bad_value("device", "device", wwid, line, alias or kernel_name or "")
        if alias:
            return f"block:mapper/{alias}"
        return f"block:{kernel_name}" if kernel_name else None
    if _T10_WWID.match(wwid):
        return "t10." + wwid[1:].replace(" ", "_")
    return f"block:mapper/{alias or wwid}"
