"""NimbleOS REST answers: ``GET /v1/volumes``, ``/v1/fibre_channel_interfaces``, ``/v1/initiator_groups`` and so on.

::

    {"data": [{"array_name_or_serial": "g1a1", "controller_name": "A", "fc_port_name": "fc1", "name": "fc1.1",
               "wwnn": "56:c9:ce:90:00:00:a1:00", "wwpn": "56:c9:ce:90:00:00:a1:01", "online": true,
               "link_info": {"link_status": "link_up", "link_speed": "link_speed_16000M"}}],
     "startRow": 0, "endRow": 1, "totalRows": 1}

The answers are about a group, which may have several arrays: their controllers are directors, named with their array. Hosts
see a volume as ``eui.`` and its serial number. Field names: HPE nimble-golang-sdk; the values of enumerations vary. States of
disks and of parts of shelves: HPE REST API Reference (NsDiskState, NsDiskRaidState, NsShelfSensorState). An absent disk is an empty slot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from checker.facts import normalise
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Each, Part, Source
from checker.readers.toolkit.declarations.fields import const, flag, iscsi_name, number, owner, unless_wwn, wwn
from checker.readers.toolkit.declarations.json_family import Claims, Joint, JsonFamily, by_texts, listed, type_by
from checker.readers.toolkit.declarations.records import Context, Record
from checker.readers.toolkit.documents.json_objects import JsonObject

_SPEED = re.compile(r"([0-9]{1,6})\s*([GM])", re.IGNORECASE)
_RAID_STATES = {"resynchronizing": "rebuilding", "faulty": "faulty"}
_DISK_STATES = {"in use": "online", "valid": "online", "failed": "failed"}
_SHELF_PARTS = {
    "psu_overall_status": "power supplies",
    "fan_overall_status": "fans",
    "temp_overall_status": "temperature",
}
_SENSOR_STATES = {"ok": "ok", "alerted": "warning", "failed": "failed", "missing": "missing"}
_SERIAL = re.compile(r"[0-9a-f]{32}\Z")
# From special to general.
_type_of = type_by(
    (
        ("session", "initiator_info target_info"),
        ("interface", "controller_name wwpn fc_port_name"),
        ("interface", "controller_name wwpn fc_port_id"),
        ("record", "initiator_group_name vol_name lun"),
        ("group", "fc_initiators name"),
        ("group", "host_type access_protocol name"),
        ("initiator", "initiator_group_name access_protocol wwpn"),
        ("volume", "serial_number vol_state name"),
        ("volume", "serial_number perfpolicy_name name"),
        ("array", "serial extended_model name"),
        ("array", "serial model version pool_name"),
        ("disk", "shelf_serial slot raid_state"),
        ("shelf", "chassis_type psu_overall_status"),
        ("controller", "array_name serial ctrlr_attributes"),
        ("controller", "array_name serial hostname state"),
    )
)


Facts = declared.Facts[JsonObject]


def _objects(value: Any, line: int) -> Iterator[JsonObject]:
    """Yield every object of an answer: those in ``data``, or the object itself."""
    for item, place in listed(value, line):
        if "data" in item:
            yield from _objects(item["data"], place)
        elif not {"startRow", "messages"} & item.keys():
            yield JsonObject(_type_of(item), item, place)


def _director(item: JsonObject) -> str | None:
    """Return the controller with its array: a group may have several arrays."""
    array, controller = item.text("array_name_or_serial", "array_name"), item.text("controller_name", "name")
    return f"{array} {controller}" if array and controller else controller


def _letter(item: JsonObject) -> str | None:
    name = item.text("controller_name", "name")
    return name if name in ("A", "B") else None


def _port_name(item: JsonObject) -> str | None:
    director, name = _director(item), item.text("name", "fc_port_name")
    return f"{director} {name}" if director and name else name


def _state(port: JsonObject) -> str | None:
    """Return the state of the link; without it, whether the interface is online."""
    status = (port.inner("link_info", "link_status") or "").lower()
    if status.endswith(("up", "down")):
        return "up" if status.endswith("up") else "down"
    return {True: "online", False: "offline"}.get(port.flag("online"))  # type: ignore[arg-type]


def _gbps(name: str) -> Callable[[JsonObject], float | None]:
    def get(port: JsonObject) -> float | None:
        found = _SPEED.search(port.inner("link_info", name) or "")
        return normalise.speed_gbps(found.group().replace(" ", "")) if found else None

    return get


def _device(volume: JsonObject) -> str | None:
    serial = (volume.text("serial_number") or "").lower()
    return f"eui.{serial}" if _SERIAL.match(serial) else None


def _bytes(volume: JsonObject) -> int | None:
    """Return the size, which is in MiB."""
    size = volume.number("size")
    return None if size is None else size << 20


def _volume_state(volume: JsonObject) -> str | None:
    """Return the state of a volume; an administrator has to set it offline before it can be deleted."""
    state = volume.text("vol_state")
    return "offline by user" if state == "offline" and volume.text("offline_reason") == "user" else state


def _disk_name(disk: JsonObject) -> str | None:
    shelf, slot, bank = disk.text("shelf_serial"), disk.number("slot"), disk.number("bank")
    return None if shelf is None or slot is None else f"{shelf} slot {slot}{f' bank {bank}' if bank else ''}"


def _disk_state(disk: JsonObject) -> str | None:
    """Return the state of a disk in the RAID, and its own state if the RAID has no fault; None for an empty slot."""
    raid = _RAID_STATES.get((disk.text("raid_state") or "").lower())
    return raid or _DISK_STATES.get((disk.text("state") or "").lower())


def _shelf_parts(shelf: JsonObject) -> Iterator[JsonObject]:
    """Yield the parts of a shelf whose state is known."""
    serial = shelf.text("serial")
    for key, part in _SHELF_PARTS.items():
        state = _SENSOR_STATES.get((shelf.text(key) or "").lower())
        # A sensor that is missing is no fault of what it would measure.
        if serial and state and (state, part) != ("missing", "temperature"):
            yield shelf.inside({"part": f"{serial} {part}", "state": state}, shelf.at(key))


def _is_fc(item: JsonObject) -> bool:
    return (item.text("access_protocol") or "fc").lower() == "fc"


def _initiators(group: JsonObject) -> Iterator[JsonObject]:
    for entry in group.items("fc_initiators"):
        yield group.inside(entry, initiator_group_name="name", host_type="host_type")


def _iscsi_initiators(group: JsonObject) -> Iterator[JsonObject]:
    for entry in group.items("iscsi_initiators"):
        yield group.inside(entry, initiator_group_name="name")


def _sides(session: JsonObject) -> Iterator[JsonObject]:
    initiator, target = session.values.get("initiator_info"), session.values.get("target_info")
    if isinstance(initiator, dict) and isinstance(target, dict):
        yield session.inside({**initiator, **target})


def _serial(arrays: Iterable[JsonObject], context: Context) -> None:
    """Write serial number and model of the group's array, if it has one only."""
    found: dict[str | None, JsonObject] = {}
    for array in arrays:
        found.setdefault(array.text("serial"), array)
    if len(found) == 1:
        _ARRAY.write(next(iter(found.values())), context)


