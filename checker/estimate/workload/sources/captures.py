"""Loads of captures: what tools measured, and what benchmark plans and their results contain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.errors import NothingReadError, UsageError
from checker.estimate.workload.assign import MOST_PROBLEMS, printable
from checker.estimate.workload.chosen import busiest, finest, whole
from checker.estimate.workload.measured import ORDER_ASSUMED, Measured, load_of, measured_of
from checker.estimate.workload.model import Load, LoadFile, Origin
from checker.estimate.workload.sources.runs import Run, combined, load_of_run, phases, runs_of
from checker.estimate.workload.sources.yaml_text import YAML_SUFFIXES
from checker.system.leftovers import private_folder

if TYPE_CHECKING:
    from checker.intake.record import ExportRecord

PlacedRow = tuple[dict[str, Any], Origin]
"""Values by column, and where they are from."""
Placed = tuple[int, int, int, dict[str, Any]]
"""Observation: number of its export, position in it, line, and values by column."""
BUSIEST = "there are captures of several times; those of the time with the highest total IOPS are used"
MEANS = (
    "loads are means over the samples of their captures; the 95th percentiles of the samples are {ratio} times as high "
    "(--what-if load={ratio})"
)
BLENDED = "jobs on the same volumes share their I/O in proportion to their outstanding I/O or rate"
READABLE = "a workload.yaml, a fio or vdbench plan or result, iostat, esxtop -b, a table of volumes (CSV), or statistics of an array or VPLEX"


@dataclass
class Captured:
    """Loads of captures: measurements and runs, with errors in figures and notes about skipped data."""

    measured: list[Measured] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    files: int = 0


def load_captures(path: str, *, placed: bool = False) -> LoadFile:
    """Read the loads of captures, or of a benchmark plan or result.

    Args:
        path: a file, folder or archive; ``plan.fio#NAME`` selects one of several consecutive runs of a plan.
        placed: whether the caller states the volumes of a plan.

    Raises:
        UsageError: the path does not exist, contains no load, or contains invalid figures; with file and line.
    """
    path, run = split_run(path)
    try:
        captured = read_captures([path])
    except NothingReadError:
        if Path(path).suffix.lower() not in YAML_SUFFIXES:
            raise
        raise UsageError(
            f"{path}:1:1: neither a workload (which begins with sanlint_workload: 1) nor a known export"
        ) from None
    if captured.wrong:
        raise UsageError("\n".join(_some(captured.wrong)))
    if captured.runs and not any(row.iops is not None for row in captured.measured):
        return _of_runs(captured, path, run, placed=placed)
    if run:
        raise UsageError(f"{path}: run {printable(run)} not found; the file contains no runs")
    return _of_measurements(captured, path)


def read_captures(paths: Sequence[str], *, repeated: bool = False) -> Captured:
    """Read the loads of all files below the paths.

    Args:
        paths: files, folders and archives.
        repeated: whether to read all samples over time; files without a time are then captures of different times.

    Raises:
        UsageError: a path does not exist.
        NothingReadError: no file has a format that sanlint reads.
    """
    from checker.intake.bundles.limits import Limits
    from checker.intake.pool import read_all
    from checker.intake.sources import sources_of

    missing = [path for path in paths if path != "-" and not Path(path).exists()]
    if missing:
        raise UsageError("\n".join(f"{path}: no such file or folder" for path in missing))
    with private_folder() as folder:
        intake = read_all(sources_of(paths, folder, Limits()), folder, jobs=1, samples=repeated)
    if not any(record.format for record in intake.records):
        raise NothingReadError(f"{', '.join(paths)}: no usable data found; a workload is {READABLE}")

    def rows(kind: str) -> Iterator[Placed]:
        for chunk in intake.observations.chunks():
            if chunk.kind != kind:
                continue
            for index, (export, line) in enumerate(zip(chunk.export_id, chunk.line, strict=True)):
                fields = {name: values[index] for name, values in zip(chunk.columns, chunk.values, strict=True)}
                yield export, chunk.seq[index], line, fields

    return captured_of(rows, intake.records, repeated=repeated)


def captured_of(
    find_rows: Callable[[str], Iterable[Placed]],
    records: Sequence[ExportRecord],
    *,
    measured: bool = False,
    repeated: bool = False,
) -> Captured:
    """Collect the loads of observations.

    Args:
        find_rows: returns the observations of a kind.
        records: the exports.
        measured: whether to skip benchmark runs.
        repeated: whether to use all samples over time; files without a time are then captures of different times.
    """
    files = {record.export_id: record for record in records}

    def rows(kind: str) -> list[PlacedRow]:
        found = []
        for export, order, line, fields in find_rows(kind):
            record = files[export]
            name = f"{record.file}!{record.member}" if record.member else record.file
            if fields.get("day_first_s") is not None:
                # Which day it was is unknown.
                continue
            row: dict[str, Any] = {"captured_at": record.captured_at} if kind == "workload" else {}
            row.update({column: value for column, value in fields.items() if value is not None})
            found.append(((export, order), (row, Origin(name, line))))
        return [placed for _, placed in sorted(found, key=lambda item: item[0])]

    loads = _with_samples(rows("workload"), rows("load_sample")) if repeated else rows("workload")
    plans = {str(row.get("test_plan")): str(row.get("tool") or "") for row, _ in rows("test_plan")}
    captured = Captured(files=len({origin.file for _, origin in loads}))
    about_runs = [(row, origin) for row, origin in loads if row.get("about_kind") == "test_run"]
    things = [measured_of(row, origin) for row, origin in loads if row.get("about_kind") != "test_run"]
    captured.measured = _once(things, captured.notes, repeated=repeated)
    if measured:
        return captured
    captured.runs = runs_of(plans, rows("test_run"), about_runs)
    # If an identity is invalid, the volume may still be identified by its name.
    captured.wrong = [
        f"{origin}: invalid {printable(str(row.get('fact')))} {printable(str(row.get('value')))!r}"
        for row, origin in rows("bad_value")
        if row.get("about_kind") in ("workload", "test_run") and row.get("fact") not in ("device", "host")
    ]
    for record in records:
        for line, text in record.notes if record.format is not None and record.format.startswith("workload-") else ():
            # The reader keeps contradictory shares with this remark, but an estimate must not use them.
            wrong = record.format == "workload-lun-table" and " add up to " in text
            (captured.wrong if wrong else captured.notes).append(f"{record.file}:{line}: {text}")
    return captured


def _with_samples(means: Sequence[PlacedRow], samples: Sequence[PlacedRow]) -> list[PlacedRow]:
    """Replace the means of files by their samples over time, whose latencies are those below the host's driver if known."""

    def thing(row: PlacedRow) -> tuple[object, ...]:
        return (row[1].file, *(row[0].get(name) for name in ("about_kind", "about_key", "host", "director")))

    found = []
    for fields, origin in samples:
        below = {
            name: value
            for name, device in (
                ("latency_ms", "device_ms"),
                ("read_ms", "device_read_ms"),
                ("write_ms", "device_write_ms"),
            )
            if (value := fields.get(device)) is not None
        }
        found.append(({**fields, **below, "captured_at": fields["ended_at"]}, origin))
    sampled = {thing(row) for row in samples}
    return [*(row for row in means if thing(row) not in sampled), *found]


