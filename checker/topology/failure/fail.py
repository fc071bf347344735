"""Failures: an overlay for lost components, and the cost of losing each component and each pair.

A failed component is not removed: its paths stop being live, and so do the logins and back-end paths that need it.
Rules and views run on the overlay as they run on the SAN itself.

A host *certainly* loses a volume if no path is left that is or may be live. If only paths of unknown state are left,
it *may* lose the volume. Only volumes with a path known to be live can be lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from checker.facts.store.store import Store
from checker.topology.failure.back_end import interrupted
from checker.topology.failure.parts import (
    ACTIVE,
    KINDS,
    ROUTE_KEY,
    STANDBY,
    Component,
    add_cut_routes,
    build_failure_parts,
    build_joint_parts,
)

if TYPE_CHECKING:
    from checker.topology.failure.data_cuts import DataLosses


@dataclass(frozen=True)
class Cost:
    """The cost of losing one component or several together, in host-volume pairs unless noted.

    Attributes:
        components: the lost components.
        lost: without a path.
        together: of these, those that keep a path if only one of the components fails; ``lost`` for one component.
        hosts: number of hosts that lose volumes.
        maybe: left with paths of unknown state only.
        last: left with one live path.
        touched: with fewer paths than before.
        paths: number of live paths that fail.
        no_data: number of VPLEX volumes that lose their last copy; for a pair those that keep one if only one component fails.
    """

    components: tuple[Component, ...]
    lost: int
    together: int
    hosts: int
    maybe: int = 0
    last: int = 0
    touched: int = 0
    paths: int = 0
    no_data: int = 0


def single_costs(store: Store) -> list[Cost]:
    """Return the cost of each component that a path needs, highest first; ``build_failure_parts`` must have run before."""
    _layout_parts(store)
    rows = store.rows("""
        SELECT p.kind, p.key,
            coalesce(sum(l.volumes) FILTER (c.cut = l.possible AND l.known > 0), 0)::BIGINT AS lost,
            count(DISTINCT l.host) FILTER (c.cut = l.possible AND l.known > 0) AS hosts,
            coalesce(sum(l.volumes) FILTER (c.cut_known = l.known AND c.cut < l.possible AND l.known > 0), 0)::BIGINT AS maybe,
            coalesce(sum(l.volumes) FILTER (l.known - c.cut_known = 1 AND c.cut_known > 0), 0)::BIGINT AS last,
            coalesce(sum(l.volumes) FILTER (c.cut_known > 0), 0)::BIGINT AS touched,
            coalesce(sum(l.volumes * c.cut_known), 0)::BIGINT AS paths
        FROM failure_part p
        JOIN failure_layout_part c ON c.part = p.part
        JOIN failure_layout l ON l.layout = c.layout
        GROUP BY p.kind, p.key
    """)
    found = [
        Cost(((kind, key),), lost, lost, hosts, maybe, last, touched, paths)
        for kind, key, lost, hosts, maybe, last, touched, paths in rows
    ]
    return sorted(found, key=_rank)


def _rank(cost: Cost) -> tuple[object, ...]:
    """Rank by cost, highest first; at equal cost the widest component first, because it explains the others."""
    width = tuple(-KINDS.index(kind) for kind, _ in cost.components)
    return (
        -cost.together - cost.no_data,
        -cost.lost,
        -cost.maybe,
        -cost.last,
        -cost.touched,
        -cost.paths,
        width,
        cost.components,
    )


def with_data(store: Store, costs: Sequence[Cost], losses: DataLosses, *, size: int) -> list[Cost]:
    """Return the costs with what they lose behind VPLEX, and those that lose nothing else; ``size`` is 1, or 2 for pairs."""
    known = {frozenset(cost.components) for cost in costs}
    more = [cut for cut in losses.volumes if len(cut) == size and cut not in known]
    alone = _alone(store) if more else {}
    both = [*costs, *(_of_paths(_in_order(cut), alone) for cut in more)]
    return sorted((replace(cost, no_data=losses.count(cost.components)) for cost in both), key=_rank)


def _alone(store: Store) -> dict[Component, dict[int, tuple[str, int]]]:
    """Return for each component the layouts that lose all paths with it, with their host and number of volumes."""
    found: dict[Component, dict[int, tuple[str, int]]] = {}
    for kind, key, layout, host, volumes in store.rows(
        "SELECT p.kind, p.key, l.layout, l.host, l.volumes FROM failure_layout_part c "
        "JOIN failure_layout l ON l.layout = c.layout JOIN failure_part p ON p.part = c.part "
        "WHERE c.cut = l.possible AND l.known > 0"
    ):
        found.setdefault((kind, key), {})[layout] = (host, volumes)
    return found


def _of_paths(components: tuple[Component, ...], alone: Mapping[Component, dict[int, tuple[str, int]]]) -> Cost:
    """Return the cost of components that together cut off nothing more than each alone."""
    lost = {layout: pair for one in components for layout, pair in alone.get(one, {}).items()}
    return Cost(components, sum(volumes for _, volumes in lost.values()), 0, len({host for host, _ in lost.values()}))


def _in_order(components: Iterable[Component]) -> tuple[Component, ...]:
    return tuple(sorted(components, key=lambda component: (KINDS.index(component[0]), component[1])))


def _layout_parts(store: Store) -> None:
    """Write ``failure_layout_part``: the number of possible and of live paths of a layout that need a part."""
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE failure_layout_part AS
        SELECT f.layout, r.part, count(*) AS cut, count(*) FILTER (f.use IN ({ACTIVE}, {STANDBY})) AS cut_known
        FROM failure_path f JOIN failure_route_part r ON r.route = f.route
        GROUP BY f.layout, r.part
    """)


