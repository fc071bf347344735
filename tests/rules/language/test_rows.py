"""``rows``: one SELECT over views, never more."""

from __future__ import annotations

import pytest

from checker.rules.language import expression, rows
from checker.rules.language.expression_tree import ExpressionError
from tests.rules.book.rule_samples import sample_views


@pytest.fixture(scope="module")
def connection():
    opened = expression.scratch(sample_views())
    yield opened
    opened.close()


def test_columns_types_and_uses_are_known(connection):
    found = rows.check(
        "SELECT v.host, count(*) AS volumes, count_span(v.remote) AS remote, list(v.volume ORDER BY v.volume) AS names,"
        " sum(size_bytes) AS size, avg(load_ratio) AS load, max(seen_at) AS seen"
        " FROM host_volume AS v LEFT JOIN host ON host.host = v.host AND below(initiators, 2)"
        " WHERE dead_paths > 0 GROUP BY v.host HAVING count(*) > 1",
        sample_views(),
        connection,
    )
    assert found.columns == {
        "host": "text", "volumes": "int", "remote": "span", "names": "list", "size": "int", "load": "float",
        "seen": "time",
    }  # fmt: skip
    assert set(found.uses["host_volume"]) == {
        "host", "remote", "volume", "size_bytes", "load_ratio", "seen_at", "dead_paths",
    }  # fmt: skip
    assert set(found.uses["host"]) == {"host", "initiators"}
    assert found.first_view == "host_volume"


@pytest.mark.parametrize(
    "text",
    [
        "WITH x AS (DELETE FROM host RETURNING *) SELECT host FROM host_volume",
        "WITH x AS (SELECT 1) SELECT host FROM host",
        "DELETE FROM host",
        "DELETE FROM host RETURNING host",
        "INSERT INTO host (host) VALUES ('a')",
        "DROP TABLE host",
        "COPY host TO 'x.csv'",
        "ATTACH 'x.db'",
        "PRAGMA database_list",
        "SELECT host FROM host; DELETE FROM host",
        "SELECT host FROM host UNION SELECT host FROM host",
        "SELECT * FROM host",
        "FROM host",
        "TABLE host",
        "VALUES (1)",
        "DESCRIBE host",
        "SHOW TABLES",
        "SELECT host FROM (SELECT * FROM host) AS x",
        "SELECT host FROM (VALUES ('a')) AS x(host)",
        "SELECT host FROM read_csv('x.csv')",
        "SELECT host FROM 'x.csv'",
        "SELECT host FROM range(10)",
        "SELECT host FROM duckdb_secrets()",
        "SELECT host FROM main.host",
        "SELECT host FROM information_schema.tables",
        "SELECT host FROM sqlite_master",
        "SELECT host FROM host TABLESAMPLE 3",
        "SELECT host FROM host AT (VERSION => 1)",
        "SELECT host FROM host AS h(a)",
        "SELECT host FROM host ORDER BY host",
        "SELECT host FROM host LIMIT 1",
        "SELECT DISTINCT ON (host) host FROM host",
        "SELECT host, row_number() OVER () AS n FROM host",
        "SELECT host FROM host QUALIFY TRUE",
        "SELECT host, (SELECT 1) AS x FROM host",
        "SELECT host FROM host WHERE EXISTS (SELECT 1)",
        "SELECT host, count(*) AS n FROM host GROUP BY ALL",
        "SELECT host FROM host GROUP BY ROLLUP (host)",
        "SELECT z.zone FROM zone_summary AS z, host",
        "SELECT zone FROM zone_summary CROSS JOIN host",
        "SELECT zone FROM zone_summary NATURAL JOIN host",
        "SELECT zone FROM zone_summary POSITIONAL JOIN host",
        "SELECT a.host FROM host AS a JOIN host AS a USING (host)",
        "SELECT list(host) AS hosts FROM host",
        "SELECT string_agg(host, ',') AS hosts FROM host",
        "SELECT any_value(host) AS host FROM host",
        "SELECT getenv('HOME') AS home FROM host",
        "SELECT host, $x AS y FROM host",
        "SELECT count(*) FROM host",
        'SELECT host AS "A; B" FROM host',
        "SELECT host, current_user AS me FROM host",
        "SELECT unnest(['a']) AS x FROM host",
        "SELECT 1 AS x",
        "SELECT nope FROM host",
        "SELECT host.host FROM host JOIN zone_summary USING (zone)",
        "SELECT os_version FROM host WHERE os_version > '6'",
        "",
        "SELECT host FROM host WHERE " + "NOT " * 3000 + "TRUE",
    ],
)
def test_anything_but_one_plain_select_over_views_is_refused(text, connection):
    with pytest.raises(ExpressionError):
        rows.check(text, sample_views(), connection)


def test_a_wrong_view_names_the_nearest(connection):
    with pytest.raises(ExpressionError, match="did you mean 'zone_summary'"):
        rows.check("SELECT zone FROM zone_sumary", sample_views(), connection)
