"""What a Unity array presents to hosts: hosts, initiators, their logins, LUNs and the hosts with access to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checker.facts import normalise
from checker.readers.toolkit.declarations.declared import Each, Index, Part, Source
from checker.readers.toolkit.declarations.fields import device_id, first, flag, iscsi_name, number, owner, wwn
from checker.readers.unity.objects import Facts, UnityObject, health, reference

_FC, _FC_UID = 1, re.compile(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){15}\Z")
# The id of a path over FC ends in the registered name, node and port, filled up with zeros.
_PATH_UID = re.compile(
    r"InstanceID=02(?::[0-9A-F]{2}){15}:((?:[0-9A-F]{2}:){7}[0-9A-F]{2}):((?:[0-9A-F]{2}:){7}[0-9A-F]{2})", re.I
)
# NodeEnum of the Unisphere Management REST API.
_NODES = {0: "spa", 1: "spb"}
# HostLUNAccessEnum: 1 production LUN, 3 production LUN and snapshots; 0 and 2 give no access to the production LUN.
_SHOWN = (None, 1, 3)


def _wwpn_text(initiator: UnityObject) -> str | None:
    uid = initiator.text("initiatorId")
    return initiator.text("portWWN") or (uid[24:] if uid is not None and _FC_UID.match(uid) else None)


def _digits(lun: UnityObject) -> str | None:
    name = lun.text("wwn")
    return None if name is None else name.replace(":", "")


HOST_NAMES = Index[UnityObject]("host", "id", "name")
POOL_NAMES = Index[UnityObject]("pool", "id", "name")
INITIATORS = Index[UnityObject]("hostInitiator", "id", wwn(of=_wwpn_text, report=False))
DEVICES = Index[UnityObject]("lun", "id", device_id(of=_digits, report=False))
SIZES = Index[UnityObject]("lun", "id", number("sizeTotal"))


def _initiators(host: UnityObject) -> Iterator[UnityObject]:
    """Yield the FC initiators of a host; an initiator of iSCSI has no world wide name as id."""
    fc = host.items("fcHostInitiators")
    for place, entry in enumerate([*fc, *host.items("iscsiHostInitiators")]):
        uid = entry.get("initiatorId")
        if place < len(fc) or (isinstance(uid, str) and _FC_UID.match(uid)):
            yield host.inside(entry, view="id", host="name")


def _wwpn_in_uid(initiator: UnityObject) -> str | None:
    uid = initiator.text("initiatorId") or ""
    return normalise.wwn(uid[24:]) if _FC_UID.match(uid) else None


def _is_fc(initiator: UnityObject) -> bool:
    kind = initiator.number("type")
    return initiator.text("id") is not None and (_wwpn_text(initiator) is not None if kind is None else kind == _FC)


def _wwpn_in_path(path: UnityObject) -> str | None:
    found = _PATH_UID.search(path.text("instanceId") or "")
    return normalise.wwn(found.group(2)) if found else None


def _node(key: str) -> Source[UnityObject]:
    return lambda lun: None if (node := lun.number(key)) is None else _NODES.get(node)


def _hosts(lun: UnityObject) -> Iterator[UnityObject]:
    """Yield an object for each host with access to a LUN."""
    for entry in lun.items("hostAccess"):
        host = entry.get("host")
        view = host.get("id") if isinstance(host, dict) else None
        if isinstance(view, str) and entry.get("accessMask") in _SHOWN:
            yield lun.inside({"view": view}, id="id", wwn="wwn", sizeTotal="sizeTotal")


def _is_snapshot(mapping: UnityObject) -> bool:
    return mapping.reference("snap") is not None


def _lun(mapping: UnityObject) -> str | None:
    return None if _is_snapshot(mapping) else mapping.reference("lun")


_WWPN: Source[UnityObject] = wwn(of=_wwpn_text, report=False)
_ISCSI_NAME = iscsi_name("initiatorId")
HOST = (
    Facts("mask_view", needs="view", storage_array=owner, view="id", initiator_group="name", operational_status=health),
    Each(
        _initiators,
        Facts(
            "registered_initiator", needs="initiator_name", when="view", storage_array=owner, initiator_name="id",
            initiator_wwpn=_wwpn_in_uid, host="host",
        ),
        Facts(
            "mask_initiator", needs=("view", "initiator_name"), storage_array=owner, view="view", initiator_name="id",
            initiator_wwpn=_wwpn_in_uid,
        ),
    ),
)  # fmt: skip
INITIATOR = (
    Facts(
        "registered_initiator", when=_is_fc, place="id", storage_array=owner, initiator_name="id",
        initiator_wwpn=wwn("portWWN", of=_wwpn_text), wwnn=wwn("nodeWWN", report=False), port_state=health,
        host=HOST_NAMES.of(reference("parentHost")), registered=lambda item: item.reference("parentHost") is not None,
    ),
    Facts(
        "mask_initiator", when=_is_fc, needs="view", storage_array=owner, view=reference("parentHost"),
        initiator_wwpn=_WWPN, initiator_name="id",
    ),
    Facts(
        "mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view=reference("parentHost"),
        initiator_name=_ISCSI_NAME,
    ),
)  # fmt: skip
# Paths over iSCSI have no FC port.
_PATH_WWPN = first(INITIATORS.of(reference("initiator")), _wwpn_in_path)
PATH = (
    Facts(
        "array_login", when=reference("fcPort"), needs="initiator_wwpn", storage_array=owner, initiator_wwpn=_PATH_WWPN,
        port_name=reference("fcPort"), logged_in=flag("isLoggedIn"),
        note="skipped a path: the WWPN of its initiator is not in this export",
    ),
    Facts(
        "registered_initiator", when=reference("fcPort"), needs=("initiator_name", "initiator_wwpn"), storage_array=owner,
        initiator_name=reference("initiator"), initiator_wwpn=_PATH_WWPN, host="hostPushName",
    ),
)  # fmt: skip
LUN = (
    Facts(
        "storage_volume", needs="storage_volume", place="id", device=device_id("wwn", of=_digits), storage_array=owner,
        storage_volume="id", label="name", size_bytes=number("sizeTotal"), health_state=health,
        provision_type=flag("isThinEnabled", yes="thin", no="thick"),
        pool=first(POOL_NAMES.of(reference("pool")), reference("pool")),
        current_owner=_node("currentNode"), default_owner=_node("defaultNode"),
    ),
    Each(
        _hosts,
        Facts("mask_view", when="id", storage_array=owner, view="view"),
        Facts(
            "mask_volume", when="id", storage_array=owner, view="view", device=device_id(of=_digits, report=False),
            volume_name="id", size_bytes=number("sizeTotal"),
        ),
    ),
)  # fmt: skip
# A snapshot has the name of the mapping, and neither device nor size.
HOST_LUN = (
    Facts("mask_view", when=reference("lun"), needs="view", storage_array=owner, view=reference("host")),
    Facts(
        "mask_volume", when=reference("lun"), needs="view", storage_array=owner, view=reference("host"),
        device=DEVICES.of(_lun), volume_name=lambda item: item.text("id") if _is_snapshot(item) else _lun(item),
        lun=number("hlu"), size_bytes=SIZES.of(_lun),
    ),
)  # fmt: skip
TYPES: Mapping[str, tuple[Part[UnityObject], ...]] = {
    "host": HOST, "hostInitiator": INITIATOR, "hostInitiatorPath": PATH, "lun": LUN, "hostLUN": HOST_LUN,
}  # fmt: skip
INDEXES = (HOST_NAMES, POOL_NAMES, INITIATORS, DEVICES, SIZES)
