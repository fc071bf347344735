"""Numbers of SCSI devices: LUNs as AIX and HP-UX print them, and names of Linux disks by their device nodes."""

from __future__ import annotations

import re
from functools import lru_cache

from checker.readers.toolkit.numbers import whole

_DIGITS = 16
_MAJORS = (8, *range(65, 72), *range(128, 136))
_NUMBERS = re.compile(r"([0-9]{1,4}):([0-9]{1,7})\Z")
_MINORS = 1 << 20


def lun_number(text: str) -> int | None:
    """Return the LUN of 64 bits in SCSI architecture form: 1000000000000 is 1, 400d000000000000 is 13; None for others."""
    digits = text.lower().removeprefix("0x")
    if not re.fullmatch(r"[0-9a-f]{1,16}", digits):
        return None
    digits = digits.zfill(_DIGITS)
    first = whole(digits[:4], 16)
    return first & 0x3FFF if first < 0x8000 and set(digits[4:]) == {"0"} else None


@lru_cache(maxsize=4096)
def disk_name(numbers: str) -> str | None:
    """Return the Linux name of the disk with the numbers ``major:minor``: 8:16 is sdb; None for partitions and other devices.

    The kernel numbers disks in the order of their names: 16 numbers each for the disk and its partitions, on 16 major
    numbers (admin-guide/devices.txt), and further disks on the minor numbers from 256 (drivers/scsi/sd.c).
    """
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
