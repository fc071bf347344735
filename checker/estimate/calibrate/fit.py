"""Least squares of the model of a flash array: latency at low load plus the wait of M/G/c (estimator.md, sections 3.2, 3.8).

Reads take R_r + W and writes R_w + W, with W = C(c, ρ) (λ_r d_r² + λ_w d_w²) / (ρ (1 - ρ)), where d is 1 / peak IOPS and
ρ = λ_r d_r + λ_w d_w. Relative errors count, because measured times scatter in proportion. For each number of servers the
latencies follow by linear least squares; peaks by Levenberg and Marquardt on their logarithms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from checker.estimate.calibrate.points import Point
from checker.estimate.formulas.stations import erlang_c

Floats = NDArray[np.float64]

SERVERS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
_STARTS = (1.02, 1.1, 1.3, 1.7, 2.5, 4.0, 8.0)
_ROUNDS = 60
_STUDENT = {
    1: 12.71,
    2: 4.30,
    3: 3.18,
    4: 2.78,
    5: 2.57,
    6: 2.45,
    8: 2.31,
    10: 2.23,
    15: 2.13,
    20: 2.09,
    30: 2.04,
    60: 2.0,
}


@dataclass(frozen=True, slots=True)
class Data:
    """Points as arrays: rates per ms, and one row per measured time.

    Attributes:
        reads, writes: rates of each point.
        point: point of each measured time; share: share of reads in it (1, 0, or that of the point); ms: the time.
        mixed: interference of reads and writes (estimator.md, 3.8).
    """

    reads: Floats
    writes: Floats
    point: NDArray[np.int64]
    share: Floats
    ms: Floats
    mixed: float

    @classmethod
    def of(cls, points: Sequence[Point], mixed: float) -> Data:
        """Arrays of points."""
        rows = [
            (number, share, ms)
            for number, one in enumerate(points)
            for share, ms in ((1.0, one.read_ms), (0.0, one.write_ms), (one.read_share, one.mean_ms))
            if ms is not None and ms > 0
        ]
        return cls(
            np.array([one.reads / 1000.0 for one in points]),
            np.array([one.writes / 1000.0 for one in points]),
            np.array([row[0] for row in rows], dtype=np.int64),
            np.array([row[1] for row in rows]),
            np.array([row[2] for row in rows]),
            mixed,
        )


@dataclass(frozen=True, slots=True)
class Fit:
    """Fit for one number of servers.

    Attributes:
        servers: c; 0 without a wait.
        latencies: of reads and of writes in ms, one value if they are not known apart.
        peaks: IOPS of reads and of writes, one value if they are not known apart; empty without a wait.
        errors: standard errors of the latencies in ms, then of the logarithms of the peaks.
        squares: sum of squared relative residuals; free: degrees of freedom.
        fitted: fitted time of each row in ms.
    """

    servers: int
    latencies: tuple[float, ...]
    peaks: tuple[float, ...]
    errors: tuple[float, ...]
    squares: float
    free: int
    fitted: Floats


def student(free: int) -> float:
    """Two-sided 95 % quantile of Student's t, from a table, rounded up."""
    return _STUDENT[max(one for one in _STUDENT if one <= max(free, 1))]


def more_than_chance(worse: Fit, better: Fit) -> bool:
    """Whether a fit with more parameters is better by more than chance (F test at 95 %, exact for two more parameters)."""
    if better.free < 1 or better.squares <= 0:
        return better.free >= 1 and worse.squares > 0
    extra = max(worse.free - better.free, 1)
    limit = better.free / 2.0 * (0.05 ** (-2.0 / better.free) - 1.0)
    return bool((worse.squares - better.squares) / extra / (better.squares / better.free) > limit)


def without_wait(data: Data, *, apart: bool) -> Fit:
    """Fit of latencies alone."""
    return _finished(data, 0, np.zeros(0), apart=apart, waits=np.zeros(len(data.reads)))


def with_wait(data: Data, servers: int, *, apart: bool, peaks_apart: bool) -> Fit | None:
    """Fit of latencies and peaks with a number of servers; None if no peak carries the loads.

    Args:
        data: the points.
        servers: c.
        apart: whether reads and writes have a latency each.
        peaks_apart: whether they have a peak each.
    """
    best: tuple[float, Floats] | None = None
    total = float((data.reads + data.writes).max())
    for start in _STARTS:
        logs = np.full(2 if peaks_apart else 1, math.log(total * start))
        if peaks_apart:
            # Both peaks may be below the total if reads and writes take turns.
            logs = logs + np.array([0.0, -0.3])
        found = _improved(data, servers, logs, apart=apart)
        if found is not None and (best is None or found[0] < best[0]):
            best = found
    if best is None:
        return None
    waits = _waits(data, servers, best[1])
    return None if waits is None else _finished(data, servers, best[1], apart=apart, waits=waits)


