"""Ports of ONTAP: ``network interface show``, ``vserver fcp interface|portname show``, ``network fcp adapter show``, ``vserver fcp initiator show``.

::

                        Vserver Name: svm1
              Logical Interface Name: fc_lif_1
                       Data Protocol: fcp
                        Current Node: cl-01
                        Current Port: 0a
                  Operational Status: up
               Administrative Status: up
                            FCP WWPN: 20:00:00:0c:29:00:00:01

Hosts see the world wide names of logical interfaces; the adapters below them are not front-end ports.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts import normalise
from checker.readers.netapp.objects import (
    ARRAY,
    LOGGED_IN_MEMBER,
    VIEW,
    Facts,
    address_of,
    in_vserver,
    name_of,
    reader,
    shows,
    vserver_of,
)
from checker.readers.netapp.records import Record, begins_listing
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.declared import Each, Where
from checker.readers.toolkit.declarations.fields import const, joined, owner, parsed, speed, text, wwn
from checker.readers.toolkit.declarations.records import TextRow

_STATUS = re.compile(r"(up|down)/(up|down)\Z", re.IGNORECASE)
_LIF_WWPN = ("fcp wwpn", "wwpn", "network address/mask")
_INITIATOR_WWPN = ("initiator wwpn", "initiator-wwpn", "wwpn")


def _status(group: int, *keys: str) -> Callable[[Record], str | None]:
    """Source: a status in lower case, or this part of both in one cell: ``up/down``."""

    def get(record: Record) -> str | None:
        both = _STATUS.match(record.text("status admin/oper") or "")
        found = both.group(group) if both else record.text(*keys)
        return found.lower() if found else None

    return get


_oper = _status(2, "operational status", "status", "state", "status-oper")
_admin = _status(1, "administrative status", "status-admin")


def _enabled(record: Record) -> bool | None:
    admin = _admin(record)
    return None if admin is None else admin == "up"


def _protocol(record: Record) -> str:
    return (record.text("data protocol", "data-protocol") or "").lower()


def _is_fc_interface(record: Record) -> bool:
    """Return FALSE for Ethernet interfaces, which have an address of another kind or none."""
    named = record.text("logical interface name", "logical interface", "lif") is not None
    is_fc = _protocol(record) in ("fcp", "fc-nvme", "fc_nvme") or normalise.wwn(record.text(*_LIF_WWPN)) is not None
    return named and is_fc


_LIF = text("logical interface name", "logical interface", "lif")
_INTERFACE = Facts(
    "target_port", when=_is_fc_interface, place=_LIF, target_wwpn=wwn(*_LIF_WWPN), storage_array=owner,
    wwnn=wwn("fcp wwnn", "wwnn", report=False), port=_LIF, role=const("front-end"), enabled=_enabled,
    director=text("current node", "curr-node", "home node", "home-node"),
    port_name=in_vserver("logical interface name", "logical interface", "lif"),
    port_state=_status(2, "operational status", "status-oper"),
    adapter_port=text("current port", "curr-port", "home port", "home-port"),
    # FCP is FC or FC over Ethernet, which only the adapter says.
    protocol=lambda record: "nvme" if _protocol(record) in ("fc-nvme", "fc_nvme") else None,
)  # fmt: skip
# An adapter whose physical protocol is Ethernet carries FC over Ethernet.
_PHYSICAL = {"fibre-channel": "fc", "fc": "fc", "ethernet": "fcoe"}


def _adapter_protocol(record: Record) -> str | None:
    printed = record.text("physical protocol", "physical-protocol")
    return "fc" if printed is None else _PHYSICAL.get(printed.lower())


_NAME: Callable[[Record], str | None] = joined(" ", "node", "adapter")
_ADAPTER = Facts(
    "target_port", when=_NAME, place=_NAME, target_wwpn=wwn("adapter wwpn", "wwpn", "fc-wwpn"),
    wwnn=wwn("adapter wwnn", "wwnn", "fc-wwnn", report=False), storage_array=owner, director="node", port="adapter",
    port_name=_NAME, role=const("other"), port_state=_oper, enabled=_enabled, protocol=_adapter_protocol,
    speed_gbps=speed("data link rate (gbit)", "data-link-rate", "speed"),
    max_speed_gbps=speed("maximum speed", "max-speed"), fcid=parsed(address_of, "host port address"),
)  # fmt: skip


def _groups(record: Record) -> Iterator[TextRow]:
    """Return the initiator groups of a login."""
    for group, _ in record.items("igroup name", "igroup"):
        view = name_of(vserver_of(record), group)
        yield TextRow(record.line, {"view": view, "wwpn": record.text(*_INITIATOR_WWPN) or ""})


_LOGIN_PORT = in_vserver("logical interface", "lif")
_LOGIN = Facts(
    "array_login", needs=("initiator_wwpn", "port_name"), place=_LOGIN_PORT, storage_array=owner,
    initiator_wwpn=wwn(*_INITIATOR_WWPN), port_name=_LOGIN_PORT, logged_in=True,
)  # fmt: skip
_INITIATOR = Facts(
    "registered_initiator", storage_array=owner, initiator_wwpn=wwn(*_INITIATOR_WWPN, report=False),
    wwnn=wwn("initiator wwnn", "initiator-wwnn", "wwnn", report=False), port_state=const("logged in"),
    registered=lambda record: True if record.items("igroup name", "igroup") else None,
)  # fmt: skip


def _is_login(record: Record) -> bool:
    return normalise.wwn(record.text(*_INITIATOR_WWPN)) is not None and _LOGIN_PORT(record) is not None


# Both commands may print no more than vserver, lif and wwpn: only the command says whose names these are.
_PLACE = "home-node|home-port|curr-node|curr-port|status-oper|status-admin|data-protocol"
_NO_PLACE = ", ".join(f"-{name}" for name in _PLACE.split("|"))
_names_alone = shows("world wide names by logical interface", (91, f"vserver, lif, wwpn, {_NO_PLACE}"))
_lists_interfaces = shows(
    "logical interfaces of ONTAP", (95, "Logical Interface Name, Home Node|Data Protocol|WWPN"),
    (94, "vserver_interface_admin/oper_address/mask|vserver_interface_admin/oper_wwpn|vserver_interface_wwpn"), (92, f"vserver, lif, {_PLACE}"),
    (90, "vserver_lif, -wwpn"),
)  # fmt: skip
_lists_logins = shows(
    "FC initiators logged in to ONTAP", (95, "Logical Interface, Initiator WWPN"),
    (94, "vserver_interface_address_wwnn_wwpn"), (91, f"vserver, lif, initiator-wwpn|port-address|igroup, {_NO_PLACE}"),
)  # fmt: skip


def _detect_by(lists: Callable[[Capture], Detection | None], word: str) -> Callable[[Capture], Detection | None]:
    def detect(capture: Capture) -> Detection | None:
        return lists(capture) or (_names_alone(capture) if word in (capture.command or "").lower() else None)

    return detect


READERS = (
    reader(
        "netapp-interface-show", "network interface show -instance",
        _detect_by(_lists_interfaces, "interface"), ARRAY, _INTERFACE, needles=("nterface|LIF|lif",), begins=begins_listing(r"(?:net(?:work)? int(?:erface)?|(?:vserver )?fcp (?:interface|portname)) show\b", "Vserver(?: Name)?", "Logical Interface Name"),
        also=("vserver fcp portname show",),
    ),
    reader(
        "netapp-fcp-adapter-show", "network fcp adapter show -instance",
        # "ucadmin show" prints adapters with their mode; some are initiators. Those of a MetroCluster are called "Adapter Name".
        shows(
            "FC target adapters of ONTAP", (95, "Adapter, Adapter WWPN|Fabric Established|Physical Protocol"),
            (90, "node_adapter, -node_adapter_name, -mode, -current-mode"),
        ),
        _ADAPTER, needles=("dapter|ADAPTER",), begins=begins_listing(r"(?:net(?:work)? )?fcp adapter show\b", "Node", "Adapter"),
    ),
    reader(
        "netapp-fcp-initiator-show", "vserver fcp initiator show -instance",
        _detect_by(_lists_logins, "initiator"), ARRAY, _LOGIN, Where(_is_login, _INITIATOR, Each(_groups, VIEW, LOGGED_IN_MEMBER)),
        needles=("WWPN|wwpn",), begins=begins_listing(r"(?:vserver )?fcp initiator show\b", "Vserver(?: Name)?", "Logical Interface", "Initiator WWPN"),
    ),
)  # fmt: skip
