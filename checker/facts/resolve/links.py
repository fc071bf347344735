"""Links: columns of one kind that are filled from another kind of the same owner.

A storage view names ports and the port table has their WWPNs; a Linux path has H:C:T numbers and the remote ports have
the matching target. A link fills an unknown column if the other kind has exactly one matching value.

A port of a Brocade director has a name, 3/5, and an index, 85; some commands print the index, others the name. Indexes
are replaced with names first; otherwise the facts about one port would be split between two.
"""

from __future__ import annotations

from dataclasses import dataclass

from checker.facts.store.store import Store
from checker.facts.vplex_wwn import wwpn_of_port_name

_TARGET_OF_HCTL = "regexp_replace(o.hctl, ':L?[0-9]+$', '')"
_LINUX_HOST_OF_HCTL = "'host' || regexp_extract(o.hctl, '^([0-9]+):', 1)"
_NVME_CONTROLLER = "'nvme' || nullif(regexp_extract(o.path_name, '^nvme[0-9]+c([0-9]+)n[0-9]+$', 1), '')"
_ONLY_HCTL = "CASE WHEN o.path_name IS NULL THEN o.hctl END"
# Names of other systems may number the adapter or the path, not the disk.
_DISK_NAME = "CASE WHEN regexp_full_match(o.path_name, 'sd[a-z]{1,6}|nvme[0-9]+(c[0-9]+)?n[0-9]+') THEN o.path_name END"
_ONLY_NAME = f"CASE WHEN o.hctl IS NULL THEN {_DISK_NAME} END"


@dataclass(frozen=True)
class Link:
    """Fill ``kind.fill`` from ``through.take`` if every expression over ``o`` equals a column of ``through``."""

    kind: str
    fill: str
    through: str
    take: str
    match: tuple[tuple[str, str], ...]


