"""The machines of a plan: fabrics and their switches, zone sets, and other names of hosts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.facts.store.store import Store


@dataclass(frozen=True)
class Machines:
    """The machines of an audit.

    ``fabrics`` maps each switch to its fabrics, ``switches`` each fabric to its switches. ``zone_sets`` contains the
    name of the effective configuration or active zone set by (switch, VSAN), ``enhanced`` the places with enhanced
    zoning. ``names`` contains the other names of each host, ``clusters`` the cluster of each host.
    """

    fabrics: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    switches: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    zone_sets: Mapping[tuple[str, str], str] = field(default_factory=dict)
    enhanced: frozenset[tuple[str, str]] = frozenset()
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    clusters: Mapping[str, str] = field(default_factory=dict)

    def side(self, switch: str) -> str:
        """Return one name for the fabrics that a switch carries; changes to them affect one side of the SAN."""
        return ", ".join(self.fabrics.get(switch, ()))


def machines_of(store: Store) -> Machines:
    """Read the machines from a store with topology."""
    store.ensure_entities(["switch", "vsan", "host", "host_alias", "zone_set", "zone"])
    fabrics: dict[str, list[str]] = {}
    switches: dict[str, list[str]] = {}
    for switch, fabric in store.rows("SELECT DISTINCT switch, fabric FROM switch_fabric ORDER BY ALL"):
        fabrics.setdefault(switch, []).append(fabric)
        switches.setdefault(fabric, []).append(switch)
    names: dict[str, list[str]] = {}
    for host, alias in store.rows("SELECT host, alias FROM host_alias WHERE host IS NOT NULL ORDER BY ALL"):
        names.setdefault(host, []).append(alias)
    return Machines(
        {switch: tuple(found) for switch, found in fabrics.items()},
        {fabric: tuple(found) for fabric, found in switches.items()},
        dict(_zone_sets(store)),
        frozenset(store.rows("SELECT switch, coalesce(vsan, '') FROM vsan WHERE zone_mode ILIKE 'enhanced%'")),
        {host: tuple(found) for host, found in names.items()},
        dict(store.rows("SELECT host, host_cluster FROM host WHERE host_cluster IS NOT NULL ORDER BY ALL")),
    )


def _zone_sets(store: Store) -> list[tuple[tuple[str, str], str]]:
    """Return the effective configuration by (switch, VSAN) where all sources agree on its name."""
    rows = store.rows(
        "SELECT switch, vsan, min(name) FROM ("
        "SELECT switch, '' AS vsan, effective_config AS name FROM switch "
        "UNION ALL SELECT switch, coalesce(vsan, ''), active_zone_set FROM vsan "
        "UNION ALL SELECT switch, coalesce(vsan, ''), zone_set FROM zone_set WHERE active "
        "UNION ALL SELECT switch, coalesce(vsan, ''), zone_set FROM zone WHERE active"
        ") WHERE switch IS NOT NULL AND name IS NOT NULL GROUP BY ALL HAVING count(DISTINCT name) = 1 ORDER BY ALL"
    )
    return [((switch, vsan), name) for switch, vsan, name in rows]
