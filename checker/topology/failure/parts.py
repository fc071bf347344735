"""The parts that paths need, in tables from which failures are computed.

A million paths are a few thousand *layouts*, because most LUNs of a host have the same paths. Paths are therefore
numbered by their route (``failure_route``), hosts and volumes are grouped by their set of routes (``failure_layout``),
and the cost of a failure is computed once per layout and multiplied by its number of volumes.

Parts are mandatory: a route does not work without them. Two switches, ISL bundles or sites may each be avoidable, but
not both at the same time: such pairs are in ``failure_joint``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from checker.facts.store.store import Store
from checker.topology.routes.routes import links_by_fabric

if TYPE_CHECKING:
    from checker.topology.derive.switch_cuts import SwitchGraph

Component = tuple[str, str]
"""Kind and key of a component that may fail."""

DEAD, ACTIVE, STANDBY, UNKNOWN = range(4)
"""The use of a path; standby and non-optimised paths carry load only if no other path is left."""

KINDS = (
    "initiator",
    "host_hba",
    "switch_port",
    "isl",
    "switch",
    "fabric",
    "target_port",
    "director",
    "engine",
    "cluster",
    "storage_array",
    "site",
)
"""The kinds of components; a kind that is part of another comes first."""

# Parts of a route as expressions over failure_route; a route may have several of one kind (its two switch ports).
_PARTS = (
    ("initiator", "coalesce(initiator_wwpn, host || ' ' || hba)"),
    ("host_hba", "host || ' ' || pci_address"),
    ("switch_port", "from_switch || ' ' || from_port"),
    ("switch_port", "to_switch || ' ' || to_port"),
    ("fabric", "fabric"),
    ("target_port", "target_wwpn"),
    ("director", "storage_array || ' ' || director"),
    ("engine", "storage_array || ' ' || engine"),
    ("cluster", "storage_array || ' ' || nullif(cluster, '')"),
    ("storage_array", "storage_array"),
)

ROUTE_KEY = ("host", "initiator_wwpn", "hba", "target_wwpn", "cluster", "fabric")
"""The columns of ``path_place`` that identify the route of a path."""

_SAME_ROUTE = " AND ".join(f"r.{name} IS NOT DISTINCT FROM p.{name}" for name in ROUTE_KEY)


def build_failure_parts(store: Store) -> None:
    """Write the temporary tables of this module from the topology tables; only volumes in scope of path rules count.

    ``failure_route`` lists the routes, ``failure_part`` all parts, and ``failure_route_part`` the parts that each route
    needs. ``failure_layout`` lists the layouts with host, number of volumes, live paths (known) and paths that are or
    may be live (possible), ``failure_path`` their paths, and ``failure_volume`` the layout of each host and volume.
    """
    _routes(store)
    _parts(store)
    _layouts(store)


def _routes(store: Store) -> None:
    key = ", ".join(ROUTE_KEY)
    store.ensure_entities(("host", "initiator", "isl", "storage_array", "switch", "vplex_cluster"))
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE failure_route AS
        WITH edge AS (
            SELECT wwpn, fabric, min(switch) AS switch, CASE WHEN count(DISTINCT port) = 1 THEN min(port) END AS port
            FROM edge_port GROUP BY wwpn, fabric HAVING count(DISTINCT switch) = 1
        ), adapter AS (
            SELECT host, initiator_wwpn, min(regexp_replace(pci_address, '\\.[0-9a-fA-F]$', '')) AS pci_address
            FROM initiator WHERE pci_address IS NOT NULL GROUP BY ALL
        ), keyed AS (
            SELECT {key}, min(storage_array) AS storage_array, min(director) AS director, min(engine) AS engine
            FROM path_place GROUP BY {key}
        )
        SELECT row_number() OVER () AS route, k.*, a.pci_address, i.switch AS from_switch, i.port AS from_port,
            t.switch AS to_switch, t.port AS to_port, h.site AS host_site, coalesce(c.site, s.site) AS array_site
        FROM keyed k
        LEFT JOIN edge i ON i.wwpn = k.initiator_wwpn AND i.fabric = k.fabric
        LEFT JOIN edge t ON t.wwpn = k.target_wwpn AND t.fabric = k.fabric
        LEFT JOIN adapter a ON a.host = k.host AND a.initiator_wwpn = k.initiator_wwpn
        LEFT JOIN host h ON h.host = k.host
        LEFT JOIN storage_array s ON s.storage_array = k.storage_array
        LEFT JOIN vplex_cluster c ON c.storage_array = k.storage_array AND c.cluster = k.cluster
    """)


