"""Random networks of nine families for validating the estimator (docs/reference/estimator.md)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from checker.estimate.library import builtin
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.links import link_stations
from checker.estimate.network.network import (
    BUT_READ_HITS,
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

FAMILIES = ("hot", "native", "gate", "closed", "local", "metro", "mixed", "disk", "rr1000")
EXACT = Range.exactly
LIBRARY = builtin()


def make(family: str, seed: int, *, target: float | None = None, burst: float = 1.0) -> Network:
    """Return a random network of a family.

    Args:
        family: one of ``FAMILIES``.
        seed: seed of all random choices.
        target: highest utilisation; by default random between 0.3 and 0.92.
        burst: number of I/Os that arrive together.
    """
    rng = np.random.default_rng([FAMILIES.index(family), seed])
    target = float(rng.uniform(0.3, 0.92)) if target is None else target
    stations: dict[str, Station] = {}
    hosts = int(rng.integers(1, 9))
    array = _array(rng, "array", hot=family == "hot", disks=family == "disk")
    stations["array"] = array
    ports = [_port(stations, f"array port {n}", rng.choice([8, 16])) for n in range(int(rng.integers(2, 9)))]
    vplex = family in {"local", "metro"}
    if vplex:
        fronts = [_port(stations, f"vplex port {n}", 8) for n in range(int(rng.integers(2, 9)))]
    if family == "metro":
        stations["remote array"] = _array(rng, "remote array", hot=False, disks=False)
        stations["wan"] = _wan(rng)
    hit = EXACT(float(rng.uniform(0.1, 0.6))) if vplex or family == "disk" else EXACT(0.0)
    flows = []
    for host in range(hosts):
        hbas = [
            _port(stations, f"host {host} hba {n}", rng.choice([8, 16]), "hba") for n in range(int(rng.integers(1, 5)))
        ]
        routes, legs = [], ()
        for path in range(int(rng.integers(1, 5))):
            start = _both(hbas[path % len(hbas)])
            if vplex:
                start += _both(str(rng.choice(fronts)))
                added = (
                    Delay("vplex_added", EXACT(0.1), READ_HITS),
                    Delay("vplex_added", EXACT(0.3), READ_MISSES),
                    Delay("vplex_added", EXACT(0.4), WRITES),
                )
            else:
                start += _both(str(rng.choice(ports)))
                added = (Delay("fabric", EXACT(0.002)),)
            routes.append((start, added))
        back = _both(str(rng.choice(ports)))
        visits, delays = _at_array(family, behind_vplex=vplex)
        if family == "metro":
            local = Leg("local", (Route((*back, Visit("array", concerns=WRITES))),))
            trip = Delay("wan", EXACT(float(rng.uniform(0.3, 3.0))))
            remote = Leg("remote", (Route((Visit("wan"), Visit("remote array")), (trip,)),))
            legs = (local, remote)
            visits = tuple(replace(v, concerns=READ_MISSES) for v in (*back, *visits))
        elif vplex:
            visits = (*(replace(v, concerns=BUT_READ_HITS) for v in back), *visits)
        share = 1.0 / len(routes)
        ways = tuple(Route((*start, *visits), (*added, *delays), share) for start, added in routes)
        closed = family == "closed" or (family == "mixed" and host % 2 == 0)
        load = Workload("w", _types(rng, large=family == "hot"), iops=float(rng.uniform(0.2, 1.0)) * 1000, burst=burst)
        if closed:
            load = replace(load, iops=None, outstanding=float(rng.integers(1, 33)), burst=1.0)
            if rng.random() < 0.6:
                load = replace(load, think_ms=float(rng.uniform(0.5, 15.0)))
        flows.append(Flow(f"host {host}", f"host {host}", "v", load, ways, legs, hit_share=hit))
    network = Network(tuple(stations.values()), tuple(flows))
    if family != "closed":
        network = _scaled(network, target)
    return _gated(network, rng) if family == "gate" else network


def highest(network: Network) -> float:
    """Highest utilisation according to the estimator's sums (not its queueing model)."""
    return float(Estimator().model(network).solved("typical").load.utilisation.max())


