"""The database connection of the engine: read-only transactions, quoted names, and the list of tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from checker.facts.store.statements import run
from checker.rules.language.functions import create_macros

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Prefix of the engine's tables; no view or kind begins with it.
SCRATCH = "engine_scratch_"


def quote(name: str) -> str:
    """Return ``name`` as a quoted SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def same(left: str, right: str, columns: tuple[str, ...]) -> str:
    """Return the SQL condition that two relations agree in ``columns``; two unknown values count as equal."""
    return " AND ".join(f"{left}.{quote(name)} IS NOT DISTINCT FROM {right}.{quote(name)}" for name in columns)


@contextmanager
def read_only(connection: DuckDBPyConnection) -> Iterator[None]:
    """Run the block in a read-only transaction; only temporary tables made in it remain.

    Exceptions of the block are re-raised after a rollback.
    """
    run(connection, "BEGIN TRANSACTION READ ONLY")
    try:
        yield
    except BaseException:
        # DuckDB aborts the whole transaction on an error and then accepts only a rollback.
        run(connection, "ROLLBACK")
        raise
    run(connection, "COMMIT")


def define_macros(connection: DuckDBPyConnection, as_of: datetime, *, of_views: bool = True) -> None:
    """Define the macros that rules use, with ``as_of`` as the moment of the audit. A naive ``as_of`` is UTC.

    Pass ``of_views`` as false if the macros that rules share with views already exist.
    """
    create_macros(connection, as_of.astimezone(UTC) if as_of.tzinfo else as_of, of_views=of_views)


def tables(connection: DuckDBPyConnection) -> Mapping[str, Mapping[str, str]]:
    """Every table and view with its columns and their DuckDB types."""
    found: dict[str, dict[str, str]] = {}
    rows = run(
        connection,
        "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal ORDER BY table_name, column_index",
    ).fetchall()
    for table, column, kind in rows:
        found.setdefault(table, {})[column] = kind
    return found


def table_sizes(connection: DuckDBPyConnection) -> Mapping[str, int]:
    """Approximate number of rows of each table, from the catalogue alone; zero is exact."""
    rows = run(connection, "SELECT table_name, estimated_size FROM duckdb_tables() WHERE NOT internal").fetchall()
    return {row[0]: row[1] for row in rows}


def result_columns(connection: DuckDBPyConnection, source: str) -> Mapping[str, str]:
    """The columns of ``source`` (anything that may follow FROM) and their DuckDB types, in order.

    Raises:
        duckdb.Error: the source does not bind.
    """
    rows = run(connection, f"DESCRIBE SELECT * FROM {source}").fetchall()
    return {row[0]: row[1] for row in rows}


def drop_scratch(connection: DuckDBPyConnection) -> None:
    """Drop every temporary table of the engine."""
    for (name,) in run(connection, "SELECT table_name FROM duckdb_tables() WHERE temporary").fetchall():
        if name.startswith(SCRATCH):
            run(connection, f"DROP TABLE IF EXISTS temp.{quote(name)}")