def pair_costs(store: Store) -> list[Cost]:
    """Return the cost of each pair whose loss cuts off volumes that neither component cuts off alone, highest first.

    Only parts that together are on all paths of a layout are combined.
    """
    build_joint_parts(store)
    _layout_parts(store)
    store.execute(_MASKS)
    joint = bool(store.rows("SELECT 1 FROM failure_joint LIMIT 1"))
    store.execute(f"CREATE OR REPLACE TEMP TABLE failure_pair AS {_WITH_JOINT if joint else _WITHOUT_JOINT}")
    rows = store.rows("""
        WITH alone AS (
            SELECT c.layout, c.part, l.host, l.volumes FROM failure_layout_part c JOIN failure_layout l ON l.layout = c.layout
            WHERE c.cut = l.possible AND l.known > 0
        ), single AS (
            SELECT part, sum(volumes)::BIGINT AS lost FROM alone GROUP BY part
        ), pair AS (
            SELECT f.one, f.other, sum(l.volumes)::BIGINT AS together FROM failure_pair f JOIN failure_layout l ON l.layout = f.layout
            GROUP BY f.one, f.other
        ), both_alone AS (
            SELECT p.one, p.other, sum(a.volumes)::BIGINT AS lost FROM pair p
            JOIN alone a ON a.part = p.one JOIN alone b ON b.part = p.other AND b.layout = a.layout GROUP BY p.one, p.other
        ), hit AS (
            SELECT f.one, f.other, l.host FROM failure_pair f JOIN failure_layout l ON l.layout = f.layout
            UNION SELECT p.one, p.other, a.host FROM pair p JOIN alone a ON a.part IN (p.one, p.other)
        ), hosts AS (SELECT one, other, count(*) AS hosts FROM hit GROUP BY one, other)
        SELECT x.kind, x.key, y.kind, y.key, p.together,
            p.together + coalesce(s.lost, 0) + coalesce(t.lost, 0) - coalesce(b.lost, 0), h.hosts
        FROM pair p
        JOIN failure_part x ON x.part = p.one JOIN failure_part y ON y.part = p.other
        JOIN hosts h ON h.one = p.one AND h.other = p.other
        LEFT JOIN single s ON s.part = p.one LEFT JOIN single t ON t.part = p.other
        LEFT JOIN both_alone b ON b.one = p.one AND b.other = p.other
    """)
    found = []
    for one_kind, one, other_kind, other, together, lost, hosts in rows:
        found.append(Cost(_in_order(((one_kind, one), (other_kind, other))), lost, together, hosts))
    return sorted(found, key=_rank)


