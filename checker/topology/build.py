"""The order in which topology is built; its results are tables again."""

from __future__ import annotations

from checker.facts.store import Store
from checker.topology.fabrics import build_port_fabrics, build_switch_fabrics
from checker.topology.paths import build_paths
from checker.topology.ports import build_device_scope, build_port_roles, build_target_places
from checker.topology.routes import build_routes
from checker.topology.zoning import build_zoning

ENTITIES = (
    "alias array_login backend_path device director fabric_member fabric_switch initiator isl login mask_initiator "
    "mask_port mask_volume path registered_initiator remote_port storage_array storage_volume switch switch_port target_port vplex_cluster "
    "vsan zone zone_member zone_set"
)
"""Entity tables that topology reads; they exist, empty, where nothing was observed."""


def build_topology(store: Store) -> None:
    """Build every topology table from the entities: fabrics, roles, places, zoning, paths, routes."""
    store.ensure_entities(ENTITIES.split())
    build_switch_fabrics(store)
    build_port_fabrics(store)
    build_target_places(store)
    build_port_roles(store)
    build_device_scope(store)
    build_zoning(store)
    build_paths(store)
    build_routes(store)
