"""Ports and logins of SVC: ``lsportfc``, ``lstargetportfc`` and ``lsfabric``.

::

    id fc_io_port_id port_id type port_speed node_id node_name WWPN             nportid status attachment
    0  1             1       fc   8Gb        1       node1     5005076803040001 010200  active switch
    1  2             2       fc   N/A        1       node1     5005076803080001 000000  inactive_unconfigured none

    remote_wwpn      remote_nportid id node_name local_wwpn       local_port local_nportid state    name  cluster_name type
    10000000C9000001 010400         1  node1     5005076803040001 1          010200        active   esx01              host

A login is printed for each pair of ports; ``inactive`` means logged in without I/O in the last minutes (SVC 6.4 to 8.6).
"""

from __future__ import annotations

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.svc.tables import Row, detailed_keys, first_header, rows


def _columns(capture: Capture) -> set[str]:
    found = first_header(capture.head)
    return set(found.names) if found is not None else detailed_keys(capture.head)


def _detect_ports(capture: Capture) -> Detection | None:
    columns = _columns(capture)
    if "fc_io_port_id" in columns and "owning_node_id" not in columns:
        return Detection(95 if len(columns) > 4 else 91, "FC ports of an SVC")
    return None


def _read_ports(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in rows(capture, out):
        first = first or row.line
        node = row.get("node_name")
        port = row.get("fc_io_port_id", "port_id")
        status = row.get("status")
        name = f"{node}:{port}" if node and port else None
        kind = row.get("type")
        if node is None and row.get("WWPN") is None:
            continue
        out.add(
            "target_port",
            row.line,
            target_wwpn=out.wwn(row.get("WWPN"), row.at("WWPN"), "target_port", "target_wwpn", name or ""),
            storage_array=capture.owner,
            director=node,
            port=port,
            port_name=name,
            port_state=None if status is None else "up" if status == "active" else status,
            operational_status=status,
            protocol="fc" if kind == "fc" else kind,
            speed_gbps=normalise.speed_gbps(row.get("port_speed")),
            fcid=normalise.fcid(row.get("nportid")),
        )
    _write_array(capture, out, first)


def _write_array(capture: Capture, out: Writer, line: int | None) -> None:
    if line is not None:
        out.add("storage_array", line, storage_array=capture.owner, vendor="IBM", family="svc")


def _detect_targets(capture: Capture) -> Detection | None:
    columns = _columns(capture)
    if "host_io_permitted" in columns or {"owning_node_id", "current_node_id"} <= columns:
        return Detection(95, "target ports of an SVC, with virtual ones")
    return None


def _read_targets(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in rows(capture, out):
        first = first or row.line
        permitted = normalise.yes_no(row.get("host_io_permitted"))
        fcid = normalise.fcid(row.get("nportid"))
        out.add(
            "target_port",
            row.line,
            target_wwpn=out.wwn(row.get("WWPN"), row.at("WWPN"), "target_port", "target_wwpn", row.get("id") or ""),
            wwnn=normalise.wwn(row.get("WWNN")),
            storage_array=capture.owner,
            role="front-end" if permitted else None if permitted is None else "other",
            port_state="up" if fcid else None,
            enabled=permitted,
            protocol={"scsi": "fc", "nvme": "nvme"}.get((row.get("protocol") or "").lower()),
            fcid=fcid,
        )
    _write_array(capture, out, first)


def _detect_fabric(capture: Capture) -> Detection | None:
    if {"remote_wwpn", "local_wwpn"} <= _columns(capture):
        return Detection(95, "logins of an SVC")
    return None


def _read_fabric(capture: Capture, out: Writer) -> None:
    first: int | None = None
    hosts: dict[str, tuple[int, str | None]] = {}
    for row in rows(capture, out):
        first = first or row.line
        _write_login(row, capture, out, hosts)
    for wwpn, (line, host) in hosts.items():
        out.add(
            "registered_initiator",
            line,
            storage_array=capture.owner,
            initiator_wwpn=wwpn,
            host=host,
            registered=host is not None,
        )
    _write_array(capture, out, first)


def _write_login(row: Row, capture: Capture, out: Writer, hosts: dict[str, tuple[int, str | None]]) -> None:
    node, port = row.get("node_name"), row.get("local_port")
    kind = (row.get("type") or "").lower()
    local = out.wwn(row.get("local_wwpn"), row.line, "array_login", "target_wwpn", node or "")
    remote = out.wwn(row.get("remote_wwpn"), row.line, "array_login", "initiator_wwpn", row.get("name") or "")
    if local is not None:
        out.add(
            "target_port",
            row.line,
            target_wwpn=local,
            storage_array=capture.owner,
            director=node,
            port_state="up",
            protocol="fc",
            fcid=normalise.fcid(row.get("local_nportid")),
        )
    # Logins of other nodes and of back-end controllers are none of hosts.
    if remote is None or kind in ("node", "controller") or local is None:
        return
    host = row.get("name") if kind == "host" else None
    hosts.setdefault(remote, (row.line, host))
    state = (row.get("state") or "").lower()
    out.add(
        "array_login",
        row.line,
        storage_array=capture.owner,
        initiator_wwpn=remote,
        target_wwpn=local,
        port_name=f"{node}:{port}" if node and port else None,
        logged_in={"active": True, "inactive": True}.get(state),
    )


_ARRAY = ("storage_array", "vendor", "family")

READERS = (
    Reader(
        name="svc-lsportfc",
        platform="svc",
        command="lsportfc",
        provides={
            "storage_array": _ARRAY,
            "target_port": (
                "target_wwpn",
                "storage_array",
                "director",
                "port",
                "port_name",
                "port_state",
                "operational_status",
                "protocol",
                "speed_gbps",
                "fcid",
            ),
        },
        detect=_detect_ports,
        read=_read_ports,
        needles=("fc_io_port_id",),
        begins=r"^id[ \t:,!;|]+fc_io_port_id\b",
    ),
    Reader(
        name="svc-lstargetportfc",
        platform="svc",
        command="lstargetportfc",
        provides={
            "storage_array": _ARRAY,
            "target_port": (
                "target_wwpn",
                "wwnn",
                "storage_array",
                "role",
                "port_state",
                "enabled",
                "protocol",
                "fcid",
            ),
        },
        detect=_detect_targets,
        read=_read_targets,
        needles=("_node_id",),
        begins=r"^id[ \t:,!;|]+WWPN[ \t:,!;|]+WWNN\b",
        verified=False,
    ),
    Reader(
        name="svc-lsfabric",
        platform="svc",
        command="lsfabric",
        provides={
            "storage_array": _ARRAY,
            "target_port": (
                "target_wwpn",
                "storage_array",
                "director",
                "port_state",
                "protocol",
                "fcid",
            ),
            "array_login": ("storage_array", "initiator_wwpn", "target_wwpn", "port_name", "logged_in"),
            "registered_initiator": ("storage_array", "initiator_wwpn", "host", "registered"),
        },
        detect=_detect_fabric,
        read=_read_fabric,
        needles=("remote_wwpn", "local_wwpn"),
        begins=r"^remote_wwpn[ \t:,!;|]",
    ),
)
