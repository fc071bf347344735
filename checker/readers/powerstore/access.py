"""What a PowerStore presents to hosts: hosts, host groups, initiators with their sessions, volumes and mappings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from checker.readers.powerstore.objects import Facts
from checker.readers.toolkit.declarations.declared import Each, Index, Part, Source
from checker.readers.toolkit.declarations.fields import (
    const,
    device_id,
    iscsi_name,
    number,
    owner,
    text,
    unless_wwn,
    wwn,
)
from checker.readers.toolkit.declarations.records import Record
from checker.readers.toolkit.documents.json_objects import JsonObject

HOST_NAMES = Index[JsonObject]("host", "id", "name")
DEVICES = Index[JsonObject]("volume", "id", device_id("wwn", report=False))
SIZES = Index[JsonObject]("volume", "id", number("size"))


def _initiators(host: JsonObject) -> Iterator[JsonObject]:
    for entry in host.items("host_initiators", "initiators"):
        yield host.inside(entry, view="id", group="host_group_id", host="name", os_type="os_type")


def _fc_initiators(host: JsonObject) -> Iterator[JsonObject]:
    return (one for one in _initiators(host) if one.text("port_type") is None or _is_fc(one))


def _sessions(initiator: JsonObject) -> Iterator[JsonObject]:
    for session in initiator.items("active_sessions"):
        yield initiator.inside(session, initiator="port_name")


def _session_state(initiator: JsonObject) -> str | None:
    if not isinstance(initiator.values.get("active_sessions"), list):
        return None
    return "logged in" if initiator.items("active_sessions") else "not logged in"


def _is_fc(initiator: JsonObject) -> bool:
    return (initiator.text("port_type") or "").upper() == "FC"


def _default_owner(volume: JsonObject) -> str | None:
    """Return the preferred node of a volume: ``System_Selected_Node_A`` of appliance A1 is A1-NodeA."""
    appliance, affinity = volume.text("appliance_id"), volume.text("node_affinity") or ""
    return f"{appliance}-Node{affinity[-1]}" if appliance and affinity.endswith(("_Node_A", "_Node_B")) else None


def _replication_role(volume: JsonObject) -> str | None:
    kind = (volume.text("type") or "").lower()
    return kind if kind not in ("", "primary") else None


_WWPN: Source[Record] = wwn("port_name", report=False)
_ISCSI_NAME = iscsi_name("port_name")
HOST = (
    Facts("mask_view", needs="view", storage_array=owner, view="id"),
    Facts("mask_view", needs="view", storage_array=owner, view="host_group_id"),
    Each(
        _initiators,
        Facts("mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view="view", initiator_name=_ISCSI_NAME),
        Facts("mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view="group", initiator_name=_ISCSI_NAME),
    ),
    Each(
        _fc_initiators,
        Facts(
            "registered_initiator", when="port_name", place="host", storage_array=owner, initiator_type="os_type",
            initiator_name=unless_wwn("port_name"), initiator_wwpn=wwn("port_name"), host="host",
            port_state=_session_state, registered=True,
        ),
        Facts("mask_initiator", needs=("view", "initiator_wwpn"), storage_array=owner, view="view", initiator_wwpn=_WWPN),
        Facts("mask_initiator", needs=("view", "initiator_wwpn"), storage_array=owner, view="group", initiator_wwpn=_WWPN),
        Each(
            _sessions,
            Facts(
                "array_login", needs=("initiator_wwpn", "port_name"), storage_array=owner, logged_in=True,
                initiator_wwpn=wwn("initiator", report=False), port_name=text("port_id", "fc_port_id"),
            ),
        ),
    ),
)  # fmt: skip
INITIATOR = (
    Facts(
        "registered_initiator", when=_is_fc, storage_array=owner, initiator_name=unless_wwn("port_name"),
        initiator_wwpn=wwn("port_name"), host=HOST_NAMES.of("host_id"), registered=lambda item: item.text("host_id") is not None,
    ),
    Facts(
        "mask_initiator", when=_is_fc, needs=("view", "initiator_wwpn"), storage_array=owner, view="host_id",
        initiator_wwpn=_WWPN,
    ),
    Facts("mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view="host_id", initiator_name=_ISCSI_NAME),
)  # fmt: skip
GROUP = Facts("mask_view", needs="view", storage_array=owner, view="id")
MAPPING = (
    Facts("mask_view", when="volume_id", needs="view", storage_array=owner, view=text("host_id", "host_group_id")),
    Facts(
        "mask_volume", needs=("view", "volume_name"), storage_array=owner, view=text("host_id", "host_group_id"),
        device=DEVICES.of("volume_id"), volume_name="volume_id", lun=number("logical_unit_number"),
        size_bytes=SIZES.of("volume_id"),
    ),
)  # fmt: skip
# Every volume of a PowerStore is thin.
VOLUME = Facts(
    "storage_volume", needs="storage_volume", place=text("id", "name"), device=device_id("wwn"), storage_array=owner,
    storage_volume=text("id", "name"), label="name", size_bytes=number("size"), provision_type=const("thin"),
    operational_status="state", replication_role=_replication_role, pool="appliance_id", default_owner=_default_owner,
)  # fmt: skip
TYPES: Mapping[str, tuple[Part[JsonObject], ...]] = {
    "host": HOST, "initiator": INITIATOR, "host_group": (GROUP,), "host_volume_mapping": MAPPING, "volume": (VOLUME,),
}  # fmt: skip
