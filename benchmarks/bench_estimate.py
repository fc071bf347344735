"""Benchmark of the latency estimator: comparison with published figures and with simulation, and its speed.

Usage: ``python benchmarks/bench_estimate.py [--quick] [--first N] [sources] [storage] [sans] [simulation] [percentiles] [bursts] [exact] [speed]`` (default: all). Rows
outside the published range are marked OUTSIDE, missed targets MISSED. Everything takes about four minutes on one core,
``--quick`` about one. The event simulation is our own (``estimate/simulation.py``); it is validated against simpy and
closed formulas.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import warnings
from dataclasses import replace

import numpy as np
from estimate.percentiles import rows as percentile_rows
from estimate.references import exact_mva, references
from estimate.sans import san_cases
from estimate.simulation import simulate
from estimate.source_rows import SINGLE, rows
from estimate.speed import speeds
from estimate.storage import cases
from estimate.topologies import FAMILIES, make

from checker.estimate.network.estimator import Estimator

ESTIMATOR = Estimator(SINGLE)
PARTS = ("sources", "storage", "sans", "exact", "simulation", "percentiles", "bursts", "speed")


def sources(ios: int) -> None:
    print(
        "\n== Published figures: D definition, C calibrated on it, P predicted, A calculated with the source's own arithmetic, - not predicted"
    )
    groups = list(rows(ios))
    for name, fitted, found in groups:
        print(f"\n{name}: {len(found)} rows, {fitted} fitted inputs")
        for row in found:
            print(row)
    found = [row for _, _, group in groups for row in group]
    published = [row for _, _, group in groups[:-1] for row in group]
    tests = [row for row in published if row.kind == "P"]
    print(
        f"\n{len(published)} rows of {len(groups) - 1} independent sources, {sum(fitted for _, fitted, _ in groups)} fitted inputs;"
    )
    print(f"{len(tests)} rows test the model, {sum(not row.met for row in tests)} of them outside.")
    outside = [row.name for row in found if not row.met]
    print(f"{len(outside)} rows of all {len(found)} outside:")
    print("\n".join(f"  {name}" for name in outside) or "  none")


def errors(family: str, seed: int, ios: int, **options: float) -> tuple[float, list[float], list[float]]:
    """Highest utilisation, errors of the flows, and errors of their waiting time if it exceeds 5 % of the response time."""
    network = make(family, seed, **options)
    result = ESTIMATOR.model(network).solve()
    found = simulate(network, ios=ios, seed=seed, limit=1000 if family == "rr1000" else 0)
    idle = ESTIMATOR.model(_almost_idle(network)).solve()
    total, waits = [], []
    for number, flow in enumerate(network.flows):
        volume, measured = result.volumes[flow.id], float(found.mean[number])
        if volume.response is None or not measured > 0 or found.rate[number] * 1000 < 0.5:
            continue
        model = volume.response.mean.typical
        total.append(model / measured - 1)
        alone = idle.volumes[flow.id].response.mean.typical
        if measured - alone > 0.05 * measured:
            waits.append((model - alone) / (measured - alone) - 1)
    return float(found.utilisation.max()), total, waits


def _almost_idle(network):
    flows = tuple(
        replace(flow, workload=replace(flow.workload, iops=1e-6, outstanding=None, think_ms=0.0, burst=1.0))
        for flow in network.flows
    )
    return replace(network, flows=flows)


def line(name: str, values: list[float], width: int = 24) -> str:
    """Mean, 95th percentile, maximum and bias of errors in percent."""
    if not values:
        return f"{name:{width}}      -"
    errors = np.array(values) * 100
    size = np.abs(errors)
    return f"{name:{width}} {len(errors):5} {size.mean():7.2f} {np.quantile(size, 0.95):7.2f} {size.max():7.2f} {errors.mean():+7.2f}"


def simulation(topologies: int, ios: int, first: int) -> None:
    print(f"\n== Simulation: {topologies * len(FAMILIES)} random topologies, {ios:,} I/Os each; errors in percent")
    print(f"{'':24} {'flows':>5} {'mean':>7} {'p95':>7} {'max':>7} {'bias':>7}")
    below, above, waits_below, waits_above, count = [], [], [], [], [0, 0]
    for family in FAMILIES:
        parts: tuple[list[float], list[float]] = ([], [])
        for seed in range(first, first + topologies):
            use, total, waits = errors(family, seed, ios)
            high = use >= 0.8
            parts[high].extend(total)
            count[high] += 1
            (waits_above if high else waits_below).extend(waits)
        print(line(f"{family} below 80 %", parts[0]))
        print(line(f"{family} above 80 %", parts[1]))
        below += parts[0]
        above += parts[1]
    print(line(f"ALL below 80 % ({count[0]})", below))
    print(line(f"ALL above 80 % ({count[1]})", above))
    print(line("waiting only, below", waits_below))
    print(line("waiting only, above", waits_above))
    size = np.abs(below) * 100
    target("mean error below 80 % utilisation under 2 %", size.mean() < 2)
    target("95th percentile below 80 % utilisation under 5 %", np.quantile(size, 0.95) < 5)


def percentiles(topologies: int, ios: int, own: int, first: int) -> None:
    print(f"\n== Percentiles: {topologies * len(FAMILIES)} random topologies, {ios:,} I/Os each; errors in percent")
    print(f"{'':34} {'flows':>5} {'mean':>7} {'p95':>7} {'max':>7} {'bias':>7}")
    found = list(percentile_rows(range(first, first + topologies), ios, own))
    for high, words in ((False, "below 80 %"), (True, "above 80 %")):
        part = [one for one in found if (one.utilisation >= 0.8) == high]
        for family in (*FAMILIES, None):
            chosen = [one for one in part if family in (None, one.family)]
            name = family or "ALL"
            print(line(f"{name} {words}, 95th percentile", [one.p95 for one in chosen], 34))
            print(line(f"{name} {words}, 99th percentile", [one.p99 for one in chosen], 34))
    own_means = [one.own_mean for one in found if one.own_mean is not None]
    print(line("own simulation, mean", own_means, 34))
    print(line("own simulation, 95th percentile", [one.own_p95 for one in found if one.own_p95 is not None], 34))


def storage(count: int, ios: int, first: int) -> None:
    print(f"\n== Arrays by the command line: {count} random loads per family, {ios:,} I/Os each; errors in percent")
    print(f"{'':36} {'loads':>5} {'mean':>7} {'p95':>7} {'max':>7} {'bias':>7}")
    found = sorted(cases(range(first, first + count), ios), key=lambda case: case.family)
    for family, group in itertools.groupby(found, key=lambda case: case.family):
        listed = list(group)
        for words, low, high in (("below 80 %", 0.0, 0.8), ("above 80 %", 0.8, 1.0)):
            print(line(f"{family} {words}", [case.error for case in listed if low <= case.utilisation < high], 36))


def sans(uses: tuple[float, ...], ios: int, first: int) -> None:
    print(f"\n== SANs by the command line: {len(uses)} loads per family, {ios:,} I/Os each; errors in percent")
    print(f"{'':44} {'flows':>5} {'mean':>7} {'p95':>7} {'max':>7} {'bias':>7}")
    found = sorted(san_cases(uses, ios, first), key=lambda one: one.family)
    for family, group in itertools.groupby(found, key=lambda one: one.family):
        listed = list(group)
        for words, low, high, mean, tail in (("below 80 %", 0.0, 0.8, 2, 5), ("above 80 %", 0.8, 1.0, 5, 15)):
            every = [error for one in listed if low <= one.utilisation < high for error in one.errors]
            size = 100 * np.abs(every)
            met = not len(size) or (size.mean() < mean and np.quantile(size, 0.95) < tail)
            print(line(f"{family} {words}", every, 44) + ("" if met else "  OUTSIDE"))


def bursts(topologies: int, ios: int, first: int) -> None:
    print("\n== Bursts: random networks; errors of flows whose simulated mean is known to 5 %, in percent")
    print(f"{'':36} {'flows':>5} {'mean':>7} {'p95':>7} {'max':>7} {'bias':>7}")
    found: dict[tuple[str, str, bool], list[float]] = {}
    parts = (
        (("hot", "native", "local"), (0.3, 0.5, 0.75, 0.85)),
        (("disk", "metro"), (0.4, 0.7, 0.85)),
        (("gate",), (0.4, 0.7)),
    )
    for families, uses in parts:
        for family, use, burst, seed in itertools.product(
            families, uses, (4, 10), range(200 + first, 200 + first + topologies)
        ):
            network = make(family, seed, target=use, burst=float(burst))
            simulated = simulate(network, ios=ios, seed=seed)
            volumes = ESTIMATOR.model(network).solve().volumes
            for flow, measured, error in zip(network.flows, simulated.mean, simulated.error, strict=True):
                volume = volumes[flow.id]
                if volume.response is not None and error < 0.05 * measured:
                    words = "below 80 %" if use < 0.8 else "above 80 %"
                    # Queue depths hold bursts back; they have their own goals.
                    total = () if family == "gate" else ("ALL",)
                    for name in (f"{family}, bursts of {burst}", *total):
                        values = found.setdefault((name, words, volume.precise), [])
                        values.append(volume.response.mean.typical / measured - 1)
    for (name, words, precise), values in sorted(found.items()):
        print(line(f"{name}, {words}{'' if precise else ', bound'}", values, 36))
    for words, mean, tail in (("below 80 %", 2, 5), ("above 80 %", 5, 15)):
        size = 100 * np.abs(found.get(("ALL", words, True), [0.0]))
        target(
            f"mean under {mean} % and 95 % under {tail} %, {words}",
            size.mean() < mean and np.quantile(size, 0.95) < tail,
        )
    wrong = sum(0.8 * (1 + error) > 1 for key, values in found.items() if not key[2] for error in values)
    target("no bound above the simulated mean", not wrong)


def exact() -> None:
    print("\n== Simulation and closed loads compared with exact results; errors in percent")
    for name, value in references(ESTIMATOR):
        print(f"{name:60} {value}")
    print(line("closed, exact MVA (200)", exact_mva(ESTIMATOR)))


def target(text: str, met: bool) -> None:
    print(f"   {'met' if met else 'MISSED':7} {text}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=(*PARTS, []), help="parts to run")
    parser.add_argument("--quick", action="store_true", help="fewer topologies and I/Os")
    parser.add_argument(
        "--first",
        type=int,
        default=0,
        help="number of the first random network or load (published: 0)",
    )
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    for part in chosen.parts or PARTS:
        if part == "sources":
            sources(50_000 if chosen.quick else 200_000)
        elif part == "storage":
            storage(*((3, 200_000) if chosen.quick else (20, 1_000_000)), chosen.first)
        elif part == "sans":
            few, many = (0.5, 0.7, 0.85), (0.35, 0.5, 0.6, 0.7, 0.77, 0.82, 0.86, 0.9)
            sans(*((few, 100_000) if chosen.quick else (many, 400_000)), chosen.first)
        elif part == "exact":
            exact()
        elif part == "simulation":
            simulation(*((4, 100_000) if chosen.quick else (12, 400_000)), chosen.first)
        elif part == "percentiles":
            percentiles(*((2, 200_000, 0) if chosen.quick else (6, 400_000, 100_000)), chosen.first)
        elif part == "bursts":
            bursts(*((1, 100_000) if chosen.quick else (6, 400_000)), chosen.first)
        else:
            print("\n== Speed: volumes per second, and ms")
            for text, rate, least in speeds(10_000 if chosen.quick else 100_000):
                print(text)
                if least is not None:
                    target(f"at least {least:,.0f}", rate >= least)
    return 0


if __name__ == "__main__":
    sys.exit(main())
