"""Means and percentiles of VPLEX monitor samples, written as loads of ports, directors and volumes."""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass, field
from datetime import datetime

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.numbers import decimal
from checker.readers.toolkit.samples import Recorder, sample_columns, samples_of
from checker.readers.vplex.monitors.metrics import Metric, director_in

_WORKLOAD = {"iops", "read_mbps", "write_mbps", "read_ms", "write_ms"}
# Figures over time: metric → column of ``load_sample``.
_SAMPLED = {name: name for name in word_list("""
    iops read_iops write_iops read_mbps write_mbps latency_ms read_ms write_ms outstanding queued aborts
    back_end_read_ms back_end_write_ms back_end_aborts
""")} | {
    "busy": "busy_ratio", "cache_read_hits": "read_hits", "cache_misses": "read_misses", "ip-com-port.avg-lat": "wan_ms",
    "com-cluster-io.avg-lat": "wan_ms",
}  # fmt: skip
_EXACT = 512
_GROWTH = math.log(1.01)


def tidy(value: float) -> float:
    """Return the value with nine digits, the precision of sums of samples."""
    return decimal(f"{value:.9g}")


def system_of(owner: str, file: str) -> str:
    """Return the system that owns a file, or '' if its owner is only a word of the file name.

    These files are named after their director and a fixed word (``director-1-1-A_PERPETUAL_vplex_sys_perf_mon``).
    """
    return "" if owner and owner.lower() in file.replace("\\", "/").rsplit("/", 1)[-1].lower() else owner


@dataclass
class Series:
    """Mean and 95th percentile of the samples of one metric, without storing all of them.

    Up to 512 samples are stored; more are counted in buckets that are one percent wide.
    """

    line: int
    count: int = 0
    total: float = 0.0
    values: array[float] = field(default_factory=lambda: array("d"))
    buckets: dict[int, int] = field(default_factory=dict)

    def add(self, value: float) -> None:
        """Add one sample."""
        self.count += 1
        self.total += value
        if self.buckets:
            self._bucket(value)
            return
        self.values.append(value)
        if len(self.values) > _EXACT:
            for kept in self.values:
                self._bucket(kept)
            self.values = array("d")

    def _bucket(self, value: float) -> None:
        index = -1_000_000 if value <= 1e-9 else round(math.log(value) / _GROWTH)
        self.buckets[index] = self.buckets.get(index, 0) + 1

    @property
    def mean(self) -> float:
        """The mean of all samples."""
        return tidy(self.total / self.count)

    @property
    def high(self) -> float:
        """The 95th percentile: the smallest sample that at least 95 % of samples do not exceed."""
        rank = math.ceil(0.95 * self.count)
        if not self.buckets:
            return tidy(sorted(self.values)[rank - 1])
        seen = 0
        for index in sorted(self.buckets):
            seen += self.buckets[index]
            if seen >= rank:
                return 0.0 if index == -1_000_000 else tidy(math.exp(index * _GROWTH))
        return 0.0


