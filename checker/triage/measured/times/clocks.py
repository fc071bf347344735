"""Clocks of hosts against those of arrays, from the I/Os per second that both count of the same volumes.

The lag at which both series agree best is the offset, if it is beyond doubt: a high correlation, far above that of any
other lag, over enough intervals of a load that varies. Samples of the host are then moved to the clock of the array.
"""

from __future__ import annotations

import math
import operator
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from checker.facts.store.store import Store
from checker.triage.parameters import threshold

_LEAST_BINS = 20
_NEAR = 2
_MOST_BINS = 360
_MOST_LAG = 90


@dataclass(frozen=True)
class Clock:
    """Clock of a host: seconds by which it is ahead of the array's, and the correlation that shows it."""

    host: str
    ahead: float
    correlation: float


def align_clocks(store: Store, given: Mapping[str, float]) -> list[Clock]:
    """Move the samples of hosts whose clock differs from the array's; return the clocks that could be determined.

    Args:
        store: with the tables of ``tables``; ``triage_flow_key`` and ``triage_flow_point`` are changed.
        given: hosts whose clock the user states; they are not touched.
    """
    series: defaultdict[tuple[str, str, float], list[tuple[int, float, float]]] = defaultdict(list)
    for host, system, step, place, own, arrays in store.rows(_SHARED):
        series[host, system, step].append((int(place), own or 0.0, arrays or 0.0))
    best: dict[str, Clock] = {}
    for (host, _, step), rows in sorted(series.items()):
        if host in given or (found := _offset(rows)) is None:
            continue
        clock = Clock(host, found[0] * step, found[1])
        if host not in best or clock.correlation > best[host].correlation:
            best[host] = clock
    moved = [[clock.ahead, clock.host] for clock in best.values() if clock.ahead]
    if moved:
        store.connection.executemany("UPDATE triage_flow_key SET ahead = ? WHERE host = ?", moved)
        store.execute(
            "UPDATE triage_flow_point p SET t0 = p.t0 - k.ahead, t1 = p.t1 - k.ahead "
            "FROM (SELECT DISTINCT point, ahead FROM triage_flow_key WHERE ahead <> 0) k WHERE k.point = p.flow"
        )
    return list(best.values())


_SHARED = """
    WITH both_known AS (
        SELECT f.flow, f.point, f.host, a.system FROM triage_flow_key f
        JOIN (SELECT DISTINCT volume, system FROM triage_array_key) a ON a.volume = f.volume WHERE f.volume <> ''
    ), series AS (
        SELECT DISTINCT a.series, a.point, b.host, b.system FROM triage_array_key a
        JOIN both_known b ON b.system = a.system JOIN triage_flow_key f ON f.flow = b.flow AND f.volume = a.volume
        WHERE a.operation <> '' OR NOT EXISTS (SELECT 1 FROM triage_array_key o WHERE o.system = a.system AND o.operation <> '')
    ), steps AS (
        SELECT o.host, o.system, greatest(median(o.step), median(a.step)) AS step FROM (
            SELECT b.host, b.system, median(p.t1 - p.t0) AS step FROM triage_flow_sample p
            JOIN (SELECT host, system, min(flow) AS flow FROM both_known GROUP BY ALL) b ON b.flow = p.flow GROUP BY ALL
        ) o JOIN (
            SELECT s.host, s.system, median(p.t1 - p.t0) AS step FROM triage_array_sample p
            JOIN (SELECT host, system, min(series) AS series FROM series GROUP BY ALL) s ON s.series = p.series GROUP BY ALL
        ) a ON a.host = o.host AND a.system = o.system GROUP BY ALL
    ), numbered AS (
        SELECT *, row_number() OVER () AS pair FROM steps
    ), own AS (
        SELECT n.pair, floor((p.t0 + p.t1) / 2 / n.step) AS bin, sum((coalesce(p.n_1, 0) + coalesce(p.n_2, 0)) * (p.t1 - p.t0)) AS ios
        FROM triage_flow_point p JOIN (SELECT DISTINCT point, host, system FROM both_known) b ON b.point = p.flow
        JOIN numbered n ON n.host = b.host AND n.system = b.system GROUP BY ALL
    ), arrays AS (
        SELECT n.pair, floor((p.t0 + p.t1) / 2 / n.step) AS bin, sum((coalesce(p.n_1, 0) + coalesce(p.n_2, 0)) * (p.t1 - p.t0)) AS ios
        FROM triage_array_point p JOIN (SELECT DISTINCT point, host, system FROM series) s ON s.point = p.series
        JOIN numbered n ON n.host = s.host AND n.system = s.system GROUP BY ALL
    ), paired AS (
        SELECT coalesce(o.pair, a.pair) AS pair, coalesce(o.bin, a.bin) AS place, o.ios AS own, a.ios AS arrays
        FROM own o FULL JOIN arrays a ON a.pair = o.pair AND a.bin = o.bin
    )
    SELECT n.host, n.system, n.step, p.place, p.own, p.arrays FROM paired p JOIN numbered n USING (pair) ORDER BY host, system, place
"""


def _offset(rows: Sequence[tuple[int, float, float]]) -> tuple[int, float] | None:
    """Return the lag of the host in intervals and its correlation, or None if no lag is beyond doubt."""
    own = {place: value for place, value, _ in rows if value > 0}
    other = {place: value for place, _, value in rows if value > 0}
    kept = sorted(own)[:_MOST_BINS]
    own = {place: own[place] for place in kept}
    found = {}
    if not own or not other:
        return None
    # With other lags too few intervals have both.
    least = max(-_MOST_LAG, min(own) + _LEAST_BINS - 1 - max(other))
    most = min(_MOST_LAG, max(own) - _LEAST_BINS + 1 - min(other))
    for lag in range(least, most + 1):
        pairs = [(value, other[place - lag]) for place, value in own.items() if place - lag in other]
        if len(pairs) >= _LEAST_BINS and (correlation := _correlation(pairs)) is not None:
            found[lag] = correlation
    if not found:
        return None
    best = max(found, key=lambda lag: (found[lag], -abs(lag)))
    rival = max((value for lag, value in found.items() if abs(lag - best) > _NEAR), default=-1.0)
    sure = found[best] >= threshold("clock_correlation") and found[best] - rival >= threshold("clock_distance")
    return (best, found[best]) if sure else None


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return the correlation of two series; None if one of them hardly varies."""
    count = len(pairs)
    means = [sum(side) / count for side in zip(*pairs, strict=True)]
    away = [[value - mean for value in side] for side, mean in zip(zip(*pairs, strict=True), means, strict=True)]
    deviations = [math.sqrt(sum(map(operator.mul, side, side)) / count) for side in away]
    if any(deviation < threshold("clock_variation") * mean for deviation, mean in zip(deviations, means, strict=True)):
        return None
    product = sum(map(operator.mul, *away)) / count
    return float(product / (deviations[0] * deviations[1]))
