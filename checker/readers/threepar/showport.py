"""``showport``, ``-par``, ``-c`` and ``-i`` of 3PAR, Primera and Alletra: ports with state, world wide names and speeds.

::

    N:S:P      Mode     State ----Node_WWN---- -Port_WWN/HW_Addr- Type Protocol Label Partner FailoverState
    0:1:1    target     ready 2FF70002AC0000A1   20110002AC0000A1 host       FC     -   1:1:1          none
    0:1:2 initiator loss_sync 2FF70002AC0000A1   20120002AC0000A1 free       FC     -       -             -

    N:S:P Connmode ConnType CfgRate MaxRate Class2   UniqNodeWwn VCN      IntCoal TMWO
    0:1:1 host     point    auto    16Gbps  disabled disabled    disabled enabled disabled

    N:S:P      Mode Device Pos Config Topology   Rate Cls Mode_change
    0:1:1    target esx01    0  valid   fabric 16Gbps   3     allowed
                    lin02    0  valid   fabric 16Gbps   3     allowed

    N:S:P Brand  Model   Rev Firmware Serial         HWType
    0:1:1 QLOGIC QLE2672  02 8.1.1    RFE1228G508200 FC

``-c`` lists each device that is logged in at a port; it doesn't print which adapter of a host that is, so only the speed of
the port is read. The first column of further devices is empty.
InForm OS 2.3 has no columns Protocol, Label, Partner and FailoverState; newer ones print addresses of NVMe and iSCSI
ports in the columns of world wide names. Such ports are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, PORT_STATES, Row, header, listed, position, rows
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, found, owner, speed, words, wwn

# "free" ports carry no traffic; "peer" ports serve Peer Persistence and Peer Motion.
_ROLES = {
    "host": "front-end", "disk": "back-end", "rcfc": "replication", "rcip": "replication", "peer": "other",
    "fs": "other", "cluster": "other", "iport": "other",
}  # fmt: skip
_role = words("type", _ROLES, others=False)
_role_of_mode = words("connmode", _ROLES, others=False)
_FIBRE_CHANNEL = {"fc": "fc", "fcoe": "fc"}
_STATES = header("n:s:p", "mode state port_wwn/hw_addr")
_PARAMETERS = header("n:s:p", "connmode maxrate")
_DEVICES = header("n:s:p", "mode device topology rate cls")
_CARDS = header("n:s:p", "brand model firmware")


def _ports(capture: Capture, out: Writer) -> Iterator[Row]:
    for row in rows(_STATES, _PARAMETERS, _DEVICES, _CARDS, short=_is_device)(capture, out):
        if row.values and position(row.text("n:s:p")) is None:
            out.unread(row.line)
        yield row


def _is_device(titles: list[str], cells: list[str]) -> bool:
    """Return whether a row without port and mode is another device of the port above it."""
    return _DEVICES(titles) and len(cells) == len(titles) - 2 and normalise.integer(cells[1]) is not None


def _is_fc(row: Row) -> bool:
    """Return whether a row of ``showport`` is a Fibre Channel port, which old releases don't print."""
    if "port_wwn/hw_addr" not in row.values or position(row.text("n:s:p")) is None:
        return False
    protocol = row.text("protocol")
    return protocol.lower() in _FIBRE_CHANNEL if protocol else bool(normalise.wwn(row.text("port_wwn/hw_addr")))


def _has_class(row: Row) -> bool:
    """Return whether a row of ``showport -par`` is a Fibre Channel port: others have no class 2, or connect disks."""
    return bool(position(row.text("n:s:p")) and _role_of_mode(row) and row.text("class2"))


def _is_fc_target(row: Row) -> bool:
    """Return whether a row of ``showport -c`` is a Fibre Channel port to hosts: others have no class."""
    return bool(position(row.text("n:s:p")) and row.text("mode") == "target" and normalise.integer(row.text("cls")))


def _card(row: Row) -> str | None:
    """Return vendor, model and firmware of the adapter of a port, as ``showport -i`` prints them."""
    parts = [row.text(name) for name in ("brand", "model", "firmware")]
    return " ".join(part for part in parts if part) if position(row.text("n:s:p")) and parts[1] else None


def _failover(row: Row) -> str | None:
    """Return the state of a failover to the partner port or from it: ``active`` means that this port works for both."""
    state = row.text("failoverstate")
    return None if state in ("none", "active") else state


_DIRECTOR = found("([0-9]+)", "n:s:p")
_PORT = found("[0-9]+:(.*)", "n:s:p")
_PORTS: Facts[Row] = Facts(
    "target_port", when=_is_fc, place="n:s:p", target_wwpn=wwn("port_wwn/hw_addr"),
    wwnn=wwn("node_wwn", "node_wwn/ip", "node_wwn/ipaddr", report=False), storage_array=owner,
    director=_DIRECTOR, port=_PORT, port_name="n:s:p", role=_role, port_state=words("state", PORT_STATES),
    operational_status="state", health_state=_failover, protocol=words("protocol", _FIBRE_CHANNEL, others=False),
)  # fmt: skip
_SPEEDS = Facts(
    "target_port", when=_has_class, storage_array=owner, director=_DIRECTOR, port=_PORT, port_name="n:s:p",
    role=_role_of_mode, max_speed_gbps=speed("maxrate"),
)  # fmt: skip
_CURRENT = Facts(
    "target_port", when=_is_fc_target, needs=("port_name", "speed_gbps"), distinct=True, storage_array=owner,
    director=_DIRECTOR, port=_PORT, port_name="n:s:p", speed_gbps=speed("rate"),
)  # fmt: skip
_ADAPTERS = Facts(
    "array_setting", needs=("scope", "value"), storage_array=owner, scope="n:s:p", setting=const("adapter"), value=_card
)
_TOPOLOGY = Facts(
    "array_setting", when=_has_class, needs=("scope", "value"), storage_array=owner, scope="n:s:p", setting=const("topology"),
    value="conntype",
)  # fmt: skip

READERS = (
    Family("3par", _ports).reader(
        "3par-showport", "showport", listed("ports of a 3PAR array by node, slot and port", _STATES, _PARAMETERS, _DEVICES, _CARDS),
        ARRAY, _PORTS, _SPEEDS, _TOPOLOGY, _CURRENT, _ADAPTERS, needles=("N:S:P",),
        begins=r"^[ \t]*N:S:P(?:[ \t]+|,)(?:Mode|Connmode|Brand)\b",
    ),
)  # fmt: skip
