"""Objects that uemcli prints, by their keys: ports, initiators, LUNs, pools and the system itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.base import Capture

_BYTES = re.compile(r"([0-9]{1,20})(?:[ \t]+\(.*\))?\Z")
_STATE = re.compile(r"[ \t]*\([0-9]+\)\Z")
_FC_NAME = re.compile(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){15}\Z")


class Record:
    """The keys and values of one object."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.values: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    def add(self, line: int, printed: str, value: str) -> str:
        """Add a value unless the key has one already; return the key."""
        key = " ".join(printed.lower().split())
        self.values.setdefault(key, value.strip())
        self.lines.setdefault(key, line)
        return key

    def get(self, *keys: str) -> str | None:
        """Return the first of these keys that has a value."""
        for key in keys:
            if value := self.values.get(key, "").strip():
                return value
        return None

    def at(self, key: str) -> int:
        """Return the line of a key."""
        return self.lines.get(key, self.line)

    def size(self, *keys: str) -> int | None:
        """Return bytes from ``117544396521472 (106.9T)``; the rounded figure in brackets is left alone."""
        found = _BYTES.match(self.get(*keys) or "")
        return int(found.group(1)) if found else None

    def health(self) -> str | None:
        """Return the health in words, without its number."""
        value = self.get("health state")
        return _STATE.sub("", value).lower() if value else None


def write_records(records: Iterable[Record], capture: Capture, out: Writer) -> None:
    """Write what each record is by its keys; say once that there are others."""
    before, first, passed_over = out.records, capture.first_line, False
    for record in records:
        keys = record.values.keys()
        first = record.line if out.records == before else first
        if "uid" in keys and ("initiator type" in keys or "ports logged in" in keys):
            _initiator(record, capture, out)
        elif "wwn" in keys and "sp" in keys:
            _port(record, capture, out)
        elif "wwn" in keys and ("storage pool" in keys or "storage pool id" in keys or "sp owner" in keys):
            _lun(record, capture, out)
        elif "total space" in keys and keys & {"subscription percent", "current allocation"}:
            _pool(record, capture, out)
        elif {"system name", "model"} <= keys or ("version" in keys and record.get("type") == "Installed"):
            _system(record, capture, out)
        elif not passed_over and not {"version", "type"} <= keys:
            passed_over = True
            out.note(record.line, "objects of other types than ports, initiators, LUNs and pools were passed over")
    if out.records > before:
        out.add("storage_array", first, storage_array=capture.owner, family="unity", vendor="EMC")


def _system(record: Record, capture: Capture, out: Writer) -> None:
    out.add(
        "storage_array",
        record.line,
        storage_array=capture.owner,
        serial=record.get("product serial number", "serial number"),
        model=record.get("model"),
        array_version=record.get("version"),
    )


def _names(text: str | None) -> tuple[str | None, str | None]:
    if text is None or not _FC_NAME.match(text):
        return None, text
    return normalise.wwn(text[:23]), text[24:]


def _port(record: Record, capture: Capture, out: Writer) -> None:
    name = record.get("id")
    node, port = _names(record.get("wwn"))
    speed = record.get("current speed")
    out.add(
        "target_port",
        record.line,
        target_wwpn=out.wwn(port, record.at("wwn"), "target_port", "target_wwpn", name or ""),
        wwnn=node,
        storage_array=capture.owner,
        director=(record.get("sp") or "").lower() or None,
        port=name,
        port_name=name,
        role="front-end",
        operational_status=record.health(),
        protocol="fc",
        speed_gbps=normalise.speed_gbps(speed),
    )


def _initiator(record: Record, capture: Capture, out: Writer) -> None:
    uid, kind = record.get("uid"), (record.get("initiator type") or "").lower()
    if uid is None or kind == "iscsi" or uid.lower().startswith(("iqn.", "eui.")):
        return
    node, port = _names(uid)
    name = record.get("id")
    host = record.get("host")
    wwpn = out.wwn(port, record.at("uid"), "registered_initiator", "initiator_wwpn", name or "")
    listed = record.get("ports logged in", "port logged in")
    out.add(
        "registered_initiator",
        record.line,
        storage_array=capture.owner,
        initiator_name=name,
        initiator_wwpn=wwpn,
        wwnn=node,
        port_state=record.health(),
        registered=host is not None,
    )
    if host is not None:
        out.add("mask_view", record.at("host"), storage_array=capture.owner, view=host)
        out.add(
            "mask_initiator",
            record.at("host"),
            storage_array=capture.owner,
            view=host,
            initiator_wwpn=wwpn,
            initiator_name=name,
        )
    for place in re.split(r"[,\s]+", listed or ""):
        if place and wwpn is not None and place.lower() not in ("none", "no"):
            out.add(
                "array_login",
                record.at("ports logged in"),
                storage_array=capture.owner,
                initiator_wwpn=wwpn,
                port_name=place,
                logged_in=True,
            )


def _lun(record: Record, capture: Capture, out: Writer) -> None:
    identity = record.get("id")
    if identity is None:
        return
    wwn = record.get("wwn")
    device = out.device_id(
        wwn.replace(":", "") if wwn else None, record.at("wwn"), "storage_volume", "device", identity
    )
    thin = normalise.yes_no(record.get("thin provisioning enabled"))
    owner, trespassed = record.get("sp owner"), normalise.yes_no(record.get("trespassed"))
    current = owner.lower() if owner else None
    out.add(
        "storage_volume",
        record.line,
        device=device,
        storage_array=capture.owner,
        storage_volume=identity,
        label=record.get("name"),
        size_bytes=record.size("size"),
        provision_type=None if thin is None else "thin" if thin else "thick",
        health_state=record.health(),
        pool=record.get("storage pool", "storage pool id"),
        # Of a trespassed LUN the line names one processor, without saying whether it is the owner by default.
        default_owner=current if trespassed is False else None,
        current_owner=current if trespassed is False else None,
    )
    for view in re.split(r"[,\s]+", record.get("lun access hosts") or ""):
        if view:
            line = record.at("lun access hosts")
            out.add("mask_view", line, storage_array=capture.owner, view=view)
            out.add(
                "mask_volume",
                line,
                storage_array=capture.owner,
                view=view,
                device=device,
                volume_name=identity,
            )


def _pool(record: Record, capture: Capture, out: Writer) -> None:
    name = record.get("name", "id")
    if name is not None:
        out.add(
            "pool",
            record.line,
            storage_array=capture.owner,
            pool=name,
            size_bytes=record.size("total space"),
            used_bytes=record.size("current allocation"),
            raid_type=record.get("raid level"),
        )


PROVIDES: Mapping[str, tuple[str, ...]] = {
    "storage_array": ("storage_array", "vendor", "family", "serial", "model", "array_version"),
    "target_port": (
        "target_wwpn",
        "wwnn",
        "storage_array",
        "director",
        "port",
        "port_name",
        "role",
        "operational_status",
        "protocol",
        "speed_gbps",
    ),
    "registered_initiator": (
        "storage_array",
        "initiator_name",
        "initiator_wwpn",
        "wwnn",
        "port_state",
        "registered",
    ),
    "array_login": ("storage_array", "initiator_wwpn", "port_name", "logged_in"),
    "mask_view": ("storage_array", "view"),
    "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
    "mask_volume": ("storage_array", "view", "device", "volume_name"),
    "storage_volume": (
        "device",
        "storage_array",
        "storage_volume",
        "label",
        "size_bytes",
        "provision_type",
        "health_state",
        "pool",
        "default_owner",
        "current_owner",
    ),
    "pool": ("storage_array", "pool", "size_bytes", "used_bytes", "raid_type"),
}
