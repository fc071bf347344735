r"""Disks: ``wmic diskdrive get`` in any format, ``Get-Disk``, ``Get-PhysicalDisk``.

As wmic's list::

    DeviceID=\\.\PHYSICALDRIVE2
    Model=EMC SYMMETRIX Multi-Path Disk Device
    PNPDeviceID=MPIO\DISK&VEN_EMC&PROD_SYMMETRIX&REV_5874\1&7F6AC24&0&36303030303937…
    Size=107372805120

As ``Get-Disk`` shows it::

    Number Friendly Name  Serial Number  HealthStatus  OperationalStatus  Total Size Partition
                                                                                     Style
    ------ -------------  -------------  ------------  -----------------  ---------- ----------
    2      EMC SYMMETRIX  600009700001   Healthy       Online                 100 GB GPT

WMI's size counts whole cylinders and may be up to 8 MB below the capacity of the LUN.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.windows import disks
from checker.readers.windows.disks import LONGEST_ROW, Objects, owner_in
from checker.readers.windows.records import Record, first_record, has

_TABLE_HEADER = re.compile(r"\s*Number\s+Friendly Name\s+.{0,300}\bTotal Size\s+Partition\b")
_TABLE_ROW = re.compile(
    r"\s*([0-9]{1,5})\s+(\S.*?)\s+(?:(Online|Offline|No Media|Read Only|OK|Unknown|Failed)\s+)?"
    r"([0-9][0-9.,]{0,15} ?(?:[KMGTP]?B|Bytes))\s+(GPT|MBR|RAW)\Z"
)
_PHYSICAL_HEADER = re.compile(r"\s*(?:Number|DeviceId)\s+FriendlyName\s+SerialNumber\s+MediaType\b")
_PHYSICAL_ROW = re.compile(r"\s*([0-9]{1,5})\s+(\S.*?)\s+(HDD|SSD|SCM|Unspecified)\s+(?:True|False)\b")
_HEALTH = re.compile(r"\s+(Healthy|Warning|Unhealthy|Unknown)\Z")
_RULER = re.compile(r"[\s-]+\Z")
_COLUMNS = word_list("""
    host device kernel_name vendor model revision size_bytes sector_bytes transport is_local is_ssd is_boot device_state
    multipath_owner
