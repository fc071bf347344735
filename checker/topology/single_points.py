"""Mandatory parts of paths, and the single points of failure of each host and volume.

End nodes do not forward frames, so cut vertices of the cabling are not the answer: a path is alive only if all its
parts are, and a part that every live path of a host to a volume holds is a single point of failure. That is a
grouping over path and part, not a graph search.
"""

from __future__ import annotations

from checker.facts.store import Store
from checker.topology.tables import tables

# Parts of which a path has one, with the expression that names it over a row of the numbered paths.
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
# Switches and ISL bundles of a path, as 'switch sw1' or 'isl sw1 - sw2'; edge switches count where no route is known.
_ON_THE_WAY = """
    SELECT n.host, n.device, n.path_id, split_part(m, ' ', 1) AS part_kind, substr(m, strpos(m, ' ') + 1) AS part
    FROM (FROM numbered WHERE from_switch IS NOT NULL OR to_switch IS NOT NULL) n
    LEFT JOIN switch_route r ON r.fabric = n.fabric AND r.from_switch = n.from_switch AND r.to_switch = n.to_switch,
        unnest(CASE WHEN len(r.mandatory) > 0 THEN r.mandatory ELSE list_distinct(list_filter(['switch ' || n.from_switch, 'switch ' || n.to_switch], lambda s: s IS NOT NULL)) END) AS u(m)
"""


def build_path_parts(store: Store) -> None:
    """Write ``path_part``: the mandatory parts of every path that is or may be live; unknown parts are not invented.

    Parts are initiator port, adapter, fabric, edge switches, mandatory switches and ISL bundles between them, target
    port, director, engine, cluster and array. Leaves the paths with their numbers and switches in ``numbered``.
    """
    store.execute(tables()["path_part"].ddl)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE numbered AS
        SELECT row_number() OVER () AS path_id, p.host, p.device, p.live, p.initiator_wwpn, p.hba, p.fabric, p.target_wwpn,
            p.director, p.engine, p.cluster, p.storage_array, ei.switch AS from_switch, et.switch AS to_switch, h.pci_address
        FROM path_place p
        LEFT JOIN (SELECT wwpn, fabric, min(switch) AS switch FROM edge_port GROUP BY ALL HAVING count(DISTINCT switch) = 1) ei
            ON ei.wwpn = p.initiator_wwpn AND ei.fabric = p.fabric
        LEFT JOIN (SELECT wwpn, fabric, min(switch) AS switch FROM edge_port GROUP BY ALL HAVING count(DISTINCT switch) = 1) et
            ON et.wwpn = p.target_wwpn AND et.fabric = p.fabric
        LEFT JOIN (SELECT host, initiator_wwpn, min(regexp_replace(pci_address, '\\.[0-9a-fA-F]$', '')) AS pci_address
                   FROM initiator WHERE pci_address IS NOT NULL GROUP BY ALL) h
            ON h.host = p.host AND h.initiator_wwpn = p.initiator_wwpn
        WHERE p.live IS DISTINCT FROM FALSE
    """)
    kinds = ", ".join(f"'{kind}'" for kind, _ in _ONE_EACH)
    parts = ", ".join(part for _, part in _ONE_EACH)
    store.execute(
        f"INSERT INTO path_part SELECT host, device, path_id, part_kind, part FROM "
        f"(SELECT host, device, path_id, unnest([{kinds}]) AS part_kind, unnest([{parts}]) AS part FROM numbered) "
        f"WHERE part IS NOT NULL UNION ALL {_ON_THE_WAY}"
    )


def build_single_points(store: Store) -> None:
    """Write ``single_point``: the parts common to all live paths of each host and volume, by one grouping.

    A path whose state is unknown, or of which a part is unknown, may be the one that survives: what it is not known to
    hold is no single point.
    """
    build_path_parts(store)
    store.execute(tables()["single_point"].ddl)
    # Where each path has one part of a kind, all have the same if smallest and largest are equal and none is unknown.
    common = ", ".join(
        f"CASE WHEN count({part}) = count(*) AND min({part}) = max({part}) THEN min({part}) END AS {kind}"
        for kind, part in _ONE_EACH
    )
    kinds = ", ".join(f"'{kind}'" for kind, _ in _ONE_EACH)
    names = ", ".join(kind for kind, _ in _ONE_EACH)
    store.execute(f"""
        INSERT INTO single_point
        WITH shared AS (
            SELECT host, device, count(*) FILTER (WHERE live) AS live_paths, count(*) AS paths, {common}
            FROM numbered GROUP BY host, device
        ), way AS ({_ON_THE_WAY})
        SELECT host, device, part_kind, part, live_paths FROM
            (SELECT host, device, live_paths, unnest([{kinds}]) AS part_kind, unnest([{names}]) AS part FROM shared WHERE live_paths > 0)
        WHERE part IS NOT NULL
        UNION ALL
        SELECT w.host, w.device, w.part_kind, w.part, min(n.live_paths) FROM way w JOIN shared n ON n.host = w.host AND n.device = w.device
        WHERE n.live_paths > 0 GROUP BY w.host, w.device, w.part_kind, w.part HAVING count(*) = min(n.paths)
    """)
    store.execute("DROP TABLE numbered")
