"""The shape of the YAML inventory: which section contains which kind, and how sections nest.

The JSON Schema and the inventory reader both follow this declaration, so that every column of the model can be stated
in an inventory without further work. An object inherits the keys of the sections that enclose it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from checker.facts.declare import Column, Kind
from checker.facts.kinds import kinds


@dataclass(frozen=True)
class Section:
    """One section of the inventory.

    ``key`` is the column that a mapping's keys fill; None means the section is a list of objects. ``text`` is the
    column that a plain text item fills. ``sets`` are further columns with fixed values for all objects of the section.
    """

    name: str
    kind: str
    meaning: str
    key: str | None = None
    text: str | None = None
    children: tuple[Section, ...] = ()
    sets: tuple[tuple[str, str | bool], ...] = ()


def _list(name: str, kind: str, meaning: str, text: str | None = None) -> Section:
    return Section(name, kind, meaning, None, text)


_VIEW = Section(
    "views",
    "mask_view",
    "storage views, masking views or initiator groups by name",
    "view",
    children=(
        _list("initiators", "mask_initiator", "initiators: WWPN or registered name", "initiator_wwpn"),
        _list("ports", "mask_port", "target ports: WWPN or port name", "target_wwpn"),
        _list("volumes", "mask_volume", "volumes: NAA or volume name, or an object with its LUN number", "device"),
    ),
)
_DIRECTOR = Section(
    "directors",
    "director",
    "directors, storage controllers or storage processors by name",
    "director",
    children=(Section("ports", "target_port", "ports by name", "port"),),
)
_STORAGE: tuple[Section, ...] = (
    Section("engines", "engine", "engines or X-Bricks by name", "engine", children=(_DIRECTOR,)),
    _DIRECTOR,
    _list("ports", "target_port", "ports without a director in this file"),
    _VIEW,
    Section("registered_initiators", "registered_initiator", "registered initiators by name", "initiator_name"),
    _list("logins", "array_login", "initiators logged in at target ports"),
    Section("virtual_volumes", "virtual_volume", "virtual volumes by name", "virtual_volume"),
    Section("storage_volumes", "storage_volume", "volumes of an array by name", "storage_volume"),
    Section("extents", "extent", "VPLEX extents by name", "extent"),
    Section(
        "devices",
        "vplex_device",
        "local or distributed devices of VPLEX by name",
        "vplex_device",
        children=(_list("components", "device_component", "components (legs)", "component"),),
    ),
    _list("backend_paths", "backend_path", "paths of directors to storage volumes"),
    Section("consistency_groups", "consistency_group", "consistency groups by name", "consistency_group"),
    Section("system_volumes", "system_volume", "metadata and logging volumes by name", "system_volume"),
    Section("mobility", "mobility", "data mobility jobs by name", "mobility"),
    Section("components", "component", "other hardware by name", "component"),
    Section("com_switches", "com_switch", "local-COM or InfiniBand switches by name", "com_switch"),
    Section("power_supplies", "power_supply", "power supplies by name", "power_supply"),
)

_ZONING: tuple[Section, ...] = (
    Section(
        "zones",
        "zone",
        "zones of the active set by name",
        "zone",
        children=(_list("members", "zone_member", "members: WWPN, alias or domain,index", "member"),),
        sets=(("active", True),),
    ),
    Section(
        "defined_zones",
        "zone",
        "zones of the defined database by name",
        "zone",
        children=(_list("members", "zone_member", "members: WWPN, alias or domain,index", "member"),),
        sets=(("active", False),),
    ),
    Section("aliases", "alias", "aliases by name, each with its members", "alias"),
)

_ZONE_SETS = _list("zone_sets", "zone_set", "zone sets, each with its zones")

_SWITCH = Section(
    "switches",
    "switch",
    "switches by name",
    "switch",
    children=(
        Section("ports", "switch_port", "ports by name", "port"),
        _list("logins", "login", "devices logged in at the switch"),
        _list("isls", "isl", "inter-switch links"),
        _list("trunk_members", "trunk_member", "links of trunks"),
        _list("counters", "counter_sample", "port counters"),
        Section("sfps", "sfp", "transceivers by port", "port"),
        Section("vsans", "vsan", "VSANs by number", "vsan", children=(*_ZONING, _ZONE_SETS)),
        *_ZONING,
        _ZONE_SETS,
        _list("members", "fabric_member", "switches it lists as members of its fabric"),
        _list("settings", "fabric_setting", "settings"),
    ),
)

SECTIONS: tuple[Section, ...] = (
    Section(
        "hosts",
        "host",
        "hosts by name",
        "host",
        children=(
            Section("initiators", "initiator", "FC ports by name", "hba"),
            Section("devices", "device", "LUNs by NAA", "device"),
            _list("device_owners", "device_owner", "plug-ins that claim devices"),
            Section("block_queues", "block_queue", "queue settings of SCSI disks by kernel name", "kernel_name"),
            _list("paths", "path", "logical paths"),
            _list("path_totals", "path_total", "numbers of paths by adapter or port of an array"),
            _list("remote_ports", "remote_port", "target ports as the host sees them"),
            _list("port_counters", "initiator_counter", "error counters of FC ports"),
            _list("partitions", "partition", "partitions"),
            Section("hbas", "host_hba", "adapter cards by PCI address", "pci_address"),
            Section("satps", "satp", "storage array type plug-ins by name", "satp"),
            _list("satp_rules", "satp_rule", "SATP claim rules"),
            _list("claim_rules", "claim_rule", "claim rules"),
            _list("settings", "host_setting", "settings"),
            Section("datastores", "datastore", "datastores by name", "datastore"),
            _list("vmfs_copies", "vmfs_copy", "copies of VMFS volumes that it has not mounted or resignatured"),
            _list("physical_volumes", "lvm_pv", "LVM physical volumes"),
            Section("file_systems", "file_system", "file systems by mount point or drive letter", "mount_point"),
            _list("vxvm_volumes", "vxvm_volume", "VxVM volumes"),
            _list("aliases", "host_alias", "other names of the host", "alias"),
        ),
    ),
    Section(
        "fabrics",
        "fabric",
        "fabrics by name",
        "fabric",
        children=(
            _SWITCH,
            *_ZONING,
            Section("vsans", "vsan", "zoning mode and policies by VSAN number", "vsan"),
        ),
    ),
    _SWITCH,
    Section(
        "storage_arrays",
        "storage_array",
        "arrays and VPLEX systems by name",
        "storage_array",
        children=(
            Section("clusters", "vplex_cluster", "clusters of a VPLEX system by name", "cluster", children=_STORAGE),
            *_STORAGE,
            Section("raid_groups", "raid_group", "RAID groups by name", "raid_group"),
            Section("pools", "pool", "pools by name", "pool"),
            Section("wan_links", "wan_link", "inter-cluster links by name", "wan_link"),
            _list("witness", "witness", "the cluster witness"),
            _list("settings", "array_setting", "settings"),
        ),
    ),
    _list("guest_disks", "guest_disk", "disks of virtual machines"),
    _list("guest_partitions", "partition", "partitions inside virtual machines"),
    Section("xms", "xms", "XtremIO management servers by name", "xms"),
    _list("replication_links", "replication_link", "replication relations"),
    _list("workloads", "workload", "loads"),
    _list("port_loads", "port_load", "loads of ports"),
    _list("network_tests", "network_test", "measurements between sites"),
    Section(
        "test_plans",
        "test_plan",
        "benchmark plans by name",
        "test_plan",
        children=(Section("runs", "test_run", "runs by name", "test_run"),),
    ),
    _list("records", "record", "statements of people"),
    _list("completeness", "completeness", "what is known to be complete"),
    _list("tags", "tag", "tags on objects"),
    _list("bad_values", "bad_value", "values that could not be normalised"),
    _list("exports", "export", "the exports the facts were taken from, as sanlint inventory writes them"),
    _list(
        "contradictions", "contradiction", "where those exports differ; export_a and export_b count the exports from 1"
    ),
)

ANY_FACTS = "facts"
"""Section for rows that fit no other section: lists of objects by kind."""

HEADER_KEYS: Mapping[str, str] = {
    "sanlint": "version of this format; 1",
    "captured_at": "time the facts were true, ISO 8601",
    "observed": "true if the file contains observations rather than the intended state",
    "description": "free text",
}

TAGGED = frozenset({"host", "storage_array", "switch", "device", "zone", "mask_view", "fabric"})
"""Kinds whose objects may have ``tags: [word, …]`` inline."""

_JSON_TYPE = {"text": "string", "int": "integer", "float": "number", "bool": "boolean", "time": "string"}


def inventory_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the inventory, generated from the model and the sections."""
    properties: dict[str, Any] = {
        "sanlint": {"const": 1, "description": HEADER_KEYS["sanlint"]},
        "captured_at": {"type": "string", "description": HEADER_KEYS["captured_at"]},
        "observed": {"type": "boolean", "description": HEADER_KEYS["observed"]},
        "description": {"type": "string", "description": HEADER_KEYS["description"]},
    }
    definitions: dict[str, Any] = {}
    for section in SECTIONS:
        properties[section.name] = _section_schema(section, definitions)
    properties[ANY_FACTS] = {
        "type": "object",
        "description": "rows that belong to no other section: lists of objects by kind",
        "properties": {
            name: _section_schema(Section(name, name, kind.meaning), definitions) for name, kind in kinds().items()
        },
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "sanlint inventory",
        "description": "Facts about a storage network, stated by people. Every key is optional.",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "$defs": definitions,
    }