""")


def _write(objects: Objects, out: Writer, record: Record, facts: dict[str, Value], identity: str | None) -> None:
    drive = facts.get("kernel_name")
    device = objects.device(identity, drive if isinstance(drive, str) else None)
    host = objects.host(record)
    if device is None:
        out.note(record.line, "a disk without number and identity was left out")
        out.unread(record.line)
        return
    # The disks of a guest are what its hypervisor makes them.
    if not objects.guest:
        out.add("device", record.line, host=host, device=device, **facts)


def _read_wmi(capture: Capture, out: Writer) -> None:
    objects = Objects(capture, out)
    for record in objects.read():
        path, name = record.text("pnpdeviceid"), record.text("model", "caption")
        product = disks.product(path, name)
        interface = (record.text("interfacetype") or "").upper()
        facts: dict[str, Value] = {
            "kernel_name": disks.drive_name(record.text("deviceid", "name")) or disks.drive_name(record.text("index")),
            "vendor": product.vendor,
            "model": product.model,
            "revision": record.text("firmwarerevision") or product.revision,
            "size_bytes": normalise.integer(record.text("size")),
            "sector_bytes": normalise.integer(record.text("bytespersector")),
            "transport": "usb" if interface == "USB" else None,
            "is_local": True if interface in ("USB", "IDE", "HDC") else None,
            "device_state": record.text("status"),
            "multipath_owner": _multipath(path, name),
        }
        _write(objects, out, record, facts, disks.path_identity(path))


def _multipath(path: str | None, name: str | None) -> str | None:
    if (path or "").upper().startswith("MPIO\\") or (name or "").endswith("Multi-Path Disk Device"):
        return "mpio"
    return None


def _read_disk(capture: Capture, out: Writer) -> None:
    objects = Objects(capture, out)
    if any(_TABLE_HEADER.match(line) or _PHYSICAL_HEADER.match(line) for _, line in capture.lines()):
        _read_table(capture, objects, out)
        return
    for record in objects.read():
        path = record.text("path", "objectid")
        transport, local = disks.bus(record.text("bustype"))
        name = record.text("friendlyname", "model")
        product = disks.Product(record.text("manufacturer"), record.text("model"))
        if product.vendor is None or product.model is None:
            product = disks.product_of_name(name)
        unique = record.text("uniqueid")
        facts: dict[str, Value] = {
            "kernel_name": disks.drive_name(record.text("number", "disknumber", "deviceid")),
            "vendor": product.vendor,
            "model": product.model,
            "revision": record.text("firmwareversion"),
            "size_bytes": normalise.integer(record.text("size")),
            "sector_bytes": normalise.integer(record.text("logicalsectorsize")),
            "transport": transport,
            "is_local": local,
            "is_ssd": {"ssd": True, "4": True, "hdd": False, "3": False}.get((record.text("mediatype") or "").lower()),
            "is_boot": normalise.yes_no(record.text("isboot")),
            "device_state": disks.status(record.text("operationalstatus")),
        }
        identity = disks.unique_identity(unique, record.text("uniqueidformat")) or disks.path_identity(path)
        if identity is None and unique and normalise.problem_of(unique) == "redacted":
            out.bad_value("device", "device", unique, record.at("uniqueid"))
        _write(objects, out, record, facts, identity)


def _read_table(capture: Capture, objects: Objects, out: Writer) -> None:
    header_at = -1
    name_at = serial_at = -1
    for line, text in capture.lines():
        if len(text) > LONGEST_ROW:
            out.unread(line)
            continue
        if _TABLE_HEADER.match(text) or _PHYSICAL_HEADER.match(text):
            header_at = line
            name_at, serial_at = text.find("Friendly Name"), text.find("Serial Number")
            continue
        row = _TABLE_ROW.match(text)
        if physical := _PHYSICAL_ROW.match(text):
            number, middle, media = physical.groups()
            shown: dict[str, Value] = {
                "kernel_name": disks.drive_name(number),
                "is_ssd": {"SSD": True, "HDD": False}.get(media),
            }
            _write(objects, out, Record(line), shown, None)
        elif row:
            number, middle, status, _, _ = row.groups()
            name = re.split(r"\s{2,}", _HEALTH.sub("", middle))[0]
            # A name that fills its column has one blank between it and the serial number.
            cell = text[name_at:serial_at] if 0 <= name_at < serial_at else ""
            if cell[-1:] == " " and cell.strip() and name.startswith(cell.strip()):
                name = cell.strip()
            shortened = "..." in name or "…" in name
            product = disks.Product() if shortened else disks.product_of_name(name)
            facts: dict[str, Value] = {
                "kernel_name": disks.drive_name(number),
                "vendor": product.vendor,
                "model": product.model,
                "device_state": status,
            }
            _write(objects, out, Record(line), facts, None)
        elif text.strip() and not _RULER.match(text) and not (header_at == line - 1 and text.strip().endswith("Style")):
            out.unread(line)


def _detect_wmi(capture: Capture) -> Detection | None:
    record = first_record(capture.head)
    if record is None or has(record, "startingoffset"):
        return None
    if re.search(r"PHYSICALDRIVE[0-9]", capture.head, re.IGNORECASE) and (
        has(record, "deviceid") or has(record, "name")
    ):
        return Detection(92, "DeviceID \\\\.\\PHYSICALDRIVE…: Win32_DiskDrive")
    return None


def _detect_disk(capture: Capture) -> Detection | None:
    if any(_TABLE_HEADER.match(line) for line in capture.head.split("\n")):
        return Detection(95, "Number, Friendly Name, OperationalStatus: Get-Disk")
    record = first_record(capture.head)
    if has(record, "friendlyname", "operationalstatus") and (has(record, "partitionstyle") or has(record, "number")):
        return Detection(93, "FriendlyName, OperationalStatus and PartitionStyle: MSFT_Disk")
    if has(record, "number", "uniqueid") and any(has(record, key) for key in ("size", "bustype", "friendlyname")):
        return Detection(92, "Number, UniqueId and Size: MSFT_Disk")
    if has(record, "number", "friendlyname") and (has(record, "partitionstyle") or has(record, "bustype")):
        return Detection(91, "Number, FriendlyName and PartitionStyle or BusType: MSFT_Disk")
    return None


def _detect_physical(capture: Capture) -> Detection | None:
    if any(_PHYSICAL_HEADER.match(line) for line in capture.head.split("\n")):
        return Detection(95, "Number, FriendlyName, SerialNumber, MediaType: Get-PhysicalDisk")
    record = first_record(capture.head)
    if has(record, "friendlyname", "mediatype") and (has(record, "deviceid") or has(record, "canpool")):
        return Detection(93, "FriendlyName, MediaType and DeviceId: MSFT_PhysicalDisk")
    if has(record, "deviceid", "uniqueid", "mediatype"):
        return Detection(91, "DeviceId, UniqueId and MediaType: MSFT_PhysicalDisk")
    return None


_PROVIDES = {"host": ("host", "platform"), "device": _COLUMNS}

READERS = (
    Reader(
        name="windows-wmic-diskdrive",
        platform="windows",
        command="wmic diskdrive get DeviceID,Model,PNPDeviceID,Size",
        provides=_PROVIDES,
        detect=_detect_wmi,
        read=_read_wmi,
        needles=("PHYSICALDRIVE",),
        owner_in=owner_in,
    ),
    Reader(
        name="windows-get-disk",
        platform="windows",
        command="Get-Disk",
        provides=_PROVIDES,
        detect=_detect_disk,
        read=_read_disk,
        needles=("Number",),
        begins=r"^Number +Friendly Name +.{0,300}Total Size Partition",
        owner_in=owner_in,
    ),
    Reader(
        name="windows-get-physicaldisk",
        platform="windows",
        command="Get-PhysicalDisk",
        provides=_PROVIDES,
        detect=_detect_physical,
        read=_read_disk,
        needles=("MediaType",),
        owner_in=owner_in,
    ),
)
