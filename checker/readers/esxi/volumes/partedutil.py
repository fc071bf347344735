"""``partedUtil getptbl <disk>`` and the older ``partedUtil get <disk>``.

    /vmfs/devices/disks/naa.6000144000000010aa00000000000001
    gpt
    16970 255 63 272629760
    1 2048 272629726 AA31E02A400F11DB9590000C2911D1B8 vmfs 0

Second line: cylinders, heads, sectors per track, sectors; then number, first and last sector, type GUID, type name and
attribute. A msdos table prints the type number instead of GUID and name; ``get`` prints no label line. Sectors are
512 bytes. The output does not name the disk; the command or a path before the table does.
Grammar: formats-hosts.md section 1.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST, Facts
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import note_truncated
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, number, owner
from checker.readers.toolkit.numbers import whole

_SECTOR = 512
_LABEL = re.compile(r"(gpt|msdos|unknown|loop|bsd|sun|mac|amiga|dvh)\Z")
_GEOMETRY = re.compile(r"\d{1,12} \d{1,6} \d{1,6} \d{1,18}\Z")
_GPT_ROW = re.compile(r"(\d{1,4}) (\d{1,18}) (\d{1,18}) ([0-9A-Fa-f]{32}) (\S+) (\d{1,18})\Z")
_MSDOS_ROW = re.compile(r"(\d{1,4}) (\d{1,18}) (\d{1,18}) (\d{1,3}) (\d{1,6})\Z")
_FILE_DISK = re.compile(r"(?:naa|eui)\.[0-9a-fA-F]{16,32}(?![0-9a-fA-F])")
_DISK = re.compile(r"/(?:vmfs/devices/disks|dev/disks)/+((?:\\.|[^\s\"'\\;|)])+)")
_MOST_BLANKS = 2
_ANY_GEOMETRY = re.compile(r"^[ \t]*\d{1,12} \d{1,6} \d{1,6} \d{1,18}[ \t]*$", re.MULTILINE)
_BLOCK = re.compile(
    r"^ *(?:gpt|msdos|unknown)[ \t]*\n(?:[ \t]*\n)?[ \t]*\d+[ \t]+\d+[ \t]+\d+[ \t]+\d+[ \t]*$"
    r"|^ *\d+ +255 +63 +\d+[ \t]*\n(?:[ \t]*\n)?[ \t]*\d+ +\d+ +\d+ +\d+ +\d+[ \t]*$",
    re.MULTILINE,
)
# VMware type GUIDs from partedUtil showGuids; the others from the UEFI specification, table 5-7, and the Linux
# Discoverable Partitions Specification.
_GPT_ROLES = {
    "AA31E02A400F11DB9590000C2911D1B8": "vmfs",
    "9D27538040AD11DBBF97000C2911D1B8": "diagnostic",
    "9198EFFC31C011DB8F78000C2911D1B8": "system",  # vmwareReserved
    "4EB2EA3978554790A79EFAE495E21F8D": "system",  # vmfsl: the OS data volume of ESXi 7
    "381CFCCC728811E092EE000C2911D0B2": "data",  # vsan
    "C12A7328F81F11D2BA4B00A0C93EC93B": "efi",
    "E3C9E3160B5C4DB8817DF92DF00215AE": "msr",
    "EBD0A0A2B9E5443387C068B6B72699C7": "data",
    "0FC63DAF848347728E793D69D8477DE4": "data",
    "0657FD6DA4AB43C484E50933C84B4F4F": "swap",
    "E6D6D379F50744C2A23C238F2A3DF928": "lvm",
    "2168614864496E6F744E656564454649": "bios-boot",
}
_MSDOS_ROLES = {
    251: "vmfs", 252: "diagnostic", 0: "empty", 5: "extended", 15: "extended", 133: "extended", 130: "swap", 142: "lvm",
    239: "efi", 131: "data", 7: "data", 6: "data", 4: "data", 11: "data", 12: "data", 14: "data",
}  # fmt: skip


def _size(record: Record) -> int | None:
    start, end = record.number("start"), record.number("end")
    return None if start is None or end is None or end < start else (end - start + 1) * _SECTOR


_PARTITION = Facts(
    "partition", when="partition", host=owner, device="device", partition=number("partition"),
    start_bytes=lambda record: whole(record.values["start"]) * _SECTOR, start_sector=number("start"),
    sector_bytes=const(_SECTOR), size_bytes=_size, partition_type="type", role="role", label_type="label", exact=True,
)  # fmt: skip

_DEVICE = Facts("device", when="table of", host=owner, device="table of", sector_bytes=const(_SECTOR))


def _disk_name(text: str) -> str | None:
    found = _DISK.findall(text[:4096])
    return found[-1].replace("\\", "").rstrip(":") if found else None


def _disk_of_file(capture: Capture) -> str | None:
    """Return the disk in the name of the file, unless the name contains several."""
    name = (capture.member or capture.file).replace("\\", "/").rpartition("/")[2]
    found = {normalise.device_id(match) for match in _FILE_DISK.findall(name)}
    return found.pop() if len(found) == 1 else None


def _rows(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield an empty record for each table, and a record for each of its partitions."""
    command = capture.command or ""
    # The pattern or variable of a loop over disks does not identify a disk.
    named = None if re.search(r"[*?$]", command) else _disk_name(command)
    # Loops over disks write one file each, named after the disk.
    named = named or _disk_of_file(capture)
    disk = out.device_id(named, capture.first_line, "partition")
    label = ""
    begun = used = labelled = noted = False
    last = capture.first_line + capture.text.count("\n")
    for line, text in capture.lines():
        row = " ".join(text.split())
        if not row:
            continue
        # A line of several words names the disk of the next table only if it is the command.
        if (name := _disk_name(text)) and ("partedUtil" in text or row.count(" ") <= _MOST_BLANKS):
            disk = out.device_id(name, line, "partition")
            used = labelled = False
        elif (is_label := _LABEL.match(row) is not None) or _GEOMETRY.match(row):
            if is_label or not labelled:
                # The name of a disk applies to one table only.
                disk, label = None if used else disk, row if is_label else ""
                yield Record(line, {"table of": disk or ""})
            begun, used, labelled = True, True, is_label
        elif begun and (record := _partition(line, row, gpt_only=label == "gpt" and line == last)):
            record.values |= {"device": disk or "", "label": label}
            if _size(record) is None:
                out.bad_value("partition", "size_bytes", row, line, disk or "")
            if disk is None and not noted:
                noted = True
                out.note(
                    line,
                    "the disk of this partition table is unknown; include the partedUtil command line in the capture, or name the file after the disk",
                )
            yield record
        elif line == last and out.records:
            note_truncated(out, line, "partition row")
        elif not listing.is_noise(text):
            out.unread(line)


