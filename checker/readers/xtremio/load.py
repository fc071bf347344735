"""Load that an XtremIO array measures: I/Os, bandwidth in KB of 1024 bytes a second, latencies in microseconds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checker.facts import normalise
from checker.facts.values import Value
from checker.readers.toolkit.declarations.declared import Part, Source, Where
from checker.readers.toolkit.declarations.fields import captured_at, const, decimal, device_id
from checker.readers.xtremio.records import Facts, Record, array, named

# Counters of a target port; a metric has the name of its counter without ``fc-``.
_COUNTERS = (
    "fc-link-failure-count", "fc-loss-of-signal-count", "fc-loss-of-sync-count", "fc-invalid-crc-count",
    "fc-prim-seq-prot-err-count", "fc-dumped-frames",
)  # fmt: skip


def _mbps(name: str) -> Callable[[Record], float | None]:
    def get(record: Record) -> float | None:
        kilobytes = record.decimal(name)
        if kilobytes is not None:
            return kilobytes * 1024 / 1_000_000
        megabytes = record.decimal(f"{name}-mb")  # tables of xmcli print MB/s
        return None if megabytes is None else megabytes * 1_048_576 / 1_000_000

    return get


def _latency(name: str, rate: str = "") -> Callable[[Record], float | None]:
    """Return the latency in milliseconds; None without I/O, if the attribute of the rate is named."""
    return lambda record: (
        None if (found := record.decimal(name)) is None or (rate and record.decimal(rate) == 0) else found / 1000
    )


_bandwidth = _mbps("bw")


def _has_load(record: Record) -> bool:
    return not record.partial and (record.decimal("iops") is not None or _bandwidth(record) is not None)


def _read_ratio(record: Record) -> float | None:
    reads, writes = record.decimal("rd-iops"), record.decimal("wr-iops")
    return None if reads is None or writes is None or not reads + writes else reads / (reads + writes)


def _io_bytes(record: Record) -> float | None:
    iops, rate = record.decimal("iops"), _bandwidth(record)
    return rate * 1_000_000 / iops if iops and rate is not None else None


_FIGURES: Mapping[str, Source[Record]] = {
    "iops": decimal("iops"), "read_iops": decimal("rd-iops"), "write_iops": decimal("wr-iops"),
    "read_ratio": _read_ratio, "io_bytes": _io_bytes, "throughput_mbps": _bandwidth, "read_mbps": _mbps("rd-bw"),
    "write_mbps": _mbps("wr-bw"), "latency_ms": _latency("avg-latency"), "read_ms": _latency("rd-latency", "rd-iops"),
    "write_ms": _latency("wr-latency", "wr-iops"),
}  # fmt: skip


def _workload(kind: str, key: Source[Record], **more: Source[Record]) -> Facts:
    return Facts(
        "workload", _FIGURES, more, when=_has_load, needs="about_key", about_kind=const(kind), about_key=key,
        storage_array=array, captured_at=captured_at, measured=True, tool=const("array"),
    )  # fmt: skip


def _port_key(port: Record) -> str | None:
    """Return the world wide name of a port, which all exports print; X1-SC1-fc1 is a port of every array."""
    return normalise.wwn(port.text("port-address")) or port.first_name("tar-id", "initiator-id")


def _metric(kind: str, attribute: str, metric: str, value: Callable[[Record], Value], way: str | None = None) -> Facts:
    return Facts(
        "port_load", needs=("about_key", "value"), line=attribute, about_kind=const(kind), about_key=_port_key,
        metric=const(metric), value=value, direction=const(way), captured_at=captured_at,
    )  # fmt: skip


def _port(kind: str) -> Where[Record]:
    return Where(
        lambda record: not record.partial,
        _metric(kind, "iops", "iops", decimal("iops"), "both"),
        _metric(kind, "rd-iops", "read_iops", decimal("rd-iops"), "tx"),
        _metric(kind, "wr-iops", "write_iops", decimal("wr-iops"), "rx"),
        _metric(kind, "bw", "throughput_mbps", _bandwidth, "both"),
        _metric(kind, "avg-latency", "latency_ms", _latency("avg-latency", "iops")),
        *(_metric(kind, name, name.removeprefix("fc-").replace("-", "_"), decimal(name)) for name in _COUNTERS),
    )


_VOLUME = _workload("storage_volume", named("vol-id", "ig-id"), device=device_id("naa-name", report=False))
TYPES: Mapping[str, Part[Record]] = {
    "clusters": _workload("storage_array", array), "volumes": _VOLUME, "snapshots": _VOLUME,
    "initiator-groups": _workload("group", named("vol-id", "ig-id")), "targets": _port("target_port"),
    "initiators": _port("initiator"),
}  # fmt: skip
