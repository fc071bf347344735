"""The PowerStore itself: cluster, appliances, nodes, FC ports, parts and what they measured."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.powerstore.objects import PowerStoreObject

PROVIDES: Mapping[str, tuple[str, ...]] = {
    "storage_array": (
        "storage_array",
        "serial",
        "vendor",
        "family",
        "model",
        "array_version",
        "array_state",
        "used_bytes",
        "size_bytes",
    ),
    "engine": ("storage_array", "engine", "engine_type", "serial"),
    "director": ("storage_array", "engine", "director", "letter", "health_state", "serial"),
    "target_port": (
        "target_wwpn",
        "storage_array",
        "director",
        "port",
        "port_name",
        "role",
        "port_state",
        "protocol",
        "speed_gbps",
        "max_speed_gbps",
    ),
    "component": ("storage_array", "component_type", "component", "operational_status", "health_state"),
    "port_load": ("about_kind", "about_key", "metric", "value", "captured_at"),
    "workload": (
        "about_kind",
        "about_key",
        "storage_array",
        "captured_at",
        "iops",
        "read_iops",
        "write_iops",
        "io_bytes",
        "read_ms",
        "write_ms",
        "latency_ms",
        "throughput_mbps",
        "measured",
        "tool",
    ),
}
_NODE_IN_NAME = re.compile(r"(?:^|-)Node([AB])(?:-|\Z)")
_MICROSECONDS, _MEGABYTE = 1_000.0, 1_000_000.0


def node_of(appliance: str | None, name: str | None) -> tuple[str | None, str | None, str]:
    """Return node, its letter and what the name says behind it, from ``BaseEnclosure-NodeA-IoModule0-FEPort2``."""
    found = _NODE_IN_NAME.search(name or "")
    if found is None or name is None:
        return None, None, name or ""
    letter = found.group(1)
    return f"{appliance}-Node{letter}" if appliance else f"Node{letter}", letter, name[found.end() :]


def write_cluster(item: PowerStoreObject, out: Writer, owner: str) -> None:
    """Write the array."""
    out.add(
        "storage_array",
        item.line,
        storage_array=owner,
        serial=item.text("global_id"),
        vendor="DellEMC",
        family="powerstore",
        array_state=item.text("state_l10n", "state"),
    )


def write_appliance(item: PowerStoreObject, out: Writer, owner: str) -> None:
    """Write an appliance as engine; its model is the array's."""
    engine = item.text("id")
    if engine is None:
        return
    out.add(
        "engine",
        item.line,
        storage_array=owner,
        engine=engine,
        engine_type=item.text("model"),
        serial=item.text("service_tag"),
    )
    if item.text("model") is not None:
        out.add(
            "storage_array",
            item.line,
            storage_array=owner,
            vendor="DellEMC",
            family="powerstore",
            model=item.text("model"),
        )


def write_software(item: PowerStoreObject, out: Writer, owner: str) -> None:
    """Write the version of the whole cluster; that of one appliance is passed over."""
    if item.values.get("appliance") is None and item.text("appliance_id") is None:
        out.add(
            "storage_array",
            item.line,
            storage_array=owner,
            vendor="DellEMC",
            family="powerstore",
            array_version=item.text("release_version"),
        )


def write_node(item: PowerStoreObject, out: Writer, owner: str) -> None:
    """Write a node as part of its appliance: its ports call it by another name."""
    name = item.text("name", "id")
    appliance = item.text("appliance_id")
    if name is not None:
        out.add(
            "component",
            item.line,
            storage_array=owner,
            component_type="node",
            component=f"{appliance} {name}" if appliance else name,
        )


def write_port(item: PowerStoreObject, out: Writer, owner: str) -> None:
    """Write an FC port; its id is what sessions of hosts refer to."""
    identity, name = item.text("id"), item.text("name")
    director, _, port = node_of(item.text("appliance_id"), name)
    offered = item.values.get("supported_speeds")
    speeds = [_speed(text) for text in offered if isinstance(text, str)] if isinstance(offered, list) else []
    up = item.flag("is_link_up")
    out.add(
        "target_port",
        item.line,
        target_wwpn=out.wwn(item.text("wwn"), item.line_of("wwn"), "target_port", "target_wwpn", name or ""),
        storage_array=owner,
        director=director,
        port=port or None,
        port_name=identity or name,
        role="front-end",
        port_state=None if up is None else "up" if up else "down",
        protocol="fc",
        speed_gbps=_speed(item.text("current_speed")),
        max_speed_gbps=max((speed for speed in speeds if speed is not None), default=None),
    )


