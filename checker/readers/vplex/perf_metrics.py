"""Columns of the VPLEX performance monitors: what they measure, of what, in which unit; and how samples become facts.

A column is called ``<metric>[ <object>] (<unit>)``: ``be-prt.write A1-FC02 (KB/s)``, ``director.busy (%)``,
``fe-lu read-lat recent-average (us)``. REST v2 writes ``_`` for ``-``. The KB of KB/s is 1024 bytes.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from checker.facts import normalise
from checker.facts.observations import Writer

# What a unit is turned into, and by which factor.
_UNITS: Mapping[str, tuple[str, float]] = {
    "us": ("ms", 1 / 1000),
    "ms": ("ms", 1.0),
    "kb/s": ("MB/s", 1024 / 1_000_000),
    "mb/s": ("MB/s", 1_048_576 / 1_000_000),
    "counts/s": ("1/s", 1.0),
    "counts": ("count", 1.0),
    "%": ("ratio", 1 / 100),
}
_COLUMN = re.compile(
    r"\s*(?P<words>[A-Za-z][^\n]*?)\s*\((?P<unit>us|ms|[KM]B/s|counts/s|counts|%)\)\s*\Z", re.IGNORECASE
)
_AVERAGE = re.compile(r"\s+(?:recent-average|average|avg|max|min)\b")
_FAMILIES = (
    r"director|fe-director|be-director|fe-prt|be-prt|fe-lu|virtual-volume|storage-volume|cache|ramf|rdma|directory"
    r"|cg|com-cluster-io|fc-com-port|ip-com-port|com-port|wrt-pacing|com-path|com-endpoint|iscsi-prt|repl|ib-port"
)
METRIC = rf"(?:{_FAMILIES})[. ][A-Za-z][\w-]*"
_METRIC = re.compile(rf"(?P<family>{_FAMILIES})[. ](?P<metric>[A-Za-z][\w-]*)(?:\s+(?P<object>\S.*))?\Z")

# (family, metric) → name of the metric; other metrics keep theirs.
_NAMES: Mapping[tuple[str, str], str] = {
    ("director", "busy"): "busy",
    ("director", "per-cpu-busy"): "cpu_busy",
    ("director", "heap-used"): "heap_used",
    ("director", "fe-ops"): "iops",
    ("director", "fe-ops-read"): "read_iops",
    ("director", "fe-ops-write"): "write_iops",
    ("director", "fe-ops-act"): "outstanding",
    ("director", "fe-ops-q"): "queued",
    ("director", "fe-read"): "read_mbps",
    ("director", "fe-write"): "write_mbps",
    ("director", "be-ops"): "back_end_iops",
    ("director", "be-ops-read"): "back_end_read_iops",
    ("director", "be-ops-write"): "back_end_write_iops",
    ("director", "be-read"): "back_end_read_mbps",
    ("director", "be-write"): "back_end_write_mbps",
    ("director", "be-aborts"): "back_end_aborts",
    ("director", "fedomain-avg-lat"): "latency_ms",
    ("fe-director", "aborts"): "aborts",
    ("be-director", "aborts"): "back_end_aborts",
    ("cache", "rhit"): "cache_read_hits",
    ("cache", "miss"): "cache_misses",
}
_COMMON = {"ops": "iops", "read": "read_mbps", "write": "write_mbps", "aborts": "aborts"}
_LATENCY = re.compile(r"(?:per-storage-volume-)?(read|write)-(?:avg-lat|lat|latency)\Z")
_OF_PORTS = ("fe-prt", "be-prt", "fc-com-port", "ip-com-port", "com-port", "iscsi-prt", "ib-port")
_OF_VOLUMES = ("fe-lu", "virtual-volume")
_WORKLOAD = {"iops", "read_mbps", "write_mbps", "read_ms", "write_ms"}
_EXACT = 512
_GROWTH = math.log(1.01)
_DIRECTOR = re.compile(r"director-[0-9]+-[0-9]+-[AB]", re.IGNORECASE)
_MONITOR = re.compile(r"(?:\A|.*/)([\w.-]+?)_(?:PERPETUAL|VIRTUAL_VOLUMES_PERPETUAL)")


@dataclass(frozen=True)
class Metric:
    """What one column measures: ``about`` is the kind of object, ``name`` its name ('' for the director itself)."""

    about: str
    name: str
    metric: str
    unit: str
    factor: float


def parse_column(title: str, volume: str | None = None) -> Metric | None:
    """Take the title of a column apart, or return None if it is none; ``volume`` is the object of its whole row."""
    match = _COLUMN.match(title)
    if match is None:
        return None
    words = _AVERAGE.sub("", match["words"])
    found = _METRIC.match(words) or _METRIC.match(words.replace("_", "-"))
    if found is None:
        return None
    unit, factor = _UNITS[match["unit"].lower()]
    family, metric, name = found["family"], found["metric"], (found["object"] or volume or "").strip()
    latency = _LATENCY.match(metric)
    if latency is not None:
        title_of = f"{latency.group(1)}_ms"
    else:
        title_of = _NAMES.get((family, metric)) or (_COMMON.get(metric) if family != "director" else None) or ""
    if not title_of:
        title_of = f"{family}.{metric}"
    if family in _OF_PORTS:
        about = "target_port"
    elif family in _OF_VOLUMES and name:
        about = "virtual_volume"
    elif family == "storage-volume" and name:
        about = "storage_volume"
    else:
        about = "director"
        if latency is not None and family == "storage-volume":
            title_of = f"back_end_{title_of}"
        elif family in _OF_VOLUMES:
            title_of = f"{family}.{metric}"
    return Metric(about, name, title_of, unit, factor)


def number(cell: object) -> float | None:
    """Return the number in a cell; empty cells and ``no data`` are none."""
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, (int, float)):
        return float(cell) if math.isfinite(cell) else None
    text = str(cell).strip()
    if not text or text[0] not in "0123456789+-." or "_" in text or len(text) > 40:
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def moment(cell: object) -> datetime | None:
    """Return the time in a cell: ``2016-10-11 10:56:54``, or seconds or milliseconds since 1970."""
    text = str(cell).strip().rstrip(":") if cell is not None else ""
    if re.fullmatch(r"[0-9]{10}(?:\.[0-9]+)?|[0-9]{13}", text):
        seconds = float(text) / (1000 if len(text) == 13 and "." not in text else 1)
        return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None, microsecond=0)
    match = re.match(r"([0-9]{4})[-/]([0-9]{2})[-/]([0-9]{2})[ T]([0-9]{2}):([0-9]{2}):([0-9]{2})", text)
    if match is None:
        return None
    try:
        return datetime(*(int(part) for part in match.groups()))  # type: ignore[arg-type]
    except ValueError:
        return None


def director_in(*texts: str) -> str | None:
    """Return the director that a file name or the name of a monitor names, or None."""
    for text in texts:
        base = text.replace("\\", "/").rsplit("/", 1)[-1]
        if match := _DIRECTOR.search(base):
            return match.group().lower()[:-1] + match.group()[-1].upper()
        if (match := _MONITOR.match(base)) and match.group(1):
            return match.group(1)
    return None


@dataclass
class Series:
    """The samples of one metric: mean and 95th percentile without keeping all of them.

    Up to 512 samples are kept; more are counted in buckets one percent wide.
    """

    line: int
    count: int = 0
    total: float = 0.0
    values: array[float] = field(default_factory=lambda: array("d"))
    buckets: dict[int, int] = field(default_factory=dict)

    def add(self, value: float) -> None:
        """Take one sample."""
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
        return self.total / self.count

    @property
    def high(self) -> float:
        """The 95th percentile: the least sample that at least 95 of 100 samples do not exceed."""
        rank = math.ceil(0.95 * self.count)
        if not self.buckets:
            return sorted(self.values)[rank - 1]
        seen = 0
        for index in sorted(self.buckets):
            seen += self.buckets[index]
            if seen >= rank:
                return 0.0 if index == -1_000_000 else math.exp(index * _GROWTH)
        return 0.0


class Measurements:
    """Collects the samples of a monitor and writes them as loads of ports, directors and volumes."""

    def __init__(self, owner: str, director: str | None) -> None:
        self._owner = None if director_in(owner) or "PERPETUAL" in owner else owner
        self.director = director
        self._series: dict[Metric, Series] = {}
        self._devices: dict[str, str | None] = {}
        self._times: list[datetime] = []

    def at(self, time: datetime | None) -> None:
        """Note the time of the samples that follow."""
        if time is None:
            return
        if len(self._times) < 2:
            self._times.append(time)
        self._times[0] = min(self._times[0], time)
        self._times[-1] = max(self._times[-1], time)

    def add(self, metric: Metric, value: float, line: int) -> None:
        """Take one sample."""
        series = self._series.get(metric)
        if series is None:
            series = self._series[metric] = Series(line)
        series.add(value * metric.factor)

    def identify(self, volume: str, device: str | None) -> None:
        """Remember the identity of a volume."""
        if device is not None:
            self._devices[volume] = device

    def write(self, out: Writer) -> int:
        """Write what was measured; return how many series there were."""
        begin, end = (self._times[0], self._times[-1]) if self._times else (None, None)
        volumes: dict[str, dict[str, Series]] = {}
        for metric, series in self._series.items():
            if metric.about == "virtual_volume" and metric.metric in _WORKLOAD:
                volumes.setdefault(metric.name, {})[metric.metric] = series
            else:
                self._write_load(out, metric, series, begin, end)
        for name, measured in volumes.items():
            self._write_workload(out, name, measured, begin, end)
        return len(self._series)

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
            out.note(series.line, f"nothing says which director {metric.metric} is about; name it in the file name")
            return
        out.add(
            "port_load",
            series.line,
            about_kind=metric.about,
            about_key=key,
            storage_array=self._owner,
            director=self.director,
            port=port,
            metric=metric.metric,
            unit=metric.unit,
            value=series.mean,
            peak=series.high,
            samples=series.count,
            started_at=begin,
            captured_at=end,
        )

    def _write_workload(
        self, out: Writer, name: str, measured: dict[str, Series], begin: datetime | None, end: datetime | None
    ) -> None:
        first = min(series.line for series in measured.values())
        means = {metric: series.mean for metric, series in measured.items()}
        read, write = means.get("read_mbps"), means.get("write_mbps")
        both = read + write if read is not None and write is not None else None
        iops = means.get("iops")
        out.add(
            "workload",
            first,
            about_kind="virtual_volume",
            about_key=name,
            director=self.director,
            device=self._devices.get(name) or normalise.device_id(name),
            captured_at=end,
            iops=iops,
            iops_p95=measured["iops"].high if "iops" in measured else None,
            read_mbps=read,
            write_mbps=write,
            throughput_mbps=both,
            io_bytes=both * 1_000_000 / iops if both and iops else None,
            read_ms=means.get("read_ms"),
            write_ms=means.get("write_ms"),
            read_p95_ms=measured["read_ms"].high if "read_ms" in measured else None,
            write_p95_ms=measured["write_ms"].high if "write_ms" in measured else None,
            measured=True,
            tool="vplex",
            samples=max(series.count for series in measured.values()),
            seconds=(end - begin).total_seconds() if begin is not None and end is not None and end > begin else None,
        )


PORT_LOAD = (
    "about_kind",
    "about_key",
    "storage_array",
    "director",
    "port",
    "metric",
    "unit",
    "value",
    "peak",
    "samples",
    "started_at",
    "captured_at",
)
WORKLOAD = (
    "about_kind",
    "about_key",
    "director",
    "device",
    "captured_at",
    "iops",
    "iops_p95",
    "read_mbps",
    "write_mbps",
    "throughput_mbps",
    "io_bytes",
    "read_ms",
    "write_ms",
    "read_p95_ms",
    "write_p95_ms",
    "measured",
    "tool",
    "samples",
    "seconds",
)
