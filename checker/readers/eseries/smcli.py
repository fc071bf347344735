"""``SMcli ARRAY -c "show storageArray profile;"`` and the commands that print parts of it.

::

    TOPOLOGY DEFINITIONS
      Host Group: cluster1
        Host: db01
          Host Port: 21:00:00:00:00:c4:00:01
            Alias: db01-1

    MAPPINGS (Storage Partitioning - Enabled (1 of 32 used))-------------------
       Volume Name    LUN  Controller  Accessible by        Volume status
       Access Volume  31   A,B         Host Group cluster1  Optimal
       data1          0    A           Host Group cluster1  Optimal

    Volume name:                        data1
       Volume status:                   Optimal
       Volume world-wide identifier:    60:0a:09:80:00:00:00:a1:00:00:00:d1:00:00:00:01
       Preferred owner:                 Controller in slot A

    Controller in Enclosure 0, Slot A
       Status:                          Online
             Channel:                   1
             Current data rate:         16 Gbps
             Link status:               Up
             World-wide port identifier: 20:12:00:a0:98:00:00:a1

Vendors call a volume "virtual disk" or "logical drive" and a controller "RAID controller module". Parts: ``show
storageArray hostTopology``, ``lunMappings``, ``show allVolumes``, ``show allVirtualDisks``, ``show controller``. Units
of sizes may be powers of 1000 or 1024; other lines of a profile are about parts without facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit import rounded
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.blocks import cells_at
from checker.readers.toolkit.declarations.family import ByType, Family
from checker.readers.toolkit.declarations.fields import (
    const,
    device_id,
    fcid,
    iscsi_name,
    lower,
    number,
    owner,
    speed,
    unless_wwn,
    wwn,
)
from checker.readers.toolkit.declarations.records import Record, TypedRow

_VOLUME = r"(?:Volume|Virtual [Dd]isk|Logical [Dd]rive)"
_PAIR = re.compile(r"[ \t]*([A-Z][A-Za-z0-9/ ()\-]{0,60}?):(?:[ \t]+(\S.*))?\Z")
_CONTROLLER = re.compile(
    r"[ \t]*(?:RAID )?Controller (?:Module )?in (?:(?:Tray|Enclosure|Drawer) [0-9]{1,2}, )?[Ss]lot ([AB]|[01])\Z",
    re.IGNORECASE,
)
_OWNER = re.compile(r"Controller (?:Module )?in (?:[A-Za-z]{4,9} [0-9]{1,2}, )?slot ([AB]|[01])\b", re.IGNORECASE)
_HEADER = re.compile(rf"[ \t]*{_VOLUME} Name[ \t]+LUN[ \t]+\S.*\bAccessible By\b", re.IGNORECASE)
_TITLE = re.compile(
    rf"{_VOLUME} (?:Name|Status|Capacity)|LUN|NSID|(?:RAID )?Controller(?: Module)?|Accessible By|Type", re.IGNORECASE
)
_VIEW = re.compile(r"(?:Host Group|Host)[ ]+(\S.{0,79})\Z")
_MAPPED = re.compile(r"\S[ \t]+[0-9]{1,5}[ \t].*\b(?:Host|Default) \S")
"""A row of mappings in any layout: a number and who has access."""
_ACCESS = re.compile(rf"Access {_VOLUME}\Z", re.IGNORECASE)
_NAMES = {
    "status": "status", "capacity": "capacity", "world-wide identifier": "device", "id": "device", "preferred owner": "preferred", "current owner": "current",
    "associated volume group": "pool", "associated disk group": "pool", "associated disk pool": "pool", "associated array": "pool",
}  # fmt: skip
_PORT = {
    "nl-port id": "fcid", "channel": "channel", "link status": "state", "current data rate": "speed",
    "maximum data rate": "fastest", "world-wide port identifier": "wwpn", "world-wide node identifier": "wwnn",
}  # fmt: skip

Facts = declared.Facts[TypedRow]


@dataclass
class _Scan:
    """What the lines so far began: a volume, a controller with a port, a host."""

    volume: TypedRow | None = None
    controller: TypedRow | None = None
    port: TypedRow | None = None
    group: str = ""
    group_indent: int = 0
    host: str = ""
    host_group: str = ""
    initiator: TypedRow | None = None
    starts: list[tuple[int, str]] = field(default_factory=list)

    def finish(self) -> Iterator[TypedRow]:
        """Yield everything that is complete now."""
        for row in (self.volume, self.controller, self.initiator):
            if row is not None:
                yield row
        yield from self.end_port()
        self.volume = self.controller = self.initiator = None

    def end_port(self) -> Iterator[TypedRow]:
        """Yield the port of the controller."""
        if self.port is not None and self.port.text("wwpn"):
            yield self.port
        self.port = None


def _rows(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    scan = _Scan()
    for place, line in capture.lines():
        if _HEADER.match(line):
            yield from scan.finish()
            scan.starts = [(found.start(), found.group().lower()) for found in _TITLE.finditer(line)]
        elif controller := _CONTROLLER.match(line):
            yield from scan.finish()
            scan.starts = []
            scan.controller = TypedRow(place, {"slot": controller.group(1).upper()}, type="controller")
        elif scan.starts and line.strip() and (row := _mapping(scan.starts, place, line)) is not None:
            if row.values:
                yield row
        elif pair := _PAIR.match(line):
            scan.starts = []
            indent = len(line) - len(line.lstrip())
            yield from _pair(scan, place, indent, pair.group(1).strip(), (pair.group(2) or "").strip())
        elif scan.starts and _MAPPED.search(line):
            out.unread(place)
    yield from scan.finish()


def _mapping(starts: list[tuple[int, str]], place: int, line: str) -> TypedRow | None:
    """Return a row of the mappings; one without values for the access volume, None for a line that is not a row."""
    found = cells_at([start for start, _ in starts], line)
    if found is None:
        return None
    cells = dict(zip((title for _, title in starts), found, strict=True))
    name = next((cell for title, cell in cells.items() if title.endswith(" name")), "")
    lun, view = cells.get("lun", ""), _view(cells.get("accessible by", ""))
    if not name or normalise.integer(lun) is None:
        return None
    if _ACCESS.match(name) or view is None:
        return TypedRow(place, type="mapping")
    status = next((cell for title, cell in cells.items() if title.endswith(" status")), "")
    return TypedRow(place, {"name": name, "lun": lun, "view": view, "status": status}, type="mapping")


def _view(value: str) -> str | None:
    found = _VIEW.match(value)
    return found.group(1).strip() if found else value if value.lower() == "default group" else None


def _pair(scan: _Scan, place: int, indent: int, key: str, value: str) -> Iterator[TypedRow]:
    """Take a line ``key: value``. A host is in the group above it only if its line is indented more."""
    name = re.sub(rf"\A{_VOLUME} ", "", key, flags=re.IGNORECASE).lower()
    if name == "name" and name != key.lower():
        yield from scan.finish()
        scan.volume = TypedRow(place, {"name": value}, type="volume")
    elif scan.volume is not None and name in _NAMES:
        scan.volume.add(place, _NAMES[name], value)
    elif scan.volume is not None and name == "accessible by" and (view := _view(value)):
        yield TypedRow(place, {"name": scan.volume.values["name"], "view": view}, type="mapping")
    elif key == "Host Group":
        yield from scan.finish()
        scan.group, scan.group_indent, scan.host = value, indent, ""
    elif key == "Host":
        yield from scan.finish()
        scan.host, scan.host_group = value, scan.group if indent > scan.group_indent else ""
    elif key.lower() in ("host port", "host port identifier") and scan.host:
        yield from scan.finish()
        scan.initiator = TypedRow(place, {"wwpn": value, "host": scan.host, "group": scan.host_group}, type="initiator")
    elif scan.initiator is not None and key.lower() in ("alias", "host type", "type"):
        scan.initiator.add(place, key.lower().removeprefix("host "), value)
    elif scan.controller is not None:
        yield from _hardware(scan, place, key.lower(), value)


def _hardware(scan: _Scan, place: int, key: str, value: str) -> Iterator[TypedRow]:
    """Take a line about a controller or one of its host interfaces, whose first line is its type or channel."""
    assert scan.controller is not None
    if key == "host interface" or (key == "channel" and (scan.port is None or "channel" in scan.port.values)):
        yield from scan.end_port()
        scan.port = TypedRow(place, {"slot": scan.controller.values["slot"]}, type="port")
    elif key in ("drive interface", "controller", "ethernet port"):
        yield from scan.end_port()
    if scan.port is not None and key in _PORT:
        scan.port.add(place, _PORT[key], value)
    elif scan.port is None and key in ("status", "serial number"):
        scan.controller.add(place, key, value)


def _slot(name: str) -> Callable[[Record], str | None]:
    """Source: the controller of a text such as "Controller in slot A"."""

    def get(row: Record) -> str | None:
        found = _OWNER.search(row.text(name) or "")
        return found.group(1).upper() if found else None

    return get


def _port_name(row: TypedRow) -> str | None:
    channel = row.text("channel")
    return f"{row.values['slot']} {channel}" if channel else None


def _digits(row: TypedRow) -> str | None:
    return (row.text("device") or "").replace(":", "") or None


def _size(row: TypedRow) -> rounded.Interval | None:
    """Return what a size such as ``1,024.000 GB`` can mean."""
    printed = (row.text("capacity") or "").partition("(")[0]
    return rounded.of_disk(printed.replace(",", "") if "." in printed else printed, thousands=None)


def _letter(row: TypedRow) -> str | None:
    return row.values["slot"] if row.values["slot"] in ("A", "B") else None


_ISCSI_NAME = iscsi_name("wwpn")
_PARTS = ByType(
    {
        "volume": (
            Facts(
                "storage_volume", rounded.columns("size", _size), needs="storage_volume", place="name", device=device_id(of=_digits), storage_array=owner,
                storage_volume="name", operational_status="status", pool="pool", current_owner=_slot("current"),
                default_owner=_slot("preferred"),
            ),
        ),
        "mapping": (
            Facts("mask_view", needs="view", distinct=True, storage_array=owner, view="view"),
            Facts("mask_volume", needs=("view", "volume_name"), storage_array=owner, view="view", volume_name="name", lun=number("lun")),
            Facts("storage_volume", needs="operational_status", storage_array=owner, storage_volume="name", operational_status="status"),
        ),
        "initiator": (
            Facts(
                "registered_initiator", when=lambda row: _ISCSI_NAME(row) is None, place="alias", storage_array=owner, initiator_name=unless_wwn("wwpn"),
                initiator_wwpn=wwn("wwpn"), host="host", initiator_type="type", registered=True,
            ),
            Facts("mask_initiator", needs=("view", "initiator_wwpn"), storage_array=owner, view="host", initiator_wwpn=wwn("wwpn", report=False)),
            Facts("mask_initiator", needs=("view", "initiator_wwpn"), storage_array=owner, view="group", initiator_wwpn=wwn("wwpn", report=False)),
            Facts("mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view="host", initiator_name=_ISCSI_NAME),
            Facts("mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view="group", initiator_name=_ISCSI_NAME),
        ),
        "controller": (
            Facts(
                "director", storage_array=owner, director="slot", letter=_letter, operational_status="status",
                serial="serial number",
            ),
        ),
        "port": (
            Facts(
                "target_port", place=_port_name, target_wwpn=wwn("wwpn"), wwnn=wwn("wwnn"), storage_array=owner, director="slot",
                port="channel", port_name=_port_name, role=const("front-end"), port_state=lower("state"), protocol=const("fc"),
                fcid=fcid("fcid"), speed_gbps=speed("speed"), max_speed_gbps=speed("fastest"),
            ),
        ),
    }
)  # fmt: skip
_SIGNS = re.compile(
    rf"^[ \t]*Performing syntax check\.\.\.|^[ \t]*TOPOLOGY DEFINITIONS\b|^[ \t]*MAPPINGS \(Storage Partitioning|^[ \t]*PROFILE FOR STORAGE (?:ARRAY|SUBSYSTEM):"
    rf"|^[ \t]*{_VOLUME} world-wide identifier:|^[ \t]*World-wide port identifier:",
    re.MULTILINE,
)
_BEGINS = r"^[ \t]*Performing syntax check\.\.\.[ \t]*$"
_PROFILE = re.compile(r"^[ \t]*PROFILE FOR STORAGE (?:ARRAY|SUBSYSTEM):[ \t]*(\S{1,64})", re.MULTILINE)


def _detect(capture: Capture) -> Detection | None:
    return Detection(93, "SMcli output of an E-Series") if _SIGNS.search(capture.head) else None


def _name(content: str) -> str | None:
    found = _PROFILE.search(content[:16_384])
    return found.group(1) if found else None


READERS = (
    Family(
        "eseries", _rows, Facts("storage_array", storage_array=owner, family=const("other"))
    ).reader(
        "eseries-smcli", 'SMcli -c "show storageArray profile;"', _detect, _PARTS, needles=("Performing syntax|TOPOLOGY DEF|MAPPINGS (|PROFILE FOR|orld-wide",), owner_in=_name, verified=False,
        begins=_BEGINS,
    ),
)  # fmt: skip
