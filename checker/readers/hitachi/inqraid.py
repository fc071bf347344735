r"""Disks of a host with their volumes on Hitachi arrays: ``inqraid -CLI``, ``ls /dev/sd* | inqraid -CLI``, ``inqraid $Volume -CLI``.

::

    DEVICE_FILE     PORT    SERIAL  LDEV CTG  H/M/12  SSID R:Group PRODUCT_ID
    sdb             CL1-A   540001   397   -  s/P/ss  0004 5:01-01 OPEN-V
    sda             -            -     -   -       -     -       - PERC H700

Part of CCI. Disks are named ``sdb``, ``hdisk3``, ``c1t0d1``, ``Harddisk2`` or ``\Vol3\Dsk2``; other disks than those of Hitachi and
HPE XP arrays have no serial number. The port is that of one path, so no paths are written. LDEV is a decimal number.
"""

from __future__ import annotations

import re

from checker.readers.toolkit.declarations.blocks import line_rows, shell_noise
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import owner
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import whole

_HEADER = r"^[ \t]*DEVICE_FILE[ \t]+PORT[ \t]+SERIAL[ \t]+LDEV[ \t]+CTG\b"
_ROW = re.compile(
    r"[ \t]*(?P<file>\S{1,120})[ \t]+(?P<port>CL[1-9A-Z]-[A-Z0-9]{1,3}|-)[ \t]+(?P<serial>[0-9]{4,8}|-)[ \t]+(?P<ldev>[0-9]{1,6}|-)[ \t]+"
    r"[0-9-]{1,4}[ \t]+[\w/-]{1,8}[ \t]+[0-9A-F-]{1,5}[ \t]+[\w:-]{1,12}[ \t]+(?P<product>\S.{0,40}?)[ \t]*\Z"
)
_KNOWN = re.compile(rf"{_HEADER}|[ \t]*(?:{shell_noise('inqraid|ls', r'[A-Z]:.{0,80}>')})")
_WINDOWS = re.compile(r"(?:[A-Z]:)?(?:\\Vol[0-9]{1,4})?\\Dsk([0-9]{1,4})\Z|Harddisk([0-9]{1,4})\Z", re.IGNORECASE)
_DISK = re.compile(
    r"(?:/dev/(?:r?dsk/|r?disk/)?)?(sd[a-z]{1,3}|r?hdisk[0-9]{1,5}|c[0-9]+t\w{1,40}d[0-9]+|disk[0-9]{1,5})(?:s[0-9]{1,2})?\Z"
)
_SYSTEMS = (("PhysicalDrive", "windows"), ("sd", "linux"), ("hdisk", "aix"))


def _name(row: TextRow) -> str | None:
    """Return the name of the disk as other exports of the host print it."""
    printed = row.values["file"]
    if found := _WINDOWS.match(printed):
        return f"PhysicalDrive{whole(found.group(1) or found.group(2))}"
    disk = _DISK.match(printed)
    return disk.group(1).removeprefix("r") if disk else None


def _device(row: TextRow) -> str | None:
    name = _name(row)
    return f"block:{name}" if name else None


def _platform(row: TextRow) -> str | None:
    name = _name(row) or ""
    return next((platform for begin, platform in _SYSTEMS if name.startswith(begin)), None)


def _vendor(row: TextRow) -> str | None:
    return "HITACHI" if row.text("serial") else None


READERS = (
    Family("cci", line_rows(_ROW, _KNOWN.match)).reader(
        "cci-inqraid", "inqraid -CLI", by_pattern("disks with their volumes on Hitachi arrays: inqraid", (96, _HEADER)),
        Facts("host", distinct=True, host=owner, platform=_platform),
        Facts(
            "device", needs="device", distinct=True, host=owner, device=_device, kernel_name=_name, vendor=_vendor, model="product",
            array_serial="serial", array_device=lambda row: None if (ldev := row.text("ldev")) is None else str(whole(ldev)),
        ),
        needles=("DEVICE_FILE", "SERIAL"), begins=_HEADER,
    ),
)  # fmt: skip
