"""Measure how completely exports are read: records read and stated, bad values, and what became of each line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from checker.facts.observations import Chunk, Observations
from checker.intake.accounting.account import Account, account
from checker.intake.decode import decode
from checker.intake.read import read_file
from checker.intake.recognise import parts_of
from checker.intake.record import ExportRecord
from checker.intake.sections.section import capture_of
from checker.intake.walk import SourceFile, read_bytes

_SHOWN = 60


@dataclass(frozen=True)
class Quality:
    """Result of reading one export, or the total for one format.

    ``stated`` is the record count printed in the export, or None. ``lines`` is the number of all its lines. Of those
    ``examined`` (not blank, near the top), ``facts`` contain facts and ``silent`` are neither facts nor known noise.
    """

    place: str
    format: str | None
    records: int
    stated: int | None
    bad_values: int
    unread_lines: int
    lines: int
    problems: tuple[str, ...] = ()
    examined: int = 0
    facts: int = 0
    silent: int = 0

    @property
    def perfect(self) -> bool:
        """Return whether the export was recognised and read completely."""
        return self.format is not None and not self.problems


def qualities(sources: Sequence[SourceFile]) -> Iterator[Quality]:
    """Read each file separately and yield the result for each export in it; ignored files are skipped."""
    for number, source in enumerate(sources):
        observations = Observations()
        records = read_file(source, number, observations)
        bad: dict[int, list[str]] = {}
        for chunk in observations.chunks():
            if chunk.kind == "bad_value":
                for index, export_id in enumerate(chunk.export_id):
                    bad.setdefault(export_id, []).append(_described(chunk, index))
        accounts = _accounts(source, records)
        for record in records:
            if not record.ignored:
                yield _quality(record, bad.get(record.export_id, []), accounts.get(record.first_line))


def _accounts(source: SourceFile, records: Sequence[ExportRecord]) -> dict[int, Account]:
    """Account for the lines of the exports of a file by their first line."""
    found: dict[int, Account] = {}
    owners = {record.first_line: record.owner for record in records if record.format and not record.ignored}
    if not owners:
        return found
    for section, piece in parts_of(decode(read_bytes(source)), source):
        # Inventories are checked against their schema, which knows every key.
        if piece is not None and piece.reader.platform != "sanlint" and section.first_line in owners:
            capture = replace(capture_of(section, source), owner=owners[section.first_line] or "")
            found[section.first_line] = account(piece.reader, capture)
    return found


def _described(chunk: Chunk, index: int) -> str:
    """Return the text for a bad value: the column it was meant for, and the value."""
    row = dict(zip(chunk.columns, (column[index] for column in chunk.values), strict=True))
    return f"{row.get('about_kind')}.{row.get('fact')} {_shown(str(row.get('value', '')))}"


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}\u2026")


def _quality(record: ExportRecord, bad: list[str], lines: Account | None) -> Quality:
    name = record.file + (f"!{record.member}" if record.member else "")
    problems = [f"line {line}: {text}" for line, text in record.notes]
    if record.unread_lines:
        first = f", the first at line {record.first_unread}" if record.first_unread else ""
        count = "1 line" if record.unread_lines == 1 else f"{record.unread_lines} lines"
        problems.append(f"{count} not read{first}")
    stated = record.printed_count
    if stated is not None and stated != record.counted_records:
        problems.append(f"states {stated} records; {record.counted_records} were read")
    if bad:
        listed = ", ".join(dict.fromkeys(bad[:3])) + (f" and {len(bad) - 3} more" if len(bad) > 3 else "")
        problems.append(f"{len(bad)} bad {'value' if len(bad) == 1 else 'values'}: {listed}")
    counts = (0, 0, 0)
    if lines is not None:
        counts = lines.lines, len(lines.facts), len(lines.silent)
        if lines.silent:
            # Without its text: what is not read may be a password.
            count = "1 line" if len(lines.silent) == 1 else f"{len(lines.silent)} lines"
            problems.append(f"{count} not accounted for, the first at line {min(lines.silent)}")
    return Quality(
        f"{name}:{record.first_line}", record.format, record.records, stated, len(bad), record.unread_lines, record.lines,
        tuple(problems), *counts,
    )  # fmt: skip


def totals(checked: Iterable[Quality]) -> list[Quality]:
    """Return the totals by format, ordered by name, unrecognised exports last; ``place`` counts the exports."""
    groups: dict[str | None, list[Quality]] = {}
    for one in checked:
        groups.setdefault(one.format, []).append(one)
    found = []
    for name in sorted(groups, key=lambda name: (name is None, name or "")):
        group = groups[name]
        stated = [one.stated for one in group if one.stated is not None]
        found.append(
            Quality(
                f"{sum(one.perfect for one in group)} of {len(group)} complete",
                name,
                sum(one.records for one in group),
                sum(stated) if stated else None,
                sum(one.bad_values for one in group),
                sum(one.unread_lines for one in group),
                sum(one.lines for one in group),
                (),
                sum(one.examined for one in group),
                sum(one.facts for one in group),
                sum(one.silent for one in group),
            )
        )
    return found
