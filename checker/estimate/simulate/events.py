"""The event loop: I/Os arrive, wait at stations first come, first served, and leave.

Pure Python, because numpy cannot wait for the next event; random numbers come in blocks from numpy. An event is a time, a
number that breaks ties, and a job. A station with one queue is a heap of the times at which its servers become free; an I/O
takes the first of them when it arrives, which is first come, first served.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush, heapreplace

import numpy as np

from checker.estimate.simulate.steps import Choices, Compiled, Step, Way

_BLOCK = 1 << 14
_LATER_MS = 500.0
"""Mean time after which a cache destages a write."""


@dataclass(slots=True)
class Source:
    """I/O of one flow.

    Attributes:
        group: class of the flow, which determines its ways.
        rate: I/O per ms of an open load, 0 of a closed one; population: outstanding I/O of a closed load.
        think_ms: mean pause of a closed load.
        depth: maximum outstanding I/O, 0 if unlimited.
        burst: mean I/Os that arrive together; burst_cv: their coefficient of variation, None if geometric.
        turn: route of the last I/O, if routes are taken in turn.
        counted: whether its I/Os are recorded; others only load the stations.
    """

    group: int
    rate: float
    population: int = 0
    think_ms: float = 0.0
    depth: int = 0
    burst: float = 1.0
    burst_cv: float | None = None
    free: int = 0
    turn: int = 0
    counted: bool = True
    queue: deque[_Job] = field(default_factory=deque)


@dataclass(slots=True)
class _Job:
    """I/O, or one leg of it or back-end I/O after it (``whole``); ``missing`` legs still run."""

    source: Source | None
    way: Way | None
    began: float
    steps: tuple[Choices, ...]
    at: int = 0
    delay: float = 0.0
    missing: int = 0
    whole: _Job | None = None
    round: int = 0
    chosen: tuple[int, ...] = ()


class Simulation:
    """State of a simulation.

    Args:
        compiled: ways by class, and servers of stations.
        sources: the flows.
        seed: seed of all random numbers.
        record: receives the class, whether it is a read, and the response time in ms of each completed I/O.
    """

    def __init__(
        self, compiled: Compiled, sources: list[Source], seed: int, record: Callable[[int, bool, float], None]
    ) -> None:
        self._compiled, self._record = compiled, record
        self._rng = np.random.default_rng(seed)
        self._free = [[0.0] * count for count in compiled.servers]
        self.busy = [0.0] * len(compiled.servers)
        self.completed = 0
        self.now = 0.0
        self._number = 0
        self._events: list[tuple[float, int, _Job | Source]] = []
        self._uniform = self._blocks(lambda rng: rng.random(_BLOCK))
        self._exponential = self._blocks(lambda rng: rng.exponential(1.0, _BLOCK))
        self._gamma: dict[float, Iterator[float]] = {}
        self._ways = [[_cumulated(ways) for ways in turns] for turns in compiled.ways]
        for source in sources:
            source.free = source.depth
            source.turn = int(self._rng.integers(1 << 20))
            for _ in range(source.population):
                self._push(next(self._uniform) * 0.1, source)
            if not source.population and source.rate > 0:
                self._push(next(self._exponential) * source.burst / source.rate, source)
        heapify(self._events)

    def _blocks(
        self, draw: Callable[[np.random.Generator], np.ndarray[tuple[int, ...], np.dtype[np.float64]]]
    ) -> Iterator[float]:
        while True:
            yield from draw(self._rng).tolist()

    def _push(self, time: float, what: _Job | Source) -> None:
        self._number += 1
        heappush(self._events, (time, self._number, what))

    def run(self, ios: int) -> None:
        """Continue until that many recorded I/Os have completed in total."""
        events = self._events
        while self.completed < ios and events:
            self.now, _, what = heappop(events)
            if isinstance(what, Source):
                self._arrive(what)
            else:
                self._advance(what)

    def _arrive(self, source: Source) -> None:
        fresh = 1
        if not source.population:
            fresh = self._burst(source) if source.burst > 1.0 else 1
            self._push(self.now + next(self._exponential) * source.burst / source.rate, source)
        for _ in range(fresh):
            dice, turns = next(self._uniform), self._ways[source.group]
            source.turn = (source.turn + 1) % len(turns)
            way = next(way for bound, way in turns[source.turn] if dice < bound)
            job = _Job(source, way, self.now, way.steps, delay=way.delay)
            if source.depth:
                if not source.free:
                    source.queue.append(job)
                    continue
                source.free -= 1
            self._advance(job)

    def _burst(self, source: Source) -> int:
        if source.burst_cv is None:
            return int(self._rng.geometric(1.0 / source.burst))
        if source.burst_cv == 0.0:
            whole = int(source.burst)
            return whole + (next(self._uniform) < source.burst - whole)
        shape = 1.0 / source.burst_cv**2
        return max(1, round(float(self._rng.gamma(shape, source.burst / shape))))

    def _advance(self, job: _Job) -> None:
        """Take the steps of a job until one keeps it; at the end it joins its other legs, or is complete."""
        while job.at < len(job.steps):
            step = self._chosen(job.steps[job.at])
            job.at += 1
            if step is None:
                continue
            if not step.awaited and job.source is not None:
                later = _Job(None, None, self.now, (((1.0, step),),))
                self._push(self.now + next(self._exponential) * _LATER_MS, later)
                continue
            leave = self._serve(job, step)
            if job.at == len(job.steps) and not job.round:
                leave += job.delay
                job.delay = 0.0
            if leave > self.now:
                self._push(leave, job)
                return
        if job.delay > 0.0:
            leave, job.delay = self.now + job.delay, 0.0
            self._push(leave, job)
            return
        self._end(job)

    def _chosen(self, choices: Choices) -> Step | None:
        if len(choices) == 1 and choices[0][0] >= 1.0:
            return choices[0][1]
        dice = next(self._uniform)
        for part, step in choices:
            if dice < part:
                return step
            dice -= part
        return None

    def _serve(self, job: _Job, step: Step) -> float:
        """Occupy servers; returns when the job may continue."""
        free = self._free[step.station]
        if step.sides > 1 or step.each > 1:
            return self._serve_sides(job, step, free)
        start = end = self.now
        for _ in range(step.parts):
            time = step.mean if step.scv == 0.0 else step.mean * next(self._gammas(step.scv))
            self.busy[step.station] += time
            if step.choice == "first":
                start = free[0] if free[0] > self.now else self.now
                heapreplace(free, start + time)
            elif step.choice == "any":
                number = int(next(self._uniform) * len(free))
                start = free[number] if free[number] > self.now else self.now
                free[number] = start + time
            end = start + time
        leave = end + step.stay
        return leave if leave > start else start

    def _serve_sides(self, job: _Job, step: Step, free: list[float]) -> float:
        """One round of visits to several servers: the next begins when the slowest has ended."""
        if not job.chosen:
            job.chosen = tuple(self._rng.choice(len(free), min(step.sides, len(free)), replace=False).tolist())
        end = self.now
        for number in job.chosen:
            time = step.mean * (next(self._gammas(step.scv)) if step.scv else 1.0)
            self.busy[step.station] += time
            free[number] = max(free[number], self.now) + time
            end = max(end, free[number])
        job.round += 1
        if job.round < step.each:
            job.at -= 1
            return end
        job.round, job.chosen = 0, ()
        return end

    def _gammas(self, scv: float) -> Iterator[float]:
        if scv == 1.0:
            return self._exponential
        if scv not in self._gamma:
            self._gamma[scv] = self._blocks(lambda rng: rng.gamma(1.0 / scv, scv, _BLOCK))
        return self._gamma[scv]

    def _end(self, job: _Job) -> None:
        if job.whole is not None:
            whole = job.whole
            whole.missing -= 1
            if whole.missing:
                return
            job = whole
        elif job.way is not None and job.way.legs and not job.missing:
            job.missing = len(job.way.legs)
            for steps, delay in job.way.legs:
                self._advance(_Job(job.source, None, self.now, steps, delay=delay, whole=job))
            return
        if job.source is None or job.way is None:
            return
        source = job.source
        if source.counted:
            self.completed += 1
            self._record(source.group, job.way.read, self.now - job.began)
        if source.depth:
            if source.queue:
                self._advance(source.queue.popleft())
            else:
                source.free += 1
        if source.population:
            pause = next(self._exponential) * source.think_ms if source.think_ms else 0.0
            self._push(self.now + pause, source)


def _cumulated(ways: tuple[Way, ...]) -> list[tuple[float, Way]]:
    shares = [way.share for way in ways]
    bounds = (np.cumsum(shares) / max(sum(shares), 1e-300)).tolist()
    return [
        (math.inf if number == len(ways) - 1 else bound, way)
        for number, (bound, way) in enumerate(zip(bounds, ways, strict=True))
    ]
