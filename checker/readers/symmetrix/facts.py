"""Facts common to symcli text, symcli XML and the REST interface: ports with flags, logins, views, volumes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.symmetrix import names
from checker.readers.toolkit.base import word_list

PORT_COLUMNS = (
    "target_wwpn", "wwnn", "storage_array", "director", "port", "port_name", "role", "port_state", "operational_status",
    "protocol", "speed_gbps", "max_speed_gbps", "flags",
)  # fmt: skip
LOGIN_COLUMNS = ("storage_array", "initiator_wwpn", "target_wwpn", "port_name", "logged_in", "on_fabric")
INITIATOR_COLUMNS = ("storage_array", "initiator_name", "initiator_wwpn", "wwnn", "host", "port_state", "registered")
VOLUME_COLUMNS = word_list("""
    device storage_array storage_volume size_bytes provision_type replication_role operational_status
""")  # fmt: skip
LINK_COLUMNS = ("replication_link", "source_array", "target_array", "mode", "operational_status")
MASK_COLUMNS = {
    "mask_view": ("storage_array", "view", "initiator_group", "port_group", "storage_group"),
    "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
    "mask_port": ("storage_array", "view", "target_wwpn", "port_name"),
    "mask_volume": ("storage_array", "view", "volume_name", "lun", "size_bytes"),
}
SETTING_COLUMNS = ("storage_array", "scope", "setting", "value")
_WHOLE_SET = frozenset({"C", "SC3", "SPC2"})
_OTHER_NAMES = ("iqn.", "eui.", "nqn.", "naa.")


def write_port(
    out: Writer, line: int, array: str, director: str | None, port: str | None, *, wwpn: str | None = None,
    wwnn: str | None = None, kind: str | None = None, port_state: str | None = None, status: str | None = None,
    speed: str | None = None, max_speed: str | None = None, flags: Mapping[str, str] | None = None,
) -> None:  # fmt: skip
    """Write a port. ``flags`` maps the short name of each printed flag to its state.

    Every flag becomes a setting of the port. The column ``flags`` lists the active flags, and only if the export
    prints the whole set, where a missing flag is off.
    """
    where, number = names.director(director), names.port(port)
    if where is None or number is None:
        return
    name = f"{where}:{number}"
    stated = flags or {}
    enabled = [flag for flag, value in stated.items() if value == "enabled"]
    out.add(
        "target_port", line, target_wwpn=wwn_of(wwpn, line, out, "target_port", "target_wwpn", name),
        wwnn=wwn_of(wwnn, line, out, "target_port", "wwnn", name), storage_array=array, director=where, port=number,
        port_name=name, role=names.role(where), port_state=_lower(port_state), operational_status=_lower(status),
        protocol=protocol(kind, wwpn), speed_gbps=normalise.speed_gbps(names.present(speed)),
        max_speed_gbps=normalise.speed_gbps(names.present(max_speed)),
        flags=names.flags_text(enabled) if stated.keys() >= _WHOLE_SET else None,
    )  # fmt: skip
    for flag, value in stated.items():
        out.add("array_setting", line, storage_array=array, scope=name, setting=flag, value=value)


def flag_state(text: str | None) -> str | None:
    """Return enabled or disabled for the printed state of a flag, or None for other text."""
    word = (text or "").strip().lower()
    if word in ("enabled", "true", "yes", "x", "on"):
        return "enabled"
    return "disabled" if word in ("disabled", "false", "no", ".", "off") else None


def wwn_of(text: str | None, line: int, out: Writer, kind: str, fact: str, place: str) -> str | None:
    """Return a WWN; iSCSI and NVMe names do not have one and are not recorded as bad values."""
    found = names.present(text)
    if found is None or found.lower().startswith(_OTHER_NAMES):
        return None
    return out.wwn(found, line, kind, fact, place)


def protocol(kind: str | None, identifier: str | None) -> str | None:
    """Return fc, iscsi or nvme from the type of a port or director, or from the port's own identifier."""
    name, text = (identifier or "").lower(), (kind or "").lower()
    if name.startswith("nqn.") or "nvme" in text:
        return "nvme"
    if name.startswith("iqn.") or "gige" in text or "iscsi" in text:
        return "iscsi"
    return "fc" if "fibre" in text or normalise.wwn(identifier) is not None else None


def _lower(text: str | None) -> str | None:
    found = names.present(text)
    return found.lower() if found else None


def alias_parts(alias: str | None, wwn: str | None) -> tuple[str | None, str | None]:
    """Return (alias, host) of ``host/hba``; a name that only repeats the WWN is ignored."""
    text = names.present(alias)
    if text is None:
        return None, None
    node, slash, port = (part.strip() for part in text.partition("/"))
    own = (wwn or "").strip().lower()
    meaningless = ("", "null", own)
    if node.lower() in meaningless and port.lower() in meaningless:
        return None, None
    host = node if slash and node.lower() not in meaningless and normalise.wwn(node) is None else None
    return text, host


