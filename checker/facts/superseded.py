"""Older captures of the same thing: the newer one wins whole, so that what is gone from it is gone.

A zone deleted between two captures of one switch is in the older one only. Merging both by newest value would keep it
for ever. Captures of one session belong together, however: a command run once a VSAN or a disk is many exports of one
format within minutes, and none of them replaces another.
"""

from __future__ import annotations

from checker.facts.model import Kind, kinds
from checker.facts.store import Store

SESSION_HOURS = 12
"""Captures further apart than this were not taken in one session."""
_SAMPLES = frozenset(
    [
        "counter_sample",
        "workload",
        "port_load",
        "test_plan",
        "test_run",
        "record",
        "bad_value",
        "contradiction",
        "export",
    ]
)
"""Kinds that are true of their time: a second sample adds to the first."""


def set_aside_superseded(store: Store) -> None:
    """Delete the observations of exports that a whole, newer export of the same format and owner replaces.

    The newer session must hold at least as many exports of the format, and each kind must be in it again: for a fabric
    table, of the same VSAN.
    """
    if not _find(store):
        return
    store.execute("UPDATE export SET superseded = TRUE WHERE export_id IN (SELECT export_id FROM superseded)")
    for kind in kinds().values():
        if kind.name not in _SAMPLES and store.has_rows(kind.name):
            _delete(store, kind)


def _find(store: Store) -> bool:
    """Make the table of superseded exports, each with those that replace it; FALSE if there are none."""
    if not store.rows(
        "SELECT 1 FROM export WHERE captured_at IS NOT NULL AND owner IS NOT NULL AND NOT coalesce(intent, FALSE) "
        f"GROUP BY owner, format HAVING epoch(max(captured_at)) - epoch(min(captured_at)) > {SESSION_HOURS * 3600} LIMIT 1"
    ):
        return False
    store.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE superseded AS
        WITH dated AS (
            SELECT export_id, owner, format, captured_at,
                NOT coalesce(ends_inside_record, FALSE) AND NOT coalesce(filtered, FALSE)
                    AND coalesce(printed_count = counted_records, TRUE) AS whole,
                epoch(captured_at) - epoch(lag(captured_at) OVER same) > {SESSION_HOURS * 3600} AS later
            FROM export WHERE captured_at IS NOT NULL AND owner IS NOT NULL AND NOT coalesce(intent, FALSE)
            WINDOW same AS (PARTITION BY owner, format ORDER BY captured_at, export_id)
        ), numbered AS (
            SELECT *, count(*) FILTER (WHERE later) OVER (
                PARTITION BY owner, format ORDER BY captured_at, export_id ROWS UNBOUNDED PRECEDING) AS session
            FROM dated
        ), sessions AS (
            SELECT owner, format, session, count(*) AS exports, bool_and(whole) AS whole, list(export_id) AS members
            FROM numbered GROUP BY ALL
        )
        SELECT unnest(older.members) AS export_id, newer.members AS by_exports
        FROM sessions older JOIN sessions newer USING (owner, format)
        WHERE newer.session > older.session AND newer.whole AND newer.exports >= older.exports
        """
    )
    return bool(store.rows("SELECT 1 FROM superseded LIMIT 1"))


def _delete(store: Store, kind: Kind) -> None:
    table = f"obs_{kind.name}"
    same = ""
    if "vsan" in kind.column_names and "vsan" in store.stated[kind.name]:
        same = " AND coalesce(n.vsan, '') = coalesce(o.vsan, '')"
    store.execute(
        f"DELETE FROM {table} o USING superseded s WHERE s.export_id = o.export_id "
        f"AND EXISTS (SELECT 1 FROM {table} n WHERE list_contains(s.by_exports, n.export_id){same})"
    )
