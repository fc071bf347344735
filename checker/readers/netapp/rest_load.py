"""The ``metric`` and ``statistics`` of an ONTAP REST record: load of a LUN or an FC interface (ONTAP 9.7 and later).

::

    "metric": {"timestamp": "2024-05-01T11:20:15Z", "duration": "PT15S", "status": "ok",
               "iops": {"read": 200, "write": 100, "other": 5, "total": 305},
               "latency": {"read": 450, "write": 300, "other": 20, "total": 390},
               "throughput": {"read": 3276800, "write": 819200, "other": 0, "total": 4096000}}
    "statistics": {"timestamp": "2024-05-01T11:20:25Z", "status": "ok", "iops_raw": {"read": 200000, "write": 100000},
                   "latency_raw": {"read": 90000000, "write": 30000000}, "throughput_raw": {"read": 3276800000}}

Latencies are microseconds and throughputs bytes a second (ONTAP REST API reference, ``GET /storage/luns``). The total
includes other operations, which are neither reads nor writes. ``statistics`` are totals since the node started, in the same
units: two answers make a sample.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from checker.facts.values import Value
from checker.readers.netapp.objects import name_of
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.load import Load, complete, load_facts

_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:Z|[+-][0-9]{2}:?[0-9]{2})\Z")
_DURATIONS = {"PT15S": 15.0, "PT4M": 240.0, "PT5M": 300.0, "PT30M": 1800.0, "PT2H": 7200.0, "P1D": 86_400.0}
# Part of the metric → figures for all operations, reads and writes; and what their values are divided by.
_FIGURES = {
    "iops": (("iops", "read_iops", "write_iops"), 1.0),
    "throughput": (("throughput_mbps", "read_mbps", "write_mbps"), 1e6),
    "latency": (("latency_ms", "read_ms", "write_ms"), 1000.0),
}
_LOADS = load_facts(
    "storage_array captured_at iops read_iops write_iops read_ratio throughput_mbps read_mbps write_mbps latency_ms"
    " read_ms write_ms seconds",
    ports="storage_array captured_at iops throughput_mbps latency_ms",
    samples="iops read_iops write_iops throughput_mbps read_mbps write_mbps latency_ms read_ms write_ms",
)


def _figures(record: JsonObject) -> Iterator[tuple[str, float]]:
    for part, (figures, divisor) in _FIGURES.items():
        for key, figure in zip(("total", "read", "write"), figures, strict=True):
            value = record.decimal(f"metric.{part}.{key}")
            if value is not None and 0 <= value < 1e15:
                yield figure, value / divisor


# Total → part of the statistics, and what its value is multiplied by.
_TOTALS = {
    "reads": ("iops_raw.read", 1.0), "writes": ("iops_raw.write", 1.0), "read_total_ms": ("latency_raw.read", 1e-3),
    "write_total_ms": ("latency_raw.write", 1e-3), "bytes_read": ("throughput_raw.read", 1.0),
    "bytes_written": ("throughput_raw.write", 1.0),
}  # fmt: skip


def _moment(record: JsonObject, part: str = "metric") -> datetime | None:
    text = record.text(f"{part}.timestamp") or ""
    try:
        return datetime.fromisoformat(text).astimezone(UTC) if _TIME.match(text) else None
    except (ValueError, OverflowError):
        return None


class Loads:
    """The load of a LUN (``storage_volume``) or of an FC interface (``target_port``), if its record has a metric."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def write(self, record: JsonObject, context: Context, /) -> None:
        """Write the load, or a note if the array marks it as unusable."""
        name, status = record.text("name"), record.text("metric.status")
        if name is None:
            return
        key = name_of(record.text("svm.name"), name)
        if self._kind == "storage_volume" and context.out.samples:
            _write_totals(record, key, context)
        if status is not None and status not in ("ok", "backfilled_data"):
            context.out.note(record.line, f"skipped the load of {key[:100]}: its status is {status[:60]}")
        elif figures := complete(dict(_figures(record))):
            duration = _DURATIONS.get(record.text("metric.duration") or "")
            seconds = {} if duration is None else {"seconds": duration}
            load = Load(
                self._kind, key, record.line, {**figures, **seconds}, _moment(record), interval=duration, utc=True
            )
            load.at_time(load.captured_at, figures)
            for facts in _LOADS:
                facts.write(load, context)

    def provides(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the kinds of a load, with their columns."""
        yield from provided(*_LOADS).items()
        yield "load_counter", ("about_kind", "about_key", "storage_array", "counted_at", "utc", *_TOTALS)


def _write_totals(record: JsonObject, key: str, context: Context) -> None:
    """Write the totals of a LUN, unless the array marks them as unusable."""
    counted_at, status = _moment(record, "statistics"), record.text("statistics.status")
    totals: dict[str, Value] = {}
    for column, (part, factor) in _TOTALS.items():
        value = record.number(f"statistics.{part}")
        if value is not None and 0 <= value < 1 << 62:
            totals[column] = value * factor if factor != 1 else value
    if counted_at is None or status not in (None, "ok", "backfilled_data") or not {"reads", "writes"} <= totals.keys():
        return
    context.out.add(
        "load_counter", record.line, about_kind="storage_volume", about_key=key, storage_array=context.owner,
        counted_at=counted_at, utc=True, **totals,
    )  # fmt: skip
