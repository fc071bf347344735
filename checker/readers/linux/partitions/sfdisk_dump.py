"""Partition tables in sectors by ``sfdisk -d`` (old and new) and ``sfdisk -J``.

New (util-linux 2.26 and later)::

    label: gpt
    device: /dev/sdc
    unit: sectors
    sector-size: 512

    /dev/sdc1 : start=        2048, size=     2097152, type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B, name="EFI"

Old::

    # partition table of /dev/sdc
    unit: sectors

    /dev/sdc1 : start=       63, size= 20964762, Id=83, bootable

The old program counts in sectors of 512 bytes (sfdisk(8) of util-linux 2.25). The new one counts in the disk's logical
sectors; before 2.35 it doesn't print their size, so bytes are unknown.
"""

from __future__ import annotations

import re
from typing import Any

from checker.facts.observations import Value, Writer
from checker.readers.linux.block.names import block_device, disk_of_partition, partition_number
from checker.readers.linux.partitions.roles import PARTITION_COLUMNS, mbr_type, role_of_type
from checker.readers.toolkit.base import Capture, Detection, Reader, UnreadableError
from checker.readers.toolkit.json_documents import noted_documents
from checker.readers.toolkit.located_json import LocatedDict, line_of

_ENTRY = re.compile(r"(\S+)\s*:\s*start=\s*([0-9]{1,18})\s*,\s*size=\s*([0-9]{1,18})\s*(.*)\Z")
_OLD_HEADING = re.compile(r"# partition table of (\S+)\Z")
_FIELD = re.compile(r"(label|device|unit|sector-size|label-id|first-lba|last-lba|table-length|grain):\s*(.*)\Z")
_TYPE = re.compile(r"\b(?:type|Id)\s*=\s*\"?([^\s,\"]+)\"?")
_NAME = re.compile(r'\bname="([^"]*)"')
_BOOTABLE = re.compile(r",\s*bootable\b")
_NOISE = re.compile(r"sfdisk: |[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?sfdisk |===> |Warning: |#")
_OLD_SECTOR_BYTES = 512
_LABELS = {"dos": "msdos"}


def _write(out: Writer, host: str, line: int, entry: dict[str, Any], disk: dict[str, Any]) -> None:
    """Write one partition; ``disk`` holds device, label type and sector size."""
    node, start, size = entry["node"], entry["start"], entry["size"]
    path = disk.get("device")
    split = disk_of_partition(node)
    number = partition_number(node, path)
    if number is None:
        out.unread(line)
        return
    block = block_device(path or (split[0] if split else node))
    sector = disk.get("sector_bytes")
    type_text = entry.get("type")
    facts: dict[str, Value] = {}
    if type_text:
        code = mbr_type(type_text)
        role, dynamic = role_of_type(type_text)
        facts = {"partition_type": f"0x{code:02x}" if code is not None else type_text, "role": role}
        if dynamic:
            facts["dynamic_disk"] = True
    out.add(
        "partition", line, host=host, device=block.device, partition=number, start_sector=start,
        start_bytes=start * sector if sector else None, size_bytes=size * sector if sector else None,
        sector_bytes=sector, label_type=disk.get("label"), label=entry.get("name") or None,
        boot=bool(entry.get("bootable")), exact=True, **facts,
    )  # fmt: skip


def _write_disk(out: Writer, host: str, line: int, disk: dict[str, Any]) -> None:
    path = disk.get("device")
    if path is None:
        return
    block = block_device(path)
    if block.worth_a_row and disk.get("sector_bytes"):
        out.add(
            "device", line, host=host, device=block.device, kernel_name=block.kernel_name,
            sector_bytes=disk["sector_bytes"],
        )  # fmt: skip


