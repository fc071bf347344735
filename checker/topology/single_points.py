"""Mandatory parts of paths, and the single points of failure of each host and volume.

End nodes do not forward frames, so cut vertices of the cabling are not the answer: a path is alive only if all its
parts are, and a part that every live path of a host to a volume holds is a single point of failure. That is a
grouping over path and part, not a graph search.
"""

from __future__ import annotations

from checker.facts.store import Store
from checker.topology.tables import tables


def build_path_parts(store: Store) -> None:
    """Write ``path_part``: the mandatory parts of every path that is or may be live; unknown parts are not invented.

    Parts are initiator port, adapter, fabric, edge switches, mandatory switches and ISL bundles between them, target
    port, director, engine, cluster and array.
    """
    store.execute(tables()["path_part"].ddl)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE numbered AS
        SELECT row_number() OVER () AS path_id, p.*, ei.switch AS from_switch, et.switch AS to_switch, h.pci_address
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
    store.execute("""
        INSERT INTO path_part
        SELECT host, device, path_id, part_kind, part FROM (
            SELECT host, device, path_id, unnest(['initiator', 'adapter', 'fabric', 'switch', 'switch', 'target_port', 'director', 'engine', 'cluster', 'storage_array']) AS part_kind,
                unnest([coalesce(initiator_wwpn, hba), pci_address, fabric, from_switch, CASE WHEN to_switch <> from_switch THEN to_switch END, target_wwpn,
                    CASE WHEN director IS NOT NULL THEN coalesce(storage_array, '') || ' ' || director END,
                    CASE WHEN engine IS NOT NULL THEN coalesce(storage_array, '') || ' ' || engine END,
                    CASE WHEN nullif(cluster, '') IS NOT NULL THEN coalesce(storage_array, '') || ' ' || cluster END, storage_array]) AS part
            FROM numbered) WHERE part IS NOT NULL
        UNION ALL
        SELECT n.host, n.device, n.path_id, split_part(m, ' ', 1), substr(m, strpos(m, ' ') + 1)
        FROM numbered n JOIN switch_route r ON r.fabric = n.fabric AND r.from_switch = n.from_switch AND r.to_switch = n.to_switch,
            unnest(r.mandatory) AS u(m)
        WHERE n.from_switch <> n.to_switch AND m NOT IN ('switch ' || n.from_switch, 'switch ' || n.to_switch)
    """)
    store.execute("DROP TABLE numbered")


def build_single_points(store: Store) -> None:
    """Write ``single_point``: the parts common to all live paths of each host and volume, by one grouping.

    A path whose state is unknown, or of which a part is unknown, may be the one that survives: what it is not known to
    hold is no single point.
    """
    build_path_parts(store)
    store.execute(tables()["single_point"].ddl)
    store.execute("""
        INSERT INTO single_point
        WITH needed AS (
            SELECT host, device, count(*) FILTER (WHERE live) AS live_paths, count(*) AS paths
            FROM path_place WHERE live IS DISTINCT FROM FALSE GROUP BY ALL
        )
        SELECT p.host, p.device, p.part_kind, p.part, n.live_paths
        FROM path_part p JOIN needed n ON n.host = p.host AND n.device = p.device
        WHERE n.live_paths > 0
        GROUP BY ALL HAVING count(DISTINCT p.path_id) = min(n.paths)
    """)
