"""Mirrored writes: the time that the slowest leg takes, and the part of it that is waiting for the slower leg."""

from __future__ import annotations

import numpy as np

from checker.estimate.formulas.queueing import later_of
from checker.estimate.network.moments import Moments
from checker.estimate.network.network import COMPONENTS
from checker.estimate.network.plan import Floats, Plan, sums

_SLOWER = COMPONENTS.index("mirror_wait")


def awaited_visits(plan: Plan, moments: Moments) -> Floats:
    """Visits per I/O of each pair that the host waits for, with those of mirror legs."""
    return np.minimum(moments.visits, moments.read_visits + moments.write_visits + leg_visits(plan, moments))


def leg_visits(plan: Plan, moments: Moments) -> Floats:
    """Visits of each pair per I/O that belong to legs of mirrors."""
    rows = moments.leg_rows
    weight = (
        moments.share[plan.row_kind[rows]] * plan.program.visit_weight[plan.row_entry[rows]]
        if len(rows)
        else np.zeros(0)
    )
    return sums(plan.row_pair[rows], weight, len(plan.pair_class))


def slowest_legs(
    plan: Plan, moments: Moments, leg_fixed: Floats, wait: Floats, variance: Floats
) -> tuple[Floats, Floats]:
    """Time that the slowest leg of mirrored writes adds to each kind, by component, and its variance."""
    rows = moments.leg_rows
    kinds, width = len(plan.kind_class), len(COMPONENTS)
    entry, kind, pair = plan.row_entry[rows], plan.row_kind[rows], plan.row_pair[rows]
    weight, leg = plan.program.visit_weight[entry], plan.program.visit_leg[entry]
    component = plan.wait_component[plan.pair_station[pair]]
    worst = np.zeros((kinds, width))
    worst_variance, worst_third = np.zeros(kinds), np.zeros(kinds)
    has = np.array(plan.program.legs)[plan.class_program[plan.kind_class]] if kinds else np.zeros(0)
    mirrored = (has > 0) & ~plan.kind_read
    for side in range(len(leg_fixed)):
        mine = np.where(leg == side, weight, 0.0)
        third = moments.leg_third[side] + sums(kind, mine * _third_of_wait(wait[pair], variance[pair]), kinds)
        parts = leg_fixed[side] + sums(kind * width + component, mine * wait[pair], kinds * width).reshape(kinds, width)
        spread = moments.leg_variance[side] + sums(kind, mine * variance[pair], kinds)
        taken = mirrored & (side < has)
        if side == 0:
            worst[taken], worst_variance[taken], worst_third = parts[taken], spread[taken], third
            continue
        chosen = np.flatnonzero(taken)
        a, b = worst[chosen], parts[chosen]
        variances = worst_variance[chosen], spread[chosen]
        skew = (worst_third + third)[chosen] / np.maximum(variances[0] ** 1.5 + variances[1] ** 1.5, 1e-30)
        mean, both, first = later_of((a.sum(axis=1), b.sum(axis=1)), variances, skew)
        mixed = a * first[:, None] + b * (1.0 - first[:, None])
        mixed[:, _SLOWER] += mean - mixed.sum(axis=1)
        worst[chosen], worst_variance[chosen] = mixed, both
    return worst, worst_variance


def _third_of_wait(wait: Floats, variance: Floats) -> Floats:
    """Third cumulant of a wait that is 0, or exponential with some probability, from its mean and variance."""
    square = variance + wait**2
    busy = np.where(square > 1e-200, 2.0 * wait**2 / np.maximum(square, 1e-200), 1.0)
    busy = np.clip(busy, 1e-9, 1.0)
    return np.asarray(wait**3 * (6.0 / busy**2 - 6.0 / busy + 2.0))
