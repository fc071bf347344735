"""The tables that topology writes: their meaning and their columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from checker.facts.declare import Column, Table, flag, integer, text


@dataclass(frozen=True)
class TopologyTable(Table):
    """One table that a topology step writes."""

    name: str
    meaning: str
    columns: tuple[Column, ...]

    @property
    def ddl(self) -> str:
        """The statement that creates the table, empty."""
        return f"CREATE OR REPLACE TABLE {self.name} ({self.sql_columns})"


_HOST = text("host", "name of the host")
_DEVICE = text("device", "identity of the LUN")
_FABRIC = text("fabric", "name of the fabric")
_INITIATOR = text("initiator_wwpn", "world wide port name of the initiator")
_TARGET = text("target_wwpn", "world wide port name of the target port")

TABLES = (
    TopologyTable(
        "switch_fabric",
        "The fabric of each switch and VSAN: the connected component of switches it belongs to.",
        (
            text("switch", "name of the switch"),
            text("vsan", "VSAN, or ''"),
            _FABRIC,
            text("basis", "declared or observed"),
        ),
    ),
    TopologyTable(
        "wwpn_fabric",
        "The fabrics a port is in. A port with more than one row is faulty or routed.",
        (
            text("wwpn", "world wide port name"),
            _FABRIC,
            text("basis", "login, path (it shares a path with a port of known fabric) or inferred"),
        ),
    ),
    TopologyTable(
        "port_fabric",
        "The fabric of each port that is in exactly one fabric.",
        (text("wwpn", "world wide port name"), _FABRIC, text("basis", "as in wwpn_fabric")),
    ),
    TopologyTable(
        "edge_port",
        "The switch and port where a device is logged in locally.",
        (
            text("wwpn", "world wide port name"),
            text("switch", "switch"),
            text("vsan", "VSAN"),
            text("port", "switch port"),
            _FABRIC,
        ),
    ),
    TopologyTable(
        "port_role",
        "The role, owner and kind of owner of each known port.",
        (
            text("wwpn", "world wide port name"),
            text("role", "initiator, target or both; NULL if unknown"),
            text("owner_kind", "host, virtualiser, replication, backup or unknown, for initiators"),
            text("host", "host that owns it"),
            text("storage_array", "array that owns it"),
            text("label", "alias or registered name, for display"),
            flag("captured", "whether an export of its host names it"),
        ),
    ),
    TopologyTable(
        "target_place",
        "The location of each target port: array, family, cluster, engine, director and letter.",
        (
            _TARGET,
            text("storage_array", "array or VPLEX system"),
            text("family", "product family"),
            text("cluster", "VPLEX cluster"),
            text("engine", "engine"),
            text("director", "director or controller"),
            text("letter", "A or B for VPLEX"),
            text("port", "port name, for display"),
            text("role", "front-end, back-end …"),
            flag("known", "whether an export of the array names the port"),
        ),
    ),
    TopologyTable(
        "zone_port",
        "Members of zones resolved to ports, one row per member and fabric.",
        (
            _FABRIC,
            text("vsan", "VSAN"),
            flag("active", "true in the active zone set, false in the defined database"),
            text("zone", "zone"),
            text("zone_type", "type of the zone"),
            flag("smart", "smart zoning"),
            text("member", "member as written"),
            text("member_type", "kind of member"),
            text("member_role", "role in a smart or peer zone"),
            text("wwpn", "port; NULL if unknown"),
            text("role", "initiator, target, both; NULL if unknown"),
            flag("logged_in", "whether it is logged in to this fabric; NULL without a login table"),
            text("switch", "switch whose database was read"),
        ),
    ),
    TopologyTable(
        "zoned_pair",
        "Initiator and target that an active zone allows to communicate.",
        (_FABRIC, text("zone", "zone"), _INITIATOR, _TARGET),
    ),
    TopologyTable(
        "active_zone_set",
        "The effective configuration or active zone set of each switch and VSAN, where all sources agree on its name.",
        (text("switch", "name of the switch"), text("vsan", "VSAN, or ''"), text("zone_set", "its name")),
    ),
    TopologyTable(
        "device_scope",
        "Whether path rules apply to a device of a host.",
        (
            _HOST,
            _DEVICE,
            flag("in_scope", "NULL if unknown"),
            text("reason", "why it is out of scope; iSCSI for volumes to which only rules without fabrics apply"),
            text("family", "product family of its array"),
        ),
    ),
    TopologyTable(
        "path_place",
        "Every logical path with fabric, array, cluster, engine and director; observed, otherwise planned.",
        (
            _HOST,
            _DEVICE,
            text("protocol", "fcp or nvme"),
            text("hctl", "runtime name"),
            text("path_name", "kernel name"),
            text("hba", "host port"),
            _INITIATOR,
            _TARGET,
            text("state", "normalised state"),
            flag("live", "whether it is usable; NULL if the state is unknown"),
            text("basis", "observed, planned, or unlisted (a path that the export may have omitted)"),
            _FABRIC,
            text("fabric_basis", "login, path or inferred"),
            text("storage_array", "array"),
            text("family", "product family"),
            text("cluster", "VPLEX cluster, '' for other arrays, NULL if unknown"),
            text("engine", "engine"),
            text("director", "director or controller"),
            text("letter", "A or B"),
            flag("optimised", "FALSE for a non-optimised path; NULL if unknown or planned"),
        ),
    ),
    TopologyTable(
        "switch_route",
        "Routes between the switches of a fabric.",
        (
            _FABRIC,
            text("from_switch", "switch"),
            text("to_switch", "switch"),
            integer("switches", "switches on the shortest route, including both ends"),
            Column("mandatory", "list", "switches and ISL bundles that every route uses"),
        ),
    ),
    TopologyTable(
        "path_part",
        "Mandatory parts of each path of a host and volume that is or may be live.",
        (
            _HOST,
            _DEVICE,
            integer("path_id", "number of the path"),
            text("part_kind", "kind"),
            text("part", "name"),
        ),
    ),
    TopologyTable(
        "single_point",
        "Parts that every live path of a host to a volume needs; their loss cuts off the volume.",
        (
            _HOST,
            _DEVICE,
            text("part_kind", "kind"),
            text("part", "name"),
            integer("live_paths", "live paths"),
        ),
    ),
    TopologyTable(
        "single_point_doubt",
        "Kinds of parts for which a single point of failure is possible but not certain.",
        (
            _HOST,
            _DEVICE,
            text("part_kind", "initiator, target_port, switch or isl"),
        ),
    ),
)


@cache
def tables() -> Mapping[str, TopologyTable]:
    """Return every topology table by name."""
    return {table.name: table for table in TABLES}
