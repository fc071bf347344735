"""Read many files: in this process for small inputs, in worker processes for large ones.

Files are independent. Workers write their rows as Parquet files into a private folder and return file names and
records: DuckDB reads them in parallel, and pickled lists are slower (performance.md).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from checker.facts.observations import Observations
from checker.facts.store.out_of_range import OutOfRange
from checker.intake.budget import Budget
from checker.intake.bundles.limits import Limits
from checker.intake.kept.files import KeptFiles
from checker.intake.kept.rows import file_read, files_read
from checker.intake.owners.heads import with_names
from checker.intake.owners.hints import SourceHint
from checker.intake.read import read_file
from checker.intake.record import ExportRecord
from checker.intake.walk import SourceFile
from checker.system.garbage import uncollected
from checker.system.space import is_full

PARALLEL_FROM_BYTES = 16_000_000
"""Cost of the input above which worker processes outweigh the cost of starting them and of the files between them."""

_BYTES_A_FILE = 4096
"""Bytes whose reading takes as long as finding out which readers a file is for."""

_STEPS = 200
"""Number of progress reports; each costs as much as reading a small file."""

Progress = Callable[[str, float], None]


@dataclass
class Intake:
    """Result of reading: rows in memory or as Parquet files by kind, in stable order, and one record per export.

    ``paths`` are the files on disk by name and path inside an archive, ``joined`` the files that one was made from: the
    line where each begins, its name and the line there.
    """

    observations: Observations = field(default_factory=Observations)
    files: list[tuple[str, Path]] = field(default_factory=list)
    records: list[ExportRecord] = field(default_factory=list)
    out_of_range_noted: bool = False
    paths: dict[tuple[str, str | None], Path] = field(default_factory=dict)
    joined: dict[tuple[str, str | None], tuple[tuple[int, str, int], ...]] = field(default_factory=dict)


def read_all(
    sources: Sequence[SourceFile],
    folder: Path,
    hints: Sequence[SourceHint] = (),
    jobs: int | None = None,
    progress: Progress | None = None,
    limits: Limits | None = None,
    *,
    samples: bool = False,
    keep: bool = False,
) -> Intake:
    """Read every file.

    Args:
        sources: the files.
        folder: a private folder for the rows that worker processes write.
        hints: what the configuration states about files.
        jobs: number of processes; None means one per core.
        progress: called as reading advances.
        limits: limits of archives and files.
        samples: whether readers write samples over time.
        keep: whether what earlier runs read of the same files is used, and kept for later ones; not for large inputs.
    """
    limits = limits or Limits()
    if progress:
        progress("reading", 0.0)
    budget = Budget(limits)
    total = sum(map(_cost, sources))
    small = total < PARALLEL_FROM_BYTES
    kept = _kept_files(sources, hints, limits, samples=samples) if keep and small and len(sources) > 1 else None
    sources = with_names(sources, hints, budget, kept)
    workers = jobs or os.cpu_count() or 1
    if workers < 2 or small:
        intake = _read_here(sources, hints, progress, budget, kept, samples=samples)
    else:
        try:
            intake = _read_in_workers(sources, folder, hints, workers, progress, limits, samples=samples)
        except OSError as error:
            if not is_full(error):
                raise
            # Without space for the files between processes, this one reads alone.
            intake = _read_here(sources, hints, progress, Budget(limits), None, samples=samples)
    intake.paths = {(source.name, source.member): source.path for source in sources if source.path is not None}
    intake.joined = {(source.name, source.member): source.joined for source in sources if source.joined}
    return intake


def _kept_files(
    sources: Sequence[SourceFile], hints: Sequence[SourceHint], limits: Limits, *, samples: bool
) -> KeptFiles | None:
    try:
        return KeptFiles(sources, (tuple(hints), limits, samples, sources[0].timezone))
    except (OSError, TypeError):
        return None


def _read_here(
    sources: Sequence[SourceFile],
    hints: Sequence[SourceHint],
    progress: Progress | None,
    budget: Budget,
    kept: KeptFiles | None,
    *,
    samples: bool,
) -> Intake:
    intake = Intake(Observations(budget.limits.max_records, samples=samples))
    new: dict[int, list[ExportRecord]] = {}
    large = sum(source.size for source in sources) > 1_000_000
    with uncollected() if large else nullcontext():
        for number, source in enumerate(sources):
            known = kept.load("read", source, file_read) if kept is not None else None
            if known is not None:
                intake.records.extend(known.add_to(intake.observations, number))
            else:
                new[number] = read_file(source, number, intake.observations, hints, budget)
                intake.records.extend(new[number])
            steps_done, steps_before = _STEPS * (number + 1) // len(sources), _STEPS * number // len(sources)
            if progress and steps_done != steps_before:
                progress("reading", steps_done / _STEPS)
    if kept is not None:
        complete = {number for number, records in new.items() if not any(record.cut_short for record in records)}
        for number, read in files_read(intake.observations, intake.records, complete).items():
            kept.keep("read", sources[number], read)
        kept.write()
    return intake


def _read_in_workers(
    sources: Sequence[SourceFile],
    folder: Path,
    hints: Sequence[SourceHint],
    workers: int,
    progress: Progress | None,
    limits: Limits,
    *,
    samples: bool,
) -> Intake:
    from concurrent.futures import as_completed

    # Where workers are forked, they need not import it again.
    import duckdb  # noqa: F401

    from checker.system.children import pool

    batches = _batches(list(enumerate(sources)), workers * 4)
    budget = Budget(limits, batches=len(batches))
    results: dict[int, tuple[list[ExportRecord], list[tuple[str, Path]]]] = {}
    with pool(min(workers, len(batches))) as executor:
        futures = {
            executor.submit(_read_batch, index, batch, str(folder), tuple(hints), budget, samples): index
            for index, batch in enumerate(batches)
        }
        for done, future in enumerate(as_completed(futures), 1):
            results[futures[future]] = future.result()
            if progress:
                progress("reading", done / len(batches))
    intake = Intake()
    for index in sorted(results):
        records, files = results[index]
        intake.records.extend(records)
        intake.files.extend(files)
    intake.records.sort(key=lambda record: record.export_id)
    return intake


def note_out_of_range(records: Sequence[ExportRecord], out_of_range: Sequence[OutOfRange]) -> None:
    """Note the values outside the range of their column at their exports; those lines count as unread."""
    by_id = {record.export_id: record for record in records if out_of_range}
    for rejected in out_of_range:
        record = by_id.get(rejected.export_id)
        if record is not None:
            record.notes = sorted([*record.notes, (rejected.line, rejected.text)])
            record.unread_lines += 1
            record.first_unread = min(record.first_unread or rejected.line, rejected.line)


def _batches(numbered: list[tuple[int, SourceFile]], count: int) -> list[list[tuple[int, SourceFile]]]:
    """Return batches of about equal cost, in the order of the files."""
    batch_size = sum(_cost(source) for _, source in numbered) / count
    batches: list[list[tuple[int, SourceFile]]] = [[]]
    size = 0
    for item in numbered:
        if size >= batch_size and batches[-1]:
            batches.append([])
            size = 0
        batches[-1].append(item)
        size += _cost(item[1])
    return batches


def _cost(source: SourceFile) -> int:
    """Return how much there is to read, in bytes: ignored files and those with a problem cost nothing."""
    return 0 if source.path is None and source.problem is not None else source.size + _BYTES_A_FILE


@uncollected()
def _read_batch(
    index: int,
    batch: list[tuple[int, SourceFile]],
    folder: str,
    hints: tuple[SourceHint, ...],
    budget: Budget,
    samples: bool,
) -> tuple[list[ExportRecord], list[tuple[str, Path]]]:
    from checker.facts.store.files import write_files

    observations = Observations(budget.limits.max_records, samples=samples)
    records: list[ExportRecord] = []
    for number, source in batch:
        records.extend(read_file(source, number, observations, hints, budget))
    out_of_range: list[OutOfRange] = []
    files = write_files(observations, Path(folder), f"{index:05d}", out_of_range)
    note_out_of_range(records, out_of_range)
    return records, files
