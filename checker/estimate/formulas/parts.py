"""I/O in several parts: large I/O that an array divides, and I/O to several drives that starts together.

The host waits until the last part of a divided I/O has started and for the latency of the array from then on; of parallel
visits it waits for the slowest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from checker.estimate.formulas.batches import Busy, find_busy
from checker.estimate.network.categories import COMMON
from checker.estimate.network.network import COMPONENTS
from checker.estimate.network.plan import Floats, Ints, Plan, sums

_SLOWER = COMPONENTS.index("mirror_wait")

if TYPE_CHECKING:
    from checker.estimate.network.load import StationLoad
    from checker.estimate.network.moments import Moments


@dataclass(frozen=True, slots=True)
class Batches:
    """Divided I/O of a plan at one level, by the stations that divide any.

    Attributes:
        stations: indices of these stations; at: row of each station, or -1.
        rows: visits to these stations; size: parts of each; visits: per I/O of the class; time: of one part.
        servers: c of these stations.
    """

    stations: Ints
    at: Ints
    rows: Ints
    size: Ints
    visits: Floats
    time: Floats
    servers: Ints

    def state(self, plan: Plan, rate: Floats, utilisation: Floats, factor: Floats) -> Busy:
        """State of the stations at rates of classes (I/O per ms of one flow); ``behind`` is in ms.

        Parts of one station differ in length. Their rates are weighted with it, which leaves the work of each type of I/O as
        it is.
        """
        most = int(self.servers.max())
        count = len(self.stations)
        pair = plan.row_pair[self.rows]
        row = self.at[plan.pair_station[pair]]
        arriving = (rate * plan.members)[plan.pair_class[pair]] * self.visits
        flow = arriving * self.time
        column = np.minimum(self.size, most) - 1
        sizes = sums(row * most + column, flow, count * most).reshape(count, most)
        moment = np.stack([sums(row, flow * self.size**power, count) for power in (1, 2)], axis=1)
        found = find_busy(self.servers, utilisation[self.stations], sizes, moment)
        # While all servers are busy, parts of all I/O leave them.
        parts = sums(row, arriving * self.size, count)
        interval = moment[:, 0] / np.where(parts > 0, parts, 1.0) * factor[self.stations] / self.servers
        return replace(found, behind=found.behind * interval[:, None])


def find_batches(plan: Plan, servers: Floats, parts: Ints, visits: Floats, time: Floats) -> Batches | None:
    """Collect the divided I/O of a plan; None if there is none.

    Args:
        plan: the layout.
        servers: c of each station.
        parts: parts of each row's I/O.
        visits: visits of each row per I/O of the class.
        time: service time of each row's I/O.
    """
    if not (parts > 1).any():
        return None
    station = plan.pair_station[plan.row_pair]
    stations = np.unique(station[parts > 1])
    at = np.full(len(plan.stations), -1, dtype=np.int64)
    at[stations] = np.arange(len(stations))
    rows = np.flatnonzero(at[station] >= 0)
    servers_there = servers[stations].astype(np.int64)
    return Batches(stations, at, rows, parts[rows], visits[rows], time[rows] / parts[rows], servers_there)


def add_last_parts(
    plan: Plan, moments: Moments, load: StationLoad, variance: Floats, times: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Add the time for which the last part waits longer than the first, and the slowest of parallel visits than their mean.

    Args:
        plan: the layout.
        moments: values at the level.
        load: load of the stations.
        variance: variance of the wait of each pair.
        times: times of kinds and of their mirror legs, by component; not changed.
    """
    rows = moments.last_rows
    entry, kind, pair = plan.row_entry[rows], plan.row_kind[rows], plan.row_pair[rows]
    station = plan.pair_station[pair]
    weight, leg = plan.program.visit_weight[entry], plan.program.visit_leg[entry]
    fixed, legs = times[0].copy(), times[1].copy()
    common = leg == COMMON

    def add(component: Ints, value: Floats) -> None:
        np.add.at(fixed, (kind[common], component[common]), value[common])
        np.add.at(legs, (leg[~common], kind[~common], component[~common]), value[~common])

    add(np.full(len(rows), _SLOWER), weight * _slowest(plan, moments, variance[pair], rows))
    if moments.batches is not None and load.divided is not None:
        at = moments.batches.at[station]
        parts = np.minimum(moments.parts[rows], moments.servers[station]).astype(np.int64)
        add(plan.wait_component[station], weight * np.where(at >= 0, load.divided.behind[at, parts], 0.0))
    return fixed, legs


def _slowest(plan: Plan, moments: Moments, variance: Floats, rows: Ints) -> Floats:
    """Excess of the slowest of n visits over their mean: (1 + 1/2 + ... + 1/n - 1) standard deviations.

    Exact for exponential times; for two or three normal times it would be 0.56 or 0.85 instead of 0.50 or 0.83.
    """
    parallel = plan.program.visit_parallel[plan.row_entry[rows]]
    harmonic = np.cumsum(1.0 / np.arange(1, int(parallel.max(initial=1)) + 1)) - 1.0
    station = plan.pair_station[plan.row_pair[rows]]
    spread = moments.scv[station] * moments.row_time[rows] ** 2 + variance
    return np.asarray(harmonic[parallel - 1] * np.sqrt(np.maximum(spread, 0.0)))
