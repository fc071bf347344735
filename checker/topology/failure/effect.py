"""The effect of a failure: volumes without paths, volumes with fewer paths, and moved load.

The load is the measured load of the ports if every target port in use has a measurement; otherwise each host-volume pair
counts as one. The load is spread evenly over the active paths of a volume, or over its standby paths if no active path
is left.
"""

from __future__ import annotations

from dataclasses import dataclass

from checker.facts.store.store import Store
from checker.topology.failure.parts import ACTIVE, STANDBY, Component
from checker.topology.failure.undetermined import write_open_routes

LOAD_KINDS = ("fabric", "switch", "isl", "director", "target_port", "initiator")


@dataclass(frozen=True)
class Loss:
    """A host and a volume that lose all live paths; ``name`` is the display name of the volume."""

    host: str
    volume: str
    name: str | None
    paths: int


@dataclass(frozen=True)
class Load:
    """The load of a part before and after, in the unit of the effect."""

    component: Component
    before: float
    after: float


@dataclass(frozen=True)
class Effect:
    """The effect of a failure on paths and load.

    ``last`` are those with one live path left of several, ``undetermined`` those whose remaining paths may all need a
    component that fails, because theirs of that kind is unknown. ``fewer`` counts host-volume pairs by their live paths before and after. ``unit`` is ``iops`` or ``host-volume pairs``.
    ``total`` is the number of host-volume pairs with a live path before.
    """

    lost: tuple[Loss, ...]
    maybe: tuple[Loss, ...]
    fewer: tuple[tuple[int, int, int], ...]
    load: tuple[Load, ...]
    unit: str
    total: int
    last: tuple[Loss, ...] = ()
    undetermined: tuple[Loss, ...] = ()


def effect(store: Store) -> Effect:
    """Return the effect of the failure marked by ``checker.topology.failure.fail``."""
    write_open_routes(store)
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE failure_left AS
        SELECT l.layout, l.known, l.volumes, count(f.route) FILTER (f.use IN ({ACTIVE}, {STANDBY}) AND g.route IS NULL) AS known_left,
            count(f.route) FILTER (g.route IS NULL) AS possible_left, count(f.route) FILTER (g.route IS NULL AND o.route IS NULL) AS sure_left
        FROM failure_layout l
        LEFT JOIN failure_path f ON f.layout = l.layout
        LEFT JOIN failure_gone g ON g.route = f.route
        LEFT JOIN failure_open o ON o.route = f.route
        GROUP BY l.layout, l.known, l.volumes
    """)
    fewer = store.rows(
        "SELECT known, known_left, sum(volumes)::BIGINT FROM failure_left WHERE known_left < known GROUP BY 1, 2 ORDER BY 2, 1"
    )
    total = store.rows("SELECT coalesce(sum(volumes), 0)::BIGINT FROM failure_left WHERE known > 0")[0][0]
    unit, load = _load(store)
    return Effect(
        _losses(store, "known > 0 AND possible_left = 0"),
        _losses(store, "known > 0 AND known_left = 0 AND possible_left > 0"),
        tuple(fewer),
        load,
        unit,
        int(total),
        _losses(store, "known > 1 AND known_left = 1 AND sure_left > 0"),
        _losses(store, "known > 0 AND known_left > 0 AND sure_left = 0"),
    )


def _losses(store: Store, condition: str) -> tuple[Loss, ...]:
    if not store.rows(f"SELECT 1 FROM failure_left WHERE {condition} LIMIT 1"):
        return ()
    store.ensure_entities(("device", "mask_volume", "storage_volume", "virtual_volume"))
    rows = store.rows(f"""
        WITH lost AS (
            SELECT v.host, v.device, s.known FROM (FROM failure_left WHERE {condition}) s
            JOIN failure_layout l ON l.layout = s.layout JOIN failure_volume v ON v.host = l.host AND v.ways = l.ways
        ), named AS (
            SELECT device, virtual_volume AS name, 1 AS position FROM virtual_volume
            UNION ALL SELECT device, label, 2 FROM storage_volume UNION ALL SELECT device, volume_name, 3 FROM mask_volume
            UNION ALL SELECT device, alias, 4 FROM device
        ), best AS (
            SELECT device, arg_min(name, (position, name)) AS name FROM named WHERE name IS NOT NULL AND name <> device GROUP BY device
        )
        SELECT l.host, l.device, b.name, l.known FROM lost l LEFT JOIN best b ON b.device = l.device ORDER BY ALL
    """)
    return tuple(Loss(*row) for row in rows)


def _load(store: Store) -> tuple[str, tuple[Load, ...]]:
    """Return the unit and the parts whose load changes, sorted by kind, largest increase first."""
    # Active paths carry the load of a volume, or standby paths if there are no active ones.
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE failure_share AS
        WITH uses AS (
            SELECT f.layout, f.number, f.route, f.use, g.route IS NULL AS remains, l.volumes,
                min(f.use) OVER (PARTITION BY f.layout) AS first_use,
                min(CASE WHEN g.route IS NULL THEN f.use END) OVER (PARTITION BY f.layout) AS use_left
            FROM failure_path f JOIN failure_layout l ON l.layout = f.layout LEFT JOIN failure_gone g ON g.route = f.route
            WHERE f.use IN ({ACTIVE}, {STANDBY})
        )
        SELECT layout, route, volumes, (use = first_use)::INTEGER AS carried, coalesce(remains AND use = use_left, FALSE)::INTEGER AS carries,
            sum((use = first_use)::INTEGER) OVER (PARTITION BY layout) AS carriers,
            sum(coalesce(remains AND use = use_left, FALSE)::INTEGER) OVER (PARTITION BY layout) AS carriers_left
        FROM uses
    """)
    measured = _measure(store)
    # The load of a layout: its number of volumes, or the measured load of the ports it uses.
    weight = "s.volumes::DOUBLE" if not measured else "w.load"
    joined = "JOIN failure_weight w ON w.layout = s.layout" if measured else ""
    one_path = "s.carried * s.volumes / s.carriers::DOUBLE" if not measured else "s.carried * m.iops"
    ports = "JOIN failure_measured m ON m.layout = s.layout AND m.route = s.route" if measured else ""
    rows = store.rows(f"""
        WITH moved AS (
            SELECT s.route, {one_path} AS before, CASE WHEN s.carriers_left > 0 THEN s.carries * {weight} / s.carriers_left ELSE 0 END AS after
            FROM failure_share s {joined} {ports}
        )
        SELECT p.kind, p.key, round(sum(m.before), 6) AS before, round(sum(m.after), 6) AS after
        FROM moved m JOIN failure_route_part r ON r.route = m.route JOIN failure_part p ON p.part = r.part
        WHERE p.kind IN ({", ".join(f"'{kind}'" for kind in LOAD_KINDS)})
        GROUP BY p.kind, p.key HAVING abs(sum(m.before) - sum(m.after)) > 1e-6
    """)
    found = [Load((kind, key), before, after) for kind, key, before, after in rows]
    found.sort(key=lambda load: (LOAD_KINDS.index(load.component[0]), load.before - load.after, load.component))
    return "iops" if measured else "host-volume pairs", tuple(found)


