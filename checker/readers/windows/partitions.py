r"""Partitions: ``wmic partition get`` in any format, ``Get-CimInstance Win32_DiskPartition``, ``Get-Partition``.

As wmic's table, columns in the order of the alphabet::

    BlockSize  Index  Name                   StartingOffset
    512        0      Disk #1, Partition #0  1048576
    512        1      Disk #1, Partition #1  53687091200

As printed by ``Get-Partition``, with exact offsets and rounded sizes::

       DiskPath: \\?\mpio#disk&ven_emc&prod_symmetrix…

    PartitionNumber  DriveLetter Offset                          Size Type
    ---------------  ----------- ------                          ---- ----
    1                            17408                         128 MB Reserved
    2                E           135266304                     100 GB Basic
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts, Field, Source
from checker.readers.toolkit.declarations.fields import computed, flag
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import Interval, columns, of_disk
from checker.readers.windows.disks import drive_name, path_identity, unique_identity
from checker.readers.windows.family import (
    HOST,
    LONGEST_ROW,
    RULER,
    WINDOWS,
    all_records,
    by_properties,
    disk,
    guest_of,
    host,
    owner_in,
)
from checker.readers.windows.partition_rows import label_of, role_of
from checker.readers.windows.records import Record

_GROUP = re.compile(r"\s*(DiskPath|DiskId|Disk ?Number|DiskUniqueId)\s?: (\S.*)\Z", re.IGNORECASE)
_HEADER = r"^[ \t]*PartitionNumber\s+DriveLetter\s+Offset\s+Size\b"
_is_header = re.compile(_HEADER).match
_ROW = re.compile(
    r"\s*([0-9]{1,4})\s+(?:([A-Za-z])\s+)?([0-9]{1,18})\s+([0-9][0-9.,]{0,15} ?(?:[KMGTP]?B|bytes))(?:\s+(\S.*))?\Z"
)
# Lists and tables of PowerShell show sizes as "99.87 GB".
_ROUNDED = re.compile(r"[0-9][0-9.,]{0,15} ?(?:[KMGTP]B|bytes|Bytes)\Z")
_CAPTION = "(caption)"
"""The disk in the line above a table."""
_WMI_NAME = re.compile(r"Disk #([0-9]{1,5}), Partition #([0-9]{1,5})\Z")


def _rows(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the partitions of ``Get-Partition`` in any layout."""
    if not any(_is_header(line) for _, line in capture.lines()):
        yield from all_records(capture, out)
        return
    caption = ""
    caption_at = 0
    for line, text in capture.lines():
        if len(text) > LONGEST_ROW:
            out.unread(line)
        elif row := _ROW.match(text):
            number, _, offset, size, kind = row.groups()
            # Sizes are rounded here, offsets are not.
            values = {"partitionnumber": number, "offset": offset, "size": size, "type": kind, _CAPTION: caption}
            yield Record(line, values, guest=guest_of(capture))
        elif group := _GROUP.match(text):
            caption, caption_at = group.group(2).strip(), line
        elif text.strip() and not (_is_header(text) or RULER.match(text) or _is_continued(text, line, caption_at)):
            if normalise.integer(text.split()[0]) is not None:
                out.ends_inside_record = True
                out.note(line, "skipped a row of the partition table: it is truncated")
            out.unread(line)


def _is_continued(text: str, line: int, caption_at: int) -> bool:
    """Return whether the line is the rest of a long path, of which the first line identifies the disk."""
    return line == caption_at + 1 and text.strip().endswith("}")


def _wmi_name(row: Record) -> re.Match[str] | None:
    return _WMI_NAME.match(row.text("name", "deviceid", "caption", "description") or "")


def _wmi_drive(row: Record) -> str | None:
    name = _wmi_name(row)
    return drive_name(row.text("diskindex") or (name.group(1) if name else None))


def _wmi_number(row: Record, context: Context) -> int | None:
    """Return the number of the storage cmdlets, which count from 1; WMI counts from 0 and skips reserved partitions."""
    name = _wmi_name(row)
    index = whole(name.group(2)) if name else _whole(row, context, "index")
    return None if index is None else index + 1


def _wmi_label(row: Record) -> str | None:
    kind = row.text("type")
    return label_of(kind, None, None) or ("msdos" if kind and role_of(kind, None, None)[0] else None)


def _start_sector(row: Record) -> int | None:
    start, sector = _count(row, "startingoffset"), _count(row, "blocksize")
    return start // sector if start is not None and sector and start % sector == 0 else None


