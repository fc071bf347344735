"""Which tables have rows."""

from __future__ import annotations

from checker.facts.store.store import Store


def test_filled_names_every_table_with_rows() -> None:
    store = Store(1)
    store.ensure_entities(["host", "path", "switch"])
    store.load_rows("host", [{"host": "esx01"}])
    store.load_rows("switch", [{"switch": "sw1"}])
    store.execute("DELETE FROM switch")
    assert "host" in store.filled()
    assert "path" not in store.filled()
    store.close()
