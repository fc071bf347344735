"""SANtricity REST answers: ``GET /devmgr/v2/storage-systems/1/hosts``, ``volumes``, ``interfaces``, ``graph`` and so on.

::

    [{"hostRef": "84000000600A098000000000000000A1", "label": "db01", "clusterRef": "0000000000000000000000000000000000000000",
      "hostSidePorts": [{"type": "fc", "address": "2100000000C40001", "label": "db01-1"}]}]

Objects refer to each other, which therefore names volumes and views here; the name of a volume is its label. A graph contains
all of them. Field names and values: OpenStack Cinder's and Ansible's drivers for the E-Series.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from checker.facts import normalise
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Each, Index, Part, Source
from checker.readers.toolkit.declarations.fields import (
    const,
    device_id,
    fcid,
    flag,
    iscsi_name,
    number,
    owner,
    text,
    words,
    wwn,
)
from checker.readers.toolkit.declarations.json_family import Claims, JsonFamily, by_texts, name_in, type_by
from checker.readers.toolkit.declarations.records import Record
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.documents.located_json import LocatedList, line_of

_SPEED = re.compile(r"speed([0-9]{1,3})gig\Z", re.IGNORECASE)
_NULL = re.compile(r"0*\Z")
# From special to general.
_type_of = type_by(
    (
        ("mapping", "lunMappingRef mapRef volumeRef"),
        ("host", "hostRef hostSidePorts"),
        ("host", "hostRef hostTypeIndex label"),
        ("volume", "volumeRef worldWideName"),
        ("cluster", "clusterRef label -hostRef"),
        ("controller", "controllerRef physicalLocation serialNumber"),
        ("port", "portName nodeName linkStatus controllerId"),
        ("system", "chassisSerialNumber fwVersion name"),
    )
)


Facts = declared.Facts[JsonObject]


def _objects(value: Any, line: int) -> Iterator[JsonObject]:
    """Yield every object that has a type, at any depth; ports to the drives are left out."""
    if isinstance(value, list):
        lines = value.item_lines if isinstance(value, LocatedList) else [line] * len(value)
        for item, place in zip(value, lines, strict=True):
            yield from _objects(item, place)
    elif isinstance(value, dict) and str(value.get("channelType", "hostside")).lower() == "hostside":
        place = line_of(value, line)
        if kind := _type_of(value):
            yield JsonObject(kind, value, place)
        for item in value.values():
            if isinstance(item, (dict, list)):
                yield from _objects(item, place)


def _controller(*names: str) -> Callable[[JsonObject], str | None]:
    """Source: the controller that a reference means: 070000000000000000000001 is A, …02 is B."""

    def get(item: JsonObject) -> str | None:
        reference = item.text(*names) or ""
        return {"1": "A", "2": "B"}.get(reference[-1:]) if reference.startswith("07") else None

    return get


def _letter(item: JsonObject) -> str | None:
    return _controller("controllerRef")(item)


def _port_name(port: JsonObject) -> str | None:
    director, channel = _controller("controllerId")(port), port.number("channel")
    return f"{director} {channel}" if director and channel is not None else None


def _channel(port: JsonObject) -> str | None:
    channel = port.number("channel")
    return None if channel is None else str(channel)


def _gbps(name: str) -> Callable[[JsonObject], float | None]:
    def get(port: JsonObject) -> float | None:
        found = _SPEED.match(port.text(name) or "")
        return normalise.speed_gbps(found.group(1)) if found else None

    return get


def _reference(name: str) -> Callable[[JsonObject], str | None]:
    """Source: a reference; one of zeros refers to nothing."""

    def get(item: JsonObject) -> str | None:
        value = item.text(name) or ""
        return None if _NULL.match(value) else value

    return get


def _ports(host: JsonObject) -> Iterator[JsonObject]:
    for entry in host.items("hostSidePorts"):
        yield host.inside(entry, host="label", hostRef="hostRef", clusterRef="clusterRef")


def _fc_ports(host: JsonObject) -> Iterator[JsonObject]:
    return (port for port in _ports(host) if (port.text("type") or "").lower() == "fc")


_DEVICES = Index[JsonObject]("volume", "volumeRef", device_id("worldWideName", "wwn", report=False))
_WWPN: Source[Record] = wwn("address", report=False)
_ISCSI_NAME = iscsi_name("address")
_TYPES: Mapping[str, tuple[Part[JsonObject], ...]] = {
    "system": (
        Facts(
            "storage_array", storage_array=owner, serial="chassisSerialNumber", model="model", array_version="fwVersion",
            array_state="status",
        ),
    ),
    "controller": (
        Facts(
            "director", needs="director", storage_array=owner, director=_letter, letter=_letter, operational_status="status",
            serial="serialNumber",
        ),
    ),
    "port": (
        Facts(
            "target_port", place=_port_name, target_wwpn=wwn("portName"), wwnn=wwn("nodeName"), storage_array=owner,
            director=_controller("controllerId"), port=_channel, port_name=_port_name, role=const("front-end"),
            port_state=words("linkStatus", {"up": "up", "down": "down"}), protocol=const("fc"), fcid=fcid("portId"),
            speed_gbps=_gbps("currentInterfaceSpeed"), max_speed_gbps=_gbps("maximumInterfaceSpeed"),
        ),
    ),
    "host": (
        Facts("mask_view", needs="view", storage_array=owner, view="hostRef"),
        Each(
            _ports,
            Facts("mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view="hostRef", initiator_name=_ISCSI_NAME),
            Facts(
                "mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view=_reference("clusterRef"),
                initiator_name=_ISCSI_NAME,
            ),
        ),
        Each(
            _fc_ports,
            Facts(
                "registered_initiator", place="label", storage_array=owner, initiator_wwpn=wwn("address"), host="host",
                registered=True,
            ),
            Facts("mask_initiator", needs=("view", "initiator_wwpn"), storage_array=owner, view="hostRef", initiator_wwpn=_WWPN),
            Facts(
                "mask_initiator", needs=("view", "initiator_wwpn"), storage_array=owner, view=_reference("clusterRef"),
                initiator_wwpn=_WWPN,
            ),
        ),
    ),
    "cluster": (Facts("mask_view", needs="view", storage_array=owner, view=_reference("clusterRef")),),
    "mapping": (
        Facts("mask_view", needs="view", distinct=True, storage_array=owner, view=_reference("mapRef")),
        Facts(
            "mask_volume", needs=("view", "volume_name"), distinct=True, storage_array=owner, view=_reference("mapRef"),
            device=_DEVICES.of("volumeRef"), volume_name="volumeRef", lun=number("lun"),
        ),
    ),
    "volume": (
        Facts(
            "storage_volume", needs="storage_volume", place="label", device=device_id("worldWideName", "wwn"),
            storage_array=owner, storage_volume="volumeRef", label=text("label", "name"),
            size_bytes=number("totalSizeInBytes", "capacity"), block_bytes=number("blkSize"), operational_status="status",
            provision_type=flag("thinProvisioned", yes="thin", no="thick"), pool="volumeGroupRef",
            current_owner=_controller("currentManager", "currentControllerId"),
            default_owner=_controller("preferredManager", "preferredControllerId"),
        ),
    ),
}  # fmt: skip
_CERTAIN: Claims = (
    ("hosts of an E-Series", ('"hostRef"', '"clusterRef"')),
    ("volumes of an E-Series", ('"volumeRef"', '"worldWideName"')),
    ("volume mappings of an E-Series", ('"lunMappingRef"', '"mapRef"')),
    ("host groups of an E-Series", ('"clusterRef"', '"label"', '"isSAControlled"')),
    ("interfaces of an E-Series", ('"ioInterfaceTypeData"', '"channelType"')),
    ("controllers of an E-Series", ('"controllerRef"', '"physicalLocation"')),
    ("an E-Series", ('"chassisSerialNumber"', '"fwVersion"')),
)
_SANTRICITY = JsonFamily(
    "eseries",
    _objects,
    _TYPES,
    once=Facts("storage_array", storage_array=owner, family=const("other")),
    indexes=(_DEVICES,),
)
READERS = (
    _SANTRICITY.reader(
        "eseries-rest",
        "GET /devmgr/v2/storage-systems/1/TYPE: hosts, host-groups, volumes, volume-mappings, interfaces, controllers, graph",
        by_texts(92, _CERTAIN), owner_in=name_in('"chassisSerialNumber"'),
    ),
)  # fmt: skip
