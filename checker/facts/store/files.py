"""Rows that pass between processes as Parquet files, written and read by DuckDB."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING

from checker.facts.observations import Observations
from checker.facts.store.columns import observation_tables
from checker.facts.store.out_of_range import OutOfRange
from checker.system.space import number_of

if TYPE_CHECKING:
    import duckdb


def write_files(
    observations: Observations, folder: Path, prefix: str, out_of_range: list[OutOfRange]
) -> list[tuple[str, Path]]:
    """Write one file per kind; return kinds and files. Values that do not fit their column go to ``out_of_range``.

    Raises:
        OSError: a file cannot be written.
    """
    written: list[tuple[str, Path]] = []

    def tables() -> Iterator[tuple[object, Path]]:
        for kind, table, _ in observation_tables(observations, out_of_range):
            path = folder / f"{prefix}-{kind.name}.parquet"
            written.append((kind.name, path))
            yield table, path

    # Each is read once, soon.
    write_tables(tables(), compression="uncompressed")
    return written


def write_tables(tables: Iterable[tuple[object, Path]], compression: str = "snappy") -> None:
    """Write Arrow tables as Parquet files, rows in order; opening a database takes as long as writing a small table.

    Raises:
        OSError: a file cannot be written.
    """
    import duckdb

    try:
        with duckdb.connect(":memory:", config={"threads": 1}) as connection:
            for table, path in tables:
                connection.from_arrow(table).write_parquet(str(path), compression=compression)
    except duckdb.IOException as error:
        raise OSError(number_of(error), str(error)) from None


def insert_files(connection: duckdb.DuckDBPyConnection, table: str, paths: Sequence[Path]) -> list[str]:
    """Append files to a table, in order; return the columns that any of them has. A column that a file does not have is NULL."""
    # By name, because workers write only the columns that their exports state.
    files = [escape(str(path)) for path in paths]
    rows = "read_parquet(?, union_by_name = true)"
    names = [str(row[0]) for row in connection.execute(f"DESCRIBE FROM {rows}", [files]).fetchall()]
    listed = ", ".join(names)
    connection.execute(f"INSERT INTO {table} ({listed}) SELECT {listed} FROM {rows}", [files])
    return names
