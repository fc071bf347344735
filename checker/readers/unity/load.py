"""Load in Unity REST answers: ``metricValue`` (kept, rates) and ``metricQueryResult`` (of now, counters).

::

    {"content": {"path": "sp.*.storage.lun.*.readsRate", "timestamp": "2021-07-08T06:45:00.000Z", "interval": 300,
                 "values": {"spa": {"sv_1": "120.5", "sv_2": "0"}, "spb": {"sv_1": "0", "sv_2": "3.5"}}}}

A LUN has a part on each storage processor; rates and queues add up, and times count as much as their part has I/Os.
Counters need two times. What such a path holds is what ``/api/types/metric`` says of it: rates count requests a second,
response times are microseconds. Of rates of bytes it says both bytes and KB/s: the mean size of an I/O, which lies between
512 bytes and 2 MiB, tells which.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from checker.facts.observations import Value, Writer
from checker.readers.unity.objects import UnityObject

TYPES = ("metricValue", "metricQueryResult")
PROVIDES = {
    "workload": (
        "about_kind",
        "about_key",
        "storage_array",
        "captured_at",
        "iops",
        "read_iops",
        "write_iops",
        "read_ratio",
        "throughput_mbps",
        "read_mbps",
        "write_mbps",
        "latency_ms",
        "outstanding",
        "measured",
        "tool",
        "samples",
    ),
    "port_load": ("about_kind", "about_key", "metric", "storage_array", "unit", "value", "captured_at", "samples"),
}
_PATH = re.compile(r"sp\.\*\.(storage\.lun|fibreChannel\.fePort)\.\*\.(\w{1,40})\Z")
_KINDS = {"storage.lun": "storage_volume", "fibreChannel.fePort": "target_port"}
_RATES = {
    "readsRate": "read_iops",
    "writesRate": "write_iops",
    "totalCallsRate": "iops",
    "queueLength": "outstanding",
    "readBytesRate": "read_bytes",
    "writeBytesRate": "write_bytes",
}
_COUNTERS = {"reads": "read_iops", "writes": "write_iops"}
# The mean sizes follow from the rates; blocks are counters of what has no unit.
_PASSED_OVER = ("avgReadSize", "avgWriteSize", "readBlocks", "writeBlocks")
_SMALLEST, _LARGEST_KB = 512, 2048
_TIME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]{1,6})?Z?\Z")
_NUMBER = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,20})?(?:[eE][+-]?[0-9]{1,2})?\Z")


@dataclass
class _Load:
    """What is known of one LUN or port: fact → time → storage processor → number."""

    line: int
    facts: dict[str, dict[datetime, dict[str, float]]] = field(default_factory=dict)
    counters: dict[str, dict[datetime, dict[str, float]]] = field(default_factory=dict)

    def means(self) -> dict[str, float]:
        """Return the means over the times."""
        means = {
            fact: sum(sum(parts.values()) for parts in times.values()) / len(times)
            for fact, times in self.facts.items()
            if fact != "latency_us"
        }
        for fact, times in self.counters.items():
            rate = _rate(times)
            if rate is not None:
                means.setdefault(fact, rate)
        if "iops" not in means and {"read_iops", "write_iops"} <= means.keys():
            means["iops"] = means["read_iops"] + means["write_iops"]
        latency = self._latency()
        if latency is not None and means.get("iops", 1.0) > 0:
            means["latency_ms"] = latency
        return means

    def _latency(self) -> float | None:
        weights = self.facts.get("iops") or {}
        reads, writes = self.facts.get("read_iops") or {}, self.facts.get("write_iops") or {}
        total = weight = 0.0
        for time, parts in self.facts.get("latency_us", {}).items():
            for processor, value in parts.items():
                ios = weights.get(time, {}).get(processor)
                if ios is None:
                    ios = reads.get(time, {}).get(processor, 0.0) + writes.get(time, {}).get(processor, 0.0)
                total, weight = total + value * ios, weight + ios
        return total / weight / 1000 if weight else None

    @property
    def times(self) -> set[datetime]:
        """The times that something was measured at."""
        return {time for facts in (self.facts, self.counters) for times in facts.values() for time in times}


def _rate(times: dict[datetime, dict[str, float]]) -> float | None:
    """Return what counters grew by a second between their first and their last time; None if they were reset."""
    first, last = min(times), max(times)
    seconds = (last - first).total_seconds()
    if seconds <= 0 or times[first].keys() != times[last].keys():
        return None
    growth = [times[last][processor] - times[first][processor] for processor in times[first]]
    return sum(growth) / seconds if min(growth) >= 0 else None


def _moment(text: object) -> datetime | None:
    found = _TIME.match(text) if isinstance(text, str) else None
    try:
        return datetime.fromisoformat(found.group(1)).replace(tzinfo=UTC) if found else None
    except ValueError:
        return None


def _numbers(values: object) -> Iterator[tuple[str, str, float]]:
    """Yield storage processor, object and number."""
    for processor, objects in values.items() if isinstance(values, dict) else ():
        for name, value in objects.items() if isinstance(objects, dict) else ():
            if isinstance(value, (str, int, float)) and _NUMBER.match(str(value)):
                yield processor, name, float(value)


def write(items: Iterable[UnityObject], out: Writer, owner: str) -> None:
    """Write the load that metrics tell, and say which of them nothing is read from."""
    loads: dict[tuple[str, str], _Load] = {}
    left_out: dict[str, int] = {}
    for item in items:
        path = str(item.values.get("path") or "")
        found, time = _PATH.match(path), _moment(item.values.get("timestamp"))
        metric = found.group(2) if found else ""
        if metric in _PASSED_OVER:
            continue
        fact = _RATES.get(metric) or _COUNTERS.get(metric) or ("latency_us" if metric == "responseTime" else None)
        if found is None or fact is None or time is None:
            left_out.setdefault(path or "without a path", item.line)
            continue
        for processor, name, number in _numbers(item.values.get("values")):
            load = loads.setdefault((_KINDS[found.group(1)], name), _Load(item.line))
            kept = load.counters if metric in _COUNTERS else load.facts
            kept.setdefault(fact, {}).setdefault(time, {})[processor] = number
    unrated = [load.line for load in loads.values() if load.counters and not load.means()]
    unit = _unit(loads.values(), out)
    for (kind, name), load in loads.items():
        _write_one(kind, name, load, unit, out, owner)
    if unrated:
        out.note(min(unrated), f"counters of {len(unrated)} objects tell no rate: that takes two times without a reset")
    if left_out:
        out.note(min(left_out.values()), f"nothing is read from metrics such as {min(left_out)}")


def _unit(loads: Collection[_Load], out: Writer) -> int | None:
    """Return the bytes that one of a rate of bytes stands for: 1, or 1,024; None if the sizes of I/Os don't tell."""
    sizes = sorted(
        means[f"{way}_bytes"] / means[f"{way}_iops"]
        for means in (load.means() for load in loads)
        for way in ("read", "write")
        if means.get(f"{way}_bytes", 0) > 0 and means.get(f"{way}_iops", 0) >= 1
    )
    rated = [load.line for load in loads if load.facts.keys() & {"read_bytes", "write_bytes"}]
    if not rated:
        return None
    middle = sizes[len(sizes) // 2] if sizes else _SMALLEST
    if _SMALLEST <= middle <= _LARGEST_KB:
        out.note(min(rated), "rates of bytes are left out: nothing tells whether they count bytes or KB")
        return None
    return 1024 if middle < _SMALLEST else 1


def _write_one(kind: str, name: str, load: _Load, unit: int | None, out: Writer, owner: str) -> None:
    means = load.means()
    rates = {way: means.pop(f"{way}_bytes", None) for way in ("read", "write")}
    if unit is not None:
        means.update({f"{way}_mbps": rate * unit / 1e6 for way, rate in rates.items() if rate is not None})
        if {"read_mbps", "write_mbps"} <= means.keys():
            means["throughput_mbps"] = means["read_mbps"] + means["write_mbps"]
    times = load.times
    if kind == "target_port":
        if "iops" in means:
            out.add(
                "port_load",
                load.line,
                about_kind=kind,
                about_key=name,
                metric="iops",
                storage_array=owner,
                unit="1/s",
                value=means["iops"],
                captured_at=max(times),
                samples=len(times),
            )
        return
    reads, writes = means.get("read_iops"), means.get("write_iops")
    facts: dict[str, Value] = dict(means)
    if reads is not None and writes is not None and reads + writes > 0:
        facts["read_ratio"] = reads / (reads + writes)
    if facts:
        out.add(
            "workload",
            load.line,
            about_kind=kind,
            about_key=name,
            storage_array=owner,
            captured_at=max(times),
            measured=True,
            tool="array",
            samples=len(times),
            **facts,
        )
