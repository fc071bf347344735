"""The columns of iostat, as its versions and platforms name them, and the load of a disk over all reports."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.load import load_of
from checker.readers.toolkit.samples import sample_columns, samples_of
from checker.readers.workload import measures
from checker.readers.workload.iostat.times import Times

_SECTOR = 512
_PRECISE = 10.0
_RATES = {
    direction: tuple(zip(names.split(), (1024, measures.MIB, _SECTOR) * 3, strict=False))
    for direction, names in (
        ("read", "rkB/s rMB/s rsec/s kB_read/s MB_read/s Blk_read/s kr/s Mr/s"),
        ("write", "wkB/s wMB/s wsec/s kB_wrtn/s MB_wrtn/s Blk_wrtn/s kw/s Mw/s"),
    )
}
_TOTALS = (("kB/s", 1024), ("MB/s", measures.MIB), ("sec/s", _SECTOR))
COLUMNS = word_list("""
    about_kind about_key phase host device kernel_name tool measured iops iops_p95 iops_deviation read_iops write_iops
    read_ratio io_bytes read_io_bytes write_io_bytes latency_ms latency_p95_ms read_ms read_p95_ms write_ms write_p95_ms
    device_ms queue_ms throughput_mbps read_mbps write_mbps outstanding queued busy_ratio samples
""")
SAMPLES = sample_columns(
    "about_kind about_key tool host device kernel_name",
    "iops read_iops write_iops read_mbps write_mbps throughput_mbps io_bytes read_io_bytes "
    "write_io_bytes latency_ms read_ms write_ms device_ms "
    "kernel_ms outstanding queued busy_ratio",
)
UNORDERED_SAMPLES = (*SAMPLES, "day_first_s")
"""Of tools whose dates may show nothing of the order of day and month."""
Sample = Mapping[str, float | None]
Reports = Iterable[Mapping[str, tuple[int, Sample]]]


def sample(row: Mapping[str, float | None]) -> dict[str, float | None]:
    """Return the facts of one row of one report, from its printed columns."""
    reads, writes = row.get("r/s"), row.get("w/s")
    iops = measures.add(reads, writes) if reads is not None and writes is not None else row.get("tps")
    rates: dict[str, float | None] = {}
    for direction, names in _RATES.items():
        rates[direction] = next((value * unit for name, unit in names if (value := row.get(name)) is not None), None)
    read_ms, write_ms = _first(row, "r_await", "ms/r"), _first(row, "w_await", "ms/w")
    latency = _first(row, "await", "svc_t", "ms/t")
    device, queue = row.get("asvc_t"), row.get("wsvc_t")
    if latency is None and device is not None:
        latency = measures.add(device, queue)
    if latency is None:
        latency = measures.weighted([read_ms, write_ms], [reads, writes])
    total = _both(rates)
    if total is None:
        # With -s one column counts reads, writes and discards.
        total = next((value * unit for name, unit in _TOTALS if (value := row.get(name)) is not None), None)
    busy = _first(row, "%util", "util", "%b")
    # A disk without I/O has no latency, though 0.00 is printed.
    return {
        "iops": iops, "read_iops": reads, "write_iops": writes, "rate": total, "read_rate": rates["read"],
        "write_rate": rates["write"], "latency_ms": latency if iops else None, "read_ms": read_ms if reads else None,
        "write_ms": write_ms if writes else None, "device_ms": device if iops else None,
        "queue_ms": queue if iops else None, "outstanding": _first(row, "aqu-sz", "avgqu-sz", "actv", "qlen"),
        "queued": row.get("wait"), "busy": busy, **_io_sizes(row, iops, reads, writes, rates),
    }  # fmt: skip


def _io_sizes(
    row: Mapping[str, float | None],
    iops: float | None,
    reads: float | None,
    writes: float | None,
    rates: Mapping[str, float | None],
) -> dict[str, float | None]:
    """Return mean sizes: as printed, else from rates that are not rounded away."""
    printed = _scaled(row.get("avgrq-sz"), _SECTOR)
    printed = _scaled(row.get("areq-sz"), 1024) if printed is None else printed
    read = _scaled(row.get("rareq-sz"), 1024) or _quotient(row, "read", rates["read"], reads)
    write = _scaled(row.get("wareq-sz"), 1024) or _quotient(row, "write", rates["write"], writes)
    if not printed:
        whole = _precise(row, "read") and _precise(row, "write")
        total = _both(rates)
        printed = total / iops if whole and total and iops else measures.weighted([read, write], [reads, writes])
        if printed is not None and not whole and ((bool(reads) and read is None) or (bool(writes) and write is None)):
            printed = None
    return {
        "io_bytes": printed if iops else None, "read_io_bytes": read if reads else None,
        "write_io_bytes": write if writes else None,
    }  # fmt: skip


def _both(rates: Mapping[str, float | None]) -> float | None:
    read, write = rates["read"], rates["write"]
    return measures.add(read, write) if read is not None and write is not None else None


def _scaled(value: float | None, unit: int) -> float | None:
    return value * unit if value else None


def _precise(row: Mapping[str, float | None], direction: str) -> bool:
    """Return whether a rate is exactly 0 or printed with at least three digits."""
    shown = next((value for name, _ in _RATES[direction] if (value := row.get(name)) is not None), None)
    count = row.get("r/s" if direction == "read" else "w/s")
    return shown is not None and (shown >= _PRECISE or (shown == 0 and count == 0))


def _quotient(row: Mapping[str, float | None], direction: str, rate: float | None, count: float | None) -> float | None:
    return rate / count if rate and count and _precise(row, direction) else None


def _first(row: Mapping[str, float | None], *names: str) -> float | None:
    return next((value for name in names if (value := row.get(name)) is not None), None)


class _Series:
    """The samples of one disk; a figure that is printed nowhere takes no memory."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.count = 0
        self.reports = array("l")
        self._figures: dict[str, array[float] | None] = {}

    def add(self, sample: Sample, report: int) -> None:
        """Add the sample of a report, given by its number."""
        self.reports.append(report)
        for figure, value in sample.items():
            column = self._figures.setdefault(figure, None)
            if value is not None:
                if column is None:
                    column = self._figures[figure] = array("d")
                # Not a number where earlier reports have none.
                column.extend((math.nan,) * (self.count - len(column)))
                column.append(value)
        self.count += 1

    def samples(self) -> dict[str, list[float | None]]:
        """Return the samples of all figures."""
        return {figure: self._of(column) for figure, column in self._figures.items()}

    def _of(self, column: array[float] | None) -> list[float | None]:
        known = [None if math.isnan(value) else value for value in column or ()]
        return known + [None] * (self.count - len(known))


