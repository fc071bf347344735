"""The steps of topology in order; each reads tables and writes tables."""

from __future__ import annotations

from collections.abc import Callable

from checker.facts import products
from checker.facts.store.store import Store
from checker.topology.derive.fabrics import build_port_fabrics, build_switch_fabrics
from checker.topology.derive.paths import build_paths
from checker.topology.derive.ports import build_device_scope, build_port_roles, build_target_places
from checker.topology.derive.zoning import build_zoning
from checker.topology.routes.routes import build_routes

ENTITIES = (
    "alias array_login backend_path device director fabric_member fabric_switch initiator isl login mask_initiator "
    "mask_port mask_volume path registered_initiator remote_port storage_array storage_volume switch switch_port target_port trunk_member vplex_cluster "
    "vsan zone zone_member zone_set"
)
"""Entity tables that topology reads; they exist and are empty if nothing was observed."""


STEPS: tuple[tuple[Callable[[Store], None], tuple[str, ...]], ...] = (
    (build_switch_fabrics, ("switch_fabric",)),
    (build_port_fabrics, ("edge_port", "wwpn_fabric", "port_fabric")),
    (build_target_places, ("target_place",)),
    (build_port_roles, ("port_role",)),
    (build_device_scope, ("device_scope",)),
    (build_zoning, ("zone_port", "zoned_pair", "active_zone_set")),
    (build_paths, ("path_place",)),
    (build_routes, ("switch_route",)),
)
"""The steps in order, each with the tables it writes; a step reads entities and the tables of earlier steps."""


def build_topology(store: Store) -> None:
    """Build every topology table from the entities: fabrics, roles, places, zoning, paths, routes."""
    store.ensure_entities(ENTITIES.split())
    store.execute(products.macros())
    for step, _ in STEPS:
        step(store)
