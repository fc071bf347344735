"""The load, X-Bricks, ports or round trip at which a limit is reached, and when growth gets there.

The load is scaled with the typical parameters; every other quantity is changed alone, as ``--what-if`` does, under the load
as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from checker.estimate.assemble.san import Builder, Pairs
from checker.estimate.network.estimator import Estimator, Model
from checker.estimate.network.network import Network
from checker.estimate.network.results.result import QUEUE_DEPTH
from checker.estimate.network.solver import Solved, solve
from checker.estimate.tails.quantiles import quantiles
from checker.estimate.tails.stages import stages_of

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer

Measure = Literal["utilisation", "limit", "mean", "p95", "p99"]
Quantity = Literal["load", "x_bricks", "ports", "rtt_ms"]
TIMES: tuple[Measure, ...] = ("mean", "p95", "p99")
"""Measures that are response times."""
_MOST_LOAD = 1e4
_MOST_BRICKS, _MOST_RTT_MS = 64, 1000.0
_HALVINGS = 30
_FULL = 1.0 - 1e-9


@dataclass(frozen=True, slots=True)
class Goal:
    """Limit that is reached.

    Attributes:
        measure: utilisation of the busiest resource with a sizing limit, each resource's own limit, or a response time.
        value: 0 to 1, or ms; not used for each resource's own limit.
        text: as the user wrote it.
    """

    measure: Measure
    value: float
    text: str


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a limit is reached if one quantity changes.

    Attributes:
        quantity: what changes; of: the array or resource it belongs to, empty for the whole SAN.
        now: value today; at: value at which the limit is reached (of X-Bricks and ports: the fewest that stay within it);
            None if none is found within the range tried.
        factor: for the load, ``at`` relative to today.
        resource: what reaches the limit, or another reason; empty if nothing does.
        bound: why ``at`` is only a bound, the least load or round trip or the most X-Bricks, because of response times of which
            only a bound is known; None if it is not. ``at`` is None if there is not even that.
    """

    quantity: Quantity
    of: str
    now: float | None
    at: float | None
    factor: float | None
    resource: str
    bound: str | None = None


SATURATION = Goal("utilisation", 1.0, "saturation")


def limiting_load(answer: Answer, model: Model, goal: Goal) -> Reached | None:
    """Return the load at which a limit is reached; None if a response time is the limit and is unknown.

    Saturation is that of the answer, so that an estimate names one load and one reason for it.
    """
    result = answer.result
    if _unknown(model.network, goal):
        return None
    if goal.measure != "utilisation" or goal.value < SATURATION.value or result is None:
        return load_at(model, goal)
    saturation = result.saturation_iops
    if saturation is None or not result.iops:
        return Reached("load", "", result.iops, None, None, "")
    at = saturation.typical
    return Reached("load", "", result.iops, at, at / result.iops, answer.binding or "")


def _unknown(network: Network, goal: Goal) -> bool:
    """Whether a response time is the limit and is unknown: for missing facts, or as a percentile of bursts."""
    if goal.measure not in TIMES:
        return False
    return any(flow.unknown for flow in network.flows) or (goal.measure != "mean" and bursts(network))


def bursts(network: Network) -> bool:
    """Whether I/O of the network arrives in bursts, so that its percentiles are not calculated."""
    loads = (flow.workload for flow in network.flows)
    return any((load.burst or 1.0) > 1.0 and load.outstanding is None for load in loads)


def reached(builder: Builder, loads: Pairs, model: Model, goal: Goal, load: Reached | None) -> tuple[Reached, ...]:
    """Return where a limit is reached by load, X-Bricks, ports and round trip, as far as the SAN has them.

    Args:
        builder: builder of the SAN.
        loads: load of each host-volume pair.
        model: its solved model.
        goal: the limit.
        load: the load at which it is reached, None if unknown.
    """
    found = [load] if load is not None else []
    if not _unknown(model.network, goal):
        found += _bricks(builder, loads, goal)
    if goal.measure in ("utilisation", "limit"):
        found += _ports(model, goal)
    return (*found, *_round_trip(builder, loads, goal))


