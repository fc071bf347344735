"""WSAPI answers of 3PAR, Primera and Alletra 9000 and MP: ``GET /api/v1/system``, ``/ports``, ``/hosts``, ``/vluns`` and so on.

::

    {"total": 1, "members": [{"portPos": {"node": 0, "slot": 1, "cardPort": 1}, "mode": 2, "linkState": 4, "type": 1,
                              "nodeWWN": "2FF70002AC0A1B2C", "portWWN": "20110002AC0A1B2C", "protocol": 1}]}

The console prints the same facts with words (``showport``, ``showhost``, ``showvlun``); numbers get those words here, so
that both agree. Hosts without name are initiators that are logged in and belong to no host. Field names and numbers:
python-3parclient and HPE's PowerShell toolkit; those of ``failoverState``: Checkmk's plugin for 3PAR; those of ``/disks``, which
3PAR does not answer and Primera does: Centreon's plugin for Primera.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from checker.readers.threepar.tables import PORT_STATES, THREEPAR
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Each, Part, Source, Where
from checker.readers.toolkit.declarations.fields import const, device_id, iscsi_name, number, owner, wwn
from checker.readers.toolkit.declarations.json_family import (
    Claims,
    Joint,
    JsonFamily,
    by_texts,
    listed,
    name_in,
    type_by,
)
from checker.readers.toolkit.declarations.records import Context, Record
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.documents.located_json import line_of
from checker.readers.toolkit.numbers import whole

_FC = (1, 3)
_SET = "set:"
_LINK_STATES = word_list(
    "config_wait alpa_wait login_wait ready loss_sync error xxx nonparticipate coredump offline fwdead idle_for_reset"
    " dhcp_in_progress pending_reset new disabled down failed purging"
)
_PERSONAS = word_list(
    "Generic Generic-ALUA Generic-legacy HPUX-legacy AIX-legacy Egenera ONTAP-legacy VMware OpenVMS HPUX WindowsServer"
)
# The types of ports from 1: host, disk, free, iport, rcfc, peer, rcip, iscsi, cna, fs.
_ROLES = {1: "front-end", 2: "back-end", 4: "other", 5: "replication", 6: "other", 7: "replication", 10: "other"}
# ``active`` means that the port works for its partner, too.
_FAILOVER = {
    2: "failover_pending", 3: "failed_over", 5: "active_down", 6: "active_failed", 7: "failback_pending",
}  # fmt: skip
_STATES = {1: "normal", 2: "degraded", 3: "failed"}
_DRIVE_STATES = {1: "normal", 2: "degraded", 3: "new", 4: "failed"}
_PROVISIONED = {1: "thick", 2: "thin", 6: "thin", 7: "thin"}
_DISKS = {1: "FC", 2: "NL", 3: "SSD"}
_type_of = type_by(
    (
        ("system", "serialNumber systemVersion"),
        ("port", "portPos linkState"),
        ("host", "FCPaths"),
        ("host", "iSCSIPaths"),
        ("vlun", "volumeName lun"),
        ("volume", "provisioningType sizeMiB"),
        ("cpg", "UsrUsage name"),
        ("set", "setmembers"),
        ("disk", "position mediaType"),
    )
)


Facts = declared.Facts[JsonObject]


def _objects(value: Any, line: int) -> Iterator[JsonObject]:
    """Yield every object of an answer: the members of a list, or the object itself."""
    for item, place in listed(value, line):
        if isinstance(item.get("members"), list):
            yield from _objects(item["members"], line_of(item["members"], place))
        else:
            yield JsonObject(_type_of(item), item, place)


def _word(name: str, words: Mapping[int, str]) -> Callable[[JsonObject], str | None]:
    """Source: the word for a number; None for a number without one."""
    return lambda item: words.get(item.number(name) or 0)


def _counted(words: tuple[str, ...]) -> dict[int, str]:
    return dict(enumerate(words, 1))


def _position(item: JsonObject) -> tuple[str, str] | None:
    """Return node, and slot with port, of an object."""
    place = item.values.get("portPos")
    numbers = [place.get(name) for name in ("node", "slot", "cardPort")] if isinstance(place, dict) else [None]
    if any(not isinstance(one, int) or isinstance(one, bool) for one in numbers):
        return None
    return str(numbers[0]), f"{numbers[1]}:{numbers[2]}"


def _place(item: JsonObject) -> str | None:
    found = _position(item)
    return ":".join(found) if found else None


def _director(item: JsonObject) -> str | None:
    return (_position(item) or (None,))[0]


def _port(item: JsonObject) -> str | None:
    return (_position(item) or (None, None))[1]


def _is_fc(port: JsonObject) -> bool:
    return port.number("protocol") in _FC


def _port_state(port: JsonObject) -> str | None:
    state = _link_state(port)
    return PORT_STATES.get(state, state) if state else None


def _mib(name: str) -> Callable[[JsonObject], int | None]:
    """Source: a size in MiB, in bytes."""
    return lambda item: None if (size := item.decimal(name)) is None else whole(size) << 20


def _nodes(system: JsonObject) -> Iterator[JsonObject]:
    """Yield the nodes of the cluster; those that are not online are down."""
    every, online = (system.values.get(name) for name in ("clusterNodes", "onlineNodes"))
    for node in every if isinstance(every, list) else ():
        if isinstance(node, int) and not isinstance(node, bool):
            state = {True: "online", False: "offline"}[node in online] if isinstance(online, list) else None
            yield system.inside({"node": str(node), "state": state})


def _initiators(host: JsonObject) -> Iterator[JsonObject]:
    """Yield the WWNs of a host, once for each port of the array at which one is logged in."""
    for path in host.items("FCPaths"):
        yield host.inside(path, line_of(path, host.line), name="name", persona="persona")


def _iscsi_initiators(host: JsonObject) -> Iterator[JsonObject]:
    """Yield the iSCSI names of a host, once for each port of the array at which one is logged in."""
    for path in host.items("iSCSIPaths"):
        yield host.inside({"initiator": path.get("name")}, line_of(path, host.line), name="name")


def _view(vlun: JsonObject) -> str | None:
    """Return the host, or the port for an export to all hosts there; None for sets, whose members are not listed here."""
    host, place = vlun.text("hostname"), _place(vlun)
    if any((text or "").startswith(_SET) for text in (host, vlun.text("volumeName"))):
        return None
    return host or (f"port {place}" if place else None)


def _drive(disk: JsonObject) -> str | None:
    """Return the name of a drive as ``showpd`` shows it."""
    drive, position = disk.number("id"), disk.text("position")
    return f"{drive} ({position})" if drive is not None and position else None


def _disk_type(cpg: JsonObject) -> str | None:
    """Return the type of disks of a CPG if all of its patterns name the same."""
    growth = cpg.values.get("SDGrowth")
    layout = growth.get("LDLayout") if isinstance(growth, dict) else None
    patterns = layout.get("diskPatterns") if isinstance(layout, dict) else None
    found = [one.get("diskType") for one in patterns if isinstance(one, dict)] if isinstance(patterns, list) else []
    return next((name for number, name in _DISKS.items() if found and all(one == number for one in found)), None)


def _note_sets(vluns: Iterable[JsonObject], context: Context) -> None:
    """Note the first export to a set."""
    for vlun in vluns:
        if (vlun.text("hostname") or "").startswith(_SET) or (vlun.text("volumeName") or "").startswith(_SET):
            context.out.note(
                vlun.line, "skipped exports to sets of hosts or volumes: their members are not listed here"
            )
            return


_link_state = _word("linkState", _counted(_LINK_STATES))
_WWPN: Source[Record] = wwn("wwn", report=False)
_TYPES: Mapping[str, tuple[Part[JsonObject], ...]] = {
    "system": (
        Facts(
            "storage_array", THREEPAR, serial="serialNumber", model="model", array_version="systemVersion",
            controllers=number("totalNodes"), size_bytes=_mib("totalCapacityMiB"),
            used_bytes=_mib("allocatedCapacityMiB"),
        ),
        Each(
            _nodes,
            Facts("director", storage_array=owner, director="node", operational_status="state"),
        ),
    ),
    "port": (
        Facts(
            "target_port", when=_is_fc, needs="port_name", place=_place, target_wwpn=wwn("portWWN", "portWwn"),
            wwnn=wwn("nodeWWN", "nodeWwn", report=False), storage_array=owner, director=_director, port=_port,
            port_name=_place, role=_word("type", _ROLES), port_state=_port_state, operational_status=_link_state,
            health_state=_word("failoverState", _FAILOVER),
            protocol=const("fc"),
        ),
    ),
    "host": (
        Facts("mask_view", needs="view", distinct=True, storage_array=owner, view="name"),
        Facts(
            "array_setting", needs=("scope", "value"), distinct=True, storage_array=owner, scope="name",
            setting=const("persona"), value=_word("persona", _counted(_PERSONAS)),
        ),
        Each(
            _initiators,
            Facts(
                "registered_initiator", needs=("initiator_wwpn",), distinct=True, place="name", storage_array=owner,
                initiator_wwpn=wwn("wwn"), host="name", initiator_type=_word("persona", _counted(_PERSONAS)),
                port_state=lambda path: None if path.values.get("portPos") else "not logged in",
                registered=lambda path: path.text("name") is not None,
            ),
            Facts(
                "mask_initiator", needs=("view", "initiator_wwpn"), distinct=True, storage_array=owner, view="name",
                initiator_wwpn=_WWPN,
            ),
            Facts(
                "array_login", needs=("initiator_wwpn", "port_name"), storage_array=owner, initiator_wwpn=_WWPN,
                port_name=_place, logged_in=True,
            ),
        ),
        Each(
            _iscsi_initiators,
            Facts(
                "mask_iscsi", needs=("view", "initiator_name"), distinct=True, storage_array=owner, view="name",
                initiator_name=iscsi_name("initiator"),
            ),
        ),
    ),
    "vlun": (
        Facts("mask_view", needs="view", distinct=True, storage_array=owner, view=_view),
        Facts(
            "mask_volume", needs=("view", "volume_name"), distinct=True, place="volumeName", storage_array=owner,
            view=_view, device=device_id("volumeWWN"), volume_name="volumeName", lun=number("lun"),
        ),
        Facts(
            "mask_port", needs=("view", "port_name"), distinct=True, storage_array=owner, view=_view, port_name=_place
        ),
        Where(
            lambda vlun: _view(vlun) and vlun.text("hostname"),
            Facts(
                "mask_initiator", needs=("view", "initiator_wwpn"), distinct=True, storage_array=owner, view=_view,
                initiator_wwpn=wwn("remoteName", report=False),
            ),
            Facts(
                "mask_iscsi", needs=("view", "initiator_name"), distinct=True, storage_array=owner, view=_view,
                initiator_name=iscsi_name("remoteName"),
            ),
            Facts(
                "array_login", when=lambda vlun: vlun.flag("active"), needs=("initiator_wwpn", "port_name"),
                distinct=True, storage_array=owner, initiator_wwpn=wwn("remoteName", report=False), port_name=_place,
                logged_in=True,
            ),
        ),
    ),
    "volume": (
        Facts(
            "storage_volume", needs="storage_volume", place="name", device=device_id("wwn"), storage_array=owner,
            storage_volume="name", size_bytes=_mib("sizeMiB"), operational_status=_word("state", _STATES),
            provision_type=_word("provisioningType", _PROVISIONED), pool="userCPG",
        ),
    ),
    "disk": (
        Facts(
            "component", needs="component", storage_array=owner, component_type=const("drive"), component=_drive,
            serial="serialNumber", operational_status=_word("state", _DRIVE_STATES),
        ),
    ),
    # A CPG grows on demand: what it has now is not what it can have.
    "cpg": (Facts("pool", needs="pool", storage_array=owner, pool="name", drive_type=_disk_type, operational_status=_word("state", _STATES)),),
}  # fmt: skip
_CERTAIN: Claims = (
    ("a 3PAR array", ('"serialNumber"', '"systemVersion"', '"chunkletSizeMiB"')),
    ("ports of a 3PAR array", ('"portPos"', '"linkState"', '"cardPort"')),
    ("hosts of a 3PAR array", ('"FCPaths"', '"members"')),
    ("hosts of a 3PAR array", ('"FCPaths"', '"persona"')),
    ("exports of a 3PAR array", ('"volumeName"', '"lun"', '"failedPathPol"')),
    ("exports of a 3PAR array", ('"volumeName"', '"lun"', '"volumeWWN"')),
    ("volumes of a 3PAR array", ('"provisioningType"', '"sizeMiB"', '"name"')),
    ("CPGs of a 3PAR array", ('"UsrUsage"', '"SDUsage"')),
    ("drives of a Primera array", ('"position"', '"mediaType"', '"totalSizeMiB"')),
)
_WSAPI = JsonFamily(
    "3par", _objects, _TYPES, once=Facts("storage_array", THREEPAR), ignored=("set",),
    joints=(Joint(("vlun",), _note_sets, ()),),
)  # fmt: skip
READERS = (
    _WSAPI.reader(
        "3par-wsapi",
        "GET /api/v1/TYPE: system, ports, hosts, vluns, volumes, cpgs, disks",
        by_texts(92, _CERTAIN),
        owner_in=name_in('"systemVersion"'),
        verified=False,
    ),
)
