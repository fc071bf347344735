"""VPLEX clusters with custom names: ``cluster-1``, derived from director names, is the cluster with id 1.

Readers derive ``cluster-<n>`` from default director names and from cluster ids, because most listings do not name the
cluster. If a listing states the real name, the system would otherwise appear to have one cluster too many.
"""

from __future__ import annotations

from checker.facts.store.store import Store

# Columns that contain a cluster, each with the column that contains its VPLEX system.
_PLACES = (
    ("cluster", "storage_array"),
    ("used_by_cluster", "used_by_array"),
    ("component_cluster", "storage_array"),
)
_DERIVED = "cluster-[0-9]+"


def unify_cluster_names(store: Store) -> None:
    """Replace derived cluster names with the real name from the cluster table or from the ports of a director."""
    evidence = [sql for sql in (_by_id(store), _by_director(store)) if sql]
    if not evidence:
        return
    printed = (
        "SELECT storage_array, cluster FROM obs_vplex_cluster WHERE cluster IS NOT NULL AND storage_array IS NOT NULL"
        if _states(store, "vplex_cluster", "storage_array", "cluster")
        else "SELECT NULL AS storage_array, NULL AS cluster WHERE FALSE"
    )
    store.execute(
        f"CREATE OR REPLACE TEMP TABLE cluster_name AS SELECT storage_array, derived, min(name) AS name "
        f"FROM ({' UNION '.join(evidence)}) e WHERE NOT EXISTS "
        f"(SELECT 1 FROM ({printed}) p WHERE p.storage_array = e.storage_array AND p.cluster = e.derived) "
        f"GROUP BY storage_array, derived HAVING count(DISTINCT name) = 1"
    )
    if store.rows("SELECT 1 FROM cluster_name LIMIT 1"):
        for kind in sorted(store.stated):
            for column, system in _PLACES:
                if kind != "export" and _states(store, kind, column, system):
                    store.execute(
                        f"UPDATE obs_{kind} AS o SET {column} = n.name FROM cluster_name n "
                        f"WHERE o.{system} = n.storage_array AND o.{column} = n.derived"
                    )
    store.execute("DROP TABLE cluster_name")


def _states(store: Store, kind: str, *columns: str) -> bool:
    return store.has_rows(kind) and set(columns) <= store.stated[kind]


def _by_id(store: Store) -> str | None:
    if not _states(store, "vplex_cluster", "storage_array", "cluster", "cluster_id"):
        return None
    return (
        "SELECT storage_array, 'cluster-' || cluster_id AS derived, cluster AS name FROM obs_vplex_cluster "
        "WHERE cluster IS NOT NULL AND cluster_id IS NOT NULL AND cluster <> 'cluster-' || cluster_id"
    )


def _by_director(store: Store) -> str | None:
    """Find real names by ports: a named cluster exports ports of a director whose own row has the derived name."""
    if not (
        _states(store, "director", "storage_array", "cluster")
        and _states(store, "target_port", "storage_array", "cluster")
    ):
        return None
    matches = [
        f"d.{column} = t.{column}"
        for column in ("director", "director_id")
        if column in store.stated["director"] and column in store.stated["target_port"]
    ]
    if not matches:
        return None
    return (
        "SELECT DISTINCT d.storage_array, d.cluster AS derived, t.cluster AS name FROM obs_director d "
        f"JOIN obs_target_port t ON t.storage_array = d.storage_array AND ({' OR '.join(matches)}) "
        f"WHERE regexp_full_match(d.cluster, '{_DERIVED}') AND t.cluster <> '' AND NOT regexp_full_match(t.cluster, '{_DERIVED}')"
    )
