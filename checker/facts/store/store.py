"""The store: observations and entities in an in-process DuckDB, filled by Arrow columns.

This is the only module that knows how rows get into the database. A table is created when it gets rows or a view needs
it: creating all of them at every start would take a third of the time of a small check.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from checker.facts.declare import Kind
from checker.facts.kinds import kinds
from checker.facts.observations import Observations
from checker.facts.store.columns import (
    LAYOUT,
    TypedColumns,
    arrow_table,
    chunks_by_kind,
    columns_of,
    observation_table,
)
from checker.facts.store.files import insert_files
from checker.facts.store.out_of_range import OutOfRange
from checker.facts.store.statements import run
from checker.facts.values import Value

if TYPE_CHECKING:
    from checker.facts.store.kept import KeptConnection


_NAMED = 10
"""Objects that a note names."""
COMPRESSED_FROM_BYTES = 32_000_000
"""Growth of the tables from which they are compressed, usually to a tenth.

Measured: the audit of 132,000 disks takes 40 % of the memory and a tenth more processor time."""


def entity_ddl(kind: Kind) -> str:
    """Return the CREATE TABLE statement of a kind's entity table."""
    return f"CREATE TABLE IF NOT EXISTS {kind.name} ({kind.sql_columns})"


def observation_ddl(kind: Kind) -> str:
    """Return the CREATE TABLE statement of a kind's observation table: the columns, then export, line and order."""
    # A kind may itself have a column export_id (the export kind does); it is written only once.
    own = [f"{name} {sql_type}" for name, sql_type in kind.sql_types.items() if name != "export_id"]
    layout = [f"{name} INTEGER" for name in LAYOUT]
    return f"CREATE TABLE IF NOT EXISTS obs_{kind.name} ({', '.join(own + layout)})"


