"""Hand-written networks for the tests of the estimator's core."""

from __future__ import annotations

from checker.estimate.library import builtin
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.links import link_stations
from checker.estimate.network.network import (
    READ_HITS,
    READ_MISSES,
    WRITES,
    Delay,
    Demand,
    Flow,
    Leg,
    Network,
    Route,
    Service,
    Station,
    Visit,
)
from checker.estimate.quantity import Range
from checker.estimate.workload.mix_of_io import IoType, Workload

EXACT = Range.exactly
SINGLE = Estimator(builtin().overridden({"host.burst_size": 1}, "the tests"))
"""Estimator with single arrivals (no bursts) at every level."""


def station(name: str, ms: float, *, scv: float = 1.0, servers: int = 1, limit: float | None = 0.5) -> Station:
    """Station with the same service time for all I/O."""
    demand = Demand(EXACT(ms))
    service = Service(demand, demand, scv=EXACT(scv))
    return Station(name, "array", service, "array_service", "array_queue", (servers,) * 3, limit=limit)


def flow(name: str, load: Workload, *visits: str, delay: float = 0.0, depth: int | None = None) -> Flow:
    """Flow that visits stations one after another."""
    delays = (Delay("fabric", EXACT(delay)),) if delay else ()
    return Flow(
        name, f"host of {name}", "v", load, (Route(tuple(Visit(v) for v in visits), delays),), queue_depth=depth
    )


def reads(*, iops: float | None = None, outstanding: float | None = None, **more: float) -> Workload:
    """Workload of 8 KiB reads."""
    return Workload.simple("reads", read=1, iops=iops, outstanding=outstanding, **more)


def one(load: Workload, part: Station, **more: float) -> Network:
    """Network of one flow at one station."""
    return Network((part,), (flow("f", load, part.id, **more),))


def mean_ms(network: Network, name: str = "f") -> float:
    """Typical mean response time of a flow."""
    response = SINGLE.model(network).solve().volumes[name].response
    assert response is not None
    return response.mean.typical


def mixed_san() -> Network:
    """Two hosts on one array over 8 Gb/s links: one with a rate, one with outstanding I/O; large and small I/O."""
    links = [*link_stations("b1", "hba", 800, limit=None), *link_stations("b2", "hba", 800, limit=None)]
    links += link_stations("p", "fe_port", 800, limit=None)
    array = Station(
        "array",
        "array",
        Service(Demand(EXACT(0.3), EXACT(0.005)), Demand(EXACT(0.5), EXACT(0.01)), scv=EXACT(0.5)),
        "array_service",
        "array_queue",
        (8, 8, 8),
    )
    types = (IoType(0.6, True, 8), IoType(0.2, False, 8), IoType(0.2, True, 64, random=False))
    loads = Workload("open", types, iops=6000), Workload("closed", types, outstanding=6)
    flows = tuple(
        Flow(
            f"h{n}",
            f"h{n}",
            "v",
            load,
            (Route(tuple(Visit(v) for v in (f"b{n} tx", f"b{n} rx", "p tx", "p rx", "array"))),),
        )
        for n, load in enumerate(loads, 1)
    )
    return Network((*links, array), flows)


def metro() -> Network:
    """Writes to two arrays, the remote one 1 ms away over a WAN of 200 MB/s; 40 % of reads are cache hits."""
    wan = Demand(per_kib_ms=EXACT(1.024 / 200))
    stations = (
        station("near", 0.8, servers=8),
        station("far", 0.8, servers=8),
        Station("wan", "wan", Service(wan, wan), "wan", "wan"),
    )
    legs = (
        Leg("near", (Route((Visit("near"),)),)),
        Leg("far", (Route((Visit("wan"), Visit("far")), (Delay("wan", EXACT(1.0)),)),)),
    )
    delays = (Delay("vplex_added", EXACT(0.1), READ_HITS), Delay("vplex_added", EXACT(0.4), WRITES))
    load = Workload("w", (IoType(0.6, True, 8, True, 0.4), IoType(0.4, False, 16)), iops=9000)
    return Network(
        stations, (Flow("f", "h", "v", load, (Route((Visit("near", concerns=READ_MISSES),), delays),), legs),)
    )


def bursty(burst: float) -> Network:
    """Bursts of two hosts over an 8 Gb/s link to an array of 8 servers at 60 %."""
    links = [s for n in (1, 2) for s in link_stations(f"b{n}", "hba", 800, limit=None)]
    array = station("array", 0.5, scv=0.5, servers=8)
    load = Workload("w", (IoType(0.7, True, 8), IoType(0.3, False, 16)), iops=4800, burst=burst, burst_cv=0)
    flows = tuple(
        Flow(f"h{n}", f"h{n}", "v", load, (Route((Visit(f"b{n} tx"), Visit(f"b{n} rx"), Visit("array"))),))
        for n in (1, 2)
    )
    return Network((*links, array), flows)
