"""Localised partition tables of ``fdisk -l`` and ``parted print``, translated to English line by line.

Samples::

    Festplatte /dev/sda: 238,47 GiB, 256060514304 Bytes, 500118192 Sektoren
    Einheiten: Sektoren von 1 * 512 = 512 Bytes
    Festplattenbezeichnungstyp: dos

    Gerät      Boot Anfang      Ende  Sektoren  Größe Kn Typ
    /dev/sda1  *      2048 496093750 496091703 236,6G 83 Linux

    Modèle : EMC Invista (scsi)
    Disque /dev/sdb : 209715200s
    Taille des secteurs (logiques/physiques) : 512B/512B
    Table de partitions : msdos

    Numéro  Début  Fin         Taille      Type     Système de fichiers  Drapeaux
     1      63s    209715199s  209715137s  primary  ext4

No dictionary is needed: numbers, device names, units and label names are equal in all languages. The row below the
heading of a table identifies its columns. Every line keeps its line number.
"""

from __future__ import annotations

import re
from dataclasses import replace
from unicodedata import east_asian_width

from checker.facts.observations import Writer
from checker.readers.linux.partitions import fdisk_list, parted
from checker.readers.linux.partitions.roles import DISK_COLUMNS, PARTITION_COLUMNS
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.numbers import whole

_COLON = r"[ \u00a0\u202f]?[:：]"
_SIZE = r"[0-9]{1,12}(?:[.,][0-9]{1,4})?[ \u00a0\u202f]?[^\s\d,，:：]{1,12}"
_FDISK_DISK = re.compile(
    rf"(?:\S{{1,24}}\s+)?(/dev/[^\s:：]{{1,250}}){_COLON}\s*{_SIZE}[,，、]\s*(?:[^\s\d,，:：]{{1,12}}{_COLON} )?([0-9]{{4,18}})(?![0-9.])"
)
_FDISK_UNITS = re.compile(r".{1,60}?\b([0-9]{1,6}) ?[*×] ?([0-9]{3,5}) ?= ?([0-9]{3,12})\b")
_FDISK_LABEL = re.compile(rf".{{3,60}}?{_COLON}\s*(dos|gpt|sgi|sun|bsd)\Z")
_FDISK_ROW = re.compile(
    r"(/dev/\S+)\s+(?:\*\s+)?[0-9]{1,18}[+-]?\s+(?:[0-9]{1,18}|-)[+-]?\s+[0-9]{1,18}[+-]?\s+(\S+)(?:\s+(\S+))?"
)
_GEOMETRY = re.compile(r"[0-9]{1,6} [^\s,]{2,24}, ?[0-9]{1,6} \S{3,40}, ?[0-9]{1,12} ")
_HUMAN = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,3})?[KMGTPE]\Z")
_MBR_ID = re.compile(r"[0-9a-fA-F]{1,2}\Z")
_DECIMAL_COMMA = re.compile(r"(?<![0-9,])([0-9]{1,6}),([0-9]{1,3})(?=[KMGTPEk]i?B?\b)")
_SCSI_MODEL = re.compile(r"[^:：]{1,40}[:：]\s*([!-~][ -~]{1,30} \(scsi\))\Z")
_FULL_KEY = re.compile(
    rf"[^:：]{{2,80}}{_COLON}(?:\s|\Z)|.{{2,60}}：|[^:：]{{1,80}}(?<=[\u2e80-\u9fff\uac00-\ud7af)]):\S"
)
_PARTED_DISK = re.compile(
    rf"(?:\S{{1,24}}\s+)?(/dev/[^\s:：]{{1,250}}){_COLON}\s+([0-9.,]{{1,20}})(s|[kMGTPE]?i?B|cyl)\Z"
)
_PARTED_SECTOR = re.compile(rf".{{3,80}}?{_COLON}\s*([0-9]{{3,6}})B/([0-9]{{3,6}})B\Z")
_PARTED_TABLE = re.compile(rf".{{3,60}}?{_COLON}\s*(gpt|msdos|loop|mac|sun|bsd|dvh|amiga|pc98|atari|unknown)\Z")
_PARTED_SIZE = r"[0-9]{1,18}(?:[.,][0-9]{1,3})?(?:s|[kMGTPE]?i?B|cyl)?"
_PARTED_ROW = re.compile(rf"\s*[0-9]{{1,4}}\s+{_PARTED_SIZE}\s+{_PARTED_SIZE}\s+{_PARTED_SIZE}(?:\s|\Z)")
_FREE = re.compile(rf"\s*{_PARTED_SIZE}\s+{_PARTED_SIZE}\s+{_PARTED_SIZE}\s+\S")
_ENGLISH_FDISK = re.compile(r"^[ \t]*Disk \S[^:\n]{0,300}: [0-9.,]+ ?[KMGTPE]?i?B, [0-9]+ bytes", re.MULTILINE)
_LONGEST_LINE = 1000


