"""Volumes of masking views by their storage groups: a view contains the volumes of its group and of all groups below it."""

from __future__ import annotations

from checker.facts.store.store import Store

_DEEPEST = 4
"""Levels of groups followed; arrays allow one level of children."""
_MOST_VOLUMES = 250_000
_VOLUMES_A_ROW = 20
"""Volumes of views: so many, and so many for each line about a view or group. A group belongs to one view or two as a rule; one of
900 volumes within the groups of 3,000 views, a file of 100 KB, would give 2.7 million."""


def expand_storage_groups(store: Store) -> None:
    """Add the volumes of the storage group of each view to the view, unless an export lists them there."""
    wanted = {"storage_array", "storage_group", "member_type", "member"}
    if not store.has_rows("storage_group") or not wanted <= store.stated["storage_group"]:
        return
    if not {"storage_array", "view", "storage_group"} <= store.stated.get("mask_view", set()):
        return
    store.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE group_part AS
        WITH RECURSIVE part(storage_array, top, storage_group, depth) AS (
            SELECT DISTINCT storage_array, storage_group, storage_group, 0 FROM obs_mask_view WHERE storage_group IS NOT NULL
            UNION
            SELECT p.storage_array, p.top, g.member, p.depth + 1 FROM part p
            JOIN obs_storage_group g ON g.storage_array = p.storage_array AND g.storage_group = p.storage_group
            WHERE g.member_type = 'group' AND p.depth < {_DEEPEST}
        )
        SELECT DISTINCT v.storage_array, v.view, p.storage_group
        FROM (SELECT DISTINCT storage_array, view, storage_group FROM obs_mask_view WHERE view IS NOT NULL AND storage_group IS NOT NULL) v
        JOIN part p ON p.storage_array = v.storage_array AND p.top = v.storage_group
        """
    )
    if _are_few(store):
        _add_volumes(store)
    store.execute("DROP TABLE group_part")


def _are_few(store: Store) -> bool:
    """Return whether the volumes of all views are within the limit; otherwise, note the arrays whose views have none."""
    found = store.rows("""
        SELECT p.storage_array, sum(g.volumes) FROM group_part p
        JOIN (SELECT storage_array, storage_group, count(*) AS volumes FROM obs_storage_group WHERE member_type = 'volume' GROUP BY ALL) g
            ON g.storage_array = p.storage_array AND g.storage_group = p.storage_group
        GROUP BY p.storage_array
    """)
    lines = store.rows("SELECT (SELECT count(*) FROM obs_mask_view) + (SELECT count(*) FROM obs_storage_group)")[0][0]
    if sum(volumes for _, volumes in found) <= _MOST_VOLUMES + _VOLUMES_A_ROW * lines:
        return True
    store.leave_out(
        "Volumes of storage groups are not counted as those of views, because together they are too many, on array",
        [array for array, _ in found],
    )
    return False


def _add_volumes(store: Store) -> None:
    store.ensure_observations(["mask_volume"])
    known = store.stated.setdefault("mask_volume", set())
    store.execute("""
        INSERT INTO obs_mask_volume (storage_array, view, volume_name, export_id, line, seq)
        SELECT DISTINCT ON (p.storage_array, p.view, g.member) p.storage_array, p.view, g.member, g.export_id, g.line, g.seq
        FROM group_part p
        JOIN obs_storage_group g ON g.storage_array = p.storage_array AND g.storage_group = p.storage_group
        WHERE g.member_type = 'volume' AND NOT EXISTS (
            SELECT 1 FROM obs_mask_volume m WHERE m.storage_array = p.storage_array AND m.view = p.view AND m.volume_name = g.member
        ) ORDER BY ALL
    """)
    known |= {"storage_array", "view", "volume_name"}
