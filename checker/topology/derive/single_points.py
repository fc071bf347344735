"""Mandatory parts of paths, and the single points of failure of each host and volume.

End nodes do not forward frames, so single points of failure are not the cut vertices of the cabling: a path is live
only if all its parts are, and a part that every live path of a host to a volume needs is a single point of failure.
Finding them takes a grouping by path and part, not a graph search.
"""

from __future__ import annotations

from checker.facts.store.store import Store
from checker.topology.tables import tables

# Parts that a path has at most once, each with the expression that names it in a row of the numbered paths.
_ONE_EACH = (
    ("initiator", "coalesce(initiator_wwpn, hba)"),
    ("adapter", "pci_address"),
    ("fabric", "fabric"),
    ("target_port", "target_wwpn"),
    ("director", "CASE WHEN director IS NOT NULL THEN coalesce(storage_array, '') || ' ' || director END"),
    ("engine", "CASE WHEN engine IS NOT NULL THEN coalesce(storage_array, '') || ' ' || engine END"),
    ("cluster", "CASE WHEN nullif(cluster, '') IS NOT NULL THEN coalesce(storage_array, '') || ' ' || cluster END"),
    ("storage_array", "storage_array"),
)
# The columns of path_place in which the ways of paths differ.
_WAY = ("host", "initiator_wwpn", "hba", "fabric", "target_wwpn", "director", "engine", "cluster", "storage_array")
_SAME_WAY = " AND ".join(f"w.{name} IS NOT DISTINCT FROM p.{name}" for name in _WAY)
# Kinds that ``single_point_doubt`` covers in addition to switches and ISLs.
_DOUBTED = ("initiator", "target_port")


