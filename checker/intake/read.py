"""Read one file into observations: decode, split, recognise, assign the owner, run the reader. Runs in any process."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from checker.facts.observations import Observations
from checker.intake import clock, refusal
from checker.intake.decode import decode, instead_of_text
from checker.intake.greeting import is_greeting
from checker.intake.own_documents import WRITTEN_BY_SANLINT, is_own_document
from checker.intake.owners.naming import owner_by_path
from checker.intake.owners.ownership import Piece, SourceHint, assign_owners, time_of
from checker.intake.split import Section, split_commands, split_formats
from checker.intake.walk import SourceFile, read_bytes
from checker.readers.registry import Card, Recogniser, cards_in, reader_named
from checker.readers.toolkit.base import Capture, Detection, Ignore, Reader, read_capture

SECTIONS_A_FILE = 4096
"""Factor between file numbers and export ids, so that ids do not depend on the order of reading."""

MOST_SECTIONS = 2 * SECTIONS_A_FILE
"""Parts of one file that readers are asked about; most parts of a session are not exports."""
_SHORT = 500
"""Characters up to which captures that no reader knows are remembered."""
CONFIG_NAMES = ("sanlint.yaml", ".sanlint.yaml")
"""Configuration files, often stored next to exports; a bundle must not configure its own audit (cli.md)."""
A_CONFIGURATION = "skipped: a configuration inside the input cannot configure its own audit"
_BEGINNING = 8192
"""Bytes that identify a file that contains no export."""
_LARGE = 1_000_000
"""Bytes from which a file is not read if its beginning is not text."""
_PROJECT = "pyproject.toml"
_SECTION = re.compile(rb"(?m)^[ \t]*\[+\s*tool\s*\.\s*sanlint\b")
# Only at the start of a line: an inventory inside a configuration has the same key, indented.
_INVENTORY = re.compile(rb"(?m)^sanlint: 1\b")


@dataclass
class ExportRecord:
    """One export, or an unrecognised file or part of a file (``format`` None).

    ``previous`` marks an export of an earlier capture, of which only the counters are used. ``ignores`` are the comments
    of an inventory that suppress findings.
    """

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
    address: str | None = None
    captured_at: datetime | None = None
    intent: bool = False
    trust: int = 0
    records: int = 0
    unread_lines: int = 0
    first_unread: int | None = None
    printed_count: int | None = None
    counted_records: int | None = None
    ends_inside_record: bool = False
    filtered: bool = False
    notes: list[tuple[int, str]] = field(default_factory=list)
    failure: str | None = None
    ignored: bool = False
    previous: bool = False
    ignores: list[Ignore] = field(default_factory=list)


def read_file(
    source: SourceFile,
    number: int,
    observations: Observations,
    hints: Sequence[SourceHint] = (),
    recogniser: Recogniser | None = None,
) -> list[ExportRecord]:
    """Read one file into the observations and return a record for each export in it; bad input raises no error.

    ``recogniser`` is shared by all files of a process, which makes similar files faster to recognise.
    """
    base = number * SECTIONS_A_FILE

    def unread(note: str, lines: int = 0, *, ignored: bool = False, failure: str | None = None) -> list[ExportRecord]:
        export_id = base + (SECTIONS_A_FILE - 1 if failure else 0)
        notes = [(1, note)]
        named = (source.name, source.member)
        return [ExportRecord(export_id, *named, 1, lines, notes=notes, ignored=ignored, failure=failure)]

    if source.problem:
        return unread(source.problem, ignored=source.ignored)
    try:
        if source.size > _LARGE and source.path is not None and (what := _binary(source.path)):
            return unread(what, ignored=source.bundle is not None)
        data = read_bytes(source)
    except OSError as error:
        return unread(f"can't be read: {error.strerror or error}")
    last = source.inside[-1] if source.member and source.inside else source.name.rpartition("/")[2]
    if (last in CONFIG_NAMES and not _INVENTORY.search(data[:4096])) or (last == _PROJECT and _SECTION.search(data)):
        return unread(A_CONFIGURATION, data.count(b"\n"), ignored=True)
    begin, text = data[:_BEGINNING], ""
    try:
        text = decode(data)
        # Free the bytes early: they are as large as the text.
        del data
        records = read_source(text, source, base, observations, hints, recogniser)
    except Exception as error:  # noqa: BLE001 - what breaks on one file must not stop the audit of the others
        failure = _failure(error)
        return unread(f"reading stopped: internal error ({failure})", text.count("\n"), failure=failure)
    if not any(record.format for record in records):
        # Most files of a support bundle are not exports; that is normal, so they are only counted.
        records = records[:1]
        records[0].ignored = records[0].ignored or source.bundle is not None
        if is_own_document(begin):
            records[0].ignored = True
            records[0].notes.append((1, WRITTEN_BY_SANLINT))
        elif what := instead_of_text(begin) or (None if source.bundle else refusal.reason(text, last)):
            records[0].notes.append((1, what))
    if source.remark:
        records[-1].notes.append((records[-1].first_line, source.remark))
        records[-1].ends_inside_record = True
    return records


def _binary(path: Path) -> str | None:
    """Return what the first block of a file shows it to be, or None if it appears to be text."""
    with path.open("rb") as file:
        return instead_of_text(file.read(_BEGINNING))


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
    """Read decoded text that exists only in memory; see :func:`read_file`."""
    return read_source(text, SourceFile(name, tuple(inside), None, len(text)), base, observations, hints, recogniser)


def read_source(
    text: str,
    source: SourceFile,
    base: int,
    observations: Observations,
    hints: Sequence[SourceHint] = (),
    recogniser: Recogniser | None = None,
) -> list[ExportRecord]:
    """Read the decoded text of one file; see :func:`read_file`."""
    detector = recogniser or Recogniser()
    records: list[ExportRecord] = []
    pieces: list[Piece] = []
    if not text.strip():
        note = (1, "empty file")
        return [ExportRecord(base, source.name, source.member, 1, text.count("\n"), notes=[note])]
    sections = split_commands(text)
    several = len(sections) > 1
    # One pass over the text decides which readers its parts can be for.
    possible = cards_in(text, {section.command for section in sections if section.command}) if several else None
    # Sessions repeat short outputs that no reader knows, and a capture is recognised by nothing but itself.
    strange: set[tuple[str, str | None, frozenset[tuple[str, str]]]] = set()
    for number, section in enumerate(sections):
        if number >= MOST_SECTIONS or len(pieces) >= SECTIONS_A_FILE - 1:
            records.append(_rest(section.first_line, text, source))
            break
        same = (section.text, section.command, frozenset(section.header.items()))
        found, unknown = ([], [section]) if same in strange else _recognise(section, source, detector, possible)
        if unknown == [section] and len(section.text) < _SHORT:
            strange.add(same)
        pieces.extend(found)
        records.extend(
            ExportRecord(0, source.name, source.member, part.first_line, _line_count(part.text), command=part.command)
            for part in unknown
            if not (several and is_greeting(part.text, first=part.command is None and not pieces))
        )
    if not pieces and not records:
        note = (1, "contains only prompts and headers")
        return [ExportRecord(base, source.name, source.member, 1, _line_count(text), notes=[note])]
    hint = next((one for one in hints if one.fits(source)), None)
    assign_owners(pieces, source, hint)
    unassigned = [piece for piece in pieces if piece.owner is None]
    pieces = [piece for piece in pieces if piece.owner is not None]
    records.extend(_unassigned(piece, source) for piece in unassigned)
    if len(pieces) >= SECTIONS_A_FILE:
        records.append(_rest(pieces[SECTIONS_A_FILE - 1].section.first_line, text, source))
        pieces = pieces[: SECTIONS_A_FILE - 1]
    for number, piece in enumerate(pieces):
        records.append(_read_piece(piece, source, hint, base + number, observations))
    if any(record.format for record in records):
        records = [record for record in records if record.format or _worth_listing(record)]
        for record in records:
            if record.format is None and not record.notes:
                last = record.first_line + max(record.lines, 1) - 1
                which = f"line {last}" if last == record.first_line else f"lines {record.first_line}\u2013{last}"
                record.notes.append((record.first_line, f"{which} not recognised"))
    # Unrecognised parts have no facts, so nothing refers to their numbers; they are numbered last.
    free = base + len(pieces) + sum(record.format is None for record in records)
    for record in records:
        if record.format is None:
            free -= 1
            record.export_id = min(free, base + SECTIONS_A_FILE - 1)
    return sorted(records, key=lambda record: record.first_line)


def _rest(line: int, text: str, source: SourceFile) -> ExportRecord:
    """Return the record of what follows the most captures that are read of one file."""
    lines = _line_count(text) - line + 1
    note = f"lines {line}\u2013{line + lines - 1} not read: more than {SECTIONS_A_FILE - 1:,} captures in one file; split it"
    return ExportRecord(0, source.name, source.member, line, lines, notes=[(line, note)])


def parts_of(text: str, source: SourceFile) -> list[tuple[Section, Piece | None]]:
    """Split the text of a file as :func:`read_source` does; return each part with its reader and owner, or None."""
    pieces: list[Piece] = []
    unread: list[Section] = []
    for section in split_commands(text):
        found, unknown = _recognise(section, source, Recogniser())
        pieces += found
        unread += [part for part in unknown if part.text.strip()]
    assign_owners(pieces, source, None)
    parts = [*((piece.section, piece) for piece in pieces), *((part, None) for part in unread)]
    return sorted(parts, key=lambda part: part[0].first_line)


def read_inventory(text: str, name: str, export_id: int, observations: Observations) -> list[ExportRecord]:
    """Read the inventory in a configuration and return its record.

    It needs no ``sanlint: 1``, and its lines are not searched for prompts.
    """
    piece = Piece(Section(text, 1), reader_named("sanlint-inventory"), None)
    piece.owner, piece.basis = "configuration", "config"
    return [_read_piece(piece, SourceFile(name, (), None, len(text)), None, export_id, observations)]


def _unassigned(piece: Piece, source: SourceFile) -> ExportRecord:
    section = piece.section
    note = (
        f"skipped output of {piece.reader.command}: the command line runs it on several or unnamed machines; "
        "collect one file per machine, or name it in sources: of the configuration"
    )
    record = ExportRecord(
        0, source.name, source.member, section.first_line, _line_count(section.text), command=section.command
    )
    record.notes.append((section.first_line, note))
    return record


def _worth_listing(record: ExportRecord) -> bool:
    return record.command is not None or record.lines > 3 or bool(record.notes)


def _recognise(
    section: Section, source: SourceFile, recogniser: Recogniser, among: Sequence[Card] | None = None
) -> tuple[list[Piece], list[Section]]:
    """Return the recognised pieces of a section with their readers, and the unrecognised parts.

    ``among`` are the readers that are possible, if that is known.
    """
    best = recogniser.best(capture_of(section, source), among)
    if best and (timed := clock.samples(section, best[1])):
        read = [_recognise(part, source, recogniser, among) for part in timed]
        return [piece for pieces, _ in read for piece in pieces], [part for _, unknown in read for part in unknown]
    several = _may_contain_several(section, best, in_bundle=source.bundle is not None)
    possible = cards_in(section.text, among=among) if several else ()
    parts = split_formats(section, possible) if several else [(None, section)]
    if len(parts) == 1:
        # Without the blank lines above it: they begin no part either if another part follows.
        return ([Piece(parts[0][1], best[1], best[0])], []) if best else ([], [section])
    pieces: list[Piece] = []
    # Consecutive parts of one format are one export; they are joined in one step, because there may be many.
    texts: list[list[str]] = []
    unknown: list[Section] = []
    previous: Reader | None = None
    for reader_name, part in parts:
        claim = recogniser.best(capture_of(part, source), possible)
        reader = claim[1] if claim else reader_named(reader_name) if reader_name else None
        if reader is None:
            unknown.append(part)
        elif previous is reader and reader.owner_in is None:
            texts[-1].append(part.text)
        else:
            pieces.append(Piece(part, reader, claim[0] if claim else None))
            texts.append([part.text])
        previous = reader
    for piece, found in zip(pieces, texts, strict=True):
        if len(found) > 1:
            piece.section = replace(piece.section, text="".join(found))
    return pieces, unknown


WHOLE_TEXT_LIMIT = 2_000_000
"""Size up to which a section is searched for further formats; larger sections come from one command."""
_LOG_CHARACTERS = 64_000
"""Size above which an unrecognised file of a support bundle is a log; bundles have one file per command."""


def _may_contain_several(section: Section, best: tuple[Detection, Reader] | None, *, in_bundle: bool) -> bool:
    if len(section.text) > (_LOG_CHARACTERS if in_bundle and best is None else WHOLE_TEXT_LIMIT):
        return False
    return best is None or best[1].begins is not None


def capture_of(section: Section, source: SourceFile) -> Capture:
    """Return the capture for detection: a part of a file whose owner is not known yet."""
    where = (source.name, source.member, section.first_line)
    return Capture(section.text, *where, command=section.command, header=section.header)


def first_piece(head: str, source: SourceFile, recogniser: Recogniser) -> Piece | None:
    """Return the first export in the beginning of a file that names no machine itself, else the first export, or None."""
    first = None
    for section in split_commands(head):
        pieces, _ = _recognise(section, source, recogniser)
        assign_owners(pieces, source, None)
        for piece in pieces:
            if piece.owner is not None:
                first = first or piece
                if piece.basis == "path":
                    return piece
    return first


def _read_piece(
    piece: Piece, source: SourceFile, hint: SourceHint | None, export_id: int, observations: Observations
) -> ExportRecord:
    section, reader = piece.section, piece.reader
    captured_at = time_of(piece, source, hint)
    capture = Capture(
        section.text,
        source.name,
        source.member,
        section.first_line,
        piece.owner or owner_by_path(source.inside, reader),
        piece.basis,
        section.command,
        captured_at,
        section.header,
    )
    result = read_capture(reader, capture, observations, export_id)
    return ExportRecord(
        export_id,
        source.name,
        source.member,
        section.first_line,
        _line_count(section.text),
        reader.name,
        reader.platform,
        reader.command,
        capture.owner,
        capture.owner_basis,
        _address(piece),
        captured_at,
        reader.intent(section.text) if reader.intent else False,
        reader.trust,
        result.records,
        result.unread_lines,
        result.first_unread,
        result.printed_count,
        result.counted_records,
        result.ends_inside_record,
        capture.filtered,
        [(note.line, note.text) for note in result.notes],
        result.failure,
        ignores=reader.ignores(section.text, section.first_line) if reader.ignores else [],
    )


def _address(piece: Piece) -> str | None:
    """Return the address that the command names, if the content names the machine itself."""
    weaker = [name for name, basis in piece.weaker if basis == "prompt" and name != piece.owner]
    return weaker[0] if weaker and piece.basis == "content" else None


def _line_count(text: str) -> int:
    return text.count("\n") + (0 if text.endswith("\n") or not text else 1)
