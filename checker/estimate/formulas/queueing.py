"""Waiting times at multi-server stations, vectorised over stations (estimator.md, sections 3.2 and 3.5)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_FEW = 64


def erlang_c(servers: Floats, utilisation: Floats) -> Floats:
    """Probability that an arrival finds all servers busy in M/M/c, by the stable recursion.

    Args:
        servers: c of each station, whole numbers of at least 1.
        utilisation: rho of each, 0 to 1; at 1 and above the probability is 1.
    """
    rho = np.minimum(utilisation, 1.0)
    offered = servers * rho
    blocking = np.ones_like(offered)
    result = np.ones_like(offered)
    ends = set(servers.ravel().tolist())
    for count in range(1, int(max(ends, default=0)) + 1):
        carried = offered * blocking
        blocking = carried / (count + carried)
        if count in ends:
            last = servers == count
            # At rho = 1 the denominator equals the blocking probability, so the result is 1 without a special case.
            result[last] = blocking[last] / (1.0 - rho[last] * (1.0 - blocking[last]))
    return np.where(offered > 0, result, 0.0)


def sakasegawa(servers: Floats, utilisation: Floats) -> Floats:
    """Closed-form approximation of ``erlang_c``: rho ^ (sqrt(2 (c + 1)) - 1), for any c and without a loop."""
    return np.asarray(np.minimum(utilisation, 1.0) ** (np.sqrt(2.0 * (servers + 1.0)) - 1.0))


def waiting(busy: Floats, work: Floats, second: Floats, servers: Floats, utilisation: Floats) -> Floats:
    """Mean wait in M/G/c: probability of waiting x residual service / free capacity; exact for M/G/1 and M/M/c.

    Args:
        busy: probability that all servers are busy.
        work: offered work per ms, sum of rates times service times.
        second: sum of rates times second moments of service times, in ms.
        servers: c of each station.
        utilisation: rho of each station.

    Returns:
        Wait in ms; infinite at a utilisation of 1 and above.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        residual = np.where(work > 0, second / (2.0 * work), 0.0)
        wait = busy * residual / (servers * (1.0 - utilisation))
    return np.where(utilisation < 1.0, wait, np.inf)


def gate_waiting(load: Floats, tokens: Floats, response: Floats, variance: Floats) -> Floats:
    """Mean wait for one of Q tokens that an I/O keeps for its whole response time (estimator.md, section 3.5).

    Args:
        load: g = rate x response / tokens; the wait is infinite at 1 and above.
        tokens: Q of each flow.
        response: mean response time inside the gate, in ms.
        variance: variance of that response time in ms^2.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        scv = np.where(response > 0, variance / response**2, 0.0)
        wait = 0.5 * (1.0 + scv) * all_taken(tokens, load) * response / (tokens * (1.0 - load))
    return np.where(load < 1.0, wait, np.inf)


def all_taken(tokens: Floats, load: Floats) -> Floats:
    """Probability that no token is free: exact for exponential times up to a size where the closed form is as good."""
    few = tokens <= _FEW
    exact = erlang_c(np.where(few, tokens, 1.0), load)
    return np.where(few, exact, sakasegawa(tokens, load))


def later_of(
    means: tuple[Floats, Floats], variances: tuple[Floats, Floats], skew: Floats
) -> tuple[Floats, Floats, Floats]:
    """Mean and variance of the later of two times, and the probability that it is the first.

    Interpolates by skewness between Clark's result for normal times (1961) and that for shifted exponential times; Clark
    alone is 4 % too long for two equal exponential times.

    Args:
        means: means of both times.
        variances: variances of both times.
        skew: common skewness: 0 for normal times, 2 and more for exponential times.
    """
    part = np.clip(skew / 2.0, 0.0, 1.0)
    mean, square, first = _later_normal(*means, *variances)
    other, other_first = _later_exponential(*means, *(np.sqrt(np.maximum(v, 1e-30)) for v in variances))
    variance = np.maximum(square - mean**2, 0.0)
    mean = (1.0 - part) * mean + part * other
    return mean, variance, (1.0 - part) * first + part * other_first


def _later_normal(mean_a: Floats, mean_b: Floats, var_a: Floats, var_b: Floats) -> tuple[Floats, Floats, Floats]:
    spread = np.sqrt(np.maximum(var_a + var_b, 1e-30))
    alpha = (mean_a - mean_b) / spread
    first = _normal(alpha)
    density = np.exp(-0.5 * np.minimum(alpha**2, 1400.0)) / np.sqrt(2.0 * np.pi)
    mean = mean_a * first + mean_b * (1.0 - first) + spread * density
    square = (mean_a**2 + var_a) * first + (mean_b**2 + var_b) * (1.0 - first) + (mean_a + mean_b) * spread * density
    return mean, square, first


def _later_exponential(mean_a: Floats, mean_b: Floats, dev_a: Floats, dev_b: Floats) -> tuple[Floats, Floats]:
    """Mean and probability if each time is a constant plus an exponential time of that standard deviation."""
    a_last = mean_a - dev_a > mean_b - dev_b
    late, early = np.where(a_last, dev_a, dev_b), np.where(a_last, dev_b, dev_a)
    gap = np.abs((mean_a - dev_a) - (mean_b - dev_b))
    # Probability that the earlier one has not ended when the later one may start; from then on both are exponential.
    running = np.exp(-np.minimum(gap / early, 700.0))
    mean = np.where(a_last, mean_a, mean_b) + running * (early - early * late / (early + late))
    early_last = running * early / (early + late)
    return mean, np.where(a_last, 1.0 - early_last, early_last)


def _normal(z: Floats) -> Floats:
    """Cumulative distribution function of the standard normal distribution."""
    import math

    return np.array([0.5 * math.erfc(-value / math.sqrt(2.0)) for value in z.ravel()]).reshape(z.shape)
