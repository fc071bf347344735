"""Benchmark of triage beyond reading: a window of many flows, on entities and samples that are created in the store.

Usage: ``python benchmarks/bench_triage.py [FLOWS…]`` (default 10000 100000). Hosts with 100 volumes each read and write over
two fabrics; the array reports the response time of every volume. Of 30 intervals the middle ten are slow: once the array for
all volumes, once one fabric for the hosts of one edge switch. Processor time of the process, the least of three; the goal is
5 seconds for 100,000 flows. ``--profile`` prints the calls that take longest instead.
"""

from __future__ import annotations

import cProfile
import gc
import pstats
import sys
import time
from collections.abc import Callable

from bench_failures import VOLUMES_PER_HOST, large_san

from checker.facts.store.store import Store
from checker.topology.derive.topology import build_topology
from checker.triage.model import Triage
from checker.triage.run import triage_of
from checker.triage.ticket.model import Request

RUNS = 3
INTERVALS, STEP, SLOW = 30, 10, (10, 20)
_SLOW = f"b >= {SLOW[0]} AND b < {SLOW[1]}"
CASES = {
    "array slow": ("0.12", f"CASE WHEN {_SLOW} THEN 5.0 ELSE 0.4 END"),
    "one fabric slow": (f"CASE WHEN {_SLOW} AND h % 8 = 0 AND p <> 0 THEN p * 4.0 ELSE 0.12 END", "0.4"),
}
"""Time in the fabric and in the array in ms, for adapter p (0 and 2, 1 for a volume: the mean of both)."""


def san_with_samples(flows: int, case: str) -> Store:
    """Return a store with entities, topology and samples."""
    store = large_san(2 * flows)
    hosts = flows // (2 * VOLUMES_PER_HOST)
    fabric, array = CASES[case]
    store.ensure_observations(("load_sample",))
    store.ensure_entities(("export", "storage_volume"))
    store.execute("UPDATE storage_array SET family = 'pure'")
    # Which array presents a volume, and whether it is a VPLEX, is a part of the topology.
    build_topology(store)
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE sampled AS SELECT h, v, b, p, printf('esx%05d', h) AS host,
            printf('naa.6000144000000010%08x%08x', h, v) AS device, TIMESTAMP '2026-03-04 07:00:00' + to_seconds({STEP} * b) AS t,
            200 * (0.7 + 0.6 * (hash(h * 31 + v * 7 + b) % 1000) / 1000) AS n, {fabric} AS fabric, {array} AS inside
        FROM range({hosts}) a(h), range({VOLUMES_PER_HOST}) d(v), range({INTERVALS}) c(b), (VALUES (1)) e(p)
    """)
    store.execute(f"""
        INSERT INTO obs_load_sample BY NAME
        SELECT 1 AS export_id, 1 AS line, row_number() OVER () AS seq, 'device' AS about_kind, device AS about_key, 'esxtop' AS tool, host, device,
            device AS kernel_name, t AS started_at, t + to_seconds({STEP}) AS ended_at, TRUE AS utc, n AS iops, 0.7 * n AS read_iops,
            0.3 * n AS write_iops, 0.0056 * n AS read_mbps, 0.0024 * n AS write_mbps, fabric + inside + 0.02 AS latency_ms,
            fabric + inside + 0.02 AS read_ms, fabric + inside + 0.02 AS write_ms, fabric + inside AS device_ms, 0.02 AS kernel_ms
        FROM sampled
    """)
    store.execute(f"""
        INSERT INTO obs_load_sample BY NAME
        SELECT 1 AS export_id, 2 AS line, row_number() OVER () AS seq, 'initiator' AS about_kind, printf('%s/vmhba%d', host, 2 + q // 2) AS about_key,
            'esxtop' AS tool, host, t AS started_at, t + to_seconds({STEP}) AS ended_at, TRUE AS utc, sum(n) / 2 AS iops,
            any_value(CASE WHEN fabric > 1 THEN q * 4.0 + 0.12 ELSE fabric END + inside) + 0.02 AS latency_ms, 0.02 AS kernel_ms
        FROM sampled, (VALUES (0), (2)) e(q) GROUP BY host, t, q
    """)
    store.execute(f"""
        INSERT INTO obs_load_sample BY NAME
        SELECT 2 AS export_id, 1 AS line, row_number() OVER () AS seq, 'storage_volume' AS about_kind, device AS about_key, 'array' AS tool,
            'vplex1' AS storage_array, device, t AS started_at, t + to_seconds({STEP}) AS ended_at, TRUE AS utc, 0.7 * n AS read_iops,
            0.3 * n AS write_iops, inside AS read_ms, inside AS write_ms
        FROM sampled
    """)
    store.execute("DROP TABLE sampled")
    return store


def measured(store: Store) -> tuple[float, Triage]:
    """Return the processor seconds of a triage, and what it found."""
    began = time.process_time()
    found = triage_of(store, Request())
    return time.process_time() - began, found


def profiled(run: Callable[[], object]) -> None:
    """Print the calls of a run that take longest."""
    with cProfile.Profile() as profile:
        run()
    pstats.Stats(profile).sort_stats("tottime").print_stats(25)
    pstats.Stats(profile).sort_stats("cumulative").print_stats(45)


def main() -> None:
    # As the program sets it.
    gc.set_threshold(50_000, 20)
    sizes = [int(text) for text in sys.argv[1:] if text.isdigit()] or [10_000, 100_000]
    for flows in sizes:
        for case in CASES:
            store = san_with_samples(flows, case)
            if "--profile" in sys.argv:
                profiled(lambda store=store: triage_of(store, Request()))  # type: ignore[misc]
                continue
            runs = [measured(store) for _ in range(RUNS)]
            found = runs[-1][1]
            causes = ", ".join(f"{one.id} {one.where}" for one in found.explanations if one.role == "cause")
            print(
                f"{flows:,} flows, {case}: {min(seconds for seconds, _ in runs):.2f} s of CPU; {found.verdict} {causes}"
            )
            store.close()


if __name__ == "__main__":
    main()