def _waits(data: Data, servers: int, logs: Floats) -> Floats | None:
    """Wait at each point in ms; None if a point would saturate."""
    read, write = math.exp(-logs[0]), math.exp(-logs[-1])
    every = data.reads + data.writes
    share = data.reads / every
    factor = 1.0 + data.mixed * 4.0 * share * (1.0 - share)
    use = (data.reads * read + data.writes * write) * factor
    if bool((use >= 0.9999).any()):
        return None
    busy = np.array([erlang_c(servers, float(one)) for one in use])
    square = (data.reads * read**2 + data.writes * write**2) * factor**2
    return np.asarray(busy * square / (use * (1.0 - use)))


def _design(data: Data, *, apart: bool) -> Floats:
    columns = [data.share, 1.0 - data.share] if apart else [np.ones(len(data.share))]
    return np.stack(columns, axis=1)


def _latencies(data: Data, waits: Floats, *, apart: bool) -> tuple[Floats, Floats]:
    """Latencies by linear least squares of relative errors, at least 0, and the relative residuals."""
    weight = 1.0 / data.ms
    design = _design(data, apart=apart) * weight[:, None]
    goal = (data.ms - waits[data.point]) * weight
    found = np.maximum(np.linalg.lstsq(design, goal, rcond=None)[0], 0.0)
    return found, design @ found - goal


def _improved(data: Data, servers: int, logs: Floats, *, apart: bool) -> tuple[float, Floats] | None:
    """Levenberg and Marquardt on the logarithms of the peaks; None if the start saturates."""
    waits = _waits(data, servers, logs)
    if waits is None:
        return None
    residual = _latencies(data, waits, apart=apart)[1]
    squares, damping = float(residual @ residual), 1e-2
    for _ in range(_ROUNDS):
        slope = np.zeros((len(residual), len(logs)))
        for number in range(len(logs)):
            moved = logs.copy()
            moved[number] += 1e-5
            changed = _waits(data, servers, moved)
            if changed is None:
                return squares, logs
            slope[:, number] = (_latencies(data, changed, apart=apart)[1] - residual) / 1e-5
        normal = slope.T @ slope
        step = np.linalg.lstsq(normal + damping * np.diag(np.diag(normal) + 1e-12), -slope.T @ residual, rcond=None)[0]
        tried = logs + np.clip(step, -1.0, 1.0)
        waits = _waits(data, servers, tried)
        better = None if waits is None else _latencies(data, waits, apart=apart)[1]
        if better is None or float(better @ better) >= squares:
            damping *= 8.0
            if damping > 1e8:
                break
            continue
        gained = squares - float(better @ better)
        logs, residual, squares, damping = tried, better, float(better @ better), max(damping / 4.0, 1e-9)
        if gained < 1e-10 * max(squares, 1e-12):
            break
    return squares, logs


def _by_point(data: Data, slope: Floats, residual: Floats) -> Floats:
    """Covariance of the parameters if each point has its own scatter, which its reads and writes share.

    Times of busy intervals scatter more than those of idle ones. The residuals of a point are those of a fit without it
    (jackknife by clusters, CR3: Bell and McCaffrey 2002).
    """
    bread = np.linalg.pinv(slope.T @ slope)
    meat = np.zeros_like(bread)
    for point in np.unique(data.point):
        own = slope[data.point == point]
        without = np.linalg.pinv(np.eye(len(own)) - own @ bread @ own.T) @ residual[data.point == point]
        score = own.T @ without
        meat += np.outer(score, score)
    return np.asarray(bread @ meat @ bread)


def _finished(data: Data, servers: int, logs: Floats, *, apart: bool, waits: Floats) -> Fit:
    """Fit with standard errors from the slopes at the solution, or by point if those are larger."""
    latencies, residual = _latencies(data, waits, apart=apart)
    weight = 1.0 / data.ms
    columns = list((_design(data, apart=apart) * weight[:, None]).T)
    for number in range(len(logs)):
        moved = logs.copy()
        moved[number] += 1e-5
        changed = _waits(data, servers, moved)
        columns.append(((waits if changed is None else changed) - waits)[data.point] * weight / 1e-5)
    slope = np.stack(columns, axis=1)
    free = len(residual) - slope.shape[1] - (1 if servers else 0)
    squares = float(residual @ residual)
    scatter = squares / max(free, 1)
    covered = np.maximum(np.linalg.pinv(slope.T @ slope) * scatter, _by_point(data, slope, residual))
    errors = np.sqrt(np.maximum(np.diag(covered), 0.0))
    fitted = _design(data, apart=apart) @ latencies + waits[data.point]
    return Fit(
        servers,
        tuple(float(one) for one in latencies),
        tuple(math.exp(one) * 1000.0 for one in logs),
        tuple(float(one) for one in errors),
        squares,
        free,
        np.asarray(fitted),
    )
