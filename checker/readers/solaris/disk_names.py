"""Facts in Solaris disk names: ``c9t60060160D3403C0055FCBE557B38B8DCd0s2``.

Under MPxIO the part after t is the identity of the LUN; without it, it is the WWPN of the target port, and the number
after d is the LUN.
"""

from __future__ import annotations

import re

from checker.facts import normalise

_DISK = re.compile(r"(?:/dev/r?dsk/)?((c[0-9]{1,6})t([0-9A-Fa-f]{1,40})d([0-9]{1,6}))(?:[sp][0-9]{1,2})?\Z")
_LONGEST_PORT = len("naa.") + 16
_VHCI = re.compile(r"/scsi_vhci/[a-z]{2,8}@g([0-9a-fA-F]{16,40})\b")


def kernel_name(name: str) -> str:
    """Return the disk's name without directory and slice; other names are returned unchanged."""
    match = _DISK.match(name)
    return match.group(1) if match else name.removeprefix("/dev/rdsk/").removeprefix("/dev/dsk/")


def lun_identity(name: str) -> str | None:
    """Return the identity of a LUN under MPxIO from the name of its disk or device node, or None."""
    if match := _VHCI.search(name):
        return normalise.device_id(match.group(1))
    match = _DISK.match(name)
    return normalise.device_id(match.group(3)) if match else None


def block_identity(name: str) -> str:
    """Return the identity of a disk that is valid on its host only."""
    return f"block:{kernel_name(name)}"


def disk_identity(name: str) -> str:
    """Return the identity of a disk by its name alone: that of the LUN under MPxIO, else one that is valid on its host.

    Sixteen digits after t are a LUN under MPxIO, and without it the port of the array, which all LUNs behind it share.
    """
    identity = lun_identity(name)
    return identity if identity and len(identity) > _LONGEST_PORT else block_identity(name)


def is_disk(name: str) -> bool:
    """Return whether a device name is that of a disk, not of a tape, an enclosure or an adapter."""
    return _DISK.match(name) is not None
