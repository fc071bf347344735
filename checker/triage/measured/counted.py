"""Samples of loads in one table: as exports state them, those between two totals, and those of which exports state parts.

Arrays that print each figure on its own (``lssystemstats -history vdisk_r_ms``) have several rows for one time, which
are joined; of equal rows one counts.
"""

from __future__ import annotations

from checker.facts.kinds import kinds
from checker.facts.store.store import Store
from checker.triage.measured.times.dates import order_dates
from checker.triage.measured.times.local import local_in_utc
from checker.triage.measured.times.zones import ahead_of_utc, in_utc

_OBJECT = "about_kind, coalesce(host, storage_array), coalesce(device, about_key), kernel_name, director, tool"
_KEY = ("about_key", "about_kind", "device", "director", "ended_at", "host", "kernel_name", "storage_array", "tool")
_TOTALS = ("reads", "writes", "read_total_ms", "write_total_ms", "bytes_read", "bytes_written")


_AGAIN = """coalesce(ended_at < max(ended_at) OVER (
    PARTITION BY export_id, about_kind, about_key ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
), FALSE)"""
"""Whether the times of a series went back before a row: then an hour that occurs twice is the second one."""


def build_samples(store: Store, zone: str, day_first: bool | None) -> None:
    """Write ``triage_load``: one row for each object and interval, with the columns of ``load_sample``.

    ``triage_object`` has one row for each object and export: questions about objects need not read all their samples.

    Args:
        store: with observations.
        zone: of times that state none.
        day_first: whether the day comes first in dates where nothing shows it; None if that is not stated.
    """
    store.ensure_observations(("load_sample", "load_counter"))
    columns = ["export_id", *(column.name for column in kinds()["load_sample"].columns)]
    known = local_in_utc(store, order_dates(store, day_first))
    rows = store.rows(f"SELECT min(started_at), max(ended_at) FROM {known} WHERE NOT utc")
    source = in_utc(known, ahead_of_utc(zone, *rows[0]), again=_AGAIN)
    between = ""
    if store.rows("SELECT 1 FROM obs_load_counter LIMIT 1"):
        store.execute(_DIFFERENCES)
        rows = store.rows("SELECT min(started_at), max(ended_at) FROM triage_between WHERE NOT utc")
        between = f" UNION ALL BY NAME SELECT * FROM {in_utc(f'({_BETWEEN_TOTALS})', ahead_of_utc(zone, *rows[0]))}"
    _state(store, f"SELECT {', '.join(columns)} FROM {source}{between}")
    if _repeated(store, source):
        joined = ", ".join(f"arg_min({name}, (export_id, seq)) AS {name}" for name in columns if name not in _KEY)
        _state(
            store,
            f"""
            SELECT {", ".join(columns)} FROM {source} WHERE host IS NOT NULL
            QUALIFY row_number() OVER (PARTITION BY {_OBJECT}, ended_at ORDER BY export_id, seq) = 1
            UNION ALL BY NAME SELECT {", ".join(_KEY)}, {joined} FROM {source} WHERE host IS NULL
            GROUP BY {", ".join(_KEY)}{between}
        """,
        )


def _state(store: Store, samples: str) -> None:
    """Write ``triage_load`` and ``triage_object`` from a query for the samples.

    Samples of an object are ``chained`` if each begins where another one ends, from the first to the last, so no two of them
    are of one time: what hashes of ends have beyond those of beginnings is what the last end has beyond the first beginning.
    """
    store.execute(f"CREATE OR REPLACE TEMP VIEW triage_load AS {samples}")
    names = ", ".join(name for name in _KEY if name != "ended_at")
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE triage_object AS
        SELECT export_id, {names}, utc, bool_or(read_ms IS NOT NULL OR write_ms IS NOT NULL) AS split,
            bool_or(read_ms IS NULL AND write_ms IS NULL) AS mean_only, bool_and(coalesce(started_at < ended_at, FALSE))
                AND sum(hash(ended_at)::HUGEINT - hash(started_at)) = hash(max(ended_at))::HUGEINT - hash(min(started_at)) AS chained
        FROM triage_load GROUP BY export_id, {names}, utc
    """)


def _repeated(store: Store, source: str) -> bool:
    """Return whether several rows are of one object and time."""
    doubtful = store.rows(
        f"SELECT 1 FROM triage_object WHERE export_id IS NOT NULL GROUP BY {_OBJECT} HAVING count(*) > 1 OR NOT bool_and(chained) LIMIT 1"
    )
    return bool(doubtful) and bool(
        store.rows(f"SELECT 1 FROM {source} GROUP BY {_OBJECT} HAVING count(*) > count(DISTINCT ended_at) LIMIT 1")
    )


def _risen(column: str) -> str:
    return f"({column} - before_{column})"


_BEFORE = ", ".join(f"lag({name}) OVER later AS before_{name}" for name in _TOTALS)
# A total that fell was reset: what happened since the time before is unknown.
_KEPT = " AND ".join(f"coalesce({_risen(name)} >= 0, TRUE)" for name in _TOTALS)
_SECONDS = "epoch(counted_at - before_at)"
_MS = {"read_ms": "read_iops", "write_ms": "write_iops"}
_RATES = ("read_iops", "write_iops", "read_mbps", "write_mbps")
_WEIGHTED = ", ".join(
    f"sum({ms} * {rate}) FILTER (WHERE {ms} IS NOT NULL) / nullif(sum({rate}) FILTER (WHERE {ms} IS NOT NULL), 0) AS {ms}"
    for ms, rate in _MS.items()
)
_NODES_SECONDS = 60
"""Nodes of an SVC write their totals every minute or less often, each at its own second."""
_BETWEEN_TOTALS = f"""
    SELECT * EXCLUDE (director), '' AS director FROM triage_between WHERE director = ''
    UNION ALL BY NAME
    SELECT about_kind, about_key, storage_array, '' AS director, tool, min(started_at) AS started_at, max(ended_at) AS ended_at,
        utc, {", ".join(f"sum({name}) AS {name}" for name in _RATES)}, {_WEIGHTED}
    FROM triage_between WHERE director <> ''
    GROUP BY about_kind, about_key, storage_array, tool, utc, round(epoch(ended_at) / {_NODES_SECONDS})
"""
_DIFFERENCES = f"""
    CREATE OR REPLACE TEMP TABLE triage_between AS
    SELECT about_kind, about_key, storage_array, coalesce(director, '') AS director, 'array' AS tool, before_at AS started_at, counted_at AS ended_at, utc,
        {_risen("reads")} / {_SECONDS} AS read_iops, {_risen("writes")} / {_SECONDS} AS write_iops,
        {_risen("read_total_ms")} / nullif({_risen("reads")}, 0) AS read_ms,
        {_risen("write_total_ms")} / nullif({_risen("writes")}, 0) AS write_ms,
        {_risen("bytes_read")} / {_SECONDS} / 1e6 AS read_mbps, {_risen("bytes_written")} / {_SECONDS} / 1e6 AS write_mbps
    FROM (
        SELECT *, lag(counted_at) OVER later AS before_at, {_BEFORE}
        FROM (
            SELECT * FROM obs_load_counter WHERE counted_at IS NOT NULL
            QUALIFY row_number() OVER (PARTITION BY about_kind, about_key, storage_array, director, counted_at ORDER BY export_id, seq) = 1
        ) WINDOW later AS (PARTITION BY about_kind, about_key, storage_array, director, utc ORDER BY counted_at)
    ) WHERE before_at IS NOT NULL AND {_KEPT}
"""
