"""VPLEX exports: storage views, registered initiators and front-end ports."""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.facts import normalise, vplex_wwn
from checker.facts.observations import Writer
from checker.readers.toolkit.base import columns
from checker.readers.toolkit.rounded import facts, of_disk
from checker.readers.vplex.objects import CUT_LIST, VplexObject

_VOLUME = re.compile(r"\(\s*([0-9]+)\s*,\s*([^,()\s][^,()]*),\s*([^,()\s][^,()]*?)\s*(?:,\s*([^,()]*?)\s*)?\)")
_UNREGISTERED = re.compile(r"UNREGISTERED-(0x[0-9A-Fa-f]{16})\Z")

PROVIDES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "storage-view": columns(
        mask_view="storage_array cluster view operational_status stated_initiators stated_ports stated_volumes",
        mask_initiator="storage_array cluster view initiator_wwpn initiator_name",
        mask_port="storage_array cluster view port_name enabled export_status",
        mask_volume="storage_array cluster view device volume_name lun size_bytes size_low_bytes size_high_bytes",
    ),
    "initiator-port": columns(
        registered_initiator="storage_array cluster initiator_name initiator_wwpn wwnn initiator_type registered",
        array_login="storage_array cluster initiator_wwpn port_name logged_in",
    ),
    "export-port": columns(
        target_port="target_wwpn wwnn storage_array cluster director director_id port port_name role enabled"
        " export_status",
    ),
}  # fmt: skip


def write_view(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a storage view with its initiators, ports and volumes; add a note for each list that VPlexcli truncated."""
    view, cluster = item.place.name, item.place.cluster
    if view is None:
        out.note(item.line, "skipped a storage view without a name")
        return
    out.add(
        "mask_view", item.line, storage_array=owner, cluster=cluster, view=view,
        operational_status=item.state("operational-status"), stated_initiators=item.stated("initiators"),
        stated_ports=item.stated("ports"), stated_volumes=item.stated("virtual-volumes"),
    )  # fmt: skip
    for attribute in ("initiators", "ports", "port-name-enabled-status", "virtual-volumes"):
        if total := item.shortened(attribute):
            out.note(item.line, f"storage view {view}: the list of {total} {attribute} is truncated")
    for name in item.items("initiators"):
        wwpn = _unregistered_wwpn(name, item.at("initiators"), out)
        # An initiator that is not registered has no name; hosts would be called after it.
        out.add(
            "mask_initiator", item.at("initiators"), storage_array=owner, cluster=cluster, view=view,
            initiator_wwpn=wwpn, initiator_name=name if wwpn is None else None,
        )  # fmt: skip
    _write_ports(item, view, out, owner)
    _write_volumes(item, view, out, owner)


def _write_ports(item: VplexObject, view: str, out: Writer, owner: str) -> None:
    states: dict[str, tuple[bool | None, str | None]] = {}
    words = _words(item.text("port-name-enabled-status"))
    for index, word in enumerate(words):
        if word.lower() in ("true", "false") and index:
            status = words[index + 1] if index + 1 < len(words) else ""
            states[words[index - 1]] = (word.lower() == "true", status.lower() or None)
    for name in item.items("ports"):
        states.setdefault(name, (None, None))
    line = item.at("port-name-enabled-status", "ports")
    for name, (enabled_now, export_status) in states.items():
        out.add(
            "mask_port", line, storage_array=owner, cluster=item.place.cluster, view=view, port_name=name,
            enabled=enabled_now, export_status=export_status,
        )  # fmt: skip


def _words(printed: str | None) -> list[str]:
    """Split ``[name,true,ok, name,true,ok]`` at its commas."""
    inner = CUT_LIST.sub("", printed or "").strip().removeprefix("[").removesuffix("]")
    return [word.strip() for word in inner.split(",")]


def _write_volumes(item: VplexObject, view: str, out: Writer, owner: str) -> None:
    printed = " ".join((item.text("virtual-volumes") or "").split())
    found = _VOLUME.findall(printed)
    line = item.at("virtual-volumes")
    for lun, name, identity, size in found:
        out.add(
            "mask_volume", line, storage_array=owner, cluster=item.place.cluster, view=view,
            device=out.device_id(identity, line, "mask_volume", "device", f"{view} {name.strip()}"),
            volume_name=name.strip(), lun=normalise.integer(lun), **facts("size", of_disk(size)),
        )  # fmt: skip
    if not found and printed.startswith(("[(", "(")):
        out.bad_value("mask_volume", "volume_name", printed, line, view)


def _unregistered_wwpn(name: str, line: int, out: Writer) -> str | None:
    match = _UNREGISTERED.match(name)
    return out.wwn(match.group(1), line, "registered_initiator", "initiator_wwpn", name) if match else None


def write_initiator(item: VplexObject, out: Writer, owner: str) -> None:
    """Write an initiator port and its logins."""
    name, cluster = item.place.name, item.place.cluster
    label = name or ""
    printed = item.text("port-wwn")
    wwpn = out.wwn(printed, item.line, "registered_initiator", "initiator_wwpn", label)
    if printed is None and name is not None:
        wwpn = _unregistered_wwpn(name, item.line, out)
    out.add(
        "registered_initiator", item.line, storage_array=owner, cluster=cluster, initiator_name=name,
        initiator_wwpn=wwpn, wwnn=out.wwn(item.text("node-wwn"), item.line, "registered_initiator", "wwnn", label),
        initiator_type=item.state("type"), registered=None if name is None else not name.startswith("UNREGISTERED-"),
    )  # fmt: skip
    if total := item.shortened("target-ports", "target-port-names"):
        out.note(item.line, f"initiator {label}: the list of {total} target ports is truncated")
    if wwpn is None:
        return
    for port in item.items("target-ports", "target-port-names"):
        out.add(
            "array_login", item.at("target-ports", "target-port-names"), storage_array=owner, cluster=cluster,
            initiator_wwpn=wwpn, port_name=port, logged_in=True,
        )  # fmt: skip


def write_export_port(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a front-end port from the exports context."""
    name = item.place.name
    parts = vplex_wwn.parse_port_name(name) if name else None
    label = name or ""
    identity = vplex_wwn.normal_director_id(item.text("director-id"))
    out.add(
        "target_port", item.line,
        target_wwpn=out.wwn(item.text("port-wwn"), item.line, "target_port", "target_wwpn", label),
        wwnn=out.wwn(item.text("node-wwn"), item.line, "target_port", "wwnn", label), storage_array=owner,
        cluster=item.place.cluster, director=item.place.director or item.text("director"),
        director_id=identity or (parts.director_id if parts else None), port=parts.hardware_port if parts else None,
        port_name=name, role="front-end", enabled=normalise.yes_no(item.text("enabled")),
        export_status=item.state("export-status", "status"),
    )  # fmt: skip
