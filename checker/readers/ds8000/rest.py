"""DS8000 REST answers: ``GET /api/v1/ioports``, ``/hosts``, ``/host_ports``, ``/hosts/NAME/mappings``, ``/volumes``, ``/systems``.

::

    {"server": {"status": "ok", "code": "CMUC00183I", "message": "Operation done successfully."},
     "counts": {"data_counts": 1, "total_counts": 1},
     "data": {"ioports": [{"id": "I0200", "state": "Online", "protocol": "SCSI-FCP", "wwpn": "500507630310003D",
                           "type": "Fibre Channel-SW", "speed": "8 Gb/s"}]}}

The answers name the type of their objects. A host is a view. Volumes have no number that hosts see; ``showfbvol`` prints it.
Field names: IBM's pyds8k.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Each, Part
from checker.readers.toolkit.declarations.fields import const, lower, number, owner, parsed, speed, words, wwn
from checker.readers.toolkit.declarations.json_family import Joint, JsonFamily, listed
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.documents.located_json import line_of
from checker.readers.toolkit.numbers import whole

_MAPPED_HOST = re.compile(r"/hosts/([^/]{1,100})/mappings/")
_ENVELOPE = re.compile(r'"data"\s*:\s*\{\s*"(ioports|hosts|host_ports|mappings|volumes|systems|pools|lss|nodes)"\s*:')
# Words of this API in answers that a program stored without the envelope of the server.
_WORDS = re.compile(r'"(?:ioports|host_ports)"\s*:\s*\[|"(?:hosttype|addrdiscovery|lunid|stgtype|VOLSER|MTM)"\s*:')
_SYSTEM = re.compile(r'"id"\s*:\s*"([0-9]{4}-[0-9A-Z]{7})"')


Facts = declared.Facts[JsonObject]


def _objects(value: Any, line: int) -> Iterator[JsonObject]:
    for answer, place in listed(value, line):
        data = answer.get("data")
        for kind, found in data.items() if isinstance(data, dict) else ():
            for item, at in listed(found, line_of(found, place)):
                yield JsonObject(kind, item, at)


def _is_open(port: JsonObject) -> bool:
    """Return FALSE for FICON ports, which belong to the mainframe."""
    return (port.text("protocol") or "").startswith(("SCSI", "FC-AL", "FCP"))


def _state(text: str) -> str:
    state = text.lower()
    return "up" if state in ("online", "communication established") else state


def _host(item: JsonObject) -> str | None:
    return item.inner("host", "name")


def _mapped_host(mapping: JsonObject) -> str | None:
    """Return the host of a mapping, which only its address names."""
    found = _MAPPED_HOST.search(mapping.inner("link", "href") or "")
    return found.group(1) if found else None


def _lun(mapping: JsonObject) -> int | None:
    """Return a LUN number that is the same in decimal and hexadecimal digits: the documentation doesn't state the base."""
    text = mapping.text("lunid") or ""
    return whole(text) if re.fullmatch("0{0,3}[0-9]", text) else None


def _logins(port: JsonObject) -> Iterator[JsonObject]:
    """Yield a login for each port of the array at which the initiator is logged in."""
    if (port.text("state") or "").lower() != "logged in":
        return
    login = port.values.get("ioport")
    for entry in port.items("login_ports") or ([login] if isinstance(login, dict) else []):
        yield port.inside(entry, line_of(entry, port.line), wwpn="wwpn")


def _is_fixed_block(volume: JsonObject) -> bool:
    return (volume.text("stgtype") or "").upper() == "FB"


def _image(system: JsonObject) -> str | None:
    """Return the name of the storage image as dscli prints it."""
    name = system.text("id")
    return None if name is None else f"IBM.{name}"


def _note_unknown_host(mappings: Iterable[JsonObject], context: Context) -> None:
    """Note the first mapping whose host is unknown."""
    for mapping in mappings:
        if _mapped_host(mapping) is None:
            context.out.note(mapping.line, "skipped mappings whose address does not name their host")
            return


_TYPES: dict[str, tuple[Part[JsonObject], ...]] = {
    "systems": (
        Facts(
            "storage_array", storage_array=_image, serial="sn", vendor=const("IBM"), family=const("other"), model="MTM",
            array_version="release", array_state="state",
        ),
    ),
    "nodes": (
        Facts("director", needs="director", storage_array=owner, director="id", operational_status=lower("state")),
    ),
    "ioports": (
        Facts(
            "target_port", when=_is_open, place="id", target_wwpn=wwn("wwpn"), storage_array=owner, port_name="id",
            role=const("front-end"), port_state=parsed(_state, "state"), protocol=const("fc"), max_speed_gbps=speed("speed"),
        ),
        Facts(
            "array_setting", when=_is_open, needs=("scope", "value"), storage_array=owner, scope="id",
            setting=const("I/O enclosure"), value=lambda port: port.inner("io_enclosure", "id"),
        ),
    ),
    "hosts": (Facts("mask_view", needs="view", storage_array=owner, view="name"),),
    "host_ports": (
        Facts(
            "registered_initiator", needs="initiator_wwpn", place="wwpn", storage_array=owner, initiator_wwpn=wwn("wwpn"),
            host=_host, initiator_type="hosttype", port_state=lower("state"),
            registered=lambda port: _host(port) is not None,
        ),
        Facts("mask_view", needs="view", distinct=True, storage_array=owner, view=_host),
        Facts("mask_initiator", needs="view", storage_array=owner, view=_host, initiator_wwpn=wwn("wwpn", report=False)),
        Each(
            _logins,
            Facts(
                "array_login", needs=("initiator_wwpn", "port_name"), storage_array=owner,
                initiator_wwpn=wwn("wwpn", report=False), port_name="id", logged_in=True,
            ),
        ),
    ),
    "mappings": (
        Facts("mask_view", needs="view", distinct=True, storage_array=owner, view=_mapped_host),
        Facts(
            "mask_volume", needs=("view", "volume_name"), storage_array=owner, view=_mapped_host,
            volume_name=lambda mapping: mapping.inner("volume", "id"), lun=_lun,
        ),
    ),
    "volumes": (
        Facts(
            "storage_volume", when=_is_fixed_block, needs="storage_volume", storage_array=owner, storage_volume="id",
            label="name", size_bytes=number("cap"), health_state="state", pool=lambda volume: volume.inner("pool", "id"),
            provision_type=words("tp", {"none": "thick", "ese": "thin", "tse": "thin"}, others=False),
        ),
    ),
}  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not _ENVELOPE.search(head):
        return None
    if '"server"' in head and '"counts"' in head:
        return Detection(93, "answer of the REST API of a DS8000")
    return Detection(91, "objects of the REST API of a DS8000") if _WORDS.search(head) else None


def _owner(text: str) -> str | None:
    """Return the storage image, if the answer is the array."""
    found = set(_SYSTEM.findall(text[:16_384])) if '"systems"' in text[:16_384] else set()
    return f"IBM.{found.pop()}" if len(found) == 1 else None


_DS8000 = JsonFamily(
    "ds8000", _objects, _TYPES,
    once=Facts("storage_array", storage_array=owner, vendor=const("IBM"), family=const("other")),
    joints=(Joint(("mappings",), _note_unknown_host, ()),),
)  # fmt: skip
READERS = (
    _DS8000.reader(
        "ds8000-rest",
        "GET /api/v1/TYPE: systems, nodes, ioports, hosts, host_ports, volumes, mappings",
        _detect,
        needles=('"data"',),
        owner_in=_owner,
    ),
)
