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
from collections.abc import Iterator, Mapping
from functools import lru_cache

from checker.facts.observations import Writer
from checker.readers.linux.block.names import BlockDevice, block_device, disk_of_partition, partition_number
from checker.readers.linux.host import HOST
from checker.readers.linux.partitions.roles import mbr_type, role_of_type
from checker.readers.toolkit.base import Capture, Detection, UnreadableError
from checker.readers.toolkit.declarations.declared import Facts, Source
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import number, owner, parsed
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.toolkit.numbers import whole

_ENTRY = re.compile(r"(\S+)\s*:\s*start=\s*([0-9]{1,18})\s*,\s*size=\s*([0-9]{1,18})\s*(.*)\Z")
_OLD_HEADING = re.compile(r"# partition table of (\S+)\Z")
_FIELD = re.compile(r"(label|device|unit|sector-size|label-id|first-lba|last-lba|table-length|grain):\s*(.*)\Z")
_TYPE = re.compile(r"\b(?:type|Id)\s*=\s*\"?([^\s,\"]+)\"?")
_NAME = re.compile(r'\bname="([^"]*)"')
_BOOTABLE = re.compile(r",\s*bootable\b")
_NOISE = re.compile(r"sfdisk: |[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?sfdisk |===> |Warning: |#")
_OLD_SECTOR_BYTES = "512"
_LABELS = {"dos": "msdos"}


def _dump(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the first line, and every disk before its partitions."""
    yield TextRow(capture.first_line)
    disk: dict[str, str] = {}
    is_new = True
    for at, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _OLD_HEADING.match(text):
            disk, is_new = {"device": match.group(1), "sector": _OLD_SECTOR_BYTES}, True
        elif match := _FIELD.match(text):
            name, value = match.groups()
            if name == "label":
                disk, is_new = {"label": _LABELS.get(value, value)}, True
            elif name == "device":
                disk["device"] = value
            elif name == "sector-size" and value.isascii() and value.isdecimal() and len(value) < 8:
                disk["sector"] = value
            elif name == "unit" and value != "sectors":
                raise UnreadableError(at, f"unit is {value[:40]!r}; only dumps in sectors are supported")
        elif match := _ENTRY.match(text):
            if is_new:
                yield TextRow(at, disk)
                is_new = False
            node, start, size, rest = match.groups()
            kind, label = _TYPE.search(rest), _NAME.search(rest)
            entry = {"node": node, "start": start, "size": size, "type": kind.group(1) if kind else ""}
            boot = "yes" if _BOOTABLE.search(rest) else "no"
            yield TextRow(at, {**disk, **entry, "name": label.group(1) if label else "", "boot": boot})
            if kind is None:
                out.ends_inside_record = True
                out.note(at, f"truncated: the line of {node} has no type")
        elif re.match(r"\S+\s*:\s*start=", text):
            out.ends_inside_record = True
            out.note(at, "truncated: skipped a partition whose line is incomplete")
        elif not _NOISE.match(text):
            out.unread(at)


def _tables(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for document in noted_documents(capture.text, capture.first_line, out, whole=True):
        table = document.value.get("partitiontable") if isinstance(document.value, LocatedDict) else None
        if not isinstance(table, LocatedDict) or table.get("unit") not in (None, "sectors"):
            out.note(document.line, "skipped a JSON document without a partitiontable in sectors")
            continue
        label = _text(table, "label")
        disk = {
            "device": _text(table, "device"),
            "label": _LABELS.get(label, label),
            "sector": _number(table, "sectorsize"),
        }
        yield TextRow(table.line, disk)
        found = table.get("partitions")
        for item in found if isinstance(found, list) else []:
            entry = item if isinstance(item, LocatedDict) else LocatedDict()
            node, start, size = _text(entry, "node"), _number(entry, "start"), _number(entry, "size")
            if not (node and start and size):
                out.note(line_of(item, table.line), "skipped a partition without node, start or size")
                continue
            texts = {"type": _text(entry, "type"), "name": _text(entry, "name")}
            boot = "yes" if entry.get("bootable") else "no"
            values = {**disk, "node": node, "start": start, "size": size, **texts, "boot": boot}
            yield TextRow(line_of(item, table.line), values)


def _text(record: LocatedDict, key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def _number(record: LocatedDict, key: str) -> str:
    """Return a whole number as text; versions before 2.35 print numbers as text."""
    value = record.get(key)
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 19:
        value = whole(value)
    # A truth value is a number in Python, but of another type.
    return str(value) if type(value) is int and 0 <= value < 1 << 53 else ""


# The partitions of a table have one disk.
_block_device = lru_cache(maxsize=64)(block_device)


def _disk(row: TextRow) -> BlockDevice:
    """Return the disk of a row; partitions of old dumps are named after it."""
    node = row.values.get("node", "")
    if device := row.text("device"):
        return _block_device(device)
    split = disk_of_partition(node)
    return _block_device(split[0] if split else node)


def _is_known_disk(row: TextRow) -> bool:
    return "node" not in row.values and bool(row.text("device")) and _disk(row).worth_a_row


def _bytes(name: str) -> Source[TextRow]:
    def get(row: TextRow) -> int | None:
        count, sector = row.number(name), row.number("sector")
        return count * sector if count is not None and sector else None

    return get


@lru_cache(maxsize=256)
def _partition_type(text: str) -> str:
    code = mbr_type(text)
    return text if code is None else f"0x{code:02x}"


_COMMON: Mapping[str, Source[TextRow]] = {
    "host": owner, "device": lambda row: _disk(row).device, "sector_bytes": lambda row: row.number("sector") or None,
}  # fmt: skip
_DISK = Facts("device", _COMMON, when=_is_known_disk, kernel_name=lambda row: _disk(row).kernel_name)
_PARTITION = Facts[TextRow](
    "partition", _COMMON, when="node", needs="partition", unread=True,
    partition=lambda row: partition_number(row.values["node"], row.text("device")), start_sector=number("start"),
    start_bytes=_bytes("start"), size_bytes=_bytes("size"), label_type="label", label="name",
    boot=lambda row: row.flag("boot"), exact=True, partition_type=parsed(_partition_type, "type"),
    role=parsed(lambda kind: role_of_type(kind)[0], "type"),
    dynamic_disk=parsed(lambda kind: role_of_type(kind)[1] or None, "type"),
)  # fmt: skip


def _detect_dump(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"^[ \t]*\S+\s*:\s*start=\s*[0-9]+\s*,\s*size=", head, re.MULTILINE):
        return Detection(93, "start=, size= lines of sfdisk -d")
    if re.search(r"^# partition table of \S+$", head, re.MULTILINE):
        return Detection(93, "# partition table of … of sfdisk -d")
    if re.search(r"^label: \S+$", head, re.MULTILINE) and re.search(r"^unit: sectors$", head, re.MULTILINE):
        return Detection(90, "label: and unit: of sfdisk -d")
    return None


READERS = (
    Family("linux", _dump).reader("linux-sfdisk-dump", "sfdisk -d <disk>", _detect_dump, HOST, _DISK, _PARTITION, needles=("start=|# partition table of |unit: sectors",)),
    Family("linux", _tables).reader(
        "linux-sfdisk-json", "sfdisk -J <disk>",
        by_pattern("partitiontable object of sfdisk -J", (95, r'\{\s*"partitiontable"\s*:')), HOST, _DISK, _PARTITION,
        needles=('"partitiontable"',),
    ),
)  # fmt: skip
