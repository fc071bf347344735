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

``list partition`` rounds offsets to whole units: such a start is no place to judge, and the row says so.
``detail partition`` prints ``Offset in Bytes: 1048576``, which is exact. In other languages the tables are known by their
form, and the disk by what was typed or, in German, French, Spanish and Italian, by the answer.
"""

from __future__ import annotations

import re

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.windows.disks import LONGEST_ROW, Objects, drive_name

_SELECTED = re.compile(
    r"\s*Disk ([0-9]{1,5}) is now the selected disk\.?|\s*DISKPART>\s*sel(?:ect)? dis(?:k)? ([0-9]{1,5})\s*\Z"
    r"|\s*Datenträger ([0-9]{1,5}) ist jetzt der|\s*Le disque ([0-9]{1,5}) est maintenant le|\s*El disco ([0-9]{1,5}) es ahora el"
    r"|\s*Il disco attualmente selezionato è il disco ([0-9]{1,5})\b",
    re.IGNORECASE,
)
_HEADER = re.compile(r"\s*Parti\w{1,8} ###\s+\S{2,12}\s{2,}\S{2,12}\s{2,}\S{2,20}\s*\Z")
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
_COLUMNS = ("host", "device", "guest", "partition", "start_bytes", "partition_type", "role", "exact", "dynamic_disk")
_NOISE = re.compile(
    r"\s*(?:Microsoft DiskPart|Copyright|On computer:|DISKPART>|[-\s]+\Z|Volume ###|\*?\s*Volume [0-9]|Disk ###|\*?\s*Disk [0-9]|There (?:is|are) no"
    r"|Auf Computer|Sur l.ordinateur|En el equipo|Nel computer|\S{4,15} ###\s|\*?\s*(?!Parti)\S{4,15} [0-9]{1,5}\s{2,}\S"
    r"|Leaving DiskPart|Partition [0-9]+ is now|\S.*\b(?:Disk|Device)\s*\Z|(?:Disk ID|Status|Path|Target|LUN ID|Location Path|Current Read-only"
    r"|Read-only|Boot Disk|Pagefile Disk|Hibernation File Disk|Crashdump Disk|Clustered Disk|Hidden|Attrib|Required)\b)"
)


def _read(capture: Capture, out: Writer) -> None:
    objects = Objects(capture, out)
    drive: str | None = None
    detail: tuple[int, int, dict[str, str]] | None = None
    for line, text in capture.lines():
        if len(text) > LONGEST_ROW:
            out.unread(line)
        elif match := _SELECTED.match(text):
            _write_detail(objects, out, drive, detail)
            detail = None
            drive = drive_name(next(number for number in match.groups() if number))
        elif match := _ROW.match(text):
            kind = match.group(2)
            word = kind.lower()
            facts: dict[str, Value] = {
                "partition": int(match.group(1)),
                "partition_type": kind,
                "role": _role(word),
                "exact": False,
                "dynamic_disk": "dynamic" in word,
            }
            _write(objects, out, line, drive, facts)
        elif match := _DETAIL.match(text):
            _write_detail(objects, out, drive, detail)
            detail = line, int(match.group(1)), {}
        elif detail is not None and (match := _FIELD.match(text)):
            detail[2][match.group(1)] = match.group(2).strip()
        elif text.strip() and not _HEADER.match(text) and not _NOISE.match(text) and not _FIELD.match(text):
            out.unread(line)
    _write_detail(objects, out, drive, detail)


def _role(word: str) -> str:
    return _ROLES.get(word) or next((role for words, role in _TRANSLATED if word.startswith(words)), "data")


def _write_detail(
    objects: Objects, out: Writer, drive: str | None, detail: tuple[int, int, dict[str, str]] | None
) -> None:
    if detail is None:
        return
    line, number, fields = detail
    offset = fields.get("Offset in Bytes", "")
    if offset.isascii() and offset.isdigit() and len(offset) < 19:
        facts: dict[str, Value] = {
            "partition": number,
            "start_bytes": int(offset),
            "partition_type": fields.get("Type"),
            "exact": True,
        }
        _write(objects, out, line, drive, facts)


def _write(objects: Objects, out: Writer, line: int, drive: str | None, facts: dict[str, Value]) -> None:
    device = objects.device(None, drive)
    if device is None:
        out.note(line, "no 'Disk N is now the selected disk' before: the disk of the partition is unknown")
        out.unread(line)
        return
    if objects.guest:
        facts["guest"] = objects.guest
    out.add("partition", line, host=objects.host(line=line), device=device, **facts)


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if any(_HEADER.match(line) for line in head.split("\n")):
        return Detection(94, "Partition ###, Type, Size, Offset of diskpart")
    if re.search(r"(?m)^\s*Offset in Bytes\s*:\s*[0-9]", head) and re.search(r"(?m)^\s*Partition [0-9]+\s*$", head):
        return Detection(92, "Offset in Bytes of diskpart's detail partition")
    return None


def _owner(text: str) -> str | None:
    match = re.search(
        r"(?m)^\s*(?:On computer|Auf Computer|Sur l.ordinateur|En el equipo|Nel computer)\s?:\s*(\S+)\s*$",
        text[:16_384],
    )
    return match.group(1) if match else None


READERS = (
    Reader(
        name="windows-diskpart",
        platform="windows",
        command="diskpart",
        provides={"host": ("host", "platform"), "partition": _COLUMNS},
        detect=_detect,
        read=_read,
        needles=("Partition",),
        owner_in=_owner,
        trust=50,
    ),
)
