"""Simulate a solved model at the typical level of its parameters, and compare with its formulas."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from checker.estimate.network.estimator import Model
from checker.estimate.network.results.result import Result
from checker.estimate.simulate.events import Simulation, Source
from checker.estimate.simulate.measured import BATCHES, Collector, Figure, Figures
from checker.estimate.simulate.steps import compile_network

_WARM_UP = 0.1
_PIECES = 100

Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class Simulated:
    """Result of a simulation; times in ms.

    Attributes:
        ios, seed: number of I/Os, without those of the warm-up, and the seed.
        total, reads, writes: of all I/O.
        classes: figures of each class of the model's plan; None without I/O.
        utilisation: by station.
        span_ms: simulated time; seconds: duration of the simulation.
    """

    ios: int
    seed: int
    total: Figures
    reads: Figure | None
    writes: Figure | None
    classes: tuple[Figures | None, ...]
    utilisation: dict[str, float]
    span_ms: float
    seconds: float


def simulate(model: Model, result: Result, ios: int, seed: int, progress: Progress | None = None) -> Simulated | str:
    """Simulate a model.

    Args:
        model: the model; its typical parameters apply.
        result: its solution.
        ios: I/Os to complete after the warm-up.
        seed: seed of the random numbers; equal seeds give equal results.
        progress: called with the stage and the fraction that is done.

    Returns:
        The result, or the reason why there is none.
    """
    sources = _sources(model, result)
    if isinstance(sources, str):
        return sources
    began = time.perf_counter()
    collector = Collector(len(model.plan.classes))
    run = Simulation(compile_network(model), sources, seed, collector.record)
    report = progress or (lambda _stage, _fraction: None)

    def advance(until: int, done: float, share: float) -> None:
        first = run.completed
        for piece in range(_PIECES):
            run.run(first + (until - first) * (piece + 1) // _PIECES)
            report("Simulating", done + share * (piece + 1) / _PIECES)

    warm = round(ios * _WARM_UP)
    whole = warm + ios
    advance(warm, 0.0, warm / whole)
    collector.begin()
    start, busy = run.now, list(run.busy)
    for batch in range(BATCHES):
        first = warm + ios * batch // BATCHES
        last = warm + ios * (batch + 1) // BATCHES
        advance(last, first / whole, (last - first) / whole)
        collector.end_batch()
    span = max(run.now - start, 1e-9)
    servers = model.moments("typical").servers
    use = {
        station.id: (run.busy[number] - busy[number]) / span / float(servers[number])
        for number, station in enumerate(model.plan.stations)
        if station.service is not None
    }
    classes = tuple(collector.of_class(group) for group in range(len(model.plan.classes)))
    return Simulated(
        ios, seed, collector.everything(), collector.reads(), collector.writes(), classes, use, span,
        time.perf_counter() - began,
    )  # fmt: skip


def _sources(model: Model, result: Result) -> list[Source] | str:
    """One source for each flow with load, or the reason why there is nothing to record.

    A load that its queue depth limits, or that is too large, keeps that many I/Os outstanding. Flows without a response time
    load the stations that they are known to visit.
    """
    plan, solved = model.plan, model.solved("typical")
    usual = model.options("typical").burst
    found = []
    timed: dict[int, bool] = {}
    for number, flow in enumerate(model.network.flows):
        group = int(plan.class_of[number])
        load, depth = flow.workload, flow.queue_depth or 0
        if group not in timed:
            timed[group] = result.volumes[flow.id].response is not None
        if not timed[group]:
            if flow.unknown and load.outstanding is not None:
                return "how much I/O a load of outstanding I/O without a response time offers is unknown"
            if bool(solved.full[group]):
                found += [Source(group, 0.0, depth, counted=False)] if depth else []
            elif load.iops and flow.routes:
                found.append(Source(group, load.iops / 1000.0, counted=False))
            continue
        if load.outstanding is not None:
            found.append(Source(group, 0.0, max(1, round(load.outstanding)), load.think_ms, depth))
        elif load.iops and bool(solved.gated[group]):
            found.append(Source(group, 0.0, depth))
        elif load.iops:
            burst = usual if load.burst is None else load.burst
            found.append(Source(group, load.iops / 1000.0, depth=depth, burst=burst, burst_cv=load.burst_cv))
    return found if any(one.counted for one in found) else "no host-volume pair has a response time"


def error_of(formula: float | None, simulated: Figure | None) -> float | None:
    """Relative error of a formula; None if either is unknown."""
    if formula is None or simulated is None or not math.isfinite(formula) or simulated.ms <= 0:
        return None
    return formula / simulated.ms - 1.0