def _lines(text: str) -> list[str]:
    return [line.replace("\u202f", " ").replace("\u00a0", " ") for line in text.split("\n")]


def _is_words(text: str) -> bool:
    """Whether a line is a heading: words without numbers, device names and colons."""
    return bool(text) and not any(c.isdecimal() for c in text) and ":" not in text and "/" not in text


def _next_row(lines: list[str], index: int) -> str:
    """Return the row below a heading; a long name may be on a line of its own before the rest of its row."""
    below = [line.strip() for line in lines[index + 1 : index + 4] if line.strip()]
    if len(below) > 1 and below[0].startswith("/dev/") and " " not in below[0]:
        return f"{below[0]} {below[1]}"
    return below[0] if below else ""


def _fdisk_heading(row: re.Match[str], label: str | None) -> str:
    fourth, fifth = row.group(2), row.group(3)
    if not _HUMAN.match(fourth):
        return "Device Boot Start End Blocks Id System"
    if label != "gpt" and fifth and _MBR_ID.match(fifth):
        return "Device Boot Start End Sectors Size Id Type"
    return "Device Start End Sectors Size Type"


def fdisk_in_english(text: str) -> str:
    """Return the text with the relevant lines in English; other lines are kept or neutralised."""
    lines = _lines(text)
    found: list[str] = []
    label: str | None = None
    inside = False
    for index, line in enumerate(lines):
        shown = line.strip()
        if not shown or len(line) > _LONGEST_LINE:
            found.append(line)
        elif match := _FDISK_DISK.match(shown):
            inside, label = True, None
            found.append(f"Disk {match.group(1)}: 0 B, {match.group(2)} bytes")
        elif not inside:
            found.append(line)
        elif shown.startswith("/dev/"):
            found.append(_DECIMAL_COMMA.sub(r"\1.\2", shown))
        elif (match := _FDISK_UNITS.match(shown)) and whole(match[1]) * whole(match[2]) == whole(match[3]):
            kind = "sectors" if match[1] == "1" else "cylinders"
            found.append(f"Units: {kind} of {match[1]} * {match[2]} = {match[3]} bytes")
        elif match := _FDISK_LABEL.match(shown):
            label = match.group(1)
            found.append(f"Disklabel type: {label}")
        elif _is_words(shown) and (row := _FDISK_ROW.match(_next_row(lines, index))):
            found.append(_fdisk_heading(row, label))
        elif _GEOMETRY.match(shown) or _FULL_KEY.match(shown):
            found.append("Disk identifier: -")
        else:
            found.append(line)
    return "\n".join(found)


def _known_flags(line: str, flags_at: int | None) -> str:
    """Drop localised flags, which would be read as part of the name."""
    if flags_at is None or line[flags_at - 1 : flags_at].strip():
        return re.sub(
            r"\s(?:[^\s,]{1,40}, ){1,20}[^\s,]{1,40}\s*\Z", lambda match: " " + parted.known_flags(match.group()), line
        )
    return f"{line[:flags_at]} {parted.known_flags(line[flags_at:])}"


