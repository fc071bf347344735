"""An older capture beside today's: of all it says, only its counters are taken, so that they become rates.

Everything else in it was true then: a zone that has gone since must not come back. Its exports stand in the coverage
with what became of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from checker.facts.observations import Observations
from checker.readers.intake import SECTIONS_A_FILE, ExportRecord
from checker.readers.pool import Intake

KIND = "counter_sample"
_NO_FACTS = frozenset({"notes", "failure", "ignored", "first_unread", "previous", "ignores"})


def take_counters(intake: Intake, older: Intake) -> None:
    """Add the counters of an older capture to today's observations, and its exports to the records.

    Args:
        intake: what was read of today.
        older: what was read of the older capture, in this process.
    """
    shift = (1 + max((one.export_id // SECTIONS_A_FILE for one in intake.records), default=-1)) * SECTIONS_A_FILE
    taken = _copy(older.observations, intake.observations, shift)
    useful = {(one.file, one.member) for one in older.records if one.export_id in taken}
    for record in older.records:
        samples = taken.get(record.export_id, 0)
        if not samples and (record.file, record.member) in useful:
            # The part of the same file with the counters says that it is of an older capture.
            continue
        record.export_id += shift
        record.previous = True
        record.ignored = record.ignored or (record.format is not None and not samples)
        record.notes = [*record.notes, (record.first_line, _told(record, samples))]
        record.records = samples
        intake.records.append(record)


def _told(record: ExportRecord, samples: int) -> str:
    if not samples:
        return "of an older capture, of which only counters are taken: it holds none"
    if record.captured_at is None:
        return "of an older capture without a time: say it with captured_at under sources, or its counters tell no rate"
    return "of an older capture: only its counters were taken"


def _copy(older: Observations, target: Observations, shift: int) -> dict[int, int]:
    """Copy the rows of the counters; return how many each export had."""
    counts: dict[int, int] = {}
    for chunk in older.chunks():
        if chunk.kind != KIND:
            continue
        into = target.chunk(KIND, chunk.columns)
        for column, values in zip(into.values, chunk.values, strict=True):
            column.extend(values)
        into.line.extend(chunk.line)
        into.seq.extend(chunk.seq)
        for export_id in chunk.export_id:
            counts[export_id] = counts.get(export_id, 0) + 1
            into.export_id.append(export_id + shift)
    return counts


def export_rows(records: Sequence[ExportRecord]) -> list[dict[str, Any]]:
    """Return the rows of the table of exports.

    Exports of an older capture are there for the places of their counters only: nobody owns them, and they are as old
    as today's newest, so that they tell nothing about the age or completeness of today's.
    """
    times = (one.captured_at for one in records if one.captured_at is not None and not one.previous)
    # A time without a zone counts as UTC, as everywhere.
    newest: datetime | None = max(times, key=lambda at: at if at.tzinfo else at.replace(tzinfo=UTC), default=None)
    rows = []
    for record in records:
        if record.format is None or (record.previous and record.ignored):
            continue
        row = {one.name: getattr(record, one.name) for one in fields(record) if one.name not in _NO_FACTS}
        row["trouble_line"] = None if record.previous else _trouble_line(record)
        if record.previous:
            row.update(
                owner=None, owner_basis=None, captured_at=newest, platform="sanlint", unread_lines=0,
                printed_count=None, counted_records=None, ends_inside_record=False,
            )  # fmt: skip
        rows.append(row)
    return rows


def _trouble_line(record: ExportRecord) -> int | None:
    """Return the line to look at if an export was not read whole: where reading stopped, its end, or what was unread."""
    stopped = [line for line, text in record.notes if text.startswith("reading stopped")]
    if stopped:
        return stopped[0]
    if record.ends_inside_record:
        last = record.first_line + max(record.lines - 1, 0)
        return max((line for line, _ in record.notes), default=last)
    return record.first_unread
