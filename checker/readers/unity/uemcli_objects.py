"""Objects that uemcli prints, by their keys: ports, parts of the hardware, hosts, initiators, LUNs, pools and the system itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Each
from checker.readers.toolkit.declarations.family import ByType, Family
from checker.readers.toolkit.declarations.fields import (
    const,
    device_id,
    flag,
    iscsi_name,
    lower,
    owner,
    speed,
    text,
    wwn,
)
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import whole

_BYTES = re.compile(r"([0-9]{1,20})(?:[ \t]+\(.*\))?\Z")
_STATE = re.compile(r"(?<![ \t])[ \t]*\([0-9]+\)\Z")
_FC_NAME = re.compile(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){15}\Z")
BANNER = re.compile(
    r"Storage system (?:address|port):|HTTPS? connection|Remote certificate|Issuer:|Subject:|Valid from|Valid to|Serial|Id:|"
    r"Would you like|\[[0-9]\]|Please input|[\w@:~ .\-/]{0,60}[>#$]|uemcli\b|Operation completed",
    re.IGNORECASE,
)
"""Lines that uemcli prints around the objects."""
_ADDRESS = re.compile(r"(?m)^[ \t]*Storage system address:[ \t]+([\w.:\-]{2,100}?),?(?:[ \t]|$)")
_SYSTEM = re.compile(
    r"(?mi)^[ \t]*(?:[0-9]{1,7}:[ \t]+)?System name[ \t]+=[ \t]+(?P<listed>\S.{0,62}?)[ \t]*$"
    r"|^[ \t]*\"?System name\"?,[^\n]*\n[ \t]*\"?(?P<first>[^\",\n]{1,63})"
)
# The request names the type of a part; without it, so does the id: dpe_ps_a, dae_0_1_disk_3, spa_bat.
_REQUEST = re.compile(r"[ \t]/env/([a-z]{2,5})\b")
_PART_ID = re.compile(r"(?:dpe|dae|sp[ab])(?:_|\Z)", re.IGNORECASE)
_KIND_IN_ID = re.compile(r"_(ps|bat|disk|fan|lcc|iomod|mm|ssd|ssc)(?:_|[0-9]|ule|\Z)", re.IGNORECASE)
_PART_KINDS = {
    "ps": "psu", "bat": "battery", "disk": "disk", "fan": "fan", "lcc": "lcc", "iomod": "I/O module", "mm": "memory module",
    "ssd": "SSD", "ssc": "SSC", "dae": "DAE", "dpe": "DPE",
}  # fmt: skip


@dataclass
class Record(TextRow):
    """The keys and values of one object; keys are in lower case. ``asked`` is the type of hardware in the request."""

    EMPTY = frozenset(("",))
    asked: str | None = None

    def take(self, line: int, printed: str, value: str) -> str:
        """Add a value unless the key has one already; return the key."""
        key = " ".join(printed.lower().split())
        self.add(line, key, value.strip())
        return key

    @property
    def type(self) -> str:
        """Type of the object, by its keys; '' for one that is not read."""
        keys = self.values.keys()
        if "uid" in keys and ("initiator type" in keys or "ports logged in" in keys):
            return "initiator"
        if {"wwn", "sp"} <= keys:
            return "port"
        if "health state" in keys and (self.text("id") or "").lower() in ("spa", "spb"):
            return "processor"
        if "wwn" in keys and keys & {"storage pool", "storage pool id", "sp owner"}:
            return "lun"
        if "total space" in keys and keys & {"subscription percent", "current allocation"}:
            return "pool"
        if {"system name", "model"} <= keys or ("version" in keys and self.text("type") == "Installed"):
            return "system"
        if {"os type", "type"} <= keys and (self.text("id") or "").startswith("Host_"):
            return "host"
        if "health state" in keys and (self.asked or _PART_ID.match(self.text("id") or "")):
            return "supply" if self.part in ("psu", "battery") else "part"
        return ""

    @property
    def part(self) -> str:
        """Kind of a part of the hardware, in words."""
        name = (self.text("id") or "").lower()
        found = _KIND_IN_ID.search(name)
        return _PART_KINDS.get(self.asked or (found.group(1) if found else name[:3]), "component")


Facts = declared.Facts[Record]


def address(head: str) -> str | None:
    """Return the address that the tool was given; on the array itself it connects to the local machine."""
    found = _ADDRESS.search(head[:4_000])
    return found.group(1) if found and found.group(1) not in ("127.0.0.1", "localhost", "::1") else None


def _system_name(head: str) -> str | None:
    """Return the name of the array, which only the object of the system states."""
    found = _SYSTEM.search(head)
    return found["listed"] or found["first"] if found else None


def _health(record: Record) -> str | None:
    """Return the health in words, without its number; ``Degraded/Warning (10)`` is degraded."""
    value = record.text("health state")
    return _STATE.sub("", value).partition("/")[0].lower() if value else None


def _bytes(key: str) -> Callable[[Record], int | None]:
    """Return bytes from ``117544396521472 (106.9T)``, without the rounded figure in brackets."""
    return lambda record: whole(found.group(1)) if (found := _BYTES.match(record.text(key) or "")) else None


def _node(key: str) -> Callable[[Record], str | None]:
    """Return the WWNN in a name of 16 octets."""
    return lambda record: normalise.wwn(name[:23]) if _FC_NAME.match(name := record.text(key) or "") else None


def _port(key: str) -> Callable[[Record], str | None]:
    return lambda record: name[24:] if _FC_NAME.match(name := record.text(key) or "") else record.text(key)


def _is_fc(record: Record) -> bool:
    uid = record.text("uid")
    iscsi = (record.text("initiator type") or "").lower() == "iscsi"
    return uid is not None and not iscsi and not uid.lower().startswith(("iqn.", "eui."))


def _logins(record: Record) -> Iterator[Record]:
    """Yield a record for each port at which an initiator is logged in."""
    key = "ports logged in"
    for port in re.split(r"[,\s]+", record.text(key, "port logged in") or "") if _is_fc(record) else ():
        if port and port.lower() not in ("none", "no"):
            yield Record(record.at(key), {**record.values, "port": port})


def _initiator_state(record: Record) -> str | None:
    """Return the health of an initiator, unless the array states that it is logged in at no port."""
    ports = record.values.get("ports logged in")
    return "not logged in" if ports is not None and ports.lower() in ("", "none", "no") else _health(record)


def _digits(record: Record) -> str | None:
    name = record.text("wwn")
    return name.replace(":", "") if name else None


def _owner(record: Record) -> str | None:
    """Return the processor of a LUN; of a trespassed one, uemcli doesn't say which of its owners it prints."""
    processor = record.text("sp owner")
    return processor.lower() if processor and normalise.yes_no(record.text("trespassed")) is False else None