_WWPN: Source[Record] = wwn("wwpn", report=False)
_ARRAY = Facts("storage_array", storage_array=owner, serial="serial", model="model", array_version="version")
_INITIATOR: tuple[Part[JsonObject], ...] = (
    Facts(
        "registered_initiator", when=lambda item: item.text("wwpn"), place="alias", storage_array=owner,
        initiator_name=unless_wwn("wwpn"), initiator_wwpn=wwn("wwpn"), host="initiator_group_name",
        initiator_type="host_type", registered=True,
    ),
    Facts(
        "mask_initiator", needs=("view", "initiator_wwpn"), storage_array=owner, view="initiator_group_name",
        initiator_wwpn=_WWPN,
    ),
)  # fmt: skip
_ISCSI_MEMBER = Facts(
    "mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view="initiator_group_name",
    initiator_name=iscsi_name("iqn"),
)  # fmt: skip
_TYPES: Mapping[str, tuple[Part[JsonObject], ...]] = {
    "array": (
        Facts("engine", needs="engine", storage_array=owner, engine="name", engine_type="model", serial="serial", operational_status="status"),
    ),
    "controller": (
        Facts(
            "director", needs="director", storage_array=owner, engine="array_name", director=_director, letter=_letter,
            operational_status="state", serial="serial",
        ),
    ),
    "interface": (
        Facts(
            "target_port", place=_port_name, target_wwpn=wwn("wwpn"), wwnn=wwn("wwnn"), storage_array=owner,
            director=_director, port="name", port_name=_port_name, role=const("front-end"), port_state=_state,
            protocol=const("fc"), speed_gbps=_gbps("link_speed"), max_speed_gbps=_gbps("max_link_speed"),
        ),
    ),
    "disk": (
        Facts(
            "component", needs=("component", "operational_status"), storage_array=owner, component_type=const("drive"),
            component=_disk_name, serial="serial", operational_status=_disk_state,
        ),
    ),
    "shelf": (
        Each(
            _shelf_parts,
            Facts("component", storage_array=owner, component_type=const("shelf"), component="part", operational_status="state"),
        ),
    ),
    "group": (
        Facts("mask_view", needs="view", storage_array=owner, view="name"), Each(_initiators, *_INITIATOR),
        Each(_iscsi_initiators, _ISCSI_MEMBER),
    ),
    "initiator": (declared.Where(_is_fc, *_INITIATOR), _ISCSI_MEMBER),
    "record": (
        Facts("mask_view", needs="view", distinct=True, storage_array=owner, view="initiator_group_name"),
        Facts(
            "mask_volume", needs=("view", "volume_name"), storage_array=owner, view="initiator_group_name",
            volume_name="vol_name", lun=number("lun"),
        ),
    ),
    "session": (
        Each(
            _sides,
            Facts(
                "array_login", needs=("initiator_wwpn", "target_wwpn"), storage_array=owner, logged_in=True,
                initiator_wwpn=wwn("initiator_wwpn", report=False), target_wwpn=wwn("target_wwpn", report=False),
            ),
        ),
    ),
    "volume": (
        Facts(
            "storage_volume", needs="storage_volume", place="name", device=_device, storage_array=owner, storage_volume="name",
            size_bytes=_bytes, operational_status=_volume_state, pool="pool_name",
            provision_type=flag("thinly_provisioned", yes="thin", no="thick"),
        ),
    ),
}  # fmt: skip
_CERTAIN: Claims = (
    ("FC interfaces of a Nimble array", ('"wwpn"', '"controller_name"', '"fc_port_')),
    ("FC sessions of a Nimble array", ('"initiator_info"', '"target_info"', '"target_wwpn"')),
    ("initiator groups of a Nimble array", ('"fc_initiators"', '"access_protocol"')),
    ("initiators of a Nimble array", ('"initiator_group_name"', '"access_protocol"', '"wwpn"')),
    ("access control records of a Nimble array", ('"initiator_group_name"', '"vol_name"', '"lun"')),
    ("volumes of a Nimble array", ('"serial_number"', '"perfpolicy_name"', '"vol_state"')),
    ("arrays of a Nimble group", ('"extended_model"', '"serial"', '"is_supported_hw_config"')),
    ("disks of a Nimble array", ('"shelf_serial"', '"raid_state"', '"array_name"')),
    ("shelves of a Nimble array", ('"chassis_type"', '"psu_overall_status"')),
    ("controllers of a Nimble array", ('"array_name"', '"ctrlr_attributes"')),
    ("controllers of a Nimble array", ('"array_name"', '"ctrlr_side"')),
)
_NIMBLE = JsonFamily(
    "nimble", _objects, _TYPES,
    once=Facts("storage_array", storage_array=owner, vendor=const("HPE"), family=const("other")),
    joints=(Joint(("array",), _serial, (_ARRAY,)),),
)  # fmt: skip
READERS = (
    _NIMBLE.reader(
        "nimble-rest",
        "GET /v1/TYPE: arrays, volumes, fibre_channel_interfaces, fibre_channel_sessions, initiator_groups, initiators, access_control_records, disks, shelves",
        by_texts(92, _CERTAIN),
    ),
)
