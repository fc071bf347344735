"""Disks by the port and LUN they are reached through: ``ls -l /dev/disk/by-path``.

::

    lrwxrwxrwx 1 root root  9 Jan 15 08:00 pci-0000:05:00.0-fc-0x5000144280000001-lun-4 -> ../../sdk
    lrwxrwxrwx 1 root root 10 Jan 15 08:00 pci-0000:05:00.0-fc-0x5000144280000001-lun-4-part1 -> ../../sdk1

LUN numbers from 256 on are printed as the first bytes of an address, ``lun-0x0100000000000000``; old releases print all of them so
and ``:`` for ``-lun-``. Disks are not written as paths, because their LUN is unknown here.
"""

from __future__ import annotations

import re

from checker.readers.linux.host import HOST
from checker.readers.toolkit.declarations.blocks import line_rows, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import owner, wwn
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import whole

_LINK = r"[^\n]{0,160}?\bfc-0x[0-9a-fA-F]{16}(?:-lun-|:)(?:[0-9]{1,5}|0x[0-9a-fA-F]{16})"
_ROW = re.compile(
    r".{0,160}?\bfc-0x(?P<port>[0-9a-fA-F]{16})(?:-lun-|:)(?P<lun>[0-9]{1,5}|0x[0-9a-fA-F]{16}) -> (?:\.\./\.\./|/dev/)?(?P<disk>sd[a-z]{1,4})\Z"
)
_KNOWN = re.compile(
    r"[ \t]*(?:(?:.{0,300} -> (?:\.\./|/dev/).{1,60}|total [0-9]+|/dev/disk(?:/by-[a-z]+)?:?|d[rwx-]{9}.{0,120})\Z"
    rf"|{shell_noise('ls')})"
)


def _lun(row: TextRow) -> int | None:
    text = row.values["lun"]
    if not text.startswith("0x"):
        return whole(text)
    # Linux counts the first two bytes as the low half of the number, the next two as the high one.
    return whole(text[2:6], 16) + (whole(text[6:10], 16) << 16)


READERS = (
    Family("linux", line_rows(_ROW, _KNOWN.match, started=r"[ \t]*l[rwx-]{9}\b", what="link"), HOST).reader(
        "linux-by-path", "ls -l /dev/disk/by-path",
        by_pattern("disks by FC port and LUN", (93, rf"^{_LINK} -> (?:\.\./\.\./|/dev/)?sd[a-z]")),
        Facts(
            "scsi_address", host=owner, kernel_name="disk", target_wwpn=wwn("port"), lun=_lun,
        ),
        needles=("-fc-0x",),
    ),
)  # fmt: skip
