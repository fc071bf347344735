"""Views without what comes from empty tables give what the whole SQL gives, whichever tables are empty."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from checker.audit import Options, Session
from checker.audit.reading import build_store, input_of, read_exports
from checker.facts.kinds import kinds
from checker.facts.reference import load_reference_tables
from checker.facts.store.store import Store
from checker.resources import rules_folder
from checker.topology.derive.single_points import build_single_points
from checker.topology.tables import tables
from checker.views.build import _unknown_columns
from checker.views.catalog import views
from checker.views.mentions import macros, needed_views
from checker.views.pruning.outline import Outliner
from checker.views.pruning.outlined import load_outlines
from checker.views.pruning.pieces import NotSimpleError
from checker.views.pruning.prune import pruned
from tests import folders

FIXTURES = folders.FIXTURES
COLUMNS = {
    "name": "VARCHAR",
    "n": "BIGINT",
    "span": "STRUCT(lo BIGINT, hi BIGINT)",
    "names": "VARCHAR[]",
    "flag": "BOOLEAN",
    "more": "VARCHAR",
}
ROWS = {
    "a": [("x", 1, True), ("y", 2, None), (None, 3, False)],
    "b": [("x", 1, True), ("x", 5, False)],
    "c": [("y", 2, None), ("z", 7, True)],
}
FORMS = [
    "SELECT a.name, b.n, b.span.lo AS least, coalesce(b.names, []) AS names FROM a LEFT JOIN b ON b.name = a.name",
    "SELECT a.name, b.n FROM a LEFT JOIN b ON b.name = a.name LEFT JOIN c ON c.n = b.n WHERE c.n IS NULL OR c.flag",
    "SELECT a.name, c.n FROM a LEFT JOIN b ON b.name = a.name LEFT JOIN c ON c.n = b.n WHERE b.n > 0",
    "SELECT a.name FROM a JOIN b ON b.name = a.name ANTI JOIN c ON c.n = a.n",
    "SELECT a.name FROM a SEMI JOIN b ON b.name = a.name",
    "SELECT a.name, b.n FROM a FULL JOIN b ON b.name = a.name LEFT JOIN c ON c.name = b.name",
    "SELECT count(*) AS n, max(b.n) AS most FROM a LEFT JOIN b ON b.name = a.name",
    "SELECT count(*) AS n FROM a, b WHERE a.name = b.name",
    "SELECT b.name, count(*) AS n FROM a LEFT JOIN b ON b.name = a.name GROUP BY b.name",
    "SELECT b.name, count(*) AS n FROM a LEFT JOIN b ON b.name = a.name GROUP BY ALL",
    "SELECT a.name, count(DISTINCT b.n) FILTER (WHERE b.flag) AS n FROM a LEFT JOIN b ON b.name = a.name GROUP BY a.name",
    "SELECT *, b.n IS NULL AS lacking FROM a LEFT JOIN b ON b.name = a.name",
    "SELECT name, most FROM (SELECT a.name, most FROM a LEFT JOIN (SELECT name AS named, max(n) AS most FROM b GROUP BY 1) m ON m.named = a.name)",
    "WITH either AS (SELECT name, n FROM b UNION ALL SELECT name, n FROM c) SELECT a.name, either.n FROM a LEFT JOIN either ON either.name = a.name",
    "WITH either AS (SELECT name AS first, n::INTEGER AS m FROM b UNION SELECT name, n FROM c) SELECT first, m, count(*) AS n FROM either GROUP BY ALL",
    "SELECT name FROM a EXCEPT SELECT name FROM b EXCEPT SELECT name FROM c",
    "SELECT name FROM b UNION ALL SELECT name FROM b UNION SELECT name FROM c",
    "SELECT a.name, EXISTS (SELECT 1 FROM b WHERE b.name = a.name) AS found, (SELECT count(*) FROM c) AS n FROM a",
    "SELECT a.name FROM a WHERE a.name NOT IN (SELECT name FROM b WHERE name IS NOT NULL) AND a.n IN (SELECT n FROM c)",
    "SELECT a.name, (SELECT max(c.n) FROM c LEFT JOIN b USING (name) WHERE c.name = a.name) AS most FROM a",
    "SELECT a.name, u.one FROM a LEFT JOIN b ON b.name = a.name, unnest(b.names) AS u(one)",
    "WITH absent AS (SELECT name, n FROM a WHERE FALSE), one AS (SELECT name FROM absent JOIN b USING (name)) SELECT a.name, one.name AS other FROM a LEFT JOIN one ON one.name = a.name",
    "WITH unread AS (SELECT name FROM c), read AS (SELECT name, n FROM b) SELECT a.name, r.n IS DISTINCT FROM a.n AS other FROM a LEFT JOIN read r ON r.name = a.name",
    "SELECT a.name, row_number() OVER (PARTITION BY b.n ORDER BY a.n) AS place FROM a LEFT JOIN b ON b.name = a.name QUALIFY place < 3",
    "SELECT b FROM a LEFT JOIN b ON b.name = a.name",
    'SELECT a."name", b."n" FROM a LEFT JOIN b ON b.name = a.name LEFT JOIN c ON c.n = a.n',
    "SELECT a.name, b.more, c.n FROM a LEFT JOIN b ON b.name = a.more LEFT JOIN c ON c.name = a.name WHERE a.n > 0",
    "SELECT a.name, b.n FROM a JOIN b ON b.name = a.name AND b.more = a.name",
    "SELECT a.more, count(*) AS n FROM a LEFT JOIN b USING (name) GROUP BY ALL",
    "SELECT a.name, count(DISTINCT a.more) AS n, list(a.more) AS all_of FROM a GROUP BY a.name",
    "SELECT more FROM a UNION SELECT b.more FROM b UNION ALL SELECT name FROM c",
]  # fmt: skip


@pytest.fixture(scope="module")
def outliner() -> Iterator[Outliner]:
    built = Outliner(dict.fromkeys(ROWS, COLUMNS))
    yield built
    built.close()


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    built = duckdb.connect(config={"threads": 1})
    for name, rows in ROWS.items():
        listed = ", ".join(f"{column} {kind}" for column, kind in COLUMNS.items())
        built.execute(f"CREATE TABLE {name} ({listed})")
        for row in rows:
            built.execute(f"INSERT INTO {name} SELECT $1, $2, {{'lo': $2, 'hi': 9}}, ['p', $1], $3, NULL", row)
    yield built
    built.close()


def _rows(connection: duckdb.DuckDBPyConnection, sql: str) -> tuple[list[str], list[str]]:
    result = connection.execute(sql)
    names = [column[0] for column in result.description or ()]
    return names, sorted(map(repr, result.fetchall()))


@pytest.mark.parametrize("sql", FORMS)
def test_a_pruned_form_is_equivalent_whatever_is_empty(
    outliner: Outliner, connection: duckdb.DuckDBPyConnection, sql: str
) -> None:
    outline = json.loads(json.dumps(outliner.outline(sql)))
    lengths = set()
    for empty in itertools.chain.from_iterable(itertools.combinations(ROWS, count) for count in range(4)):
        connection.execute("BEGIN; " + "".join(f"DELETE FROM {name};" for name in empty))
        short = pruned(outline, lambda name, empty=empty: name in empty, dict.fromkeys(ROWS, ("more",)))
        expected = _rows(connection, sql)
        found = (expected[0], []) if short is None else _rows(connection, short)
        connection.execute("ROLLBACK")
        assert found == expected, short
        lengths.add(len(short or ""))
    # A full join may give rows from either side, and a count gives one of nothing: both are left as they are.
    assert len(lengths) > 1 or lengths == {0} or "FULL" in sql or sql.startswith("SELECT count(*) AS n FROM a, b")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT DISTINCT ON (name) name FROM a",
        "SELECT name FROM a INTERSECT SELECT name FROM b",
        "SELECT name FROM a UNION ALL SELECT name FROM b ORDER BY name LIMIT 1",
        "SELECT a.name FROM a, LATERAL (SELECT a.n)",
        "SELECT name FROM (a JOIN b USING (name))",
        "SELECT name FROM main.a",
    ],
)
def test_what_is_not_simple_is_left_alone(outliner: Outliner, sql: str) -> None:
    with pytest.raises(NotSimpleError):
        outliner.outline(sql)


def test_nearly_all_views_have_an_outline() -> None:
    assert sum(not built.outline for built in load_outlines().values()) <= 3


def _store(source: Path) -> Store:
    options = Options(isolated=source.is_file())
    config = Session.open([str(source)], options).config
    given = input_of([str(source)], config, options, source.parent)
    store = build_store(read_exports(given, config, options, source.parent), 1)
    store.plan_plainly()
    store.ensure_entities(kinds())
    load_reference_tables(
        store, rules_folder() / "data", {f"ref_{path.stem}" for path in (rules_folder() / "data").iterdir()}
    )
    return store


@pytest.mark.parametrize(("source", "share"), [("bases/vplex-metro.yaml", 0.3)])
def test_pruned_views_have_the_same_rows(source: str, share: float) -> None:
    """Each view of a whole SAN, and of one of which a share of all tables is empty."""
    store = _store(FIXTURES / source)
    outlines = {name: json.loads(built.outline) for name, built in load_outlines().items() if built.outline}
    chosen = random.Random(1)
    known = kinds().keys() | tables().keys() | views().keys()
    for name in sorted(store.filled() & (kinds().keys() | tables().keys())):
        if chosen.random() < share:
            store.execute(f"DELETE FROM {name}")
    build_single_points(store)
    store.execute(macros())
    filled = {name for name in known if store.has_table(name) and store.rows(f"SELECT 1 FROM {name} LIMIT 1")}
    filled |= {name for name in tables() if name != "path_part" and store.rows(f"SELECT 1 FROM {name} LIMIT 1")}
    whole = {}
    for name in needed_views(views()):
        listed = ", ".join(f"{column.name}" for column in views()[name].columns)
        store.execute(f"CREATE TABLE {name} AS SELECT {listed} FROM ({views()[name].sql})")
        whole[name] = sorted(map(repr, store.rows(f"SELECT * FROM {name}")))
        filled |= {name} if whole[name] else set()
    store.execute(macros(few=True))
    unknown = {name: _unknown_columns(store, name) for name in filled & (kinds().keys() | tables().keys())}
    fallen = 0
    for name, outline in outlines.items():
        sql = pruned(outline, lambda table: table in known and table not in filled, unknown)
        listed = ", ".join(column.name for column in views()[name].columns)
        found = [] if sql is None else sorted(map(repr, store.rows(f"SELECT {listed} FROM ({sql})")))
        assert found == whole[name], name
        fallen += len(sql or "") < len(views()[name].sql) // 2
    assert fallen > 20
    store.close()
