"""Quantiles of sums of independent stages, from their Laplace transforms.

A stage is 0 with some probability and otherwise a gamma time: a wait, which an I/O has only if all servers are busy, or a
service time. The tail of a sum is the inverse of (1 - f(s)) / s, where f is the product of the stages' transforms; Euler's
method inverts it (Abate and Whitt, Numerical inversion of Laplace transforms of probability distributions, 1995).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_DISCRETE = 18.4
"""A of Euler's method: the error of the discretisation is exp(-A), 1e-8."""
_PLAIN, _AVERAGED = 15, 11
_TERMS = _PLAIN + _AVERAGED + 1
_WEIGHT = np.array(
    [
        (-1.0) ** k * sum(math.comb(_AVERAGED, j) for j in range(max(k - _PLAIN, 0), _AVERAGED + 1)) / 2.0**_AVERAGED
        for k in range(_TERMS)
    ]
)
_WEIGHT[0] /= 2.0
_STEPS = 18
_CLOSE = 2e-4
_LEAST = 1e-12


@dataclass(frozen=True, slots=True)
class Stages:
    """Times as constants plus stages; arrays by time, or by stage.

    Attributes:
        constant: constant part of each time.
        of: time that each stage belongs to, in rising order.
        chance: probability that the stage is not 0; mean, scv: its mean and squared coefficient of variation then.
        count: number of equal stages that each row represents.
        kind: kind of I/O that each time belongs to, in rising order; of several times, the I/O takes the longest.
    """

    constant: Floats
    of: Ints
    chance: Floats
    mean: Floats
    scv: Floats
    count: Floats
    kind: Ints

    def means(self) -> Floats:
        """Mean of each time."""
        return self.constant + _sums(self.of, self.count * self.chance * self.mean, len(self.constant))

    def variances(self) -> Floats:
        """Variance of each time."""
        square = self.chance * self.mean**2 * (1.0 + self.scv) - (self.chance * self.mean) ** 2
        return _sums(self.of, self.count * square, len(self.constant))


def quantiles(stages: Stages, group: Ints, weight: Floats, level: float) -> Floats:
    """Quantile of each group's mixture of times.

    Args:
        stages: the times.
        group: mixture that each kind of I/O belongs to, from 0, in rising order.
        weight: weight of each kind in its mixture.
        level: such as 0.95.
    """
    count = int(group.max(initial=-1)) + 1
    total = np.maximum(_sums(group, weight, count), 1e-300)
    part = weight / total[group]
    of_time = group[stages.kind]
    means, spread = stages.means(), np.sqrt(stages.variances())
    low, high = np.full(count, np.inf), np.zeros(count)
    np.minimum.at(low, of_time, stages.constant)
    # One-sided Chebyshev: each time exceeds its mean by more than this with a probability of at most (1 - level) / times.
    rare = (1.0 - level) / np.bincount(stages.kind, minlength=len(group))[stages.kind]
    np.maximum.at(high, of_time, means + spread * np.sqrt((1.0 - rare) / rare) + _LEAST)
    low = np.minimum(low, high)
    goal = 1.0 - level
    ends = np.ones(count), np.full(count, goal / 100.0)
    for step in range(_STEPS):
        if bool((high - low <= _CLOSE * high).all()):
            break
        middle = 0.5 * (low + high) if step % 3 == 0 else _between(low, high, ends, goal)
        found = _sums(group, part * _longest(stages, tails(stages, middle[of_time])), count)
        above = found > goal
        ends = np.where(above, found, ends[0]), np.where(above, ends[1], np.maximum(found, _LEAST))
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return 0.5 * (low + high)


def _longest(stages: Stages, found: Floats) -> Floats:
    """Tail of the longest time of each kind, from those of its times."""
    first = np.flatnonzero(np.diff(stages.kind, prepend=-1))
    return 1.0 - np.multiply.reduceat(1.0 - found, first) if len(first) < len(found) else found


def _between(low: Floats, high: Floats, ends: tuple[Floats, Floats], goal: float) -> Floats:
    """Point where the logarithm of the tail would reach the goal on a straight line, not too close to either end."""
    first, last = np.log(ends[0]), np.log(ends[1])
    part = (first - math.log(goal)) / np.maximum(first - last, 1e-9)
    return np.asarray(low + np.clip(part, 0.02, 0.98) * (high - low))


def tails(stages: Stages, at: Floats) -> Floats:
    """Probability that each time exceeds ``at`` (one value per time)."""
    rest = at - stages.constant
    result = np.where(rest < 0.0, 1.0, 0.0)
    has = _sums(stages.of, np.ones(len(stages.of)), len(at)) > 0
    wanted = np.flatnonzero((rest > _LEAST) & has)
    if not len(wanted):
        return result
    number = np.full(len(at), -1, dtype=np.int64)
    number[wanted] = np.arange(len(wanted))
    row = np.flatnonzero(number[stages.of] >= 0)
    where = number[stages.of[row]]
    y = rest[wanted]
    s = (_DISCRETE + 2j * np.pi * np.arange(_TERMS))[None, :] / (2.0 * y[:, None])
    scv = np.maximum(stages.scv[row], 1e-6)
    one = 1.0 / (1.0 + (scv * stages.mean[row])[:, None] * s[where])
    shaped = np.flatnonzero(np.abs(scv - 1.0) > 1e-9)
    one[shaped] **= 1.0 / scv[shaped, None]
    one *= stages.chance[row][:, None]
    one += 1.0 - stages.chance[row][:, None]
    several = np.flatnonzero(stages.count[row] != 1.0)
    one[several] **= stages.count[row][several, None]
    transform = np.multiply.reduceat(one, np.flatnonzero(np.diff(where, prepend=-1)), axis=0)
    values = ((1.0 - transform) / s).real @ _WEIGHT
    result[wanted] = np.clip(math.exp(_DISCRETE / 2.0) / y * values, 0.0, 1.0)
    return result


def _sums(index: Ints, values: Floats, count: int) -> Floats:
    return np.asarray(np.bincount(index, values, minlength=count), dtype=np.float64)
