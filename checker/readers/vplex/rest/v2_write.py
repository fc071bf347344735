"""Observations from VPLEX REST v2 objects, where they differ from VPlexcli and REST v1."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checker.facts import normalise, vplex_wwn
from checker.facts.values import Value
from checker.readers.toolkit.base import columns
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import facts, of_disk
from checker.readers.vplex.groups import write_object
from checker.readers.vplex.objects import Place, VplexObject, add_setting, cluster_of, nexuses
from checker.readers.vplex.rest import v2_more
from checker.readers.vplex.rest.v2_more import Context
from checker.readers.vplex.rest.v2_objects import (
    PORT_NAME,
    attributes,
    cluster_in,
    cluster_of_object,
    is_distributed,
    last_part,
    plain,
)  # fmt: skip

PROVIDES: Mapping[str, tuple[str, ...]] = columns(
    storage_array="storage_array family vendor product_type hardware array_version serial",
    device_component="storage_array cluster vplex_device component component_type component_cluster",
    mask_volume="storage_array cluster view device volume_name lun size_bytes size_low_bytes size_high_bytes",
    mask_port="storage_array cluster view port_name", array_setting="storage_array scope setting value",
    witness="storage_array configured enabled connected",
    director="storage_array cluster engine director letter version",
)  # fmt: skip


def write_named(name: str, item: Mapping[str, object], kind: str, line: int, context: Context) -> None:
    """Write an object of which a list contains only the name and perhaps a few attributes."""
    name = last_part(name)
    if kind == "export-port" and not PORT_NAME.match(name):
        return
    # A storage volume is identified by its VPD name; other names do not identify it.
    if kind == "storage-volume" and normalise.device_id(name) is None:
        return
    cluster = context.cluster
    values: dict[str, object] = {key.replace("_", "-"): plain(value) for key, value in item.items()}
    if kind in ("distributed-device", "distributed-volume", "distributed-group"):
        cluster = ""
        kind = {"distributed-volume": "virtual-volume", "distributed-group": "consistency-group"}.get(kind, kind)
        if kind == "virtual-volume":
            values["locality"] = "distributed"
    elif kind == "local-device":
        values["top-level"] = None
    elif kind == "cluster":
        cluster = name
    write_object(VplexObject(Place(kind, name, cluster), line, values), context.out, context.owner)


def _name_of(value: object) -> str | None:
    """Return the name that an attribute with a name or a URI contains."""
    return last_part(value) if isinstance(value, str) and value else None


def write_typed(item: LocatedDict, kind: str, context: Context) -> None:
    """Write one object of a known type."""
    special = _SPECIAL.get(kind)
    if special is not None:
        special(item, context)
        return
    values, lines = attributes(item)
    name = _name_of(item.get("name"))
    cluster = cluster_of_object(item) or context.cluster
    director = engine = None
    spread = is_distributed(item.get("supporting_device")) or str(values.get("locality")).lower() == "distributed"
    if kind == "cluster":
        cluster = name
    elif kind == "distributed-device":
        cluster = ""
    elif kind == "virtual-volume" and spread:
        cluster, values["locality"] = "", values.get("locality", "distributed")
    elif kind == "local-device":
        values.setdefault("top-level", None)
    elif kind == "migration":
        cluster = None
    elif kind in ("port", "export-port"):
        printed = values.get("director")
        director = printed if isinstance(printed, str) else _part_of_request("directors", context)
        cluster = cluster_of(director) or cluster
    elif kind in ("director", "engine"):
        cluster = cluster_of(name, str(values.get("engine-id") or "")) or cluster
        engine = name if kind == "engine" else None
        director = name if kind == "director" else None
    elif kind in ("storage-volume", "extent"):
        values["itls"] = nexuses(item.get("itls"))
    elif kind in ("meta-volume", "logging-volume"):
        values["volume-type"] = kind
        kind = "system-volume"
    place = Place(kind, name, cluster, engine, director)
    write_object(VplexObject(place, item.line, values, lines), context.out, context.owner)
    if kind == "distributed-device" and name is not None:
        _legs(item, name, context)
    elif kind == "export-port" and name is not None:
        _exports(item, name, cluster, context)


def _part_of_request(before: str, context: Context) -> str | None:
    parts = context.request.split("/")
    if before in parts and (index := parts.index(before) + 1) < len(parts) and parts[index] not in ("", "*"):
        return parts[index]
    return None


def _legs(item: LocatedDict, name: str, context: Context) -> None:
    legs = item.get("devices")
    for uri in legs if isinstance(legs, list) else ():
        if isinstance(uri, str):
            context.out.add(
                "device_component", item.key_lines.get("devices", item.line), storage_array=context.owner, cluster="",
                vplex_device=name, component=last_part(uri), component_type="device", component_cluster=cluster_in(uri),
            )  # fmt: skip


def _exports(item: LocatedDict, port: str, cluster: str | None, context: Context) -> None:
    shown = item.get("exports")
    for export in shown if isinstance(shown, list) else ():
        view = export.get("view") if isinstance(export, LocatedDict) else None
        if not isinstance(view, str) or not view:
            continue
        where = cluster_in(view) or cluster
        facts = {"storage_array": context.owner, "cluster": where, "view": last_part(view)}
        context.out.add("mask_port", export.line, **facts, port_name=port)
        volume = export.get("volume")
        if isinstance(volume, str) and volume:
            lun = _lun(export.get("lun"))
            context.out.add("mask_volume", export.line, **facts, volume_name=last_part(volume), lun=lun)


def _lun(value: object) -> int | None:
    if isinstance(value, bool) or value is None:
        return None
    text = str(plain(value)).strip().lower()
    if text.startswith("0x"):
        digits = text[2:]
        return whole(digits, 16) if digits and len(digits) <= 16 and not digits.strip("0123456789abcdef") else None
    return normalise.integer(text)


def _size(value: object) -> dict[str, Value]:
    return facts("size", of_disk(str(plain(value)))) if value is not None and not isinstance(value, bool) else {}


def _view(item: LocatedDict, context: Context) -> None:
    values, lines = attributes(item)
    name = _name_of(item.get("name"))
    cluster = cluster_of_object({key: item.get(key) for key in ("initiators", "ports")}) or cluster_of_object(item)
    cluster = cluster or context.cluster
    volumes = values.pop("virtual-volumes", None)
    place = Place("storage-view", name, cluster)
    write_object(VplexObject(place, item.line, values, lines), context.out, context.owner)
    if name is None:
        return
    for volume in volumes if isinstance(volumes, list) else ():
        if isinstance(volume, str):
            volume = {"uri": volume}
        if not isinstance(volume, dict):
            continue
        line = line_of(volume, lines.get("virtual-volumes", item.line))
        title = _name_of(volume.get("uri"))
        identity = volume.get("vpd_id")
        identity = identity if isinstance(identity, str) else None
        context.out.add(
            "mask_volume", line, storage_array=context.owner, cluster=cluster, view=name,
            device=context.out.device_id(identity, line, "mask_volume", "device", f"{name} {title or ''}".strip()),
            volume_name=title, lun=_lun(volume.get("lun")), **_size(volume.get("capacity")),
        )  # fmt: skip


def _group(item: LocatedDict, context: Context) -> None:
    values, lines = attributes(item)
    name = _name_of(item.get("name"))
    storage_at = values.get("storage-at-clusters")
    spread = isinstance(storage_at, list) and len(storage_at) > 1
    volumes = item.get("virtual_volumes")
    distributed = spread or (isinstance(volumes, list) and any(is_distributed(uri) for uri in volumes))
    place = Place("consistency-group", name, "" if distributed else cluster_of_object(item) or context.cluster)
    values["operational-status"] = _group_status(item.get("operational_status"))
    rule = values.pop("detach-rule", None)
    if isinstance(rule, dict):
        values["detach-rule"] = _detach_rule(rule)
    elif isinstance(rule, str):
        values["detach-rule"] = rule.replace("_", "-")
    write_object(VplexObject(place, item.line, values, lines), context.out, context.owner)
    states = item.get("operational_status")
    for state in states if isinstance(states, list) else ():
        details = state.get("details") if isinstance(state, dict) else None
        if name is not None and isinstance(details, list) and details:
            scope, value = f"{state.get('cluster') or ''} {name}".strip(), ", ".join(str(detail) for detail in details)
            add_setting(
                context.out, line_of(state, item.line), context.owner, scope, "consistency-group-details", value
            )


def _group_status(value: object) -> str | None:
    """Return the states of the clusters in VPlexcli notation, which the writer expects."""
    if isinstance(value, str):
        return value
    states = [state for state in value if isinstance(state, dict)] if isinstance(value, list) else []
    printed = (f"({last_part(str(one.get('cluster')))},{{ summary:: {one.get('summary')} }})" for one in states)
    return ", ".join(printed) or None


def _detach_rule(rule: Mapping[str, object]) -> str | None:
    kind = rule.get("type")
    if not isinstance(kind, str):
        return None
    if kind != "winner":
        return kind.replace("_", "-")
    winner = last_part(str(rule.get("cluster") or ""))
    delay = rule.get("delay")
    text = f"winner cluster:: {winner}" if winner else "winner"
    timed = isinstance(delay, (int, float)) and not isinstance(delay, bool)
    return f"{text} delay:: {plain(delay)}s" if timed else text


def _nexus(item: LocatedDict, context: Context) -> None:
    """Write the ports of a nexus outside a volume; its initiator is a VPLEX back-end port."""
    out = context.out
    printed, target = item.get("initiator"), item.get("target")
    wwpn = out.wwn(printed if isinstance(printed, str) else None, item.line, "backend_path", "initiator_wwpn")
    out.wwn(target if isinstance(target, str) else None, item.line, "backend_path", "target_wwpn")
    if context.loose_paths is None:
        context.loose_paths = item.line
    if wwpn is not None and vplex_wwn.parse_wwpn(wwpn) is not None:
        out.add("target_port", item.line, target_wwpn=wwpn, storage_array=context.owner, role="back-end")


_SPECIAL: Mapping[str, Callable[[LocatedDict, Context], None]] = {
    "storage-view": _view, "consistency-group": _group, "itl": _nexus, "system-config": v2_more.write_config,
    "version": v2_more.write_version, "witness": v2_more.write_witness, "com-health": v2_more.write_com_health,
    "monitor": v2_more.skip, "system-monitor": v2_more.write_monitor, "logical-unit": v2_more.write_logical_unit,
    "map": v2_more.write_map,
}  # fmt: skip
