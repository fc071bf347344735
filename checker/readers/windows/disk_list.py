r"""Disks: ``wmic diskdrive get`` in any format, ``Get-Disk``, ``Get-PhysicalDisk``.

As wmic's list::

    DeviceID=\\.\PHYSICALDRIVE2
    Model=EMC SYMMETRIX Multi-Path Disk Device
    PNPDeviceID=MPIO\DISK&VEN_EMC&PROD_SYMMETRIX&REV_5874\1&7F6AC24&0&36303030303937…
    Size=107372805120

As printed by ``Get-Disk``::

    Number Friendly Name  Serial Number  HealthStatus  OperationalStatus  Total Size Partition
                                                                                     Style
    ------ -------------  -------------  ------------  -----------------  ---------- ----------
    2      EMC SYMMETRIX  600009700001   Healthy       Online                 100 GB GPT

WMI's size counts whole cylinders and may be up to 8 MB below the capacity of the LUN.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts, Source
from checker.readers.toolkit.declarations.fields import flag, number, parsed, words
from checker.readers.toolkit.rounded import Interval, columns, of_disk
from checker.readers.windows.disks import (
    Product,
    bus,
    drive_name,
    path_identity,
    product,
    product_of_name,
    unique_identity,
)
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
from checker.readers.windows.records import Record

_TABLE_HEADER = r"^[ \t]*Number\s+Friendly Name\s+.{0,300}\bTotal Size\s+Partition\b"
_TABLE_ROW = re.compile(
    r"\s*([0-9]{1,5})\s+(\S.*?)\s+(?:(Online|Offline|No Media|Read Only|OK|Unknown|Failed)\s+)?"
    r"([0-9][0-9.,]{0,15} ?(?:[KMGTP]?B|Bytes))\s+(GPT|MBR|RAW)\Z"
)
_PHYSICAL_HEADER = r"^[ \t]*(?:Number|DeviceId)\s+FriendlyName\s+SerialNumber\s+MediaType\b"
_PHYSICAL_ROW = re.compile(r"\s*([0-9]{1,5})\s+(\S.*?)\s+(HDD|SSD|SCM|Unspecified)\s+(?:True|False)\b")
_SERIAL = re.compile(r"(?<=\S) (?=(?:[^\s\d]*\d){6})\S{8,64}\Z")
"""A serial number after a name: a word with six digits or more."""
_HEALTH = re.compile(r"(?<!\s)\s+(Healthy|Warning|Unhealthy|Unknown)\Z")
_HEALTHS = {"0": "healthy", "1": "warning", "2": "unhealthy", "4": "unhealthy", "5": "unknown"}
_is_header = re.compile(f"{_TABLE_HEADER}|{_PHYSICAL_HEADER}").match
_SECTOR = 512
_SECTORS_PER_CYLINDER = 255 * 63
_STATUSES = {"53264": "Online", "53265": "Not Ready", "53266": "No Media", "53267": "Offline", "53268": "Failed"}
"""Numbers that ConvertTo-Json prints instead of words."""


def _rows(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the disks of ``Get-Disk`` and ``Get-PhysicalDisk`` in any layout."""
    if any(_is_header(line) for _, line in capture.lines()):
        yield from _table(capture, out)
        return
    for row in all_records(capture, out):
        unique = row.text("uniqueid")
        if unique and _identity(row) is None and normalise.problem_of(unique) == "redacted":
            out.bad_value("device", "device", unique, row.at("uniqueid"))
        yield row


def _table(capture: Capture, out: Writer) -> Iterator[Record]:
    header_at = name_at = serial_at = -1
    is_dense = False
    guest = guest_of(capture)
    for line, text in capture.lines():
        if len(text) > LONGEST_ROW:
            out.unread(line)
        elif _is_header(text):
            header_at, name_at, serial_at = line, text.find("Friendly Name"), text.find("Serial Number")
            is_dense = "  " not in text.strip()
        elif physical := _PHYSICAL_ROW.match(text):
            yield Record(line, {"number": physical.group(1), "mediatype": physical.group(3)}, guest=guest)
        elif row := _TABLE_ROW.match(text):
            disk_number, middle, status, size, _ = row.groups()
            health = _HEALTH.search(middle)
            name = re.split(r"\s{2,}", _HEALTH.sub("", middle))[0]
            # A name that fills its column has one blank between it and the serial number.
            cell = text[name_at:serial_at] if 0 <= name_at < serial_at else ""
            if cell[-1:] == " " and cell.strip() and name.startswith(cell.strip()):
                name = cell.strip()
            if is_dense:
                # A copy that lost the blanks between columns.
                name = _SERIAL.sub("", name)
            shown = "" if "..." in name or "…" in name else name
            values = {"number": disk_number, "friendlyname": shown, "operationalstatus": status, "size": size}
            if health:
                values["healthstatus"] = health.group(1)
            yield Record(line, values, guest=guest)
        elif text.strip() and not RULER.match(text) and not (header_at == line - 1 and text.strip().endswith("Style")):
            out.unread(line)


def _health(text: str) -> str:
    return _HEALTHS.get(text, text.lower())


