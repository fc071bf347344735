"""Volumes of masking views by their storage groups: a view contains the volumes of its group and of all groups below it."""

from __future__ import annotations

from checker.facts.store.store import Store

_DEEPEST = 4
"""Levels of groups followed; arrays allow one level of children."""


def expand_storage_groups(store: Store) -> None:
    """Add the volumes of the storage group of each view to the view, unless an export lists them there."""
    wanted = {"storage_array", "storage_group", "member_type", "member"}
    if not store.has_rows("storage_group") or not wanted <= store.stated["storage_group"]:
        return
    if not {"storage_array", "view", "storage_group"} <= store.stated.get("mask_view", set()):
        return
    store.ensure_observations(["mask_volume"])
    known = store.stated.setdefault("mask_volume", set())
    listed = (
        "AND NOT EXISTS (SELECT 1 FROM obs_mask_volume m WHERE m.storage_array = v.storage_array AND m.view = v.view "
        "AND m.volume_name = g.member)"
    )
    store.execute(
        f"""
        INSERT INTO obs_mask_volume (storage_array, view, volume_name, export_id, line, seq)
        WITH RECURSIVE part(storage_array, top, storage_group, depth) AS (
            SELECT DISTINCT storage_array, storage_group, storage_group, 0 FROM obs_mask_view WHERE storage_group IS NOT NULL
            UNION
            SELECT p.storage_array, p.top, g.member, p.depth + 1 FROM part p
            JOIN obs_storage_group g ON g.storage_array = p.storage_array AND g.storage_group = p.storage_group
            WHERE g.member_type = 'group' AND p.depth < {_DEEPEST}
        ), views AS (
            SELECT DISTINCT storage_array, view, storage_group FROM obs_mask_view WHERE view IS NOT NULL AND storage_group IS NOT NULL
        )
        SELECT DISTINCT ON (v.storage_array, v.view, g.member) v.storage_array, v.view, g.member, g.export_id, g.line, g.seq
        FROM views v JOIN part p ON p.storage_array = v.storage_array AND p.top = v.storage_group
        JOIN obs_storage_group g ON g.storage_array = p.storage_array AND g.storage_group = p.storage_group
        WHERE g.member_type = 'volume' {listed} ORDER BY ALL
        """
    )
    known |= {"storage_array", "view", "volume_name"}
