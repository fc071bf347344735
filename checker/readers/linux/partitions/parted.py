"""Partition tables by ``parted <disk> print``, ``parted -l``, ``parted -m``, in any unit.

Sample::

    Model: EMC Invista (scsi)
    Disk /dev/sdc: 20971520s
    Sector size (logical/physical): 512B/4096B
    Partition Table: msdos
    Disk Flags:

    Number  Start  End        Size       Type     File system  Flags
     1      63s    20971519s  20971457s  primary  xfs          boot

With ``-m``: ``BYT;``, then ``/dev/sdc:20971520s:scsi:512:4096:msdos:EMC Invista:;`` and one line per partition,
``1:63s:20971519s:20971457s:xfs::boot;``. Other units (``32.3kB``, powers of 1000) are rounded to the digits printed;
the start is exact if only one sector fits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.linux.block.names import BlockDevice, block_device
from checker.readers.linux.partitions.roles import DISK_COLUMNS, PARTITION_COLUMNS, role_of_parted
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import Interval, facts, interval, start_facts

_DISK = re.compile(r"Disk (\S[^:]{0,300}):\s+([0-9.]+ ?(?:s|[kMGTPE]?i?B)|[0-9,]+cyl)\Z")
_SECTOR = re.compile(r"Sector size \(logical/physical\): ([0-9]{3,6})B/[0-9]{3,6}B")
_TABLE = re.compile(r"Partition Table:\s*(\S+)")
_HEADER = re.compile(r"Number\s+Start\s+End\s+Size\b")
# libparted joins vendor and product of SCSI disks with one blank; vendors have none inside.
_MODEL = re.compile(r"(?:Model: *)?(?P<vendor>[!-~]{1,8}) (?P<model>[ -~]{1,16}?)(?: \(scsi\))?\Z")
_SMALLEST_SECTOR = 512
_MACHINE_UNITS = ("BYT;", "CHS;", "CYL;")
_MACHINE_DISK = re.compile(
    r"(\S[^:]{0,300}):([0-9.]+(?:s|[kMGTPE]?i?B|cyl)):([a-z0-9/_-]{1,20}):([0-9]{3,6}):[0-9]{3,6}:([a-z0-9_-]{1,16}):(.*?)(?::[a-z_, ]*)?;\Z"
)
_EXACT = re.compile(r"([0-9]{1,18})(s|B)\Z")
_CELL = re.compile(r"[0-9.]+(?:s|[kMGTPE]?i?B|cyl)?\Z")
_ROW = re.compile(r"([0-9]{1,4})\s+(\S+)\s+(\S+)\s+(\S+)(?:\s+(.*))?\Z")
_NOISE = re.compile(
    r"Model:|Disk Flags:|Error: |Warning: |Information: |GNU Parted|Using /|Welcome to|\(parted\)|Ignore|\S+\s+\S+\s+\S+\s+Free Space"
    r"|BIOS cylinder|[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?parted |===> |-+\Z|Fix/|Partition Table:|Sector size|Units?:"
)
_FLAGS = re.compile(
    r"(?:boot|root|swap|hidden|raid|lvm|lba|hp-service|palo|prep|msftres|bios_grub|atvrecv|diag|legacy_boot|msftdata|irst"
    r"|esp|chromeos_kernel|bls_boot|linux-home|no_automount)\Z"
)
_KINDS = ("primary", "logical", "extended")
_FILE_SYSTEMS = re.compile(
    r"(?:ext[234]|xfs|btrfs|fat(?:16|32)|ntfs|(?:linux-)?swap(?:\(v[01]\))?|reiserfs|jfs|hfs[+x]?|ufs|zfs|nilfs2|udf|f2fs|swsusp)\Z"
)


@dataclass
class _Disk:
    path: str
    block: BlockDevice
    line: int
    size_text: str
    sector_bytes: int | None = None
    label_type: str | None = None
    model: str = ""


def _bytes(text: str, sector_bytes: int | None) -> Interval | None:
    """Return what a size can mean in bytes; None for cylinders, and for sectors of unknown size."""
    match = _EXACT.match(text)
    if match is None:
        # A number without unit is in MB of either kind, depending on the version.
        return interval(text, thousands=True) if text[-1:] == "B" else None
    value = whole(match.group(1)) * (1 if match.group(2) == "B" else sector_bytes or 0)
    return (value, value) if match.group(2) == "B" or sector_bytes else None


def _vendor(model: str) -> dict[str, Value]:
    match = _MODEL.match(model)
    return {name: value.strip() for name, value in match.groupdict().items()} if match else {}


def _start(text: str, sector_bytes: int | None) -> dict[str, Value]:
    match = _EXACT.match(text)
    if match and match.group(2) == "s":
        sector = whole(match.group(1))
        return {"start_sector": sector, "start_bytes": sector * sector_bytes if sector_bytes else None, "exact": True}
    return start_facts(_bytes(text, sector_bytes), sector_bytes)


class _Table:
    """The current table: its disk and, for listings, the columns of its header."""

    def __init__(self, host: str, out: Writer) -> None:
        self.host = host
        self.out = out
        self.disk: _Disk | None = None
        self.header: str | None = None
        self.machine_rows: list[tuple[int, list[str]]] = []
        self.host_written = False

    def begin(self, disk: _Disk) -> None:
        self.finish()
        self.disk, self.header = disk, None
        if not self.host_written:
            self.host_written = True
            self.out.add("host", disk.line, host=self.host, platform="linux")

    def finish(self) -> None:
        """Write the row of the disk, if it helps to join exports, and the partitions of a ``-m`` table."""
        self._write_machine_rows()
        disk, self.disk = self.disk, None
        if disk is None or not disk.block.worth_a_row:
            return
        self.out.add(
            "device", disk.line, host=self.host, device=disk.block.device, kernel_name=disk.block.kernel_name,
            sector_bytes=disk.sector_bytes, **_vendor(disk.model), **facts("size", _bytes(disk.size_text, disk.sector_bytes)),
        )  # fmt: skip

    def _write_machine_rows(self) -> None:
        """Write the rows of a ``-m`` table; it prints no types, but a partition that encloses a logical one is extended."""
        rows, self.machine_rows = self.machine_rows, []
        # Without a sector size only the order of sectors counts.
        sector = (self.disk.sector_bytes if self.disk else None) or _SMALLEST_SECTOR
        has_logical = self.disk is not None and self.disk.label_type == "msdos"
        numbered = [(whole(fields[0]), _bytes(fields[1], sector)) for _, fields in rows]
        logical = [start[0] for number, start in numbered if has_logical and number > 4 and start]
        for line, fields in rows:
            start, end = _bytes(fields[1], sector), _bytes(fields[2], sector)
            encloses = start and end and any(start[0] <= begin < end[0] for begin in logical)
            kind = "extended" if encloses and whole(fields[0]) <= 4 else ""
            name = ":".join(fields[5:-1]).strip()
            self.partition(line, fields[0], (fields[1], fields[3]), (kind, fields[4], name, fields[-1].strip()))

    def partition(self, line: int, number: str, sizes: tuple[str, str], words: tuple[str, str, str, str]) -> None:
        """Write one partition; ``sizes`` are start and length, ``words`` type, file system, name and flags."""
        disk = self.disk
        if disk is None:
            self.out.unread(line)
            return
        kind, file_system, name, flag_text = words
        flags = [flag.strip() for flag in flag_text.split(",") if flag.strip()]
        self.out.add(
            "partition", line, host=self.host, device=disk.block.device, partition=whole(number),
            sector_bytes=disk.sector_bytes, partition_type=kind or None,
            role=role_of_parted(kind, file_system, flags, disk.label_type or ""),
            file_system=file_system or None, label_type=disk.label_type, label=name or None, boot="boot" in flags,
            **_start(sizes[0], disk.sector_bytes), **facts("size", _bytes(sizes[1], disk.sector_bytes)),
        )  # fmt: skip

    def row(self, line: int, text: str) -> bool:
        """Read a row below the header; FALSE for other lines."""
        match = _ROW.match(text.strip())
        if match is None or self.header is None or not _CELL.match(match.group(2)) or not _CELL.match(match.group(4)):
            return False
        words = _by_columns(self.header, text) or _by_words(match.group(5) or "", "Type" in self.header)
        self.partition(line, match.group(1), (match.group(2), match.group(4)), words)
        return True


def _by_columns(header: str, text: str) -> tuple[str, str, str, str] | None:
    """Cut a row at the columns of its header; None if the layout is damaged."""
    names = [name for name in ("Type", "File system", "Name", "Flags") if name in header]
    places = [header.index(name) for name in names]
    if not places or "Size" not in header:
        return None
    size_at = header.index("Size")
    if "  " not in header or text[size_at - 1 : size_at].strip() or not text[size_at : size_at + 1].strip():
        return None
    if any(len(text) > place and text[place - 1 : place].strip() for place in places):
        return None
    ends = [*places[1:], len(text)]
    found = {name: text[at:end].strip() for name, at, end in zip(names, places, ends, strict=True)}
    return found.get("Type", ""), found.get("File system", ""), found.get("Name", ""), found.get("Flags", "")


def _by_words(rest: str, has_type: bool) -> tuple[str, str, str, str]:
    """Return type, file system, name and flags of a row without layout, identified by parted's words."""
    words = rest.split()
    kind = words.pop(0) if has_type and words and words[0] in _KINDS else ""
    file_system = words.pop(0) if words and _FILE_SYSTEMS.match(words[0]) else ""
    flags: list[str] = []
    while words and _FLAGS.match(words[-1].rstrip(",")) and (not flags or words[-1].endswith(",")):
        flags.insert(0, words.pop().rstrip(","))
    return kind, file_system, " ".join(words), ",".join(flags)