def _types(rng: np.random.Generator, *, large: bool) -> tuple[IoType, ...]:
    shares = rng.dirichlet(np.ones(5))
    sizes = rng.choice([16, 32, 64, 128, 256] if large else [4, 8, 16, 32, 64], 5)
    reads = [True, True, False, True, False]
    return tuple(IoType(float(s), r, float(k)) for s, r, k in zip(shares / shares.sum(), reads, sizes, strict=True))


def _array(rng: np.random.Generator, name: str, *, hot: bool, disks: bool) -> Station:
    servers = int(rng.integers(1, 5)) if hot else int(rng.choice([4, 8, 16, 32, 64]))
    scv = EXACT(float(rng.uniform(0.25, 1.5)))
    if disks:
        servers = int(rng.integers(5, 60))
        drives = _station(name, servers, Demand(EXACT(float(rng.uniform(3, 8)))), scv)
        return replace(drives, kind="disk_pool", separate=True)
    base = float(rng.uniform(0.05, 0.4)) * servers / 8 if not hot else float(rng.uniform(0.02, 0.2))
    return _station(name, servers, Demand(EXACT(base), EXACT(base / float(rng.uniform(20, 100)))), scv)


def _station(name: str, servers: int, demand: Demand, scv: Range) -> Station:
    writes = Demand(demand.base_ms.scaled(1.5), demand.per_kib_ms.scaled(1.5))
    service = Service(demand, writes, scv=scv)
    return Station(name, "array", service, "array_service", "array_queue", servers_by_level=(servers,) * 3)


def _wan(rng: np.random.Generator) -> Station:
    demand = Demand(per_kib_ms=EXACT(1.024 / float(rng.uniform(100, 1000))))
    return Station("wan", "wan", Service(demand, demand), "wan", "wan")


def _port(stations: dict[str, Station], name: str, gigabits: int, kind: str = "fe_port") -> str:
    for station in link_stations(name, kind, float(gigabits) * 100.0, limit=None):
        stations[station.id] = station
    return name


def _both(link: str) -> tuple[Visit, ...]:
    return (Visit(f"{link} tx"), Visit(f"{link} rx"))


def _at_array(family: str, *, behind_vplex: bool) -> tuple[tuple[Visit, ...], tuple[Delay, ...]]:
    if family == "disk":
        background = Visit("array", 4.0, WRITES, awaited=False)
        return (Visit("array", concerns=READ_MISSES), background), (
            Delay("array_service", EXACT(0.5), READ_HITS),
            Delay("array_service", EXACT(0.6), WRITES),
        )
    return (Visit("array", concerns=BUT_READ_HITS if behind_vplex else Visit("x").concerns),), ()


def _scaled(network: Network, target: float) -> Network:
    """Scale open loads until the busiest station reaches the target; closed loads are unchanged."""
    low, high = 0.0, 1e4
    for _ in range(40):
        middle = (low * high) ** 0.5 if low else high / 64
        scaled = _times(network, middle)
        if highest(scaled) < target:
            low = middle
        else:
            high = middle
        if low and high / low < 1.01:
            break
        if high < 1e-6:
            break
    return _times(network, low or high)


def _times(network: Network, factor: float) -> Network:
    flows = tuple(
        replace(flow, workload=replace(flow.workload, iops=flow.workload.iops * factor)) if flow.workload.iops else flow
        for flow in network.flows
    )
    return replace(network, flows=flows)


def _gated(network: Network, rng: np.random.Generator) -> Network:
    solved = Estimator().model(network).solve()
    flows = []
    for flow in network.flows:
        outstanding = solved.volumes[flow.id].outstanding or 1.0
        flows.append(replace(flow, queue_depth=max(1, int(np.ceil(outstanding / float(rng.uniform(0.3, 0.9)))))))
    return replace(network, flows=tuple(flows))
