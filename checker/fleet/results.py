"""The folder of results: Parquet files by table and month, one per batch of bundles.

``TABLE/month=MONTH/BATCH.parquet``. A file is complete or absent, and the bundles of a batch are written last, so that a
run that is killed leaves nothing that counts and nothing partial. A later audit of a bundle replaces an earlier one: only
its newest batch counts, and the end of a run removes what no longer counts. Two runs may write one folder.
"""

from __future__ import annotations

import json
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from checker.errors import UsageError
from checker.fleet.request import Outcome
from checker.fleet.tables import BUNDLES, TABLES, VERSION, Table, literal
from checker.system.files import replacing, write_text
from checker.system.leftovers import private_folder

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MARK = "sanlint-fleet.json"
_KEY = "sanlint_fleet"
_MEMORY = "4GiB"
_BATCH = 500
"""Bundles of a batch: a file of a table must not be small, and a killed run should not lose much."""
_BATCH_S = 60.0
_MOST_FILES = 20
"""Files of a month above which the end of a run joins them."""
_LOCK = ".joining"
_LOCK_S = 3600


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
    def create(cls, folder: Path) -> Results:
        """Return the results in a folder, which is created, or continued if it has results of this version.

        Raises:
            UsageError: it has something else in it, results of another version, or it can't be written.
        """
        try:
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                return cls.open(folder)
            folder.mkdir(parents=True, exist_ok=True)
            write_text(folder / _MARK, json.dumps({_KEY: VERSION}) + "\n")
        except OSError as error:
            raise UsageError(f"{folder} can't be written: {error.strerror or error}") from None
        return cls(folder)

    @classmethod
    def open(cls, folder: Path) -> Results:
        """Return the results in a folder.

        Raises:
            UsageError: there are none, or they are of another version.
        """
        try:
            version = json.loads((folder / _MARK).read_text(encoding="utf-8"))[_KEY]
        except (OSError, ValueError, KeyError, TypeError):
            raise UsageError(f"{folder}: no results of sanlint fleet ({_MARK} is missing or damaged)") from None
        if version != VERSION:
            raise UsageError(
                f"{folder}: results of version {version}; this sanlint reads and writes version {VERSION}. "
                "Use the sanlint that wrote them, or write to another folder"
            )
        return cls(folder)

    def known(self) -> list[Known]:
        """Return the bundles with results."""
        if not self._files(BUNDLES):
            return []
        with self.connected() as connection:
            rows = connection.execute(
                "SELECT source, site, sha256, state, change_mark, settings FROM bundles"
            ).fetchall()
        return [Known(*row) for row in rows]

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Yield a writer; what it was given is written at the end, also if an error ends the run."""
        with private_folder() as folder:
            spool = folder / "months"
            spool.mkdir()
            writer = Writer(self, spool)
            try:
                yield writer
            finally:
                writer.flush()
        self.join_files()

    @contextmanager
    def connected(self, *, locked: bool = False) -> Iterator[DuckDBPyConnection]:
        """Yield a database with a view for each table.

        Args:
            locked: it reads nothing but the results, and its settings can't be changed.

        Raises:
            UsageError: there are no results yet.
        """
        import duckdb

        if not self._files(BUNDLES):
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

    def join_files(self) -> None:
        """Join the files of months that have many, or rows that no longer count; nothing is done while another run does it."""
        months = sorted({path.parent.name for path in self._files(BUNDLES)})
        lock = self.folder / _LOCK
        if not months or not _locked(lock):
            return
        try:
            for month in months:
                self._join(month)
        finally:
            lock.unlink(missing_ok=True)

    def write(self, table: Table, month: str, batch: str, connection: DuckDBPyConnection, select: str) -> None:
        """Write the rows of a statement as a file of a table.

        Raises:
            UsageError: it can't be written.
        """
        import duckdb

        path = self.folder / table.name / f"month={month}" / f"{batch}.parquet"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as file:
                connection.execute(
                    f"COPY ({select} ORDER BY site, bundle) TO {literal(file)} (FORMAT parquet, COMPRESSION zstd)"
                )
        except (OSError, duckdb.IOException) as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: Exception) -> UsageError:
        reason = (isinstance(error, OSError) and error.strerror) or str(error).splitlines()[0]
        return UsageError(
            f"{self.folder} can't be written: {reason}; what was written is kept: "
            "run the same command again when that is solved"
        )

    def _join(self, folder: str) -> None:
        """Write the rows of a month that count as one batch, and remove the batches that they come from."""
        month = folder.partition("=")[2]
        batches = {path.stem for path in self._files(BUNDLES) if path.parent.name == folder}
        with self.connected() as connection:
            kept, total = connection.execute(
                "SELECT (SELECT count(*) FROM bundles WHERE month = $month), (SELECT count(*) FROM all_bundles WHERE month = $month)",
                {"month": month},
            ).fetchall()[0]
            if len(batches) <= _MOST_FILES and kept == total:
                return
            batch = batch_name()
            listed = ", ".join(map(literal, sorted(batches)))
            for table in TABLES if kept else ():
                names = ", ".join(column.name for column in table.columns)
                # Batches that another run adds meanwhile stay as they are.
                rows = f"SELECT {names} FROM {table.name} WHERE month = {literal(month)} AND batch IN ({listed})"
                self.write(table, month, batch, connection, rows)
        for table in reversed(TABLES):
            for name in batches:
                (self.folder / table.name / folder / f"{name}.parquet").unlink(missing_ok=True)

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

    def _files(self, table: Table) -> list[Path]:
        return sorted((self.folder / table.name).glob("month=*/*.parquet"))


class Writer:
    """Collects the rows of bundles and writes them in batches."""

    def __init__(self, results: Results, spool: Path) -> None:
        self._results = results
        self._spool = spool
        self._months: dict[str, int] = {}
        self._count = 0
        self._since = time.monotonic()

    def add(self, outcome: Outcome) -> None:
        """Add the rows of a bundle.

        Raises:
            UsageError: a batch or the temporary folder can't be written; nothing of the batch counts.
        """
        try:
            for table in TABLES:
                folder = self._spool / outcome.month / table.name
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"{self._count}.parquet").write_bytes(outcome.files[table.name])
        except OSError as error:
            raise UsageError(f"the temporary folder can't be written: {error.strerror or error}") from None
        self._count += 1
        if self._count >= _BATCH or time.monotonic() - self._since > _BATCH_S:
            self.flush()

    def flush(self) -> None:
        """Write what was added.

        Raises:
            UsageError: it can't be written.
        """
        import duckdb

        self._count, self._since = 0, time.monotonic()
        for folder in sorted(self._spool.iterdir()):
            batch = batch_name()
            with duckdb.connect(config={"memory_limit": _MEMORY}) as connection:
                for table in TABLES:
                    rows = f"SELECT * FROM read_parquet({literal(folder / table.name / '*.parquet')})"
                    self._results.write(table, folder.name, batch, connection, rows)
            shutil.rmtree(folder)


def batch_name() -> str:
    """Return the name of a new batch; names of later ones are greater."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{secrets.token_hex(4)}"


def _locked(lock: Path) -> bool:
    """Take a lock; one that is older than an hour is of a run that was killed."""
    for _ in range(2):
        try:
            lock.touch(exist_ok=False)
        except FileExistsError:
            try:
                if time.time() - lock.stat().st_mtime < _LOCK_S:
                    return False
                lock.unlink(missing_ok=True)
            except FileNotFoundError:
                pass
        else:
            return True
    return False
