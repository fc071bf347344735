"""What commands for switches depend on: the switches of a fabric, and the zone sets that are active."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.facts.store.store import Store

# Members whose port is unknown prove nothing; nor does a fabric of which only the active zones were exported.
_LOSING = """
    WITH defined AS (
        SELECT fabric, vsan, zone, list(wwpn) AS ports, bool_and(wwpn IS NOT NULL) AS is_clear
        FROM zone_port WHERE NOT active GROUP BY ALL
    )
    SELECT DISTINCT f.switch, f.vsan FROM zone_port a JOIN (SELECT DISTINCT fabric, vsan FROM defined) k USING (fabric, vsan)
    LEFT JOIN defined d USING (fabric, vsan, zone) JOIN switch_fabric f USING (fabric, vsan)
    WHERE a.active AND (d.zone IS NULL OR d.is_clear AND a.wwpn IS NOT NULL AND NOT list_contains(d.ports, a.wwpn)) ORDER BY ALL
"""
# Zones of which no switch of the fabric has an active copy, although active zones of the fabric were exported.
_INACTIVE = """
    WITH named AS (
        SELECT switch, vsan, zone, active FROM zone UNION ALL SELECT switch, vsan, zone, active FROM zone_member
    ), zones AS (
        SELECT f.fabric, f.vsan, n.zone, bool_or(n.active) AS active FROM named n JOIN switch_fabric f USING (switch, vsan) GROUP BY ALL
    )
    SELECT f.switch, f.vsan, z.zone FROM zones z JOIN switch_fabric f USING (fabric, vsan)
    WHERE NOT z.active AND EXISTS (SELECT 1 FROM zones a WHERE a.active AND a.fabric = z.fabric AND a.vsan = z.vsan) ORDER BY ALL
"""


@dataclass(frozen=True)
class Switches:
    """The switches of an audit.

    ``fabrics`` maps each switch to its fabrics, ``switches`` each fabric to its switches. ``zone_sets`` contains the
    name of the effective configuration or active zone set by (switch, VSAN), ``enhanced`` the places with enhanced
    zoning, ``losing`` those where an activation takes access away: zones or members that are active are not defined.
    ``inactive`` contains (switch, VSAN, zone) of the zones that are only defined: changing them changes no access.
    ``used`` are the fabrics with logins.
    """

    fabrics: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    switches: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    zone_sets: Mapping[tuple[str, str], str] = field(default_factory=dict)
    enhanced: frozenset[tuple[str, str]] = frozenset()
    losing: frozenset[tuple[str, str]] = frozenset()
    inactive: frozenset[tuple[str, str, str]] = frozenset()
    used: frozenset[str] = frozenset()

    def side(self, switch: str) -> str:
        """Return one name for the fabrics that a switch carries; changes to them affect one side of the SAN.

        VSANs without any device, such as those for isolated ports, are left out unless the switch has no others.
        """
        fabrics = self.fabrics.get(switch, ())
        return ", ".join([one for one in fabrics if one in self.used] or fabrics)

    def zone_set(self, switch: str, vsan: str) -> str | None:
        """Return the zone set that is active in a VSAN of a switch, from the switch itself or its whole fabric."""
        own = self.zone_sets.get((switch, vsan))
        if own is not None:
            return own
        fabrics = self.fabrics.get(switch, ())
        others = {self.zone_sets.get((one, vsan)) for fabric in fabrics for one in self.switches.get(fabric, ())} - {
            None
        }
        return others.pop() if len(others) == 1 else None

    def machine(self, on: str) -> tuple[str, str]:
        """Return kind and name of the machine of a step; for a fabric its first switch, which distributes the change."""
        kind, _, name = on.partition(":")
        if kind == "fabric" and self.switches.get(name):
            return "switch", self.switches[name][0]
        return kind, name


def switches_of(store: Store) -> Switches:
    """Read the switches from a store with topology."""
    fabrics: dict[str, list[str]] = {}
    switches: dict[str, list[str]] = {}
    for switch, fabric in store.rows("SELECT DISTINCT switch, fabric FROM switch_fabric ORDER BY ALL"):
        fabrics.setdefault(switch, []).append(fabric)
        switches.setdefault(fabric, []).append(switch)
    return Switches(
        {switch: tuple(found) for switch, found in fabrics.items()},
        {fabric: tuple(found) for fabric, found in switches.items()},
        {(switch, vsan): name for switch, vsan, name in store.rows("SELECT * FROM active_zone_set ORDER BY ALL")},
        frozenset(store.rows("SELECT switch, coalesce(vsan, '') FROM vsan WHERE zone_mode ILIKE 'enhanced%'")),
        frozenset(store.rows(_LOSING)),
        frozenset(store.rows(_INACTIVE)),
        frozenset(fabric for (fabric,) in store.rows("SELECT DISTINCT fabric FROM edge_port ORDER BY 1")),
    )
