"""ONTAP REST answers: ``GET /api/network/fc/…``, ``/api/protocols/san/…``, ``/api/storage/luns`` and ``/api/cluster/nodes``.

::

    {"records": [{"svm": {"name": "svm1"}, "name": "lif1", "wwpn": "20:00:00:50:56:00:00:01", "data_protocol": "fcp",
                  "state": "up", "enabled": true, "location": {"node": {"name": "cl-01"}, "port": {"name": "0a"}}}],
     "num_records": 1}

The type of a record follows from its link, else from its attributes (ONTAP 9.6 and later). Names are unique in the cluster
as in the shell's listings: ``svm1:lif1``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from checker.facts import normalise
from checker.readers.netapp.objects import (
    ARRAY,
    ISCSI_MEMBER,
    LOGGED_IN_MEMBER,
    MEMBER,
    VIEW,
    address_of,
    identity_of,
    is_fc,
    name_of,
)
from checker.readers.netapp.rest_load import Loads
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Each, Source, Where
from checker.readers.toolkit.declarations.fields import (
    const,
    flag,
    joined,
    number,
    owner,
    parsed,
    speed,
    text,
    unless_wwn,
    wwn,
)
from checker.readers.toolkit.declarations.json_family import JsonFamily, listed, type_by
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.documents.located_json import line_of

Facts = declared.Facts[JsonObject]
_HREF = re.compile(
    r"/api/(network/fc/(?:logins|interfaces|ports)|protocols/san/(?:igroups|lun-maps|portsets)|storage/luns|cluster/nodes)\b"
)
_type_shown = type_by(
    (
        ("network/fc/logins", "interface initiator"),
        ("protocols/san/lun-maps", "lun igroup"),
        ("protocols/san/igroups", "svm initiators"),
        ("protocols/san/portsets", "svm interfaces"),
        ("network/fc/interfaces", "svm wwpn"),
        ("network/fc/ports", "node wwpn"),
        ("storage/luns", "svm serial_number"),
    )
)


_SURE = ("wwpn", "igroup", "initiators", "serial_number")


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not re.match(r"\s*\{", head):
        return None
    if _HREF.search(head):
        return Detection(95, "records of the ONTAP REST interface")
    # Clusters that do not print links.
    if '"records"' in head and '"svm"' in head and any(f'"{key}"' in head for key in _SURE):
        return Detection(91, "records of the ONTAP REST interface")
    return None


def _objects(value: Any, line: int) -> Iterator[JsonObject]:
    """Yield the records of an answer; the values inside have dotted names (``svm.name``)."""
    if isinstance(value, dict):
        records = value.get("records")
        for item, place in listed(records if isinstance(records, list) else value, line):
            values = _flat(item)
            link = _HREF.search(str(values.get("_links.self.href")))
            yield JsonObject(link.group(1) if link else _type_shown(item), values, place)


def _flat(values: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in values.items():
        if not isinstance(value, dict):
            found[prefix + key] = value
        elif key != "_links" or not prefix:  # only the link of the record itself counts
            found.update(_flat(value, f"{prefix}{key}."))
    return found


def _unique(name: str) -> Callable[[JsonObject], str | None]:
    """Source: a name that is unique in the cluster."""
    return lambda record: name_of(record.text("svm.name"), found) if (found := record.text(name)) is not None else None


_NAME, _VIEW, _VOLUME = _unique("name"), _unique("igroup.name"), _unique("lun.name")


def _inner(record: JsonObject, key: str) -> list[JsonObject]:
    """Return the objects of a list in a record, each with the storage virtual machine of the record."""
    return [
        record.inside(_flat(item), line_of(item, record.line), **{"svm.name": "svm.name"})
        for item in record.items(key)
    ]  # fmt: skip


def _views(record: JsonObject) -> list[str]:
    return [view for group in _inner(record, "igroups") if (view := _NAME(group)) is not None]


def _login_views(record: JsonObject) -> Iterator[JsonObject]:
    """Return the initiator groups of a login."""
    if normalise.wwn(record.text("initiator.wwpn")) is not None:
        for view in _views(record):
            yield record.inside({"view": view}, wwpn="initiator.wwpn")


def _initiators(record: JsonObject) -> Iterator[JsonObject]:
    """Return the initiators of a group."""
    view = _NAME(record)
    for initiator in _inner(record, "initiators") if view is not None else ():
        name = initiator.text("name")
        if name is not None:
            yield initiator.inside({"name": name, "view": view})


def _fc_initiators(record: JsonObject) -> Iterator[JsonObject]:
    return (one for one in _initiators(record) if is_fc(one.text("name") or ""))


def _bindings(record: JsonObject) -> Iterator[JsonObject]:
    """Return each interface of a port set with each group that is bound to it."""
    for view in _views(record):
        for interface in _inner(record, "interfaces"):
            yield interface.inside({"view": view, "port": _unique("fc.name")(interface)})


def _reporting_nodes(record: JsonObject) -> str | None:
    names = (node.text("name") for node in _inner(record, "reporting_nodes"))
    return ", ".join(name for name in names if name is not None) or None


def _port_name(record: JsonObject) -> str | None:
    node, name = record.text("node.name"), record.text("name")
    return f"{node} {name}" if node and name else name


def _device(record: JsonObject) -> str | None:
    serial = record.text("serial_number")
    return identity_of(serial.encode().hex()) if serial is not None and serial.isascii() else None


_LOGIN = Facts(
    "array_login", needs="initiator_wwpn", place=_unique("interface.name"), storage_array=owner,
    initiator_wwpn=wwn("initiator.wwpn"), target_wwpn=wwn("interface.wwpn"), port_name=_unique("interface.name"),
    logged_in=True,
)  # fmt: skip
_PORT_COLUMNS: Mapping[str, Source[JsonObject]] = {
    "target_wwpn": wwn("wwpn"), "wwnn": wwn("wwnn", report=False), "storage_array": owner, "port": "name",
    "port_state": "state", "enabled": flag("enabled"),
}  # fmt: skip
_INTERFACE = Facts(
    "target_port", _PORT_COLUMNS, place="name", director=text("location.node.name", "location.home_node.name"),
    port_name=_NAME, role=const("front-end"), fcid=parsed(address_of, "port_address"),
    adapter_port=text("location.port.name", "location.home_port.name"),
    # FCP is FC or FC over Ethernet, which only the adapter says.
    protocol=lambda record: "nvme" if record.text("data_protocol") == "fc_nvme" else None,
)  # fmt: skip
_PORT = Facts(
    "target_port", _PORT_COLUMNS, place=_port_name, director="node.name", port_name=_port_name, role=const("other"),
    protocol=lambda record: "fcoe" if record.text("physical_protocol") == "ethernet" else "fc", max_speed_gbps=speed("speed.maximum"),
)  # fmt: skip


def _setting(setting: str, scope: Callable[[JsonObject], str | None], value: Source[JsonObject]) -> Facts:
    return Facts(
        "array_setting", needs=("scope", "value"), storage_array=owner, scope=scope, setting=const(setting),
        value=value,
    )  # fmt: skip


_GROUP = (
    Facts("mask_view", needs="view", storage_array=owner, view=_NAME),
    _setting("OS Type", _NAME, "os_type"),
    _setting("Portset Binding Igroup", _NAME, "portset.name"),
    Each(_initiators, ISCSI_MEMBER),
    Each(
        _fc_initiators,
        MEMBER,
        Facts(
            "registered_initiator", storage_array=owner, registered=True, initiator_wwpn=wwn("name", report=False),
            initiator_name=unless_wwn("name"),
        ),
    ),
)  # fmt: skip
_MAP = Where(
    joined(" ", _VIEW, _VOLUME),
    Facts("mask_view", storage_array=owner, view=_VIEW),
    Facts(
        "mask_volume", storage_array=owner, view=_VIEW, volume_name=_VOLUME, lun=number("logical_unit_number")
    ),
    _setting("Reporting Nodes", joined(" ", _VIEW, _VOLUME), _reporting_nodes),
)  # fmt: skip
_PORTSET = Each(_bindings, Facts("mask_port", needs="port_name", storage_array=owner, view="view", port_name="port"))
_LUN = Facts(
    "storage_volume", needs="storage_volume", device=_device, storage_array=owner, storage_volume=_NAME,
    size_bytes=number("space.size"), operational_status="status.state", current_owner="location.node.name",
    provision_type=flag("space.guarantee.requested", yes="thick", no="thin"),
)  # fmt: skip
_NODE = Facts(
    "director", needs="director", storage_array=owner, director="name", hostname="name", operational_status="state",
    version="version.full", serial="serial_number",
)  # fmt: skip
_REST: JsonFamily[JsonObject] = JsonFamily(
    "netapp",
    _objects,
    {
        "network/fc/logins": (_LOGIN, Each(_login_views, VIEW, LOGGED_IN_MEMBER)),
        "network/fc/interfaces": (_INTERFACE, Loads("target_port")),
        "network/fc/ports": (_PORT,),
        "protocols/san/igroups": _GROUP,
        "protocols/san/lun-maps": (_MAP,),
        "protocols/san/portsets": (_PORTSET,),
        "storage/luns": (_LUN, Loads("storage_volume")),
        "cluster/nodes": (_NODE,),
    },
    once=ARRAY,
)  # fmt: skip

READERS = (_REST.reader("netapp-rest", "GET /api/protocols/san/TYPE", _detect, needles=('"name"',), verified=False),)