def _once(rows: Iterable[Measured], notes: list[str], *, repeated: bool) -> list[Measured]:
    """Skip rows of a second file about the same object at the same time."""
    seen: dict[tuple[Any, ...], Measured] = {}
    for row in rows:
        if row.iops is None and row.throughput_mbps is None:
            continue
        time = row.origin.file if repeated and row.moment is None else row.moment
        first = seen.setdefault((*row.thing, row.director, row.phase, time), row)
        if first is not row:
            notes.append(f"{row.origin}: skipped: {first.origin} already states the load of {printable(row.name)}")
    return list(seen.values())


def chosen_of(captured: Captured) -> tuple[list[Measured], list[str]]:
    """Return the measurements to use, one per object at the busiest time, and notes about skipped ones."""
    kept, again = finest(whole(busiest(captured.measured)[0]))
    notes = list(captured.notes)
    if again:
        many = "skipped: load is" if len(again) == 1 else f"skipped {len(again):,} loads (this is the first): they are"
        notes.append(f"{again[0].origin}: {many} known in more detail, or closer to the hosts")
    return kept, notes


def assumptions_of(captured: Captured, rows: Sequence[Measured]) -> tuple[str, ...]:
    """Assumptions about the measurements used."""
    found: dict[str, None] = {BUSIEST: None} if busiest(captured.measured)[1] else {}
    averaged = [(row.iops, row.peak_iops) for row in rows if row.iops and row.peak_iops]
    if averaged:
        ratio = sum(peak for _, peak in averaged) / sum(mean for mean, _ in averaged)
        found[MEANS.format(ratio=f"{max(ratio, 1.0):.2g}")] = None
    for row in rows:
        if row.types is not None and not row.order_known:
            found[ORDER_ASSUMED] = None
        if row.assumed:
            found[row.assumed] = None
    return tuple(found)


