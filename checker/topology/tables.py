"""The tables that topology writes back, declared once: what each holds and what its columns mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class TopologyTable:
    """One table: its meaning, and (column, DuckDB type, meaning) for each column."""

    name: str
    meaning: str
    columns: tuple[tuple[str, str, str], ...]

    @property
    def ddl(self) -> str:
        """The statement that makes the table, empty."""
        columns = ", ".join(f"{name} {sql_type}" for name, sql_type, _ in self.columns)
        return f"CREATE OR REPLACE TABLE {self.name} ({columns})"


_HOST = ("host", "VARCHAR", "name of the host")
_DEVICE = ("device", "VARCHAR", "identity of the LUN")
_FABRIC = ("fabric", "VARCHAR", "name of the fabric")
_INITIATOR = ("initiator_wwpn", "VARCHAR", "world wide port name of the initiator")
_TARGET = ("target_wwpn", "VARCHAR", "world wide port name of the target port")

TABLES = (
    TopologyTable(
        "switch_fabric",
        "The fabric of each switch and VSAN: a connected component of switches.",
        (
            ("switch", "VARCHAR", "name of the switch"),
            ("vsan", "VARCHAR", "VSAN, or ''"),
            _FABRIC,
            ("basis", "VARCHAR", "declared or observed"),
        ),
    ),
    TopologyTable(
        "wwpn_fabric",
        "The fabrics a port is in. More than one row for a port is a fault or a routed port.",
        (
            ("wwpn", "VARCHAR", "world wide port name"),
            _FABRIC,
            ("basis", "VARCHAR", "login, path (a path joins it to a port with a known fabric) or inferred"),
        ),
    ),
    TopologyTable(
        "port_fabric",
        "The fabric of each port that is in exactly one.",
        (("wwpn", "VARCHAR", "world wide port name"), _FABRIC, ("basis", "VARCHAR", "as in wwpn_fabric")),
    ),
    TopologyTable(
        "edge_port",
        "The switch and port where a device is logged in locally.",
        (
            ("wwpn", "VARCHAR", "world wide port name"),
            ("switch", "VARCHAR", "switch"),
            ("vsan", "VARCHAR", "VSAN"),
            ("port", "VARCHAR", "switch port"),
            _FABRIC,
        ),
    ),
    TopologyTable(
        "port_role",
        "What each known port is: initiator or target, whose, and what kind of machine owns it.",
        (
            ("wwpn", "VARCHAR", "world wide port name"),
            ("role", "VARCHAR", "initiator, target or both; NULL if unknown"),
            ("owner_kind", "VARCHAR", "host, virtualiser, replication, backup or unknown, for initiators"),
            ("host", "VARCHAR", "host that owns it"),
            ("storage_array", "VARCHAR", "array that owns it"),
            ("label", "VARCHAR", "alias or registered name, for people"),
            ("captured", "BOOLEAN", "an export of its host names it"),
        ),
    ),
    TopologyTable(
        "target_place",
        "Where each target port is: array, family, cluster, engine, director and letter.",
        (
            _TARGET,
            ("storage_array", "VARCHAR", "array or VPLEX system"),
            ("family", "VARCHAR", "product family"),
            ("cluster", "VARCHAR", "VPLEX cluster"),
            ("engine", "VARCHAR", "engine"),
            ("director", "VARCHAR", "director or controller"),
            ("letter", "VARCHAR", "A or B for VPLEX"),
            ("port", "VARCHAR", "port name for people"),
            ("role", "VARCHAR", "front-end, back-end …"),
            ("known", "BOOLEAN", "an export of the array names the port"),
        ),
    ),
    TopologyTable(
        "zone_port",
        "Members of zones resolved to ports, once a fabric.",
        (
            _FABRIC,
            ("vsan", "VARCHAR", "VSAN"),
            ("active", "BOOLEAN", "active set or defined database"),
            ("zone", "VARCHAR", "zone"),
            ("zone_type", "VARCHAR", "type of the zone"),
            ("smart", "BOOLEAN", "smart zoning"),
            ("member", "VARCHAR", "member as written"),
            ("member_type", "VARCHAR", "kind of member"),
            ("member_role", "VARCHAR", "role in a smart or peer zone"),
            ("wwpn", "VARCHAR", "port; NULL if it can't be told"),
            ("role", "VARCHAR", "initiator, target, both; NULL if unknown"),
            ("logged_in", "BOOLEAN", "it is logged in to this fabric; NULL if the login table is not there"),
            ("switch", "VARCHAR", "switch whose database was read"),
        ),
    ),
    TopologyTable(
        "zoned_pair",
        "Initiator and target that an active zone lets talk.",
        (_FABRIC, ("zone", "VARCHAR", "zone"), _INITIATOR, _TARGET),
    ),
    TopologyTable(
        "device_scope",
        "Whether path rules apply to a device of a host.",
        (
            _HOST,
            _DEVICE,
            ("in_scope", "BOOLEAN", "NULL if it can't be told"),
            ("reason", "VARCHAR", "why it is out of scope"),
            ("family", "VARCHAR", "product family of its array"),
        ),
    ),
    TopologyTable(
        "path_place",
        "Every logical path with its place: fabric, array, cluster, engine, director; observed, else planned.",
        (
            _HOST,
            _DEVICE,
            ("protocol", "VARCHAR", "fcp or nvme"),
            ("hctl", "VARCHAR", "runtime name"),
            ("path_name", "VARCHAR", "kernel name"),
            ("hba", "VARCHAR", "host port"),
            _INITIATOR,
            _TARGET,
            ("state", "VARCHAR", "normalised state"),
            ("live", "BOOLEAN", "usable; NULL if the state is unknown"),
            ("basis", "VARCHAR", "observed, planned, or unlisted: a path that an export may have left out"),
            _FABRIC,
            ("fabric_basis", "VARCHAR", "login, path or inferred"),
            ("storage_array", "VARCHAR", "array"),
            ("family", "VARCHAR", "product family"),
            ("cluster", "VARCHAR", "VPLEX cluster, '' for other arrays, NULL if unknown"),
            ("engine", "VARCHAR", "engine"),
            ("director", "VARCHAR", "director or controller"),
            ("letter", "VARCHAR", "A or B"),
        ),
    ),
    TopologyTable(
        "switch_route",
        "Routes between the switches of a fabric.",
        (
            _FABRIC,
            ("from_switch", "VARCHAR", "switch"),
            ("to_switch", "VARCHAR", "switch"),
            ("switches", "BIGINT", "switches on the shortest route, both ends counted"),
            ("mandatory", "VARCHAR[]", "switches and ISL bundles that every route uses"),
        ),
    ),
    TopologyTable(
        "path_part",
        "Mandatory parts of each path of each host and volume that is or may be live.",
        (
            _HOST,
            _DEVICE,
            ("path_id", "BIGINT", "number of the path"),
            ("part_kind", "VARCHAR", "kind"),
            ("part", "VARCHAR", "name"),
        ),
    ),
    TopologyTable(
        "single_point",
        "Parts that every live path of a host to a volume needs: their loss cuts the volume off.",
        (
            _HOST,
            _DEVICE,
            ("part_kind", "VARCHAR", "kind"),
            ("part", "VARCHAR", "name"),
            ("live_paths", "BIGINT", "live paths"),
        ),
    ),
    TopologyTable(
        "single_point_doubt",
        "Kinds of parts of which one may be needed by every live path of a host to a volume, and none is known to be.",
        (
            _HOST,
            _DEVICE,
            ("part_kind", "VARCHAR", "initiator, target_port, switch or isl"),
        ),
    ),
)


@cache
def tables() -> Mapping[str, TopologyTable]:
    """Every topology table by name."""
    return {table.name: table for table in TABLES}