def load_at(model: Model, goal: Goal) -> Reached:
    """Return the load at which a limit is reached if all loads grow alike."""
    plan, moments, options = model.plan, model.moments("typical"), model.options("typical")
    usual = np.where(np.isnan(plan.rate), model.solved("typical").rate, plan.rate)
    total = float((np.nan_to_num(usual) * plan.members).sum() * 1000.0)

    def tried(factor: float) -> tuple[Model, Solved]:
        return model, solve(plan, moments, options, np.nan_to_num(usual) * factor)

    factor, what, bound = _confirmed(tried, goal, _MOST_LOAD)
    if factor is None or not total:
        return Reached("load", "", total, None, None, what, bound)
    return Reached("load", "", total, total * factor, factor, what, bound)


def _confirmed(
    tried: Callable[[float], tuple[Model, Solved]], goal: Goal, most: float
) -> tuple[float | None, str, str | None]:
    """Smallest value at which a limit is exceeded, what exceeds it, and why the value is only the least possible one.

    Where a response time is only a bound, so is everything that follows from it: then the value is the one up to which
    response times are known and within the limit; None if they are known for no value.
    """
    at, what = _searched(lambda value: _beyond(*tried(value), goal), most)
    if not at or not _timed(goal, what):
        return at, what, None

    def bound(value: float) -> str | None:
        model, solved = tried(value)
        return model.bound(solved)

    if (why := bound(at)) is None:
        return at, what, None
    known, _ = _searched(bound, at)
    return known or None, what, why


def _timed(goal: Goal, what: str) -> bool:
    """Whether a limit is reached by a response time, which also decides when a queue depth is used up."""
    return goal.measure in TIMES or what.startswith(QUEUE_DEPTH)


def _searched(beyond: Callable[[float], str | None], most: float) -> tuple[float | None, str]:
    """Smallest value at which a limit is exceeded, and what exceeds it; the limit must not be exceeded at 0."""
    what = beyond(most)
    if what is None:
        return None, ""
    low, high = 0.0, most
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high) if low else high / 32.0
        if middle < 1e-6:
            return 0.0, what
        found = beyond(middle)
        if found is None:
            low = middle
        else:
            high, what = middle, found
        if low and high / low < 1.0005:
            break
    return low if low else high, what


def _beyond(model: Model, solved: Solved, goal: Goal) -> str | None:
    """Return what exceeds a limit, None if nothing does."""
    plan, use = model.plan, solved.load.utilisation
    busy = (solved.rate * plan.members) > 0
    if goal.measure in ("utilisation", "limit"):
        shares = [
            (float(use[number]) / (goal.value if goal.measure == "utilisation" else one.limit), one.id)
            for number, one in enumerate(plan.stations)
            if one.limit is not None and one.service is not None
        ]
        # Among equally busy resources the first, as for saturation.
        worst = max(shares, key=lambda one: round(one[0], 9), default=(0.0, ""))
        if worst[0] > 1.0:
            return worst[1]
    full = np.flatnonzero(use >= _FULL)
    if len(full) or bool((solved.full & busy).any()):
        return plan.stations[int(use.argmax())].id
    if bool((solved.gated & busy).any()):
        flow = plan.classes[int((solved.gated & busy).argmax())]
        return f"{QUEUE_DEPTH}{flow.host} {flow.volume}"
    if goal.measure in ("utilisation", "limit"):
        return None
    return plan.stations[int(use.argmax())].id if _time(model, solved, goal.measure) > goal.value else None


def _time(model: Model, solved: Solved, measure: Measure) -> float:
    plan = model.plan
    flow = solved.rate * plan.members
    if measure == "mean":
        return float((flow * solved.responses.mean).sum() / max(float(flow.sum()), 1e-300))
    stages = stages_of(plan, model.moments("typical"), solved)
    weight = model.moments("typical").share * flow[plan.kind_class]
    return float(
        quantiles(stages, np.zeros(len(weight), dtype=np.int64), weight, 0.95 if measure == "p95" else 0.99)[0]
    )


