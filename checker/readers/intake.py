"""From files to observations: decode, cut, recognise, tell the owner, read. One file at a time, in any process."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from checker.facts.observations import Observations
from checker.readers.base import Capture, Detection, Reader, read_capture
from checker.readers.decode import decode, instead_of_text
from checker.readers.owner import owner_from_path
from checker.readers.registry import Recogniser, cards, reader_named
from checker.readers.split import Section, split_commands, split_formats
from checker.readers.walk import SourceFile, read_bytes

SECTIONS_A_FILE = 4096
"""Export ids are file number times this plus section number, so that they do not depend on the order of reading."""

CONFIG_NAMES = ("sanlint.yaml", ".sanlint.yaml")
"""Configurations lie beside exports in many repositories; a bundle must not configure the audit of it (cli.md)."""
# At the beginning of a line: the inventory inside a configuration says so too, indented.
_INVENTORY = re.compile(rb"(?m)^sanlint: 1\b")


@dataclass(frozen=True)
class SourceHint:
    """What the configuration says about files: a glob on the file's name, and the owner or time of collection."""

    match: str
    owner: str | None = None
    captured_at: datetime | None = None


@dataclass
class ExportRecord:
    """One export as read, or a file or part of one that nobody recognised (``format`` None)."""

    export_id: int
    file: str
    member: str | None
    first_line: int
    lines: int
    format: str | None = None
    platform: str | None = None
    command: str | None = None
    owner: str | None = None
    owner_basis: str | None = None
    captured_at: datetime | None = None
    intent: bool = False
    trust: int = 0
    records: int = 0
    unread_lines: int = 0
    first_unread: int | None = None
    printed_count: int | None = None
    counted_records: int | None = None
    ends_inside_record: bool = False
    notes: list[tuple[int, str]] = field(default_factory=list)
    failure: str | None = None
    ignored: bool = False


@dataclass
class _Piece:
    section: Section
    reader: Reader
    detection: Detection | None
    owner: str | None = None
    basis: str = "path"


def read_file(
    source: SourceFile,
    number: int,
    observations: Observations,
    hints: Sequence[SourceHint] = (),
    recogniser: Recogniser | None = None,
) -> list[ExportRecord]:
    """Read one file into the observations and return a record for each export in it; never raises for bad input.

    ``recogniser`` is shared by the files of one process, so that files of one kind are recognised fast.
    """
    base = number * SECTIONS_A_FILE
    if source.problem:
        return [ExportRecord(base, source.name, None, 1, 0, notes=[(1, source.problem)], ignored=source.ignored)]
    try:
        data = read_bytes(source)
    except OSError as error:
        return [ExportRecord(base, source.name, None, 1, 0, notes=[(1, f"can't be read: {error.strerror or error}")])]
    if source.name.rpartition("/")[2] in CONFIG_NAMES and not _INVENTORY.search(data[:4096]):
        note = (1, "a configuration, not an export: it was not read from here")
        return [ExportRecord(base, source.name, None, 1, data.count(b"\n"), notes=[note], ignored=True)]
    try:
        records = read_text(decode(data), source.name, source.inside, base, observations, hints, recogniser)
    except Exception as error:  # noqa: BLE001 - what breaks on one file must not stop the audit of the others
        failure = _failure(error)
        note = (1, f"reading stopped: internal error ({failure})")
        lines = data.count(b"\n")
        return [ExportRecord(base + SECTIONS_A_FILE - 1, source.name, None, 1, lines, notes=[note], failure=failure)]
    if not any(record.format for record in records) and (what := instead_of_text(data)):
        records[0].notes.append((1, what))
    return records


