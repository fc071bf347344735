"""Read one file into observations: decode, split, recognise, assign the owner, run the reader. Runs in any process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from checker.facts.observations import Observations
from checker.facts.platforms import noun_of
from checker.intake.accounting.ignored import ignored_lines
from checker.intake.budget import Budget
from checker.intake.decode import decode, instead_of_text
from checker.intake.owners.hints import SourceHint
from checker.intake.owners.ownership import Piece, address_of, assign_owners, time_of
from checker.intake.owners.repeated import separated
from checker.intake.recognise import each_recognised
from checker.intake.record import SECTIONS_A_FILE, ExportRecord, question_of
from checker.intake.sections.remote import name_printed
from checker.intake.sections.section import Section, capture_of
from checker.intake.sections.split import split_commands
from checker.intake.unrecognised import own_documents, refusal
from checker.intake.unrecognised.greeting import is_greeting
from checker.intake.unrecognised.missing_command import missing_command
from checker.intake.walk import SourceFile, read_bytes
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import read_capture
from checker.system.processor_time import TAKES_TOO_LONG, Allowance, TooLongError, limited

MOST_SECTIONS = 2 * SECTIONS_A_FILE
"""Parts of one file that readers are asked about; most parts of a session are not exports."""
_BEGINNING = 8192
"""Bytes that identify a file that contains no export."""
_LARGE = 1_000_000
"""Bytes from which a file is not read if its beginning is not text."""
_WRITERS = frozenset(["checker.facts.observations", "checker.facts.column_buffer"])
TOO_LONG = f"reading stopped: {TAKES_TOO_LONG}"


def read_file(
    source: SourceFile,
    number: int,
    observations: Observations,
    hints: Sequence[SourceHint] = (),
    budget: Budget | None = None,
) -> list[ExportRecord]:
    """Read one file into the observations and return a record for each export in it; bad input raises no error."""
    budget = budget or Budget()
    base = number * SECTIONS_A_FILE

    def unread(note: str, lines: int = 0, *, ignored: bool = False, failure: str | None = None) -> list[ExportRecord]:
        export_id = base + (SECTIONS_A_FILE - 1 if failure else 0)
        notes = [(1, note)]
        named = (source.name, source.member)
        return [ExportRecord(export_id, *named, 1, lines, notes=notes, ignored=ignored, failure=failure)]

    if source.problem:
        return unread(source.problem, ignored=source.ignored)
    if not budget.left:
        return unread(budget.exceeded)
    try:
        if source.size > _LARGE and source.path is not None and (what := _binary(source.path)):
            return unread(what, ignored=source.bundle is not None)
        data = read_bytes(source)
    except OSError as error:
        return unread(f"cannot be read: {error.strerror or error}")
    if len(data) != source.size:
        # It grew after its beginning was recognised.
        source = replace(source, claims=None)
    last = source.inside[-1] if source.member and source.inside else source.name.rpartition("/")[2]
    if own_documents.is_configuration(last, data):
        return unread(own_documents.A_CONFIGURATION, data.count(b"\n"), ignored=True)
    begin, text = data[:_BEGINNING], ""
    try:
        with budget.reading(len(data)) as seconds, limited(seconds, _WRITERS) as allowance:
            text = decode(data)
            # Free the bytes early: they are as large as the text.
            del data
            records = read_source(text, source, base, observations, hints, allowance)
    except TooLongError:
        return unread(TOO_LONG, text.count("\n"))
    except Exception as error:  # noqa: BLE001 - what breaks on one file must not stop the audit of the others
        failure = _failure(error)
        return unread(f"reading stopped: internal error ({failure})", text.count("\n"), failure=failure)
    if not any(record.format for record in records):
        # Most files of a support bundle are not exports; that is normal, so they are only counted.
        records = records[:1]
        records[0].ignored = records[0].ignored or source.bundle is not None
        if own_documents.is_own_document(begin):
            records[0].ignored = True
            records[0].notes.append((1, own_documents.WRITTEN_BY_SANLINT))
        else:
            what = instead_of_text(begin) or (None if source.bundle else refusal.reason(text, last))
            if own_documents.is_hidden(source.inside) and not source.named and not refusal.is_damage(what):
                records[0].ignored, what = True, own_documents.HIDDEN
            if what:
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
) -> list[ExportRecord]:
    """Read decoded text that exists only in memory; see :func:`read_file`."""
    return read_source(text, SourceFile(name, tuple(inside), None, len(text)), base, observations, hints)


def read_source(
    text: str,
    source: SourceFile,
    base: int,
    observations: Observations,
    hints: Sequence[SourceHint] = (),
    allowance: Allowance | None = None,
) -> list[ExportRecord]:
    """Read the decoded text of one file; see :func:`read_file`.

    Raises:
        TooLongError: the ``allowance`` of processor time was spent before anything was read.
    """
    records: list[ExportRecord] = []
    pieces: list[Piece] = []
    if not text or text.isspace():
        note = (1, "empty file")
        return [ExportRecord(base, source.name, source.member, 1, text.count("\n"), notes=[note])]
    sections = split_commands(text, source.timezone)
    several = len(sections) > 1
    for number, (section, found, unknown) in enumerate(each_recognised(sections, text, source)):
        if number >= MOST_SECTIONS or len(pieces) >= SECTIONS_A_FILE - 1:
            records.append(_rest(section.first_line, text, source))
            break
        pieces.extend(found)
        records.extend(
            _unknown(part, source)
            for part in unknown
            if not (several and is_greeting(part.text, first=part.command is None and not pieces))
            and name_printed(part.command, part.text) is None
        )
    if not pieces and not records:
        note = (1, "contains only prompts and headers")
        return [ExportRecord(base, source.name, source.member, 1, _line_count(text), notes=[note])]
    hint = next((one for one in hints if one.fits(source)), None)
    assign_owners(pieces, source, hint)
    unassigned = [piece for piece in pieces if piece.owner is None]
    pieces = separated([piece for piece in pieces if piece.owner is not None], source)
    records.extend(_unassigned(piece, source) for piece in unassigned)
    if len(pieces) >= SECTIONS_A_FILE:
        records.append(_rest(pieces[SECTIONS_A_FILE - 1].section.first_line, text, source))
        pieces = pieces[: SECTIONS_A_FILE - 1]
    lines = _line_count(text)
    for number, piece in enumerate(pieces):
        # Once it is spent, the readers of the other parts are not asked.
        if allowance is not None and allowance.spent:
            records.append(_part(piece.section, source, TOO_LONG))
            continue
        is_last = piece.section.first_line + _line_count(piece.section.text) > lines
        records.append(_read_piece(piece, source, hint, base + number, observations, is_last=is_last))
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


def read_inventory(text: str, name: str, export_id: int, observations: Observations) -> list[ExportRecord]:
    """Read the inventory in a configuration and return its record.

    It needs no ``sanlint: 1``, and its lines are not searched for prompts.
    """
    piece = Piece(Section(text, 1), reader_named("sanlint-inventory"), None)
    piece.owner, piece.basis = "configuration", "config"
    return [_read_piece(piece, SourceFile(name, (), None, len(text)), None, export_id, observations)]


def _unknown(section: Section, source: SourceFile) -> ExportRecord:
    """Return the record of a part that no reader knows; the shell may have printed it because it did not find the command."""
    line, lines = section.first_line, _line_count(section.text)
    name = missing_command(section.text)
    notes = [(line, f"{name}: command not found")] if name else []
    return ExportRecord(0, source.name, source.member, line, lines, command=section.command, notes=notes)


def _unassigned(piece: Piece, source: SourceFile) -> ExportRecord:
    note = (
        f"skipped output of {piece.reader.command}: the command line runs it on several or unnamed machines; "
        "collect one file per machine, or name it in sources: of the configuration"
    )
    return _part(piece.section, source, note)


def _part(section: Section, source: SourceFile, note: str) -> ExportRecord:
    """Return the record of a part that is not read, with the reason."""
    line, lines = section.first_line, _line_count(section.text)
    return ExportRecord(0, source.name, source.member, line, lines, command=section.command, notes=[(line, note)])


def _worth_listing(record: ExportRecord) -> bool:
    return record.command is not None or record.lines > 3 or bool(record.notes)


def _read_piece(
    piece: Piece,
    source: SourceFile,
    hint: SourceHint | None,
    export_id: int,
    observations: Observations,
    *,
    is_last: bool = False,
) -> ExportRecord:
    section, reader = piece.section, piece.reader
    record = ExportRecord(
        export_id,
        source.name,
        source.member,
        section.first_line,
        _line_count(section.text),
        format=reader.name,
        platform=reader.platform,
        command=reader.command,
        owner=piece.owner,
        owner_basis=piece.basis,
        address=_address(piece),
        path_owner=source.path_owner,
        capture_order=source.capture_order,
        checksum=_checksum(piece),
        trust=reader.trust,
    )
    try:
        record.captured_at = time_of(piece, source, hint)
        record.intent = reader.intent(section.text) if reader.intent else False
        capture = replace(
            capture_of(section, source),
            owner=piece.owner or "",
            owner_basis=piece.basis,
            captured_at=record.captured_at,
        )
        record.filtered = capture.filtered or reader.limits_parts(section.command)
        record.selected = reader.limits_objects(section.command)
        record.question = question_of(reader, section.command, "".join(source.inside[-1:]), section.text)
        result = read_capture(reader, capture, observations, export_id)
        record.records = result.records
        ignored = ignored_lines(reader, capture, result, export_id, is_last=is_last)
        record.unread_lines = result.unread_lines + len(ignored)
        record.first_unread = min(filter(None, (result.first_unread, *ignored)), default=None)
        record.printed_count = result.printed_count
        record.counted_records = result.counted_records
        record.ends_inside_record = result.ends_inside_record
        record.notes = [(note.line, note.text) for note in result.notes]
        if section.note:
            record.notes.append((section.first_line, section.note))
        record.failure = result.failure
        # Of what was not read to its end, there may be no facts whose findings could be suppressed.
        if reader.ignores and not record.ends_inside_record and record.failure is None:
            record.ignores = reader.ignores(section.text, section.first_line)
    except TooLongError:
        record.notes.append((section.first_line, TOO_LONG))
        record.ends_inside_record = True
    return record


def _address(piece: Piece) -> str | None:
    """Return the address that the content or the command names, if the content names the machine itself."""
    printed = address_of(piece)
    weaker = [name for name, basis in piece.weaker if (basis == "prompt" or name == printed) and name != piece.owner]
    return weaker[0] if weaker and piece.basis == "content" else None


def _checksum(piece: Piece) -> str | None:
    """Return the checksum of the text of an array that only the path names: equal texts are of one array."""
    if piece.basis != "path" or noun_of(piece.reader.platform) != "array":
        return None
    return blake2b(piece.section.text.strip().encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def _line_count(text: str) -> int:
    return text.count("\n") + (0 if text.endswith("\n") or not text else 1)