def _ways(store: Store) -> None:
    """Write ``way``: each distinct way of paths that are or may be live, with its number, adapter and edge switches.

    ``on_way`` lists the switches and ISL bundles that the way needs, or only the edge switches if the route is unknown;
    ``complete`` is true if the route is known. A million paths share a few thousand ways.
    """
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE way AS
        WITH edge AS (
            SELECT wwpn, fabric, min(switch) AS switch FROM edge_port GROUP BY ALL HAVING count(DISTINCT switch) = 1
        ), card AS (
            SELECT host, initiator_wwpn, min(regexp_replace(pci_address, '\\.[0-9a-fA-F]$', '')) AS pci_address
            FROM initiator WHERE pci_address IS NOT NULL GROUP BY ALL
        ), placed AS (
            SELECT p.*, i.switch AS from_switch, t.switch AS to_switch, c.pci_address
            FROM (SELECT DISTINCT {", ".join(_WAY)} FROM path_place WHERE live IS DISTINCT FROM FALSE) p
            LEFT JOIN edge i ON i.wwpn = p.initiator_wwpn AND i.fabric = p.fabric
            LEFT JOIN edge t ON t.wwpn = p.target_wwpn AND t.fabric = p.fabric
            LEFT JOIN card c ON c.host = p.host AND c.initiator_wwpn = p.initiator_wwpn
        )
        SELECT row_number() OVER () AS way, p.*, len(r.mandatory) > 0 AS complete,
            CASE WHEN len(r.mandatory) > 0 THEN r.mandatory
                ELSE list_distinct(list_filter(['switch ' || p.from_switch, 'switch ' || p.to_switch], lambda s: s IS NOT NULL)) END AS on_way
        FROM placed p
        LEFT JOIN switch_route r ON r.fabric = p.fabric AND r.from_switch = p.from_switch AND r.to_switch = p.to_switch
    """)


def build_path_parts(store: Store) -> None:
    """Write ``path_part``: the known mandatory parts of every path that is or may be live.

    Parts are initiator port, adapter, fabric, edge switches, mandatory switches and ISL bundles between them, target
    port, director, engine, cluster and array.
    """
    _ways(store)
    store.execute(tables()["path_part"].ddl)
    kinds = ", ".join(f"'{kind}'" for kind, _ in _ONE_EACH)
    parts = ", ".join(part for _, part in _ONE_EACH)
    store.execute(f"""
        INSERT INTO path_part
        WITH numbered AS (
            SELECT row_number() OVER () AS path_id, p.device, w.* FROM path_place p JOIN way w ON {_SAME_WAY} WHERE p.live IS DISTINCT FROM FALSE
        )
        SELECT host, device, path_id, part_kind, part
        FROM (SELECT host, device, path_id, unnest([{kinds}]) AS part_kind, unnest([{parts}]) AS part FROM numbered) WHERE part IS NOT NULL
        UNION ALL
        SELECT host, device, path_id, split_part(m, ' ', 1), substr(m, strpos(m, ' ') + 1) FROM numbered, unnest(on_way) AS u(m);
        DROP TABLE way
    """)


def build_single_points(store: Store) -> None:
    """Write ``single_point``: the parts common to all live paths of each host and volume.

    A path of unknown state or with an unknown part may be the one that survives, so a part that it is not known to use
    is not a single point of failure. ``single_point_doubt`` names the kinds of parts for which this leaves the question
    open. Volumes of a host with the same ways are evaluated once.
    """
    _ways(store)
    for name in ("single_point", "single_point_doubt"):
        store.execute(tables()[name].ddl)
    kinds = ", ".join(f"'{kind}'" for kind, _ in _ONE_EACH)
    names = ", ".join(kind for kind, _ in _ONE_EACH)
    # All paths share their part of a kind if the smallest and largest are equal and none is unknown.
    common = ", ".join(
        f"CASE WHEN count({part}) = count(*) AND min({part}) = max({part}) THEN min({part}) END AS {kind}"
        for kind, part in _ONE_EACH
    )
    differ = ", ".join(
        f"coalesce(min({part}) FILTER (WHERE live) < max({part}) FILTER (WHERE live), FALSE) AS {kind}_differs"
        for kind, part in _ONE_EACH
        if kind in _DOUBTED
    )
    doubted = ", ".join(
        f"CASE WHEN ({kind} IS NULL OR live_paths = 0) AND NOT {kind}_differs THEN '{kind}' END" for kind in _DOUBTED
    )
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE common_part AS
        WITH laid AS MATERIALIZED (
            SELECT p.host, p.device, list_sort(list(2 * w.way + coalesce(p.live, FALSE)::BIGINT)) AS ways
            FROM path_place p JOIN way w ON {_SAME_WAY} WHERE p.live IS DISTINCT FROM FALSE GROUP BY p.host, p.device
        ), layout_way AS MATERIALIZED (
            SELECT l.ways, l.step % 2 = 1 AS live, w.* FROM (SELECT ways, unnest(ways) AS step FROM (SELECT DISTINCT ways FROM laid)) l JOIN way w ON w.way = l.step // 2
        ), shared AS MATERIALIZED (
            SELECT ways, count(*) FILTER (WHERE live) AS live_paths, count(*) AS paths, count(*) FILTER (WHERE live AND complete) AS routed, {common}, {differ}
            FROM layout_way GROUP BY ways
        ), on_ways AS MATERIALIZED (
            SELECT ways, split_part(m, ' ', 1) AS part_kind, substr(m, strpos(m, ' ') + 1) AS part,
                count(*) AS paths, count(*) FILTER (WHERE live AND complete) AS routed
            FROM layout_way, unnest(on_way) AS u(m) GROUP BY ALL
        ), point AS MATERIALIZED (
            SELECT ways, part_kind, part, live_paths FROM
                (SELECT ways, live_paths, unnest([{kinds}]) AS part_kind, unnest([{names}]) AS part FROM shared WHERE live_paths > 0)
            WHERE part IS NOT NULL
            UNION ALL
            SELECT o.ways, o.part_kind, o.part, s.live_paths FROM on_ways o JOIN shared s ON s.ways = o.ways
            WHERE s.live_paths > 0 AND o.paths = s.paths
        ), doubt AS (
            SELECT ways, part_kind FROM (SELECT ways, unnest([{doubted}]) AS part_kind FROM shared) WHERE part_kind IS NOT NULL
            UNION ALL
            -- If no part is on all live paths with a known route, no part is common.
            SELECT s.ways, k.kind FROM shared s CROSS JOIN (SELECT unnest(['switch', 'isl']) AS kind) k
            LEFT JOIN (SELECT ways, part_kind, max(routed) AS routed FROM on_ways GROUP BY ALL) o ON o.ways = s.ways AND o.part_kind = k.kind
            ANTI JOIN point p ON p.ways = s.ways AND p.part_kind = k.kind
            WHERE s.routed = 0 OR o.routed >= s.routed
        )
        SELECT v.host, v.device, j.part_kind, j.part, j.live_paths
        FROM laid v JOIN (SELECT ways, part_kind, part, live_paths FROM point UNION ALL SELECT ways, part_kind, NULL, NULL FROM doubt) j ON j.ways = v.ways;
        INSERT INTO single_point SELECT host, device, part_kind, part, live_paths FROM common_part WHERE part IS NOT NULL;
        INSERT INTO single_point_doubt SELECT host, device, part_kind FROM common_part WHERE part IS NULL;
        DROP TABLE common_part; DROP TABLE way
    """)
