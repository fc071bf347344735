"""The columns of iostat, as its versions and platforms name them, and the load of a disk over all reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.load import load_of
from checker.readers.workload import measures

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
Sample = Mapping[str, float | None]
Reports = Sequence[Mapping[str, tuple[int, Sample]]]


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


def write_reports(
    out: Writer,
    host: str,
    reports: Reports,
    since_boot: bool,
    identity: Callable[[str], str | None] | None = None,
    tool: str = "iostat",
) -> None:
    """Write the load of each disk: the first report separately if it counts since boot, and the mean of all others."""
    parts = [("since boot", reports[:1]), ("", reports[1:])] if since_boot else [("", reports)]
    for phase, some in parts:
        found: dict[str, list[tuple[int, Sample]]] = {}
        for report in some:
            for name, placed in report.items():
                found.setdefault(name, []).append(placed)
        for name, rows in found.items():
            device = (identity(name) if identity else None) or f"block:{name}"
            figures = _summary([one for _, one in rows])
            load = load_of(
                "device", f"{host}/{name}", tool, figures, phase=phase, host=host, device=device, kernel_name=name,
                samples=len(rows),
            )  # fmt: skip
            out.add("workload", rows[0][0], **load)


def _summary(reports: Sequence[Sample]) -> dict[str, Value]:
    """Return means over the reports, latencies weighted by I/O, and 95th percentiles."""
    samples = {figure: [one.get(figure) for one in reports] for figure in dict.fromkeys(chain.from_iterable(reports))}
    busy = measures.mean(samples.pop("busy", ()))
    # iostat may print a little more than 100 %.
    busy_ratio = measures.ratio(min(busy, 100.0)) if busy is not None and busy <= 120 else None
    facts = measures.summary(samples, ("iops", "latency_ms", "read_ms", "write_ms"), sizes_from_rates=False)
    return {**facts, "busy_ratio": busy_ratio}