LINKS = (
    # A summary without a cluster describes the object that another listing assigns to one.
    Link(
        "vplex_device",
        "cluster",
        "vplex_device",
        "cluster",
        (("o.storage_array", "storage_array"), ("o.vplex_device", "vplex_device")),
    ),
    Link(
        "device_component",
        "cluster",
        "vplex_device",
        "cluster",
        (("o.storage_array", "storage_array"), ("o.vplex_device", "vplex_device")),
    ),
    Link("extent", "cluster", "extent", "cluster", (("o.storage_array", "storage_array"), ("o.extent", "extent"))),
    Link(
        "extent",
        "cluster",
        "vplex_device",
        "cluster",
        (("o.storage_array", "storage_array"), ("o.used_by", "vplex_device")),
    ),
    Link(
        "virtual_volume",
        "cluster",
        "virtual_volume",
        "cluster",
        (("o.storage_array", "storage_array"), ("o.virtual_volume", "virtual_volume")),
    ),
    Link(
        "director", "cluster", "director", "cluster", (("o.storage_array", "storage_array"), ("o.director", "director"))
    ),
    Link(
        "target_port",
        "director",
        "director",
        "director",
        (("o.storage_array", "storage_array"), ("o.director_id", "director_id")),
    ),
    Link(
        "target_port",
        "cluster",
        "director",
        "cluster",
        (("o.storage_array", "storage_array"), ("o.director", "director")),
    ),
    # A list of paths without WWIDs: other listings of the host name the LUN at that address and name. A list that prints
    # both is joined by both, because kernel names change when the host restarts.
    Link("path", "device", "path", "device", (("o.host", "host"), ("o.hctl", "hctl"), ("o.path_name", "path_name"))),
    Link("path", "device", "path", "device", (("o.host", "host"), (_ONLY_HCTL, "hctl"))),
    Link("path", "device", "path", "device", (("o.host", "host"), (_ONLY_NAME, "path_name"))),
    Link("path", "device", "device", "device", (("o.host", "host"), (_DISK_NAME, "kernel_name"))),
    # HDLM lists names of disks in one place and addresses in another, each with the number of the path.
    Link("path", "hctl", "path", "hctl", (("o.host", "host"), ("o.device", "device"), ("o.path_id", "path_id"))),
    Link(
        "path", "path_name", "path", "path_name", (("o.host", "host"), ("o.device", "device"), ("o.path_id", "path_id"))
    ),
    # A LUN is a SCSI device or an NVMe namespace on all its paths.
    Link("path", "protocol", "path", "protocol", (("o.host", "host"), ("o.device", "device"))),
    # PowerPath and DMP identify Linux paths by kernel name; lsscsi and udev report the address for that name.
    Link("path", "hctl", "scsi_address", "hctl", (("o.host", "host"), ("o.path_name", "kernel_name"))),
    Link("path", "initiator_wwpn", "initiator", "initiator_wwpn", (("o.host", "host"), ("o.hba", "hba"))),
    Link("path", "initiator_wwpn", "initiator", "initiator_wwpn", (("o.host", "host"), (_LINUX_HOST_OF_HCTL, "hba"))),
    Link("path", "target_wwpn", "remote_port", "target_wwpn", (("o.host", "host"), (_TARGET_OF_HCTL, "scsi_target"))),
    # udev names disks by target port and LUN; a disk that got the name of another one mostly has another LUN.
    Link(
        "path",
        "target_wwpn",
        "scsi_address",
        "target_wwpn",
        (("o.host", "host"), (_DISK_NAME, "kernel_name"), ("o.lun", "lun")),
    ),
    # A path of native NVMe multipathing is named by its controller, which joins a host port to an array port.
    Link("path", "target_wwpn", "remote_port", "target_wwpn", (("o.host", "host"), (_NVME_CONTROLLER, "scsi_target"))),
    Link(
        "path",
        "initiator_wwpn",
        "remote_port",
        "initiator_wwpn",
        (("o.host", "host"), (_NVME_CONTROLLER, "scsi_target")),
    ),
    Link("remote_port", "hba", "initiator", "hba", (("o.host", "host"), ("o.initiator_wwpn", "initiator_wwpn"))),
    Link("path", "hba", "initiator", "hba", (("o.host", "host"), ("o.initiator_wwpn", "initiator_wwpn"))),
    Link(
        "array_login",
        "target_wwpn",
        "target_port",
        "target_wwpn",
        (("o.storage_array", "storage_array"), ("o.port_name", "port_name")),
    ),
    Link(
        "mask_port",
        "target_wwpn",
        "target_port",
        "target_wwpn",
        (("o.storage_array", "storage_array"), ("o.port_name", "port_name")),
    ),
    Link(
        "mask_initiator",
        "initiator_wwpn",
        "registered_initiator",
        "initiator_wwpn",
        (("o.storage_array", "storage_array"), ("o.cluster", "cluster"), ("o.initiator_name", "initiator_name")),
    ),
    Link(
        "mask_initiator",
        "initiator_wwpn",
        "registered_initiator",
        "initiator_wwpn",
        (("o.storage_array", "storage_array"), ("o.initiator_name", "initiator_name")),
    ),
    Link(
        "mask_volume",
        "device",
        "virtual_volume",
        "device",
        (("o.storage_array", "storage_array"), ("o.volume_name", "virtual_volume")),
    ),
    Link(
        "mask_volume",
        "device",
        "storage_volume",
        "device",
        (("o.storage_array", "storage_array"), ("o.volume_name", "storage_volume")),
    ),
    Link(
        "backend_path",
        "device",
        "storage_volume",
        "device",
        (("o.storage_array", "used_by_array"), ("o.vplex_name", "vplex_name")),
    ),
    Link("backend_path", "director", "target_port", "director", (("o.initiator_wwpn", "target_wwpn"),)),
    Link("backend_path", "cluster", "target_port", "cluster", (("o.initiator_wwpn", "target_wwpn"),)),
    Link("counter_sample", "port", "switch_port", "port", (("o.switch", "switch"), ("o.port_index", "port_index"))),
    Link("isl", "port", "switch_port", "port", (("o.switch", "switch"), ("o.port_index", "port_index"))),
    Link("trunk_member", "port", "switch_port", "port", (("o.switch", "switch"), ("o.port_index", "port_index"))),
    Link("login", "port", "switch_port", "port", (("o.switch", "switch"), ("o.port_index", "port_index"))),
)

# Columns that may contain the index of a port of the same switch.
_PORT_COLUMNS = (
    ("switch_port", "port"),
    ("counter_sample", "port"),
    ("isl", "port"),
    ("trunk_member", "port"),
    ("trunk_member", "trunk"),
    ("login", "port"),
)
# Columns that may contain the index of a port of the switch at the other end.
_PEER_PORT_COLUMNS = ("isl", "trunk_member")