def _section_schema(section: Section, definitions: dict[str, Any]) -> dict[str, Any]:
    item = _object_reference(section, definitions)
    if section.key is None:
        one: dict[str, Any] = {"anyOf": [{"type": ["string", "integer"]}, item]} if section.text else item
        return {"type": "array", "description": section.meaning, "items": one}
    value: dict[str, Any] = {"anyOf": [item, {"type": "null"}]}
    if section.kind in ("zone", "alias"):
        value = {"anyOf": [{"type": "array", "items": {"type": "string"}}, item, {"type": "string"}, {"type": "null"}]}
    return {"type": "object", "description": section.meaning, "additionalProperties": value}


def _object_reference(section: Section, definitions: dict[str, Any]) -> dict[str, Any]:
    """One definition per kind and place: an object in a list states its key, one in a mapping does not."""
    name = section.kind if section.key else f"{section.kind}_item"
    if name not in definitions:
        definitions[name] = {}
        definitions[name].update(_object_schema(section, definitions))
    return {"$ref": f"#/$defs/{name}"}


def _object_schema(section: Section, definitions: dict[str, Any]) -> dict[str, Any]:
    kind = kinds()[section.kind]
    properties: dict[str, Any] = {
        column.name: _column_schema(kind, column) for column in kind.columns if column.name != section.key
    }
    for child in section.children:
        properties[child.name] = _section_schema(child, definitions)
    if section.kind in TAGGED:
        properties["tags"] = {"type": "array", "items": {"type": "string"}, "description": "words on this object"}
    if section.kind == "path":
        properties["initiator"] = _references("initiator: name of the host's port, or its WWPN")
        properties["target"] = _references("target port: WWPN, port name, or director and port")
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _references(meaning: str) -> dict[str, Any]:
    text = {"type": "string"}
    return {"anyOf": [text, {"type": "array", "items": text}], "description": meaning}


def _column_schema(kind: Kind, column: Column) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": _JSON_TYPE[column.type]}
    if column.values:
        schema = {"enum": list(column.values)}
    if column.unit in ("bytes",):
        schema = {"anyOf": [schema, {"type": "string"}]}
    if column.name in kind.key_columns:
        schema = {"anyOf": [schema, {"type": "array", "items": schema}]}
    if column.type == "text" and not column.values:
        schema = (
            {"anyOf": [schema, {"type": "integer"}]}
            if "anyOf" not in schema
            else {"anyOf": [*schema["anyOf"], {"type": "integer"}]}
        )
    unit = f", in {column.unit}" if column.unit and column.unit != "UTC" else ""
    return {**schema, "description": f"{column.meaning}{unit}"}
