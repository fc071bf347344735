"""Volumes that two arrays present under one identity: ActiveCluster, Metro, GAD, SRDF/Metro, Peer Persistence.

The identity is that of the first array's volume; the other copy has a state of its own, so it is known by its array and name.
"""

from __future__ import annotations

from checker.facts.store.store import Store


def keep_copies_apart(store: Store) -> None:
    """Remove the identity from volumes that another array states, too, so that the two are not merged into one."""
    if (
        not store.has_rows("storage_volume")
        or not {"device", "storage_array", "storage_volume"} <= store.stated["storage_volume"]
    ):
        return
    # What VPLEX and hosts state about a volume of an array is about the same volume.
    store.execute(
        """
        WITH own AS (
            SELECT o.device, o.storage_array FROM obs_storage_volume o
            JOIN export e ON e.export_id = o.export_id AND e.owner = o.storage_array
            WHERE o.device IS NOT NULL AND o.storage_volume IS NOT NULL
        ), first AS (
            SELECT device, min(storage_array) AS storage_array FROM own
            GROUP BY device HAVING count(DISTINCT storage_array) > 1
        )
        UPDATE obs_storage_volume AS o SET device = NULL FROM first f
        WHERE o.device = f.device AND o.storage_array <> f.storage_array AND o.storage_volume IS NOT NULL
        """
    )
