"""Percentiles by formula, and the product's own simulation, compared with the independent simulation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checker.estimate.network.estimator import Estimator
from checker.estimate.simulate.simulate import Simulated
from checker.estimate.simulate.simulate import simulate as simulate_own
from checker.estimate.tails.tails import Tails
from estimate.simulation import simulate
from estimate.source_rows import SINGLE
from estimate.topologies import FAMILIES, make

LEAST = 2_000
"""I/Os of a flow for which its percentiles are compared."""


@dataclass(frozen=True)
class Row:
    """One flow: family, highest utilisation, and errors of its percentiles by formula and of the product's simulation."""

    family: str
    utilisation: float
    p95: float
    p99: float
    own_mean: float | None
    own_p95: float | None


def rows(seeds: range, ios: int, own: int) -> Iterator[Row]:
    """Yield the flows of random networks.

    Args:
        seeds: networks of each family.
        ios: I/Os of the independent simulation.
        own: I/Os of the product's simulation, for the first network of each family; 0 for none.
    """
    for family in FAMILIES:
        for seed in seeds:
            network = make(family, seed)
            model = Estimator(SINGLE).model(network)
            result, tails = model.solve(), Tails(model)
            found = simulate(network, ios=ios, seed=seed, limit=1000 if family == "rr1000" else 0)
            simulated = simulate_own(model, result, own, 1) if own and seed == seeds[0] else None
            for number, group in enumerate(model.plan.class_of.tolist()):
                known = tails.of_class(group)
                if known is None or found.histogram[number].sum() < LEAST:
                    continue
                p95, p99 = found.percentile(number, 0.95), found.percentile(number, 0.99)
                mine = simulated.classes[group] if isinstance(simulated, Simulated) else None
                yield Row(
                    family,
                    float(found.utilisation.max()),
                    known.p95.typical / p95 - 1.0,
                    known.p99.typical / p99 - 1.0,
                    None if mine is None else mine.mean.ms / float(found.mean[number]) - 1.0,
                    None if mine is None or mine.p95 is None else mine.p95.ms / p95 - 1.0,
                )
