"""Points of a calibration: total load and mean response times of all volumes at one time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checker.estimate.workload.chosen import lowest, whole
from checker.estimate.workload.measured import Measured

LEAST = 4
"""Minimum number of points with different loads."""
CLOSEST = ("storage_array", "group", "storage_volume", "virtual_volume", "device", "host")
"""Kinds of measurements by their distance to the array."""
BY = {
    "storage_array": "the array",
    "group": "the array",
    "storage_volume": "the array",
    "virtual_volume": "VPLEX",
    "device": "hosts",
    "host": "hosts",
}
_DIFFERENT = 1.05


@dataclass(frozen=True, slots=True)
class Point:
    """Load and response times at one time.

    Attributes:
        label: time of the capture, or its file.
        reads, writes: IOPS.
        read_ms, write_ms: mean response times; mean_ms: of all I/O, where reads and writes are not known apart.
        kib: mean I/O size; None if unknown.
    """

    label: str
    reads: float
    writes: float
    read_ms: float | None
    write_ms: float | None
    mean_ms: float | None
    kib: float | None

    @property
    def iops(self) -> float:
        """Total IOPS."""
        return self.reads + self.writes

    @property
    def read_share(self) -> float:
        """Share of reads."""
        return self.reads / self.iops


def points_of(measured: Iterable[Measured]) -> tuple[list[Point], list[str]]:
    """Return one point per time, and notes about times and measurements that cannot be used.

    Hosts, VPLEX and the array may measure the same I/O at times of their own, so only the measurement closest to the array that
    has enough different loads is used; if none has, that with the most times.

    Args:
        measured: loads of volumes, hosts or arrays, all on the array to calibrate. Each is counted once, by its most
            detailed measurement.
    """
    by_kind: dict[str, list[Measured]] = {}
    for row in measured:
        by_kind.setdefault(row.kind, []).append(row)
    found = {kind: _points_of(by_kind[kind]) for kind in CLOSEST if kind in by_kind}
    chosen = next(
        (kind for kind, (points, _) in found.items() if different([point.iops for point in points]) >= LEAST), None
    )
    if chosen is None:
        chosen = max(found, key=lambda kind: len(found[kind][0]), default=None)
        return (found[chosen][0] if chosen else []), [note for _, notes in found.values() for note in notes]
    others: list[str] = []
    for kind, (points, notes) in found.items():
        if points and kind != chosen:
            closer = f"{BY[chosen]} measured the I/O closer to the array"
            others.append(f"{len(points):,} times measured by {BY[kind]}: not used: {closer}")
        elif not points:
            others += notes
    return found[chosen][0], [*found[chosen][1], *others]


def different(loads: Sequence[float]) -> int:
    """Number of loads that differ by more than 5 %."""
    count, last = 0, 0.0
    for load in sorted(loads):
        if load > last * _DIFFERENT:
            count, last = count + 1, load
    return count


def _points_of(measured: Sequence[Measured]) -> tuple[list[Point], list[str]]:
    by_time: dict[str, list[Measured]] = {}
    for row in measured:
        label = f"{row.moment:%Y-%m-%d %H:%M:%S}" if row.moment is not None else row.origin.file
        by_time.setdefault(label, []).append(row)
    found, notes = [], []
    everything = {_object(row) for row in measured if row.moment is not None}
    for label, rows in sorted(by_time.items()):
        here = {_object(row) for row in rows}
        if rows[0].moment is not None and len(here) < len(everything):
            notes.append(f"{label}: not used: {len(here):,} of {len(everything):,} objects were measured at that time")
            continue
        point = _point(label, lowest(whole(rows))[0])
        if isinstance(point, Point):
            found.append(point)
        else:
            notes.append(f"{label}: not used: {point}")
    return found, notes


def _object(row: Measured) -> tuple[str, str, str | None, str]:
    return row.kind, row.name, row.host, row.director


def _point(label: str, rows: Sequence[Measured]) -> Point | str:
    busy = [row for row in rows if row.iops]
    if not busy:
        return "no I/O was measured"
    if any(row.read_share is None for row in busy):
        return "the share of reads is unknown"
    reads = [(row.iops or 0.0) * (row.read_share or 0.0) for row in busy]
    writes = [(row.iops or 0.0) - part for row, part in zip(busy, reads, strict=True)]
    read_ms, write_ms = _mean([row.read_ms for row in busy], reads), _mean([row.write_ms for row in busy], writes)
    total = [row.iops or 0.0 for row in busy]
    mean_ms = _mean([_overall(row) for row in busy], total)
    if read_ms is None and write_ms is None and mean_ms is None:
        return "response times are unknown"
    separate = (read_ms is not None or not sum(reads)) and (write_ms is not None or not sum(writes))
    if separate:
        mean_ms = None
    elif mean_ms is None:
        return "response times of some volumes are unknown"
    else:
        read_ms = write_ms = None
    return Point(
        label, sum(reads), sum(writes), read_ms, write_ms, mean_ms, _mean([row.size_kib for row in busy], total)
    )


def _overall(row: Measured) -> float | None:
    """Mean response time of a measurement, from that of reads and writes if need be."""
    if row.latency_ms is not None or row.read_share is None:
        return row.latency_ms
    parts = [(row.read_ms, row.read_share), (row.write_ms, 1.0 - row.read_share)]
    if any(value is None and share > 0 for value, share in parts):
        return None
    return sum((value or 0.0) * share for value, share in parts)


def _mean(values: Sequence[float | None], weights: Sequence[float]) -> float | None:
    """Weighted mean; None if a value with weight is unknown, or there is no weight."""
    pairs = [(value, weight) for value, weight in zip(values, weights, strict=True) if weight > 0]
    if not pairs or any(value is None for value, _ in pairs):
        return None
    return sum((value or 0.0) * weight for value, weight in pairs) / sum(weight for _, weight in pairs)