def _identity(row: Record) -> str | None:
    caption = row.text(_CAPTION)
    return (
        unique_identity(row.text("uniqueid", _CAPTION))
        or path_identity(row.text("diskid", "diskpath", _CAPTION))
        or (f"block:{caption}" if caption and drive_name(caption) is None else None)
    )


def _drive(row: Record) -> str | None:
    return drive_name(row.text("disknumber", _CAPTION))


def _partition_type(row: Record) -> str | None:
    kind, gpt, mbr = _types(row)
    return gpt or (f"0x{mbr:02x}" if mbr else kind)


def _types(row: Record) -> tuple[str | None, str | None, int | None]:
    return row.text("type"), row.text("gpttype"), row.number("mbrtype")


def _role(row: Record) -> str | None:
    role, _ = role_of(*_types(row))
    # A recovery or reserved partition of an MBR disk has an ordinary MBR type; only its name shows the role.
    is_system = row.flag("issystem") or (row.text("type") or "").lower() == "recovery"
    return "system" if role == "data" and is_system else role


def _count(row: Record, *names: str) -> int | None:
    number = row.number(*names)
    return number if number is not None and number >= 0 else None


def _whole(row: Record, context: Context, *names: str) -> int | None:
    """Return a whole number; other text is kept as a bad value, except a size that the layout rounds."""
    shown, number = row.text(*names), _count(row, *names)
    if shown is not None and number is None and (row.number(*names) is not None or not _ROUNDED.match(shown)):
        context.out.bad_value("partition", names[0], shown, row.at(names[0]))
    return number


def _number(name: str) -> Field[Record]:
    return computed(lambda row, context: _whole(row, context, name))


def _rounded(row: Record) -> Interval | None:
    """Return what a size that the layout rounds can mean."""
    return of_disk(row.text("size")) if row.number("size") is None else None


_BOUNDS = columns("size", _rounded)
_NOTE = "skipped a partition without disk or number"
_COMMON: Mapping[str, Source[Record]] = {
    "host": host, "guest": lambda row: row.guest or None, "size_bytes": _number("size"),
    "size_low_bytes": _BOUNDS["size_low_bytes"], "size_high_bytes": _BOUNDS["size_high_bytes"], "role": _role,
    "dynamic_disk": lambda row: role_of(*_types(row))[1],
}  # fmt: skip
_WMI_PARTITION = Facts(
    "partition", _COMMON, needs=("device", "partition"), note=_NOTE, unread=True, device=disk(lambda row: None, _wmi_drive),
    partition=computed(_wmi_number), start_bytes=_number("startingoffset"), start_sector=_start_sector,
    sector_bytes=_number("blocksize"), partition_type="type", label_type=_wmi_label,
    boot=lambda row: normalise.yes_no(row.text("bootpartition", "bootable")),
    exact=lambda row: None if _count(row, "startingoffset") is None else True,
)  # fmt: skip
_PARTITION = Facts(
    "partition", _COMMON, needs=("device", "partition"), note=_NOTE, unread=True, device=disk(_identity, _drive),
    partition=_number("partitionnumber"), start_bytes=_number("offset"), partition_type=_partition_type,
    label_type=lambda row: label_of(None, row.text("gpttype"), row.number("mbrtype")), boot=flag("isboot"),
    exact=lambda row: None if _count(row, "offset") is None else True,
)  # fmt: skip

READERS = (
    WINDOWS.reader(
        "windows-wmic-partition", "wmic partition get BlockSize,Index,Name,Size,StartingOffset,Type",
        by_properties(
            "StartingOffset with BlockSize, Index or Name: Win32_DiskPartition",
            (94, "startingoffset blocksize|diskindex|index|name"),
        ),
        HOST, _WMI_PARTITION, needles=("StartingOffset",), owner_in=owner_in,
    ),
    WINDOWS.reader(
        "windows-get-partition", "Get-Partition",
        by_properties(
            "PartitionNumber, Offset and the disk: Get-Partition", (94, "partitionnumber offset disknumber|diskid"),
            header=_HEADER,
        ),
        HOST, _PARTITION, rows=_rows, needles=("PartitionNumber", "Offset"),
        begins=r"^ *(?:DiskPath: \\\\|Disk Number: [0-9]{1,5}$)", owner_in=owner_in,
    ),
)  # fmt: skip
