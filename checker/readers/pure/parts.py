"""The FlashArray itself: array, controllers, ports, hardware and load."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from checker.facts.observations import Writer
from checker.readers.pure.objects import PureObject

PROVIDES: Mapping[str, tuple[str, ...]] = {
    "storage_array": (
        "storage_array",
        "serial",
        "vendor",
        "family",
        "model",
        "array_version",
        "used_bytes",
        "size_bytes",
    ),
    "director": ("storage_array", "director", "operational_status", "version"),
    "target_port": (
        "target_wwpn",
        "storage_array",
        "director",
        "port",
        "port_name",
        "role",
        "enabled",
        "operational_status",
        "protocol",
        "speed_gbps",
    ),
    "component": ("storage_array", "component_type", "component", "operational_status", "health_indications"),
    "workload": (
        "about_kind",
        "about_key",
        "storage_array",
        "captured_at",
        "iops",
        "read_iops",
        "write_iops",
        "read_ms",
        "write_ms",
        "read_mbps",
        "write_mbps",
        "measured",
        "tool",
    ),
}
_PORT = re.compile(r"(CT[0-9O])\.(FC[0-9]{1,2})\Z", re.IGNORECASE)
_TIME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})Z?\Z")


def port_of(name: str | None) -> tuple[str | None, str | None]:
    """Return controller and port of ``CT0.FC2``; none for a port that is not of Fibre Channel."""
    found = _PORT.match(name or "")
    return (found.group(1).upper(), found.group(2).upper()) if found else (None, None)


def write_array(item: PureObject, out: Writer, owner: str) -> None:
    """Write the array."""
    space = item.values.get("space")
    used = space.get("total_physical", space.get("total_used")) if isinstance(space, dict) else None
    out.add(
        "storage_array",
        item.line,
        storage_array=owner,
        serial=item.text("id"),
        vendor="PURE",
        family="pure",
        array_version=item.text("version"),
        used_bytes=used if isinstance(used, int) and not isinstance(used, bool) else None,
        size_bytes=item.number("capacity"),
    )


def write_space(item: PureObject, out: Writer, owner: str) -> None:
    """Write the space of the array."""
    out.add(
        "storage_array",
        item.line,
        storage_array=owner,
        vendor="PURE",
        family="pure",
        used_bytes=item.number("total"),
        size_bytes=item.number("capacity"),
    )


def write_controller(item: PureObject, out: Writer, owner: str) -> None:
    """Write a controller as director; the model of the controllers is the array's."""
    name = item.text("name")
    if name is None:
        return
    if "shelf" in (item.text("type") or ""):
        return
    out.add(
        "director",
        item.line,
        storage_array=owner,
        director=name,
        operational_status=item.text("status"),
        version=item.text("version"),
    )
    out.add(
        "storage_array",
        item.line,
        storage_array=owner,
        vendor="PURE",
        family="pure",
        model=item.text("model"),
        array_version=item.text("version"),
    )


def write_port(item: PureObject, out: Writer, owner: str) -> None:
    """Write an FC port; one without a world wide name is of Ethernet and passed over."""
    name, wwn = item.text("name"), item.text("wwn")
    director, port = port_of(name)
    if wwn is None and director is None:
        return
    out.add(
        "target_port",
        item.line,
        target_wwpn=out.wwn(wwn, item.line_of("wwn"), "target_port", "target_wwpn", name or ""),
        storage_array=owner,
        director=director,
        port=port or name,
        port_name=name.upper() if name and director else name,
        role="front-end",
        protocol="fc" if director else None,
    )


def write_network(item: PureObject, out: Writer, owner: str) -> None:
    """Write an FC port of the network listing, which knows its speed in bits a second."""
    name = item.text("name")
    director, port = port_of(name)
    if director is None or name is None:
        return
    wwn = item.inner("fc", "wwn") or item.text("wwn")
    speed = item.number("speed")
    enabled = item.values.get("enabled")
    services = item.texts("services")
    out.add(
        "target_port",
        item.line,
        target_wwpn=out.wwn(wwn, item.line, "target_port", "target_wwpn", name),
        storage_array=owner,
        director=director,
        port=port,
        port_name=name.upper(),
        role="replication" if services == ["replication"] else "front-end",
        enabled=enabled if isinstance(enabled, bool) else None,
        protocol="nvme" if "nvme-fc" in services else "fc",
        speed_gbps=_gigabits(speed),
    )


def _gigabits(speed: int | None) -> float | None:
    return speed / 1e9 if speed is not None and speed >= 1_000_000_000 else None


def write_hardware(item: PureObject, out: Writer, owner: str) -> None:
    """Write a part; an FC port among them tells its speed and state."""
    name = item.text("name")
    if name is None:
        return
    director, port = port_of(name)
    if director is not None:
        out.add(
            "target_port",
            item.line,
            storage_array=owner,
            director=director,
            port=port,
            port_name=name.upper(),
            role="front-end",
            operational_status=item.text("status"),
            protocol="fc",
            speed_gbps=_gigabits(item.number("speed")),
        )
        return
    kind = item.text("type") if item.type == "hardware" else "drive"
    found = re.search(r"([A-Z]{2,6})[0-9]{1,3}\Z", name)
    out.add(
        "component",
        item.line,
        storage_array=owner,
        component_type=kind or (found.group(1).lower() if found else "part"),
        component=name,
        operational_status=item.text("status"),
        health_indications=item.text("details"),
    )


def write_performance(item: PureObject, out: Writer, owner: str) -> None:
    """Write what was measured: latency comes in microseconds, throughput in bytes a second."""
    name = item.text("name")
    at = _TIME.match(item.text("time") or "")
    reads, writes = item.measure("reads_per_sec"), item.measure("writes_per_sec")
    read, write = item.measure("usec_per_read_op"), item.measure("usec_per_write_op")
    read_bytes = item.measure("output_per_sec", "read_bytes_per_sec")
    write_bytes = item.measure("input_per_sec", "write_bytes_per_sec")
    out.add(
        "workload",
        item.line,
        about_kind="storage_volume" if name is not None and name != owner else "storage_array",
        about_key=name or owner,
        storage_array=owner,
        captured_at=_time(at.group(1)) if at else None,
        iops=reads + writes if reads is not None and writes is not None else None,
        read_iops=reads,
        write_iops=writes,
        read_ms=read / 1000 if read is not None else None,
        write_ms=write / 1000 if write is not None else None,
        read_mbps=read_bytes / 1e6 if read_bytes is not None else None,
        write_mbps=write_bytes / 1e6 if write_bytes is not None else None,
        measured=True,
        tool="array",
    )


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        return None


WRITERS: Mapping[str, Callable[[PureObject, Writer, str], None]] = {
    "array": write_array,
    "space": write_space,
    "controller": write_controller,
    "port": write_port,
    "network": write_network,
    "hardware": write_hardware,
    "drive": write_hardware,
    "performance": write_performance,
}
