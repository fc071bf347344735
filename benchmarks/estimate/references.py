"""Exact results and simpy as references for the simulation and the estimator."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from checker.estimate.formulas.stations import wait_mgc
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.network import Delay, Demand, Flow, Network, Route, Service, Station, Visit
from checker.estimate.quantity import Range
from checker.estimate.workload.mix_of_io import Workload
from estimate.simulation import simulate

EXACT = Range.exactly


def station(name: str, ms: float, scv: float, servers: int) -> Station:
    demand = Demand(EXACT(ms))
    service = Service(demand, demand, scv=EXACT(scv))
    return Station(name, "array", service, "array_service", "array_queue", servers_by_level=(servers,) * 3)


def references(estimator: Estimator) -> Iterator[tuple[str, str]]:
    """Yield the simulation compared with formulas, and a tandem in simpy, the simulation and the estimator."""
    for servers, scv, use in ((1, 1.0, 0.8), (1, 0.0, 0.8), (1, 0.5, 0.6), (8, 1.0, 0.8), (32, 1.0, 0.9)):
        load = Workload.simple("w", iops=1000 * use * servers, read=1, burst=1)
        network = Network((station("s", 1, scv, servers),), (Flow("f", "h", "v", load, (Route((Visit("s"),)),)),))
        true = 1 + wait_mgc(servers, 1.0, scv, use)
        found = simulate(network, ios=2_000_000, seed=1)
        yield f"simulation of {servers} server(s), scv {scv:g}, {use:.0%}", f"{100 * (found.mean[0] / true - 1):+.2f}"
    network, rate = tandem()
    model = estimator.model(network).solve().volumes["f"].response.mean.typical
    ours = float(simulate(network, ios=1_000_000, seed=5).mean[0])
    other = by_simpy(rate, 60_000)
    yield "tandem of three stations, ms: simpy, simulation, estimator", f"{other:.3f} {ours:.3f} {model:.3f}"


def tandem() -> tuple[Network, float]:
    """A link, a director with 8 servers and an array with 16, at 70 % utilisation."""
    stations = (station("link", 0.1, 0.0, 1), station("director", 0.8, 0.5, 8), station("array", 1.6, 1.0, 16))
    rate = 7.0
    load = Workload.simple("w", iops=1000 * rate, read=1, burst=1)
    return Network(stations, (Flow("f", "h", "v", load, (Route(tuple(Visit(s.id) for s in stations)),)),)), rate


def by_simpy(rate: float, ios: int) -> float:
    """Mean response time of the tandem in simpy, in ms."""
    import simpy

    world, dice = simpy.Environment(), np.random.default_rng(11)
    parts = [(simpy.Resource(world, s), ms, v) for s, ms, v in ((1, 0.1, 0.0), (8, 0.8, 0.5), (16, 1.6, 1.0))]
    times: list[float] = []

    def io(number: int) -> Iterator:
        began = world.now
        for resource, ms, scv in parts:
            with resource.request() as place:
                yield place
                yield world.timeout(dice.gamma(1 / scv, ms * scv) if scv else ms)
        if number > ios // 10:
            times.append(world.now - began)

    def arrivals() -> Iterator:
        for number in range(ios):
            yield world.timeout(dice.exponential(1 / rate))
            world.process(io(number))

    world.process(arrivals())
    world.run()
    return float(np.mean(times))


def exact_mva(estimator: Estimator, count: int = 200) -> list[float]:
    """Errors of closed response times relative to exact MVA: three exponential single-server stations and a delay."""
    dice, errors = np.random.default_rng(200), []
    for _ in range(count):
        times, delay, population = dice.uniform(0.1, 1.0, 3), dice.uniform(0, 2), int(dice.integers(1, 40))
        queues, response = np.zeros(3), 0.0
        for many in range(1, population + 1):
            at = times * (1 + queues)
            response = float(at.sum()) + delay
            queues = many / response * at
        stations = tuple(station(f"s{n}", float(ms), 1.0, 1) for n, ms in enumerate(times))
        route = Route(tuple(Visit(s.id) for s in stations), (Delay("fabric", EXACT(float(delay))),))
        load = Workload.simple("w", outstanding=population, read=1)
        result = estimator.model(Network(stations, (Flow("f", "h", "v", load, (route,)),))).solve()
        errors.append(result.volumes["f"].response.mean.typical / response - 1)
    return errors
