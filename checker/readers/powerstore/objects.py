"""Objects of a PowerStore answer: what they are follows from their attributes, because answers don't name it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from checker.readers.json_objects import JsonObject
from checker.readers.located_json import LocatedList, line_of

# The first signature that fits counts: the order goes from special to general.
SIGNATURES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("metrics", ("entity", "timestamp")),
    ("metrics", ("response_definition", "timestamp")),
    ("fc_port", ("is_link_up", "wwn")),
    ("fc_port", ("is_link_up", "port_connector_type", "partner_id")),
    ("eth_port", ("is_link_up", "mac_address")),
    ("sas_port", ("is_link_up", "appliance_id")),
    ("host_volume_mapping", ("volume_id", "logical_unit_number")),
    ("host_volume_mapping", ("volume_id", "host_id")),
    ("host", ("host_initiators",)),
    ("host", ("initiators", "os_type")),
    ("host", ("os_type", "host_group_id")),
    ("initiator", ("port_name", "port_type")),
    ("host_group", ("hosts", "name")),
    ("volume", ("wwn", "size", "name")),
    ("volume", ("wwn", "type", "state")),
    ("hardware", ("lifecycle_state", "type")),
    ("cluster", ("global_id", "name")),
    ("cluster", ("management_address", "appliance_count")),
    ("appliance", ("service_tag",)),
    ("software", ("release_version",)),
    ("node", ("appliance_id", "id", "slot")),
)
_CURSOR = re.compile(r"\A([0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2})")


@dataclass(frozen=True)
class PowerStoreObject(JsonObject):
    """One object and the line it begins at."""

    def measure(self, key: str, divisor: float = 1.0) -> float | None:
        """Return a measured number, divided by a divisor."""
        value = self.values.get(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        return float(value) / divisor

    def time(self, key: str) -> datetime | None:
        """Return a point in time; PowerStore prints UTC."""
        found = _CURSOR.match(self.text(key) or "")
        if found is None:
            return None
        try:
            return datetime.fromisoformat(found.group(1)).replace(tzinfo=UTC)
        except ValueError:
            return None


def objects(value: Any, line: int) -> Iterator[PowerStoreObject]:
    """Yield every object of an answer: a listing or one object."""
    if isinstance(value, list):
        lines = value.item_lines if isinstance(value, LocatedList) else [line] * len(value)
        for item, place in zip(value, lines, strict=True):
            if isinstance(item, dict):
                yield from objects(item, place)
        return
    if isinstance(value, dict):
        yield PowerStoreObject(type_of(value), value, line_of(value, line))


def type_of(value: dict[str, Any]) -> str:
    """Return the type of an object; '' where no signature fits."""
    for name, keys in SIGNATURES:
        if all(key in value for key in keys):
            return name
    return ""
