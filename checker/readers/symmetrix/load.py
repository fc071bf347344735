"""Load of devices and ports in symcli text and XML: means over the intervals of one listing.

symcli prints the time of day of an interval but not the date, so intervals cannot be dated: their means are written,
with the number of intervals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Value, Writer

_NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?\Z")
_KILOBYTE = 1024 / 1e6
"""Megabytes in a KB of 1,024 bytes: in Unisphere answers, IOs times AvgIOSize (KB) is 1,024 times MBs."""
DEVICE_METRICS = ("reads", "writes", "read_kb", "write_kb", "read_hits", "write_hits", "sequential", "pending")
PORT_METRICS = ("ios", "kb")
WORKLOAD_COLUMNS = (
    "about_kind", "about_key", "storage_array", "iops", "read_iops", "write_iops", "read_ratio", "read_mbps",
    "write_mbps", "throughput_mbps", "read_miss_ratio", "write_pending", "measured", "tool", "samples",
)  # fmt: skip
PORT_LOAD_COLUMNS = ("about_kind", "about_key", "metric", "storage_array", "unit", "value", "samples")


@dataclass
class _Series:
    line: int
    array: str
    values: dict[str, list[float]] = field(default_factory=dict)
    samples: int = 0
    hits: float = 0.0
    reads_with_hits: float = 0.0

    def mean(self, name: str) -> float | None:
        found = self.values.get(name)
        return sum(found) / len(found) if found else None


class Load:
    """Collector for the intervals of one listing; it writes their means."""

    def __init__(self) -> None:
        self._devices: dict[tuple[str, str], _Series] = {}
        self._ports: dict[tuple[str, str], _Series] = {}

    def device(self, line: int, array: str, name: str, values: dict[str, str | None]) -> None:
        """Add an interval of a device: any of ``DEVICE_METRICS`` as printed; ``N/A`` is no value."""
        _add(self._devices.setdefault((array, name), _Series(line, array)), values)

    def port(self, line: int, array: str, name: str, values: dict[str, str | None]) -> None:
        """Add an interval of a port: any of ``PORT_METRICS`` as printed."""
        _add(self._ports.setdefault((array, name), _Series(line, array)), values)

    def write(self, out: Writer) -> None:
        """Write the means."""
        for (array, name), series in self._devices.items():
            _write_device(array, name, series, out)
        for (array, name), series in self._ports.items():
            for metric, source, factor, unit in (
                ("iops", "ios", 1.0, "1/s"),
                ("throughput_mbps", "kb", _KILOBYTE, "MB/s"),
            ):
                value = series.mean(source)
                if value is not None:
                    out.add(
                        "port_load", series.line, about_kind="target_port", about_key=name, metric=metric,
                        storage_array=array, unit=unit, value=value * factor, samples=series.samples,
                    )  # fmt: skip


def _add(series: _Series, values: dict[str, str | None]) -> None:
    series.samples += 1
    for name, text in values.items():
        if text is not None and _NUMBER.match(text):
            series.values.setdefault(name, []).append(float(text))
    reads, share = values.get("reads"), values.get("read_hits")
    # Hit ratios are weighted by the reads of an interval; without reads the printed ratio has no meaning.
    if reads and share and _NUMBER.match(reads) and _NUMBER.match(share) and float(share) <= 100:
        series.hits += float(reads) * float(share) / 100
        series.reads_with_hits += float(reads)


def _write_device(array: str, name: str, series: _Series, out: Writer) -> None:
    reads, writes = series.mean("reads"), series.mean("writes")
    read_kb, write_kb = series.mean("read_kb"), series.mean("write_kb")
    total = reads + writes if reads is not None and writes is not None else None
    facts: dict[str, Value] = {
        "iops": total, "read_iops": reads, "write_iops": writes,
        "read_ratio": reads / total if reads is not None and total else None,
        "read_mbps": None if read_kb is None else read_kb * _KILOBYTE,
        "write_mbps": None if write_kb is None else write_kb * _KILOBYTE,
        "throughput_mbps": None if read_kb is None or write_kb is None else (read_kb + write_kb) * _KILOBYTE,
        "read_miss_ratio": 1 - series.hits / series.reads_with_hits if series.reads_with_hits else None,
        "write_pending": series.mean("pending"),
    }  # fmt: skip
    out.add(
        "workload", series.line, about_kind="storage_volume", about_key=name, storage_array=array, measured=True,
        tool="array", samples=series.samples, **facts,
    )  # fmt: skip
