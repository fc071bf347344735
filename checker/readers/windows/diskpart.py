r"""``diskpart``: ``detail disk``, ``list partition``, ``detail partition``.

Sample::

    EMC SYMMETRIX  Multi-Path Disk Device
    Disk ID: 1A2B3C4D
    Type   : FIBRE
    Status : Online

      Partition ###  Type              Size     Offset
      -------------  ----------------  -------  -------
      Partition 1    Primary            100 GB    31 KB
    * Partition 2    Primary            100 GB  1024 KB

``list partition`` rounds offsets to whole units, up or down depending on the version. ``detail partition`` prints
``Offset in Bytes: 1048576``, which is exact. In other languages the tables are recognised by their form, and the disk by
the command or, in German, French, Spanish and Italian, by the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts, Where
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.declarations.fields import number
from checker.readers.toolkit.rounded import facts, interval
from checker.readers.windows.disks import drive_name
from checker.readers.windows.family import HOST, LONGEST_ROW, WINDOWS, disk, guest_of, host
from checker.readers.windows.records import Record

_SELECTED = re.compile(
    r"\s*Disk ([0-9]{1,5}) is now the selected disk\.?|\s*DISKPART>\s*sel(?:ect)? dis(?:k)? ([0-9]{1,5})\s*\Z"
    r"|\s*Datenträger ([0-9]{1,5}) ist jetzt der|\s*Le disque ([0-9]{1,5}) est maintenant le|\s*El disco ([0-9]{1,5}) es ahora el"
    r"|\s*Il disco attualmente selezionato è il disco ([0-9]{1,5})\b",
    re.IGNORECASE,
)
_HEADER_LINE = r"^[ \t]*Parti\w{1,8} ###[ \t]+\S{2,12}[ \t]{2,}\S{2,12}[ \t]{2,}\S{2,20}[ \t]*$"
_HEADER = re.compile(_HEADER_LINE)
_SIZE = r"[0-9]{1,6}\s?[^\W\d_]{1,3}|[0-9]{1,6} (?:octets|bytes)"
_ROW = re.compile(rf"\s*\*?\s*Parti\w{{1,8}} ([0-9]{{1,4}})\s+(\S.*?)\s+({_SIZE})\s+({_SIZE})\s*\Z")
_DETAIL = re.compile(r"\s*Partition ([0-9]{1,4})\s*\Z")
_FIELD = re.compile(r"\s*(Type|Hidden|Required|Active|Attrib|Offset in Bytes)\s*:\s*(.*)\Z")
_ROLES = {"reserved": "msr", "recovery": "system", "oem": "system", "extended": "extended", "system": "efi"}
_TRANSLATED = (
    (("reserv", "réserv", "riserv"), "msr"),
    (("wiederherst", "récup", "recuper", "ripristin", "oem"), "system"),
    (("erweitert", "étend", "extend", "estes"), "extended"),
    (("syst", "sist"), "efi"),
)
_NOISE = re.compile(
    r"\s*(?:Microsoft DiskPart|Copyright|On computer:|DISKPART>|[-\s]+\Z|Volume ###|\*?\s*Volume [0-9]|Disk ###|\*?\s*Disk [0-9]|There (?:is|are) no"
    r"|Auf Computer|Sur l.ordinateur|En el equipo|Nel computer|\S{4,15} ###\s|\*?\s*(?!Parti)\S{4,15} [0-9]{1,5}\s{2,}\S"
    r"|Leaving DiskPart|Partition [0-9]+ is now|\S.*\b(?:Disk|Device)\s*\Z|(?:Disk ID|Status|Path|Target|LUN ID|Location Path|Current Read-only"
    r"|Read-only|Boot Disk|Pagefile Disk|Hibernation File Disk|Crashdump Disk|Clustered Disk|Hidden|Attrib|Required)\b)"
)


def _partitions(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the rows of ``list partition`` and the properties of ``detail partition``."""
    drive: str | None = None
    detail: Record | None = None
    guest = guest_of(capture)
    for line, text in capture.lines():
        if len(text) > LONGEST_ROW:
            out.unread(line)
        elif match := _SELECTED.match(text):
            if detail is not None:
                yield detail
            detail, drive = None, drive_name(next(found for found in match.groups() if found))
        elif match := _ROW.match(text):
            values = {
                "drive": drive,
                "partition": match.group(1),
                "Type": match.group(2),
                "Size": match.group(3),
                "Offset": match.group(4),
            }
            yield Record(line, values, guest=guest)
        elif match := _DETAIL.match(text):
            if detail is not None:
                yield detail
            detail = Record(line, {"drive": drive, "partition": match.group(1)}, guest=guest)
        elif detail is not None and (match := _FIELD.match(text)):
            detail.values[match.group(1)] = match.group(2).strip()
        elif text.strip() and not _HEADER.match(text) and not _NOISE.match(text) and not _FIELD.match(text):
            out.unread(line)
    if detail is not None:
        yield detail


def _drive(row: Record) -> str | None:
    return row.text("drive")


def _is_rounded(row: Record) -> bool:
    return "Offset" in row.values


def _is_placed(row: Record) -> bool:
    return _is_rounded(row) or row.number("Offset in Bytes") is not None


def _role(row: Record) -> str | None:
    if not _is_rounded(row):
        return None
    kind = row.values["Type"].lower()
    return _ROLES.get(kind) or next((role for words, role in _TRANSLATED if kind.startswith(words)), "data")


def _is_dynamic(row: Record) -> bool | None:
    return "dynamic" in row.values["Type"].lower() if _is_rounded(row) else None


def _rounded(name: str, column: str) -> Callable[[Record], Value]:
    """Source: a bound of a rounded size."""
    return lambda row: facts(column.split("_", maxsplit=1)[0], interval(row.text(name), either_way=True)).get(column)


_PARTITION = Facts(
    "partition", needs="device", note="skipped a partition: no 'Disk N is now the selected disk' before it", unread=True,
    host=host, device=disk(lambda row: None, _drive), guest=lambda row: row.guest or None,
    partition=number("partition"), start_bytes=number("Offset in Bytes"), partition_type="Type", role=_role,
    start_low_bytes=_rounded("Offset", "start_low_bytes"), start_high_bytes=_rounded("Offset", "start_high_bytes"),
    size_low_bytes=_rounded("Size", "size_low_bytes"), size_high_bytes=_rounded("Size", "size_high_bytes"),
    exact=lambda row: None if _is_rounded(row) else True, dynamic_disk=_is_dynamic,
)  # fmt: skip


def _owner(text: str) -> str | None:
    match = re.search(
        r"(?m)^[ \t]*(?:On computer|Auf Computer|Sur l.ordinateur|En el equipo|Nel computer)\s?:\s*(\S+)\s*$",
        text[:16_384],
    )
    return match.group(1) if match else None


READERS = (
    WINDOWS.reader(
        "windows-diskpart", "diskpart",
        by_pattern(
            "tables and details of partitions: diskpart", (94, _HEADER_LINE),
            (92, r"^[ \t]*Offset in Bytes\s*:\s*[0-9](?s:.*)^[ \t]*Partition [0-9]+\s*$"),
            (92, r"^[ \t]*Partition [0-9]+\s*$(?s:.*)^[ \t]*Offset in Bytes\s*:\s*[0-9]"),
        ),
        Where(_is_placed, Where(_drive, HOST), _PARTITION),
        rows=_partitions, needles=("Partition",), owner_in=_owner, trust=50,
    ),
)  # fmt: skip
