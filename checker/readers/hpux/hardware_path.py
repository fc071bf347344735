"""Names of disks, and lunpath hardware paths, of HP-UX 11i v3: ``0/2/1/0.0x5006016000000001.0x4001000000000000``.

The paths name the host's port by its hardware path, the target port by its WWPN, and the LUN by its eight bytes in SAM form
(HP-UX 11i v3 Mass Storage Device Naming).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from checker.facts import normalise
from checker.readers.toolkit.scsi_numbers import lun_number

_LUNPATH = re.compile(
    r"([0-9]{1,5}(?:/[0-9]{1,5}){1,12})\.(0x[0-9a-fA-F]{1,16}|[0-9a-fA-F]{1,16})\.(0x[0-9a-fA-F]{1,16})\Z"
)
_WWPN_DIGITS = 16
_VENDOR = 8
"""Characters of a SCSI vendor."""
_DISK = re.compile(r"/dev/r?disk/(\S+)\Z|/dev/r?dsk/(\S+)\Z")


class LunPath(NamedTuple):
    """The host's port as HP-UX names it, the WWPN of the target if it is one, and the LUN number if it has one level."""

    hba: str
    target_wwpn: str | None
    lun: int | None


def lun_path(text: str) -> LunPath | None:
    """Read a lunpath hardware path, or return None."""
    match = _LUNPATH.match(text)
    if match is None:
        return None
    hba, target, lun = match.groups()
    digits = target.removeprefix("0x")
    wwpn = normalise.wwn(digits) if target.startswith("0x") and len(digits) == _WWPN_DIGITS else None
    return LunPath(hba, wwpn, lun_number(lun))


def disk_name(device_file: str) -> str | None:
    """Return ``disk22`` of the device file ``/dev/rdisk/disk22``, or ``c3t5d2`` of a legacy one; None if it is no disk."""
    match = _DISK.match(device_file)
    return (match[1] or match[2]) if match else None


def inquiry(description: str | None) -> tuple[str | None, str | None]:
    """Return the SCSI vendor and product of a description, of which terminals may have removed the padding."""
    if description is None:
        return None, None
    vendor, product = description[:_VENDOR].strip(), description[_VENDOR:].strip()
    if " " in vendor:
        vendor, _, product = description.partition(" ")
    return vendor or None, product.strip() or None