def _measure(store: Store) -> bool:
    """Spread measured I/O rates of target ports over the paths that use them; False if a port in use has none."""
    store.ensure_entities(("port_load", "target_port"))
    if not store.rows("SELECT 1 FROM port_load WHERE about_kind = 'target_port' AND metric = 'iops' LIMIT 1"):
        return False
    store.execute("""
        CREATE OR REPLACE TEMP TABLE failure_rate AS
        WITH rates AS (
            SELECT about_key, arg_max(value, coalesce(captured_at, TIMESTAMP '1970-01-01')) AS iops
            FROM port_load WHERE about_kind = 'target_port' AND metric = 'iops' AND value IS NOT NULL GROUP BY about_key
        ), named AS (
            SELECT min(target_wwpn) AS target_wwpn, port_name FROM target_port WHERE port_name IS NOT NULL GROUP BY port_name HAVING count(*) = 1
        )
        SELECT coalesce(n.target_wwpn, r.about_key) AS target_wwpn, max(r.iops) AS iops
        FROM rates r LEFT JOIN named n ON n.port_name = r.about_key GROUP BY 1
    """)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE failure_measured AS
        WITH used AS (
            SELECT s.layout, s.route, f.target_wwpn, s.carried * s.volumes / s.carriers::DOUBLE AS share
            FROM failure_share s JOIN failure_route f ON f.route = s.route
        ), port AS (SELECT target_wwpn, sum(share) AS shares FROM used GROUP BY target_wwpn)
        SELECT u.layout, u.route, CASE WHEN u.share = 0 THEN 0 ELSE m.iops * u.share / p.shares END AS iops
        FROM used u LEFT JOIN port p ON p.target_wwpn = u.target_wwpn LEFT JOIN failure_rate m ON m.target_wwpn = u.target_wwpn
    """)
    if store.rows("SELECT 1 FROM failure_measured WHERE iops IS NULL LIMIT 1"):
        return False
    store.execute(
        "CREATE OR REPLACE TEMP TABLE failure_weight AS SELECT layout, sum(iops) AS load FROM failure_measured GROUP BY layout"
    )
    return True


def unknown_counts(store: Store) -> list[tuple[str, int, int]]:
    """Return (kind, paths whose part of that kind is unknown, all paths); failures of that kind do not count the former."""
    rows = store.rows("""
        WITH path AS (SELECT f.route, sum(l.volumes)::BIGINT AS paths FROM failure_path f JOIN failure_layout l ON l.layout = f.layout GROUP BY f.route),
        known AS (SELECT DISTINCT r.route, p.kind FROM failure_route_part r JOIN failure_part p ON p.part = r.part)
        SELECT k.kind, sum(p.paths) FILTER (t.route IS NULL)::BIGINT, sum(p.paths)::BIGINT
        FROM (SELECT unnest(['initiator', 'host_hba', 'switch', 'fabric', 'target_port', 'director', 'storage_array']) AS kind) k
        CROSS JOIN path p LEFT JOIN known t ON t.route = p.route AND t.kind = k.kind GROUP BY k.kind
    """)
    return sorted((kind, unplaced, paths) for kind, unplaced, paths in rows if unplaced)
