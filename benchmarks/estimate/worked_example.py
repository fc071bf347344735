"""The worked example of the model's specification: OLTP2 on two X-Bricks, native and through VPLEX.

Its VPLEX columns contradict section 3.6 of the specification. This module reproduces them from the example's native
columns, without the estimator, with three assumptions: the position in the published range is rho / 0.8, without the I/O size
and the halving; read hits skip the host's link; and the array's queue is as long as without VPLEX, although three reads in ten
never reach it. According to section 3.6 the position is (rho / 0.8 + KiB / 64) / 2 for each size, hits cross the link, and the
array carries only the remaining load.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from checker.estimate.formulas.stations import wait_mgc
from checker.estimate.formulas.vplex import vplex_delays, vplex_director
from checker.estimate.library import Library
from checker.estimate.network.arrays import xtremio
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.links import link_stations
from checker.estimate.network.network import Delay, Flow, Leg, Network, Route, Station, Visit
from checker.estimate.quantity import Range
from checker.estimate.workload.mix_of_io import IoType, Workload

HITS = 0.3
READS = 0.75
RTT_MS = 1.0
NATIVE = {0.1: (0.520, 0.639, 0.550), 0.5: (0.520, 0.639, 0.550), 0.8: (0.532, 0.651, 0.562), 0.9: (0.591, 0.710, 0.621),
          0.98: (1.195, 1.314, 1.225)}  # fmt: skip
"""Read, write and mean response time by load, in ms."""
THROUGH = {0.1: (0.549, 0.889, 0.634, 1.889, 0.884), 0.5: (0.629, 1.089, 0.744, 2.089, 0.994),
           0.8: (0.698, 1.251, 0.836, 2.251, 1.086), 0.9: (0.739, 1.310, 0.881, 2.310, 1.131),
           0.98: (1.161, 1.914, 1.350, 2.914, 1.600)}  # fmt: skip
"""Read, write and mean of VPLEX Local, write and mean of a Metro with a round trip of 1 ms."""
NAMES = ("Local read", "Local write", "Local mean", "Metro write", "Metro mean")
Five = tuple[float, float, float, float, float]


def by_squared_mean(peak: float, load: float) -> tuple[float, float, float]:
    """Reconstruct the native columns: their wait uses the squared mean of the service times instead of the second moment.

    For this mix the second moment is 8.8 times the squared mean if each type of I/O is exponential, so the waits are too short
    by (1 + 7.8) / 2 = 4.4, or by about 3.6 if large I/O is divided into parts.
    """
    wait = wait_mgc(32, 32 * 1000.0 / peak, 1.0, load)
    read, write = 0.52 + wait, 0.639 + wait
    return read, write, READS * read + (1 - READS) * write


def by_its_own_arithmetic(load: float) -> Five:
    """Reconstruct the VPLEX columns of the example from its native columns, without the estimator."""
    read, write, _ = NATIVE[load]
    part = min(1.0, load / 0.8)
    reads = HITS * (0.085 + 0.065 * part) + (1 - HITS) * (read + 0.2 + 0.2 * part)
    writes = write + 0.2 + 0.4 * part
    return _five(reads, writes, writes + RTT_MS)


def by_the_section(library: Library, peak: float, load: float) -> Five:
    """Calculate the same by section 3.6, with a director at the example's load that adds no waiting time of its own."""
    types = tuple(replace(io, hit_share=HITS) if io.read else io for io in Workload.oltp2().types)
    local = _response(library, types, peak, load, metro=False)
    metro = _response(library, types, peak, load, metro=True)
    return local[0], local[1], local[2], metro[1], metro[2]


def _five(read: float, write: float, metro: float) -> Five:
    return read, write, READS * read + (1 - READS) * write, metro, READS * read + (1 - READS) * metro


def _response(
    library: Library, types: tuple[IoType, ...], peak: float, load: float, *, metro: bool
) -> tuple[float, float, float]:
    array, far = (xtremio(library, name, 2, behind_cache=True) for name in ("near", "far"))
    stations: list[Station] = list(host_link())
    stations += [replace(vplex_director(library, "director", peak), waits_beyond=1.0), *array.stations]
    before = (Visit("link tx"), Visit("link rx"), Visit("director"))
    delays = vplex_delays(library, ("director",))
    route, legs = Route((*before, *array.visits), delays), ()
    if metro:
        stations += far.stations
        writes = [
            replace(visit, concerns=replace(visit.concerns, reads=False)) for visit in (*array.visits, *far.visits)
        ]
        reads = [replace(visit, concerns=replace(visit.concerns, writes=False)) for visit in array.visits]
        route = Route((*before, *reads), delays)
        legs = (Leg("near", (Route((writes[0],)),)), Leg("far", (Route((writes[1],), (Delay("wan", Range.exactly(RTT_MS)),)),)))  # fmt: skip
    flow = Flow("f", "h", "v", Workload("oltp2", types, iops=peak * load), (route,), legs)
    found = Estimator(library).model(Network(tuple(stations), (flow,))).solve().volumes["f"].response
    return found.read.typical, found.write.typical, found.mean.typical


def host_link() -> tuple[Station, ...]:
    """An 8 Gb/s link without a queue: the example ignores waiting in hosts and fabrics."""
    return tuple(replace(s, servers_by_level=(100,) * 3) for s in link_stations("link", "link", 800, limit=None))


def compared(library: Library, peak: float) -> Iterator[tuple[str, float, float, float]]:
    """Yield name, published value, value by the example's arithmetic and value by section 3.6, in ms."""
    for load, values in THROUGH.items():
        own, section = by_its_own_arithmetic(load), by_the_section(library, peak, load)
        for name, *three in zip(NAMES, values, own, section, strict=True):
            yield f"OLTP2 at {load:.0%}, VPLEX {name}", *three
