"""Benchmark of every single failure and every pair, compared with one grouping over path × part.

Usage: ``python benchmarks/bench_failures.py [PATHS…]`` (default 100000 1000000). The SAN is created as entities: hosts with two
ports on two HBAs, two fabrics with two core and eight edge switches each, eight VPLEX directors, 5 % of the volumes with a
dead or missing path. Each time is the median of five; the target is a ratio of at most 2.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

from checker.facts.store.store import Store
from checker.topology.derive.single_points import build_path_parts
from checker.topology.derive.topology import build_topology
from checker.topology.failure.fail import pair_costs, single_costs
from checker.topology.failure.parts import build_failure_parts

RUNS = 5
ENTITIES = ("path", "initiator", "switch", "switch_port", "login", "isl", "target_port", "director", "storage_array")
VOLUMES_PER_HOST = 100
EDGES = 8


def large_san(paths: int) -> Store:
    store = Store()
    store.ensure_entities(ENTITIES)
    hosts = max(1, paths // (4 * VOLUMES_PER_HOST))
    for f in "ab":
        switches = [f"{f}-core{n}" for n in (1, 2)] + [f"{f}-edge{n:02d}" for n in range(EDGES)]
        for number, switch in enumerate(switches):
            store.execute(
                "INSERT INTO switch (switch, switch_wwn) VALUES (?, ?)",
                [switch, f"10000000{ord(f):02x}0000{number:02x}"],
            )
        for edge in switches[2:]:
            for core in switches[:2]:
                store.execute(
                    "INSERT INTO isl (switch, vsan, port, peer_switch, peer_port) VALUES (?, '', ?, ?, ?)",
                    [edge, f"4{core[-1]}", core, edge[-2:]],
                )
    store.execute("INSERT INTO storage_array (storage_array, family) VALUES ('vplex1', 'vplex')")
    for director in range(8):
        name = f"director-1-{director // 2 + 1}-{'AB'[director % 2]}"
        store.execute(
            "INSERT INTO director (storage_array, cluster, engine, director, letter) VALUES ('vplex1', 'cluster-1', ?, ?, ?)",
            [f"engine-1-{director // 2 + 1}", name, "AB"[director % 2]],
        )
        for fabric in (0, 1):
            wwpn = f"500014426{director:x}0000{fabric:02x}"[:16].ljust(16, "0")
            store.execute(
                "INSERT INTO target_port (target_wwpn, storage_array, cluster, director, port, role) VALUES (?, 'vplex1', 'cluster-1', ?, ?, 'front-end')",
                [wwpn, name, f"A0-FC0{fabric}"],
            )
            store.execute(
                "INSERT INTO login (switch, vsan, wwpn, port, local) VALUES (?, '', ?, ?, TRUE)",
                [f"{'ab'[fabric]}-core{1 + director % 2}", wwpn, str(director)],
            )
    store.execute(f"""
        CREATE TEMP TABLE generated AS SELECT h, v, p, printf('esx%05d', h) AS host, printf('10000000c9%05x%x', h, p // 2) AS initiator_wwpn,
            ((2 * (h % 4) + CASE WHEN p % 2 = 0 THEN 0 ELSE 3 END) % 8) AS director, p // 2 AS fabric, hash(h * 1000003 + v) % 100 AS fault
        FROM range({hosts}) a(h), range({VOLUMES_PER_HOST}) b(v), range(4) c(p)
    """)
    store.execute("""
        INSERT INTO path (protocol, host, device, initiator_wwpn, target_wwpn, hctl, hba, state)
        SELECT 'fcp', host, printf('naa.6000144000000010%08x%08x', h, v), initiator_wwpn, rpad(printf('500014426%x0000%02x', director, fabric), 16, '0'),
            printf('vmhba%d:C0:T%d:L%d', 2 + fabric, p % 2, v), printf('vmhba%d', 2 + fabric), CASE WHEN fault < 3 AND p = 0 THEN 'dead' ELSE 'active' END
        FROM generated WHERE NOT (fault IN (3, 4) AND p = 3)
    """)
    store.execute("""
        INSERT INTO initiator (host, initiator_wwpn, hba, pci_address)
        SELECT DISTINCT host, initiator_wwpn, printf('vmhba%d', 2 + fabric), printf('0000:%02x:00.0', 59 + fabric) FROM generated
    """)
    store.execute(f"""
        INSERT INTO login (switch, vsan, wwpn, port, local)
        SELECT DISTINCT printf('%s-edge%02d', CASE fabric WHEN 0 THEN 'a' ELSE 'b' END, h % {EDGES}), '', initiator_wwpn, (h // {EDGES})::VARCHAR, TRUE FROM generated
    """)
    store.stated.update({name: set() for name in ENTITIES})
    build_topology(store)
    return store


def median(work: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def grouping(store: Store) -> None:
    store.rows(
        "SELECT count(*), sum(n) FROM (SELECT part_kind, part, host, device, count(*) AS n FROM path_part GROUP BY ALL)"
    )


def singles(store: Store) -> int:
    build_failure_parts(store)
    return len(single_costs(store))


def pairs(store: Store) -> int:
    build_failure_parts(store)
    return len(pair_costs(store))


def main(sizes: list[int]) -> None:
    for size in sizes:
        store = large_san(size)
        build_path_parts(store)
        parts = store.rows("SELECT count(*) FROM path_part")[0][0]
        base, one, two = (median(partial(work, store)) for work in (grouping, singles, pairs))
        found, found_pairs = singles(store), pairs(store)
        layouts = store.rows("SELECT count(*) FROM failure_layout")[0][0]
        count = store.rows("SELECT count(*) FROM path_place")[0][0]
        print(
            f"{count} paths, {parts} path × part, {layouts} layouts: one grouping {base:.2f} s; "
            f"all singles {one:.2f} s ({one / base:.2f} ×, {found} components); "
            f"all pairs {two:.2f} s ({two / base:.2f} ×, {found_pairs} relevant pairs)"
        )
        store.close()


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [100_000, 1_000_000])
