"""Conversion of VPLEX REST v2 objects to the form of VPlexcli and REST v1.

REST v2 names attributes with underscores, refers by URI (``/vplex/v2/clusters/cluster-1/devices/dev_1``) and types its
numbers. Objects do not contain their type, so it is derived from attributes that only this type has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from checker.readers.toolkit.declarations.json_family import type_by
from checker.readers.toolkit.documents.located_json import LocatedDict
from checker.readers.toolkit.numbers import whole

_CLUSTER = re.compile(r"/vplex/v2/clusters/([^/]+)")
_PREFIX = "/vplex/v2/"
_DISTRIBUTED = "/vplex/v2/distributed_storage/"

type_of = type_by(
    (
        ("itl", "initiator target lun"), ("storage-view", "initiators virtual_volumes"),
        ("storage-view", "initiators ports"), ("storage-view", "ports virtual_volumes"),
        ("export-port", "name export_status"), ("export-port", "name exports"),
        ("export-port", "director_id port_wwn"), ("initiator-port", "port_wwn name"),
        ("initiator-port", "iscsi_name name"), ("director", "director_id communication_status"),
        ("director", "director_id director_family"), ("director", "director_id hostname"),
        ("director", "director_id director_count"), ("port", "name director role"), ("port", "name director address"),
        ("port", "name address role"), ("port", "name role status"), ("cluster", "island_id"),
        ("cluster", "name is_local"), ("cluster", "name allow_auto_join"),
        ("cluster", "name cluster_id top_level_assembly"), ("cluster", "name directors connected"),
        ("engine", "wwn_seed"), ("engine", "engine_id engine_family"), ("distributed-device", "name rule_set_name"),
        ("distributed-device", "name geometry devices"), ("local-device", "name geometry rebuild_status"),
        ("local-device", "name geometry transfer_size"), ("local-device", "name geometry top_level"),
        ("local-device", "name geometry service_status"), ("virtual-volume", "name supporting_device"),
        ("virtual-volume", "name vpd_id"), ("virtual-volume", "name thin_enabled"),
        ("virtual-volume", "name expandable_capacity"), ("consistency-group", "name detach_rule"),
        ("consistency-group", "name auto_resume_at_loser"), ("consistency-group", "name storage_at_clusters"),
        ("migration", "source target percentage_done"), ("migration", "source target transfer_size"),
        ("migration", "source target status"), ("logical-unit", "alua_support"),
        ("logical-unit", "active_aao_controller"), ("logical-unit", "luns storage_volume"),
        ("extent", "name storage_volume"), ("storage-volume", "name storage_volumetype"),
        ("storage-volume", "name storage_array_name"), ("storage-volume", "name itls"),
        ("storage-volume", "name io_status use"), ("storage-array", "logical_unit_count"),
        ("storage-array", "controllers ports"), ("storage-array", "connectivity_status ports"),
        ("meta-volume", "name volume_uuid"), ("meta-volume", "name active block_count"),
        ("witness", "admin_state components"), ("system-config", "product_type"), ("version", "name version"),
        ("logging-volume", "name application_consistent block_count system_id"), ("com-health", "status details"),
        ("map", "uri parents children"), ("system-monitor", "name statistics"),
        ("monitor", "name collecting_data period"),
    )
)  # fmt: skip
"""Return the type of an object from its attributes, or '' if it is not a VPLEX object."""

# Some answers, such as those of a facts module, list bare names; the key identifies their type.
LISTS: Mapping[str, str] = {
    "clusters": "cluster", "storageviews": "storage-view", "ports": "export-port", "frontendports": "port",
    "backendports": "port", "initiators": "initiator-port", "initiatorports": "initiator-port",
    "devices": "local-device", "distributeddevices": "distributed-device", "virtualvolumes": "virtual-volume",
    "distributedvirtualvolumes": "distributed-volume", "consistencygroups": "consistency-group",
    "distributedconsistencygroups": "distributed-group", "storagevolumes": "storage-volume",
    "storagearrays": "storage-array", "extents": "extent", "devicemigrationjob": "migration",
    "extentmigrationjob": "migration", "devicemigrations": "migration", "extentmigrations": "migration",
}  # fmt: skip
PORT_NAME = re.compile(r"P[0-9A-F]{16}-(?:IO-[0-9]{2}|[AB][0-9A-F]-FC[0-9]{2})\Z")


def list_kind(key: str) -> str | None:
    """Return the type of the objects that a key such as ``DistributedDevices`` or ``storage_views`` lists, or None."""
    return LISTS.get(key.replace("_", "").lower())


def last_part(text: str) -> str:
    """Return the unescaped name at the end of a URI; other text is returned unchanged."""
    if not text.startswith(_PREFIX):
        return text
    return unquote(text.rstrip("/").rsplit("/", 1)[-1])


def cluster_in(text: str) -> str | None:
    """Return the cluster in a URI, or None."""
    match = _CLUSTER.match(text)
    return unquote(match.group(1)) if match else None


def is_distributed(text: object) -> bool:
    """Return whether a URI is in distributed storage, which does not belong to a cluster."""
    return isinstance(text, str) and text.startswith(_DISTRIBUTED)


def uris(value: object) -> Iterator[str]:
    """Yield every URI in a value, including nested lists and objects."""
    if isinstance(value, str):
        if value.startswith(_PREFIX):
            yield value
    elif isinstance(value, list):
        for item in value:
            yield from uris(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from uris(item)


def cluster_of_object(item: Mapping[str, object]) -> str | None:
    """Return the cluster that all URIs of an object contain; None if there are none or several."""
    found = {cluster for uri in uris(dict(item)) if (cluster := cluster_in(uri)) is not None}
    return found.pop() if len(found) == 1 else None


def plain(value: object) -> object:
    """Return a value in the form of REST v1: names instead of URIs, whole numbers without a fraction."""
    if isinstance(value, str):
        return last_part(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e18:
        return whole(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def attributes(item: LocatedDict) -> tuple[dict[str, object], dict[str, int]]:
    """Return the attributes of an object under their REST v1 names, and the line of each."""
    values: dict[str, object] = {}
    lines: dict[str, int] = {}
    for key, value in item.items():
        name = key.replace("_", "-")
        lines[name] = item.key_lines.get(key, item.line)
        if value is not None:
            values[name] = plain(value)
    return values, lines