def _hosts(record: Record) -> Iterator[Record]:
    """Yield a record for each host with access to a LUN."""
    for host in re.split(r"[,\s]+", record.text("lun access hosts") or "") if record.text("id") else ():
        if host:
            yield Record(record.at("lun access hosts"), {**record.values, "host": host})


_WWPN = wwn("uid", of=_port("uid"), report=False)
_TYPES = ByType[Record](
    {
        "system": (
            Facts(
                "storage_array", storage_array=owner, serial=text("product serial number", "serial number"),
                model="model", array_version="version", array_state=_health,
            ),
        ),
        "port": (
            Facts(
                "target_port", place="id", target_wwpn=wwn("wwn", of=_port("wwn")), wwnn=_node("wwn"), port="id",
                storage_array=owner, director=lower("sp"), port_name="id", role=const("front-end"),
                health_state=_health, protocol=const("fc"), speed_gbps=speed("current speed"),
            ),
        ),
        "processor": (
            Facts(
                "director", storage_array=owner, director=lower("id"), health_state=_health, serial="serial number",
            ),
        ),
        "part": (
            Facts(
                "component", needs="component", storage_array=owner, component_type=lambda record: record.part,
                component=text("name", "id"), health_state=_health, serial=text("serial number", "emc serial number"),
            ),
        ),
        "supply": (
            Facts(
                "power_supply", needs="power_supply", storage_array=owner, power_supply=text("name", "id"),
                supply_type=lambda record: record.part, operational_status=_health,
            ),
        ),
        "host": (
            Facts("mask_view", needs="view", storage_array=owner, view="id", initiator_group="name", operational_status=_health),
        ),
        "initiator": (
            Facts(
                "registered_initiator", when=_is_fc, place="id", storage_array=owner, initiator_name="id",
                initiator_wwpn=wwn("uid", of=_port("uid")), wwnn=_node("uid"), port_state=_initiator_state,
                registered=lambda record: record.text("host") is not None,
            ),
            Facts("mask_view", when=_is_fc, needs="view", line="host", storage_array=owner, view="host"),
            Facts(
                "mask_initiator", when=_is_fc, needs="view", line="host", storage_array=owner, view="host",
                initiator_wwpn=_WWPN, initiator_name="id",
            ),
            Facts(
                "mask_iscsi", needs=("view", "initiator_name"), line="host", storage_array=owner, view="host",
                initiator_name=iscsi_name("uid"),
            ),
            Each(
                _logins,
                Facts(
                    "array_login", needs="initiator_wwpn", storage_array=owner, initiator_wwpn=_WWPN, port_name="port",
                    logged_in=True,
                ),
            ),
        ),
        "lun": (
            Facts(
                "storage_volume", needs="storage_volume", place="id", device=device_id("wwn", of=_digits),
                storage_array=owner, storage_volume="id", label="name", size_bytes=_bytes("size"),
                provision_type=flag("thin provisioning enabled", yes="thin", no="thick"), health_state=_health,
                pool=text("storage pool", "storage pool id"), default_owner=_owner, current_owner=_owner,
                trespassed=lambda record: normalise.yes_no(record.text("trespassed")),
            ),
            Each(
                _hosts,
                Facts("mask_view", storage_array=owner, view="host"),
                Facts(
                    "mask_volume", storage_array=owner, view="host", device=device_id(of=_digits, report=False),
                    volume_name="id",
                ),
            ),
        ),
        "pool": (
            Facts(
                "pool", needs="pool", storage_array=owner, pool=text("name", "id"), size_bytes=_bytes("total space"),
                used_bytes=_bytes("current allocation"), subscribed_bytes=_bytes("subscription"), raid_type="raid level",
                operational_status=_health,
            ),
        ),
    }
)  # fmt: skip


def uemcli_reader(
    name: str,
    command: str,
    detect: Callable[[Capture], Detection | None],
    records: Callable[[Capture, Writer], Iterable[Record]],
    needles: tuple[str, ...],
) -> Reader:
    """Return the reader of a layout of uemcli; one note says that it skipped objects of other types."""

    def known(capture: Capture, out: Writer) -> Iterator[Record]:
        noted = False
        asked = _REQUEST.search(capture.command or "")
        for record in records(capture, out):
            record.asked = asked.group(1) if asked else None
            if record.type:
                yield record
            elif not noted and not {"version", "type"} <= record.values.keys():
                noted = True
                out.note(record.line, "skipped objects other than ports, parts, hosts, initiators, LUNs and pools")

    array = Facts("storage_array", storage_array=owner, family=const("unity"), vendor=const("EMC"))
    family = Family[Record]("unity", known, array)
    return family.reader(
        name, command, detect, _TYPES, needles=needles, owner_in=_system_name, address_in=address, verified=False
    )
