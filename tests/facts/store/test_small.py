"""A small store takes rows without Arrow; its content must be the same, to the last bit."""

from __future__ import annotations

import datetime as dt
import math
from typing import Any

import pytest

from checker.facts.store.columns import plain_columns
from checker.facts.store.store import Store

_TIME = dt.datetime(2026, 3, 4, 5, 6, 7, 890123)
_EAST = dt.timezone(dt.timedelta(hours=5, minutes=30))
_COLUMNS: dict[str, tuple[str, list[Any]]] = {
    "word": ("text", ["a", None, "", "žluť 😀", "'quoted\" $1 ?"]),
    "whole": ("int", [0, None, -(2**63), 2**63 - 1, 7]),
    "seen": ("int32", [0, None, -(2**31), 2**31 - 1, 7]),
    "share": ("float", [0, None, 0.1, -1.5e300, 2**53]),
    "live": ("bool", [True, None, False, True, False]),
    "taken": (
        "time",
        [_TIME, None, _TIME.replace(tzinfo=dt.UTC), _TIME.replace(tzinfo=_EAST), dt.datetime(1970, 1, 1)],
    ),
    "unknown": ("text", [None, None, None, None, None]),
}
_DDL = "CREATE TABLE held (word VARCHAR, whole BIGINT, seen INTEGER, share DOUBLE, live BOOLEAN, taken TIMESTAMP, unknown VARCHAR)"


def _stored_rows(*, small: bool) -> list[tuple[Any, ...]]:
    from checker.facts.store.columns import arrow_table

    store = Store(1, small=small)
    store.execute(_DDL)
    if small:
        assert store._insert_plainly("held", _COLUMNS)
    else:
        store._insert("held", arrow_table(_COLUMNS), list(_COLUMNS))
    rows = store.rows("SELECT * FROM held")
    store.close()
    return rows


def test_rows_are_the_same_with_and_without_arrow() -> None:
    assert _stored_rows(small=True) == _stored_rows(small=False)
    assert len(_stored_rows(small=True)) == 5


@pytest.mark.parametrize(
    ("column_type", "value"),
    [
        ("text", "half \ud800"),
        ("text", "nul \0 inside"),
        ("text", 5),
        ("int", 2**63),
        ("int", True),
        ("int", 1.0),
        ("int32", 2**31),
        ("float", math.inf),
        ("float", math.nan),
        ("float", 2**53 + 1),
        ("float", True),
        ("bool", 1),
        ("time", "2026-01-01"),
    ],
)
def test_values_that_need_arrow_are_passed_to_it(column_type: str, value: object) -> None:
    assert plain_columns({"x": (column_type, [value])}) is None
    assert plain_columns({"x": (column_type, [None])}) is not None


def test_arrow_works_on_a_small_store() -> None:
    from checker.facts.store.columns import arrow_table

    store = Store(1, small=True)
    store.execute("CREATE TABLE held (x VARCHAR)")
    store._insert("held", arrow_table({"x": ("text", ["a"])}), ["x"])
    assert store.rows("SELECT x FROM held") == [("a",)]
    store.close()


def test_filled_names_every_table_with_rows() -> None:
    store = Store(1)
    store.ensure_entities(["host", "path", "switch"])
    store.load_rows("host", [{"host": "esx01"}])
    store.load_rows("switch", [{"switch": "sw1"}])
    store.execute("DELETE FROM switch")
    assert "host" in store.filled()
    assert "path" not in store.filled()
    store.close()
