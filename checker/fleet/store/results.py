"""The folder of results: Parquet files by table and month, one per batch of bundles.

``TABLE/month=MONTH/BATCH.parquet``. A file is complete or absent, and the bundles of a batch are written last, so that a
run that is killed leaves nothing that counts and nothing partial. A later audit of a bundle replaces an earlier one: only
its newest batch counts, and the end of a run removes what no longer counts. Two runs may write one folder.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from checker.errors import UsageError
from checker.fleet.store.joining import join_files
from checker.fleet.store.tables import BUNDLES, TABLES, VERSION, Table, literal
from checker.fleet.store.writer import Writer
from checker.system.files import replacing, write_bytes, write_text
from checker.system.leftovers import UNFINISHED, private_folder
from checker.system.space import number_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MARK = "sanlint-fleet.json"
_PSEUDONYMS = "pseudonyms"
_KEY = "sanlint_fleet"
_MEMORY = "4GiB"
_TRIES = 5
_PAUSE_S = 0.2


T = TypeVar("T")


@dataclass(frozen=True)
class Known:
    """A bundle that was audited before, and what shows whether it has to be audited again."""

    source: str
    site: str
    sha256: str
    state: str
    change_mark: str | None
    settings: str


class Results:
    """A folder of results."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def create(cls, folder: Path, *, anonymous: bool = False) -> Results:
        """Return the results in a folder, which is created, or continued if it has results of this version.

        Args:
            folder: the folder.
            anonymous: whether the results have pseudonyms instead of names; those with names cannot be continued with
                pseudonyms, nor the other way round.

        Raises:
            UsageError: it has something else in it, other results, or it cannot be written.
        """
        try:
            # Another run may be writing the mark.
            if folder.exists() and (
                not folder.is_dir() or any(not one.name.endswith(UNFINISHED) for one in folder.iterdir())
            ):
                return cls._continued(folder, anonymous)
            folder.mkdir(parents=True, exist_ok=True)
            write_text(folder / _MARK, json.dumps({_KEY: VERSION, _PSEUDONYMS: anonymous}) + "\n")
        except OSError as error:
            raise UsageError(f"{folder} cannot be written: {error.strerror or error}") from None
        return cls(folder)

    @classmethod
    def _continued(cls, folder: Path, anonymous: bool) -> Results:
        found = cls.open(folder)
        if anonymous != found.anonymous:
            has, wants = ("pseudonyms", "names") if found.anonymous else ("names", "pseudonyms")
            raise UsageError(f"{folder}: these results have {has}, and this run would add {wants}; use another folder")
        return found

    @property
    def anonymous(self) -> bool:
        """Whether the results have pseudonyms instead of names."""
        return bool(_mark_of(self.folder).get(_PSEUDONYMS))

    @classmethod
    def open(cls, folder: Path) -> Results:
        """Return the results in a folder.

        Raises:
            UsageError: there are none, or they are of another version.
        """
        version = _mark_of(folder).get(_KEY)
        if version is None:
            raise UsageError(f"{folder}: no results of sanlint fleet ({_MARK} is missing or damaged)")
        if version != VERSION:
            raise UsageError(
                f"{folder}: results of version {version}; this sanlint reads and writes version {VERSION}. "
                "Use the sanlint that wrote them, or write to another folder"
            )
        return cls(folder)

    def known(self) -> list[Known]:
        """Return the bundles with results."""
        if not self.files(BUNDLES):
            return []
        columns = "source, site, sha256, state, change_mark, settings"
        rows = self.read(lambda connection: connection.execute(f"SELECT {columns} FROM bundles").fetchall())
        return [Known(*row) for row in rows]

    def read(self, work: Callable[[DuckDBPyConnection], T], *, locked: bool = False) -> T:
        """Return what ``work`` reads from a database with a view for each table.

        Args:
            work: called again if another run has joined files that were being read.
            locked: it reads nothing but the results, and its settings cannot be changed.

        Raises:
            UsageError: there are no results yet, or a file is damaged.
        """
        import duckdb

        for attempt in range(_TRIES):
            try:
                with self.connected(locked=locked) as connection:
                    return work(connection)
            except (duckdb.IOException, duckdb.InvalidInputException) as error:
                if str(self.folder.resolve()) not in str(error):
                    raise
                if attempt + 1 == _TRIES:
                    raise UsageError(f"{self.folder} cannot be read: {str(error).splitlines()[0]}") from None
                time.sleep(_PAUSE_S)
        raise AssertionError

    @contextmanager
    def writing(self, before: Callable[[], None] | None = None) -> Iterator[Writer]:
        """Yield a writer; what it was given is written at the end, also if an error ends the run.

        Args:
            before: called before a batch is written.
        """
        with private_folder() as folder:
            spool = folder / "months"
            spool.mkdir()
            writer = Writer(self, spool, before)
            try:
                yield writer
            finally:
                writer.flush()
        join_files(self)

    @contextmanager
    def connected(self, *, locked: bool = False) -> Iterator[DuckDBPyConnection]:
        """Yield a database with a view for each table.

        Args:
            locked: it reads nothing but the results, and its settings cannot be changed.

        Raises:
            UsageError: there are no results yet.
        """
        import duckdb

        if not self.files(BUNDLES):
            raise UsageError(f"{self.folder}: there are no results yet")
        with duckdb.connect(config={"memory_limit": _MEMORY}) as connection:
            # The views of the other tables use that of the bundles.
            for table in reversed(TABLES):
                connection.execute(self._view(table))
            if locked:
                connection.execute("SET allowed_directories = [?]", [str(self.folder.resolve())])
                for setting in ("enable_external_access = false", "lock_configuration = true"):
                    connection.execute(f"SET {setting}")
            yield connection

    def write(self, table: Table, month: str, batch: str, connection: DuckDBPyConnection, select: str) -> None:
        """Write the rows of a statement as a file of a table.

        Raises:
            UsageError: it cannot be written.
        """
        import duckdb

        path = self.folder / table.name / f"month={month}" / f"{batch}.parquet"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as file:
                connection.execute(
                    f"COPY ({select} ORDER BY site, bundle) TO {literal(file)} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)"
                )
        except (OSError, duckdb.IOException) as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: Exception) -> UsageError:
        number = number_of(error)
        reason = os.strerror(number) if number else str(error).splitlines()[0]
        return UsageError(
            f"{self.folder} cannot be written: {reason}; what was written is kept: "
            "run the same command again when that is solved"
        )

    def write_page(self, name: str, content: bytes) -> None:
        """Write the HTML report of a bundle; the row that refers to it is written later.

        Raises:
            UsageError: it cannot be written.
        """
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, content)
        except OSError as error:
            raise self._unwritable(error) from None

    def _view(self, table: Table) -> str:
        pattern = literal(self.folder.resolve() / table.name / "*" / "*.parquet")
        rows = (
            f"SELECT * EXCLUDE (filename), parse_filename(filename, true) AS batch FROM read_parquet({pattern}, "
            "hive_partitioning = true, hive_types = {'month': VARCHAR}, filename = true)"
        )
        if table is not BUNDLES:
            # Rows of a run that was killed before it wrote the bundles of the batch don't count.
            return f"CREATE VIEW {table.name} AS FROM ({rows}) SEMI JOIN bundles USING (batch, month, site, bundle)"
        newest = (
            "row_number() OVER (PARTITION BY source, site, bundle ORDER BY batch DESC) = 1 AND "
            # An error counts until the bundle is audited.
            "(state <> 'error' OR batch = max(batch) OVER (PARTITION BY source, site))"
        )
        return f"CREATE VIEW all_bundles AS {rows}; CREATE VIEW {table.name} AS FROM all_bundles QUALIFY {newest}"

    def files(self, table: Table) -> list[Path]:
        """Return the files of a table."""
        return sorted((self.folder / table.name).glob("month=*/*.parquet"))


def _mark_of(folder: Path) -> Mapping[str, Any]:
    try:
        found = json.loads((folder / _MARK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