def _bricks(builder: Builder, loads: Pairs, goal: Goal) -> Iterator[Reached]:
    """Yield the fewest X-Bricks with which a limit is kept."""
    counts = {facts.name: facts.bricks for facts in builder.san.arrays.values() if facts.family == "xtremio"}
    if not counts:
        return
    own = builder.overrides.get("x_bricks")
    now = own if own is not None else max((count for count in counts.values() if count), default=None)

    def beyond(count: int) -> tuple[str, str | None] | None:
        """What exceeds the limit, and why that is unknown; None if it is kept."""
        model, solved = _changed(builder, loads, {"x_bricks": float(count)})
        what = _beyond(model, solved, goal)
        if what is not None:
            return what, None
        why = model.bound(solved) if goal.measure in TIMES else None
        return None if why is None else ("", why)

    names = ", ".join(sorted(counts))
    found = beyond(_MOST_BRICKS)
    if found is not None:
        yield Reached("x_bricks", names, now, None, None, *found)
        return
    low, high = 0, _MOST_BRICKS
    below: tuple[str, str | None] = ("", None)
    while high - low > 1:
        middle = (low + high) // 2
        found = beyond(middle)
        low, high, below = (middle, high, found) if found is not None else (low, middle, below)
    yield Reached("x_bricks", names, now, float(high), None, *below)


def _ports(model: Model, goal: Goal) -> Iterator[Reached]:
    """Yield the fewest front-end ports of each system with which the load, spread evenly, keeps a limit."""
    plan, use = model.plan, model.solved("typical").load.utilisation
    systems: dict[str, dict[str, list[float]]] = {}
    limits: dict[str, float] = {}
    for number, one in enumerate(plan.stations):
        if one.kind != "fe_port" or one.service is None:
            continue
        port, _, way = one.id.rpartition(" ")
        system = port.split(" ")[0]
        systems.setdefault(system, {}).setdefault(way, []).append(float(use[number]))
        limits[system] = goal.value if goal.measure == "utilisation" else one.limit or 1.0
    for system, ways in sorted(systems.items()):
        total = max(sum(found) for found in ways.values())
        if total > 0:
            count = max(len(found) for found in ways.values())
            needed = max(1, math.ceil(total / limits[system] - 1e-9))
            yield Reached("ports", system, float(count), float(needed), None, f"{system} front-end ports")


def _round_trip(builder: Builder, loads: Pairs, goal: Goal) -> Iterator[Reached]:
    """Yield the round trip between the clusters of a Metro at which a limit is reached."""
    numbers = {builder.san.class_of.get(pair) for pair in loads}
    places = {builder.san.classes[number].place for number in numbers if number is not None}
    metro = [
        builder.san.places[one]
        for one in places
        if one in builder.san.places
        and builder.san.places[one].distributed
        and not builder.san.places[one].asynchronous
    ]
    if not metro:
        return
    declared = replace(builder, overrides={**builder.overrides, "rtt_ms": 1.0})
    if _unknown(declared.build(loads).network, goal):
        return
    known = [
        wan.wan.rtt_ms for place in metro if (wan := builder.san.vplexes.get(place.storage_array or "")) is not None
    ]
    now = builder.overrides.get("rtt_ms", next((one for one in known if one is not None), None))

    def tried(rtt: float) -> tuple[Model, Solved]:
        return _changed(builder, loads, {"rtt_ms": rtt})

    names = ", ".join(sorted({place.storage_array or "VPLEX" for place in metro}))
    already = _beyond(*tried(0.0), goal)
    if already is not None:
        yield Reached("rtt_ms", names, now, 0.0, None, already)
        return
    at, what, bound = _confirmed(tried, goal, _MOST_RTT_MS)
    yield Reached("rtt_ms", names, now, at, None, what, bound)


def _changed(builder: Builder, loads: Pairs, overrides: Mapping[str, float]) -> tuple[Model, Solved]:
    changed = replace(builder, overrides={**builder.overrides, **overrides})
    model = Estimator(builder.library).model(changed.build(loads).network)
    return model, model.solved("typical")
