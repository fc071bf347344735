"""What an XtremIO array measures itself: I/Os, bandwidth in KB of 1024 bytes a second, latencies in microseconds."""

from __future__ import annotations

from collections.abc import Mapping

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.base import Capture
from checker.readers.xtremio.records import Record

PROVIDES: Mapping[str, tuple[str, ...]] = {
    "workload": (
        "about_kind", "about_key",
        "about_kind", "storage_array", "captured_at", "device", "iops", "read_ratio", "io_bytes", "read_ms", "write_ms",
        "latency_ms", "throughput_mbps", "measured", "tool", "read_iops", "write_iops", "read_mbps", "write_mbps",
    ),
    "port_load": ("about_kind", "about_key", "metric", "value", "direction", "captured_at"),
}  # fmt: skip

_ABOUT = {"volumes": "storage_volume", "snapshots": "storage_volume", "clusters": "storage_array"}
_PORTS = {"targets": "target_port", "initiators": "initiator"}
# Counters of a target port that keep their names, apart from the dashes.
_COUNTERS = (
    "fc-link-failure-count", "fc-loss-of-signal-count", "fc-loss-of-sync-count", "fc-invalid-crc-count",
    "fc-prim-seq-prot-err-count", "fc-dumped-frames",
)  # fmt: skip
_PORT_METRICS = (("iops", "both"), ("rd-iops", "tx"), ("wr-iops", "rx"))


def write_load(record: Record, out: Writer, capture: Capture, storage_array: str, device: str | None) -> None:
    """Write the load that an object states about itself, if it states any."""
    if record.partial:
        return
    if record.type in _PORTS:
        _port(record, out, capture)
        return
    kind = _ABOUT.get(record.type) or ("group" if record.type == "initiator-groups" else None)
    iops = record.decimal("iops")
    if kind is None or (iops is None and _mbps(record, "bw") is None):
        return
    name = storage_array if kind == "storage_array" else record.text("name") or record.reference("vol-id", "ig-id")
    if name is None:
        return
    reads, writes, total = record.decimal("rd-iops"), record.decimal("wr-iops"), _mbps(record, "bw")
    facts: dict[str, Value] = {
        "device": device,
        "iops": iops,
        "read_iops": reads,
        "write_iops": writes,
        "read_ratio": reads / (reads + writes) if reads is not None and writes is not None and reads + writes else None,
        "io_bytes": total * 1_000_000 / iops if total is not None and iops else None,
        "throughput_mbps": total,
        "read_mbps": _mbps(record, "rd-bw"),
        "write_mbps": _mbps(record, "wr-bw"),
        "latency_ms": _milliseconds(record, "avg-latency"),
        "read_ms": _milliseconds(record, "rd-latency") if reads != 0 else None,
        "write_ms": _milliseconds(record, "wr-latency") if writes != 0 else None,
    }
    out.add(
        "workload",
        record.line,
        about_kind=kind,
        about_key=name,
        storage_array=storage_array,
        captured_at=capture.captured_at,
        measured=True,
        tool="array",
        **facts,
    )


def _port(record: Record, out: Writer, capture: Capture) -> None:
    # The same port has its world wide name in every export, but names such as X1-SC1-fc1 exist on every array.
    address = normalise.wwn(record.text("port-address"))
    key = address or record.text("name") or record.reference("tar-id", "initiator-id")
    if key is None:
        return
    rows: list[tuple[int, str, float, str | None]] = []
    for attribute, direction in _PORT_METRICS:
        value = record.decimal(attribute)
        if value is not None:
            rows.append((record.line_of(attribute), "iops", value, direction))
    rate, latency = _mbps(record, "bw"), _milliseconds(record, "avg-latency")
    if rate is not None:
        rows.append((record.line_of("bw"), "throughput_mbps", rate, "both"))
    if latency is not None and record.decimal("iops") != 0:
        rows.append((record.line_of("avg-latency"), "latency_ms", latency, None))
    for attribute in _COUNTERS:
        count = record.decimal(attribute)
        if count is not None:
            rows.append((record.line_of(attribute), attribute.removeprefix("fc-").replace("-", "_"), count, None))
    for line, metric, value, way in rows:
        if way in ("rx", "tx"):
            metric = "read_iops" if way == "tx" else "write_iops"
        out.add(
            "port_load",
            line,
            about_kind=_PORTS[record.type],
            about_key=key,
            metric=metric,
            value=value,
            direction=way,
            captured_at=capture.captured_at,
        )


def _mbps(record: Record, name: str) -> float | None:
    kilobytes = record.decimal(name)
    if kilobytes is not None:
        return kilobytes * 1024 / 1_000_000
    megabytes = record.decimal(f"{name}-mb")  # tables of xmcli print MB/s
    return None if megabytes is None else megabytes * 1_048_576 / 1_000_000


def _milliseconds(record: Record, name: str) -> float | None:
    microseconds = record.decimal(name)
    return None if microseconds is None else microseconds / 1000
