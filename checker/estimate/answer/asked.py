"""Further questions about an estimate: percentiles, which are always answered, and a simulation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer
    from checker.estimate.network.estimator import Model
    from checker.estimate.tails.tails import Percentiles

MOST_KINDS = 10_000
"""Types of I/O, counted by host and volume, up to which percentiles are calculated."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Further questions.

    Attributes:
        simulate: number of I/Os to simulate and the seed; None for no simulation.
        progress: called with the stage and the fraction that is done.
    """

    simulate: tuple[int, int] | None = None
    progress: Callable[[str, float], None] | None = None


def answered(answer: Answer, model: Model, asked: Asked) -> Answer:
    """Return an answer with the answers to further questions.

    Args:
        answer: the answer so far, with a result.
        model: the solved model.
        asked: the questions.
    """
    from checker.estimate.simulate.simulate import simulate

    total, by_flow = percentiles_of(model)
    answer = replace(answer, percentiles=total, percentiles_of=by_flow)
    if len(model.plan.kind_class) > MOST_KINDS:
        answer = replace(answer, notes=(*answer.notes, "percentiles are not calculated for a SAN of this size"))
    if asked.simulate is None or answer.result is None:
        return answer
    found = simulate(model, answer.result, *asked.simulate, asked.progress)
    if isinstance(found, str):
        return replace(answer, notes=(*answer.notes, f"no simulation: {found}"))
    groups = model.plan.class_of.tolist()
    numbers = {flow.id: group for flow, group in zip(model.network.flows, groups, strict=True)}
    return replace(answer, simulated=found, simulated_class=numbers)


def percentiles_of(model: Model) -> tuple[Percentiles | None, dict[str, Percentiles]]:
    """Percentiles of all I/O, and of each flow where known; of none in a very large SAN."""
    if len(model.plan.kind_class) > MOST_KINDS:
        return None, {}
    from checker.estimate.tails.tails import Tails

    tails = Tails(model)
    of_class = [tails.of_class(group) for group in range(len(model.plan.classes))]
    groups = model.plan.class_of.tolist()
    by_flow = {
        flow.id: known for flow, group in zip(model.network.flows, groups, strict=True) if (known := of_class[group])
    }
    return tails.of_all(), by_flow
