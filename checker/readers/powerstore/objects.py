"""Objects of a PowerStore answer: the type of an object follows from its attributes, because answers don't name it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.json_family import listed, type_by
from checker.readers.toolkit.documents.json_objects import JsonObject

# From special to general.
_type_of = type_by(
    (
        ("metrics", "entity timestamp"),
        ("metrics", "response_definition timestamp"),
        ("replication_session", "local_resource_id remote_resource_id remote_system_id"),
        ("fc_port", "is_link_up wwn"),
        ("fc_port", "is_link_up port_connector_type partner_id"),
        ("eth_port", "is_link_up mac_address"),
        ("sas_port", "is_link_up appliance_id"),
        ("host_volume_mapping", "volume_id logical_unit_number"),
        ("host_volume_mapping", "volume_id host_id"),
        ("host", "host_initiators"),
        ("host", "initiators os_type"),
        ("host", "os_type host_group_id"),
        ("initiator", "port_name port_type"),
        ("host_group", "hosts name"),
        ("volume", "wwn size name"),
        ("volume", "wwn type state"),
        ("hardware", "lifecycle_state type"),
        ("cluster", "global_id name"),
        ("cluster", "management_address appliance_count"),
        ("appliance", "service_tag"),
        ("software", "release_version"),
        ("node", "appliance_id id slot"),
    )
)


Facts = declared.Facts[JsonObject]


def objects(value: Any, line: int) -> Iterator[JsonObject]:
    """Yield every object of an answer: a listing or one object."""
    for item, place in listed(value, line):
        yield JsonObject(_type_of(item), item, place)
