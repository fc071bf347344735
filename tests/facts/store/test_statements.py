"""Statements that run again and again give what they gave the first time, in any store."""

from __future__ import annotations

import pytest

from checker.facts.store.store import Store


def test_repeated_statements_have_the_results_of_the_first_time() -> None:
    found = []
    for number in range(4):
        store = Store(1, optimizer=False)
        store.execute("CREATE TABLE numbers (n INTEGER); INSERT INTO numbers VALUES (1), (2); -- the end")
        store.execute("INSERT INTO numbers SELECT unnest(?::INTEGER[])", [[number]])
        found.append(store.rows("SELECT n FROM numbers WHERE n > ? ORDER BY n", [1]))
        store.close()
    assert found == [[(2,)], [(2,)], [(2,), (2,)], [(2,), (3,)]]


def test_a_wrong_statement_has_the_same_error_every_time() -> None:
    import duckdb

    store = Store(1, optimizer=False)
    said = set()
    for _ in range(4):
        with pytest.raises(duckdb.Error) as error:
            store.rows("SELECT no_such_column FROM range(3)")
        said.add(str(error.value))
        with pytest.raises(duckdb.Error):
            store.rows("SELEC 1")
    store.close()
    assert len(said) == 1
