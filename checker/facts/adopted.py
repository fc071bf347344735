"""Exports that an inventory stands for: what was known of them when the inventory was written holds on.

An inventory made by ``sanlint inventory`` lists the exports it was made from, and how well each was read. Findings about
exports, and about facts in which they differ, are the same from the inventory as they were from the exports.
"""

from __future__ import annotations

from checker.facts.model import kinds
from checker.facts.store import Store

_BASE = 2**42
_STEP = 2**20
"""Exports that one inventory may list; numbers of its own exports follow one another from here."""


def adopt_exports(store: Store) -> None:
    """Add the exports that inventories list to the table of exports, under numbers of their own."""
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
