"""Purity's command line: hosts, host groups, volumes, their connections, ports and logins.

::

    Name     WWN                      Portal  IQN  NQN  Failover     Name   Size  LUN  Host Group  Host
    CT0.FC0  52:4A:93:7A:00:00:00:00  -       -    -    -            vol_a  100G  10   cluster     esx01

``purehost list``, ``purehost list --connect``, ``purehgroup list [--connect]``, ``purevol list [--connect]``,
``pureport list [--initiator]``, ``purearray list [--controller]``, ``purehw list`` and ``puredrive list``, as text or with ``--csv``. Each row becomes the object
of the REST interface with the same attributes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.pure import access, parts
from checker.readers.pure.cli_table import Header, Row, has_header, header, rows
from checker.readers.pure.objects import PureObject
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import ByType, Family, names_that_fit

_IDENTITY = re.compile(
    r"(?m)^[ \t]*[\w.-]{1,64}(?:[ ]+|,)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:[ ]+|,)[0-9]+\.[0-9]"
)
_SNAPSHOT = re.compile(r"[^.]+\.[^.]")


_lists_hosts = names_that_fit("name wwn hgroup|personality -portal")
_connects = names_that_fit("name lun vol|host|hgroup")
_lists_volumes = names_that_fit("name size serial")
_lists_ports = names_that_fit("name wwn portal")
_lists_logins = names_that_fit("wwn target target_wwn")
_lists_arrays = names_that_fit("name id version")
_lists_controllers = names_that_fit("name mode model version status")

_lists_hardware = names_that_fit("name status identify slot index")
_lists_drives = names_that_fit("name type status capacity")


def _lists_groups(keys: Set[str]) -> bool:
    return keys == {"name", "hosts"}


def _array(text: str) -> str | None:
    """Return the name of the array, if the listing is the array."""
    for line in text.split("\n")[:200]:
        names = _names(line)
        if names is not None:
            below = text.partition(line)[2].lstrip("\n").split("\n", 1)[0]
            cells = names.cells(below)
            return cells[names.keys.index("name")] or None if cells else None
    return None


def _names(line: str) -> Header | None:
    found = header(line) if "ersion" in line else None
    return found if found is not None and _lists_arrays(set(found.keys)) else None


def _detect_array(capture: Capture) -> Detection | None:
    """Recognise an array by its id or by the title of its operating system: other products have names, ids and versions, too."""
    named = has_header(capture.head, _lists_arrays) and (_IDENTITY.search(capture.head) or "Purity" in capture.head)
    fits = named or has_header(capture.head, _lists_controllers)
    return Detection(93, "a FlashArray, as its console lists it") if fits else None


def _detector(reason: str, *fits: Callable[[Set[str]], bool]) -> Callable[[Capture], Detection | None]:
    def detect(capture: Capture) -> Detection | None:
        return Detection(93, reason) if any(has_header(capture.head, one) for one in fits) else None

    return detect


def _split(text: str | None) -> list[str]:
    """Return the names of a list, which ``--csv`` separates by slashes."""
    return [name.strip() for name in (text or "").split("/") if name.strip() and name.strip() != "-"]


def _host_objects(capture: Capture, out: Writer) -> Iterator[PureObject]:
    """Yield hosts and groups; a row that continues a host lists more of its initiators."""
    above: dict[str, str | None] = {}
    for row in rows(capture, out, lambda keys: _lists_hosts(keys) or _lists_groups(keys), lists="wwn"):
        if "hosts" in row.values and "wwn" not in row.values:
            if not row.continued:
                yield PureObject("hgroup", dict(row.values), row.line)
            continue
        if not row.continued:
            above = row.values
        keys = ("name", "hgroup") if row.continued else ("name", "hgroup", "personality")
        names = [name for name in _split(row.values.get("wwn")) if not name.startswith(("iqn.", "nqn.", "eui."))]
        iscsi = _split(row.values.get("iqn"))
        if names or iscsi or not row.continued:
            values = {**{key: above[key] for key in keys if key in above}, "wwn": names, "iqn": iscsi}
            yield PureObject("host", values, row.line)


def _inherited(found: Iterator[Row], *keys: str) -> Iterator[Row]:
    """Copy the values of the first row of an object to the rows that continue it."""
    above: dict[str, str | None] = {}
    for row in found:
        if row.continued:
            yield Row(row.line, {**{key: above[key] for key in keys if key in above}, **row.values}, continued=True)
        else:
            above = row.values
            yield row


def _connections(capture: Capture, out: Writer) -> Iterator[PureObject]:
    for row in _inherited(rows(capture, out, _connects), "name"):
        yield PureObject("connection", {**row.values, "lun": normalise.integer(row.values.get("lun"))}, row.line)


def _volumes(capture: Capture, out: Writer) -> Iterator[PureObject]:
    for row in rows(capture, out, _lists_volumes):
        # Names of volumes have no dot; those of snapshots have one before the suffix (Purity guide, "object names").
        if not row.continued and not _SNAPSHOT.match(row.values.get("name") or ""):
            yield PureObject("volume", dict(row.values), row.line)


def _ports(capture: Capture, out: Writer) -> Iterator[PureObject]:
    keys = ("wwn", "iqn", "nqn", "portal")
    for row in _inherited(rows(capture, out, lambda found: _lists_ports(found) or _lists_logins(found)), *keys):
        kind = "login" if "target_wwn" in row.values else "port" if "name" in row.values else ""
        yield PureObject(kind, dict(row.values), row.line)


def _arrays(capture: Capture, out: Writer) -> Iterator[PureObject]:
    for row in rows(capture, out, lambda keys: _lists_arrays(keys) or _lists_controllers(keys)):
        kind = "controller" if "mode" in row.values else "array" if "id" in row.values else ""
        yield PureObject(kind, dict(row.values), row.line)


def _parts(capture: Capture, out: Writer) -> Iterator[PureObject]:
    """Yield parts and drives; the speed of a port, which is rounded here, shows only whether it has a link."""
    for row in rows(capture, out, lambda keys: _lists_hardware(keys) or _lists_drives(keys)):
        kind = "hardware" if "identify" in row.values else "drive" if "capacity" in row.values else ""
        values = {
            key: value
            for key, value in row.values.items()
            if key in ("name", "status", "details", "speed") and value != "-"
        }
        yield PureObject(kind, values, row.line)


READERS = (
    Family[PureObject]("pure", _host_objects, parts.ONCE).reader(
        "pure-purehost", "purehost list",
        _detector("hosts of a FlashArray, as its console lists them", _lists_hosts, _lists_groups),
        ByType({"host": access.HOST, "hgroup": (access.GROUP,)}), needles=("Name",), verified=False,
        begins=r"^[ \t]*Name(?:[ ]+|,)(?:WWN(?:[ ]+|,)(?:IQN|NQN|Host Group|Personality)|Hosts[ ]*$)",
    ),
    Family[PureObject]("pure", _connections, parts.ONCE).reader(
        "pure-connections", "purevol list --connect",
        _detector("connections of volumes of a FlashArray, as its console lists them", _connects),
        *access.CONSOLE_CONNECTION, needles=("LUN",),
        begins=r"^[ \t]*Name(?:[ ]+|,)(?:Size(?:[ ]+|,))?(?:LUN(?:[ ]+|,)(?:Vol\b|Host\b)|Host Group(?:[ ]+|,)Host\b)",
    ),
    Family[PureObject]("pure", _volumes, parts.ONCE).reader(
        "pure-purevol", "purevol list",
        _detector("volumes of a FlashArray, as its console lists them", _lists_volumes),
        access.VOLUME, needles=("Name", "Serial"), begins=r"^[ \t]*Name(?:[ ]+|,)Size(?:[ ]+|,)Source\b",
    ),
    Family[PureObject]("pure", _ports, parts.ONCE).reader(
        "pure-pureport", "pureport list",
        _detector("ports or logins of a FlashArray, as its console lists them", _lists_ports, _lists_logins),
        ByType({"port": (parts.PORT,), "login": (access.LOGIN,)}), needles=("WWN",), verified=False,
        begins=r"^[ \t]*(?:Name(?:[ ]+|,)WWN(?:[ ]+|,)(?:Portal|IQN)\b|Initiator WWN(?=[ ]{2}|,|[ \t]*$))",
    ),
    Family[PureObject]("pure", _arrays).reader(
        "pure-purearray", "purearray list",
        _detect_array,
        ByType({"array": (parts.CONSOLE_ARRAY,), "controller": parts.CONTROLLER}), needles=("Name", "Version"),
        begins=r"^[ \t]*Name(?:[ ]+|,)(?:ID(?:[ ]+|,)(?:OS|Version)|(?:Type(?:[ ]+|,))?Mode(?:[ ]+|,)Model)\b",
        owner_in=_array, verified=False,
    ),
    Family[PureObject]("pure", _parts, parts.ONCE).reader(
        "pure-purehw", "purehw list; puredrive list",
        _detector("parts of a FlashArray, as its console lists them", _lists_hardware, _lists_drives),
        ByType({"hardware": parts.HARDWARE, "drive": parts.HARDWARE}), needles=("Name", "Status"),
        begins=r"^[ \t]*Name(?:[ ]+|,)(?:Status(?:[ ]+|,)Identify|Type(?:[ ]+|,)Status(?:[ ]+|,)Capacity)\b", verified=False,
    ),
)  # fmt: skip