_MASKS = """
    CREATE OR REPLACE TEMP TABLE failure_mask AS
    WITH numbered AS (
        SELECT f.layout, f.route, row_number() OVER (PARTITION BY f.layout ORDER BY f.number) - 1 AS bit, l.possible
        FROM failure_path f JOIN failure_layout l ON l.layout = f.layout WHERE l.known > 0
    ), bits AS (
        SELECT layout, route, set_bit(repeat('0', possible)::BIT, bit::INTEGER, 1) AS mask, repeat('1', possible)::BIT AS every FROM numbered
    ), used AS (
        SELECT b.layout, r.part, bit_or(b.mask) AS mask, any_value(b.every) AS every
        FROM bits b JOIN failure_route_part r ON r.route = b.route GROUP BY b.layout, r.part
    )
    SELECT layout, part, NULL::BIGINT AS other, mask, every FROM used
    UNION ALL
    SELECT b.layout, j.one, j.other, bit_or(b.mask), any_value(b.every)
    FROM bits b JOIN failure_joint j ON j.route = b.route GROUP BY b.layout, j.one, j.other
"""
"""The paths of a layout that need a part, and those that need one of two parts, as bits."""

_WITHOUT_JOINT = """
    SELECT x.layout, x.part AS one, y.part AS other FROM failure_mask x
    JOIN failure_mask y ON y.layout = x.layout AND y.part > x.part
    WHERE x.mask <> x.every AND y.mask <> y.every AND (x.mask | y.mask) = x.every
"""
_WITH_JOINT = """
    WITH own AS (FROM failure_mask WHERE other IS NULL), shared AS (FROM failure_mask WHERE other IS NOT NULL), every_pair AS (
        SELECT x.layout, x.part AS one, y.part AS other, x.mask | y.mask AS mask, x.every FROM own x
        JOIN own y ON y.layout = x.layout AND y.part > x.part
        UNION ALL SELECT layout, part, other, mask, every FROM shared
        UNION ALL SELECT s.layout, s.part, s.other, o.mask, o.every FROM shared s
        JOIN own o ON o.layout = s.layout AND o.part IN (s.part, s.other)
    ), whole AS (
        SELECT layout, one, other FROM every_pair GROUP BY layout, one, other HAVING bit_or(mask) = any_value(every)
    ), alone AS (SELECT layout, part FROM own WHERE mask = every)
    SELECT w.* FROM whole w
    WHERE (w.layout, w.one) NOT IN (SELECT (layout, part) FROM alone) AND (w.layout, w.other) NOT IN (SELECT (layout, part) FROM alone)
"""


def hosts_at(store: Store, components: Sequence[Component]) -> tuple[str, ...]:
    """Return the hosts at failing sites; they fail with the site."""
    sites = [key for kind, key in components if kind == "site"]
    rows = store.rows("SELECT DISTINCT host FROM host WHERE list_contains(?, site) ORDER BY 1", [sites])
    return tuple(host for (host,) in rows)


def fail(store: Store, components: Sequence[Component]) -> None:
    """Mark components as failed: write ``failed``, and mark everything that needs them as not live.

    ``build_failure_parts`` must have run before; its layouts remain those of the intact SAN. ``failure_gone`` contains
    the routes that no longer work.
    """
    store.execute("CREATE OR REPLACE TABLE failed (kind VARCHAR, key VARCHAR)")
    lost = [*components, *_bundles_without_ports(store, components)]
    store.insert("failed", sorted(set(lost)))
    store.execute(
        "CREATE OR REPLACE TEMP TABLE failure_gone AS SELECT DISTINCT r.route FROM failure_route_part r "
        "JOIN failure_part p ON p.part = r.part JOIN failed f ON f.kind = p.kind AND f.key = p.key"
    )
    add_cut_routes(store, lost)
    same = " AND ".join(f"r.{name} IS NOT DISTINCT FROM path_place.{name}" for name in ROUTE_KEY)
    store.execute(
        "UPDATE path_place SET live = FALSE, state = 'dead' "
        "FROM (SELECT * FROM failure_route WHERE route IN (SELECT route FROM failure_gone)) r "
        f"WHERE {same} AND live IS DISTINCT FROM FALSE"
    )
    _fail_logins(store, lost)


