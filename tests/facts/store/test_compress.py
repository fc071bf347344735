"""Compression of tables: less memory, the same rows."""

from __future__ import annotations

from checker.facts.store.store import Store


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
