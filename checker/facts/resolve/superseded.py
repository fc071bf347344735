"""Superseded captures: a newer capture replaces the older one entirely, so that removed objects disappear.

A zone deleted between two captures of a switch is only in the older one; merging both by newest value would keep it
permanently. Captures of one session belong together: a command that is run for each VSAN or disk creates many exports of
one format within minutes, and none of them replaces another.
"""

from __future__ import annotations

from collections.abc import Sequence

from checker.facts.declare import Kind
from checker.facts.kinds import kinds
from checker.facts.resolve.keys import usable_keys
from checker.facts.store.store import Store

SESSION_HOURS = 12
"""Maximum time between captures of one session."""
SAMPLES = frozenset(
    [
        "counter_sample",
        "initiator_counter",
        "workload",
        "load_sample",
        "port_load",
        "test_plan",
        "test_run",
        "record",
        "bad_value",
        "contradiction",
        "export",
    ]
)
"""Kinds of time-dependent samples: a second sample adds to the first."""
WHOLE = (
    "NOT coalesce(ends_inside_record, FALSE) AND NOT coalesce(filtered, FALSE) AND NOT coalesce(selected, FALSE) "
    "AND coalesce(printed_count = counted_records, TRUE)"
)
"""Condition for a capture that lists everything; only such a one replaces another."""


def delete_superseded(store: Store, *, undated: bool = False) -> None:
    """Delete the observations of exports that a complete, newer export of the same format and owner replaces.

    The newer session must contain at least as many exports of the format and every kind of the older one; for a fabric
    table, for the same VSAN. Of ``undated`` captures, words in their paths say which is newer (before, after).
    """
    if not (_find_undated(store) if undated else _find(store)):
        return
    listed = [kind for kind in kinds().values() if kind.name not in SAMPLES and store.has_rows(kind.name)]
    if undated:
        listed = _about_the_same(store, listed)
    store.execute("UPDATE export SET superseded = TRUE WHERE export_id IN (SELECT export_id FROM superseded)")
    for kind in listed:
        _delete(store, kind)


def _find(store: Store) -> bool:
    """Create the table of superseded exports and their replacements; FALSE if it is empty."""
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
                {WHOLE} AS whole,
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


def _find_undated(store: Store) -> bool:
    """Create the table for captures without a time; none if a capture of the command has no place in the order."""
    if not store.rows("SELECT 1 FROM export WHERE capture_order >= 0 AND owner IS NOT NULL LIMIT 1"):
        return False
    store.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE superseded AS
        WITH sessions AS (
            SELECT owner, format, capture_order, count(*) AS exports, bool_and(captured_at IS NULL) AS undated, list(export_id) AS members,
                bool_and({WHOLE}) AS whole
            FROM export WHERE owner IS NOT NULL AND NOT coalesce(intent, FALSE) AND NOT coalesce(superseded, FALSE)
            GROUP BY owner, format, capture_order
        ), ordered AS (
            SELECT owner, format FROM sessions GROUP BY owner, format HAVING bool_and(undated AND coalesce(capture_order >= 0, FALSE))
        )
        SELECT unnest(older.members) AS export_id, newer.members AS by_exports
        FROM sessions older JOIN sessions newer USING (owner, format) JOIN ordered USING (owner, format)
        WHERE newer.capture_order > older.capture_order AND newer.whole AND newer.exports >= older.exports
        """
    )
    return bool(store.rows("SELECT 1 FROM superseded LIMIT 1"))


def _about_the_same(store: Store, listed: Sequence[Kind]) -> list[Kind]:
    """Remove what is about other objects than the capture after it, such as another disk; return the kinds with a common object."""
    store.execute("CREATE OR REPLACE TEMP TABLE about_the_same (export_id INTEGER, by_exports INTEGER[])")
    found = set()
    for kind in listed:
        for key in usable_keys(store, kind):
            if len(key) == 1:
                # Every capture is about its machine.
                found.add(kind.name)
                continue
            same = " AND ".join(f"{_of('a', kind, name)} = {_of('b', kind, name)}" for name in key)
            [(count,)] = store.rows(
                "INSERT INTO about_the_same SELECT DISTINCT s.export_id, s.by_exports FROM superseded s "
                f"JOIN obs_{kind.name} a USING (export_id) JOIN obs_{kind.name} b ON list_contains(s.by_exports, b.export_id) AND {same}"
            )
            if count:
                found.add(kind.name)
    store.execute("CREATE OR REPLACE TEMP TABLE superseded AS SELECT DISTINCT * FROM about_the_same")
    return [kind for kind in listed if kind.name in found]


def _of(table: str, kind: Kind, name: str) -> str:
    """SQL of a key column of a table, with its default."""
    default = kind.key_defaults.get(name)
    return f"{table}.{name}" if default is None else f"coalesce({table}.{name}, '{default}')"


def _delete(store: Store, kind: Kind) -> None:
    table = f"obs_{kind.name}"
    same = ""
    if "vsan" in kind.column_names and "vsan" in store.stated[kind.name]:
        same = " AND coalesce(n.vsan, '') = coalesce(o.vsan, '')"
    store.execute(
        f"DELETE FROM {table} o USING superseded s WHERE s.export_id = o.export_id "
        f"AND EXISTS (SELECT 1 FROM {table} n WHERE list_contains(s.by_exports, n.export_id){same})"
    )
