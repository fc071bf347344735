"""What iostat says of one disk, whatever the version calls it, and the means over its reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from checker.facts.observations import Value, Writer
from checker.readers.toolkit.base import word_list
from checker.readers.workload import measures

_SECTOR = 512
_PRECISE = 10.0
_RATES = {
    "read": (
        ("rkB/s", 1024),
        ("rMB/s", measures.MIB),
        ("rsec/s", _SECTOR),
        ("kB_read/s", 1024),
        ("MB_read/s", measures.MIB),
        ("Blk_read/s", _SECTOR),
        ("kr/s", 1024),
        ("Mr/s", measures.MIB),
    ),
    "write": (
        ("wkB/s", 1024),
        ("wMB/s", measures.MIB),
        ("wsec/s", _SECTOR),
        ("kB_wrtn/s", 1024),
        ("MB_wrtn/s", measures.MIB),
        ("Blk_wrtn/s", _SECTOR),
        ("kw/s", 1024),
        ("Mw/s", measures.MIB),
    ),
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
    return {
        "iops": iops,
        "read_iops": reads,
        "write_iops": writes,
        "bytes": total,
        "read_bytes": rates["read"],
        "write_bytes": rates["write"],
        # A disk without I/O has no latency, though 0.00 is printed.
        "latency_ms": latency if iops else None,
        "read_ms": read_ms if reads else None,
        "write_ms": write_ms if writes else None,
        "device_ms": device if iops else None,
        "queue_ms": queue if iops else None,
        "outstanding": _first(row, "aqu-sz", "avgqu-sz", "actv", "qlen"),
        "queued": row.get("wait"),
        "busy": busy,
        **_io_sizes(row, iops, reads, writes, rates),
    }


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
        "size": printed if iops else None,
        "read_size": read if reads else None,
        "write_size": write if writes else None,
    }


def _both(rates: Mapping[str, float | None]) -> float | None:
    read, write = rates["read"], rates["write"]
    return measures.add(read, write) if read is not None and write is not None else None


def _scaled(value: float | None, unit: int) -> float | None:
    return value * unit if value else None


def _precise(row: Mapping[str, float | None], direction: str) -> bool:
    """Tell whether a rate is exactly nothing or printed with at least three digits."""
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
    """Write the load of each disk: of the first report apart, if it counts since boot, and of all others together."""
    parts = [("since boot", reports[:1]), ("", reports[1:])] if since_boot else [("", reports)]
    for phase, some in parts:
        found: dict[str, list[tuple[int, Sample]]] = {}
        for report in some:
            for name, placed in report.items():
                found.setdefault(name, []).append(placed)
        for name, rows in found.items():
            known = identity(name) if identity else None
            write(out, rows[0][0], host, name, [one for _, one in rows], phase, known, tool)


def write(
    out: Writer,
    line: int,
    host: str,
    name: str,
    samples: Sequence[Sample],
    phase: str,
    identity: str | None = None,
    tool: str = "iostat",
) -> None:
    """Write the load of one disk: means over the reports, latencies weighted by I/O, and 95th percentiles."""

    def column(fact: str) -> list[float | None]:
        return [one.get(fact) for one in samples]

    iops = measures.mean(column("iops"))
    reads, writes = measures.mean(column("read_iops")), measures.mean(column("write_iops"))
    several = len(samples) > 1
    rate, read_rate, write_rate = (measures.mean(column(one)) for one in ("bytes", "read_bytes", "write_bytes"))
    busy = measures.mean(column("busy"))
    facts: dict[str, Value] = {
        "iops": iops,
        "read_iops": reads,
        "write_iops": writes,
        "read_ratio": measures.share(reads, writes),
        "io_bytes": measures.weighted(column("size"), column("iops")),
        "read_io_bytes": measures.weighted(column("read_size"), column("read_iops")),
        "write_io_bytes": measures.weighted(column("write_size"), column("write_iops")),
        "latency_ms": measures.weighted(column("latency_ms"), column("iops")),
        "read_ms": measures.weighted(column("read_ms"), column("read_iops")),
        "write_ms": measures.weighted(column("write_ms"), column("write_iops")),
        "device_ms": measures.weighted(column("device_ms"), column("iops")),
        "queue_ms": measures.weighted(column("queue_ms"), column("iops")),
        "throughput_mbps": measures.megabytes(rate),
        "read_mbps": measures.megabytes(read_rate),
        "write_mbps": measures.megabytes(write_rate),
        "outstanding": measures.mean(column("outstanding")),
        "queued": measures.mean(column("queued")),
        # iostat prints a little more than 100 % at times.
        "busy_ratio": round(min(busy, 100.0) / 100, 6) if busy is not None and 0 <= busy <= 120 else None,
        "iops_p95": measures.percentile(column("iops")) if several else None,
        "iops_deviation": measures.deviation(column("iops")) if several else None,
        "latency_p95_ms": measures.percentile(column("latency_ms")) if several else None,
        "read_p95_ms": measures.percentile(column("read_ms")) if several else None,
        "write_p95_ms": measures.percentile(column("write_ms")) if several else None,
    }
    out.add(
        "workload",
        line,
        about_kind="device",
        about_key=f"{host}/{name}",
        phase=phase,
        host=host,
        device=identity or f"block:{name}",
        kernel_name=name,
        tool=tool,
        measured=True,
        samples=len(samples),
        **facts,
    )