def parted_in_english(text: str) -> str:
    """Return the text with the relevant lines in English; other lines are kept or neutralised."""
    lines = _lines(text)
    found: list[str] = []
    label = ""
    inside = False
    flags_at: int | None = None
    for index, line in enumerate(lines):
        shown = line.strip()
        if not shown or len(line) > _LONGEST_LINE:
            found.append(line)
        elif match := _PARTED_DISK.match(shown):
            inside, label = True, ""
            found.append(f"Disk {match[1]}: {match[2].replace(',', '.')}{match[3]}")
        elif match := _PARTED_SECTOR.match(shown):
            found.append(f"Sector size (logical/physical): {match[1]}B/{match[2]}B")
        elif match := _PARTED_TABLE.match(shown):
            label = match.group(1)
            found.append(f"Partition Table: {label}")
        elif inside and _PARTED_ROW.match(line):
            found.append(" ".join(_DECIMAL_COMMA.sub(r"\1.\2", _known_flags(line, flags_at)).split()))
        elif inside and _FREE.match(line):
            found.append("Information: -")
        elif inside and _is_words(shown) and _PARTED_ROW.match(_next_row(lines, index)):
            titles = re.split(r"\s{2,}", shown)
            # Where blanks were lost, the titles do not say where the flags begin.
            wide = any(east_asian_width(c) in "WF" for c in line)
            flags_at = None if wide or len(titles) == 1 else line.rindex(titles[-1])
            # Single blanks make the reader identify cells by their words: column widths depend on the language.
            found.append(
                "Number Start End Size Type File system Flags"
                if label == "msdos"
                else "Number Start End Size File system Name Flags"
            )
        elif match := _SCSI_MODEL.match(shown):
            found.append(f"Model: {match[1]}")
        elif _FULL_KEY.match(shown):
            found.append("Model: -")
        else:
            found.append(line)
    return "\n".join(found)


def _read_fdisk(capture: Capture, out: Writer) -> None:
    fdisk_list.read_listing(replace(capture, text=fdisk_in_english(capture.text)), out)


def _read_parted(capture: Capture, out: Writer) -> None:
    parted.read_tables(replace(capture, text=parted_in_english(capture.text)), out)


def _detect_fdisk(capture: Capture) -> Detection | None:
    head = capture.head
    if _ENGLISH_FDISK.search(head) or "/dev/" not in head:
        return None
    lines = [line.strip() for line in _lines(head)]
    if any(_FDISK_DISK.match(line) for line in lines) and any(
        (match := _FDISK_UNITS.match(line)) and whole(match[1]) * whole(match[2]) == whole(match[3]) for line in lines
    ):
        return Detection(91, "disk and units of fdisk -l in another language")
    return None


def _detect_parted(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"^[ \t]*Partition Table: \S", head, re.MULTILINE):
        return None
    lines = [line.strip() for line in _lines(head)]
    if any(_PARTED_DISK.match(line) for line in lines) and any(_PARTED_SECTOR.match(line) for line in lines):
        return Detection(91, "disk and sector size of parted in another language")
    return None


READERS = (
    Reader(
        name="linux-fdisk-translated", platform="linux", command="fdisk -l",
        provides={
            "host": ("host", "platform"),
            "device": DISK_COLUMNS,
            "partition": (*PARTITION_COLUMNS, "dynamic_disk"),
        },
        detect=_detect_fdisk, read=_read_fdisk, needles=("/dev/", "="),
    ),
    Reader(
        name="linux-parted-translated", platform="linux", command="parted <disk> unit s print",
        provides={
            "host": ("host", "platform"),
            "device": (*DISK_COLUMNS, "vendor", "model"),
            "partition": (*PARTITION_COLUMNS, "file_system"),
        },
        detect=_detect_parted, read=_read_parted, needles=("/dev/", "B/"),
    ),
)  # fmt: skip