def loads_of(captured: Captured, name: str) -> LoadFile:
    """Return loads from measurements: the most detailed figures of each object, at the busiest time."""
    kept, notes = chosen_of(captured)
    loads: list[Load] = []
    for row in kept:
        load = load_of(row)
        if isinstance(load, Load):
            loads.append(load)
        elif row.iops != 0:
            notes.append(f"{row.origin}: skipped {printable(row.name)}: {load}")
    moments = [row.moment for row in kept if row.moment is not None]
    # Times with and without a zone cannot be compared; of a load only the date is used.
    latest = max(moments, key=lambda moment: moment.replace(tzinfo=None), default=None)
    return LoadFile(name, tuple(loads), assumptions_of(captured, kept), tuple(notes), latest)


def _of_measurements(captured: Captured, path: str) -> LoadFile:
    found = loads_of(captured, path)
    if not found.loads:
        raise UsageError("\n".join([f"{path}: contains no load; a workload is {READABLE}", *_some(found.notes)]))
    return found


def _of_runs(captured: Captured, path: str, run_name: str | None, *, placed: bool) -> LoadFile:
    groups = phases(captured.runs)
    if not groups:
        raise UsageError(f"{path}: its runs only fill volumes")
    if run_name is not None and run_name not in groups:
        raise UsageError(f"{path}: run {printable(run_name)} not found; {_runs(groups)}")
    if run_name is None and len(groups) > 1:
        first = next(iter(groups))
        raise UsageError(
            f"{path}: contains consecutive runs, each of which is a separate workload; select one, for example "
            f"{path}#{printable(first)}; {_runs(groups)}"
        )
    runs = groups[run_name] if run_name is not None else next(iter(groups.values()))
    run_loads = [(run, load_of_run(run, placed=placed)) for run in runs]
    wrong = [f"{run.origin}: run {printable(run.name)}: {load}" for run, load in run_loads if isinstance(load, str)]
    if wrong:
        raise UsageError("\n".join(_some(wrong)))
    loads = combined([load for _, load in run_loads if isinstance(load, Load)])
    blended = (BLENDED,) if len(loads) < len(run_loads) else ()
    return LoadFile(path, tuple(loads), blended, tuple(captured.notes))


def _runs(groups: dict[str, list[Run]]) -> str:
    names = [printable(name) for name in groups]
    return f"runs: {', '.join(names[:8])}" + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def _some(lines: Sequence[str]) -> list[str]:
    more = [f"and {len(lines) - MOST_PROBLEMS} more"] if len(lines) > MOST_PROBLEMS else []
    return [*lines[:MOST_PROBLEMS], *more]


def split_run(path: str) -> tuple[str, str | None]:
    """Split ``FILE#RUN``; an existing file of exactly that name takes precedence."""
    if path == "-" or Path(path).exists() or "#" not in path:
        return path, None
    file, _, run = path.partition("#")
    return file, run
