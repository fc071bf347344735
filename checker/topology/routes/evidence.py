"""The data that reasons for missing paths are drawn from, read from the store."""

from __future__ import annotations

from collections.abc import Iterable

from checker.facts.store.store import Store
from checker.topology.derive.open_ends import open_fabrics, open_switches
from checker.topology.derive.zoning import MAY_TALK
from checker.topology.routes.masking import masking_of
from checker.topology.routes.reasons import Evidence, Zoned


def evidence_of(store: Store, initiators: Iterable[str], targets: Iterable[str], device: str) -> Evidence:
    """Return the data about these ports and the views of the volume."""
    store.ensure_entities(
        (
            "array_login", "fabric_member", "initiator", "isl", "mask_initiator", "mask_port", "mask_view", "mask_volume",
            "switch_port", "target_port", "vsan",
        )
    )  # fmt: skip
    ours, theirs = sorted(set(initiators)), sorted(set(targets))
    found = Evidence()
    _read_places(store, found, [*ours, *theirs])
    _read_zoning(store, found, ours, theirs)
    found.routes = {
        (f, a, b): n for f, a, b, n in store.rows("SELECT fabric, from_switch, to_switch, switches FROM switch_route")
    }
    if None in found.routes.values():
        found.open_switches = open_switches(store)
    found.masking = masking_of(store, ours, theirs, device)
    found.array_logins = {
        (i, t): logged_in
        for i, t, logged_in in store.rows(
            "SELECT initiator_wwpn, target_wwpn, bool_or(coalesce(logged_in, TRUE)) FROM array_login "
            "WHERE list_contains(?, initiator_wwpn) AND list_contains(?, target_wwpn) GROUP BY ALL",
            [ours, theirs],
        )
    }
    found.belongs = _belongs(found, ours, theirs)
    return found


def _read_places(store: Store, found: Evidence, ports: list[str]) -> None:
    for wwpn, switch, port, fabric, switches, places in store.rows(
        "SELECT wwpn, min(switch), min(port), min(fabric), count(DISTINCT switch), "
        "string_agg(DISTINCT switch || coalesce(' ' || port, ''), ' and ' ORDER BY switch || coalesce(' ' || port, '')) "
        "FROM edge_port WHERE list_contains(?, wwpn) GROUP BY wwpn",
        [ports],
    ):
        if switches == 1:
            found.edge[wwpn] = switch, port, fabric
        else:
            found.several[wwpn] = places
    found.fabric = dict(store.rows("SELECT wwpn, fabric FROM port_fabric WHERE list_contains(?, wwpn)", [ports]))
    # A live path needs a login, also at a switch without exports; a dead path does not.
    found.seen = {
        row[0]
        for row in store.rows(
            "SELECT wwpn FROM wwpn_fabric WHERE list_contains(?1, wwpn) AND basis = 'login' "
            "UNION SELECT initiator_wwpn FROM path_place WHERE list_contains(?1, initiator_wwpn) AND live AND basis = 'observed' "
            "UNION SELECT target_wwpn FROM path_place WHERE list_contains(?1, target_wwpn) AND live AND basis = 'observed'",
            [ports],
        )
    }
    found.listed = {fabric for (fabric,) in store.rows("SELECT DISTINCT fabric FROM edge_port")}
    found.logins_known = bool(found.listed)
    found.listed -= open_fabrics(store)
    found.state = dict(
        store.rows(
            "SELECT initiator_wwpn, min(port_state) FROM initiator WHERE port_state IS NOT NULL AND list_contains(?1, initiator_wwpn) GROUP BY 1 "
            "UNION ALL SELECT target_wwpn, min(port_state) FROM target_port WHERE port_state IS NOT NULL AND list_contains(?1, target_wwpn) GROUP BY 1",
            [ports],
        )
    )


def _read_zoning(store: Store, found: Evidence, ours: list[str], theirs: list[str]) -> None:
    for fabric, initiator, target, zone, active, permits in store.rows(
        f"SELECT i.fabric, i.wwpn, t.wwpn, i.zone, i.active, bool_or({MAY_TALK}) FROM zone_port i "
        "JOIN zone_port t ON t.fabric = i.fabric AND t.vsan = i.vsan AND t.zone = i.zone AND t.active = i.active "
        "WHERE list_contains(?, i.wwpn) AND list_contains(?, t.wwpn) GROUP BY ALL ORDER BY ALL",
        [ours, theirs],
    ):
        found.zones.setdefault((fabric, initiator, target), []).append(Zoned(zone, active, permits))
    found.zoned_fabrics = {fabric for (fabric,) in store.rows("SELECT DISTINCT fabric FROM zone_port WHERE active")}
    for wwpn, fabric in store.rows(
        "SELECT DISTINCT wwpn, fabric FROM zone_port WHERE active AND list_contains(?, wwpn)", [[*ours, *theirs]]
    ):
        found.zone_fabrics.setdefault(wwpn, set()).add(fabric)
    # With a default zone that permits traffic, it matters whether a port is in any zone at all.
    permitting = store.rows(
        "SELECT DISTINCT f.fabric FROM vsan v JOIN switch_fabric f ON f.switch = v.switch AND f.vsan = v.vsan "
        "WHERE v.default_zone = 'permit' AND v.default_zone_in_force"
    )
    # Two unknown members of a zone may be both ports.
    found.unidentified = {
        (fabric, wwpn): zones
        for fabric, wwpn, zones in store.rows(
            "WITH unknown AS (SELECT fabric, vsan, zone, count(*) AS members FROM zone_port WHERE active AND wwpn IS NULL GROUP BY ALL) "
            "SELECT u.fabric, k.wwpn, list(DISTINCT u.zone) FROM unknown u JOIN zone_port k USING (fabric, vsan, zone) "
            "WHERE k.active AND list_contains(?, k.wwpn) GROUP BY ALL "
            "UNION ALL SELECT fabric, NULL, list(DISTINCT zone) FROM unknown WHERE members > 1 GROUP BY ALL",
            [[*ours, *theirs]],
        )
    }
    found.unclear = dict(
        store.rows("SELECT fabric, list(DISTINCT zone) FROM zone_port WHERE active AND wwpn IS NULL GROUP BY ALL")
    )
    for (fabric,) in permitting:
        found.unzoned[fabric] = {wwpn for wwpn in (*ours, *theirs) if fabric not in found.zone_fabrics.get(wwpn, ())}


def _belongs(found: Evidence, initiators: list[str], targets: list[str]) -> dict[str, set[str]]:
    """Return where each port belongs: its own fabric, else where it is zoned, else where no other port of its host is.

    The last is known only for ports of the host: it needs one port in each fabric.
    """
    there = {found.fabric[target] for target in targets if target in found.fabric}
    taken = {found.fabric[initiator] for initiator in initiators if initiator in found.fabric}
    belongs = {}
    for wwpn in (*initiators, *targets):
        if wwpn in found.fabric:
            belongs[wwpn] = {found.fabric[wwpn]}
        else:
            rest = there - taken if wwpn in initiators else set()
            belongs[wwpn] = found.zone_fabrics.get(wwpn) or rest - (found.listed if wwpn in found.seen else set())
    return belongs
