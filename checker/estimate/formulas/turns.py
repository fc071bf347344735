"""I/O that takes its paths strictly in turn reaches each port more evenly than at random, so it waits less.

Of a flow that sends every n-th of its I/Os to a port, the number that arrives there varies less than that of Poisson arrivals:
variance over mean is 1 - p (1 - 1/n) if p of the I/Os use that direction of the port. Flows do not know of each other, so the
more of them share the port, the less it helps, until the queue lasts long enough for each to take many turns: Whitt's
superposition of renewal processes (The Queueing Network Analyzer, 1983). The wait follows from the variation of arrivals by
Kraemer and Langenbach-Belz (1976).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from checker.estimate.network.categories import COMMON
from checker.estimate.network.plan import Floats, Plan, sums

if TYPE_CHECKING:
    from checker.estimate.network.load import StationLoad
    from checker.estimate.network.moments import Moments

_FULL = 0.9999


def regular(plan: Plan, servers: Floats, share: Floats) -> Floats | None:
    """Per pair, 1 minus variance over mean of the number of its I/Os at stations with one server; None if all is random.

    Args:
        plan: the layout.
        servers: c of each station.
        share: part of each kind in the I/O of its class.
    """
    turning = np.array([flow.in_turn for flow in plan.classes], dtype=bool)
    if not turning.any() or not len(plan.row_entry):
        return None
    program, entry, pair, kind = plan.program, plan.row_entry, plan.row_pair, plan.row_kind
    fits = program.visit_routed[entry] & program.visit_awaited[entry] & (program.visit_leg[entry] == COMMON)
    fits &= turning[plan.pair_class[pair]] & (servers[plan.pair_station[pair]] == 1)
    # A link has two rows per kind, with the whole transfer and with one frame; together they say how often it is used.
    key, row = np.unique(pair[fits] * len(share) + kind[fits], return_inverse=True)
    used = sums(row, program.visit_weight[entry[fits]], len(key))
    return sums(key // len(share), share[key % len(share)] * np.maximum(0.0, 1.0 - used), len(plan.pair_class))


def turned(plan: Plan, moments: Moments, rate: Floats, load: StationLoad) -> Floats:
    """Share of the Poisson wait that I/O of each pair has at its station; 1 where nothing arrives in turn.

    Args:
        plan: the layout.
        moments: values at the level.
        rate: I/O per ms of one flow of each class.
        load: load of the stations.
    """
    if moments.regular is None:
        return np.ones(len(plan.pair_class))
    count, station = len(plan.stations), plan.pair_station
    one = rate[plan.pair_class] * moments.visits
    every = one * plan.members[plan.pair_class]
    arrivals = np.where(load.arrivals > 0, load.arrivals, 1.0)
    even = sums(station, every * moments.regular, count) / arrivals
    sources = 1.0 / np.maximum(sums(station, every * one, count) / arrivals**2, 1e-12)
    free = 1.0 - np.clip(load.utilisation, 1e-6, _FULL)
    weight = 1.0 / (1.0 + 4.0 * free**2 * np.maximum(sources - 1.0, 0.0))
    arriving = 1.0 - weight * np.clip(even, 0.0, 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        served = np.where(load.work > 0, load.second * load.arrivals / load.work**2 - 1.0, 0.0)
    served = np.maximum(served, 0.0)
    both = np.maximum(arriving + served, 1e-9)
    fewer = np.exp(-2.0 * free * (1.0 - arriving) ** 2 / (3.0 * (1.0 - free) * both))
    return np.asarray(np.where(even > 0, both / (1.0 + served) * fewer, 1.0))[station]
