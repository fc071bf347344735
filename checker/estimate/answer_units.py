"""How busy a load makes each station, worked out from units that add up: for very many variants of one load.

The work of a station is the sum over all I/O that comes by, and linear in its size. So one flow for each route and each
kind of I/O of 8 and of 64 KiB tells the work of any load: a size in between or beyond is a sum of the two, with weights
that keep the number of I/O and of bytes. What is in front of a director or array and what is behind are flows apart.
Where data begins off the pages of an array the work is not linear in the size, so each size has flows of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from checker.estimate.build_ways import NONE_DEAD, Ways
from checker.estimate.estimator import Estimator
from checker.estimate.library import Library
from checker.estimate.network import Flow, Network, Route, Visit
from checker.estimate.workload import IoType, Workload

_SMALL, _LARGE = 8.0, 64.0

Basis = tuple[bool, bool, bool, float]
"""A kind of I/O: read, random, answered by a cache, size in KiB."""
Unit = tuple[object, ...]
"""A route, or what is behind a director: what a flow of units goes through."""


def basis_of(workload: Workload, unsaid_hits: float, *, sizes: bool = False) -> dict[Basis, float]:
    """A mix as weights of the basis.

    Args:
        workload: the load.
        unsaid_hits: part of the reads that a cache answers, where the workload does not say.
        sizes: keep the sizes of the mix instead of putting them together of two.
    """
    total = sum(io.share for io in workload.types)
    found: dict[Basis, float] = {}
    for io in workload.types:
        hits = (unsaid_hits if io.hit_share is None else io.hit_share) if io.read else 0.0
        large = (io.size_kib - _SMALL) / (_LARGE - _SMALL)
        for hit, part in ((True, hits), (False, 1.0 - hits)):
            for size, weight in ((io.size_kib, 1.0),) if sizes else ((_SMALL, 1.0 - large), (_LARGE, large)):
                if part and weight:
                    key = (io.read, io.random, hit, size)
                    found[key] = found.get(key, 0.0) + io.share / total * part * weight
    return found


@dataclass
class Units:
    """Flows of units, and the work that rates of them make.

    Attributes:
        ways: makes routes.
        library: the parameters.
    """

    ways: Ways
    library: Library
    _routes: dict[Unit, tuple[Route, ...]] = field(default_factory=dict)
    _starts: dict[Unit, tuple[int, ...]] = field(default_factory=dict)
    _flows: dict[tuple[Unit, Basis], int] = field(default_factory=dict)

    def number(self, unit: Unit, basis: Basis) -> int:
        """The number of the flow of a unit."""
        return self._flows.setdefault((unit, basis), len(self._flows))

    def front(self, route: int) -> Unit:
        """From a host to the port where a route ends."""
        unit: Unit = ("front", route)
        if unit not in self._routes:
            self._routes[unit] = (Route(self.ways.front(route).visits),)
        return unit

    def behind(self, route: int, place: int, dead: frozenset[str] = NONE_DEAD, starts: tuple[int, ...] = ()) -> Unit:
        """From there to the data, which begins at ``starts``: all that come in by the same director share it."""
        front = self.ways.front(route)
        here = dead & self.ways.behind(place) if dead else NONE_DEAD
        unit: Unit = ("behind", place, front.storage_array, front.cluster, front.director, here, starts)
        if unit not in self._routes:
            bare = replace(front, visits=(), delays=(), port_stations=())
            paths = self.ways.bare_paths(bare, place, here)
            visits: list[Visit] = [visit for route_ in paths.routes for visit in route_.visits]
            visits += [visit for leg in paths.legs for route_ in leg.routes for visit in route_.visits]
            self._routes[unit] = (Route(tuple(visits)),)
            self._starts[unit] = starts
        return unit

    def solver(self) -> Callable[[Mapping[int, float]], Mapping[str, float]]:
        """Return a function from rates (number of the flow, I/O a second) to utilisations at typical parameters.

        Only stations of known capacity have one. All flows must have been named before.
        """
        import numpy as np

        from checker.estimate.load import station_load

        loads = {basis: _load(basis) for _, basis in self._flows}
        flows = tuple(
            Flow(str(number), "", str(number), loads[basis], self._routes[unit], starts=self._starts.get(unit, ()))
            for (unit, basis), number in self._flows.items()
        )
        stations = tuple(self.ways.parts.stations.values())
        model = Estimator(self.library).model(Network(stations, flows))
        plan, moments = model.plan, model.moments("typical")
        known = [(number, station.id) for number, station in enumerate(stations) if station.service is not None]

        def solved(rates: Mapping[int, float]) -> Mapping[str, float]:
            total = np.zeros(len(plan.classes))
            numbers = np.fromiter(rates, dtype=np.int64, count=len(rates))
            # Flows of one class are interchangeable: each does the mean of them.
            np.add.at(total, plan.class_of[numbers], np.fromiter(rates.values(), dtype=float, count=len(rates)) / 1000)
            use = station_load(plan, moments, total / plan.members).utilisation
            return {name: max(float(use[number]), 0.0) for number, name in known}

        return solved


def _load(basis: Basis) -> Workload:
    read, is_random, hit, size = basis
    return Workload("unit", (IoType(1.0, read, size, is_random, (1.0 if hit else 0.0) if read else None),), iops=1000.0)
