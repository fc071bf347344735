"""Purity's command line: hosts, host groups, volumes, their connections, ports and logins.

::

    Name     WWN                      Portal  IQN  NQN  Failover     Name   Size  LUN  Host Group  Host
    CT0.FC0  52:4A:93:7A:00:00:00:00  -       -    -    -            vol_a  100G  10   cluster     esx01

``purehost list``, ``purehost list --connect``, ``purehgroup list [--connect]``, ``purevol list [--connect]``,
``pureport list [--initiator]`` and ``purearray list [--controller]``, as text or with ``--csv``. What they say is written as the same
objects of the REST interface are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.pure import access, parts
from checker.readers.pure.cli_table import Row, first_keys, rows
from checker.readers.pure.objects import PureObject

_SNAPSHOT = re.compile(r"[^.]+\.[^.]")


def _lists_hosts(keys: set[str]) -> bool:
    return {"name", "wwn"} <= keys and bool(keys & {"hgroup", "personality"}) and "portal" not in keys


def _lists_groups(keys: set[str]) -> bool:
    return keys == {"name", "hosts"}


def _connects(keys: set[str]) -> bool:
    return {"name", "lun"} <= keys and bool(keys & {"vol", "host", "hgroup"})


def _lists_volumes(keys: set[str]) -> bool:
    return {"name", "size", "serial"} <= keys


def _lists_ports(keys: set[str]) -> bool:
    return {"name", "wwn", "portal"} <= keys


def _lists_logins(keys: set[str]) -> bool:
    return {"wwn", "target", "target_wwn"} <= keys


def _lists_arrays(keys: set[str]) -> bool:
    return {"name", "id", "os", "version"} <= keys


def _lists_controllers(keys: set[str]) -> bool:
    return {"name", "mode", "model", "version", "status"} <= keys


def _array(text: str) -> str | None:
    """Return the array's name, where the listing is the array."""
    for line in text.split("\n")[:200]:
        names = _names(line)
        if names is not None:
            below = text.partition(line)[2].lstrip("\n").split("\n", 1)[0]
            cells = names.cells(below)
            return cells[names.keys.index("name")] or None if cells else None
    return None


def _names(line: str) -> Any:
    from checker.readers.pure.cli_table import header

    found = header(line) if "OS" in line or "os" in line else None
    return found if found is not None and _lists_arrays(set(found.keys)) else None


def _detector(reason: str, *fits: Callable[[set[str]], bool]) -> Callable[[Capture], Detection | None]:
    def detect(capture: Capture) -> Detection | None:
        if any(first_keys(capture.head, one) for one in fits):
            return Detection(93, reason)
        return None

    return detect


def _split(text: str | None) -> list[str]:
    """Return the names of a list: with ``--csv``, slashes part them."""
    return [name.strip() for name in (text or "").split("/") if name.strip() and name.strip() != "-"]


def _read_hosts(capture: Capture, out: Writer) -> None:
    known = access.Known()
    first: int | None = None
    above: dict[str, str | None] = {}
    for row in rows(capture, out, lambda keys: _lists_hosts(keys) or _lists_groups(keys), lists="wwn"):
        first = first or row.line
        if "hosts" in row.values and "wwn" not in row.values:
            if not row.goes_on:
                access.write_group(PureObject("hgroup", dict(row.values), row.line), out, capture.owner, known)
            continue
        if not row.goes_on:
            above = row.values
        values: dict[str, Any] = {key: above[key] for key in ("name", "hgroup") if key in above}
        if not row.goes_on and "personality" in above:
            values["personality"] = above["personality"]
        names = [*_split(row.values.get("wwn"))]
        values["wwn"] = [name for name in names if not _is_address(name)]
        if values["wwn"] or not row.goes_on:
            access.write_host(PureObject("host", values, row.line), out, capture.owner, known)
    _finish(capture, out, first)


def _is_address(name: str) -> bool:
    return name.startswith(("iqn.", "nqn.", "eui."))


