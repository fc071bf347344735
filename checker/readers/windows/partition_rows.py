"""Partitions from WMI (``Win32_DiskPartition``) and the storage cmdlets (``MSFT_Partition``)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import word_list
from checker.readers.windows.disks import Objects, drive_name, path_identity, unique_identity
from checker.readers.windows.records import Record

_WMI_NAME = re.compile(r"Disk #([0-9]{1,5}), Partition #([0-9]{1,5})\Z")
# Lists and tables of PowerShell show sizes as "99.87 GB".
_ROUNDED = re.compile(r"[0-9][0-9.,]{0,15} ?(?:[KMGTP]B|bytes|Bytes)\Z")
_ROLES = {
    "c12a7328-f81f-11d2-ba4b-00a0c93ec93b": "efi",
    "e3c9e316-0b5c-4db8-817d-f92df00215ae": "msr",
    "de94bba4-06d1-4d40-a16a-bfd50179d6ac": "system",
    "ebd0a0a2-b9e5-4433-87c0-68b6b72699c7": "data",
    "5808c8aa-7e8f-42e0-85d2-e1e90434cfb3": "dynamic",
    "af9b60a0-1431-4f62-bc68-3311714a69ad": "dynamic",
    "e75caf8f-f680-4cee-afa3-b001e56efc2d": "data",
    "db97dba9-0840-4bae-97f0-ffb9a327c7e1": "data",
}
_MBR_ROLES = {
    5: "extended",
    15: "extended",
    39: "system",
    66: "dynamic",
    18: "diagnostic",
    239: "efi",
    222: "diagnostic",
}
COLUMNS = word_list("""
    host device guest partition start_bytes start_sector sector_bytes size_bytes partition_type role label_type boot
    exact dynamic_disk
""")


def role_of(kind: str | None, gpt: str | None, mbr: int | None) -> tuple[str | None, bool | None]:
    """Return role and whether the disk is dynamic, from the type's name, its GPT type and its MBR type."""
    found = _ROLES.get((gpt or "").strip().strip("{}").lower()) or (_MBR_ROLES.get(mbr, "data") if mbr else None)
    if found is None and kind:
        found = _role_of_name(kind.lower())
    if found == "dynamic":
        return "data", True
    return found, None if found is None else False


def _role_of_name(kind: str) -> str | None:
    if "logical disk manager" in kind or "dynamic" in kind or "ldm" in kind:
        return "dynamic"
    if kind.startswith("extended"):
        return "extended"
    if kind in ("gpt: system", "system"):
        return "efi" if kind.startswith("gpt") else "system"
    if "reserved" in kind:
        return "msr"
    if "recovery" in kind or kind == "gpt: unknown":
        return "system" if "recovery" in kind else None
    if kind in ("unknown", "unused", ""):
        return None
    return "data"


def label_of(kind: str | None, gpt: str | None, mbr: int | None) -> str | None:
    """Return gpt or msdos where the type tells it."""
    if gpt or (kind or "").upper().startswith("GPT"):
        return "gpt"
    return "msdos" if mbr else None


def write(objects: Objects, out: Writer, line: int, device: str | None, facts: dict[str, Value], host: str) -> None:
    """Write one partition row; one without disk or number is left out with a note."""
    if device is None or facts.get("partition") is None:
        out.note(line, "a partition without disk or number was left out")
        out.unread(line)
        return
    if objects.guest:
        facts["guest"] = objects.guest
    start, sector = facts.get("start_bytes"), facts.get("sector_bytes")
    if isinstance(start, int) and isinstance(sector, int) and sector > 0 and start % sector == 0:
        facts["start_sector"] = start // sector
    out.add("partition", line, host=host, device=device, **facts)


def number(record: Record, out: Writer, *names: str) -> int | None:
    """Return a whole number from the first of these properties; a value that is none is kept as bad."""
    shown = record.text(*names)
    if shown is None:
        return None
    found = normalise.integer(shown)
    if found is None and _ROUNDED.match(shown):
        return None
    if found is None or found < 0:
        out.bad_value("partition", names[0], shown, record.at(names[0]))
        return None
    return found


def read_win32(objects: Objects, out: Writer, found: Iterable[Record]) -> None:
    """Write the partitions of ``Win32_DiskPartition`` records."""
    for record in found:
        name = record.text("name", "deviceid", "caption", "description")
        match = _WMI_NAME.match(name or "")
        disk = record.text("diskindex") or (match.group(1) if match else None)
        index = number(record, out, "index")
        if match:
            index = int(match.group(2))
        kind = record.text("type")
        role, dynamic = role_of(kind, None, None)
        label = label_of(kind, None, None)
        if label is None and kind and role is not None:
            label = "msdos"
        start = number(record, out, "startingoffset")
        facts: dict[str, Value] = {
            # WMI counts from 0 and leaves out reserved partitions; the storage cmdlets count from 1.
            "partition": None if index is None else index + 1,
            "start_bytes": start,
            "sector_bytes": number(record, out, "blocksize"),
            "size_bytes": number(record, out, "size"),
            "partition_type": kind,
            "role": role,
            "label_type": label,
            "boot": normalise.yes_no(record.text("bootpartition", "bootable")),
            "exact": start is not None,
            "dynamic_disk": dynamic,
        }
        drive = drive_name(disk)
        write(objects, out, record.line, objects.device(None, drive), facts, objects.host(record))


def read_msft(objects: Objects, out: Writer, found: Iterable[Record]) -> None:
    """Write the partitions of ``MSFT_Partition`` records, which ``Get-Partition`` returns."""
    for record in found:
        gpt, mbr = record.text("gpttype"), normalise.integer(record.text("mbrtype"))
        kind = record.text("type")
        role, dynamic = role_of(kind, gpt, mbr)
        # A recovery or reserved partition of an MBR disk has an ordinary MBR type; its name tells.
        if role == "data" and (normalise.yes_no(record.text("issystem")) or (kind or "").lower() == "recovery"):
            role = "system"
        identity = unique_identity(record.text("uniqueid")) or path_identity(record.text("diskid", "diskpath"))
        drive = drive_name(record.text("disknumber"))
        start = number(record, out, "offset")
        facts: dict[str, Value] = {
            "partition": number(record, out, "partitionnumber"),
            "start_bytes": start,
            "size_bytes": number(record, out, "size"),
            "partition_type": gpt or (f"0x{mbr:02x}" if mbr else kind),
            "role": role,
            "label_type": label_of(None, gpt, mbr),
            "boot": normalise.yes_no(record.text("isboot")),
            "exact": start is not None,
            "dynamic_disk": dynamic,
        }
        write(objects, out, record.line, objects.device(identity, drive), facts, objects.host(record))