def _failure(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else f"{type(error).__name__}: {error}"


def read_text(
    text: str,
    name: str,
    inside: Sequence[str],
    base: int,
    observations: Observations,
    hints: Sequence[SourceHint] = (),
    recogniser: Recogniser | None = None,
) -> list[ExportRecord]:
    """Read the decoded text of one file; see :func:`read_file`."""
    asked = recogniser or Recogniser()
    records: list[ExportRecord] = []
    pieces: list[_Piece] = []
    if not text.strip():
        return [ExportRecord(base, name, None, 1, text.count("\n"), notes=[(1, "there is no text in it")])]
    for section in split_commands(text):
        found, unknown = _recognise(section, name, asked)
        pieces.extend(found)
        records.extend(
            ExportRecord(0, name, None, part.first_line, _line_count(part.text), command=part.command)
            for part in unknown
        )
    if not pieces and not records:
        note = (1, "nothing but prompts and headers")
        return [ExportRecord(base, name, None, 1, _line_count(text), notes=[note])]
    hint = next((h for h in hints if fnmatch.fnmatch(name, h.match)), None)
    _tell_owners(pieces, inside, hint)
    for piece in pieces:
        records.extend(_read_piece(piece, name, inside, hint, base + len(records), observations))
    if any(record.format for record in records):
        records = [record for record in records if record.format or _worth_telling(record)]
    for index, record in enumerate(sorted(records, key=lambda r: r.first_line)):
        if record.format is None:
            record.export_id = base + SECTIONS_A_FILE - 1 - min(index, SECTIONS_A_FILE // 2)
    return sorted(records, key=lambda record: record.first_line)


def parts_of(text: str, name: str) -> list[tuple[Section, Reader | None]]:
    """Cut the text of a file as :func:`read_text` does; each part with the reader that would read it, or None."""
    found: list[tuple[Section, Reader | None]] = []
    for section in split_commands(text):
        pieces, unknown = _recognise(section, name, Recogniser())
        found += [(piece.section, piece.reader) for piece in pieces]
        found += [(part, None) for part in unknown if part.text.strip()]
    return sorted(found, key=lambda part: part[0].first_line)


def read_inventory(text: str, name: str, export_id: int, observations: Observations) -> list[ExportRecord]:
    """Read the inventory that a configuration holds, and return its record.

    Where it stands says what it is: it needs no ``sanlint: 1``, and no line of it is a prompt.
    """
    piece = _Piece(Section(text, 1), reader_named("sanlint-inventory"), None)
    piece.owner, piece.basis = "configuration", "config"
    return _read_piece(piece, name, (), None, export_id, observations)


def _worth_telling(record: ExportRecord) -> bool:
    return record.command is not None or record.lines > 3


def _recognise(section: Section, name: str, recogniser: Recogniser) -> tuple[list[_Piece], list[Section]]:
    """Find the reader of a section, or of each format in it; what nobody recognises comes back as it is."""
    best = _best(section, name, recogniser)
    parts = split_formats(section, cards()) if _may_hold_several(section, best) else [(None, section)]
    if len(parts) == 1:
        return ([_Piece(section, best[1], best[0])], []) if best else ([], [section])
    pieces: list[_Piece] = []
    unknown: list[Section] = []
    for begun, part in parts:
        claim = _best(part, name, recogniser)
        reader = claim[1] if claim else reader_named(begun) if begun else None
        if reader is None:
            unknown.append(part)
        elif pieces and pieces[-1].reader is reader and reader.owner_in is None and not unknown:
            joined = pieces[-1].section
            pieces[-1].section = Section(
                joined.text + part.text, joined.first_line, joined.command, joined.host, joined.header
            )
        else:
            pieces.append(_Piece(part, reader, claim[0] if claim else None))
    return pieces, unknown


WHOLE_TEXT_LIMIT = 4_000_000
"""Characters up to which a section is searched for further formats; larger ones come from one command."""


def _may_hold_several(section: Section, best: tuple[Detection, Reader] | None) -> bool:
    if len(section.text) > WHOLE_TEXT_LIMIT:
        return False
    return best is None or best[1].begins is not None


def _best(section: Section, name: str, recogniser: Recogniser) -> tuple[Detection, Reader] | None:
    return recogniser.best(
        Capture(section.text, name, None, section.first_line, command=section.command, header=section.header)
    )


def _tell_owners(pieces: list[_Piece], inside: Sequence[str], hint: SourceHint | None) -> None:
    for piece in pieces:
        named = piece.reader.owner_in(piece.section.text) if piece.reader.owner_in else None
        if hint and hint.owner:
            piece.owner, piece.basis = hint.owner, "config"
        elif named:
            piece.owner, piece.basis = named, "content"
        elif piece.section.host and piece.section.host.lower() not in ("localhost", "switch"):
            piece.owner, piece.basis = piece.section.host, "prompt"
        elif piece.section.header.get("host"):
            piece.owner, piece.basis = piece.section.header["host"], "header"
    # A file that names exactly one machine of a platform is about that machine in all its parts.
    told: dict[str, set[str]] = {}
    for piece in pieces:
        if piece.owner:
            told.setdefault(piece.reader.platform, set()).add(piece.owner)
    for index, piece in enumerate(pieces):
        if piece.owner:
            continue
        before = [
            p for p in pieces[:index] if p.owner and p.basis != "path" and p.reader.platform == piece.reader.platform
        ]
        others = told.get(piece.reader.platform, set())
        if len(others) == 1:
            piece.owner, piece.basis = next(iter(others)), "content"
        elif before:
            piece.owner, piece.basis = before[-1].owner, "content"
        else:
            piece.owner, piece.basis = owner_from_path(inside), "path"


def _read_piece(
    piece: _Piece,
    name: str,
    inside: Sequence[str],
    hint: SourceHint | None,
    export_id: int,
    observations: Observations,
) -> list[ExportRecord]:
    section, reader = piece.section, piece.reader
    captured_at = hint.captured_at if hint else None
    if captured_at is None and reader.captured_in:
        captured_at = reader.captured_in(section.text)
    if captured_at is None:
        captured_at = _header_time(section.header.get("captured_at"))
    capture = Capture(
        section.text,
        name,
        None,
        section.first_line,
        piece.owner or owner_from_path(inside),
        piece.basis,
        section.command,
        captured_at,
        section.header,
    )
    result = read_capture(reader, capture, observations, export_id)
    return [
        ExportRecord(
            export_id,
            name,
            None,
            section.first_line,
            _line_count(section.text),
            reader.name,
            reader.platform,
            reader.command,
            capture.owner,
            capture.owner_basis,
            captured_at,
            reader.intent(section.text) if reader.intent else False,
            reader.trust,
            result.records,
            result.unread_lines,
            result.first_unread,
            result.printed_count,
            result.counted_records,
            result.ends_inside_record,
            [(note.line, note.text) for note in result.notes],
            result.failure,
        )
    ]


def _header_time(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _line_count(text: str) -> int:
    return text.count("\n") + (0 if text.endswith("\n") or not text else 1)
