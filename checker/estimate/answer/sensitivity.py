"""Which parameters a range comes from: the response time with one parameter at a time at each end of its range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from checker.estimate.answer.answer import Influence
from checker.estimate.assemble.san import Builder
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.results.result import Result
from checker.estimate.workload.mix_of_io import Workload

_SOLVER = ("host.burst_size",)
"""Parameters that the solver uses, beyond those of the network."""
_MOST_PAIRS = 2_000
"""Hosts and volumes up to which the network is solved again for each parameter."""
_LEAST_MS = 1e-4


def influences(builder: Builder, loads: Mapping[tuple[str, str], Workload], result: Result) -> tuple[Influence, ...]:
    """Return the parameters that change the mean response time, the most important first.

    Args:
        builder: builder with the user's parameters.
        loads: load of each host-volume pair.
        result: the solved network; without a response time, with a bound only, or for a large SAN, nothing is returned.
    """
    if result.response is None or result.bound is not None or len(loads) > _MOST_PAIRS:
        return ()
    library, found = builder.library, []
    for name in dict.fromkeys((*result.parameters, *_SOLVER)):
        if not library.known(name) or library.range(name).exact:
            continue
        parameter, typical = library.parameter(name), library.typical(name)
        low, high = (
            result.response.mean.typical if value == typical else _mean(builder, loads, name, value)
            for value in (parameter.at("low"), parameter.at("high"))
        )
        if low is not None:
            one = Influence(name, low, high)
            found += [one] if one.span_ms >= _LEAST_MS else []
    return tuple(sorted(found, key=lambda one: (-one.span_ms, one.parameter)))


def _mean(builder: Builder, loads: Mapping[tuple[str, str], Workload], name: str, value: float) -> float | None:
    """Mean response time in ms of all I/O at the typical level; None if a load has none."""
    library = builder.library.overridden({name: value}, "the range")
    model = Estimator(library).model(replace(builder, library=library).build(loads).network)
    solved = model.solved("typical")
    flow = solved.rate * model.plan.members
    if not flow.sum() > 0 or bool((solved.full | solved.gated)[flow > 0].any()):
        return None
    return float((flow * solved.responses.mean).sum() / flow.sum())