def known_flags(text: str) -> str:
    """Return the flags in a list such as ``boot, esp`` that parted uses in English."""
    return ", ".join(flag.strip() for flag in text.split(",") if _FLAGS.match(flag.strip()))


def read_tables(capture: Capture, out: Writer) -> None:
    """Read every table of an English listing or of ``-m``."""
    table = _Table(capture.owner, out)
    machine = False
    model = ""
    last, last_text = capture.first_line, ""
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        last, last_text = number, text
        if text in _MACHINE_UNITS:
            table.finish()
            machine = True
        elif machine and (match := _MACHINE_DISK.match(text)):
            path, size, transport, sector, label, model = match.groups()
            sector_bytes = _sector_bytes(sector, number, path, out)
            model = model if transport == "scsi" else ""
            table.begin(_Disk(path, block_device(path), number, size, sector_bytes, label, model))
        elif machine and text.endswith(";") and text[:1].isdecimal():
            _machine_row(table, number, text[:-1].split(":"))
        elif match := _DISK.match(text):
            machine = False
            table.begin(_Disk(match.group(1), block_device(match.group(1)), number, match.group(2), model=model))
            model = ""
        elif text.startswith("Model: "):
            model = text if text.endswith(" (scsi)") else ""
        elif (match := _SECTOR.match(text)) and table.disk:
            table.disk.sector_bytes = _sector_bytes(match.group(1), number, table.disk.path, out)
        elif (match := _TABLE.match(text)) and table.disk:
            table.disk.label_type = match.group(1)
        elif _HEADER.match(text) and table.disk:
            table.header = line
        elif not table.row(number, line) and not _NOISE.match(text):
            out.unread(number)
    cut = machine and not last_text.endswith(";") and last_text[:1].isdecimal()
    cut = cut or (table.disk is not None and not machine and table.disk.label_type is None)
    table.finish()
    if cut:
        out.ends_inside_record = True
        out.note(last, "truncated: the text ends inside a partition table")