def name_ports(store: Store) -> None:
    """Replace port indexes with names if the switch has exactly one port with that index and another name."""
    if not {"switch", "port", "port_index"} <= store.stated.get("switch_port", set()):
        return
    # Text that is the name of another port is not treated as an index.
    store.execute("""
        CREATE OR REPLACE TEMP TABLE port_name AS
        SELECT switch, port_index::VARCHAR AS shown, min(port) AS port FROM obs_switch_port
        WHERE port_index IS NOT NULL AND port <> port_index::VARCHAR AND switch IS NOT NULL
        GROUP BY switch, port_index HAVING count(DISTINCT port) = 1
    """)
    if store.rows("SELECT 1 FROM port_name LIMIT 1"):
        store.execute("""
            DELETE FROM port_name n WHERE EXISTS (
                SELECT 1 FROM obs_switch_port p WHERE p.switch = n.switch AND p.port = n.shown AND p.port_index::VARCHAR <> n.shown)
        """)
        for kind, column in _PORT_COLUMNS:
            if column in store.stated.get(kind, set()):
                store.execute(
                    f"UPDATE obs_{kind} AS o SET {column} = n.port FROM port_name n WHERE n.switch = o.switch AND n.shown = o.{column}"
                )
        if "switch_wwn" in store.stated.get("switch", set()):
            for kind in _PEER_PORT_COLUMNS:
                if {"peer_port", "peer_wwn"} <= store.stated.get(kind, set()):
                    store.execute(
                        f"UPDATE obs_{kind} AS o SET peer_port = m.port FROM ("
                        "SELECT s.switch_wwn, n.shown, min(n.port) AS port FROM port_name n JOIN obs_switch s ON s.switch = n.switch "
                        "WHERE s.switch_wwn IS NOT NULL GROUP BY ALL HAVING count(DISTINCT n.port) = 1"
                        ") AS m WHERE m.switch_wwn = o.peer_wwn AND m.shown = o.peer_port"
                    )
    store.execute("DROP TABLE port_name")


def apply_links(store: Store) -> None:
    """Fill unknown columns of observations through the declared links, in order of declaration."""
    name_ports(store)
    for link in LINKS:
        if not (store.has_rows(link.kind) and store.has_rows(link.through)):
            continue
        stated = store.stated[link.through]
        if link.take not in stated or any(column not in stated for _, column in link.match):
            continue
        missing = f"{link.fill} IS NULL" if link.fill in store.stated[link.kind] else "TRUE"
        if not store.rows(f"SELECT 1 FROM obs_{link.kind} WHERE {missing} LIMIT 1"):
            continue
        conditions = " AND ".join(f"{expression} = m.{column}" for expression, column in link.match)
        columns = ", ".join(column for _, column in link.match)
        known = " AND ".join(f"{column} IS NOT NULL" for _, column in link.match)
        store.execute(
            f"UPDATE obs_{link.kind} AS o SET {link.fill} = m.taken FROM ("
            f"SELECT {columns}, min({link.take}) AS taken FROM obs_{link.through} "
            f"WHERE {known} AND {link.take} IS NOT NULL GROUP BY {columns} HAVING count(DISTINCT {link.take}) = 1"
            f") AS m WHERE o.{link.fill} IS NULL AND {conditions}"
        )
        store.stated[link.kind].add(link.fill)
    _fill_from_port_names(store)


def _fill_from_port_names(store: Store) -> None:
    """Fill WWPNs that no list of ports states from names such as P…-A0-FC02: the director id in them determines the WWPN."""
    for kind in ("mask_port", "array_login"):
        stated = store.stated.get(kind, set())
        if "port_name" not in stated or not store.has_rows(kind):
            continue
        missing = "target_wwpn IS NULL" if "target_wwpn" in stated else "TRUE"
        names = store.rows(f"SELECT DISTINCT port_name FROM obs_{kind} WHERE {missing} AND port_name IS NOT NULL")
        known = [(name, wwpn) for (name,) in names if (wwpn := wwpn_of_port_name(name)) is not None]
        if known:
            store.execute(
                f"UPDATE obs_{kind} AS o SET target_wwpn = n.wwpn FROM (SELECT unnest(?::VARCHAR[]) AS name, "
                "unnest(?::VARCHAR[]) AS wwpn) AS n WHERE o.target_wwpn IS NULL AND o.port_name = n.name",
                [[name for name, _ in known], [wwpn for _, wwpn in known]],
            )
            stated.add("target_wwpn")
