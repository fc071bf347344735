"""The XtremIO array itself: cluster, X-Bricks, storage controllers, management server and parts with a state."""

from __future__ import annotations

from collections.abc import Mapping

from checker.facts.observations import Writer
from checker.readers.xtremio.records import Record

PROVIDES: Mapping[str, tuple[str, ...]] = {
    "storage_array": (
        "storage_array",
        "serial",
        "vendor",
        "family",
        "model",
        "array_version",
        "array_state",
        "controllers",
        "size_bytes",
        "used_bytes",
    ),
    "engine": ("storage_array", "engine", "operational_status", "ssds"),
    "director": (
        "storage_array",
        "engine",
        "director",
        "operational_status",
        "health_state",
        "version",
        "serial",
    ),
    "xms": ("xms", "storage_array", "version", "clusters"),
    "component": (
        "storage_array",
        "component_type",
        "component",
        "operational_status",
        "health_state",
    ),
    "com_switch": ("storage_array", "com_switch", "switch_type", "operational_status"),
    "power_supply": ("storage_array", "power_supply", "supply_type", "operational_status", "feed"),
}

# Type of the object, attribute of its operational status, attribute of its health.
_COMPONENTS = {
    "ssds": ("ssd", "ssd-rg-state", "fru-lifecycle-state"),
    "data-protection-groups": ("data-protection-group", "protection-state", None),
    "xenvs": ("xenv", "xenv-state", None),
    "local-disks": ("local-disk", "local-disk-state", "fru-lifecycle-state"),
    "dae-controllers": ("dae-controller", "fru-lifecycle-state", None),
    "daes": ("dae", "fru-lifecycle-state", None),
}


def write_cluster(record: Record, out: Writer, storage_array: str) -> None:
    """Write the array: its space is in KB, and ``sys-psnt`` is the serial number on the product tag."""
    serial = record.text("sys-psnt-serial-number")
    out.add(
        "storage_array",
        record.line,
        storage_array=storage_array,
        serial=serial if serial is not None and " " not in serial else None,
        vendor="EMC",
        family="xtremio",
        model=record.text("size-and-capacity"),
        array_version=record.text("sys-sw-version", "sw-version"),
        array_state=record.state("sys-state", "sys-health-state"),
        controllers=record.number("num-of-nodes"),
        size_bytes=record.kilobytes("ud-ssd-space"),
        used_bytes=record.kilobytes("ud-ssd-space-in-use"),
    )


def write_brick(record: Record, out: Writer, storage_array: str) -> None:
    """Write an X-Brick as engine."""
    out.add(
        "engine",
        record.line,
        storage_array=storage_array,
        engine=record.reference("brick-id") or record.text("name"),
        operational_status=record.state("brick-state"),
        ssds=record.number("num-of-ssds"),
    )


def write_controller(record: Record, out: Writer, storage_array: str) -> None:
    """Write a storage controller as director."""
    out.add(
        "director",
        record.line,
        storage_array=storage_array,
        engine=record.reference("brick-id"),
        director=record.text("name") or record.reference("node-id"),
        operational_status=record.state("node-state", "backend-storage-controller-state"),
        health_state=record.state("node-health-state", "current-health-state"),
        version=record.text("sw-version"),
        serial=record.text("serial-number"),
    )


def write_xms(record: Record, out: Writer, storage_array: str | None) -> None:
    """Write the management server."""
    out.add(
        "xms",
        record.line,
        xms=record.text("name") or record.reference("xms-id") or "xms",
        storage_array=storage_array,
        version=record.text("sw-version", "version"),
        clusters=record.number("num-of-systems"),
    )


def write_part(record: Record, out: Writer, storage_array: str) -> bool:
    """Write an SSD, battery unit or other part; return FALSE for types that state nothing of use."""
    name = record.text("name") or record.reference("ssd-id", "ups-id", "rg-id", "xenv-id", "ib-switch-id")
    if name is None:
        return False
    if record.type == "bbus":
        out.add(
            "power_supply",
            record.line,
            storage_array=storage_array,
            power_supply=name,
            supply_type="ups",
            operational_status=record.state("ups-status", "status", "fru-lifecycle-state"),
            feed=record.text("power-feed"),
        )
        return True
    if record.type == "infiniband-switches":
        out.add(
            "com_switch",
            record.line,
            storage_array=storage_array,
            com_switch=name,
            switch_type="infiniband",
            operational_status=record.state("ib-switch-state", "status", "fru-lifecycle-state"),
        )
        return True
    if record.type in ("storage-controller-psus", "dae-psus"):
        out.add(
            "power_supply",
            record.line,
            storage_array=storage_array,
            power_supply=name,
            supply_type="psu",
            operational_status=record.state("status-led", "fru-lifecycle-state"),
            feed=record.text("power-feed"),
        )
        return True
    known = _COMPONENTS.get(record.type)
    if known is None:
        return False
    component_type, status, health = known
    out.add(
        "component",
        record.line,
        storage_array=storage_array,
        component_type=component_type,
        component=name,
        operational_status=record.state(status),
        health_state=record.state(health) if health else None,
    )
    return True
