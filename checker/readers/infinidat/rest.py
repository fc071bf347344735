"""InfiniBox REST answers: ``GET /api/rest/hosts``, ``/volumes``, ``/components/nodes``, ``/fc/soft_targets``, ``/system``.

::

    {"metadata": {"ready": true, "number_of_objects": 1, "page": 1, "pages_total": 1, "page_size": 50}, "error": null,
     "result": [{"id": 1005, "name": "lin01", "host_type": "LINUX", "host_cluster_id": 0,
                 "ports": [{"type": "FC", "address": "10000000c9000101", "host_id": 1005}],
                 "luns": [{"id": 7, "lun": 11, "volume_id": 1011, "clustered": false, "host_id": 1005, "host_cluster_id": 0}]}]}

Volumes are named by their id, because mappings refer to it; their NAA number is a 6 with the serial number. A host is a view
with all of its LUNs, those of its cluster included; the list of all mappings (``/luns``) names no host. Field names: Infinidat's infinisdk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from checker.facts import normalise
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Each, Part, Source
from checker.readers.toolkit.declarations.fields import const, first, iscsi_name, number, owner, unless_wwn, wwn
from checker.readers.toolkit.declarations.json_family import Claims, JsonFamily, by_texts, listed, name_in, type_by
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.documents.located_json import line_of

_type_of = type_by(
    (
        ("soft_target", "wwpn node_id is_home"),
        ("host", "ports luns name"),
        ("cluster", "hosts luns name"),
        ("node", "fc_ports id"),
        ("volume", "serial provtype name"),
        ("lun", "lun volume_id"),
        ("system", "serial_number operational_state name"),
        ("rack", "nodes"),
    )
)
_SERIAL = re.compile(r"742b0f[0-9a-f]{25}\Z")


Facts = declared.Facts[JsonObject]


def _objects(value: Any, line: int) -> Iterator[JsonObject]:
    """Yield the objects in ``result``; of a rack, its nodes."""
    for item, place in listed(value, line):
        if "result" in item and "metadata" in item:
            yield from _objects(item["result"], line_of(item["result"], place))
        elif _type_of(item) == "rack":
            yield from _objects(item["nodes"], line_of(item["nodes"], place))
        else:
            yield JsonObject(_type_of(item), item, place)


def _id(key: str) -> Callable[[JsonObject], str | None]:
    """Source: a number that names something; 0 refers to nothing."""
    return lambda item: None if (value := item.number(key)) is None or value < 1 else str(value)


def _device(volume: JsonObject) -> str | None:
    serial = (volume.text("serial") or "").lower()
    return normalise.device_id(f"6{serial}") if _SERIAL.match(serial) else None


def _director(key: str) -> Callable[[JsonObject], str | None]:
    return lambda item: None if (node := _id(key)(item)) is None else f"node-{node}"


def _port_name(port: JsonObject) -> str | None:
    node, index = _id("node")(port), _id("id")(port)
    return f"N{node}FC{index}" if node and index else None


def _state(port: JsonObject) -> str | None:
    """Return the state of the link, or that the port is switched off."""
    if port.flag("enabled") is False:
        return "disabled"
    link = (port.text("link_state") or "").lower().removeprefix("link ")
    return link or None


def _ports(node: JsonObject) -> Iterator[JsonObject]:
    for entry in node.items("fc_ports"):
        yield node.inside(entry, line_of(entry, node.line), node="id")


def _is_target(port: JsonObject) -> bool:
    """Return whether hosts use the name of the port itself: a soft port has further names instead."""
    return port.text("role") != "SOFT_PORT"


def _soft_names(port: JsonObject) -> Iterator[JsonObject]:
    names = port.values.get("soft_target_addresses")
    for name in names if isinstance(names, list) else ():
        if isinstance(name, str):
            yield port.inside({"wwpn": name, "node": port.values.get("node")})


def _initiators(host: JsonObject) -> Iterator[JsonObject]:
    for entry in host.items("ports"):
        if (entry.get("type") or "FC").upper() == "FC":
            yield host.inside(entry, line_of(entry, host.line), name="name", host_type="host_type")


def _iscsi_initiators(host: JsonObject) -> Iterator[JsonObject]:
    for entry in host.items("ports"):
        if str(entry.get("type", "")).upper() == "ISCSI":
            yield host.inside(entry, line_of(entry, host.line), name="name")


def _luns(host: JsonObject) -> Iterator[JsonObject]:
    for entry in host.items("luns"):
        yield host.inside(entry, line_of(entry, host.line), name="name")


_TARGET: dict[str, Source[JsonObject]] = {
    "storage_array": owner,
    "role": const("front-end"),
    "protocol": const("fc"),
}
_SOFT = Facts(
    "target_port", _TARGET, needs="target_wwpn", distinct=True, target_wwpn=wwn("wwpn"), director=first(_director("node"), _director("node_id")),
)  # fmt: skip
_TYPES: dict[str, tuple[Part[JsonObject], ...]] = {
    "system": (
        Facts("storage_array", needs="storage_array", storage_array="name", serial=_id("serial_number"), array_version="version",
            array_state=lambda system: system.inner("operational_state", "state")),
    ),
    "node": (
        Facts("director", needs="director", storage_array=owner, director=_director("id"), operational_status="state"),
        Each(
            _ports,
            Facts(
                "target_port", _TARGET, when=_is_target, needs="target_wwpn", place=_port_name, target_wwpn=wwn("wwpn"),
                director=_director("node"), port=_id("id"), port_name=_port_name, port_state=_state,
                health_state="state",
            ),
            Each(_soft_names, _SOFT),
        ),
    ),
    "soft_target": (_SOFT,),
    "host": (
        Facts("mask_view", needs="view", distinct=True, storage_array=owner, view="name"),
        Each(
            _initiators,
            Facts(
                "registered_initiator", needs="host", place="name", storage_array=owner, initiator_wwpn=wwn("address"),
                initiator_name=unless_wwn("address"), host="name", initiator_type="host_type", registered=True,
            ),
            Facts(
                "mask_initiator", needs="view", storage_array=owner, view="name", initiator_wwpn=wwn("address", report=False),
                initiator_name=unless_wwn("address"),
            ),
        ),
        Each(
            _iscsi_initiators,
            Facts(
                "mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view="name", initiator_name=iscsi_name("address"),
            ),
        ),
        Each(
            _luns,
            Facts(
                "mask_volume", needs=("view", "volume_name"), storage_array=owner, view="name", volume_name=_id("volume_id"),
                lun=number("lun"),
            ),
        ),
    ),
    "volume": (
        Facts(
            "storage_volume", needs="storage_volume", place="name", storage_array=owner, storage_volume=_id("id"), label="name",
            device=_device, size_bytes=number("size"), pool="pool_name",
            provision_type=lambda item: {"THIN": "thin", "THICK": "thick"}.get(item.text("provtype") or ""),
        ),
    ),
}  # fmt: skip
_CERTAIN: Claims = (
    ("hosts of an InfiniBox", ('"ports"', '"luns"', '"host_cluster_id"')),
    ("volumes of an InfiniBox", ('"serial"', '"provtype"')),
    ("nodes of an InfiniBox", ('"fc_ports"', '"wwpn"')),
    ("soft targets of an InfiniBox", ('"wwpn"', '"node_id"', '"is_home"')),
    ("mappings of an InfiniBox", ('"volume_id"', '"lun"', '"host_cluster_id"')),
    ("an InfiniBox", ('"serial_number"', '"operational_state"')),
)
_ENVELOPE = ('"result"', '"metadata"', '"error"')
_claimed = by_texts(92, _CERTAIN)


def _detect(capture: Capture) -> Detection | None:
    return _claimed(capture) if all(text in capture.text for text in _ENVELOPE) else None


_INFINIBOX = JsonFamily(
    "infinidat", _objects, _TYPES,
    once=Facts("storage_array", storage_array=owner, vendor=const("Infinidat"), family=const("other")),
    ignored=("cluster",),
)  # fmt: skip
READERS = (
    _INFINIBOX.reader(
        "infinidat-rest", "GET /api/rest/TYPE", _detect, owner_in=name_in(*_CERTAIN[-1][1]), verified=False
    ),
)