def _sector_bytes(text: str, line: int, path: str, out: Writer) -> int | None:
    """Return the sector size; values below 512 bytes are ignored, because every start would be wrong."""
    if whole(text) >= _SMALLEST_SECTOR:
        return whole(text)
    out.bad_value("device", "sector_bytes", text, line, path)
    return None


def _machine_row(table: _Table, number: int, fields: list[str]) -> None:
    """Read ``n:start:end:size:fs:name:flags``; the name may contain colons."""
    if len(fields) == 5 and fields[4] == "free":
        return
    if len(fields) < 7 or not _CELL.match(fields[1]) or not fields[0].isdecimal() or len(fields[0]) > 4:
        table.out.unread(number)
        return
    table.machine_rows.append((number, fields))


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"^[ \t]*(?:BYT|CHS|CYL);[ \t]*$", head, re.MULTILINE):
        return Detection(92, "BYT; of parted -m")
    if re.search(r"^[ \t]*Partition Table: \S", head, re.MULTILINE) and re.search(
        r"^[ \t]*Disk \S", head, re.MULTILINE
    ):
        return Detection(92, "Disk … and Partition Table: of parted")
    return None


READERS = (
    Reader(
        name="linux-parted", platform="linux", command="parted <disk> unit s print",
        provides={
            "host": ("host", "platform"),
            "device": (*DISK_COLUMNS, "vendor", "model"),
            "partition": (*PARTITION_COLUMNS, "file_system"),
        },
        detect=_detect, read=read_tables, needles=("BYT;|CHS;|CYL;|Partition Table: ",),
    ),
)  # fmt: skip
