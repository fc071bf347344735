"""Benchmark of the steps of an estimate of a large SAN: reading the facts, building the network, solving it, single failures.

Usage: ``python benchmarks/bench_estimate_build.py [PATHS…]`` (default 400000 1000000; four paths per volume). The SAN is that of
``bench_failures.py`` with an XtremIO as back-end array.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TypeVar

from bench_failures import large_san

from checker.estimate.answer.failure import failure_cases
from checker.estimate.assemble.facts import facts_of
from checker.estimate.assemble.san import Builder
from checker.estimate.library import builtin
from checker.estimate.network.estimator import Estimator
from checker.estimate.workload.mix_of_io import Workload
from checker.facts.store.store import Store

Result = TypeVar("Result")
KINDS = ("virtual_volume", "storage_volume", "vplex_cluster", "device", "storage_array")


def with_storage(store: Store) -> None:
    """Put the volumes on an XtremIO as the back-end array of the VPLEX, and set round robin on the hosts."""
    store.ensure_entities(KINDS)
    store.execute(
        "INSERT INTO storage_array (storage_array, family, model, array_version) VALUES ('xio1', 'xtremio', '4X20TB', '2.4.1')"
    )
    store.execute("INSERT INTO vplex_cluster (storage_array, cluster) VALUES ('vplex1', 'cluster-1')")
    store.execute("""
        INSERT INTO virtual_volume (device, storage_array, cluster, virtual_volume, locality)
        SELECT DISTINCT device, 'vplex1', 'cluster-1', device || '_vol', 'local' FROM path
    """)
    store.execute("""
        INSERT INTO storage_volume (device, storage_array, used_by_array, used_by_cluster, vplex_name)
        SELECT DISTINCT 'naa.514f0c5' || substr(device, 12), 'xio1', 'vplex1', 'cluster-1', 'sv_' || device FROM path
    """)
    store.execute("""
        INSERT INTO device (host, device, psp, rr_type, rr_iops, queue_depth, multipath_owner)
        SELECT DISTINCT host, device, 'VMW_PSP_RR', 'iops', 1, 64, 'nmp' FROM path
    """)


def timed(label: str, work: Callable[[], Result]) -> Result:
    begin, processor = time.perf_counter(), time.process_time()
    result = work()
    print(f"  {label}: {time.perf_counter() - begin:.2f} s ({time.process_time() - processor:.2f} s CPU)")
    return result


def main(sizes: list[int]) -> None:
    for paths in sizes:
        store = large_san(paths)
        with_storage(store)
        print(f"{paths:,} paths")
        san = timed("facts", lambda: facts_of(store))  # noqa: B023
        loads = dict.fromkeys(san.class_of, Workload.oltp2(iops=100_000 / len(san.class_of)))
        builder = Builder(san, builtin(), {"speed_gbps": 16.0})
        built = timed("network", lambda: builder.build(loads))  # noqa: B023
        model = Estimator().model(built.network)
        result = timed("response times", model.solve)
        timed("saturation and knee", lambda: result.saturation_iops)  # noqa: B023
        rates = {flow.id: flow.workload.iops or 0.0 for flow in built.network.flows}
        cases, untried = timed("single failures", lambda: failure_cases(builder, loads, rates))  # noqa: B023
        print(
            f"  {len(san.class_of):,} host-volume pairs in {len(san.classes):,} classes; {result.status}; {len(cases)} failures tried, {untried:,} skipped"
        )
        store.close()


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [400_000, 1_000_000])
