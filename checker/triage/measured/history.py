"""Latency over time of what is slow and of what is fast, for pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.facts.store.store import Store
from checker.triage.model import Flow, Window

_MOST_POINTS = 360
_MOST_FLOWS = 200


@dataclass(frozen=True)
class Moment:
    """Mean latency in ms of the slow and of the fast flows at a time; None without samples."""

    at: float
    slow_ms: float | None
    fast_ms: float | None


@dataclass(frozen=True)
class History:
    """Latency over time in steps of seconds, of volumes or of host ports, with how many of them are slow and fast."""

    moments: Sequence[Moment]
    ports: bool
    step: float
    slow: int
    fast: int


def history_of(store: Store, flows: Sequence[Flow], window: Window) -> History | None:
    """Return the mean latency of slow and of fast flows over the whole capture; None without a slow flow of the focus.

    Ports are drawn where a host has a slow and a fast one, because they show the difference; else volumes. Of many flows,
    those with the most waiting and the most I/O are drawn.

    Args:
        store: with the tables of triage.
        flows: all flows, with their states.
        window: the window, whose interval is the shortest step.
    """
    slow = [flow for flow in flows if flow.state == "slow" and flow.focus]
    fast = [flow for flow in flows if flow.state == "fast"]
    mixed = {flow.host for flow in slow if flow.port} & {flow.host for flow in fast if flow.port}
    ports = bool(mixed)
    slow = sorted((one for one in slow if bool(one.port) == ports), key=lambda one: (-one.excess, one.key))[
        :_MOST_FLOWS
    ]
    fast = sorted((one for one in fast if bool(one.port) == ports), key=lambda one: (-one.window.iops, one.key))[
        :_MOST_FLOWS
    ]
    if not slow:
        return None
    chosen = ", ".join(_value(flow) for flow in (*slow, *fast))
    first, last = store.rows("SELECT min(t0), max(t1) FROM triage_flow")[0]
    step = max(window.interval, (last - first) / _MOST_POINTS)
    rows = store.rows(f"""
        WITH chosen(host, volume, port, operation, state) AS (SELECT * FROM (VALUES {chosen}))
        SELECT floor(((f.t0 + f.t1) / 2 - {first!r}) / {step!r})::BIGINT AS bin,
            sum(n * (t1 - t0) * ms) FILTER (state = 'slow') / sum(n * (t1 - t0)) FILTER (state = 'slow'),
            sum(n * (t1 - t0) * ms) FILTER (state = 'fast') / sum(n * (t1 - t0)) FILTER (state = 'fast')
        FROM triage_flow f JOIN chosen USING (host, volume, port, operation) GROUP BY bin ORDER BY bin
    """)
    moments = tuple(Moment(first + (number + 0.5) * step, high, low) for number, high, low in rows)
    return History(moments, ports, step, len(slow), len(fast))


def _value(flow: Flow) -> str:
    return f"({', '.join(_quoted(part) for part in (*flow.key, flow.state))})"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
