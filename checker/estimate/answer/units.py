"""Utilisation of stations from unit flows that add up, for very many variants of one load.

The work of a station is the sum over all I/O that visits it, and linear in the I/O size. One flow per route and type of I/O
of 8 and 64 KiB therefore gives the work of any load: any other size is a weighted sum of the two that preserves the number
of I/Os and of bytes. Front end and back end of a director or array are separate flows. For misaligned data the work is not
linear in the size, so each size has its own flows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from checker.estimate.assemble.ways import NONE_DEAD, Ways
from checker.estimate.library import Library
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.network import Flow, Network, Route, Visit
from checker.estimate.workload.mix_of_io import IoType, Workload

_SMALL, _LARGE = 8.0, 64.0

Basis = tuple[bool, bool, bool, float]
"""Type of I/O: read, random, cache hit, size in KiB."""
Unit = tuple[object, ...]
"""Route, or back end of a director, that a unit flow passes."""


def basis_of(workload: Workload, default_hits: float, *, sizes: bool = False) -> dict[Basis, float]:
    """Return a mix as weights of the basis.

    Args:
        workload: the load.
        default_hits: read hit ratio if the workload states none.
        sizes: whether to keep the sizes of the mix instead of combining two sizes.
    """
    total = sum(io.share for io in workload.types)
    found: dict[Basis, float] = {}
    for io in workload.types:
        hits = (default_hits if io.hit_share is None else io.hit_share) if io.read else 0.0
        large = (io.size_kib - _SMALL) / (_LARGE - _SMALL)
        for hit, part in ((True, hits), (False, 1.0 - hits)):
            for size, weight in ((io.size_kib, 1.0),) if sizes else ((_SMALL, 1.0 - large), (_LARGE, large)):
                if part and weight:
                    key = (io.read, io.random, hit, size)
                    found[key] = found.get(key, 0.0) + io.share / total * part * weight
    return found


@dataclass
class Units:
    """Unit flows, and the work that they cause at given rates.

    Attributes:
        ways: builds routes.
        library: the parameters.
    """

    ways: Ways
    library: Library
    _routes: dict[Unit, tuple[Route, ...]] = field(default_factory=dict)
    _starts: dict[Unit, tuple[int, ...]] = field(default_factory=dict)
    _flows: dict[tuple[Unit, Basis], int] = field(default_factory=dict)

    def number(self, unit: Unit, basis: Basis) -> int:
        """Number of the flow of a unit."""
        return self._flows.setdefault((unit, basis), len(self._flows))

    def front(self, route: int) -> Unit:
        """Return the front-end unit of a route: from the host to the target port."""
        unit: Unit = ("front", route)
        if unit not in self._routes:
            self._routes[unit] = (Route(self.ways.front(route).visits),)
        return unit

    def back_end(self, route: int, place: int, dead: frozenset[str] = NONE_DEAD, starts: tuple[int, ...] = ()) -> Unit:
        """Return the back-end unit to the data, which begins at ``starts``; shared by all routes to the same director."""
        front = self.ways.front(route)
        here = dead & self.ways.back_end(place) if dead else NONE_DEAD
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
        """Return a function from rates (IOPS by number of the flow) to utilisations at typical parameters.

        Only stations of known capacity have a utilisation. All flows must have been numbered before.
        """
        import numpy as np

        from checker.estimate.network.load import station_load

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
            # Flows of one class are interchangeable: each gets their mean rate.
            np.add.at(total, plan.class_of[numbers], np.fromiter(rates.values(), dtype=float, count=len(rates)) / 1000)
            use = station_load(plan, moments, total / plan.members).utilisation
            return {name: max(float(use[number]), 0.0) for number, name in known}

        return solved


def _load(basis: Basis) -> Workload:
    read, is_random, hit, size = basis
    return Workload("unit", (IoType(1.0, read, size, is_random, (1.0 if hit else 0.0) if read else None),), iops=1000.0)
