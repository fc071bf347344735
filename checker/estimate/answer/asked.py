"""Further questions about an estimate: percentiles, which are always answered, simulation, limits and growth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer
    from checker.estimate.answer.growth import Growth
    from checker.estimate.answer.reach import Goal
    from checker.estimate.assemble.san import Builder, Pairs
    from checker.estimate.network.estimator import Model
    from checker.estimate.network.results.result import Percentiles

_NAMED = 5
MOST_KINDS = 10_000
"""Types of I/O, counted by host and volume, up to which percentiles are calculated."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Further questions.

    Attributes:
        simulate: number of I/Os to simulate and the seed; None for no simulation.
        until: limit to find the load, X-Bricks, ports and round trip for.
        growth: growth of the load, to find the month in which a limit is reached.
        progress: called with the stage and the fraction that is done.
    """

    simulate: tuple[int, int] | None = None
    until: Goal | None = None
    growth: Growth | None = None
    progress: Callable[[str, float], None] | None = None


def answered(answer: Answer, model: Model, asked: Asked, builder: Builder, loads: Pairs) -> Answer:
    """Return an answer with the answers to further questions.

    Args:
        answer: the answer so far, with a result.
        model: the solved model.
        asked: the questions.
        builder: builder of the SAN.
        loads: load of each host-volume pair.
    """
    from checker.estimate.answer.growth import LIMIT, grown
    from checker.estimate.answer.reach import SATURATION, bursts, limiting_load, reached
    from checker.estimate.simulate.simulate import simulate

    found = percentiles_of(model)
    answer = replace(answer, percentiles=found.total, percentiles_of=found.by_flow)
    if found.missing:
        answer = replace(answer, notes=(*answer.notes, f"no percentiles: {found.missing}"))
    goal = asked.until or LIMIT
    load = limiting_load(answer, model, goal) if asked.until or asked.growth else None
    if asked.until is not None:
        answer = replace(answer, goal=goal, reached=reached(builder, loads, model, goal, load))
        if load is None:
            why = "percentiles of bursts are not calculated" if bursts(model.network) else "facts are missing"
            words = f"the load that reaches {goal.text} is unknown, because {why}"
            answer = replace(answer, notes=(*answer.notes, words))
    if asked.growth is not None:
        limits = [] if load is None else [(goal, load)]
        full = limiting_load(answer, model, SATURATION)
        limits += [] if full is None else [(SATURATION, full)]
        answer = replace(answer, growth=asked.growth, grown=grown(asked.growth, limits))
    if asked.simulate is None or answer.result is None:
        return answer
    simulated = simulate(model, answer.result, *asked.simulate, asked.progress)
    if isinstance(simulated, str):
        return replace(answer, notes=(*answer.notes, f"no simulation: {simulated}"))
    groups = model.plan.class_of.tolist()
    numbers = {flow.id: group for flow, group in zip(model.network.flows, groups, strict=True)}
    untimed = [flow.id for flow in model.network.flows if answer.volumes[flow.id].response is None]
    if untimed:
        names = {pair.flow: f"{pair.host} {pair.name or pair.volume}" for pair in answer.pairs}
        more = f" and {len(untimed) - _NAMED:,} more" if len(untimed) > _NAMED else ""
        listed = ", ".join(names.get(one, one) for one in untimed[:_NAMED])
        words = (
            f"not simulated, because they have no response time: {listed}{more}; their I/O still loads the resources"
        )
        answer = replace(answer, notes=(*answer.notes, words))
    return replace(answer, simulated=simulated, simulated_class=numbers)


class Found(NamedTuple):
    """Percentiles of all I/O, None if unknown; of each flow where known; and why some with a response time have none."""

    total: Percentiles | None
    by_flow: dict[str, Percentiles]
    missing: str | None


def percentiles_of(model: Model) -> Found:
    """Percentiles of all I/O and of each flow; of none in a very large SAN."""
    if len(model.plan.kind_class) > MOST_KINDS:
        return Found(None, {}, "they are not calculated for a SAN of this size")
    from checker.estimate.tails.tails import Tails

    tails = Tails(model)
    of_class = [tails.of_class(group) for group in range(len(model.plan.classes))]
    groups = model.plan.class_of.tolist()
    by_flow = {
        flow.id: known for flow, group in zip(model.network.flows, groups, strict=True) if (known := of_class[group])
    }
    return Found(tails.of_all(), by_flow, tails.missing())
