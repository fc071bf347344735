"""What a FlashArray shows to hosts: hosts, host groups, personalities, logins, volumes and connections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.readers.pure.objects import PureObject

PROVIDES: Mapping[str, tuple[str, ...]] = {
    "registered_initiator": (
        "storage_array",
        "initiator_name",
        "initiator_wwpn",
        "host",
        "initiator_type",
        "registered",
    ),
    "array_login": ("storage_array", "initiator_wwpn", "target_wwpn", "port_name", "logged_in"),
    "mask_view": ("storage_array", "view"),
    "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
    "mask_volume": ("storage_array", "view", "device", "volume_name", "lun", "size_bytes"),
    "storage_volume": ("device", "storage_array", "storage_volume", "size_bytes", "provision_type"),
    "array_setting": ("storage_array", "scope", "setting", "value"),
}
_SERIAL = re.compile(r"[0-9A-Fa-f]{24}\Z")
_PREFIX = "naa.624a9370"
"""FlashArray volumes are named by Pure's vendor prefix and their serial number (Purity guides, "volume serial")."""


@dataclass
class Known:
    """Identity and size of the volumes of the same capture."""

    volumes: dict[str, tuple[str | None, int | None]] = field(default_factory=dict)

    @classmethod
    def of(cls, found: Iterable[PureObject]) -> Known:
        """Gather them."""
        known = cls()
        for item in found:
            name = item.text("name")
            if item.type == "volume" and name is not None and item.text("serial") is not None:
                known.volumes[name] = _identity(item.text("serial")), item.number("size", "provisioned")
        return known


def _identity(serial: str | None) -> str | None:
    return _PREFIX + serial.lower() if serial and _SERIAL.match(serial) else None


def group_view(name: str) -> str:
    """Return the name of the view of a host group."""
    return f"hgroup {name}"


def write_host(item: PureObject, out: Writer, owner: str, known: Known) -> None:
    """Write a host: its view, its FC initiators, and the group whose volumes it sees."""
    name = item.text("name")
    if name is None:
        return
    group = item.text("hgroup", "host_group")
    views = [name, *([group_view(group)] if group else [])]
    for view in views:
        out.add("mask_view", item.line, storage_array=owner, view=view)
    line = item.line_of("wwn" if "wwn" in item.values else "wwns")
    for text in item.texts("wwn", "wwns"):
        wwpn = out.wwn(text, line, "registered_initiator", "initiator_wwpn", name)
        out.add(
            "registered_initiator",
            line,
            storage_array=owner,
            initiator_name=None if wwpn else text[:200],
            initiator_wwpn=wwpn,
            host=name,
            initiator_type=item.text("personality"),
            registered=True,
        )
        for view in views:
            out.add(
                "mask_initiator",
                line,
                storage_array=owner,
                view=view,
                initiator_wwpn=wwpn,
                initiator_name=None if wwpn else text[:200],
            )
    write_personality(item, out, owner, known)
    details = item.inner("port_connectivity", "details")
    if details is not None:
        _write_setting(item.line_of("port_connectivity"), name, "port connectivity", details, out, owner)


def write_personality(item: PureObject, out: Writer, owner: str, known: Known) -> None:
    """Write the personality that is set for a host; none is set where it is empty."""
    name, value = item.text("name"), item.text("personality")
    if name is not None and value is not None:
        _write_setting(item.line_of("personality"), name, "personality", value, out, owner)


def _write_setting(line: int, scope: str, setting: str, value: str, out: Writer, owner: str) -> None:
    out.add("array_setting", line, storage_array=owner, scope=scope, setting=setting, value=value)


def write_group(item: PureObject, out: Writer, owner: str, known: Known) -> None:
    """Write a host group as view; the hosts themselves say which group they are in."""
    name = item.text("name")
    if name is not None:
        out.add("mask_view", item.line, storage_array=owner, view=group_view(name))


def write_login(item: PureObject, out: Writer, owner: str, known: Known) -> None:
    """Write an initiator that is logged in at a port; iSCSI and NVMe over TCP are passed over."""
    wwn = item.inner("initiator", "wwn") or item.text("wwn")
    if wwn is None:
        return
    target = item.inner("target", "wwn") or item.text("target_wwn")
    name = item.text("target")
    initiator = out.wwn(wwn, item.line, "array_login", "initiator_wwpn", name or "")
    if initiator is not None:
        out.add(
            "array_login",
            item.line,
            storage_array=owner,
            initiator_wwpn=initiator,
            target_wwpn=out.wwn(target, item.line, "array_login", "target_wwpn", name or ""),
            port_name=name.upper() if name else None,
            logged_in=target is not None or name is not None,
        )


def write_volume(item: PureObject, out: Writer, owner: str, known: Known) -> None:
    """Write a volume; all volumes of a FlashArray are thin."""
    name = item.text("name")
    if name is None:
        return
    serial = item.text("serial")
    if serial is not None and _identity(serial) is None:
        out.bad_value("storage_volume", "device", serial, item.line_of("serial"), name)
    out.add(
        "storage_volume",
        item.line,
        device=_identity(serial),
        storage_array=owner,
        storage_volume=name,
        size_bytes=item.number("size", "provisioned"),
        provision_type="thin",
    )


def write_connection(item: PureObject, out: Writer, owner: str, known: Known) -> None:
    """Write the LUN number of a volume for a host or host group.

    ``host?connect`` names the host and, for a shared volume, its group; ``hgroup?connect`` has no key for a group, because
    ``name`` is the group; ``volume?connect`` names the volume and the host.
    """
    volume = item.text("volume", "vol")
    host, group = item.text("host"), item.text("host_group", "hgroup")
    if volume is None:
        volume = item.text("name")
    elif "vol" in item.values and host is None:
        name = item.text("name")
        host, group = (name, group) if "hgroup" in item.values else (None, name)
    view = group_view(group) if group else host
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
        lun=item.number("lun"),
        size_bytes=size,
    )


WRITERS: Mapping[str, Callable[[PureObject, Writer, str, Known], None]] = {
    "host": write_host,
    "hgroup": write_group,
    "personality": write_personality,
    "login": write_login,
    "volume": write_volume,
    "connection": write_connection,
}
