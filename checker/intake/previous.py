"""Use an earlier capture to turn counters into rates: only its counters are added to the current capture.

Its other facts may be outdated: a zone that was deleted since must not reappear. Coverage lists its exports, and whether
they were used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from checker.facts.observations import Observations
from checker.facts.resolve.samples import SAMPLED_KINDS
from checker.intake.pool import Intake
from checker.intake.record import SECTIONS_A_FILE, ExportRecord

_NO_FACTS = frozenset({"notes", "failure", "ignored", "first_unread", "previous", "ignores"})


def take_counters(intake: Intake, older: Intake) -> None:
    """Add the counters of an earlier capture to the current observations, and its exports to the records.

    Args:
        intake: the current capture.
        older: the earlier capture, read in this process.
    """
    shift = (1 + max((one.export_id // SECTIONS_A_FILE for one in intake.records), default=-1)) * SECTIONS_A_FILE
    taken = _copy(older.observations, intake.observations, shift)
    useful = {(one.file, one.member) for one in older.records if one.export_id in taken}
    for record in older.records:
        samples = taken.get(record.export_id, 0)
        if not samples and (record.file, record.member) in useful:
            # The record for the counters in the same file already carries the note.
            continue
        record.export_id += shift
        record.previous = True
        record.ignored = record.ignored or (record.format is not None and not samples)
        record.notes = [*record.notes, (record.first_line, _rate_note(record, samples))]
        record.records = samples
        intake.records.append(record)


def _rate_note(record: ExportRecord, samples: int) -> str:
    if not samples:
        return "skipped: an earlier capture is used for counters only, and this export has none"
    if record.captured_at is None:
        return "earlier capture without a time: set captured_at under sources, otherwise its counters give no rates"
    return "earlier capture: only its counters are used"


def _copy(older: Observations, target: Observations, shift: int) -> dict[int, int]:
    """Copy the counter rows and return their number by export."""
    counts: dict[int, int] = {}
    for chunk in older.chunks():
        if chunk.kind not in SAMPLED_KINDS:
            continue
        into = target.chunk(chunk.kind, chunk.columns)
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

    Exports of an earlier capture are included only so that their counters have a location. They have no owner and the
    time of the newest current export, so that they do not affect the age or completeness of the current capture.
    """
    times = (one.captured_at for one in records if one.captured_at is not None and not one.previous)
    # A time without a time zone is UTC.
    newest: datetime | None = max(times, key=lambda at: at if at.tzinfo else at.replace(tzinfo=UTC), default=None)
    rows = []
    for record in records:
        if record.format is None or (record.previous and record.ignored):
            continue
        row = {one.name: getattr(record, one.name) for one in fields(record) if one.name not in _NO_FACTS}
        row["trouble_line"] = None if record.previous else _trouble_line(record)
        row["stopped"] = None if record.previous else next((reason for _, reason in _stops(record)), None)
        if record.previous:
            row.update(
                owner=None, owner_basis=None, captured_at=newest, platform="sanlint", unread_lines=0,
                printed_count=None, counted_records=None, ends_inside_record=False,
            )  # fmt: skip
        rows.append(row)
    return rows


def _trouble_line(record: ExportRecord) -> int | None:
    """Return the line where an export was not read completely: where reading stopped, its end, or the first unread line."""
    stopped = _stops(record)
    if stopped:
        return stopped[0][0]
    if record.ends_inside_record:
        last = record.first_line + max(record.lines - 1, 0)
        return max((line for line, _ in record.notes), default=last)
    return record.first_unread


def _stops(record: ExportRecord) -> list[tuple[int, str]]:
    """Return the lines where reading stopped, each with the reason."""
    begins = "reading stopped: "
    return [(line, text.removeprefix(begins)) for line, text in record.notes if text.startswith(begins)]
