"""Routes that may need a failed component although the exports do not show it.

A path whose fabric, switch, port, controller or array is unknown may need the one that fails. What is known rules many
of these out: a path in another fabric does not cross the switch, and one to another array does not end at its director.
"""

from __future__ import annotations

from checker.facts.store.store import Store

_ARRAY_KINDS = """
    SELECT 'target_port' AS kind, target_wwpn AS key, storage_array, family FROM target_place
    UNION SELECT 'director', storage_array || ' ' || director, storage_array, family FROM target_place
    UNION SELECT 'engine', storage_array || ' ' || engine, storage_array, family FROM target_place
    UNION SELECT 'cluster', storage_array || ' ' || nullif(cluster, ''), storage_array, family FROM target_place
    UNION SELECT 'storage_array', storage_array, storage_array, family FROM target_place
    UNION SELECT 'storage_array', storage_array, storage_array, family FROM storage_array
    UNION SELECT 'director', storage_array || ' ' || director, storage_array, NULL FROM director
"""

_CROSSING = (
    "(r.from_switch IS NULL OR r.to_switch IS NULL OR r.from_switch <> r.to_switch AND NOT EXISTS (SELECT 1 FROM switch_route w "
    "WHERE w.fabric = r.fabric AND w.from_switch = r.from_switch AND w.to_switch = r.to_switch))"
)
"""Whether some switch or ISL between the ports of a route is unknown."""


def write_open_routes(store: Store) -> None:
    """Write ``failure_open``: the routes that may need a component of ``failed`` because theirs of that kind is unknown.

    ``failed`` and the tables of ``build_failure_parts`` must exist.
    """
    store.ensure_entities(("director", "initiator", "storage_array"))
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE failure_open AS
        WITH host_part AS (
            SELECT f.kind, i.host, i.hba FROM failed f JOIN initiator i ON (f.kind = 'initiator' AND f.key = i.initiator_wwpn)
                OR (f.kind = 'host_hba' AND f.key = i.host || ' ' || regexp_replace(i.pci_address, '\\.[0-9a-fA-F]$', ''))
        ), array_part AS (
            SELECT DISTINCT f.kind, a.storage_array, a.family FROM failed f JOIN ({_ARRAY_KINDS}) a ON a.kind = f.kind AND a.key = f.key
        ), network_part AS (
            SELECT f.kind, s.fabric FROM failed f JOIN switch_fabric s
                ON (f.kind = 'switch' AND f.key = s.switch) OR (f.kind = 'isl' AND split_part(f.key, ' - ', 1) = s.switch)
        )
        SELECT r.route FROM failure_route r JOIN host_part h ON h.host = r.host
        WHERE CASE h.kind WHEN 'host_hba' THEN r.pci_address IS NULL ELSE r.initiator_wwpn IS NULL END
            AND (r.hba IS NULL OR h.hba IS NULL OR r.hba = h.hba)
        UNION SELECT r.route FROM failure_route r LEFT JOIN target_place t ON t.target_wwpn = r.target_wwpn JOIN array_part a
            ON coalesce(r.storage_array = a.storage_array, TRUE) AND coalesce(t.family = a.family, TRUE)
        WHERE CASE a.kind WHEN 'target_port' THEN r.target_wwpn WHEN 'director' THEN r.director WHEN 'engine' THEN r.engine
            WHEN 'cluster' THEN nullif(r.cluster, '') ELSE r.storage_array END IS NULL
        UNION SELECT r.route FROM failure_route r JOIN network_part n ON coalesce(r.fabric = n.fabric, TRUE) WHERE {_CROSSING}
        UNION SELECT r.route FROM failure_route r WHERE r.fabric IS NULL AND EXISTS (SELECT 1 FROM failed WHERE kind = 'fabric')
    """)