def write_initiator(
    out: Writer, line: int, array: str, wwn: str | None, *, alias: str | None = None, wwnn: str | None = None,
    host: str | None = None, registered: bool | None = None, port_state: str | None = None,
) -> tuple[str | None, str | None]:  # fmt: skip
    """Write an initiator registered on the array; return its name and its WWPN."""
    name, alias_host = alias_parts(alias, wwn)
    place = name or (wwn or "")
    wwpn = wwn_of(wwn, line, out, "registered_initiator", "initiator_wwpn", place)
    if wwpn is None and name is None and names.present(wwn) is not None:
        name = names.present(wwn)
    if wwpn is None and name is None:
        return None, None
    out.add(
        "registered_initiator", line, storage_array=array, initiator_name=name, initiator_wwpn=wwpn,
        wwnn=wwn_of(wwnn, line, out, "registered_initiator", "wwnn", place), host=alias_host or names.present(host),
        port_state=port_state, registered=registered,
    )  # fmt: skip
    return name, wwpn


def write_login(
    out: Writer, line: int, array: str, initiator_wwpn: str | None, port_name: str | None, *,
    target_wwpn: str | None = None, logged_in: bool | None = None, on_fabric: bool | None = None,
) -> None:  # fmt: skip
    """Write that the array knows an initiator at a port, and whether it is currently logged in."""
    if initiator_wwpn is None or (port_name is None and target_wwpn is None):
        return
    out.add(
        "array_login", line, storage_array=array, initiator_wwpn=initiator_wwpn, target_wwpn=target_wwpn,
        port_name=port_name, logged_in=logged_in, on_fabric=on_fabric,
    )  # fmt: skip


def write_view(
    out: Writer, line: int, array: str, view: str, initiator_group: str | None = None,
    port_group: str | None = None, storage_group: str | None = None,
) -> None:  # fmt: skip
    """Write a masking view with its groups."""
    out.add(
        "mask_view", line, storage_array=array, view=view, initiator_group=names.present(initiator_group),
        port_group=names.present(port_group), storage_group=names.present(storage_group),
    )  # fmt: skip


def write_view_port(out: Writer, line: int, array: str, view: str, port_name: str, wwpn: str | None = None) -> None:
    """Write that a port belongs to a view."""
    out.add("mask_port", line, storage_array=array, view=view, target_wwpn=wwpn, port_name=port_name)


def write_view_initiator(out: Writer, line: int, array: str, view: str, name: str | None, wwpn: str | None) -> None:
    """Write that an initiator belongs to a view."""
    if name is not None or wwpn is not None:
        out.add("mask_initiator", line, storage_array=array, view=view, initiator_wwpn=wwpn, initiator_name=name)


def write_view_volume(
    out: Writer, line: int, array: str, view: str, volume: str, lun: int | None = None, size: int | None = None
) -> None:
    """Write that a device belongs to a view, with its LUN address if printed."""
    out.add("mask_volume", line, storage_array=array, view=view, volume_name=volume, lun=lun, size_bytes=size)


def write_volume(
    out: Writer, line: int, array: str, volume: str, *, wwn: str | None = None, size: int | None = None,
    configuration: str | None = None, status: str | None = None, block_bytes: int | None = None,
    label: str | None = None, pool: str | None = None,
) -> None:  # fmt: skip
    """Write a device; its identity is known only if the export contains the WWN that hosts see."""
    device = out.device_id(names.present(wwn), line, "storage_volume", "device", f"{array} {volume}")
    out.add(
        "storage_volume", line, device=device, storage_array=array, storage_volume=volume, size_bytes=size,
        block_bytes=block_bytes, provision_type=names.provision_type(configuration),
        replication_role=names.replication_role(configuration), operational_status=_lower(status),
        label=names.present(label), pool=names.present(pool),
    )  # fmt: skip


def write_link(
    out: Writer, line: int, array: str, remote: str, group: str | None, kind: str | None = None,
    mode: str | None = None, state: str | None = None,
) -> None:  # fmt: skip
    """Write a replication relation; the array with the R2 devices is the target."""
    source, target = (remote, array) if (kind or "").startswith("R2") else (array, remote)
    out.add(
        "replication_link", line, replication_link=f"{array} group {group}" if group else f"{array} to {remote}",
        source_array=source, target_array=target, mode=(names.present(mode) or "").lower() or None,
        operational_status=names.present(state),
    )  # fmt: skip


_RANGE = re.compile(r"([0-9A-Fa-f]{3,5})(?:[:-]([0-9A-Fa-f]{3,5}))?\Z")
MAX_RANGE = 4_096
"""Largest number of devices in a range, which is the limit of a storage group."""


def device_range(text: str) -> list[str] | None:
    """Return the devices in a range such as ``0510:0514``, inclusive; None if the text is not a range."""
    match = _RANGE.match(text.strip())
    if not match:
        return None
    first = int(match.group(1), 16)
    last = int(match.group(2) or match.group(1), 16)
    if not 0 <= last - first < MAX_RANGE:
        return None
    return [f"{number:05X}" for number in range(first, last + 1)]
