"""Samples of a run on one clock: the view ``triage_sample``, of each host by one tool."""

from __future__ import annotations

from checker.errors import UsageError
from checker.facts.store.store import Store
from checker.rules.language.suggest import unknown
from checker.triage.ticket.model import Request

_SWITCHES = "SELECT DISTINCT switch FROM switch WHERE switch IS NOT NULL ORDER BY 1"
_MOST_AHEAD = 1e9
_MAP = "SIMILAR TO '(dm-|mpath|emcpower).*'"


def place_samples(store: Store, request: Request) -> None:
    """Write ``triage_part``, the objects without those of a second tool of a host, of which a disk below a map is a path, and ``triage_sample``: their samples on one clock.

    Raises:
        UsageError: a machine in ``clocks`` has no samples.
    """
    _demand_known(store, request)
    store.execute("CREATE OR REPLACE TEMP TABLE triage_clock (owner VARCHAR, ahead DOUBLE)")
    known = {**declared_clocks(store), **request.clocks}
    if known:
        store.connection.executemany(
            "INSERT INTO triage_clock VALUES (?, ?)", [list(pair) for pair in sorted(known.items())]
        )
    # Of several tools of a host the one with the shortest intervals counts; of most hosts there is one.
    store.execute("""
        CREATE OR REPLACE TEMP TABLE triage_tool AS
        WITH several AS (
            SELECT host FROM triage_object WHERE about_kind IN ('device', 'initiator', 'path') AND host IS NOT NULL
            GROUP BY host HAVING count(DISTINCT tool) > 1
        ), steps AS (
            SELECT host, tool, median(epoch(ended_at) - epoch(started_at)) AS step FROM triage_load
            WHERE about_kind = 'device' AND host IN (FROM several) GROUP BY ALL
        )
        SELECT host, arg_min(tool, (step, tool)) AS tool FROM steps GROUP BY host
    """)
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE triage_map AS
        SELECT DISTINCT host, device, tool FROM triage_object WHERE kernel_name {_MAP} AND device IS NOT NULL
    """)
    store.execute(f"CREATE OR REPLACE TEMP VIEW triage_part AS {_parts('triage_object')}")
    store.execute(f"""
        CREATE OR REPLACE TEMP VIEW triage_sample AS
        WITH placed AS (
            SELECT s.* EXCLUDE (export_id, started_at, ended_at, back_end_read_ms, back_end_write_ms, failed_iops),
                coalesce(s.iops, s.read_iops + s.write_iops) AS ios,
                epoch(s.started_at) - coalesce(c.ahead, 0) AS t0, epoch(s.ended_at) - coalesce(c.ahead, 0) AS t1
            FROM ({_parts("triage_load")}) s LEFT JOIN triage_clock c ON c.owner = coalesce(s.host, s.storage_array)
        )
        SELECT * FROM placed WHERE t1 > t0
    """)


def _parts(source: str) -> str:
    """Return the query for rows of samples or objects, of each host those of the tool that counts; a disk below a map is a path."""
    return f"""
        SELECT l.* REPLACE (CASE WHEN m.device IS NOT NULL AND NOT l.kernel_name {_MAP} THEN 'path' ELSE l.about_kind END AS about_kind)
        FROM {source} l LEFT JOIN triage_map m ON l.about_kind = 'device' AND m.host = l.host AND m.device = l.device AND m.tool = l.tool
        LEFT JOIN triage_tool t ON t.host = l.host AND l.about_kind IN ('device', 'initiator', 'path')
        WHERE t.tool IS NULL OR t.tool = l.tool
    """


def _demand_known(store: Store, request: Request) -> None:
    """Demand that each machine whose clock is stated has samples.

    Raises:
        UsageError: one has none; suggests the nearest.
    """
    if not request.clocks:
        return
    names = [
        name
        for (name,) in store.rows("SELECT DISTINCT coalesce(host, storage_array) FROM triage_object ORDER BY 1")
        if name
    ]
    names += [name for (name,) in store.rows(_SWITCHES) if name not in names]
    for name in request.clocks:
        if name not in names:
            raise UsageError(f"--clock: {unknown('host, array or switch', name, names)}")


def declared_clocks(store: Store) -> dict[str, float]:
    """Return the seconds by which clocks are ahead, as the inventory declares them (``clock offset seconds``)."""
    store.ensure_entities(("host_setting", "array_setting", "fabric_setting"))
    rows = store.rows("""
        SELECT owner, min(try_cast(value AS DOUBLE)) FROM (
            SELECT host AS owner, setting, value FROM host_setting UNION ALL SELECT storage_array, setting, value FROM array_setting
            UNION ALL SELECT switch, setting, value FROM fabric_setting
        ) WHERE lower(setting) = 'clock offset seconds' AND owner IS NOT NULL
        GROUP BY owner HAVING count(DISTINCT value) = 1 AND min(try_cast(value AS DOUBLE)) IS NOT NULL ORDER BY owner
    """)
    return {owner: float(ahead) for owner, ahead in rows if abs(ahead) < _MOST_AHEAD}
