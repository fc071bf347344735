"""The store: observations and entities in an in-process DuckDB, filled by Arrow columns.

This is the only module that knows how rows get into the database. Tables exist from the moment they hold rows or a
view asks for them: making all of them at every start would cost a small check a third of its time.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.facts.columns import LAYOUT, arrow_table, observation_tables
from checker.facts.misfits import Misfit
from checker.facts.model import DUCKDB_TYPE, Kind, kinds
from checker.facts.observations import Observations, Value

if TYPE_CHECKING:
    import duckdb


def entity_ddl(kind: Kind) -> str:
    """Return the CREATE TABLE statement of a kind's entity table."""
    columns = ", ".join(f"{column.name} {DUCKDB_TYPE[column.type]}" for column in kind.columns)
    return f"CREATE TABLE IF NOT EXISTS {kind.name} ({columns})"


def observation_ddl(kind: Kind) -> str:
    """Return the CREATE TABLE statement of a kind's observation table: the columns, then export, line and order."""
    # A kind may itself have a column called export_id (the export kind does); its facts are written once only.
    own = [f"{column.name} {DUCKDB_TYPE[column.type]}" for column in kind.columns if column.name != "export_id"]
    layout = [f"{name} INTEGER" for name in LAYOUT]
    return f"CREATE TABLE IF NOT EXISTS obs_{kind.name} ({', '.join(own + layout)})"


class Store:
    """One audit's database. Not shared between threads."""

    def __init__(self, threads: int | None = None) -> None:
        import duckdb

        config: dict[str, Any] = {"preserve_insertion_order": True}
        if threads is not None:
            config["threads"] = threads
        self.connection: duckdb.DuckDBPyConnection = duckdb.connect(":memory:", config=config)
        self.stated: dict[str, set[str]] = {}
        self._tables: set[str] = set()

    def close(self) -> None:
        """Give the memory back."""
        self.connection.close()

    def plan_plainly(self) -> None:
        """Leave the optimizer out: for little data, where it takes half of the time. Results are the same."""
        self.connection.execute("PRAGMA disable_optimizer")

    def execute(self, sql: str, parameters: Sequence[object] | None = None) -> None:
        """Run a statement whose result is not wanted."""
        self.connection.execute(sql, parameters) if parameters is not None else self.connection.execute(sql)

    def rows(self, sql: str, parameters: Sequence[object] | None = None) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        cursor = self.connection.execute(sql, parameters) if parameters is not None else self.connection.execute(sql)
        return cursor.fetchall()

    def has_rows(self, kind: str) -> bool:
        """Return whether any observation of this kind was loaded."""
        return kind in self.stated

    def ensure_entities(self, names: Iterable[str]) -> None:
        """Create the entity tables of these kinds, empty, where they do not exist."""
        missing = [name for name in names if name not in self._tables]
        if missing:
            self.execute(";".join(entity_ddl(kinds()[name]) for name in missing))
            self._tables.update(missing)

    def ensure_observations(self, names: Iterable[str]) -> None:
        """Create the observation tables of these kinds, empty, where they do not exist."""
        missing = [name for name in names if f"obs_{name}" not in self._tables]
        if missing:
            self.execute(";".join(observation_ddl(kinds()[name]) for name in missing))
            self._tables.update(f"obs_{name}" for name in missing)

    def has_table(self, name: str) -> bool:
        """Return whether a table of this name was made."""
        return name in self._tables

    def mark_table(self, name: str) -> None:
        """Say that a table of this name exists now (made by generated SQL)."""
        self._tables.add(name)

    def load(self, observations: Observations) -> list[Misfit]:
        """Append observations, each kind as one Arrow table; return the values that no column can hold."""
        misfits: list[Misfit] = []
        for kind, table, columns in observation_tables(observations, misfits):
            self._insert(kind, table, columns)
        return misfits

    def load_files(self, files: Iterable[tuple[str, Path]]) -> None:
        """Append observations that other processes wrote as Arrow IPC files: (kind, file), in that order."""
        import arro3.io

        for name, path in files:
            reader = arro3.io.read_ipc(str(path))
            self._insert(kinds()[name], reader, list(reader.schema.names))

    def load_exports(self, rows: Sequence[dict[str, Value | dt.datetime]]) -> None:
        """Fill the table of exports; it is an entity from the start."""
        kind = kinds()["export"]
        self.ensure_entities(["export"])
        columns = [column.name for column in kind.columns]
        if rows:
            self._append("export", kind, {name: [row.get(name) for row in rows] for name in columns})
            self.stated["export"] = set(columns)

    def load_rows(self, name: str, rows: Sequence[dict[str, Value]]) -> None:
        """Append rows straight to an entity table; for facts that the audit itself makes."""
        kind = kinds()[name]
        self.ensure_entities([name])
        if rows:
            columns = [column for column in kind.column_names if any(column in row for row in rows)]
            self._append(name, kind, {column: [row.get(column) for row in rows] for column in columns})

    def _append(self, table: str, kind: Kind, columns: dict[str, list[Any]]) -> None:
        batch = arrow_table({name: (kind.column(name).type, values) for name, values in columns.items()})
        self.connection.register("incoming_rows", batch)
        names = ", ".join(columns)
        self.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM incoming_rows")
        self.connection.unregister("incoming_rows")

    def _insert(self, kind: Kind, batch: object, names: list[str]) -> None:
        self.ensure_observations([kind.name])
        self.connection.register("incoming_rows", batch)
        listed = ", ".join(names)
        self.execute(f"INSERT INTO obs_{kind.name} ({listed}) SELECT {listed} FROM incoming_rows")
        self.connection.unregister("incoming_rows")
        self.stated.setdefault(kind.name, set()).update(set(names) - set(LAYOUT))
