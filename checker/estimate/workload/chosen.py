"""Which measurements to use: those of the busiest time of each object, and none that repeats the same load."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from checker.estimate.workload.measured import VOLUMES, Measured

KIND_ORDER = ("device", "virtual_volume", "storage_volume", "host", "group", "storage_array")
"""Levels of measurement, from the volume of a host to the whole array; the most detailed known level is used."""
_BUILT = re.compile(r"(?:dm-|md)[0-9]+\Z")
SINCE_BOOT = "since boot"


def busiest(rows: Iterable[Measured]) -> tuple[list[Measured], bool]:
    """Keep one row per object: at the time with the highest total I/O of all objects, else at its own busiest time.

    Rows since boot are dropped if there are others. The flag is set if an object was measured at several times.
    """
    by_key: dict[tuple[str | None, ...], list[Measured]] = {}
    for row in rows:
        by_key.setdefault((*row.thing, row.director), []).append(row)
    total: dict[datetime | None, float] = {}
    for several in by_key.values():
        fresh = [row for row in several if row.phase != SINCE_BOOT]
        several[:] = fresh or several
        for moment in {row.moment: row for row in several}:
            total[moment] = total.get(moment, 0.0) + max(row.iops or 0.0 for row in several if row.moment == moment)
    peak = max(total, key=lambda moment: (total[moment], str(moment)), default=None)
    chosen = []
    for several in by_key.values():
        then = [row for row in several if row.moment == peak]
        chosen.append(max(then or several, key=lambda row: row.iops or 0.0))
    return chosen, len(chosen) < sum(len(several) for several in by_key.values())


def whole(rows: Sequence[Measured]) -> list[Measured]:
    """Add up the parts of a load measured by several directors; all other rows are unchanged."""
    parts: dict[tuple[str | None, ...], list[Measured]] = {}
    for row in rows:
        parts.setdefault(row.thing, []).append(row)
    return [_sum(several) for several in parts.values()]


def _sum(several: Sequence[Measured]) -> Measured:
    stated = next((row for row in several if not row.director), None)
    if len(several) == 1 or stated is not None:
        return stated or several[0]
    weights = [row.iops or 0.0 for row in several]
    total = sum(weights)
    first = several[0]

    def mean(values: Sequence[float | None]) -> float | None:
        pairs = [(v, w) for v, w in zip(values, weights, strict=True) if w]
        if not total or any(v is None for v, _ in pairs):
            return None
        return sum(v * w for v, w in pairs if v is not None) / total

    rates = [row.throughput_mbps for row in several]
    return Measured(
        kind=first.kind,
        name=first.name,
        origin=first.origin,
        host=first.host,
        device=next((row.device for row in several if row.device), None),
        storage_array=first.storage_array,
        iops=total if all(row.iops is not None for row in several) else None,
        throughput_mbps=sum(one for one in rates if one is not None) if None not in rates else None,
        read_share=mean([row.read_share for row in several]),
        size_kib=mean([row.size_kib for row in several]),
        read_ms=mean([row.read_ms for row in several]),
        write_ms=mean([row.write_ms for row in several]),
        latency_ms=mean([row.latency_ms for row in several]),
        moment=first.moment,
        tool=first.tool,
        assumed=first.assumed,
        peak_iops=None
        if any(row.peak_iops is None for row in several)
        else sum(row.peak_iops or 0.0 for row in several),
    )


def finest(rows: Sequence[Measured]) -> tuple[list[Measured], list[Measured]]:
    """Split into rows to use and rows that repeat the same load at a less detailed level.

    Volumes measured by hosts come first. The total of a host is used only if none of its volumes was measured, that of an
    array or group only if no volume and no host was measured.
    """
    hosts = {row.host for row in rows if row.kind == "device" and row.iops is not None}
    devices = {row.device for row in rows if row.kind == "device" and row.device and row.iops is not None}
    volumes = any(row.kind in VOLUMES and row.iops is not None for row in rows)
    groups = any(row.kind == "group" and row.iops is not None for row in rows)
    kept: list[Measured] = []
    again: list[Measured] = []
    for row in sorted(rows, key=lambda row: KIND_ORDER.index(row.kind) if row.kind in KIND_ORDER else 9):
        same = (
            (row.kind in ("virtual_volume", "storage_volume") and row.device is not None and row.device in devices)
            or (row.kind == "host" and (row.name in hosts or (volumes and not hosts)))
            or (row.kind == "group" and volumes)
            or (row.kind == "storage_array" and (volumes or groups or bool(hosts)))
        )
        (again if same else kept).append(row)
    return kept, again


def lowest(rows: Sequence[Measured]) -> tuple[list[Measured], list[Measured]]:
    """Split into rows that add up and block devices built on others in the list (device mapper and md of Linux).

    Their I/O is counted again on the underlying disks. The list does not show which disks these are.
    """
    disks = {row.host for row in rows if row.kind == "device" and not _BUILT.match(row.name)}
    kept = [row for row in rows if not (row.kind == "device" and row.host in disks and _BUILT.match(row.name))]
    counted = {id(row) for row in kept}
    return kept, [row for row in rows if id(row) not in counted]