def _parts(store: Store) -> None:
    kinds = ", ".join(f"'{kind}'" for kind, _ in _PARTS)
    keys = ", ".join(part for _, part in _PARTS)
    # If no route is known, only the edge switches count.
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE failure_named AS
        WITH one_each AS (
            SELECT route, unnest([{kinds}]) AS kind, unnest([{keys}]) AS key FROM failure_route
        ), way AS (
            SELECT n.route, split_part(m, ' ', 1) AS kind, substr(m, strpos(m, ' ') + 1) AS key
            FROM failure_route n
            LEFT JOIN switch_route r ON r.fabric = n.fabric AND r.from_switch = n.from_switch AND r.to_switch = n.to_switch,
                unnest(CASE WHEN len(r.mandatory) > 0 THEN r.mandatory
                       ELSE list_filter(['switch ' || n.from_switch, 'switch ' || n.to_switch], lambda s: s IS NOT NULL) END) AS u(m)
        ), located AS (
            SELECT route, 'site' AS kind, array_site AS key FROM failure_route
            UNION ALL SELECT w.route, 'site', s.site FROM way w JOIN switch s ON s.switch = w.key WHERE w.kind = 'switch'
        )
        SELECT DISTINCT route, kind, key FROM (
            FROM one_each UNION ALL FROM way
            UNION ALL SELECT t.route, t.kind, t.key FROM located t JOIN failure_route r ON r.route = t.route
            WHERE t.key IS DISTINCT FROM r.host_site
        ) WHERE key IS NOT NULL
    """)
    _cut_by_sites(store)
    store.execute(
        "CREATE OR REPLACE TEMP TABLE failure_part AS SELECT row_number() OVER (ORDER BY kind, key) AS part, kind, key "
        "FROM (SELECT DISTINCT kind, key FROM failure_named)"
    )
    store.execute(
        "CREATE OR REPLACE TEMP TABLE failure_route_part AS "
        "SELECT n.route, p.part FROM failure_named n JOIN failure_part p USING (kind, key)"
    )


def _layouts(store: Store) -> None:
    # Round robin of ESXi may be set to use non-optimised paths, too.
    store.ensure_entities(("device",))
    # Devices outside the scope of path rules (local disks, gatekeepers …) do not count.
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE failure_volume AS
        SELECT p.host, p.device, list_sort(list(r.route * 4 + CASE
            WHEN p.live IS NULL THEN {UNKNOWN} WHEN NOT p.live THEN {DEAD}
            WHEN p.state = 'standby' OR NOT p.optimised AND u.host IS NULL THEN {STANDBY} ELSE {ACTIVE} END)) AS ways
        FROM path_place p JOIN failure_route r ON {_SAME_ROUTE}
        LEFT JOIN device_scope d ON d.host = p.host AND d.device = p.device
        LEFT JOIN (SELECT DISTINCT host, device FROM device WHERE rr_use_ano) u ON u.host = p.host AND u.device = p.device
        WHERE d.in_scope IS NOT FALSE
        GROUP BY p.host, p.device
    """)
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE failure_layout AS
        SELECT row_number() OVER () AS layout, host, ways, count(*) AS volumes,
            len(list_filter(ways, lambda w: w % 4 IN ({ACTIVE}, {STANDBY}))) AS known,
            len(list_filter(ways, lambda w: w % 4 <> {DEAD})) AS possible
        FROM failure_volume GROUP BY host, ways
    """)
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE failure_path AS
        SELECT layout, number, way // 4 AS route, way % 4 AS use FROM (
            SELECT layout, unnest(ways) AS way, unnest(range(len(ways))) AS number FROM failure_layout
        ) WHERE way % 4 <> {DEAD}
    """)


def _cut_by_sites(store: Store) -> None:
    """Add the sites that every route between two edge switches crosses, even if each switch there can be avoided."""
    if not store.rows("SELECT 1 FROM switch WHERE site IS NOT NULL LIMIT 1"):
        return
    found = [
        (site, fabric, one, other)
        for fabric, graph, ends in _used(store)
        for one, other in ends
        for kind, site in graph.needed(one, other)
        if kind == "site"
    ]
    if found:
        store.connection.executemany(
            "INSERT INTO failure_named SELECT route, 'site', ?1 FROM failure_route "
            "WHERE fabric = ?2 AND from_switch = ?3 AND to_switch = ?4 AND host_site IS DISTINCT FROM ?1 "
            "AND (route, 'site', ?1) NOT IN (SELECT (route, kind, key) FROM failure_named)",
            found,
        )


