"""What a PowerStore shows to hosts: hosts, host groups, initiators with their sessions, volumes and mappings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.powerstore.objects import PowerStoreObject

PROVIDES: Mapping[str, tuple[str, ...]] = {
    "registered_initiator": (
        "storage_array",
        "initiator_name",
        "initiator_wwpn",
        "host",
        "initiator_type",
        "port_state",
        "registered",
    ),
    "array_login": ("storage_array", "initiator_wwpn", "port_name", "logged_in"),
    "mask_view": ("storage_array", "view"),
    "mask_initiator": ("storage_array", "view", "initiator_wwpn"),
    "mask_volume": ("storage_array", "view", "device", "volume_name", "lun", "size_bytes"),
    "storage_volume": (
        "device",
        "storage_array",
        "storage_volume",
        "label",
        "size_bytes",
        "provision_type",
        "operational_status",
        "replication_role",
        "pool",
        "default_owner",
    ),
}


@dataclass
class Known:
    """What other objects of the same capture tell."""

    hosts: dict[str, str] = field(default_factory=dict)
    volumes: dict[str, tuple[str | None, int | None]] = field(default_factory=dict)

    @classmethod
    def of(cls, found: Iterable[PowerStoreObject]) -> Known:
        """Gather names of hosts and identities of volumes."""
        known = cls()
        for item in found:
            identity = item.text("id")
            if identity is None:
                continue
            if item.type == "host" and (name := item.text("name")) is not None:
                known.hosts[identity] = name
            elif item.type == "volume":
                known.volumes[identity] = normalise.device_id(item.text("wwn")), item.number("size")
        return known


def write_host(item: PowerStoreObject, out: Writer, owner: str, known: Known) -> None:
    """Write a host: its view, its FC initiators, and where they are logged in. Others are passed over."""
    view, group = item.text("id"), item.text("host_group_id")
    for name in (view, group):
        if name is not None:
            out.add("mask_view", item.line, storage_array=owner, view=name)
    for entry in item.items("host_initiators", "initiators"):
        kind = entry.get("port_type")
        name = entry.get("port_name")
        if not isinstance(name, str) or (isinstance(kind, str) and kind.upper() != "FC"):
            continue
        wwpn = out.wwn(name, item.line, "registered_initiator", "initiator_wwpn", item.text("name") or "")
        sessions = entry.get("active_sessions")
        listed = [session for session in sessions if isinstance(session, dict)] if isinstance(sessions, list) else None
        out.add(
            "registered_initiator",
            item.line,
            storage_array=owner,
            initiator_name=None if wwpn else name[:200],
            initiator_wwpn=wwpn,
            host=item.text("name"),
            initiator_type=item.text("os_type"),
            port_state=None if listed is None else "logged in" if listed else "not logged in",
            registered=True,
        )
        for place in (view, group):
            if place is not None and wwpn is not None:
                out.add("mask_initiator", item.line, storage_array=owner, view=place, initiator_wwpn=wwpn)
        for session in listed or ():
            _write_session(session, wwpn, item, out, owner)


def _write_session(session: dict[str, Any], wwpn: str | None, item: PowerStoreObject, out: Writer, owner: str) -> None:
    port = session.get("port_id") or session.get("fc_port_id")
    if wwpn is not None and isinstance(port, str) and port:
        out.add("array_login", item.line, storage_array=owner, initiator_wwpn=wwpn, port_name=port, logged_in=True)


def write_initiator(item: PowerStoreObject, out: Writer, owner: str, known: Known) -> None:
    """Write an FC initiator of the listing of all initiators."""
    if (item.text("port_type") or "").upper() != "FC":
        return
    name, host = item.text("port_name"), item.text("host_id")
    wwpn = out.wwn(name, item.line_of("port_name"), "registered_initiator", "initiator_wwpn")
    out.add(
        "registered_initiator",
        item.line,
        storage_array=owner,
        initiator_name=None if wwpn else (name or "")[:200] or None,
        initiator_wwpn=wwpn,
        host=known.hosts.get(host or ""),
        registered=host is not None,
    )
    if host is not None and wwpn is not None:
        out.add("mask_initiator", item.line, storage_array=owner, view=host, initiator_wwpn=wwpn)


def write_group(item: PowerStoreObject, out: Writer, owner: str, known: Known) -> None:
    """Write a host group as view."""
    identity = item.text("id")
    if identity is not None:
        out.add("mask_view", item.line, storage_array=owner, view=identity)


def write_mapping(item: PowerStoreObject, out: Writer, owner: str, known: Known) -> None:
    """Write the LUN number of a volume for a host or a host group."""
    view, volume = item.text("host_id", "host_group_id"), item.text("volume_id")
    if view is None or volume is None:
        return
    device, size = known.volumes.get(volume, (None, None))
    out.add("mask_view", item.line, storage_array=owner, view=view)
    out.add(
        "mask_volume",
        item.line,
        storage_array=owner,
        view=view,
        device=device,
        volume_name=volume,
        lun=item.number("logical_unit_number"),
        size_bytes=size,
    )


def write_volume(item: PowerStoreObject, out: Writer, owner: str, known: Known) -> None:
    """Write a volume. Every volume of a PowerStore is thin; its affinity names the node that is to serve it."""
    identity = item.text("id", "name")
    if identity is None:
        return
    appliance, affinity = item.text("appliance_id"), item.text("node_affinity") or ""
    node = affinity[-1] if affinity.endswith(("_Node_A", "_Node_B")) else None
    kind = item.text("type")
    out.add(
        "storage_volume",
        item.line,
        device=out.device_id(item.text("wwn"), item.line_of("wwn"), "storage_volume", "device", identity),
        storage_array=owner,
        storage_volume=identity,
        label=item.text("name"),
        size_bytes=item.number("size"),
        provision_type="thin",
        operational_status=item.text("state"),
        replication_role=kind.lower() if kind and kind.lower() != "primary" else None,
        pool=appliance,
        default_owner=f"{appliance}-Node{node}" if node and appliance else None,
    )


WRITERS: Mapping[str, Callable[[PowerStoreObject, Writer, str, Known], None]] = {
    "host": write_host,
    "initiator": write_initiator,
    "host_group": write_group,
    "host_volume_mapping": write_mapping,
    "volume": write_volume,
}
