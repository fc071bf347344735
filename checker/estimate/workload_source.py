"""From a path to loads: a workload.yaml, a benchmark plan or result, or captures of what was measured."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.errors import NothingReadError, UsageError
from checker.estimate.workload_assign import MOST_PROBLEMS, printable
from checker.estimate.workload_measured import (
    ORDER_ASSUMED,
    Measured,
    busiest,
    finest,
    load_of,
    measured_of,
    whole,
)
from checker.estimate.workload_model import Load, LoadFile, Origin
from checker.estimate.workload_runs import Run, joined, load_of_run, phases, runs_of
from checker.estimate.workload_yaml import MOST_CHARACTERS, read_workload_yaml

if TYPE_CHECKING:
    from checker.readers.intake import ExportRecord

Placed = tuple[int, int, int, dict[str, Any]]
"""An observation: number of its export, order in it, line, and its values by column."""
MARK = re.compile(r"(?m)^[ \t]*[\"']?sanlint_workload[\"']?[ \t]*:|^loads[ \t]*:")
_YAML = (".yaml", ".yml")
BUSIEST = "of several moments the one with the most I/O in total was taken"
BLENDED = "jobs on the same volumes share their I/O in the ratio of what each keeps outstanding, or of its rate"
READABLE = "a workload.yaml, a fio or vdbench plan or result, iostat, esxtop -b, a table of volumes (CSV), or statistics of an array or VPLEX"


@dataclass
class Captured:
    """What captures say about load: measurements and runs, and what is wrong with figures or was left out."""

    measured: list[Measured] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    files: int = 0


def load_workload(path: str, *, placed: bool = False) -> LoadFile:
    """Read the workload that a path holds.

    Args:
        path: a file, folder or archive; ``plan.fio#NAME`` takes one of several runs of a plan that follow one another.
        placed: whether somebody else says which volumes a plan is about.

    Raises:
        UsageError: there is no such file, it says nothing about load, or what it says is wrong; with file and line.
    """
    path, run = _chosen(path)
    text = written(path)
    if text is not None:
        return read_workload_yaml(text, path)
    try:
        captured = read_captures([path])
    except NothingReadError:
        if Path(path).suffix.lower() not in _YAML:
            raise
        raise UsageError(
            f"{path}:1:1: a workload begins with sanlint_workload: 1, and no export looks like this"
        ) from None
    if captured.wrong:
        raise UsageError("\n".join(_some(captured.wrong)))
    if captured.runs and not any(row.iops is not None for row in captured.measured):
        return _of_runs(captured, path, run, placed=placed)
    if run:
        raise UsageError(f"{path}: holds no runs, so there is no {printable(run)}")
    return _of_measurements(captured, path)


def written(path: str) -> str | None:
    """The text of a workload that people wrote; None if the path is something else.

    Raises:
        UsageError: it is too large, or not UTF-8.
    """
    file = Path(path)
    if path == "-" or file.suffix.lower() not in _YAML or not file.is_file():
        return None
    with file.open("rb") as stream:
        content = stream.read(4 * MOST_CHARACTERS + 1)
    if len(content) > 4 * MOST_CHARACTERS:
        raise UsageError(f"{path}: larger than {MOST_CHARACTERS // 2**18} MiB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}:{line}: not UTF-8") from None
    return text if MARK.search(text) else None


def read_captures(paths: Sequence[str]) -> Captured:
    """Read everything below the paths and take what is said about load.

    Raises:
        UsageError: a path does not exist.
        NothingReadError: nothing there is a format that sanlint reads.
    """
    from checker.readers.bundles.limits import Limits
    from checker.readers.pool import read_all
    from checker.readers.sources import sources_of

    missing = [path for path in paths if path != "-" and not Path(path).exists()]
    if missing:
        raise UsageError("\n".join(f"{path}: there is no such file or folder" for path in missing))
    # The folder is private: mkdtemp makes it 0700.
    folder = Path(tempfile.mkdtemp(prefix="sanlint-"))
    try:
        intake = read_all(sources_of(paths, folder, Limits()), folder, jobs=1)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if not any(record.format for record in intake.records):
        raise NothingReadError(f"{', '.join(paths)}: nothing usable was read; a workload is {READABLE}")

    def rows(kind: str) -> Iterator[Placed]:
        for chunk in intake.observations.chunks():
            if chunk.kind != kind:
                continue
            for index, (export, line) in enumerate(zip(chunk.export_id, chunk.line, strict=True)):
                told = {name: values[index] for name, values in zip(chunk.columns, chunk.values, strict=True)}
                yield export, chunk.seq[index], line, told

    return captured_of(rows, intake.records)


def captured_of(
    find_rows: Callable[[str], Iterable[Placed]], records: Sequence[ExportRecord], *, measured: bool = False
) -> Captured:
    """Take what observations say about load.

    Args:
        find_rows: gives the observations of a kind: number of the export, order in it, line, and values by column.
        records: the exports.
        measured: take what was measured on things only, and no runs of benchmarks.
    """
    files = {record.export_id: record for record in records}

    def rows(kind: str) -> list[tuple[dict[str, Any], Origin]]:
        found = []
        for export, order, line, told in find_rows(kind):
            record = files[export]
            name = f"{record.file}!{record.member}" if record.member else record.file
            row: dict[str, Any] = {"captured_at": record.captured_at} if kind == "workload" else {}
            row.update({column: value for column, value in told.items() if value is not None})
            found.append(((export, order), (row, Origin(name, line))))
        return [placed for _, placed in sorted(found, key=lambda item: item[0])]

    loads = rows("workload")
    plans = {str(row.get("test_plan")): str(row.get("tool") or "") for row, _ in rows("test_plan")}
    captured = Captured(files=len({origin.file for _, origin in loads}))
    about_runs = [(row, origin) for row, origin in loads if row.get("about_kind") == "test_run"]
    things = [measured_of(row, origin) for row, origin in loads if row.get("about_kind") != "test_run"]
    captured.measured = _once(things, captured.notes)
    if measured:
        return captured
    captured.runs = runs_of(plans, rows("test_run"), about_runs)
    # An identity that can't be read leaves the name, by which the volume may be known as well.
    captured.wrong = [
        f"{origin}: {printable(str(row.get('fact')))} {printable(str(row.get('value')))!r} can't be true"
        for row, origin in rows("bad_value")
        if row.get("about_kind") in ("workload", "test_run") and row.get("fact") not in ("device", "host")
    ]
    for record in records:
        for line, text in record.notes if record.format is not None and record.format.startswith("workload-") else ():
            # Shares that contradict each other are kept by the reader with this remark; an estimate can't rest on them.
            wrong = record.format == "workload-lun-table" and " add up to " in text
            (captured.wrong if wrong else captured.notes).append(f"{record.file}:{line}: {text}")
    return captured


def _once(rows: Iterable[Measured], notes: list[str]) -> list[Measured]:
    """Leave out what a second file says again, of the same thing at the same moment."""
    seen: dict[tuple[Any, ...], Measured] = {}
    for row in rows:
        if row.iops is None and row.throughput_mbps is None:
            continue
        first = seen.setdefault((row.kind, row.name, row.host, row.director, row.phase, row.moment), row)
        if first is not row:
            notes.append(
                f"{row.origin}: {printable(row.name)} has a load by {first.origin} already; this one was left out"
            )
    return list(seen.values())


def chosen_of(captured: Captured) -> tuple[list[Measured], list[str]]:
    """The measurements that count, each thing once at the busiest moment, and what was left out."""
    kept, again = finest(whole(busiest(captured.measured)[0]))
    notes = list(captured.notes)
    if again:
        many = "a load that is" if len(again) == 1 else f"the first of {len(again):,} loads that are"
        notes.append(f"{again[0].origin}: {many} known more finely, or closer to the hosts")
    return kept, notes


def assumptions_of(captured: Captured, rows: Sequence[Measured]) -> tuple[str, ...]:
    """What was taken for granted of the measurements that count."""
    found: dict[str, None] = {BUSIEST: None} if busiest(captured.measured)[1] else {}
    for row in rows:
        if row.types is not None and not row.order_known:
            found[ORDER_ASSUMED] = None
        if row.assumed:
            found[row.assumed] = None
    return tuple(found)


def loads_of(captured: Captured, name: str) -> LoadFile:
    """Make loads of what was measured, the finest figures of each thing, at the busiest moment."""
    kept, notes = chosen_of(captured)
    loads: list[Load] = []
    for row in kept:
        load = load_of(row)
        if isinstance(load, Load):
            loads.append(load)
        elif row.iops != 0:
            notes.append(f"{row.origin}: {printable(row.name)} was left out: {load}")
    return LoadFile(name, tuple(loads), assumptions_of(captured, kept), tuple(notes))


def _of_measurements(captured: Captured, path: str) -> LoadFile:
    found = loads_of(captured, path)
    if not found.loads:
        raise UsageError("\n".join([f"{path}: says nothing about load; a workload is {READABLE}", *_some(found.notes)]))
    return found


def _of_runs(captured: Captured, path: str, wanted: str | None, *, placed: bool) -> LoadFile:
    groups = phases(captured.runs)
    if not groups:
        raise UsageError(f"{path}: its runs only fill volumes")
    if wanted is not None and wanted not in groups:
        raise UsageError(f"{path}: there is no run {printable(wanted)}; {_runs(groups)}")
    if wanted is None and len(groups) > 1:
        first = next(iter(groups))
        raise UsageError(
            f"{path}: its runs follow one another, and each is a workload of its own: say which, such as "
            f"{path}#{printable(first)}; {_runs(groups)}"
        )
    runs = groups[wanted] if wanted is not None else next(iter(groups.values()))
    made = [(run, load_of_run(run, placed=placed)) for run in runs]
    wrong = [f"{run.origin}: run {printable(run.name)}: {load}" for run, load in made if isinstance(load, str)]
    if wrong:
        raise UsageError("\n".join(_some(wrong)))
    loads = joined([load for _, load in made if isinstance(load, Load)])
    blended = (BLENDED,) if len(loads) < len(made) else ()
    return LoadFile(path, tuple(loads), blended, tuple(captured.notes))


def _runs(groups: dict[str, list[Run]]) -> str:
    names = [printable(name) for name in groups]
    return f"runs: {', '.join(names[:8])}" + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def _some(lines: Sequence[str]) -> list[str]:
    more = [f"and {len(lines) - MOST_PROBLEMS} more"] if len(lines) > MOST_PROBLEMS else []
    return [*lines[:MOST_PROBLEMS], *more]


def _chosen(path: str) -> tuple[str, str | None]:
    """Split ``FILE#RUN``; a file of that very name counts first."""
    if path == "-" or Path(path).exists() or "#" not in path:
        return path, None
    file, _, run = path.partition("#")
    return file, run
