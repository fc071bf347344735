"""Names of SCSI disks by the numbers of their device nodes: 8:16 is sdb.

The kernel numbers disks in the order of their names: 16 numbers each for the disk and its partitions, on 16 major numbers
(admin-guide/devices.txt), and further disks on the minor numbers from 256 (drivers/scsi/sd.c).
"""

from __future__ import annotations

import re

from checker.readers.toolkit.numbers import whole

_MAJORS = (8, *range(65, 72), *range(128, 136))
_NUMBERS = re.compile(r"([0-9]{1,4}):([0-9]{1,7})\Z")
_MINORS = 1 << 20


def scsi_disk(numbers: str) -> str | None:
    """Return the kernel name of the disk with the numbers ``major:minor``; None for partitions and other devices."""
    found = _NUMBERS.match(numbers)
    major, minor = (whole(found.group(1)), whole(found.group(2))) if found else (0, 0)
    if major not in _MAJORS or minor >= _MINORS or minor % 16:
        return None
    index = (_MAJORS.index(major) << 4) + ((minor & 0xFF) >> 4) + (minor & ~0xFF)
    letters = ""
    while index >= 0:
        letters = chr(ord("a") + index % 26) + letters
        index = index // 26 - 1
    return f"sd{letters}"
