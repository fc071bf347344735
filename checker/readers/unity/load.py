"""Load in Unity REST answers: ``metricValue`` (historical rates) and ``metricQueryResult`` (current counters).

::

    {"content": {"path": "sp.*.storage.lun.*.readsRate", "timestamp": "2021-07-08T06:45:00.000Z", "interval": 300,
                 "values": {"spa": {"sv_1": "120.5", "sv_2": "0"}, "spb": {"sv_1": "0", "sv_2": "3.5"}}}}

A LUN has a part on each storage processor; rates and queues add up, and response times are weighted by the I/Os of each part.
Counters need two times. Units follow ``/api/types/metric``: rates count requests a second, response times are microseconds.
For rates of bytes it names both bytes and KB/s: the mean size of an I/O, which is between 512 bytes and 2 MiB, decides.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from checker.facts.observations import Writer
from checker.readers.toolkit.declarations.json_family import Joint
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.documents.json_objects import utc_time
from checker.readers.toolkit.load import Load, complete, load_facts
from checker.readers.toolkit.numbers import decimal
from checker.readers.unity.objects import UnityObject

_PATH = re.compile(r"sp\.\*\.(storage\.lun|fibreChannel\.fePort)\.\*\.(\w{1,40})\Z")
_KINDS = {"storage.lun": "storage_volume", "fibreChannel.fePort": "target_port"}
# Metric → figure; a figure in bytes or microseconds is converted at the end.
_RATES = {
    "readsRate": "read_iops", "writesRate": "write_iops", "totalCallsRate": "iops", "queueLength": "outstanding",
    "readBytesRate": "read_bytes", "writeBytesRate": "write_bytes", "responseTime": "latency_us",
}  # fmt: skip
_COUNTERS = {"reads": "read_iops", "writes": "write_iops"}
# The mean sizes follow from the rates; blocks are counters without a unit.
_SKIPPED = ("avgReadSize", "avgWriteSize", "readBlocks", "writeBlocks")
_SMALLEST, _LARGEST_KB = 512, 2048
_LONGEST = 86_400
_NUMBER = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,20})?(?:[eE][+-]?[0-9]{1,2})?\Z")


_Samples = dict[str, dict[datetime, dict[str, float]]]
"""Samples of one object: figure → time → storage processor → number."""


@dataclass
class _Metrics:
    """Samples and counters of one LUN or port."""

    line: int
    rates: _Samples = field(default_factory=dict)
    counters: _Samples = field(default_factory=dict)
    intervals: set[float] = field(default_factory=set)

    def means(self) -> dict[str, float]:
        """Return the means over the times."""
        means = {
            figure: sum(sum(parts.values()) for parts in times.values()) / len(times)
            for figure, times in self.rates.items()
            if figure != "latency_us"
        }
        for figure, times in self.counters.items():
            rate = _rate(times)
            if rate is not None:
                means.setdefault(figure, rate)
        latency = self._latency()
        if latency is not None:
            means["latency_ms"] = latency
        return means

    def _latency(self, only: datetime | None = None) -> float | None:
        weights = self.rates.get("iops") or {}
        reads, writes = self.rates.get("read_iops") or {}, self.rates.get("write_iops") or {}
        rated = bool(weights or reads or writes)
        total = weight = 0.0
        for time, parts in self.rates.get("latency_us", {}).items() if only is None else ((only, self._parts(only)),):
            for processor, value in parts.items():
                ios = weights.get(time, {}).get(processor)
                if ios is None and len(parts) == 1 and not rated:
                    ios = 1.0
                if ios is None:
                    ios = reads.get(time, {}).get(processor, 0.0) + writes.get(time, {}).get(processor, 0.0)
                total, weight = total + value * ios, weight + ios
        return total / weight / 1000 if weight else None

    def _parts(self, time: datetime) -> dict[str, float]:
        return self.rates.get("latency_us", {}).get(time, {})

    def over_time(self) -> dict[datetime, dict[str, float]]:
        """Return the rates of each time; bytes as they are printed."""
        found: dict[datetime, dict[str, float]] = {}
        for figure, times in self.rates.items():
            for time, parts in times.items() if figure != "latency_us" else ():
                found.setdefault(time, {})[figure] = sum(parts.values())
        for time in self.rates.get("latency_us", {}):
            if (latency := self._latency(time)) is not None:
                found.setdefault(time, {})["latency_ms"] = latency
        return found

    @property
    def without_rates(self) -> bool:
        """Whether the storage processors have response times but no rates by which to weight them."""
        rated = self.rates.keys() & {"iops", "read_iops", "write_iops"}
        return not rated and any(len(parts) > 1 for parts in self.rates.get("latency_us", {}).values())

    @property
    def interval(self) -> float | None:
        """Seconds of a sample; None if they differ or are not printed."""
        return min(self.intervals) if len(self.intervals) == 1 else None

    @property
    def times(self) -> set[datetime]:
        """Times of the samples."""
        return {time for samples in (self.rates, self.counters) for times in samples.values() for time in times}


def _rate(times: dict[datetime, dict[str, float]]) -> float | None:
    """Return the growth of counters a second between their first and last time; None if they were reset."""
    first, last = min(times), max(times)
    seconds = (last - first).total_seconds()
    if seconds <= 0 or times[first].keys() != times[last].keys():
        return None
    growth = [times[last][processor] - times[first][processor] for processor in times[first]]
    return sum(growth) / seconds if min(growth) >= 0 else None


def _numbers(values: object) -> Iterator[tuple[str, str, float]]:
    """Yield storage processor, object and number."""
    for processor, objects in values.items() if isinstance(values, dict) else ():
        for name, value in objects.items() if isinstance(objects, dict) else ():
            if isinstance(value, (str, int, float)) and _NUMBER.match(str(value)):
                yield processor, name, decimal(value)


def _collected(items: Iterable[UnityObject], out: Writer) -> dict[tuple[str, str], _Metrics]:
    """Return the metrics of each object, by its kind and name; a note names a metric that is not read."""
    found: dict[tuple[str, str], _Metrics] = {}
    skipped: dict[str, int] = {}
    for item in items:
        path = str(item.values.get("path") or "")
        match, time = _PATH.match(path), utc_time(item.values.get("timestamp"))
        metric = match.group(2) if match else ""
        if metric in _SKIPPED:
            continue
        figure = _RATES.get(metric) or _COUNTERS.get(metric)
        if match is None or figure is None or time is None:
            skipped.setdefault(path or "without a path", item.line)
            continue
        for processor, name, number in _numbers(item.values.get("values")):
            metrics = found.setdefault((_KINDS[match.group(1)], name), _Metrics(item.line))
            samples = metrics.counters if metric in _COUNTERS else metrics.rates
            samples.setdefault(figure, {}).setdefault(time, {})[processor] = number
            if isinstance(interval := item.values.get("interval"), int) and 0 < interval <= _LONGEST:
                metrics.intervals.add(decimal(interval))
    if skipped:
        out.note(min(skipped.values()), f"skipped metrics such as {min(skipped)}: sanlint does not read them")
    return found


def _unit(found: Collection[_Metrics], out: Writer) -> int | None:
    """Return the unit of rates of bytes, 1 or 1,024; None if the sizes of I/Os don't decide it."""
    sizes = sorted(
        means[f"{way}_bytes"] / means[f"{way}_iops"]
        for means in (metrics.means() for metrics in found)
        for way in ("read", "write")
        if means.get(f"{way}_bytes", 0) > 0 and means.get(f"{way}_iops", 0) >= 1
    )
    rated = [metrics.line for metrics in found if metrics.rates.keys() & {"read_bytes", "write_bytes"}]
    if not rated:
        return None
    middle = sizes[len(sizes) // 2] if sizes else _SMALLEST
    if _SMALLEST <= middle <= _LARGEST_KB:
        out.note(min(rated), "skipped rates of bytes: their unit, bytes or KB, is unknown")
        return None
    return 1024 if middle < _SMALLEST else 1


def _load(kind: str, name: str, metrics: _Metrics, unit: int | None) -> Load:
    figures = _in_megabytes(metrics.means(), unit)
    return Load(
        kind,
        name,
        metrics.line,
        complete(figures),
        max(metrics.times),
        len(metrics.times),
        times={time: _in_megabytes(found, unit) for time, found in metrics.over_time().items()},
        interval=metrics.interval,
        utc=True,
    )


def _in_megabytes(figures: dict[str, float], unit: int | None) -> dict[str, float]:
    """Return the figures with rates of bytes in MB/s, and without them if their unit is unknown."""
    for way in ("read", "write"):
        rate = figures.pop(f"{way}_bytes", None)
        if rate is not None and unit is not None:
            figures[f"{way}_mbps"] = rate * unit / 1e6
    return figures


_LOADS = load_facts(
    "storage_array captured_at iops read_iops write_iops read_ratio throughput_mbps read_mbps write_mbps latency_ms"
    " outstanding samples",
    ports="storage_array captured_at iops samples",
    samples="iops read_iops write_iops throughput_mbps read_mbps write_mbps latency_ms outstanding",
)


def _write(items: Iterable[UnityObject], context: Context) -> None:
    found = _collected(items, context.out)
    unit = _unit(found.values(), context.out)
    for (kind, name), metrics in found.items():
        for facts in _LOADS:
            facts.write(_load(kind, name, metrics, unit), context)
    unrated = [metrics.line for metrics in found.values() if metrics.counters and not metrics.means()]
    unweighted = [one.line for one in found.values() if "latency_us" in one.rates and one.without_rates]
    if unweighted:
        context.out.note(
            min(unweighted),
            "skipped response times of both storage processors: ask for readsRate and writesRate in the same answer",
        )
    if unrated:
        what = "1 object" if len(unrated) == 1 else f"{len(unrated)} objects"
        context.out.note(min(unrated), f"no rates for {what}: two samples without a counter reset are needed")


METRICS = Joint(("metricValue", "metricQueryResult"), _write, _LOADS)
