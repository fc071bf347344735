"""Local times of tools whose other exports print the same clock in UTC as well."""

from __future__ import annotations

from checker.facts.store.store import Store


def local_in_utc(store: Store, source: str) -> str:
    """Return the relation of load samples, with local times in UTC where another export of the same director prints both.

    The system monitors of a VPLEX director print the local time next to that in UTC, its monitors of volumes only the first.
    Where the difference varies, because summer time began or ended, nothing is taken from it.

    Args:
        store: with observations.
        source: relation with the columns of ``load_sample``.
    """
    if not store.rows("SELECT 1 FROM obs_load_sample WHERE local_ahead_s IS NOT NULL LIMIT 1"):
        return source
    store.execute(
        "CREATE OR REPLACE TEMP TABLE triage_local_time AS "
        "SELECT coalesce(storage_array, '') AS storage_array, director, min(local_ahead_s) AS ahead FROM obs_load_sample "
        "WHERE local_ahead_s IS NOT NULL AND director <> '' GROUP BY ALL HAVING min(local_ahead_s) = max(local_ahead_s)"
    )
    earlier = "to_seconds(coalesce(l.ahead, 0))"
    return (
        f"(SELECT s.* REPLACE (s.started_at - {earlier} AS started_at, s.ended_at - {earlier} AS ended_at, s.utc OR l.ahead IS NOT NULL AS utc) "
        f"FROM {source} s LEFT JOIN triage_local_time l "
        "ON NOT s.utc AND l.director = s.director AND l.storage_array = coalesce(s.storage_array, ''))"
    )