def _read_connections(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in _inherited(rows(capture, out, _connects), "name"):
        first = first or row.line
        access.write_connection(
            PureObject("connection", _with_number(row.values, "lun"), row.line), out, capture.owner, access.Known()
        )
    _finish(capture, out, first)


def _inherited(found: Iterator[Row], *keys: str) -> Iterator[Row]:
    """Give rows that go on another one what is printed only in the first."""
    above: dict[str, str | None] = {}
    for row in found:
        if row.goes_on:
            yield Row(row.line, {**{key: above[key] for key in keys if key in above}, **row.values}, goes_on=True)
        else:
            above = row.values
            yield row


def _with_number(values: dict[str, str | None], key: str) -> dict[str, Any]:
    """Return the values with one of them as a number."""
    return {**values, key: normalise.integer(values.get(key))}


def _read_volumes(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in rows(capture, out, _lists_volumes):
        first = first or row.line
        # Names of volumes have no dot; those of snapshots have one before the suffix (Purity guide, "object names").
        if row.goes_on or _SNAPSHOT.match(row.values.get("name") or ""):
            continue
        values: dict[str, Any] = {**row.values, "size": normalise.size_bytes(row.values.get("size"))}
        access.write_volume(PureObject("volume", values, row.line), out, capture.owner, access.Known())
    _finish(capture, out, first)


def _read_ports(capture: Capture, out: Writer) -> None:
    first: int | None = None
    keys = ("wwn", "iqn", "nqn", "portal")
    for row in _inherited(rows(capture, out, lambda found: _lists_ports(found) or _lists_logins(found)), *keys):
        first = first or row.line
        if "target_wwn" in row.values:
            access.write_login(PureObject("login", dict(row.values), row.line), out, capture.owner, access.Known())
        elif "name" in row.values:
            parts.write_port(PureObject("port", dict(row.values), row.line), out, capture.owner)
    _finish(capture, out, first)


def _read_array(capture: Capture, out: Writer) -> None:
    for row in rows(capture, out, lambda keys: _lists_arrays(keys) or _lists_controllers(keys)):
        if "mode" in row.values:
            parts.write_controller(PureObject("controller", dict(row.values), row.line), out, capture.owner)
        elif "id" in row.values:
            owner = row.values.get("name") or capture.owner
            parts.write_array(PureObject("array", dict(row.values), row.line), out, owner)


def _finish(capture: Capture, out: Writer, first: int | None) -> None:
    if first is not None:
        out.add("storage_array", first, storage_array=capture.owner, family="pure", vendor="PURE")


_ARRAY = ("storage_array", "family", "vendor")
_VIEW = ("storage_array", "view")

READERS = (
    Reader(
        name="pure-purehost",
        platform="pure",
        command="purehost list",
        provides={
            "storage_array": _ARRAY,
            "mask_view": _VIEW,
            "mask_initiator": (*_VIEW, "initiator_wwpn", "initiator_name"),
            "registered_initiator": (
                "storage_array",
                "initiator_name",
                "initiator_wwpn",
                "host",
                "initiator_type",
                "registered",
            ),
            "array_setting": ("storage_array", "scope", "setting", "value"),
        },
        detect=_detector("hosts of a FlashArray, as its console lists them", _lists_hosts, _lists_groups),
        read=_read_hosts,
        needles=("Name",),
        begins=r"^[ \t]*Name(?:[ ]+|,)(?:WWN(?:[ ]+|,)(?:IQN|NQN|Host Group|Personality)|Hosts[ ]*$)",
        verified=False,
    ),
    Reader(
        name="pure-connections",
        platform="pure",
        command="purevol list --connect",
        provides={
            "storage_array": _ARRAY,
            "mask_view": _VIEW,
            "mask_volume": (*_VIEW, "volume_name", "lun"),
        },
        detect=_detector("connections of volumes of a FlashArray, as its console lists them", _connects),
        read=_read_connections,
        needles=("LUN",),
        begins=r"^[ \t]*Name(?:[ ]+|,)(?:Size(?:[ ]+|,))?(?:LUN(?:[ ]+|,)(?:Vol\b|Host\b)|Host Group(?:[ ]+|,)Host\b)",
    ),
    Reader(
        name="pure-purevol",
        platform="pure",
        command="purevol list",
        provides={
            "storage_array": _ARRAY,
            "storage_volume": ("device", "storage_array", "storage_volume", "size_bytes", "provision_type"),
        },
        detect=_detector("volumes of a FlashArray, as its console lists them", _lists_volumes),
        read=_read_volumes,
        needles=("Name", "Serial"),
        begins=r"^[ \t]*Name(?:[ ]+|,)Size(?:[ ]+|,)Source\b",
    ),
    Reader(
        name="pure-pureport",
        platform="pure",
        command="pureport list",
        provides={
            "storage_array": _ARRAY,
            "target_port": (
                "target_wwpn",
                "storage_array",
                "director",
                "port",
                "port_name",
                "role",
                "protocol",
            ),
            "array_login": ("storage_array", "initiator_wwpn", "target_wwpn", "port_name", "logged_in"),
        },
        detect=_detector("ports or logins of a FlashArray, as its console lists them", _lists_ports, _lists_logins),
        read=_read_ports,
        needles=("WWN",),
        begins=r"^[ \t]*(?:Name(?:[ ]+|,)WWN(?:[ ]+|,)(?:Portal|IQN)|Initiator WWN)\b",
        verified=False,
    ),
    Reader(
        name="pure-purearray",
        platform="pure",
        command="purearray list",
        provides={
            "storage_array": (*_ARRAY, "serial", "model", "array_version"),
            "director": ("storage_array", "director", "operational_status", "version"),
        },
        detect=_detector("a FlashArray, as its console lists it", _lists_arrays, _lists_controllers),
        read=_read_array,
        needles=("Name", "Version"),
        begins=r"^[ \t]*Name(?:[ ]+|,)(?:ID(?:[ ]+|,)OS|(?:Type(?:[ ]+|,))?Mode(?:[ ]+|,)Model)\b",
        owner_in=_array,
        verified=False,
    ),
)
