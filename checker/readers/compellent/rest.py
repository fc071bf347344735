"""REST answers of Dell Storage Manager about SC arrays: volumes, servers, mappings, and the arrays.

::

    [{"objectType": "ScMapping", "scName": "Storage Center 64702", "scSerialNumber": 64702, "lun": 1, "status": "Up",
      "transport": "FibreChannel", "controller": {"instanceName": "SN 64703", "objectType": "ScController"},
      "server": {"instanceId": "64702.47", "instanceName": "lin01", "objectType": "ScPhysicalServer"},
      "volume": {"instanceId": "64702.6025", "instanceName": "data01", "objectType": "ScVolume"},
      "serverHba": {"instanceName": "21000024FF30441C", "objectType": "ScServerHba"},
      "controllerPort": {"instanceName": "5000D31000FCBE36", "objectType": "ScControllerPort"}}]

Every object names its type and its array. A server is a view. A mapping is a path: it names the ports at both ends, the
controller and the LUN. Volumes are named by their instance id, as folders may contain volumes with the same name. Field
names: Cinder's driver for SC.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Each, Part, Source
from checker.readers.toolkit.declarations.fields import (
    const,
    device_id,
    first,
    iscsi_name,
    number,
    owner,
    text,
    unless_wwn,
    words,
    wwn,
)
from checker.readers.toolkit.declarations.json_family import JsonFamily, listed
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.numbers import decimal

_TYPE = re.compile(r'"objectType"\s*:\s*"(StorageCenter|Sc[A-Z][A-Za-z]{2,60})"')
_ARRAY_NAME = re.compile(r'"scName"\s*:\s*"([^"\\]{1,100})"')
_BYTES = re.compile(r"([0-9]{1,16}(?:\.[0-9]{1,16})?(?:[Ee]\+?[0-9]{1,2})?) Bytes\Z")
_SERVERS = ("ScPhysicalServer", "ScVirtualServer", "ScServerCluster")


Facts = declared.Facts[JsonObject]


def _objects(value: Any, line: int) -> Iterator[JsonObject]:
    for item, place in listed(value, line):
        kind = item.get("objectType")
        if isinstance(kind, str):
            yield JsonObject(kind, item, place)


def _other(key: str, name: str = "instanceName") -> Callable[[JsonObject], str | None]:
    """Source: an attribute of an object that this one refers to."""
    return lambda item: item.inner(key, name)


def _bytes(volume: JsonObject) -> int | None:
    """Return the size, which is printed as ``1.073741824E9 Bytes``."""
    found = _BYTES.match(volume.text("configuredSize") or "")
    size = decimal(found.group(1)) if found else 0.0
    return round(size) if 0 < size < 1 << 62 else None


def _ends(mapping: JsonObject) -> Iterator[JsonObject]:
    """Yield a mapping over Fibre Channel with the names of its ports as texts."""
    if mapping.text("transport") == "FibreChannel":
        initiator, target = _other("serverHba")(mapping), _other("controllerPort")(mapping)
        yield mapping.inside({**mapping.values, "initiator": initiator, "target": target})


def _iscsi_ends(mapping: JsonObject) -> Iterator[JsonObject]:
    if mapping.text("transport") == "Iscsi":
        yield mapping.inside({**mapping.values, "initiator": _other("serverHba")(mapping)})


def _is_fc_port(port: JsonObject) -> bool:
    return port.text("transportType", "type") == "FibreChannel"


_ROLES = {"frontend": "front-end", "backend": "back-end"}
_ARRAY: Source[JsonObject] = first("scName", owner)
_VIEW: Source[JsonObject] = _other("server")
_MAPPING: tuple[Part[JsonObject], ...] = (
    Facts("mask_view", needs="view", distinct=True, storage_array=_ARRAY, view=_VIEW),
    Facts(
        "mask_volume", needs=("view", "volume_name"), distinct=True, storage_array=_ARRAY, view=_VIEW,
        volume_name=_other("volume", "instanceId"), lun=number("lun"),
    ),
    Each(
        _ends,
        Facts(
            "target_port", needs="target_wwpn", distinct=True, place="target", storage_array=_ARRAY, target_wwpn=wwn("target"),
            director=_other("controller"), role=const("front-end"), protocol=const("fc"),
        ),
        Facts(
            "mask_port", needs=("view", "target_wwpn"), distinct=True, storage_array=_ARRAY, view=_VIEW,
            target_wwpn=wwn("target", report=False),
        ),
        Facts(
            "registered_initiator", needs="initiator_wwpn", distinct=True, place="initiator", storage_array=_ARRAY,
            initiator_wwpn=wwn("initiator"), host=_VIEW, registered=True,
        ),
        Facts(
            "mask_initiator", needs=("view", "initiator_wwpn"), distinct=True, storage_array=_ARRAY, view=_VIEW,
            initiator_wwpn=wwn("initiator", report=False),
        ),
        Facts(
            "mask_initiator", needs=("view", "initiator_name"), distinct=True, storage_array=_ARRAY, view=_VIEW,
            initiator_name=unless_wwn("initiator"),
        ),
        Facts(
            "array_login", needs=("initiator_wwpn", "target_wwpn", "logged_in"), distinct=True, storage_array=_ARRAY,
            initiator_wwpn=wwn("initiator", report=False), target_wwpn=wwn("target", report=False),
            logged_in=words("status", {"up": True, "down": False}, others=False),
        ),
    ),
    Each(
        _iscsi_ends,
        Facts(
            "mask_iscsi", needs=("view", "initiator_name"), distinct=True, storage_array=_ARRAY, view=_VIEW,
            initiator_name=iscsi_name("initiator"),
        ),
    ),
)  # fmt: skip
_SERVER: tuple[Part[JsonObject], ...] = (
    Facts("mask_view", needs="view", storage_array=_ARRAY, view=text("instanceName", "name"), operational_status="status"),
)  # fmt: skip
_TYPES: dict[str, tuple[Part[JsonObject], ...]] = {
    "StorageCenter": (
        Facts(
            "storage_array", needs="storage_array", storage_array=_ARRAY, array_version="version", array_state="status",
            serial=lambda item: None if (serial := item.number("scSerialNumber")) is None else str(serial),
        ),
    ),
    "ScVolume": (
        Facts(
            "storage_volume", needs="storage_volume", place="name", storage_array=_ARRAY, storage_volume="instanceId", label="name",
            device=device_id("deviceId"), size_bytes=_bytes, operational_status="status",
        ),
    ),
    "ScMapping": _MAPPING,
    "ScController": (
        Facts(
            "director", needs="director", storage_array=_ARRAY, director=text("instanceName", "name"), operational_status="status",
            version="version", serial=lambda one: None if (serial := one.number("hardwareSerialNumber")) is None else str(serial),
        ),
    ),
    "ScControllerPort": (
        Facts(
            "target_port", when=_is_fc_port, needs="target_wwpn", place="instanceName", storage_array=_ARRAY,
            target_wwpn=wwn("wwn", "instanceName"), director=_other("controller"), role=words("purpose", _ROLES, others=False),
            port_state=words("status", {"up": "up", "down": "down"}), protocol=const("fc"),
        ),
    ),
    **dict.fromkeys(_SERVERS, _SERVER),
}  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if re.match(r"\s*[\[{]", head) and '"scSerialNumber"' in head and (found := _TYPE.search(head)):
        return Detection(93, f"{found.group(1)} of Dell Storage Manager")
    return None


def _owner(text: str) -> str | None:
    """Return the name of the array, unless a text has objects of several."""
    found = set(_ARRAY_NAME.findall(text[:262_144]))
    return found.pop() if len(found) == 1 else None


_SC = JsonFamily(
    "compellent", _objects, _TYPES,
    once=Facts("storage_array", storage_array=_ARRAY, vendor=const("Dell"), family=const("other")),
)  # fmt: skip
READERS = (
    _SC.reader(
        "compellent-rest", "GET /api/rest/StorageCenter/ScMapping", _detect, needles=('"objectType"', '"scSerialNumber"'),
        owner_in=_owner, verified=False,
    ),
)  # fmt: skip
