"""Ports and logins of SVC: ``lsportfc``, ``lstargetportfc`` and ``lsfabric``.

::

    id fc_io_port_id port_id type port_speed node_id node_name WWPN             nportid status attachment
    0  1             1       fc   8Gb        1       node1     5005076803040001 010200  active switch
    1  2             2       fc   N/A        1       node1     5005076803080001 000000  inactive_unconfigured none

    remote_wwpn      remote_nportid id node_name local_wwpn       local_port local_nportid state    name  cluster_name type
    10000000C9000001 010400         1  node1     5005076803040001 1          010200        active   esx01              host

A login is printed for each pair of ports; ``inactive`` means logged in without I/O in the last minutes (SVC 6.4 to 8.6).
``lstargetportfc`` numbers the nodes of a port but has their WWNNs, by which ``lsnode`` gives the name: hosts use the virtual
ports (NPIV), which ``lsportfc`` doesn't list.
"""

from __future__ import annotations

from checker.facts import normalise
from checker.readers.svc.tables import SVC, Facts, Row, columns
from checker.readers.toolkit.declarations.family import by_columns
from checker.readers.toolkit.declarations.fields import const, fcid, flag, joined, owner, speed, text, words, wwn


def _reached(row: Row) -> str | None:
    return "up" if normalise.fcid(row.text("nportid")) else None


def _of_host(row: Row) -> bool:
    """Rule out logins of other nodes and of back-end controllers."""
    return (row.text("type") or "").lower() not in ("node", "controller")


def _is_complete(row: Row) -> bool:
    return _of_host(row) and normalise.wwn(row.text("local_wwpn")) is not None


def _host(row: Row) -> str | None:
    return row.text("name") if (row.text("type") or "").lower() == "host" else None


_PORT = joined(":", "node_name", text("fc_io_port_id", "port_id"))
_PORTS = Facts(
    "target_port", when=text("node_name", "WWPN"), place=_PORT, target_wwpn=wwn("WWPN"), storage_array=owner,
    director="node_name", port=text("fc_io_port_id", "port_id"), port_name=_PORT, protocol="type",
    port_state=words("status", {"active": "up"}), operational_status="status", speed_gbps=speed("port_speed"),
    fcid=fcid("nportid"),
)  # fmt: skip
_TARGETS = Facts(
    "target_port", place="id", target_wwpn=wwn("WWPN"), wwnn=wwn("WWNN", report=False), storage_array=owner,
    director_id=wwn("WWNN", report=False),
    role=flag("host_io_permitted", yes="front-end", no="other"), port_state=_reached, enabled=flag("host_io_permitted"),
    protocol=words("protocol", {"scsi": "fc", "nvme": "nvme"}, others=False), fcid=fcid("nportid"),
)  # fmt: skip
_LOGIN_PORTS = Facts(
    "target_port", needs="target_wwpn", place="node_name", storage_array=owner,
    target_wwpn=wwn("local_wwpn", about="array_login"), director="node_name", port_state=const("up"), protocol=const("fc"), fcid=fcid("local_nportid"),
)  # fmt: skip
_LOGINS = Facts(
    "array_login", when=_of_host, needs=("initiator_wwpn", "target_wwpn"), place="name", storage_array=owner,
    initiator_wwpn=wwn("remote_wwpn"), target_wwpn=wwn("local_wwpn", report=False), port_name=joined(":", "node_name", "local_port"),
    logged_in=words("state", {"active": True, "inactive": True}, others=False),
)  # fmt: skip
_INITIATORS = Facts(
    "registered_initiator", when=_is_complete, needs="initiator_wwpn", distinct=True, storage_array=owner,
    initiator_wwpn=wwn("remote_wwpn", report=False), host=_host, registered=lambda row: _host(row) is not None,
)  # fmt: skip

READERS = (
    SVC.reader(
        "svc-lsportfc", "lsportfc",
        by_columns(
            columns, "FC ports of an SVC",
            lambda names: 91 if len(names) <= 4 and "fc_io_port_id" in names else 0,
            (95, "fc_io_port_id -owning_node_id"),
        ),
        _PORTS, needles=("fc_io_port_id",), begins=r"^id[ \t:,!;|]+fc_io_port_id\b",
    ),
    SVC.reader(
        "svc-lstargetportfc", "lstargetportfc",
        by_columns(columns, "target ports of an SVC, with virtual ones", (95, "host_io_permitted"), (95, "owning_node_id current_node_id")),
        _TARGETS, needles=("_node_id",), begins=r"^id[ \t:,!;|]+WWPN[ \t:,!;|]+WWNN\b", verified=False,
    ),
    SVC.reader(
        "svc-lsfabric", "lsfabric", by_columns(columns, "logins of an SVC", (95, "remote_wwpn local_wwpn")),
        _LOGIN_PORTS, _LOGINS, _INITIATORS, needles=("remote_wwpn", "local_wwpn"), begins=r"^remote_wwpn[ \t:,!;|]",
    ),
)  # fmt: skip
