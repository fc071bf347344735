"""Where a response time is only a bound: beyond what the comparison with simulations covers (docs/reference/estimator.md)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from checker.estimate.formulas.bursts import mates_of, there_of
from checker.estimate.library import Library
from checker.estimate.network.moments import Moments
from checker.estimate.network.network import COMPONENTS
from checker.estimate.network.plan import Floats, Plan, sums
from checker.estimate.network.solver import Solved

_HOST = COMPONENTS.index("host_queue")
_QUEUE = COMPONENTS.index("array_queue")
_HELD_BACK = 0.05
"""Share of a response time from which the wait for a queue depth, or at an array, counts."""
_BURSTS = "I/O arrives in bursts that are large for the servers or drives of an array"
_TAILS = "simulations do not confirm percentiles of I/O that arrives in bursts, or shares a queue with it"
_DEVIATIONS = 3.0


class Precision:
    """Reasons why classes have only a bound, at the typical level."""

    def __init__(self, plan: Plan, moments: Moments, solved: Solved, library: Library) -> None:
        self._plan, self._moments, self._solved = plan, moments, solved
        most, limited = library.typical("sizing.imprecise_above"), library.typical("sizing.imprecise_limited_above")
        self._most = most
        use = solved.load.utilisation
        self._reasons = (
            (use > most, f"a resource is over {100 * most:.0f} % busy"),
            (
                (use > limited) & self._visited(self._held_back()),
                f"a resource is over {100 * limited:.0f} % busy, and queue depths or outstanding I/O limit its load",
            ),
            (
                self._may_meet() > most,
                "I/O stays on a path for many I/Os, so volumes that meet at a port can overload it",
            ),
        )
        mates = mates_of(plan, library.typical("host.burst_size"), ~np.isnan(plan.outstanding) | solved.gated)
        self._of_class = [(self._visiting(stations), text) for stations, text in self._reasons]
        if (mates > 0.0).any():
            share = library.typical("sizing.imprecise_burst") * np.where(use > limited, 0.5, 1.0)
            large = self._large_bursts(mates, share)
            self._of_class.append((self._visiting(large) & self._waits(_QUEUE), _BURSTS))
            most_mates = library.typical("sizing.imprecise_burst_mates")
            many = (use > limited) & self._met_by(mates > most_mates)
            text = f"a resource is over {100 * limited:.0f} % busy, and I/O arrives there in large bursts"
            self._of_class.append((self._visiting(many), text))
            held = (mates > most_mates) & self._waits(_HOST)
            self._of_class.append(
                (self._visiting(self._met_by(held)), "I/O arrives in large bursts that wait for a queue depth")
            )
        self._tails = self._visiting(self._visited(mates > 0.0))

    def bound(self, group: int) -> str | None:
        """Return why the response time of a class is only a bound; None if it is not."""
        return next((text for classes, text in self._of_class if classes[group]), None)

    def bounded(self) -> NDArray[np.bool_]:
        """Return the classes whose response time is only a bound."""
        found = np.zeros(len(self._plan.classes), dtype=bool)
        for classes, _ in self._of_class:
            found |= classes
        return found

    def any_bound(self) -> str | None:
        """Return why the mean over all I/O is only a bound; None if it is not."""
        return next(filter(None, map(self.bound, range(len(self._plan.classes)))), None)

    def tail_bound(self, group: int) -> str | None:
        """Return why a class has no percentiles although it has a response time; None if it has them."""
        return self.bound(group) or (_TAILS if self._tails[group] else None)

    def beyond(self, solved: Solved) -> NDArray[np.bool_]:
        """Classes that visit a resource which is busier, in a solution at another level, than simulations confirm."""
        return self._visiting(solved.load.utilisation > self._most)

    def _large_bursts(self, mates: Floats, share: Floats) -> NDArray[np.bool_]:
        """Arrays and drives where an I/O meets more of its own burst than a share, by station, of the servers of a queue."""
        plan, moments = self._plan, self._moments
        array = np.array([station.wait_component == COMPONENTS[_QUEUE] for station in plan.stations], dtype=bool)
        large = mates[plan.pair_class] * there_of(plan, moments) > (share * moments.queued)[plan.pair_station]
        return np.asarray(array & (sums(plan.pair_station, large.astype(float), len(plan.stations)) > 0))

    def _met_by(self, classes: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Stations at which I/O of classes arrives in bursts."""
        plan = self._plan
        visits = classes[plan.pair_class] & (there_of(plan, self._moments) > 0)
        return sums(plan.pair_station, visits.astype(float), len(plan.stations)) > 0

    def _visiting(self, stations: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Classes whose I/O visits any of the stations."""
        plan = self._plan
        visits = stations[plan.pair_station] & (self._moments.visits > 0)
        return sums(plan.pair_class, visits.astype(float), len(plan.classes)) > 0

    def _held_back(self) -> NDArray[np.bool_]:
        """Classes whose outstanding I/O is given, or that wait for their queue depth."""
        return np.asarray(~np.isnan(self._plan.outstanding) | self._waits(_HOST))

    def _waits(self, component: int) -> NDArray[np.bool_]:
        """Classes for which a component is a noticeable part of the response time."""
        found = self._solved.responses
        with np.errstate(invalid="ignore"):
            return np.asarray(found.components[:, component] > _HELD_BACK * found.mean)

    def _visited(self, classes: NDArray[np.bool_]) -> NDArray[np.bool_]:
        plan = self._plan
        visits = classes[plan.pair_class] & (self._moments.visits > 0)
        return sums(plan.pair_station, visits.astype(float), len(plan.stations)) > 0

    def _may_meet(self) -> Floats:
        """Utilisation of each station while unusually many of the volumes that stay on a path use it: mean and deviations."""
        plan, load = self._plan, self._solved.load
        share = self._share_of_path()
        if share is None:
            return np.zeros(len(plan.stations))
        per_server = load.factor / self._moments.servers
        own = self._solved.rate[plan.pair_class] * self._moments.work * per_server[plan.pair_station]
        with np.errstate(divide="ignore", invalid="ignore"):
            spread = np.where(share > 0, (own / share) ** 2 * share * (1.0 - share), 0.0)
        variance = sums(plan.pair_station, plan.members[plan.pair_class] * spread, len(plan.stations))
        return np.where(variance > 0, load.utilisation + _DEVIATIONS * np.sqrt(variance), 0.0)

    def _share_of_path(self) -> Floats | None:
        """Part of the I/O of each pair's class that passes the station if it stays on paths; 0 elsewhere, None if none does."""
        plan = self._plan
        if not any(flow.stays for flow in plan.classes):
            return None
        index = {station.id: number for number, station in enumerate(plan.stations)}
        known: dict[int, dict[int, float]] = {}
        found = np.zeros(len(plan.pair_class))
        for pair, (group, station) in enumerate(zip(plan.pair_class.tolist(), plan.pair_station.tolist(), strict=True)):
            flow = plan.classes[group]
            if not flow.stays:
                continue
            if id(flow.routes) not in known:
                shares: dict[int, float] = {}
                for route in flow.routes:
                    for name in {visit.station for visit in route.visits}:
                        shares[index[name]] = shares.get(index[name], 0.0) + route.share
                known[id(flow.routes)] = shares
            found[pair] = min(known[id(flow.routes)].get(station, 0.0), 1.0)
        return found
