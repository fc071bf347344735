"""Inventory of SANnav: ``GET /external-api/v1/inventory/switches``, ``/switchports`` and ``/deviceports``.

::

    {"switchPorts": [{"wwn": "20:05:…", "switchName": "sw-a1", "slotNumber": 0, "portNumber": 5, "portIndex": 5,
                      "portId": "010500", "type": "F-Port", "state": "Online", "speed": "16", "maxPortSpeed": 32,
                      "remotePortWwn": "10:00:…", "remoteNodeWwn": "20:00:…", "persistentDisable": 0, "missing": 0}],
     "startIndexToUse": 1, "numOfEntitiesNotReturned": 0}

Every object names its switch. Numbers may be texts, truth values are 0 and 1, and the names of lists begin with a capital in
some answers; a list may also stand alone, as scripts save it. What SANnav only remembers (``missing``) is left out. The
names of attributes are those that public clients of this interface read; no answer was available.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from checker.facts import normalise
from checker.readers.brocade import fos
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.fields import const, fcid, first, lower, number, owner, text, wwn
from checker.readers.toolkit.declarations.json_family import Claims, JsonFamily, by_texts, listed, type_by
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.documents.located_json import line_of
from checker.readers.toolkit.numbers import decimal

_LISTS = {"switches": "switch", "switchports": "port", "deviceports": "device"}
_type_of = type_by(
    (
        ("device", "switchPortWwn deviceNodeWwn"),
        ("port", "portIndex switchName physicalSwitchWwn"),
        ("port", "portIndex switchName virtualSwitchWwn"),
        ("switch", "principalSwitchWwn firmwareVersion domainId"),
    )
)
_CERTAIN: Claims = (
    ("ports of switches in SANnav", ('"switchName"', '"portIndex"', '"connectedDeviceType"')),
    ("ports of switches in SANnav", ('"switchName"', '"portIndex"', '"physicalSwitchWwn"')),
    ("ports of devices in SANnav", ('"switchPortWwn"', '"deviceNodeWwn"', '"portRole"')),
    ("ports of devices in SANnav", ('"switchPortWwn"', '"deviceNodeWwn"', '"deviceSymbolicName"')),
    ("switches in SANnav", ('"principalSwitchWwn"', '"switchSerialNumber"', '"fabricName"')),
)


Facts = declared.Facts[JsonObject]


def _objects(value: Any, line: int) -> Iterator[JsonObject]:
    for item, place in listed(value, line):
        lists = [(key, _LISTS[key.lower()]) for key in item if key.lower() in _LISTS]
        for name, kind in lists:
            for entry, at in listed(item[name], line_of(item[name], place)):
                yield JsonObject(kind, entry, at)
        if not lists and (kind := _type_of(item)):
            yield JsonObject(kind, item, place)


def _decimal(item: JsonObject, key: str) -> float | None:
    value = item.text(key)
    if value is None:
        return item.decimal(key)
    return decimal(value) if re.fullmatch(r"[0-9]{1,4}(?:\.[0-9]{1,3})?", value) else normalise.speed_gbps(value)


def _present(item: JsonObject) -> bool:
    return item.number("missing") in (None, 0) and item.values.get("missing") is not True


def _truth(key: str) -> Any:
    """Source: a truth value, which is printed as 0 or 1."""

    def get(item: JsonObject) -> bool | None:
        value = item.values.get(key)
        return (
            value if isinstance(value, bool) else {0: False, 1: True}.get(-1 if (n := item.number(key)) is None else n)
        )

    return get


def _slot(item: JsonObject) -> str | None:
    slot = item.number("slotNumber")
    return str(slot) if slot else None


def _port(item: JsonObject) -> str | None:
    port = item.number("portNumber", "number")
    return None if port is None else fos.port_name(str(port), _slot(item))


def _port_type(item: JsonObject) -> str | None:
    kind = re.split("[-_ ]", item.text("type") or "", maxsplit=1)[0].upper()
    return kind if kind.isalpha() and len(kind) < 4 else None


def _online(item: JsonObject) -> bool:
    return (item.text("state") or "").lower() == "online"


def _speed(item: JsonObject) -> float | None:
    return _decimal(item, "speed") if _online(item) else None


def _attached(item: JsonObject) -> str | None:
    """Return the device at a port; behind a port between switches is another port."""
    return item.text("remotePortWwn") if _online(item) and _port_type(item) in ("F", "FL") else None


def _role(item: JsonObject) -> str | None:
    words = set(re.findall(r"initiator|target", (item.text("portRole") or "").lower()))
    return "both" if len(words) == 2 else next(iter(words), None)


def _fabric_id(item: JsonObject) -> str | None:
    """Return the number of a virtual fabric; -1 is none."""
    value = item.number("virtualFabricId")
    return None if value is None or value < 1 else str(value)


_SWITCH = first("switchName", owner)
_TYPES: dict[str, tuple[declared.Part[JsonObject], ...]] = {
    "switch": (
        Facts(
            "switch", when=_present, needs="switch", place="name", switch="name", switch_wwn=wwn("wwn"),
            vendor=const("brocade"), model=text("model", "modelNumber"), firmware_version="firmwareVersion",
            serial="switchSerialNumber", ip_address="ipAddress", switch_role=lower("role"), switch_state=lower("state"),
            domain_id=lambda item: None if (domain := item.number("domainId")) is None else str(domain), fabric_id=_fabric_id,
        ),
        Facts(
            "fabric_setting", when=_present, needs=("switch", "value"), place="operationalStatus", switch="name", vsan=const(""),
            setting=const("health"), value="operationalStatus",
        ),
    ),
    "port": (
        Facts(
            "switch_port", when=_present, needs=("switch", "port"), place="name", switch=_SWITCH, port=_port, slot=_slot,
            port_index=number("portIndex"), fcid=fcid("portId"), port_state=lower("state"), port_type=_port_type,
            speed_gbps=_speed, max_speed_gbps=lambda item: _decimal(item, "maxPortSpeed"), port_wwn=wwn("wwn"),
            attached_wwn=wwn("remotePortWwn"), description="name", persistently_disabled=_truth("persistentDisable"),
            fenced=_truth("fenced"), state_reason="statusMessage",
        ),
        Facts(
            "login", when=_present, needs=("port", "wwpn"), switch=_SWITCH, vsan=const(""), port=_port,
            wwpn=wwn(of=_attached, report=False), wwnn=wwn("remoteNodeWwn", report=False), port_index=number("portIndex"), local=True,
        ),
    ),
    "device": (
        Facts(
            "login", when=_present, needs="wwpn", place="symbolicName", switch=_SWITCH, vsan=const(""), wwpn=wwn("wwn"),
            wwnn=wwn("deviceNodeWwn"), fcid=fcid("portId"), port=_port, symbolic_name="symbolicName",
            node_symbolic_name="deviceSymbolicName", fc4_role=_role, vendor="vendor", alias="zoneAlias", local=True,
        ),
    ),
}  # fmt: skip


READERS = (
    JsonFamily("brocade", _objects, _TYPES).reader(
        "brocade-sannav-rest", "GET /external-api/v1/inventory/TYPE: switches, switchports, deviceports",
        by_texts(94, _CERTAIN),
        needles=('Wwn"',), verified=False,
    ),
)  # fmt: skip
