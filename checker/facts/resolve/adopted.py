"""Register the exports that an inventory was created from, with what was known about them at that time.

An inventory written by ``sanlint inventory`` lists its source exports and how completely each was read. Findings about
exports, and about contradictions between them, are therefore the same from the inventory as from the exports.
"""

from __future__ import annotations

from checker.facts.kinds import kinds
from checker.facts.store.store import Store

_BASE = 2**42
_STEP = 2**20
"""Maximum number of exports that one inventory may list; ids of listed exports are consecutive."""


def register_inventory_exports(store: Store) -> None:
    """Add the exports that inventories list to the table of exports, with separate ids."""
    if not store.has_table("obs_export"):
        return
    names = ", ".join(name for name in kinds()["export"].column_names if name != "export_id")
    store.execute(
        f"INSERT INTO export (export_id, {names}) SELECT {_BASE} + export_id::BIGINT * {_STEP} + "
        f"row_number() OVER (PARTITION BY export_id ORDER BY seq), {names} FROM obs_export"
    )
    store.execute(
        "UPDATE export SET stands_for = o.listed FROM (SELECT export_id, count(*) AS listed FROM obs_export GROUP BY export_id) o "
        "WHERE o.export_id = export.export_id"
    )
    if store.has_rows("contradiction"):
        for name in sorted({"export_a", "export_b"} & store.stated["contradiction"]):
            store.execute(
                f"UPDATE obs_contradiction SET {name} = {_BASE} + export_id::BIGINT * {_STEP} + {name} "
                f"WHERE export_id IN (SELECT export_id FROM obs_export)"
            )