class Store:
    """One audit's database. Not shared between threads.

    Without ``optimizer``, queries run as they are written, which is faster for small inputs; results are the same.
    ``kept`` is a database of earlier audits.
    """

    def __init__(
        self, threads: int | None = None, *, optimizer: bool = True, kept: KeptConnection | None = None
    ) -> None:
        import duckdb

        # A checkpoint compresses all tables, which takes two seconds per million paths: it is made where it matters.
        # What does not fit into memory must not be written into the working directory.
        config: dict[str, Any] = {
            "preserve_insertion_order": True,
            "checkpoint_threshold": "1TB",
            "temp_directory": "",
        }
        if threads is not None:
            config["threads"] = threads
        self._kept = kept
        # It has all of a connection that audits use.
        self.connection = (
            duckdb.connect(":memory:", config=config) if kept is None else cast("duckdb.DuckDBPyConnection", kept)
        )
        self.stated: dict[str, set[str]] = {}
        self.left_out: list[str] = []
        self._tables: set[str] = set()
        self._compressed_bytes = 0
        self.known_filled: set[str] | None = None
        self.optimizer = optimizer
        if not optimizer:
            self.plan_plainly()

    def close(self) -> None:
        """Free the memory; a kept database is closed by its owner."""
        if self._kept is None:
            self.connection.close()

    def settle(self) -> None:
        """Make sure that all tables of a kept database are there, and no others, for questions to the catalog."""
        if self._kept is not None:
            self._kept.settle()

    def compress(self) -> None:
        """Compress all tables; those that are written afterwards are not."""
        self.execute("FORCE CHECKPOINT")

    def compress_if_grown(self) -> None:
        """Compress all tables if they have grown much since the last time; those of small inputs, without optimizer, do not.

        Do not do that within a transaction that has changed something: DuckDB refuses it.
        """
        if self.optimizer and self._bytes_of_tables() - self._compressed_bytes >= COMPRESSED_FROM_BYTES:
            self.compress()
            self._compressed_bytes = self._bytes_of_tables()

    def _bytes_of_tables(self) -> int:
        rows = self.rows("SELECT memory_usage_bytes FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'")
        return int(rows[0][0]) if rows else 0

    def plan_plainly(self) -> None:
        """Disable the optimizer: for small inputs it takes half of the time. Results are the same."""
        self.connection.execute("PRAGMA disable_optimizer")

    def execute(self, sql: str, parameters: Sequence[object] | None = None) -> None:
        """Run a statement and discard its result."""
        run(self.connection, sql, parameters)

    def rows(self, sql: str, parameters: Sequence[object] | None = None) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        return run(self.connection, sql, parameters).fetchall()

    def has_rows(self, kind: str) -> bool:
        """Return whether any observation of this kind was loaded."""
        return kind in self.stated

    def ensure_entities(self, names: Iterable[str]) -> None:
        """Create empty entity tables for those of these kinds that have none."""
        missing = [name for name in names if name not in self._tables]
        if missing:
            self.execute(";".join(entity_ddl(kinds()[name]) for name in missing))
            self._tables.update(missing)

    def ensure_observations(self, names: Iterable[str]) -> None:
        """Create empty observation tables for those of these kinds that have none."""
        missing = [name for name in names if f"obs_{name}" not in self._tables]
        if missing:
            self.execute(";".join(observation_ddl(kinds()[name]) for name in missing))
            self._tables.update(f"obs_{name}" for name in missing)

    def filled(self, *among: str) -> set[str]:
        """Return which of these tables contain rows; a query over the others returns nothing and can be skipped.

        Without names, all tables that may contain rows: this asks the catalog, which takes as long as asking ten tables.
        Do not do that within a transaction: uncommitted rows don't count. Callers that track every change of every
        table keep the answer in ``known_filled``.
        """
        if self.known_filled is not None:
            return self.known_filled.intersection(among) if among else self.known_filled
        if among:
            return {name for name in among if self.rows(f"SELECT 1 FROM {name} LIMIT 1")}
        if self._kept is not None:
            return self._kept.filled()
        return {name for (name,) in self.rows("SELECT table_name FROM duckdb_tables() WHERE estimated_size > 0")}

    def columns(self) -> dict[str, dict[str, str]]:
        """Return the columns and DuckDB types of each existing entity and observation table."""
        found: dict[str, dict[str, str]] = {}
        for table in self._tables:
            kind = kinds()[table.removeprefix("obs_")]
            columns = kind.sql_types
            found[table] = columns | dict.fromkeys(LAYOUT, "INTEGER") if table.startswith("obs_") else columns
        return found

    def register(self, name: str, batch: object) -> None:
        """Make an Arrow table available to queries under a name."""
        self.connection.register(name, batch)

    def has_table(self, name: str) -> bool:
        """Return whether a table of this name exists."""
        return name in self._tables

    def mark_table(self, name: str) -> None:
        """Record that a table of this name now exists (created by generated SQL)."""
        self._tables.add(name)

    def load(self, observations: Observations) -> list[OutOfRange]:
        """Append observations, each kind as one Arrow table; return the values that do not fit their column."""
        out_of_range: list[OutOfRange] = []
        for name, chunks in chunks_by_kind(observations).items():
            kind = kinds()[name]
            columns = columns_of(kind, chunks)
            self.ensure_observations([name])
            self._insert(f"obs_{name}", observation_table(kind, chunks, columns, out_of_range), list(columns))
            self.stated.setdefault(name, set()).update(set(columns) - set(LAYOUT))
            self.compress_if_grown()
        return out_of_range

    def load_files(self, files: Iterable[tuple[str, Path]]) -> None:
        """Append observations that other processes wrote as Parquet files: (kind, file), in that order."""
        by_kind: dict[str, list[Path]] = {}
        for name, path in files:
            by_kind.setdefault(name, []).append(path)
        for name, paths in by_kind.items():
            self.ensure_observations([name])
            names = insert_files(self.connection, f"obs_{name}", paths)
            self.stated.setdefault(name, set()).update(set(names) - set(LAYOUT))
            self.compress_if_grown()

    def load_exports(self, rows: Sequence[dict[str, Value | dt.datetime]]) -> None:
        """Fill the table of exports; it is an entity from the start."""
        kind = kinds()["export"]
        self.ensure_entities(["export"])
        columns = [column.name for column in kind.columns]
        if rows:
            self._append("export", kind, {name: [row.get(name) for row in rows] for name in columns})
            self.stated["export"] = set(columns)

    def insert(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        """Append rows to a table in one statement: one for each row takes a second for 4,000 of them."""
        if rows:
            columns = [list(column) for column in zip(*rows, strict=True)]
            self.execute(f"INSERT INTO {table} SELECT {', '.join(['unnest(?)'] * len(columns))}", columns)

    def leave_out(self, what: str, names: Iterable[str]) -> None:
        """Note for the report what was not computed because a limit was reached, and for which objects."""
        known = sorted(set(names))
        more = f" and {len(known) - _NAMED:,} more" if len(known) > _NAMED else ""
        self.left_out.append(f"{what} {', '.join(known[:_NAMED])}{more}")

    def load_rows(self, name: str, rows: Sequence[dict[str, Value]]) -> None:
        """Append rows directly to an entity table; for facts that the audit itself creates."""
        kind = kinds()[name]
        self.ensure_entities([name])
        if rows:
            columns = [column for column in kind.column_names if any(column in row for row in rows)]
            self._append(name, kind, {column: [row.get(column) for row in rows] for column in columns})

    def _append(self, table: str, kind: Kind, columns: dict[str, list[Any]]) -> None:
        typed: TypedColumns = {name: (kind.column(name).type, values) for name, values in columns.items()}
        self._insert(table, arrow_table(typed), list(columns))

    def _insert(self, table: str, batch: object, names: Sequence[str]) -> None:
        self.register("incoming_rows", batch)
        listed = ", ".join(names)
        self.execute(f"INSERT INTO {table} ({listed}) SELECT {listed} FROM incoming_rows")
        self.connection.unregister("incoming_rows")


def kept_connection() -> KeptConnection:
    """Return a new database to keep between audits of small inputs."""
    import duckdb

    from checker.facts.store.kept import KeptConnection

    config: dict[str, Any] = {"preserve_insertion_order": True, "temp_directory": "", "threads": 1}
    return KeptConnection(duckdb.connect(":memory:", config=config))
