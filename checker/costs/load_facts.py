"""Results of the estimator under a workload, as facts for rules.

Rules about sizing evaluate these rows; without a workload there are none, and such rules do not apply.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.estimate.answer.answer import FailureCase
    from checker.estimate.answer.solved_load import Loaded
    from checker.estimate.library import Library
    from checker.estimate.network.estimator import Model
    from checker.estimate.network.results.result import Percentiles, Result, VolumeResult
    from checker.estimate.quantity import Range
    from checker.estimate.workload.mix_of_io import Workload
    from checker.estimate.workload.model import Assigned, LoadFile
    from checker.facts.store.store import Store
    from checker.facts.values import Value


def add_estimate(store: Store, workload: LoadFile, library: Library) -> Loaded:
    """Estimate the SAN of a store under a workload, and add the result to its entities.

    Args:
        store: store with entities and topology, not locked yet.
        workload: load of the audit. If it matches no volume of the SAN, nothing is added.
        library: the parameters.

    Raises:
        UsageError: the workload names a volume that does not exist; with file and line.
    """
    from checker.estimate.answer.asked import percentiles_of
    from checker.estimate.answer.failure import failure_cases
    from checker.estimate.answer.make import rates_of, volumes_of
    from checker.estimate.answer.solved_load import Loaded
    from checker.estimate.assemble.facts import facts_of
    from checker.estimate.assemble.san import Builder
    from checker.estimate.network.estimator import Estimator
    from checker.estimate.workload.assign import assign
    from checker.estimate.workload.names import arrays_in_exports, volumes_in_scope

    san = facts_of(store)
    loaded = Loaded(san, assign(workload, volumes_in_scope(store), arrays_in_exports(store)))
    if not (loads := loaded.loads):
        return loaded
    builder = Builder(san, library)
    network = builder.build(loads).network
    model = Estimator(library).model(network)
    result = model.solve()
    failures, _ = failure_cases(builder, loads, rates_of(model), with_times=False)
    steady = all(one.load.measured for one in loaded.assignment.loads.values())
    arrays = [row[0] for row in store.rows("SELECT storage_array FROM storage_array WHERE storage_array IS NOT NULL")]
    store.load_rows("estimated_resource", _resources(result, arrays, steady, _operations(model)))
    percentiles = percentiles_of(model).by_flow
    store.load_rows("estimated_response", _responses(volumes_of(model, result), loaded.assignment.loads, percentiles))
    store.load_rows("estimated_failure", _failures(failures))
    return replace(loaded, model=model, result=result)


def _operations(model: Model) -> dict[str, float]:
    """Typical IOPS of each station."""
    arrivals = model.solved("typical").load.arrivals.tolist()
    return {station.id: 1000.0 * one for station, one in zip(model.plan.stations, arrivals, strict=True)}


def _resources(
    result: Result, arrays: Sequence[str], steady: bool, operations: Mapping[str, float]
) -> list[dict[str, Value]]:
    rows: list[dict[str, Value]] = []
    for one in result.resources.values():
        owner = max((a for a in arrays if one.station == a or one.station.startswith(f"{a} ")), key=len, default=None)
        row: dict[str, Value] = {"resource": one.station, "resource_kind": one.kind, "steady": steady}
        known = {"storage_array": owner, "utilisation": _typical(one.utilisation), "sized_to": one.limit}
        known["operations"] = operations.get(one.station)
        rows.append(row | {name: value for name, value in known.items() if value is not None})
    return rows


def _responses(
    volumes: Mapping[str, VolumeResult],
    loads: Mapping[tuple[str, str], Assigned],
    percentiles: Mapping[str, Percentiles],
) -> list[dict[str, Value]]:
    rows: list[dict[str, Value]] = []
    for one in volumes.values():
        # Above 90 % utilisation the state is more meaningful than a response time, so rules get none either.
        times = one.response if one.precise and one.status == "ok" else None
        assigned = loads.get((one.host, one.volume))
        observed = assigned.load.observed if assigned is not None else None
        most = percentiles.get(one.flow)
        known = {
            "iops": one.iops,
            "mean_ms": _typical(times.mean) if times else None,
            "mean_high_ms": times.mean.high if times and math.isfinite(times.mean.high) else None,
            "p95_ms": _typical(most.p95) if most else None,
            "p99_ms": _typical(most.p99) if most else None,
            "read_ms": _typical(times.read) if times else None,
            "write_ms": _typical(times.write) if times else None,
            "write_high_ms": times.write.high if times and times.write and math.isfinite(times.write.high) else None,
            "write_mbps": None if assigned is None or one.iops is None else _written(assigned.workload, one.iops),
            "observed_ms": observed.latency_ms if observed is not None else None,
        }
        row: dict[str, Value] = {"host": one.host, "device": one.volume, "state": one.status}
        rows.append(row | {name: value for name, value in known.items() if value is not None})
    return rows


def _failures(failures: Sequence[FailureCase]) -> list[dict[str, Value]]:
    return [
        {
            "about_kind": case.kind,
            "about_key": case.key,
            "resource": case.station,
            "utilisation": case.utilisation,
            "utilisation_before": case.before,
        }
        for case in failures
        if case.station
    ]


def _written(workload: Workload, iops: float) -> float:
    """Write throughput of a load in MB/s at a given number of IOPS."""
    sizes = sum(io.share * io.size_kib for io in workload.types if not io.read)
    return iops * sizes * 1024.0 / 1e6


def _typical(given: Range | None) -> float | None:
    return given.typical if given is not None and math.isfinite(given.typical) else None
