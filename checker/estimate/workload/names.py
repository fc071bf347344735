"""Hosts and volumes of a resolved store, with all their names."""

from __future__ import annotations

from checker.estimate.workload.model import HostVolume
from checker.facts.store.store import Store

_KINDS = (
    "device", "block_queue", "datastore", "virtual_volume", "mask_volume", "mask_view", "storage_volume", "host", "host_alias", "tag",
)  # fmt: skip

# Names that apply to one host, then names that apply to all hosts.
_HOST_NAMES = """
    SELECT host, device, alias AS name FROM device
    UNION SELECT host, device, kernel_name FROM device
    UNION SELECT host, device, '/dev/' || kernel_name FROM device WHERE kernel_name NOT LIKE '/%'
    UNION SELECT host, device, '/dev/mapper/' || alias FROM device WHERE alias NOT LIKE '/%'
    UNION SELECT host, device, datastore FROM datastore
"""
_NAMES = """
    SELECT device, virtual_volume AS name, storage_array FROM virtual_volume
    UNION SELECT device, volume_name, storage_array FROM mask_volume
    UNION SELECT device, label, storage_array FROM storage_volume
    UNION SELECT device, storage_volume, storage_array FROM storage_volume
"""
_GROUPS = """
    SELECT m.device, v.storage_group AS name, m.storage_array FROM mask_volume m
        JOIN mask_view v ON v.storage_array = m.storage_array AND v.cluster = m.cluster AND v.view = m.view
    UNION SELECT device, view, storage_array FROM mask_volume
    UNION SELECT device, consistency_group, storage_array FROM virtual_volume
    UNION SELECT device, storage_array, storage_array FROM virtual_volume
    UNION SELECT device, storage_array, storage_array FROM mask_volume
    UNION SELECT about_key, tag, NULL FROM tag WHERE about_kind = 'device'
"""


def host_volumes(store: Store) -> list[HostVolume]:
    """Return hosts and volumes with a path, observed or planned, sorted by name.

    Args:
        store: resolved, with its topology built.
    """
    store.ensure_entities(_KINDS)
    rows = store.rows(f"""
        WITH pairs AS (
            SELECT host, device FROM path_place WHERE host IS NOT NULL AND device IS NOT NULL GROUP BY ALL
        ), host_names AS (
            SELECT host, list_sort(list(DISTINCT alias)) AS names FROM host_alias WHERE alias IS NOT NULL GROUP BY host
        ), host_groups AS (
            SELECT host, list_sort(list(DISTINCT name)) AS names FROM (
                SELECT host, host_cluster AS name FROM host
                UNION SELECT about_key, tag FROM tag WHERE about_kind = 'host'
            ) WHERE name <> '' GROUP BY host
        ), own AS (
            SELECT host, device, list_sort(list(DISTINCT name)) AS names FROM ({_HOST_NAMES}) WHERE name <> '' GROUP BY ALL
        ), named AS (
            SELECT device, list_sort(list(DISTINCT name)) AS names FROM ({_NAMES}) WHERE name <> '' GROUP BY ALL
        ), grouped AS (
            SELECT device, list_sort(list(DISTINCT name)) AS names FROM ({_GROUPS}) WHERE name <> '' GROUP BY ALL
        ), single AS (
            SELECT host, device, list_sort(list(DISTINCT kernel_name)) AS names FROM block_queue
            WHERE kernel_name <> '' AND device IS NOT NULL GROUP BY ALL
        ), arrays AS (
            SELECT host, device, list_sort(list(DISTINCT storage_array)) AS names FROM path_place
            WHERE storage_array IS NOT NULL GROUP BY ALL
        ), given AS (
            SELECT device, list_sort(list(DISTINCT {{'name': name, 'storage_array': storage_array}})) AS names FROM (
                {_NAMES} UNION {_GROUPS}
            ) WHERE name <> '' AND storage_array <> '' GROUP BY ALL
        )
        SELECT p.host, p.device, h.names, o.names, n.names, g.names, a.names, c.names, q.names, v.names
        FROM pairs p
        LEFT JOIN host_names h ON h.host = p.host
        LEFT JOIN host_groups c ON c.host = p.host
        LEFT JOIN own o ON o.host = p.host AND o.device = p.device
        LEFT JOIN single q ON q.host = p.host AND q.device = p.device
        LEFT JOIN named n ON n.device = p.device
        LEFT JOIN grouped g ON g.device = p.device
        LEFT JOIN arrays a ON a.host = p.host AND a.device = p.device
        LEFT JOIN given v ON v.device = p.device
        ORDER BY p.host, p.device
    """)
    return [
        HostVolume(
            host,
            volume,
            tuple(aliases or ()),
            tuple(dict.fromkeys((*(own or ()), *(names or ())))),
            tuple(dict.fromkeys((*(groups or ()), *(arrays or ()), *(clusters or ())))),
            tuple(paths or ()),
            tuple((one["name"], one["storage_array"]) for one in given or ()),
        )
        for host, volume, aliases, own, names, groups, arrays, clusters, paths, given in rows
    ]


def volumes_in_scope(store: Store) -> list[HostVolume]:
    """Return hosts and volumes in scope of path rules, that is without local disks and gatekeepers.

    Args:
        store: with the facts that an estimate reads (``assemble.facts.facts_of``).
    """
    scope = {tuple(row) for row in store.rows("SELECT host, device FROM failure_volume")}
    return [pair for pair in host_volumes(store) if (pair.host, pair.volume) in scope]


def arrays_in_exports(store: Store) -> frozenset[str]:
    """Return the names of all arrays of a store in lower case, whether a host uses them or not."""
    store.ensure_entities(("storage_array",))
    rows = store.rows("SELECT DISTINCT lower(storage_array) FROM storage_array WHERE storage_array <> ''")
    return frozenset(name for (name,) in rows)