def _speed(text: str | None) -> float | None:
    return normalise.speed_gbps(text.replace("_", " ")) if text else None


def write_part(item: PowerStoreObject, out: Writer, owner: str) -> None:
    """Write a part with its state; a node of the hardware is the director that ports name."""
    name, kind = item.text("name"), item.text("type")
    appliance = item.text("appliance_id")
    if name is None or kind is None:
        return
    state = item.text("lifecycle_state")
    if kind == "Node":
        director, letter, _ = node_of(appliance, name)
        if director is not None:
            out.add(
                "director",
                item.line,
                storage_array=owner,
                engine=appliance,
                director=director,
                letter=letter,
                health_state=state,
                serial=item.text("serial_number"),
            )
            return
    out.add(
        "component",
        item.line,
        storage_array=owner,
        component_type=kind.lower().replace("_", "-"),
        component=f"{appliance} {name}" if appliance else name,
        operational_status=state,
    )


def write_metrics(item: PowerStoreObject, out: Writer, owner: str) -> None:
    """Write what was measured: latency comes in microseconds, bandwidth in bytes a second."""
    entity = item.text("entity", "response_definition") or ""
    at = item.time("timestamp")
    if entity.startswith("space_metrics_by_cluster"):
        out.add(
            "storage_array",
            item.line,
            storage_array=owner,
            vendor="DellEMC",
            family="powerstore",
            used_bytes=item.number("physical_used"),
            size_bytes=item.number("physical_total"),
        )
    elif entity.startswith("performance_metrics_by_fe_fc_port"):
        _write_port_load(item, item.text("fe_port_id", "fc_port_id", "id"), "target_port", out)
    elif entity.startswith("performance_metrics_by_node"):
        _write_port_load(item, item.text("node_id"), "director", out)
    elif entity.startswith(
        ("performance_metrics_by_volume", "performance_metrics_by_host", "performance_metrics_by_cluster")
    ):
        volume, host = item.text("volume_id"), item.text("host_id")
        kind = "storage_volume" if volume else "host" if host else "storage_array"
        if "_by_volume_group" in entity or "_by_host_group" in entity:
            return
        out.add(
            "workload",
            item.line,
            about_kind=kind,
            about_key=volume or host or owner,
            storage_array=owner,
            captured_at=at,
            iops=item.measure("total_iops"),
            read_iops=item.measure("read_iops"),
            write_iops=item.measure("write_iops"),
            io_bytes=item.measure("avg_io_size"),
            read_ms=item.measure("avg_read_latency", _MICROSECONDS),
            write_ms=item.measure("avg_write_latency", _MICROSECONDS),
            latency_ms=item.measure("avg_latency", _MICROSECONDS),
            throughput_mbps=item.measure("total_bandwidth", _MEGABYTE),
            measured=True,
            tool="array",
        )


_PORT_METRICS = (
    ("total_iops", "iops", 1.0),
    ("total_bandwidth", "throughput_mbps", _MEGABYTE),
    ("io_workload_cpu_utilization", "utilisation", 1.0),
    ("dumped_frames_ps", "dumped_frames", 1.0),
    ("loss_of_signal_count_ps", "loss_of_signal", 1.0),
    ("invalid_crc_count_ps", "invalid_crc", 1.0),
    ("loss_of_sync_count_ps", "loss_of_sync", 1.0),
    ("link_failure_count_ps", "link_failures", 1.0),
)


def _write_port_load(item: PowerStoreObject, key: str | None, kind: str, out: Writer) -> None:
    if key is None:
        return
    for name, metric, divisor in _PORT_METRICS:
        value = item.measure(name, divisor)
        if value is not None:
            out.add(
                "port_load",
                item.line_of(name),
                about_kind=kind,
                about_key=key,
                metric=metric,
                value=value,
                captured_at=item.time("timestamp"),
            )


WRITERS: Mapping[str, Callable[[PowerStoreObject, Writer, str], None]] = {
    "cluster": write_cluster,
    "appliance": write_appliance,
    "software": write_software,
    "node": write_node,
    "fc_port": write_port,
    "hardware": write_part,
    "metrics": write_metrics,
}
