"""What switches recorded of their ports in the window: states, events and throughput with their times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from checker.facts.store.store import Store
from checker.triage.measured.times.zones import ahead_of_utc, ahead_sql
from checker.triage.model import Span
from checker.triage.ticket.model import Request

Location = tuple[str, str | None, int]


@dataclass(frozen=True)
class Recorded:
    """Records of one event of a port.

    Attributes:
        count: number of records in the window.
        mean: mean of their values, weighted by their length; None without values.
        over_window: sum of values times length, over the whole window: what is not recorded counts as 0.
        locations: where they are.
    """

    count: int
    mean: float | None
    over_window: float
    locations: tuple[Location, ...]


def recorded_of(store: Store, window: Span, request: Request) -> Mapping[tuple[str, str], Mapping[str, Recorded]]:
    """Return the records of each port by event, of which at least half lies in the window."""
    store.ensure_observations(("port_sample",))
    first, last = store.rows("SELECT min(started_at), max(ended_at) FROM obs_port_sample WHERE NOT utc")[0]
    offset, changes = ahead_of_utc(request.timezone, first, last)
    begun, ended = (ahead_sql(offset, changes, f"epoch({column})") for column in ("started_at", "ended_at"))
    found: dict[tuple[str, str], dict[str, Recorded]] = {}
    rows = store.rows(
        f"""
        WITH placed AS (
            SELECT DISTINCT switch, port, event, value, export_id, line,
                epoch(started_at) - coalesce(c.ahead, 0) - CASE WHEN utc THEN 0 ELSE {begun} END AS t0,
                epoch(ended_at) - coalesce(c.ahead, 0) - CASE WHEN utc THEN 0 ELSE {ended} END AS t1
            FROM obs_port_sample LEFT JOIN triage_clock c ON c.owner = switch WHERE switch IS NOT NULL AND port IS NOT NULL AND ended_at > started_at
        ), once AS (
            -- The same table in two captures counts once.
            SELECT * FROM placed QUALIFY row_number() OVER (PARTITION BY switch, port, event, t1 ORDER BY export_id, line) = 1
        )
        SELECT o.switch, o.port, o.event, count(*), sum(o.value * (t1 - t0)) / sum(t1 - t0), coalesce(sum(o.value * (t1 - t0)), 0),
            arg_min(e.file, o.t1), arg_min(e.member, o.t1), arg_min(o.line, o.t1)
        FROM once o JOIN export e ON e.export_id = o.export_id
        WHERE least(t1, {window.until!r}) - greatest(t0, {window.since!r}) >= 0.5 * (t1 - t0)
        GROUP BY ALL ORDER BY ALL
        """
    )
    for switch, port, event, count, mean, total, file, member, line in rows:
        share = total / window.seconds if window.seconds else 0.0
        found.setdefault((switch, port), {})[event] = Recorded(count, mean, share, ((file, member, line),))
    return found
