"""Virtual volumes of VPLEX whose data a failure takes away, although their hosts keep all paths to VPLEX.

A copy is lost if a storage volume below it has no back-end path that may be live. A mirror keeps its data as long as one
leg is left. Volumes of which some part is not known are not listed.
"""

from __future__ import annotations

from checker.facts.store.store import Store

NOT_LIVE = "('dead', 'disabled', 'unavailable')"
"""States of paths that do not work, as SQL."""
NEEDED = ("backend_path", "device_component", "extent", "virtual_volume", "vplex_device")


def back_end_unknown(store: Store) -> bool:
    """Whether virtual volumes are known, but no back-end path of any."""
    store.ensure_entities(NEEDED)
    return bool(
        store.rows("SELECT 1 FROM virtual_volume WHERE virtual_volume IS NOT NULL LIMIT 1")
        and not store.rows("SELECT 1 FROM backend_path WHERE vplex_name IS NOT NULL LIMIT 1")
    )


def volumes_without_data(store: Store) -> tuple[tuple[str, str], ...]:
    """Return VPLEX system and name of each virtual volume without a complete copy, by the states of the back-end paths."""
    store.ensure_entities(NEEDED)
    rows = store.rows(f"""
        WITH dead AS (
            SELECT storage_array, cluster, vplex_name FROM backend_path WHERE vplex_name IS NOT NULL
            GROUP BY ALL HAVING bool_and(coalesce(state IN {NOT_LIVE}, FALSE))
        ), lost_extent AS (
            SELECT e.storage_array, e.cluster, e.extent FROM extent e
            JOIN dead d ON d.storage_array = e.storage_array AND d.cluster = e.cluster AND d.vplex_name = e.storage_volume
        ), mirror AS (
            SELECT storage_array, cluster, vplex_device, lower(geometry) = 'raid-1' OR coalesce(distributed, FALSE) AS mirrored
            FROM vplex_device
        ), lost_device AS (
            SELECT c.storage_array, c.cluster, c.vplex_device FROM device_component c
            JOIN mirror m ON m.storage_array = c.storage_array AND m.cluster = c.cluster AND m.vplex_device = c.vplex_device
            LEFT JOIN lost_extent x ON x.storage_array = c.storage_array AND x.cluster = c.cluster AND x.extent = c.component
            GROUP BY c.storage_array, c.cluster, c.vplex_device
            HAVING CASE WHEN bool_and(m.mirrored) THEN bool_and(x.extent IS NOT NULL) WHEN bool_and(NOT m.mirrored) THEN bool_or(x.extent IS NOT NULL) END
        ), lost AS (
            FROM lost_device
            UNION SELECT c.storage_array, c.cluster, c.vplex_device FROM device_component c
            JOIN mirror m ON m.storage_array = c.storage_array AND m.cluster = c.cluster AND m.vplex_device = c.vplex_device
            LEFT JOIN lost_device l ON l.storage_array = c.storage_array AND l.vplex_device = c.component
                AND l.cluster = coalesce(nullif(c.component_cluster, ''), c.cluster)
            GROUP BY c.storage_array, c.cluster, c.vplex_device
            HAVING CASE WHEN bool_and(m.mirrored) THEN bool_and(l.vplex_device IS NOT NULL) WHEN bool_and(NOT m.mirrored) THEN bool_or(l.vplex_device IS NOT NULL) END
        )
        SELECT DISTINCT v.storage_array, v.virtual_volume FROM virtual_volume v
        JOIN lost l ON l.storage_array = v.storage_array AND l.vplex_device = v.vplex_device
            AND (l.cluster = v.cluster OR v.cluster = '' OR l.cluster = '')
        WHERE v.virtual_volume IS NOT NULL ORDER BY ALL
    """)
    return tuple((str(array), str(volume)) for array, volume in rows)
