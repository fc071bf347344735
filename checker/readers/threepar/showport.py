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

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.threepar.tables import ARRAY, Row, first_titles, position, rows, write_array
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

# "free" ports carry no traffic; "peer" ports serve Peer Persistence and Peer Motion.
_ROLES = {
    "host": "front-end",
    "disk": "back-end",
    "rcfc": "replication",
    "rcip": "replication",
    "peer": "other",
    "fs": "other",
    "cluster": "other",
    "iport": "other",
}
_FIBRE_CHANNEL = ("fc", "fcoe")


def _lists_ports(titles: list[str]) -> bool:
    return titles[0] == "n:s:p" and "mode" in titles and "state" in titles and "port_wwn/hw_addr" in titles


def _lists_parameters(titles: list[str]) -> bool:
    return titles[0] == "n:s:p" and "connmode" in titles and "maxrate" in titles


def _detect(capture: Capture) -> Detection | None:
    if first_titles(capture.head, _lists_ports) or first_titles(capture.head, _lists_parameters):
        return Detection(96, "ports of a 3PAR array by node, slot and port")
    return None


def _read(capture: Capture, out: Writer) -> None:
    first: int | None = None
    total: int = 0
    for row in rows(capture, out, lambda titles: _lists_ports(titles) or _lists_parameters(titles)):
        first = first or row.line
        total += 1
        if "connmode" in row.values:
            _write_parameters(row, capture, out)
        else:
            _write_port(row, capture, out)
    if out.printed_count is not None:
        out.counted_records = total
    write_array(capture, out, first)


def _write_port(row: Row, capture: Capture, out: Writer) -> None:
    name = row.get("n:s:p")
    place = position(name)
    protocol = (row.get("protocol") or "").lower()
    if place is None:
        out.unread(row.line)
        return
    if protocol not in _FIBRE_CHANNEL and (protocol or normalise.wwn(row.get("port_wwn/hw_addr")) is None):
        return
    state = row.get("state")
    out.add(
        "target_port",
        row.line,
        target_wwpn=out.wwn(row.get("port_wwn/hw_addr"), row.line, "target_port", "target_wwpn", name or ""),
        wwnn=normalise.wwn(row.get("node_wwn", "node_wwn/ip", "node_wwn/ipaddr")),
        storage_array=capture.owner,
        director=place[0],
        port=place[1],
        port_name=name,
        role=_ROLES.get((row.get("type") or "").lower()),
        port_state="up" if state == "ready" else state,
        operational_status=state,
        protocol="fc" if protocol in _FIBRE_CHANNEL else None,
    )


def _write_parameters(row: Row, capture: Capture, out: Writer) -> None:
    name = row.get("n:s:p")
    place = position(name)
    if place is None:
        out.unread(row.line)
        return
    role = _ROLES.get((row.get("connmode") or "").lower())
    # SAS ports connect disks, and iSCSI ports have no class 2: only Fibre Channel ports can have one.
    if role is None or row.get("class2") is None:
        return
    out.add(
        "target_port",
        row.line,
        storage_array=capture.owner,
        director=place[0],
        port=place[1],
        port_name=name,
        role=role,
        max_speed_gbps=normalise.speed_gbps(row.get("maxrate")),
    )


READERS = (
    Reader(
        name="3par-showport",
        platform="3par",
        command="showport",
        provides={
            "storage_array": ARRAY,
            "target_port": word_list("""
                target_wwpn wwnn storage_array director port port_name role port_state operational_status protocol
                max_speed_gbps
            """),
        },
        detect=_detect,
        read=_read,
        needles=("N:S:P",),
        begins=r"^[ \t]*N:S:P(?:[ \t]+|,)(?:Mode|Connmode)\b",
    ),
)
