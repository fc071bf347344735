"""Speed of the estimator: volumes per second, and the time for a single host and volume.

Times are CPU times on one core, so other work on the machine does not matter.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

import numpy as np

from checker.estimate.library import builtin
from checker.estimate.network.estimator import Estimator, Model
from checker.estimate.network.links import link_stations
from checker.estimate.network.network import Demand, Flow, Network, Route, Service, Station, Visit
from checker.estimate.quantity import Range
from checker.estimate.workload.mix_of_io import IoType, Workload

EXACT = Range.exactly


def large_san(volumes: int, kind: str) -> Network:
    """Hosts with 100 volumes, each with four routes over two HBAs, eight ports and one array; six stations per I/O.

    Args:
        volumes: number of volumes.
        kind: ``open`` or ``closed`` with different loads; ``same``: one closed load for all volumes of a host.
    """
    dice = np.random.default_rng(1)
    hosts = max(1, volumes // 100)
    arrays = max(1, hosts // 8)
    stations: list[Station] = []
    for array in range(arrays):
        demand = Demand(EXACT(0.05), EXACT(0.0005))
        service = Service(demand, demand, scv=EXACT(1.0))
        stations.append(Station(f"a{array}", "array", service, "array_service", "array_queue", (32, 32, 32), limit=0.5))
        for port in range(8):
            stations += link_stations(f"a{array}p{port}", "fe_port", 1600, limit=0.75)
    flows = []
    for host in range(hosts):
        array = host % arrays
        for hba in range(2):
            stations += link_stations(f"h{host}b{hba}", "hba", 1600, limit=0.75)
        routes = tuple(
            Route(
                (
                    *(Visit(f"h{host}b{path % 2} {way}") for way in ("tx", "rx")),
                    *(Visit(f"a{array}p{(host + 2 * path) % 8} {way}") for way in ("tx", "rx")),
                    Visit(f"a{array}"),
                ),
                share=0.25,
            )
            for path in range(4)
        )
        here = min(100, volumes - 100 * host)
        same = _types(0.7, 8)
        for volume in range(here):
            types = (
                same if kind == "same" else _types(float(dice.uniform(0.3, 0.9)), float(dice.choice([4, 8, 16, 32])))
            )
            load = Workload("w", types, iops=float(dice.uniform(5, 60)))
            if kind != "open":
                # Few outstanding I/Os with think time, as in databases; the array is at about two thirds of its capacity.
                load = Workload(
                    "w", types, outstanding=1.0 if kind == "same" else float(dice.uniform(0.5, 2)), think_ms=3.0
                )
            flows.append(Flow(f"h{host}v{volume}", f"h{host}", f"v{volume}", load, routes))
    return Network(tuple(stations), tuple(flows))


def _types(reads: float, size: float) -> tuple[IoType, ...]:
    return (IoType(reads, True, size), IoType(1 - reads, False, size))


def speeds(volumes: int) -> Iterator[tuple[str, float, float | None]]:
    """Yield text, volumes per second and target of each measurement."""
    estimator = Estimator(builtin().overridden({"host.burst_size": 1}, "the benchmark"))
    for kind, label, target in (
        ("open", "open, all different", 500e3),
        ("same", "closed, identical loads aggregated", 200e3),
        ("closed", "closed, all different", 100e3),
    ):
        network = large_san(volumes, kind)
        build_time, plan = _timed(lambda network=network: estimator.model(network).plan, 3)
        model = estimator.model(network)
        level, use = [], 0.0
        for _ in range(3):
            fresh = Model(network, estimator.library)
            fresh._plan = plan
            fresh.moments("typical")
            seconds, solved = _timed(lambda fresh=fresh: fresh.solved("typical"), 1)
            level.append(seconds)
            use, rounds = float(solved.load.utilisation.max()), solved.iterations
        once = statistics.median(level)
        whole, _ = _timed(lambda network=network: estimator.model(network).solve(), 1)
        rate = volumes / once
        yield (
            f"{label:36} solve once {rate:10,.0f}/s ({1000 * once:7.1f} ms, {rounds} rounds, highest use {use:.0%}, "
            f"{len(plan.classes):,} classes)",
            rate,
            target,
        )
        yield f"{'':36} build {1000 * build_time:7.1f} ms; build, solve three times and report {1000 * whole:7.1f} ms = {volumes / whole:,.0f}/s", 0.0, None  # fmt: skip
        del model
    for kind in ("open", "closed"):
        network = large_san(1, kind)
        model = Model(network, estimator.library)
        model.moments("typical")

        def again(model: Model = model) -> None:
            model._solved.clear()
            model.solved("typical")

        once, _ = _timed(again, 201)
        yield f"one host and volume, {kind:6}             solve once {1000 * once:.3f} ms", 1 / once, 1000.0
        whole, _ = _timed(lambda network=network: estimator.model(network).solve(), 51)
        yield f"{'':36} build, solve three times and report {1000 * whole:.3f} ms", 0.0, None


def _timed(work: Callable[[], object], times: int) -> tuple[float, object]:
    found, answer = [], None
    for _ in range(times):
        began = time.process_time()
        answer = work()
        found.append(time.process_time() - began)
    return statistics.median(found), answer