def write_reports(
    out: Writer,
    host: str,
    reports: Reports,
    since_boot: Reports = (),
    identity: Callable[[str], str | None] | None = None,
    tool: str = "iostat",
    times: Times | None = None,
) -> None:
    """Write the load of each disk: the mean of all reports, and separately of the one that counts since boot.

    ``times`` are those of ``reports``, whose samples over time are written with them.
    """
    for phase, some in (("since boot", since_boot), ("", reports)):
        found: dict[str, _Series] = {}
        for number, report in enumerate(some):
            for name, (line, one) in report.items():
                found.setdefault(name, _Series(line)).add(one, number)
        for name, series in found.items():
            device = (identity(name) if identity else None) or f"block:{name}"
            figures = _summary(series.samples())
            load = load_of(
                "device", f"{host}/{name}", tool, figures, phase=phase, host=host, device=device, kernel_name=name,
                samples=series.count,
            )  # fmt: skip
            out.add("workload", series.line, **load)
            if times is not None and not phase and out.samples:
                about: dict[str, Value] = {
                    "about_kind": "device",
                    "about_key": f"{host}/{name}",
                    "tool": tool,
                    "host": host,
                }
                _write_samples(out, series, about | {"device": device, "kernel_name": name}, times)


def _write_samples(out: Writer, series: _Series, about: dict[str, Value], times: Times) -> None:
    """Write the samples of a disk; a report without the disk has none."""
    samples = measures.over_time(series.samples())
    samples["kernel_ms"] = samples.pop("queue_ms", [])
    samples["busy_ratio"] = [None if busy is None else min(busy, 100) / 100 for busy in samples.pop("busy", [])]
    figures: dict[str, list[float | None]] = {}
    for figure, values in samples.items():
        if values:
            figures[figure] = [None] * len(times.moments)
            for report, value in zip(series.reports, values, strict=True):
                if report < len(times.places):
                    figures[figure][times.places[report]] = value
    later = dict(zip(times.moments, times.later, strict=False))
    for row in samples_of(times.moments, figures, utc=times.utc):
        ended = row["ended_at"]
        if isinstance(ended, datetime) and (seconds := later.get(ended)):
            row["day_first_s"] = seconds
        out.add("load_sample", series.line, **about, **row)


def _summary(samples: dict[str, list[float | None]]) -> dict[str, Value]:
    """Return means over the reports, latencies weighted by I/O, and 95th percentiles."""
    busy = measures.mean(samples.pop("busy", ()))
    # iostat may print a little more than 100 %.
    busy_ratio = measures.ratio(min(busy, 100.0)) if busy is not None and busy <= 120 else None
    facts = measures.summary(samples, ("iops", "latency_ms", "read_ms", "write_ms"), sizes_from_rates=False)
    return {**facts, "busy_ratio": busy_ratio}