def _partition(line: int, row: str, *, gpt_only: bool) -> Record | None:
    """Return the record of a partition; ``gpt_only`` rules out short rows: a truncated GPT row looks like one."""
    if gpt := _GPT_ROW.match(row):
        number, start, end, guid, shown, _ = gpt.groups()
        role = _GPT_ROLES.get(guid.upper())
    elif (msdos := _MSDOS_ROW.match(row)) and not gpt_only:
        number, start, end, shown, _ = msdos.groups()
        role = _MSDOS_ROLES.get(whole(shown))
    else:
        return None
    return Record(line, {"partition": number, "start": start, "end": end, "type": shown, "role": role or ""})


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    echoed = "partedUtil get" in head or "partedUtil get" in (capture.command or "")
    if not _BLOCK.search(head) and not (echoed and _ANY_GEOMETRY.search(head)):
        return None

    def known(line: str) -> bool:
        row = " ".join(line.split())
        patterns = (_LABEL, _GEOMETRY, _GPT_ROW, _MSDOS_ROW)
        return bool(_DISK.search(line[:4096]) or any(pattern.match(row) for pattern in patterns))

    share = listing.known_share(capture.head.split("\n"), known)
    if share < 0.5:
        return None
    return Detection(90 if share >= 0.8 else 60, "partedUtil table: label, geometry, partitions")


READERS = (
    Family("esxi", _rows).reader(
        "esxi-partedutil", "partedUtil getptbl", _detect, HOST, _DEVICE, _PARTITION,
        needles=("partedUtil get|gpt|msdos|unknown| 255 ",),
    ),
)  # fmt: skip