def _bundles_without_ports(store: Store, components: Sequence[Component]) -> list[Component]:
    """Return the ISL bundles whose links, as listed by one of the two switches, all end at a failed port."""
    ports = {key for kind, key in components if kind == "switch_port"}
    if not ports:
        return []
    links: dict[tuple[str, str], list[bool]] = {}
    for switch, port, peer, peer_port in store.rows(
        "SELECT i.switch, i.port, coalesce(w.switch, i.peer_switch), i.peer_port FROM isl i LEFT JOIN "
        "(SELECT switch_wwn, min(switch) AS switch FROM switch WHERE switch_wwn IS NOT NULL GROUP BY 1) w ON w.switch_wwn = i.peer_wwn "
        "WHERE i.switch IS NOT NULL AND coalesce(w.switch, i.peer_switch) IS NOT NULL"
    ):
        ends = {f"{switch} {port}", f"{peer} {peer_port}"}
        links.setdefault((f"{min(switch, peer)} - {max(switch, peer)}", switch), []).append(bool(ends & ports))
    return sorted({("isl", bundle) for (bundle, _), gone in links.items() if all(gone)})


_PORTS = """
    SELECT 'host_hba' AS kind, host || ' ' || regexp_replace(pci_address, '\\.[0-9a-fA-F]$', '') AS key, initiator_wwpn AS wwpn FROM initiator
    UNION ALL SELECT 'switch', switch, wwpn FROM edge_port
    UNION ALL SELECT 'switch_port', switch || ' ' || port, wwpn FROM edge_port
    UNION ALL SELECT 'fabric', fabric, wwpn FROM edge_port
    UNION ALL SELECT 'site', s.site, e.wwpn FROM edge_port e JOIN switch s ON s.switch = e.switch
    UNION ALL SELECT 'storage_array', storage_array, target_wwpn FROM target_place
    UNION ALL SELECT 'director', storage_array || ' ' || director, target_wwpn FROM target_place
    UNION ALL SELECT 'engine', storage_array || ' ' || engine, target_wwpn FROM target_place
    UNION ALL SELECT 'cluster', storage_array || ' ' || nullif(cluster, ''), target_wwpn FROM target_place
"""
"""The ports that fail with a component that is not a port itself."""


def component_ports(store: Store) -> list[tuple[str, str, str]]:
    """Return kind and key of each component with the world wide port name of each port that fails with it."""
    store.ensure_entities(("initiator", "switch"))
    return store.rows(
        f"SELECT DISTINCT kind, key, wwpn FROM ({_PORTS}) WHERE key IS NOT NULL AND wwpn IS NOT NULL ORDER BY ALL"
    )


def _fail_logins(store: Store, lost: Sequence[Component]) -> None:
    """Mark logins between failed ports as logged out, and back-end paths through failed ports, switches or ISLs as dead."""
    store.ensure_entities(("array_login", "backend_path", "initiator", "switch"))
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE failure_port AS
        SELECT DISTINCT wwpn FROM (
            SELECT key AS wwpn FROM failed WHERE kind IN ('initiator', 'target_port')
            UNION ALL SELECT p.wwpn FROM ({_PORTS}) p JOIN failed f ON f.kind = p.kind AND f.key = p.key
        ) WHERE wwpn IS NOT NULL
    """)
    gone = "(SELECT wwpn FROM failure_port)"
    store.execute(
        f"UPDATE array_login SET logged_in = FALSE WHERE initiator_wwpn IN {gone} OR target_wwpn IN {gone} OR (initiator_wwpn, target_wwpn) IN "
        "(SELECT (initiator_wwpn, target_wwpn) FROM failure_route WHERE route IN (SELECT route FROM failure_gone) "
        "AND initiator_wwpn IS NOT NULL AND target_wwpn IS NOT NULL)"
    )
    store.execute(f"UPDATE backend_path SET state = 'dead' WHERE initiator_wwpn IN {gone} OR target_wwpn IN {gone}")
    if pairs := interrupted(store, lost):
        store.execute("CREATE OR REPLACE TEMP TABLE failure_back_end (initiator_wwpn VARCHAR, target_wwpn VARCHAR)")
        store.connection.executemany("INSERT INTO failure_back_end VALUES (?, ?)", pairs)
        both = "WHERE (initiator_wwpn, target_wwpn) IN (SELECT (initiator_wwpn, target_wwpn) FROM failure_back_end)"
        store.execute(f"UPDATE backend_path SET state = 'dead' {both}")
        store.execute(f"UPDATE array_login SET logged_in = FALSE {both}")


__all__ = ["Cost", "build_failure_parts", "fail", "pair_costs", "single_costs"]