def build_joint_parts(store: Store) -> None:
    """Write ``failure_joint``: for each route, the pairs of avoidable switches, bundles and sites that must not both fail."""
    store.execute("CREATE OR REPLACE TEMP TABLE failure_joint (route BIGINT, one BIGINT, other BIGINT)")
    found = [
        (fabric, *pair, *left, *right)
        for fabric, graph, ends in _used(store)
        for pair in ends
        for left, right in graph.pairs(*pair)
    ]
    if not found:
        return
    store.execute(
        "CREATE OR REPLACE TEMP TABLE failure_cut (fabric VARCHAR, from_switch VARCHAR, to_switch VARCHAR, "
        "kind VARCHAR, key VARCHAR, other_kind VARCHAR, other_key VARCHAR)"
    )
    store.insert("failure_cut", found)
    store.execute(
        "INSERT INTO failure_part SELECT (SELECT coalesce(max(part), 0) FROM failure_part) + row_number() OVER (ORDER BY kind, key), kind, key "
        "FROM (SELECT kind, key FROM failure_cut UNION SELECT other_kind, other_key FROM failure_cut) "
        "WHERE (kind, key) NOT IN (SELECT (kind, key) FROM failure_part)"
    )
    # A host fails together with its own site, so its routes do not count that site.
    store.execute(
        "INSERT INTO failure_joint SELECT DISTINCT r.route, least(a.part, b.part), greatest(a.part, b.part) FROM failure_cut c "
        "JOIN failure_route r ON r.fabric = c.fabric AND r.from_switch = c.from_switch AND r.to_switch = c.to_switch "
        "JOIN failure_part a ON a.kind = c.kind AND a.key = c.key "
        "JOIN failure_part b ON b.kind = c.other_kind AND b.key = c.other_key "
        "WHERE NOT (c.kind = 'site' AND c.key IS NOT DISTINCT FROM r.host_site) "
        "AND NOT (c.other_kind = 'site' AND c.other_key IS NOT DISTINCT FROM r.host_site)"
    )


def _used(store: Store) -> Iterator[tuple[str, SwitchGraph, list[tuple[str, str]]]]:
    """Yield each fabric of several switches with its graph and the pairs of edge switches connected by paths."""
    ends: dict[str, list[tuple[str, str]]] = {}
    for fabric, one, other in store.rows(
        "SELECT DISTINCT fabric, from_switch, to_switch FROM failure_route "
        "WHERE fabric IS NOT NULL AND from_switch <> to_switch ORDER BY ALL"
    ):
        ends.setdefault(fabric, []).append((one, other))
    yield from switch_graphs(store, ends)


def switch_graphs(
    store: Store, ends: Mapping[str, list[tuple[str, str]]]
) -> Iterator[tuple[str, SwitchGraph, list[tuple[str, str]]]]:
    """Yield the fabrics of ``ends`` (pairs of switches by fabric) that have ISLs, with the graph of their switches."""
    if not ends:
        return
    from checker.topology.derive.switch_cuts import SwitchGraph

    sites = dict(store.rows("SELECT switch, min(site) FROM switch WHERE site IS NOT NULL GROUP BY 1"))
    for fabric, links in links_by_fabric(store).items():
        if fabric in ends:
            yield fabric, SwitchGraph(links, sites), ends[fabric]


def add_cut_routes(store: Store, failed: Iterable[Component]) -> None:
    """Add to ``failure_gone`` the routes between switches that are connected only while not all of ``failed`` fail.

    A lost site takes its own hosts with it; for their routes only the other losses count.
    """
    parts = [part for part in failed if part[0] in ("switch", "isl", "site")]
    if len(parts) < 2:
        return
    sites = sorted({key for kind, key in parts if kind == "site"})
    rows = [
        (fabric, one, other, own, sites)
        for fabric, graph, ends in _used(store)
        for one, other in ends
        if graph.connected(one, other)
        for own in (None, *sites)
        if not graph.connected(one, other, [part for part in parts if part != ("site", own)])
    ]
    if rows:
        store.connection.executemany(
            "INSERT INTO failure_gone SELECT route FROM failure_route WHERE fabric = ?1 AND from_switch = ?2 AND to_switch = ?3 "
            "AND CASE WHEN ?4::VARCHAR IS NULL THEN NOT list_contains(?5::VARCHAR[], coalesce(host_site, '')) ELSE host_site = ?4 END",
            rows,
        )