def _wmi_identity(row: Record) -> str | None:
    return path_identity(row.text("pnpdeviceid"))


def _wmi_drive(row: Record) -> str | None:
    return drive_name(row.text("deviceid", "name")) or drive_name(row.text("index"))


def _wmi_product(row: Record) -> Product:
    return product(row.text("pnpdeviceid"), row.text("model", "caption"))


def _wmi_owner(row: Record) -> str | None:
    path, name = row.text("pnpdeviceid") or "", row.text("model", "caption") or ""
    return "mpio" if path.upper().startswith("MPIO\\") or name.endswith("Multi-Path Disk Device") else None


def _identity(row: Record) -> str | None:
    unique = unique_identity(row.text("uniqueid"), row.text("uniqueidformat"))
    return unique or path_identity(row.text("path", "objectid"))


def _drive(row: Record) -> str | None:
    return drive_name(row.text("number", "disknumber", "deviceid"))


def _product(row: Record) -> Product:
    found = Product(row.text("manufacturer"), row.text("model"))
    return found if found.vendor and found.model else product_of_name(row.text("friendlyname", "model"))


def _size(row: Record) -> Interval | None:
    """Return the size: exact as a property, rounded in the tables and lists that PowerShell formats."""
    exact = row.number("size")
    return of_disk(row.text("size")) if exact is None else (exact, exact)


def _wmi_size(row: Record) -> Interval | None:
    """Return the size of the disk: what it has beyond the last whole cylinder is missing from WMI's."""
    size, sector = row.number("size"), row.number("bytespersector") or _SECTOR
    cylinder = _SECTORS_PER_CYLINDER * sector
    if size is None:
        return None
    return (size, size + cylinder - sector) if size > 0 and sector > 0 and size % cylinder == 0 else (size, size)


def _is_own(row: Record) -> bool:
    """Rule out the disks of a guest, whose properties are those that its hypervisor emulates."""
    return not row.guest


_NOTE = "skipped a disk without number and identity"
_COMMON: Mapping[str, Source[Record]] = {"host": host}
_WMI_DISK = Facts[Record](
    "device", _COMMON, columns("size", _wmi_size), when=_is_own, needs="device", note=_NOTE, unread=True, device=disk(_wmi_identity, _wmi_drive),
    kernel_name=_wmi_drive, vendor=lambda row: _wmi_product(row).vendor, model=lambda row: _wmi_product(row).model,
    revision=lambda row: row.text("firmwarerevision") or _wmi_product(row).revision,
    sector_bytes=number("bytespersector"), transport=words("interfacetype", {"usb": "usb"}, others=False),
    is_local=words("interfacetype", {"usb": True, "ide": True, "hdc": True}, others=False), device_state="status",
    multipath_owner=_wmi_owner,
)  # fmt: skip
_DISK = Facts[Record](
    "device", _COMMON, columns("size", _size), when=_is_own, needs="device", note=_NOTE, unread=True, device=disk(_identity, _drive),
    kernel_name=_drive, vendor=lambda row: _product(row).vendor, model=lambda row: _product(row).model,
    revision="firmwareversion", sector_bytes=number("logicalsectorsize"),
    transport=parsed(lambda value: bus(value)[0], "bustype"), is_local=parsed(lambda value: bus(value)[1], "bustype"),
    is_ssd=words("mediatype", {"ssd": True, "4": True, "hdd": False, "3": False}, others=False),
    is_boot=flag("isboot"), device_state=words("operationalstatus", _STATUSES),
    health_state=parsed(_health, "healthstatus"),
)  # fmt: skip

READERS = (
    WINDOWS.reader(
        "windows-wmic-diskdrive", "wmic diskdrive get DeviceID,Model,PNPDeviceID,Size",
        by_properties("DeviceID \\\\.\\PHYSICALDRIVE…: Win32_DiskDrive", (92, "deviceid|name -startingoffset")),
        HOST, _WMI_DISK, needles=("PHYSICALDRIVE",), owner_in=owner_in,
    ),
    WINDOWS.reader(
        "windows-get-disk", "Get-Disk",
        by_properties(
            "properties of MSFT_Disk: Get-Disk", (93, "friendlyname operationalstatus partitionstyle|number"),
            (92, "number uniqueid size|bustype|friendlyname"), (91, "number friendlyname partitionstyle|bustype"),
            header=_TABLE_HEADER,
        ),
        HOST, _DISK, rows=_rows, needles=("Number",), begins=r"^Number +Friendly Name +.{0,300}Total Size Partition",
        owner_in=owner_in,
    ),
    WINDOWS.reader(
        "windows-get-physicaldisk", "Get-PhysicalDisk",
        by_properties(
            "properties of MSFT_PhysicalDisk: Get-PhysicalDisk", (93, "friendlyname mediatype deviceid|canpool"),
            (91, "deviceid uniqueid mediatype"), header=_PHYSICAL_HEADER,
        ),
        HOST, _DISK, rows=_rows, needles=("MediaType",), owner_in=owner_in,
    ),
)  # fmt: skip
