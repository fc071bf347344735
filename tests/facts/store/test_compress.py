"""Compression of tables: less memory, the same rows."""

from __future__ import annotations

import pytest

from checker.facts.store import store as module
from checker.facts.store.store import Store
from checker.topology.derive.topology import build_topology


def test_compressed_tables_keep_their_rows_in_a_fraction_of_the_memory() -> None:
    store = Store(1)
    store.ensure_entities(["host"])
    store.execute(
        "INSERT INTO host (host) SELECT 'naa.600601600000000000000000000' || (n % 100000) FROM range(200000) AS r(n)"
    )
    counted = "SELECT count(*), count(DISTINCT host), min(host), max(host) FROM host"
    used = "SELECT memory_usage_bytes FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'"
    before, memory = store.rows(counted), store.rows(used)
    store.compress()
    assert store.rows(counted) == before
    assert store.rows(used)[0][0] < memory[0][0] / 3
    store.execute("INSERT INTO host (host) VALUES ('naa.1')")
    assert store.rows("SELECT count(*) FROM host")[0][0] == 200_001
    store.close()


@pytest.mark.parametrize(("growth", "compressed"), [(1_000_000, True), (100_000_000, False)])
def test_tables_are_compressed_once_for_each_large_growth(
    monkeypatch: pytest.MonkeyPatch, growth: int, *, compressed: bool
) -> None:
    monkeypatch.setattr(module, "COMPRESSED_FROM_BYTES", growth)
    runs: list[int] = []
    compress = Store.compress

    def counted(store: Store) -> None:
        runs.append(1)
        compress(store)

    monkeypatch.setattr(Store, "compress", counted)
    store = Store(1)
    store.ensure_entities(["host"])
    store.execute("INSERT INTO host (host) SELECT 'naa.6006016000000000000000000000' || n FROM range(200000) AS r(n)")
    for _ in range(3):
        store.compress_if_grown()
    assert len(runs) == compressed
    store.close()


def test_the_topology_can_be_built_again_within_a_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """The price of a fix is that of the SAN with it, which is rolled back; DuckDB compresses nothing meanwhile."""
    monkeypatch.setattr(module, "COMPRESSED_FROM_BYTES", -1)
    store = Store(1)
    build_topology(store)
    store.execute("BEGIN TRANSACTION")
    store.execute("INSERT INTO switch (switch) VALUES ('sw1')")
    build_topology(store)
    store.execute("ROLLBACK")
    assert store.rows("SELECT count(*) FROM switch") == [(0,)]
    store.close()