def _read_dump(capture: Capture, out: Writer) -> None:
    out.add("host", capture.first_line, host=capture.owner, platform="linux")
    disk: dict[str, Any] = {}
    entries = 0
    disk_written = False
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _OLD_HEADING.match(text):
            disk, disk_written = {"device": match.group(1), "sector_bytes": _OLD_SECTOR_BYTES}, False
        elif match := _FIELD.match(text):
            name, value = match.groups()
            if name == "label":
                disk, disk_written = {"label": _LABELS.get(value, value)}, False
            elif name == "device":
                disk["device"] = value
            elif name == "sector-size" and value.isascii() and value.isdigit() and len(value) < 8:
                disk["sector_bytes"] = int(value)
            elif name == "unit" and value != "sectors":
                raise UnreadableError(number, f"unit is {value[:40]!r}; only dumps in sectors are supported")
        elif match := _ENTRY.match(text):
            if not disk_written:
                _write_disk(out, capture.owner, number, disk)
                disk_written = True
            node, start, size, rest = match.groups()
            kind, name_match = _TYPE.search(rest), _NAME.search(rest)
            entry = {
                "node": node, "start": int(start), "size": int(size), "type": kind.group(1) if kind else None,
                "name": name_match.group(1) if name_match else None, "bootable": _BOOTABLE.search(rest) is not None,
            }  # fmt: skip
            _write(out, capture.owner, number, entry, disk)
            entries += 1
            if kind is None:
                out.ends_inside_record = True
                out.note(number, f"truncated: the line of {node} has no type")
        elif re.match(r"\S+\s*:\s*start=", text):
            out.ends_inside_record = True
            out.note(number, "truncated: skipped a partition whose line is incomplete")
        elif not _NOISE.match(text):
            out.unread(number)


def _read_json(capture: Capture, out: Writer) -> None:
    for piece in noted_documents(capture.text, capture.first_line, out, whole=True):
        table = piece.value.get("partitiontable") if isinstance(piece.value, LocatedDict) else None
        if not isinstance(table, LocatedDict) or table.get("unit") not in (None, "sectors"):
            out.note(piece.line, "skipped a JSON document without a partitiontable in sectors")
            continue
        _read_table(table, capture.owner, out)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _read_table(table: LocatedDict, host: str, out: Writer) -> None:
    out.add("host", table.line, host=host, platform="linux")
    label = _text(table.get("label"))
    disk: dict[str, Any] = {"device": _text(table.get("device")), "label": _LABELS.get(label or "", label)}
    disk["sector_bytes"] = _number(table.get("sectorsize"))
    _write_disk(out, host, table.line, disk)
    partitions = table.get("partitions")
    for item in partitions if isinstance(partitions, list) else []:
        line = line_of(item, table.line)
        entry = dict(item) if isinstance(item, LocatedDict) else {}
        node, begin, size = _text(entry.get("node")), _number(entry.get("start")), _number(entry.get("size"))
        if node is None or begin is None or size is None:
            out.note(line, "skipped a partition without node, start or size")
            continue
        entry.update(node=node, start=begin, size=size, type=_text(entry.get("type")), name=_text(entry.get("name")))
        _write(out, host, line, entry, disk)


def _number(value: object) -> int | None:
    """Return a whole number; versions before 2.35 print numbers as text."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53 else None


def _detect_dump(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"^[ \t]*\S+\s*:\s*start=\s*[0-9]+\s*,\s*size=", head, re.MULTILINE):
        return Detection(93, "start=, size= lines of sfdisk -d")
    if re.search(r"^# partition table of \S+$", head, re.MULTILINE):
        return Detection(93, "# partition table of … of sfdisk -d")
    if re.search(r"^label: \S+$", head, re.MULTILINE) and re.search(r"^unit: sectors$", head, re.MULTILINE):
        return Detection(90, "label: and unit: of sfdisk -d")
    return None


def _detect_json(capture: Capture) -> Detection | None:
    if re.search(r'\{\s*"partitiontable"\s*:', capture.head):
        return Detection(95, "partitiontable object of sfdisk -J")
    return None


_PROVIDES = {
    "host": ("host", "platform"),
    "device": ("host", "device", "kernel_name", "sector_bytes"),
    "partition": (*PARTITION_COLUMNS, "dynamic_disk"),
}

READERS = (
    Reader(
        name="linux-sfdisk-dump", platform="linux", command="sfdisk -d <disk>", provides=_PROVIDES, detect=_detect_dump,
        read=_read_dump,
    ),
    Reader(
        name="linux-sfdisk-json", platform="linux", command="sfdisk -J <disk>", provides=_PROVIDES, detect=_detect_json,
        read=_read_json, needles=('"partitiontable"',),
    ),
)  # fmt: skip
