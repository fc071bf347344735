"""Unity command line: ``uemcli /net/port/fc show -detail``, ``/remote/initiator``, ``/remote/host``, ``/stor/prov/luns/lun``, ``/stor/config/pool``.

::

    Storage system address: 192.0.2.20
    Storage system port: 443
    HTTPS connection

    1:    ID                   = spa_fc4
          SP                   = spa
          Health state         = OK (5)
          Current speed        = 16 Gbps
          WWN                  = 50:06:01:60:C7:E0:00:01:50:06:01:62:47:E0:00:01

A record begins with its number; ``key = value`` lines belong to it. What a record is follows from its keys. The layout is
confirmed by outside text, the keys of FC objects are recalled from the command line's guide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader

_NUMBERED = re.compile(r"(?:.*\(The default selection is \[[0-9]\]\):)?[ \t]*([0-9]{1,7}):[ \t]+(?P<pair>[A-Za-z].*)\Z")
_PAIR = re.compile(r"(?P<key>[A-Za-z#][^=]{0,60}?)[ \t]*=(?:[ \t]+(?P<value>.*))?\Z")
_BANNER = re.compile(
    r"Storage system (?:address|port):|HTTPS? connection|Remote certificate|Issuer:|Subject:|Valid from|Valid to|Serial|Id:|"
    r"Would you like|\[[0-9]\]|Please input|[\w@:~ .\-/]{0,60}[>#$]|uemcli\b|Operation completed",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?m)^[ \t]*Storage system address:[ \t]+([\w.:\-]{2,100}?),?(?:[ \t]|$)")
_BYTES = re.compile(r"([0-9]{1,20})(?:[ \t]+\(.*\))?\Z")
_STATE = re.compile(r"[ \t]*\([0-9]+\)\Z")
_FC_NAME = re.compile(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){15}\Z")


class _Record:
    """The keys and values of one object."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.values: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    def add(self, line: int, pair: re.Match[str]) -> str:
        key = " ".join(pair["key"].lower().split())
        self.values.setdefault(key, (pair["value"] or "").strip())
        self.lines.setdefault(key, line)
        return key

    def get(self, *keys: str) -> str | None:
        for key in keys:
            if value := self.values.get(key, "").strip():
                return value
        return None

    def at(self, key: str) -> int:
        return self.lines.get(key, self.line)

    def size(self, *keys: str) -> int | None:
        """Return bytes from ``117544396521472 (106.9T)``; the rounded figure in brackets is left alone."""
        found = _BYTES.match(self.get(*keys) or "")
        return int(found.group(1)) if found else None

    def health(self) -> str | None:
        value = self.get("health state")
        return _STATE.sub("", value).lower() if value else None


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not re.search(r"(?m)^(?:.*\]\):)?[ \t]*[0-9]{1,7}:[ \t]+[A-Za-z][^=\n]{0,60}=", head):
        return None
    if re.search(r"(?m)^[ \t]*Storage system address:", head):
        return Detection(95, "objects printed by uemcli")
    if re.search(r"(?m)^[ \t]*(?:[0-9]+:[ \t]+)?(?:Health state|WWN|UID)[ \t]+=", head):
        return Detection(88, "numbered objects as uemcli prints them")
    return None


def _address(text: str) -> str | None:
    found = _ADDRESS.search(text[:4_000])
    # On the array itself the tool talks to the machine it runs on.
    return found.group(1) if found and found.group(1) not in ("127.0.0.1", "localhost", "::1") else None


def _records(capture: Capture, out: Writer) -> Iterator[_Record]:
    current: _Record | None = None
    last: str | None = None
    for number, text in capture.lines():
        line = text.strip()
        if not line:
            continue
        begun = _NUMBERED.match(line)
        if begun is not None:
            if current is not None:
                yield current
            current, line, last = _Record(number), begun["pair"], None
        pair = _PAIR.match(line)
        if current is not None and pair is not None:
            last = current.add(number, pair)
        elif _BANNER.match(line):
            continue
        elif current is not None and last is not None and begun is None:
            current.values[last] = f"{current.values[last]} {line}".strip()
        else:
            out.unread(number)
    if current is not None:
        yield current


def _read(capture: Capture, out: Writer) -> None:
    before, first, passed_over = out.records, capture.first_line, False
    for record in _records(capture, out):
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
        elif not passed_over:
            passed_over = True
            out.note(record.line, "objects of other types than ports, initiators, LUNs and pools were passed over")
    if out.records > before:
        out.add("storage_array", first, storage_array=capture.owner, family="unity", vendor="EMC")


def _names(text: str | None) -> tuple[str | None, str | None]:
    if text is None or not _FC_NAME.match(text):
        return None, text
    return normalise.wwn(text[:23]), text[24:]


def _port(record: _Record, capture: Capture, out: Writer) -> None:
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


def _initiator(record: _Record, capture: Capture, out: Writer) -> None:
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


def _lun(record: _Record, capture: Capture, out: Writer) -> None:
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


def _pool(record: _Record, capture: Capture, out: Writer) -> None:
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


READERS = (
    Reader(
        name="unity-uemcli",
        platform="unity",
        command="uemcli /net/port/fc show -detail",
        provides={
            "storage_array": ("storage_array", "vendor", "family"),
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
        },
        detect=_detect,
        read=_read,
        needles=("=", "1:"),
        owner_in=_address,
        verified=False,
    ),
)