class Measurements:
    """Collector for the samples of a monitor; it writes them as loads of ports, directors and volumes."""

    def __init__(self, owner: str, director: str | None, *, samples: bool = False) -> None:
        """``samples`` also keeps the samples themselves."""
        self._owner = None if not owner or director_in(owner) or "PERPETUAL" in owner else owner
        self.director = director
        self._series: dict[Metric, Series] = {}
        self._devices: dict[str, str | None] = {}
        self._times: list[datetime] = []
        self._recorder: Recorder[Metric] | None = Recorder() if samples else None
        self.utc = False
        self.local_ahead_s: float | None = None

    def at(self, time: datetime | None) -> None:
        """Record the time of the samples that follow."""
        if self._recorder is not None:
            self._recorder.at(time)
        if time is None:
            return
        if len(self._times) < 2:
            self._times.append(time)
        self._times[0] = min(self._times[0], time)
        self._times[-1] = max(self._times[-1], time)

    def add(self, metric: Metric, value: float, line: int) -> None:
        """Add one sample."""
        series = self._series.get(metric)
        if series is None:
            series = self._series[metric] = Series(line)
        series.add(value * metric.factor)
        if self._recorder is not None and metric.metric in _SAMPLED:
            about = Metric(metric.about, metric.name, "", "", 1.0)
            self._recorder.add(about, _SAMPLED[metric.metric], value * metric.factor, line)

    def identify(self, volume: str, device: str | None) -> None:
        """Remember the identity of a volume."""
        if device is not None:
            self._devices[volume] = device

    def write(self, out: Writer) -> int:
        """Write the measurements; return the number of series."""
        begin, end = (self._times[0], self._times[-1]) if self._times else (None, None)
        volumes: dict[str, dict[str, Series]] = {}
        for metric, series in self._series.items():
            if metric.about == "virtual_volume" and metric.metric in _WORKLOAD:
                volumes.setdefault(metric.name, {})[metric.metric] = series
            else:
                self._write_load(out, metric, series, begin, end)
        self._write_hit_ratio(out, begin, end)
        for name, measured in volumes.items():
            self._write_workload(out, name, measured, begin, end)
        self._write_samples(out)
        return len(self._series)

    def _write_samples(self, out: Writer) -> None:
        """Write the samples; those of an object whose director is unknown are not."""
        recorder = self._recorder
        for one, figures in recorder.series() if recorder is not None else ():
            key, device = one.name, None
            if one.about in ("director", "target_port"):
                key = f"{self.director or ''} {one.name}".strip()
            elif one.about == "storage_volume":
                device = normalise.device_id(one.name)
                key = device or one.name
            else:
                device = self._devices.get(one.name) or normalise.device_id(one.name)
            if recorder is None or not key:
                continue
            about: dict[str, Value] = {"about_kind": one.about, "about_key": key, "storage_array": self._owner}
            about |= {"director": self.director, "tool": "vplex", "device": device}
            if self.local_ahead_s is not None:
                about["local_ahead_s"] = self.local_ahead_s
            for row in samples_of(recorder.times, figures, utc=self.utc):
                out.add("load_sample", recorder.lines[one], **about, **row)

    def _write_hit_ratio(self, out: Writer, begin: datetime | None, end: datetime | None) -> None:
        """Write the read-hit ratio of a director, calculated from hits and misses."""
        found = {metric.metric: series for metric, series in self._series.items() if metric.about == "director"}
        hits, misses = found.get("cache_read_hits"), found.get("cache_misses")
        if self.director is None or hits is None or misses is None or hits.mean + misses.mean <= 0:
            return
        out.add(
            "port_load", hits.line, about_kind="director", about_key=self.director, storage_array=self._owner,
            director=self.director, metric="cache_hit_ratio", unit="ratio",
            value=tidy(hits.mean / (hits.mean + misses.mean)), samples=min(hits.count, misses.count), started_at=begin,
            captured_at=end,
        )  # fmt: skip

    def _write_load(
        self, out: Writer, metric: Metric, series: Series, begin: datetime | None, end: datetime | None
    ) -> None:
        place = self.director or ""
        port = metric.name if metric.about == "target_port" else None
        key = metric.name
        if metric.about in ("director", "target_port"):
            key = f"{place} {metric.name}".strip()
        elif metric.about == "storage_volume":
            key = normalise.device_id(metric.name) or metric.name
        if not key:
            out.note(series.line, f"unknown director for {metric.metric}; include its name in the file name")
            return
        out.add(
            "port_load", series.line, about_kind=metric.about, about_key=key, storage_array=self._owner,
            director=self.director, port=port, metric=metric.metric, unit=metric.unit, value=series.mean,
            peak=series.high, samples=series.count, started_at=begin, captured_at=end,
        )  # fmt: skip

    def _write_workload(
        self, out: Writer, name: str, measured: dict[str, Series], begin: datetime | None, end: datetime | None
    ) -> None:
        first = min(series.line for series in measured.values())
        means = {metric: series.mean for metric, series in measured.items()}
        read, write = means.get("read_mbps"), means.get("write_mbps")
        both = tidy(read + write) if read is not None and write is not None else None
        iops = means.get("iops")
        out.add(
            "workload", first, about_kind="virtual_volume", about_key=name, director=self.director,
            device=self._devices.get(name) or normalise.device_id(name), captured_at=end, iops=iops,
            iops_p95=measured["iops"].high if "iops" in measured else None, read_mbps=read, write_mbps=write,
            read_mbps_p95=measured["read_mbps"].high if "read_mbps" in measured else None,
            write_mbps_p95=measured["write_mbps"].high if "write_mbps" in measured else None, throughput_mbps=both,
            io_bytes=tidy(both * 1_000_000 / iops) if both and iops else None, read_ms=means.get("read_ms"),
            write_ms=means.get("write_ms"), read_p95_ms=measured["read_ms"].high if "read_ms" in measured else None,
            write_p95_ms=measured["write_ms"].high if "write_ms" in measured else None, measured=True, tool="vplex",
            samples=max(series.count for series in measured.values()),
            seconds=(end - begin).total_seconds() if begin is not None and end is not None and end > begin else None,
        )  # fmt: skip


PORT_LOAD = word_list("""
    about_kind about_key storage_array director port metric unit value peak samples started_at captured_at
""")  # fmt: skip
WORKLOAD = word_list("""
    about_kind about_key director device captured_at iops iops_p95 read_mbps write_mbps read_mbps_p95 write_mbps_p95
    throughput_mbps io_bytes read_ms write_ms read_p95_ms write_p95_ms measured tool samples seconds
""")  # fmt: skip
SAMPLES = sample_columns(
    "about_kind about_key storage_array director tool device", " ".join(dict.fromkeys(_SAMPLED.values()))
)
