"""The ETERNUS command line: ``show volumes``, ``show raid-groups``, ``show fc-parameters``, ``show host-affinity`` and others.

::

    Port Group           Host Group           LUN Group             LUN Overlap
    No. Name             No. Name             No.  Name             Volumes
    --- ---------------- --- ---------------- ---- ---------------- -----------
      0 pg_fc              3 db                  7 lg_db            No
    <Connection List>
      Port             Host
                       No.  Name
      ---------------- ---- ----------------
      CM#0 CA#0 Port#1    6 db01-1

A "host" is one WWN with a name. The view is the group of LUNs, because only its name is in all answers: the volumes are
those of ``show lun-groups``, the hosts and ports those of ``show host-affinity``. If hosts of one group use different
ports, its ports are not written. Of ``show mapping``, the volumes and the mode of each port are read; it lists the
volumes of ports without host affinity, which any host may use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.eternus import tables
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.family import ByType, Family
from checker.readers.toolkit.declarations.fields import const, device_id, found, lower, number, owner, text, words, wwn
from checker.readers.toolkit.declarations.records import TypedRow
from checker.readers.toolkit.rounded import sizes

Facts = declared.Facts[TypedRow]
_KINDS = (
    (re.compile(tables.PORT + r"\Z"), "port"),
    (re.compile(r"(?:CE#[0-9A-F]{1,2} )?CM#[0-9A-F]\Z"), "controller"),
    (re.compile(r"(?:(?:CE|DE|FE)(?:#[0-9A-F]{1,2})? )?PSU#[0-9A-F]\Z"), "power"),
    (re.compile(r"(?:Controller|Drive) Enclosure(?: #[0-9A-F]{1,2})? Disk #[0-9]{1,3}\Z|(?:CE|DE)(?:#[0-9A-F]{1,2})?-Disk#"), "disk"),
    (re.compile(r"Enclosure\Z|\Z"), "array"),
)  # fmt: skip


def _rows(capture: Capture, out: Writer) -> Iterator[TypedRow]:
    views = _Views()
    for row in tables.rows(capture, out):
        if row.type != "table":
            row.values["title"] = row.type
            row.type = next((kind for pattern, kind in _KINDS if pattern.match(row.type)), "other")
            yield row
        elif row.text("WWN"):
            yield TypedRow(row.line, row.values, type="initiator")
        elif row.text("Volume Name"):
            row.type = "member" if row.text("LUN Group Name") else "volume"
            yield row
        elif row.text("RAID Group Name") and row.text("RAID Level"):
            row.type = "raid group"
            yield row
        elif row.text("Path State") and row.text("Host Name"):
            views.paths.setdefault(row.values["Host Name"], row)
            if row.text("Path State") == "Online":
                views.paths[row.values["Host Name"]] = row
        elif row.text("LUN Group Name") and row.text("Host Name", "Host Group Name"):
            yield from views.add(row)
    yield from views.finish()


class _Views:
    """Hosts and ports of the groups of LUNs, and the states of the paths of hosts."""

    def __init__(self) -> None:
        self.paths: dict[str, TypedRow] = {}
        self._first: dict[str, TypedRow] = {}
        self._ports: dict[str, dict[str, dict[str, int]]] = {}

    def add(self, row: TypedRow) -> Iterator[TypedRow]:
        """Add a connection, or an entry of the list of all."""
        view, host, port = row.values["LUN Group Name"], row.text("Host Name"), row.text("Port")
        if view not in self._first:
            self._first[view] = row
            yield TypedRow(row.line, {"view": view}, type="view")
        if host and port:
            ports = self._ports.setdefault(view, {}).setdefault(host, {})
            if not ports:
                yield TypedRow(row.line, {"view": view, "host": host}, type="host")
            ports.setdefault(port, row.line)

    def finish(self) -> Iterator[TypedRow]:
        """Yield the ports of views, and the hosts with the states of their paths."""
        for view, hosts in self._ports.items():
            every = list(hosts.values())
            if all(ports.keys() == every[0].keys() for ports in every):
                for port, line in every[0].items():
                    yield TypedRow(line, {"view": view, "port": port}, type="view port")
        for row in self.paths.values():
            row.type = "path"
            yield row


def _part(first: bool) -> Callable[[TypedRow], str | None]:
    """Source: the controller of a port, or the rest of its name."""

    def get(row: TypedRow) -> str | None:
        controller, _, rest = re.sub(r" (?=CA#|Port#)", "|", row.values["title"], count=1).partition("|")
        return (controller if first else rest) or None

    return get


def _state(row: TypedRow) -> str | None:
    """Return the state of the link, such as up for "16Gbit/s Link Up"."""
    printed = (row.text("Link Status") or "").lower()
    return "up" if printed.endswith("link up") else "down" if printed.endswith("link down") else None


def _speed(row: TypedRow) -> float | None:
    printed = row.text("Link Status") or ""
    return normalise.speed_gbps(printed.split()[0]) if _state(row) == "up" else None


def _is_fc(row: TypedRow) -> bool:
    return (row.text("Port Type") or "FC") == "FC" and bool(row.text("Port WWN", "WWPN", "WWN", "Connection"))


_status = found(r"\A([^/]*[^/ ])(?: */ *0x[0-9A-Fa-f]+)?\Z", "Status", "Status/Status Code", "CPU Status/Status Code")
_SIZE = sizes("size", "Size(MB)", unit="M")
_ARRAY = Facts("storage_array", storage_array=owner, vendor=const("FUJITSU"), family=const("other"))
_PARTS = ByType(
    {
        "array": (
            Facts(
                "storage_array", when=lambda row: row.text("Model Name", "Summary Status"), storage_array=owner,
                serial="Serial Number", model="Model Name", array_version="Firmware Version",
                array_state=text("Summary Status", "Status"),
            ),
        ),
        "controller": (
            Facts("director", storage_array=owner, director="title", operational_status=_status, serial="Serial Number"),
        ),
        "port": (
            Facts(
                "target_port", when=_is_fc, place="title", target_wwpn=wwn("Port WWN", "WWPN", "WWN"), wwnn=wwn("Node WWN"),
                storage_array=owner, director=_part(first=True), port=_part(first=False), port_name="title",
                role=words("Port Mode", {"ca": "front-end", "ca/ra": "front-end", "ra": "replication", "initiator": "replication"}, others=False),
                port_state=_state, health_state=_status, protocol=const("fc"), speed_gbps=_speed,
            ),
            Facts(
                "array_setting", needs=("scope", "value"), line="Host Affinity", storage_array=owner, scope="title",
                setting=const("host affinity"), value="Host Affinity",
            ),
        ),
        "power": (
            Facts("power_supply", storage_array=owner, power_supply="title", supply_type=const("psu"), operational_status=_status),
        ),
        "disk": (
            Facts(
                "component", storage_array=owner, component_type=const("disk"), component=text("Location", "title"),
                serial="Serial Number", operational_status=_status,
            ),
        ),
        "volume": (
            Facts(
                "storage_volume", _SIZE, needs="storage_volume", place="Volume Name", device=device_id("UID", "UID ID"), storage_array=owner,
                storage_volume="Volume Name", operational_status="Status", pool=text("RG or TPP or FTRP Name", "RG or TPP Name", "RAID Group Name"),
            ),
        ),
        "raid group": (
            Facts(
                "raid_group", place="RAID Group Name", storage_array=owner, raid_group="RAID Group Name", raid_type=lower("RAID Level"),
                operational_status="Status",
            ),
        ),
        "member": (
            Facts("mask_view", needs="view", distinct=True, storage_array=owner, view="LUN Group Name"),
            Facts(
                "mask_volume", _SIZE, needs=("view", "volume_name"), place="Volume Name", storage_array=owner, view="LUN Group Name",
                device=device_id("UID", "UID ID"), volume_name="Volume Name", lun=number("LUN"),
            ),
            Facts(
                "storage_volume", needs=("storage_volume", "operational_status"), place="Volume Name", storage_array=owner, storage_volume="Volume Name",
                device=device_id("UID", "UID ID", report=False), operational_status="Status",
            ),
        ),
        "initiator": (
            Facts(
                "registered_initiator", place="Host Name", storage_array=owner, initiator_name="Host Name", initiator_wwpn=wwn("WWN"),
                initiator_type="Host Response Name", registered=True,
            ),
        ),
        "path": (
            Facts(
                "registered_initiator", needs="initiator_name", storage_array=owner, initiator_name="Host Name",
                port_state="Path State", registered=True,
            ),
        ),
        "view": (
            Facts("mask_view", needs="view", storage_array=owner, view="view", storage_group="view"),
        ),
        "host": (Facts("mask_initiator", needs=("view", "initiator_name"), storage_array=owner, view="view", initiator_name="host"),),
        "view port": (Facts("mask_port", needs=("view", "port_name"), storage_array=owner, view="view", port_name="port"),),
    }
)  # fmt: skip
_BEGINS = (
    rf"^(?:Port[ \t]{{2,}}{tables.PORT}\b|{tables.PORT}(?: Information| \(Host Affinity Mode )|CM#[0-9A-F] Information|Summary Status[ \t]+\["
    rf"|Enclosure View[ \t]*$|(?:Controller|Drive) Enclosure (?:#[0-9A-F]+ )?Disk #[0-9]+ Information"
    rf"|Host[ \t]+WWN[ \t]+Host Response\b|Host Group[ \t]+Host Response[ \t]+Host Type\b|Port Group[ \t]+(?:Host Group\b|CA Type\b)"
    rf"|LUN Group (?:No\.|[ \t]+LUN Overlap\b)|Volume[ \t]+Status[ \t]+Type[ \t]+(?:Expansion[ \t]+)?(?:RG or TPP|RAID Group)\b"
    rf"|[ \t]*Port[ \t]+Host[ \t]+Path State\b|RAID Group[ \t]+RAID[ \t]+Assigned\b|\[RAID Group No\.\],\[)"
)
_SYSTEM_NAME = re.compile(r"^[ \t]*Storage System Name[ \t]+\[(\S{1,64})[ \t]*\]", re.MULTILINE)
_SIGNS = re.compile(rf"{_BEGINS}|^ Controller Module Status/Status Code", re.MULTILINE)


def _detect(capture: Capture) -> Detection | None:
    return Detection(93, "output of an ETERNUS") if _SIGNS.search(capture.head) else None


def _system_name(text: str) -> str | None:
    found = _SYSTEM_NAME.search(text[:16_384])
    return found.group(1) if found else None


READERS = (
    Family("eternus", _rows, _ARRAY).reader(
        "eternus-cli",
        "show fc-parameters",
        _detect,
        _PARTS,
        needles=(
            "Port|Information|Summary Status|Enclosure View|WWN|Host Group|LUN Group|RAID Group|Volume|Module Status",
        ),
        begins=_BEGINS,
        owner_in=_system_name,
    ),
)
