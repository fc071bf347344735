"""A kept database answers as a new one would, and runs only the statements whose inputs differ."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from checker.facts.store.forms import form_of
from checker.facts.store.kept import KeptConnection, StaleError
from checker.facts.store.store import kept_connection


@pytest.fixture
def kept() -> Iterator[KeptConnection]:
    connection = kept_connection()
    yield connection
    connection.close()


def _load(kept: KeptConnection, rows: list[tuple[str, str, int]]) -> None:
    kept.begin()
    kept.execute("CREATE TABLE IF NOT EXISTS port (name VARCHAR, site VARCHAR, speed BIGINT)")
    columns = [list(column) for column in zip(*rows, strict=True)]
    kept.execute("INSERT INTO port SELECT unnest(?::VARCHAR[]), unnest(?::VARCHAR[]), unnest(?::BIGINT[])", columns)


def _fast(kept: KeptConnection) -> list[tuple[object, ...]]:
    """The names of fast ports, through a derived table that does not read the site."""
    kept.execute("CREATE OR REPLACE TABLE fast AS SELECT name, speed FROM port WHERE speed > 8")
    return kept.execute("SELECT name FROM fast ORDER BY name").fetchall()


def test_nothing_runs_again_for_equal_tables(kept: KeptConnection) -> None:
    rows = [("p1", "a", 16), ("p2", "b", 8)]
    _load(kept, rows)
    first = _fast(kept)
    runs = kept.runs
    _load(kept, rows)
    assert _fast(kept) == first == [("p1",)]
    assert kept.runs == runs


def test_a_change_of_a_column_that_is_not_read_runs_nothing_that_depends_on_others(kept: KeptConnection) -> None:
    _load(kept, [("p1", "a", 16), ("p2", "b", 8)])
    _fast(kept)
    _load(kept, [("p1", "c", 16), ("p2", "b", 8)])
    runs = kept.runs
    assert _fast(kept) == [("p1",)]
    assert kept.runs == runs
    assert kept.execute("SELECT site FROM port ORDER BY name").fetchall() == [("c",), ("b",)]


def test_values_that_two_rows_exchange_are_a_change(kept: KeptConnection) -> None:
    _load(kept, [("p1", "a", 16), ("p2", "b", 8)])
    assert _fast(kept) == [("p1",)]
    _load(kept, [("p1", "a", 8), ("p2", "b", 16)])
    assert _fast(kept) == [("p2",)]


def test_a_value_that_two_rows_lose_is_a_change(kept: KeptConnection) -> None:
    _load(kept, [("p1", "a", 16), ("p2", "b", 16)])
    assert _fast(kept) == [("p1",), ("p2",)]
    _load(kept, [("p1", "a", 8), ("p2", "b", 8)])
    assert _fast(kept) == []


def test_a_star_reads_every_column(kept: KeptConnection) -> None:
    _load(kept, [("p1", "a", 16)])
    assert kept.execute("SELECT * FROM port").fetchall() == [("p1", "a", 16)]
    _load(kept, [("p1", "b", 16)])
    assert kept.execute("SELECT * FROM port").fetchall() == [("p1", "b", 16)]


def test_a_macro_that_reads_a_table_is_read_with_it(kept: KeptConnection) -> None:
    def most(rows: list[tuple[str, str, int]]) -> object:
        _load(kept, rows)
        kept.execute("CREATE OR REPLACE MACRO fastest() AS (SELECT max(speed) FROM port)")
        return kept.execute("SELECT fastest()").fetchone()

    assert most([("p1", "a", 16)]) == (16,)
    assert most([("p1", "a", 32)]) == (32,)


def test_a_changed_macro_is_used(kept: KeptConnection) -> None:
    for limit, expected in ((8, 2), (16, 1)):
        _load(kept, [("p1", "a", 16), ("p2", "b", 32)])
        kept.execute(f"CREATE OR REPLACE MACRO slow() AS {limit}")
        assert kept.execute("SELECT count(*) FROM port WHERE speed > slow()").fetchone() == (expected,)


def test_a_table_between_two_changes_is_made_again(kept: KeptConnection) -> None:
    def names(site: str, speed: int) -> list[tuple[object, ...]]:
        _load(kept, [("p1", site, speed)])
        kept.execute("CREATE OR REPLACE TEMP TABLE before AS SELECT site FROM port")
        kept.execute("UPDATE port SET site = 'x' WHERE speed > 8")
        kept.execute("CREATE OR REPLACE TABLE found AS SELECT b.site, p.site AS now FROM before b, port p")
        kept.execute("DROP TABLE before")
        return kept.execute("SELECT site, now FROM found").fetchall()

    assert names("a", 16) == [("a", "x")]
    assert names("a", 8) == [("a", "a")]
    assert names("b", 16) == [("b", "x")]
    assert names("a", 16) == [("a", "x")]


def test_tables_of_an_earlier_audit_are_gone(kept: KeptConnection) -> None:
    _load(kept, [("p1", "a", 16)])
    kept.execute("CREATE TABLE old AS SELECT name FROM port")
    kept.settle()
    _load(kept, [("p1", "a", 16)])
    kept.settle()
    assert kept.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("port",)]
    assert kept.filled() == {"port"}


def test_what_cannot_be_made_again_is_stale(kept: KeptConnection) -> None:
    def audit(speed: int, *, read: bool) -> None:
        _load(kept, [("p1", "a", 16)])
        kept.execute("CREATE OR REPLACE TEMP TABLE seen AS SELECT name FROM port")
        kept.execute("UPDATE port SET name = name || '!'")
        kept.execute("DROP TABLE seen")
        kept.execute("CREATE OR REPLACE TEMP TABLE seen AS SELECT name FROM port WHERE speed > ?", [speed])
        if read:
            kept.execute("DELETE FROM port")
            kept.execute("SELECT count(*), ? FROM seen", [speed])

    audit(8, read=False)
    kept.execute("CREATE OR REPLACE TEMP TABLE seen AS SELECT 1 AS name")
    with pytest.raises(StaleError):
        audit(8, read=True)
    assert kept.broken


def test_a_transaction_that_was_undone_breaks_it(kept: KeptConnection) -> None:
    _load(kept, [("p1", "a", 16)])
    kept.execute("BEGIN TRANSACTION")
    kept.execute("DELETE FROM port")
    kept.execute("ROLLBACK")
    assert kept.broken


@pytest.mark.parametrize(
    ("sql", "named", "whole"),
    [
        ("SELECT a * 2, count(*) FROM t", {"t"}, set[str]()),
        ("SELECT * FROM (SELECT a FROM t) JOIN u USING (a)", {"t", "u"}, {"u"}),
        ("SELECT o.*, e.a FROM t o JOIN u e ON e.a = o.a", {"t", "u"}, {"t"}),
        ("SELECT a FROM -- the ports\n t, u", {"t", "u"}, set[str]()),
        ("SELECT ')' AS a, * FROM t", {"t"}, {"t"}),
        ("SELECT x FROM v WHERE a IN (SELECT * FROM t)", {"v", "t"}, {"t"}),
        ("SELECT * FROM ((t) JOIN u USING (a))", {"t", "u"}, {"t", "u"}),
    ],
)
def test_tables_and_stars_of_a_statement(sql: str, named: set[str], whole: set[str]) -> None:
    form = form_of(sql)
    assert named <= form.named
    assert form.whole & {"t", "u", "v"} == whole
