"""``showport`` and ``showport -par`` of 3PAR, Primera and Alletra: ports with state, world wide names and speeds.

::

    N:S:P      Mode     State ----Node_WWN---- -Port_WWN/HW_Addr- Type Protocol Label Partner FailoverState
    0:1:1    target     ready 2FF70002AC0000A1   20110002AC0000A1 host       FC     -   1:1:1          none
    0:1:2 initiator loss_sync 2FF70002AC0000A1   20120002AC0000A1 free       FC     -       -             -

    N:S:P Connmode ConnType CfgRate MaxRate Class2   UniqNodeWwn VCN      IntCoal TMWO
    0:1:1 host     point    auto    16Gbps  disabled disabled    disabled enabled disabled

InForm OS 2.3 has no columns Protocol, Label, Partner and FailoverState; newer ones print addresses of NVMe and iSCSI
ports in the columns of world wide names. Such ports are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, Row, header, listed, position, rows
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declared import Facts
from checker.readers.toolkit.family import Family
from checker.readers.toolkit.fields import found, owner, speed, words, wwn

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


def _ports(capture: Capture, out: Writer) -> Iterator[Row]:
    for row in rows(_STATES, _PARAMETERS)(capture, out):
        if position(row.text("n:s:p")) is None:
            out.unread(row.line)
        yield row


def _is_fc(row: Row) -> bool:
    """Return whether a row of ``showport`` is a Fibre Channel port, which old releases don't print."""
    if "connmode" in row.values or position(row.text("n:s:p")) is None:
        return False
    protocol = row.text("protocol")
    return protocol.lower() in _FIBRE_CHANNEL if protocol else bool(normalise.wwn(row.text("port_wwn/hw_addr")))


def _has_class(row: Row) -> bool:
    """Return whether a row of ``showport -par`` is a Fibre Channel port: others have no class 2, or connect disks."""
    return bool(position(row.text("n:s:p")) and _role_of_mode(row) and row.text("class2"))


_DIRECTOR = found("([0-9]+)", "n:s:p")
_PORT = found("[0-9]+:(.*)", "n:s:p")
_PORTS: Facts[Row] = Facts(
    "target_port", when=_is_fc, place="n:s:p", target_wwpn=wwn("port_wwn/hw_addr"),
    wwnn=wwn("node_wwn", "node_wwn/ip", "node_wwn/ipaddr", report=False), storage_array=owner,
    director=_DIRECTOR, port=_PORT, port_name="n:s:p", role=_role, port_state=words("state", {"ready": "up"}),
    operational_status="state", protocol=words("protocol", _FIBRE_CHANNEL, others=False),
)  # fmt: skip
_SPEEDS = Facts(
    "target_port", when=_has_class, storage_array=owner, director=_DIRECTOR, port=_PORT, port_name="n:s:p",
    role=_role_of_mode, max_speed_gbps=speed("maxrate"),
)  # fmt: skip

READERS = (
    Family("3par", _ports).reader(
        "3par-showport", "showport", listed("ports of a 3PAR array by node, slot and port", _STATES, _PARAMETERS),
        ARRAY, _PORTS, _SPEEDS, needles=("N:S:P",), begins=r"^[ \t]*N:S:P(?:[ \t]+|,)(?:Mode|Connmode)\b",
    ),
)  # fmt: skip
