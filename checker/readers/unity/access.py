"""What a Unity array shows to hosts: hosts, initiators, their logins, LUNs and who may use them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.unity.objects import UnityObject

PROVIDES: Mapping[str, tuple[str, ...]] = {
    "registered_initiator": (
        "storage_array",
        "initiator_name",
        "initiator_wwpn",
        "wwnn",
        "host",
        "registered",
        "port_state",
    ),
    "array_login": ("storage_array", "initiator_wwpn", "port_name", "logged_in"),
    "mask_view": ("storage_array", "view"),
    "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
    "mask_volume": ("storage_array", "view", "device", "volume_name", "lun", "size_bytes"),
    "storage_volume": (
        "device",
        "storage_array",
        "storage_volume",
        "label",
        "size_bytes",
        "provision_type",
        "health_state",
        "pool",
        "current_owner",
        "default_owner",
    ),
}
_FC, _FC_UID = 1, re.compile(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){15}\Z")
# The id of a path over FC ends in the registered name, node and port, filled up with zeros.
_PATH_UID = re.compile(
    r"InstanceID=02(?::[0-9A-F]{2}){15}:((?:[0-9A-F]{2}:){7}[0-9A-F]{2}):((?:[0-9A-F]{2}:){7}[0-9A-F]{2})", re.I
)
# NodeEnum of the Unisphere Management REST API.
_NODES = {0: "spa", 1: "spb"}
# HostLUNAccessEnum: 1 production LUN, 3 production LUN and snapshots; 0 and 2 show no production LUN.
_SHOWN = (None, 1, 3)


@dataclass
class Known:
    """What other objects of the same capture tell: names of hosts and pools, port names of initiators."""

    hosts: dict[str, str] = field(default_factory=dict)
    pools: dict[str, str] = field(default_factory=dict)
    initiators: dict[str, str] = field(default_factory=dict)
    volumes: dict[str, tuple[str | None, int | None]] = field(default_factory=dict)

    @classmethod
    def of(cls, found: Iterable[UnityObject]) -> Known:
        """Gather them."""
        known = cls()
        for item in found:
            name, identity = item.text("name"), item.text("id")
            if identity is None:
                continue
            if item.type == "host" and name is not None:
                known.hosts[identity] = name
            elif item.type == "pool" and name is not None:
                known.pools[identity] = name
            elif item.type == "hostInitiator" and (wwpn := normalise.wwn(_port_of(item))) is not None:
                known.initiators[identity] = wwpn
            elif item.type == "lun":
                device = normalise.device_id((item.text("wwn") or "").replace(":", ""))
                known.volumes[identity] = device, item.number("sizeTotal")
        return known


def _port_of(item: UnityObject) -> str | None:
    uid = item.text("initiatorId")
    return item.text("portWWN") or (uid[24:] if uid is not None and _FC_UID.match(uid) else None)


def write_host(item: UnityObject, out: Writer, owner: str, known: Known) -> None:
    """Write a host as view, and its name for the initiators it lists."""
    identity, name = item.text("id"), item.text("name")
    if identity is None:
        return
    out.add("mask_view", item.line, storage_array=owner, view=identity)
    listed = [*item.items("fcHostInitiators"), *item.items("iscsiHostInitiators")]
    for reference in listed:
        _write_reference(reference, identity, name, item, out, owner)


def _write_reference(
    reference: dict[str, Any], view: str, host: str | None, item: UnityObject, out: Writer, owner: str
) -> None:
    uid = reference.get("initiatorId")
    initiator = reference.get("id")
    is_fc = any(reference is listed for listed in item.items("fcHostInitiators"))
    shown = isinstance(uid, str) and bool(_FC_UID.match(uid))
    if not isinstance(initiator, str) or not (is_fc or shown):
        return
    wwpn = normalise.wwn(uid[24:]) if isinstance(uid, str) and shown else None
    out.add(
        "registered_initiator",
        item.line,
        storage_array=owner,
        initiator_name=initiator,
        initiator_wwpn=wwpn,
        host=host,
    )
    out.add(
        "mask_initiator",
        item.line,
        storage_array=owner,
        view=view,
        initiator_wwpn=wwpn,
        initiator_name=initiator,
    )


def write_initiator(item: UnityObject, out: Writer, owner: str, known: Known) -> None:
    """Write an FC initiator and the host it belongs to; one of iSCSI is passed over."""
    identity = item.text("id")
    kind = item.number("type")
    port = _port_of(item)
    if identity is None or (kind is not None and kind != _FC) or (kind is None and port is None):
        return
    wwpn = out.wwn(port, item.line_of("portWWN"), "registered_initiator", "initiator_wwpn", identity)
    host = item.reference("parentHost")
    out.add(
        "registered_initiator",
        item.line,
        storage_array=owner,
        initiator_name=identity,
        initiator_wwpn=wwpn,
        wwnn=normalise.wwn(item.text("nodeWWN")),
        host=known.hosts.get(host or ""),
        port_state=item.health(),
        registered=host is not None,
    )
    if host is not None:
        out.add(
            "mask_initiator",
            item.line,
            storage_array=owner,
            view=host,
            initiator_wwpn=wwpn,
            initiator_name=identity,
        )


def write_path(item: UnityObject, out: Writer, owner: str, known: Known) -> None:
    """Write the login of an initiator at an FC port; paths over iSCSI are passed over."""
    port = item.reference("fcPort")
    initiator = item.reference("initiator") or ""
    if port is None:
        return
    found = _PATH_UID.search(item.text("instanceId") or "")
    wwpn = known.initiators.get(initiator) or (normalise.wwn(found.group(2)) if found else None)
    if wwpn is None:
        out.note(item.line, "a path was left out: the name of its initiator is not in this text")
        return
    out.add(
        "array_login",
        item.line,
        storage_array=owner,
        initiator_wwpn=wwpn,
        port_name=port,
        logged_in=item.flag("isLoggedIn"),
    )
    if initiator:
        out.add(
            "registered_initiator",
            item.line,
            storage_array=owner,
            initiator_name=initiator,
            initiator_wwpn=wwpn,
            host=item.text("hostPushName"),
        )


def write_lun(item: UnityObject, out: Writer, owner: str, known: Known) -> None:
    """Write a LUN, who owns it, and the hosts that may use it."""
    identity = item.text("id")
    if identity is None:
        return
    wwn = item.text("wwn")
    digits = wwn.replace(":", "") if wwn is not None else None
    device = out.device_id(digits, item.line_of("wwn"), "storage_volume", "device", identity)
    thin = item.flag("isThinEnabled")
    pool = item.reference("pool")
    current, default = item.number("currentNode"), item.number("defaultNode")
    size = item.number("sizeTotal")
    out.add(
        "storage_volume",
        item.line,
        device=device,
        storage_array=owner,
        storage_volume=identity,
        label=item.text("name"),
        size_bytes=size,
        provision_type=None if thin is None else "thin" if thin else "thick",
        health_state=item.health(),
        pool=known.pools.get(pool or "", pool),
        current_owner=None if current is None else _NODES.get(current),
        default_owner=None if default is None else _NODES.get(default),
    )
    for entry in item.items("hostAccess"):
        host = entry.get("host")
        view = host.get("id") if isinstance(host, dict) else None
        if isinstance(view, str) and entry.get("accessMask") in _SHOWN:
            out.add("mask_view", item.line, storage_array=owner, view=view)
            out.add(
                "mask_volume",
                item.line,
                storage_array=owner,
                view=view,
                device=device,
                volume_name=identity,
                size_bytes=size,
            )


def write_host_lun(item: UnityObject, out: Writer, owner: str, known: Known) -> None:
    """Write the LUN number of a LUN for a host; a snapshot is named by the object itself."""
    view, lun = item.reference("host"), item.reference("lun")
    is_snapshot = item.reference("snap") is not None
    if view is None or lun is None:
        return
    device, size = (None, None) if is_snapshot else known.volumes.get(lun, (None, None))
    out.add("mask_view", item.line, storage_array=owner, view=view)
    out.add(
        "mask_volume",
        item.line,
        storage_array=owner,
        view=view,
        device=device,
        volume_name=item.text("id") if is_snapshot else lun,
        lun=item.number("hlu"),
        size_bytes=size,
    )


WRITERS: Mapping[str, Callable[[UnityObject, Writer, str, Known], None]] = {
    "host": write_host,
    "hostInitiator": write_initiator,
    "hostInitiatorPath": write_path,
    "lun": write_lun,
    "hostLUN": write_host_lun,
}
