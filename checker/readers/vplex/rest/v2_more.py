"""Objects of VPLEX REST v2 beyond volumes and views: the system, versions, witness, links, monitors and the map."""

from __future__ import annotations

from dataclasses import dataclass

from checker.facts.observations import Writer
from checker.readers.toolkit.documents.located_json import LocatedDict
from checker.readers.vplex.cli.trees import Node, relate
from checker.readers.vplex.groups import write_object
from checker.readers.vplex.monitors.get_stats import write_statistics
from checker.readers.vplex.objects import Place, VplexObject, add_setting, cluster_of, letter_of
from checker.readers.vplex.rest.v2_objects import attributes, cluster_in, is_distributed, last_part, plain

_PRODUCT_TYPES = {"local": "local", "metro": "metro", "geo": "geo"}


@dataclass
class Context:
    """State while a document is read: the requested cluster and path, and the line of paths without a volume."""

    out: Writer
    owner: str
    cluster: str | None = None
    request: str = ""
    loose_paths: int | None = None


def write_config(item: LocatedDict, context: Context) -> None:
    """Write the product and hardware type of the system."""
    printed = item.get("product_type")
    hardware = item.get("hardware_type")
    branding = item.get("branding")
    if not isinstance(hardware, str) and isinstance(branding, dict):
        hardware = branding.get("platform")
    context.out.add(
        "storage_array", item.line, storage_array=context.owner,
        product_type=_PRODUCT_TYPES.get(str(printed).strip().lower().removeprefix("vplex ")),
        hardware=hardware if isinstance(hardware, str) and hardware else None,
    )  # fmt: skip
    wan = item.get("wan_type")
    if isinstance(wan, str) and wan:
        _setting(context, item.key_lines["wan_type"], "", "wan-type", wan.lower())


def _setting(context: Context, line: int, scope: str, setting: str, value: str) -> None:
    add_setting(context.out, line, context.owner, scope, setting, value)


def write_version(item: LocatedDict, context: Context) -> None:
    """Write the version of the system or of one director."""
    name, version = item.get("name"), item.get("version")
    if not isinstance(name, str) or not isinstance(version, str) or not version:
        return
    if name == "Product Version":
        context.out.add("storage_array", item.line, storage_array=context.owner, array_version=version)
        return
    director = name.rstrip("/").rsplit("/", 1)[-1]
    if (cluster := cluster_of(director)) is not None and director.startswith("director-"):
        context.out.add(
            "director", item.line, storage_array=context.owner, cluster=cluster, director=director,
            letter=letter_of(director, None), version=version,
        )  # fmt: skip


def write_witness(item: LocatedDict, context: Context) -> None:
    """Write the cluster witness and its state for each side."""
    values, lines = attributes(item)
    write_object(VplexObject(Place("witness"), item.line, values, lines), context.out, context.owner)
    components = item.get("components")
    for part in components if isinstance(components, list) else ():
        if isinstance(part, LocatedDict) and isinstance(part.get("name"), str):
            inner, places = attributes(part)
            place = Place("witness-component", last_part(part["name"]))
            write_object(VplexObject(place, part.line, inner, places), context.out, context.owner)


def write_com_health(item: LocatedDict, context: Context) -> None:
    """Write the state of the inter-director links."""
    status = item.get("status")
    which = next((name for name in ("wan_com", "local_com") if name in context.request), None)
    if not isinstance(status, str) or which is None:
        context.out.note(item.line, "skipped a communication health: unknown whether it is for local or WAN links")
        return
    scope = "" if which == "wan_com" else context.cluster or ""
    _setting(context, item.line, scope, which.replace("_", "-"), status.lower())


def write_monitor(item: LocatedDict, context: Context) -> None:
    """Write the statistics of a monitor."""
    name, statistics = item.get("name"), item["statistics"]
    if not isinstance(statistics, LocatedDict):
        context.out.note(item.line, "skipped the statistics of a monitor: not a map of metrics")
        return
    write_statistics(statistics, item.line, context.out, context.owner, name if isinstance(name, str) else "")


def write_logical_unit(item: LocatedDict, context: Context) -> None:
    """Write the ALUA support of a logical unit, and the directors that see it."""
    volume = item.get("storage_volume")
    scope = last_part(volume) if isinstance(volume, str) and volume else item.get("name")
    if not isinstance(scope, str) or not scope:
        return
    for key in ("alua_support", "visibility", "connectivity_status", "active_aao_visibility", "passive_aan_visibility"):
        value = item.get(key)
        text = ", ".join(str(plain(part)) for part in value) if isinstance(value, list) else value
        if isinstance(text, str) and text:
            _setting(context, item.key_lines.get(key, item.line), scope, key.replace("_", "-"), text.lower())


def write_map(item: LocatedDict, context: Context) -> None:
    """Write the parents and children of an object of the map; the map names objects by URI."""
    own = _node(item.get("uri"))
    if own is None:
        return
    relate(context.out, context.owner, item.line, None, own)
    for key in ("parents", "children"):
        near = item.get(key)
        for uri in near if isinstance(near, list) else ():
            other = _node(uri)
            if other is None:
                continue
            parent, child = (other, own) if key == "parents" else (own, other)
            if "device" in parent.type and child.type == "local-device":
                leg = "distributed" if parent.type == "distributed-device" else "local"
                child = Node(f"{leg}-device-component", child.name, child.cluster)
            relate(context.out, context.owner, item.key_lines[key], parent, child)


def _node(uri: object) -> Node | None:
    if not isinstance(uri, str) or not uri.startswith("/vplex/v2/"):
        return None
    parts = uri.strip("/").split("/")
    kind = _MAP_TYPES.get(parts[-2]) if len(parts) > 3 else None
    if kind is None:
        return None
    return Node(kind, last_part(uri), "" if is_distributed(uri) else cluster_in(uri))


_MAP_TYPES = {
    "storage_views": "storage-view", "consistency_groups": "consistency-group",
    "distributed_consistency_groups": "consistency-group", "virtual_volumes": "virtual-volume",
    "distributed_virtual_volumes": "virtual-volume", "distributed_devices": "distributed-device",
    "devices": "local-device", "extents": "extent", "storage_volumes": "storage-volume",
    "storage_arrays": "storage-array",
}  # fmt: skip


def skip(item: LocatedDict, context: Context) -> None:
    """Skip an object type that is recognised but contains no facts of the model."""
