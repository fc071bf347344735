"""Partition tables by ``fdisk -l`` and ``sfdisk -l``, all versions and units.

New::

    Disk /dev/sdc: 10 GiB, 10737418240 bytes, 20971520 sectors
    Units: sectors of 1 * 512 = 512 bytes
    Disklabel type: dos

    Device     Boot Start      End  Sectors Size Id Type
    /dev/sdc1  *     2048 20971519 20969472  10G 83 Linux

Old versions of fdisk print ``Units = cylinders of 16065 * 512 = 8225280 bytes`` and the cylinder of each start, counted
from 1: cylinder 1 usually means sector 63, but not always. Old ``sfdisk -l`` prints cylinders, MiB (``-uM``), blocks of
1 KiB (``-uB``) or sectors (``-uS``); a start that is rounded down has a ``+``, and one without is exact::

    Units = mebibytes of 1048576 bytes, blocks of 1024 bytes, counting from 0

       Device Boot Start   End    MiB    #blocks   Id  System
    /dev/sdb1   *     0+   101-   102-    104391   83  Linux

A protective MBR entry (type ee) is skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.linux.block.names import BlockDevice, block_device, partition_number
from checker.readers.linux.partitions.roles import (
    DISK_COLUMNS,
    PARTITION_COLUMNS,
    PROTECTIVE_MBR,
    mbr_type,
    role_of_type,
)
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import Interval, interval, start_facts
from checker.readers.toolkit.rounded import facts as size_facts

_DISK = re.compile(r"Disk (\S[^:\n]{0,300}): (?:[0-9.,]+ ?[KMGTPE]?i?B, ([0-9]{1,18}) bytes|[0-9]{1,18} cylinders, )")
_UNITS = re.compile(
    r"Units\s*[:=]\s*(sectors|cylinders|mebibytes|megabytes|blocks)\b(?: of ([0-9]{1,6}) \* ([0-9]{2,6})\b| of ([0-9]{2,9}) bytes)?"
    r"(?:.*\bcounting from ([01])\b)?"
)
_SFDISK_SECTOR = 512
_BLOCK = 1024
_LOGICAL = re.compile(r"Sector size \(logical/physical\): ([0-9]{3,6}) bytes")
_LABEL = re.compile(r"Disk ?label type: (\S+)")
_HEADER = re.compile(r"(?:Device\s+(?:Boot\s+)?Start\s+End\b|#\s+Start\s+End\b)")
_NODE = re.compile(r"(\S+)(?:\s+(\*))?\s*\Z")
_BLANKS = re.compile(r"\s{2,}")
_NUMBERS = re.compile(r"(\*\s+)?([0-9]{1,18})([+-]?)\s+([0-9]{1,18}|-)([+-]?)\s+([0-9]{1,18})([+-]?)\s+(.*)\Z")
# The same groups for the numbered rows of old GPT listings, whose size is rounded.
_NUMBERED = re.compile(r"()([0-9]{1,18})()\s+([0-9]{1,18})()\s+([0-9.]+[KMGTPE]?)()\s+(.*)\Z")
_SIZE_WORD = re.compile(r"[0-9.]+[KMGTPE]?\s+")
_NOISE = re.compile(
    r"[0-9]+ heads, |I/O size|Disk identifier|Disk model|Alignment offset|Partition [0-9]+ (?:does not|has different)"
    r"|Partition table entries|Disk \S+ doesn't contain|Disk \S+ cannot|WARNING|Warning|DOS and Linux will interpret|Note: |phys=|start: |end: "
    r"|The (?:primary|backup|protective|device)|Found valid|GPT PMBR|This doesn't look|Probably you|Nothing is|\s*phys"
    r"|[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?s?fdisk\b|===> |Command \(m|cannot open|.*: (?:unrecognized partition table|No such)"
    r"|\((?:old|chs|start)|logical=|-+\Z|\s*No partitions found|Sector size|Units|Geometry|last_lba|Partition \S+ is|Physical|Optimal"
)
_DETECT = r"^[ \t]*Disk \S[^:\n]{0,300}: (?:[0-9.,]+ ?[KMGTPE]?i?B, [0-9]+ bytes|[0-9]+ cylinders, )"
_LABELS = {"dos": "msdos"}


@dataclass
class _Disk:
    path: str
    block: BlockDevice
    line: int
    size_bytes: int | None
    units: str | None = None
    unit_bytes: int | None = None
    first_unit: int | None = None
    sector_bytes: int | None = None
    label_type: str | None = None
    header: str | None = None


class _Listing:
    """The current disk, and the device column of a row that was wrapped after it."""

    def __init__(self, host: str, out: Writer) -> None:
        self.host = host
        self.out = out
        self.disk: _Disk | None = None
        self.wrapped: tuple[str, bool] | None = None
        self.platform_written = False

    def begin(self, disk: _Disk) -> None:
        self.finish()
        self.disk = disk
        if not self.platform_written:
            self.platform_written = True
            platform = "esxi" if disk.block.esxi else "linux"
            self.out.add("host", disk.line, host=self.host, platform=platform)

    def finish(self) -> None:
        disk, self.disk, self.wrapped = self.disk, None, None
        if disk is not None and disk.block.worth_a_row:
            self.out.add(
                "device", disk.line, host=self.host, device=disk.block.device, kernel_name=disk.block.kernel_name,
                size_bytes=disk.size_bytes, sector_bytes=disk.sector_bytes,
            )  # fmt: skip

    def row(self, line: int, text: str) -> bool:
        """Read a row of the table; FALSE for other lines."""
        disk = self.disk
        if disk is None or disk.header is None:
            return False
        numbered = disk.header.startswith("#")
        node, _, rest = text.partition(" ")
        if self.wrapped is not None and (match := _NUMBERS.match(text)):
            node, starred = self.wrapped
            self.wrapped = None
            return self._partition(line, node, starred or bool(match.group(1)), match)
        if numbered and node.isascii() and node.isdecimal() and len(node) < 5:
            match = _NUMBERED.match(rest.strip())
            return bool(match) and self._partition(line, disk.path + "p" + node, False, match)
        if not numbered and partition_number(node, disk.path) is not None:
            match = _NUMBERS.match(rest.strip())
            if match:
                return self._partition(line, node, bool(match.group(1)), match)
            alone = _NODE.match(text)
            if alone:
                self.wrapped = (alone.group(1), alone.group(2) == "*")
                return True
        return False

    def _partition(self, line: int, node: str, boot: bool, match: re.Match[str] | None) -> bool:
        disk = self.disk
        number = partition_number(node, disk.path) if disk else None
        if disk is None or disk.header is None or match is None or number is None:
            return False
        _, start, rounded, end, _, third, odd, rest = match.groups()
        header = disk.header.lower()
        names = header.replace("#", " #").split()
        sector = disk.sector_bytes
        facts: dict[str, Value] = {}
        if disk.units == "sectors" and not rounded:
            length = whole(end) - whole(start) + 1 if end != "-" and whole(end) >= whole(start) else 0
            facts = {
                "start_sector": whole(start), "start_bytes": whole(start) * sector if sector else None,
                "size_bytes": length * sector if sector else None, "exact": True,
            }  # fmt: skip
        else:
            facts = start_facts(_start(disk, whole(start), rounded), sector) if end != "-" else {}
            if "#blocks" in names or "blocks" in names:
                facts["size_bytes"] = _blocks(third + odd, rest, names)
            elif not third.isdecimal():
                facts.update(size_facts("size", interval(third)))
        kind, name = self._type(rest, names, header)
        code = mbr_type(kind) if "id" in names else None
        if code == PROTECTIVE_MBR:
            disk.label_type = disk.label_type or "gpt"
            return True
        role, dynamic = role_of_type(kind) if kind else (None, False)
        self.out.add(
            "partition", line, host=self.host, device=disk.block.device, partition=number, sector_bytes=sector,
            label_type=disk.label_type, boot=boot if "boot" in names else None, label=name or None, role=role,
            partition_type=f"0x{code:02x}" if code is not None else kind or None, dynamic_disk=dynamic or None, **facts,
        )  # fmt: skip
        return True

    @staticmethod
    def _type(rest: str, names: list[str], header: str) -> tuple[str, str]:
        """Return the type (MBR number or name) and the partition name from the text after the numbers."""
        text = rest.strip()
        if _third_is_length(names):
            text = text.partition(" ")[2].strip()
        if "size" in names and "sectors" in names:
            match = _SIZE_WORD.match(text)
            text = text[match.end() :] if match else ""
        if "id" in names:
            return (text.split() or [""])[0], ""
        parts = _BLANKS.split(text, maxsplit=1) if "name" in names else [text]
        return parts[0], parts[1] if len(parts) > 1 else ""


def _start(disk: _Disk, count: int, rounded: str) -> Interval | None:
    """Return the interval of a start that is not in sectors."""
    unit, first = disk.unit_bytes, disk.first_unit
    if unit is None:
        return None
    if first is None:
        # fdisk prints the number of the cylinder that the start is in, counted from 1.
        return ((count - 1) * unit, count * unit - 1) if count else None
    start = (count - first) * unit
    if start < 0 or rounded == "-":
        return None
    return (start + _SFDISK_SECTOR, start + unit - _SFDISK_SECTOR) if rounded else (start, start)


def _third_is_length(names: list[str]) -> bool:
    """Whether the third number is the length in cylinders or MiB, and the blocks follow."""
    return "#blocks" in names and ("#cyls" in names or "mib" in names)


def _blocks(third: str, rest: str, names: list[str]) -> int | None:
    """Return the size from the blocks of 1 KiB that old listings print; ``+`` is half a block more."""
    text = (rest.split() or [""])[0] if _third_is_length(names) else third
    digits = text.rstrip("+-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 16):
        return None
    return whole(digits) * _BLOCK + (_BLOCK // 2 if text.endswith("+") else 0)


def read_listing(capture: Capture, out: Writer) -> None:
    """Read every table of an English listing."""
    listing = _Listing(capture.owner, out)
    last, last_text = capture.first_line, ""
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        last, last_text = number, text
        disk = listing.disk
        if match := _DISK.match(text):
            size = whole(match.group(2)) if match.group(2) else None
            listing.begin(_Disk(match.group(1), block_device(match.group(1)), number, size))
        elif disk is None:
            if not _NOISE.match(text):
                out.unread(number)
        elif match := _UNITS.match(text):
            name, count, of_bytes, unit, first = match.groups()
            disk.units, disk.first_unit = name, whole(first) if first else None
            disk.unit_bytes = whole(count) * whole(of_bytes) if of_bytes else whole(unit) if unit else None
            sector = of_bytes or (unit if name == "sectors" else _SFDISK_SECTOR if first else None)
            disk.sector_bytes = whole(sector) if sector else disk.sector_bytes
        elif match := _LOGICAL.match(text):
            disk.sector_bytes = whole(match.group(1))
        elif match := _LABEL.match(text):
            disk.label_type = _LABELS.get(match.group(1), match.group(1))
        elif _HEADER.match(text):
            disk.header = text
        elif not listing.row(number, text) and not _NOISE.match(text):
            out.unread(number)
    disk = listing.disk
    if listing.wrapped or (
        disk and disk.header and (last_text == disk.header or last_text.startswith(disk.path + ":"))
    ):
        out.ends_inside_record = True
        out.note(last, "truncated: the text ends inside a partition table")
    listing.finish()


READERS = (
    Reader(
        name="linux-fdisk-list", platform="linux", command="fdisk -l",
        provides={
            "host": ("host", "platform"),
            "device": DISK_COLUMNS,
            "partition": (*PARTITION_COLUMNS, "dynamic_disk"),
        },
        detect=by_pattern("Disk line of fdisk -l or sfdisk -l", (91, _DETECT)), read=read_listing, also=("sfdisk -l",), needles=("Disk ",),
    ),
)  # fmt: skip
