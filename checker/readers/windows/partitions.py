r"""Partitions: ``wmic partition get`` in any format, ``Get-CimInstance Win32_DiskPartition``, ``Get-Partition``.

As wmic's table, columns in the order of the alphabet::

    BlockSize  Index  Name                   StartingOffset
    512        0      Disk #1, Partition #0  1048576
    512        1      Disk #1, Partition #1  53687091200

As ``Get-Partition`` shows it, with exact offsets and rounded sizes::

       DiskPath: \\?\mpio#disk&ven_emc&prod_symmetrix…

    PartitionNumber  DriveLetter Offset                          Size Type
    ---------------  ----------- ------                          ---- ----
    1                            17408                         128 MB Reserved
    2                E           135266304                     100 GB Basic

A virtual machine's export is told by a collection header: ``# sanlint: host=esx40 guest=vm01 disk0=naa.60…`` names
the hypervisor's host, the machine and the LUN below each of its disks.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.windows import partition_rows
from checker.readers.windows.disks import LONGEST_ROW, Objects, drive_name, owner_in, path_identity, unique_identity
from checker.readers.windows.records import first_record, has

_GROUP = re.compile(r"\s*(DiskPath|DiskId|Disk ?Number|DiskUniqueId)\s?: (\S.*)\Z", re.IGNORECASE)
_HEADER = re.compile(r"\s*PartitionNumber\s+DriveLetter\s+Offset\s+Size\b")
_ROW = re.compile(
    r"\s*([0-9]{1,4})\s+(?:([A-Za-z])\s+)?([0-9]{1,18})\s+([0-9][0-9.,]{0,15} ?(?:[KMGTP]?B|bytes))(?:\s+(\S.*))?\Z"
)
_RULER = re.compile(r"[\s-]+\Z")


def _read_wmi(capture: Capture, out: Writer) -> None:
    objects = Objects(capture, out)
    partition_rows.read_win32(objects, out, objects.read())


def _read_cmdlet(capture: Capture, out: Writer) -> None:
    objects = Objects(capture, out)
    if any(_HEADER.match(line) for _, line in capture.lines()):
        _read_table(capture, objects, out)
        return
    partition_rows.read_msft(objects, out, objects.read())


def _read_table(capture: Capture, objects: Objects, out: Writer) -> None:
    device: str | None = None
    caption = 0
    for line, text in capture.lines():
        if len(text) > LONGEST_ROW:
            out.unread(line)
            continue
        group, row = _GROUP.match(text), _ROW.match(text)
        if caption and line == caption + 1 and text.strip().endswith("}") and not row:
            # A long path goes on in the next line; what tells the disk stands before.
            continue
        caption = line if group else 0
        if group:
            value = group.group(2)
            drive = drive_name(value)
            device = objects.device(path_identity(value) or unique_identity(value), drive)
            if device is None:
                device = None if objects.guest else f"block:{value.strip()}"
        elif row:
            number, _, offset, _, kind = row.groups()
            role, dynamic = partition_rows.role_of(kind, None, None)
            # Sizes are rounded here, offsets are not.
            facts: dict[str, Value] = {
                "partition": int(number),
                "start_bytes": int(offset),
                "partition_type": kind,
                "role": role,
                "exact": True,
                "dynamic_disk": dynamic,
            }
            partition_rows.write(objects, out, line, device, facts, objects.host(line=line))
        elif text.strip() and not _HEADER.match(text) and not _RULER.match(text):
            if normalise.integer(text.split()[0]) is not None:
                out.ends_inside_record = True
                out.note(line, "a row of the partition table is cut; the partition was left out")
            out.unread(line)


def _detect_wmi(capture: Capture) -> Detection | None:
    record = first_record(capture.head)
    if not has(record, "startingoffset"):
        return None
    if has(record, "blocksize") or has(record, "diskindex") or has(record, "index") or has(record, "name"):
        return Detection(94, "StartingOffset beside BlockSize, Index or Name: Win32_DiskPartition")
    return None


def _detect_cmdlet(capture: Capture) -> Detection | None:
    if any(_HEADER.match(line) for line in capture.head.split("\n")):
        return Detection(95, "PartitionNumber, DriveLetter, Offset, Size: Get-Partition")
    record = first_record(capture.head)
    if has(record, "partitionnumber", "offset") and (has(record, "disknumber") or has(record, "diskid")):
        return Detection(94, "PartitionNumber, Offset and DiskNumber: MSFT_Partition")
    return None


_PROVIDES = {"host": ("host", "platform"), "partition": partition_rows.COLUMNS}

READERS = (
    Reader(
        name="windows-wmic-partition",
        platform="windows",
        command="wmic partition get BlockSize,Index,Name,Size,StartingOffset,Type",
        provides=_PROVIDES,
        detect=_detect_wmi,
        read=_read_wmi,
        needles=("StartingOffset",),
        owner_in=owner_in,
    ),
    Reader(
        name="windows-get-partition",
        platform="windows",
        command="Get-Partition",
        provides=_PROVIDES,
        detect=_detect_cmdlet,
        read=_read_cmdlet,
        needles=("PartitionNumber", "Offset"),
        begins=r"^ *(?:DiskPath: \\\\|Disk Number: [0-9]{1,5}$)",
        owner_in=owner_in,
    ),
)
