"""Clocks of hosts against those of arrays, from the I/Os per second that both count of the same volumes.

The lag at which both series agree best is the offset, if it is beyond doubt: a high correlation, far above that of any
other lag, over enough intervals of a load that varies. Samples of the host are then moved to the clock of the array.
"""

from __future__ import annotations

import math
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
        store: with the tables of ``tables``; ``triage_flow`` is changed.
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
    for clock in best.values():
        if clock.ahead:
            store.execute(
                "UPDATE triage_flow SET t0 = t0 - ?, t1 = t1 - ? WHERE host = ?", [clock.ahead, clock.ahead, clock.host]
            )
    return list(best.values())


_SHARED = """
    WITH both_known AS (
        SELECT DISTINCT f.host, f.volume, a.system FROM (SELECT DISTINCT host, volume FROM triage_flow WHERE volume <> '') f
        JOIN (SELECT DISTINCT volume, system FROM triage_array) a USING (volume)
    ), steps AS (
        SELECT b.host, b.system, greatest(
            (SELECT median(t1 - t0) FROM triage_flow f WHERE f.host = b.host),
            (SELECT median(t1 - t0) FROM triage_array a WHERE a.system = b.system)) AS step
        FROM (SELECT DISTINCT host, system FROM both_known) b
    ), own AS (
        SELECT s.host, s.system, s.step, floor((f.t0 + f.t1) / 2 / s.step) AS bin, sum(f.n * (f.t1 - f.t0)) AS ios
        FROM triage_flow f JOIN both_known b ON b.host = f.host AND b.volume = f.volume
        JOIN steps s ON s.host = b.host AND s.system = b.system GROUP BY ALL
    ), arrays AS (
        SELECT s.host, s.system, s.step, floor((a.t0 + a.t1) / 2 / s.step) AS bin, sum(a.n * (a.t1 - a.t0)) AS ios
        FROM triage_array a JOIN both_known b ON b.system = a.system AND b.volume = a.volume
        JOIN steps s ON s.host = b.host AND s.system = b.system
        WHERE a.operation <> '' OR NOT EXISTS (SELECT 1 FROM triage_array o WHERE o.system = a.system AND o.operation <> '')
        GROUP BY ALL
    )
    SELECT coalesce(o.host, a.host) AS host, coalesce(o.system, a.system) AS system, coalesce(o.step, a.step) AS step,
        coalesce(o.bin, a.bin) AS place, o.ios, a.ios
    FROM own o FULL JOIN arrays a ON a.host = o.host AND a.system = o.system AND a.bin = o.bin
    ORDER BY host, system, place
"""


def _offset(rows: Sequence[tuple[int, float, float]]) -> tuple[int, float] | None:
    """Return the lag of the host in intervals and its correlation, or None if no lag is beyond doubt."""
    own = {place: value for place, value, _ in rows if value > 0}
    other = {place: value for place, _, value in rows if value > 0}
    kept = sorted(own)[:_MOST_BINS]
    own = {place: own[place] for place in kept}
    found = {}
    for lag in range(-_MOST_LAG, _MOST_LAG + 1):
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
    means = [sum(pair[side] for pair in pairs) / count for side in (0, 1)]
    deviations = [math.sqrt(sum((pair[side] - means[side]) ** 2 for pair in pairs) / count) for side in (0, 1)]
    if any(deviation < threshold("clock_variation") * mean for deviation, mean in zip(deviations, means, strict=True)):
        return None
    product = sum((one - means[0]) * (other - means[1]) for one, other in pairs) / count
    return product / (deviations[0] * deviations[1])
