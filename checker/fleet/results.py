"""The folder of results: Parquet files by table, site and month, one per bundle.

``TABLE/site=SITE/month=MONTH/BUNDLE.parquet``. A file is complete or absent, and the row in ``bundles`` is written last, so
that a run that is killed leaves nothing that counts and nothing partial. Two runs may write one folder.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from checker.errors import UsageError
from checker.fleet.request import Outcome
from checker.fleet.tables import BUNDLES, TABLES, VERSION, Table
from checker.system.files import write_bytes, write_text

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MARK = "sanlint-fleet.json"
_KEY = "sanlint_fleet"


@dataclass(frozen=True)
class Known:
    """A bundle that was audited before: its place in the results, and what shows whether it has to be audited again."""

    source: str
    site: str
    month: str
    bundle: str
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
                "SELECT source, site, month, bundle, sha256, state, change_mark, settings FROM bundles"
            ).fetchall()
        return [Known(*row) for row in rows]

    def add(self, outcome: Outcome) -> None:
        """Write the rows of a bundle, in place of those of an earlier audit of the same content.

        Raises:
            OSError: they can't be written; nothing of them counts.
        """
        for table in TABLES:
            path = self._path(table, outcome.bundle.site, outcome.month, outcome.name)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, outcome.files[table.name])

    def remove(self, known: Known) -> None:
        """Remove the rows of a bundle, for instance those of its error once it has been audited."""
        for table in reversed(TABLES):
            path = self._path(table, known.site, known.month, known.bundle)
            path.unlink(missing_ok=True)
            for folder in (path.parent, path.parent.parent):
                with contextlib.suppress(OSError):
                    folder.rmdir()

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
        with duckdb.connect() as connection:
            # The views of the other tables use that of the bundles.
            for table in reversed(TABLES):
                connection.execute(self._view(table))
            if locked:
                connection.execute("SET allowed_directories = [?]", [str(self.folder.resolve())])
                for setting in ("enable_external_access = false", "lock_configuration = true"):
                    connection.execute(f"SET {setting}")
            yield connection

    def _view(self, table: Table) -> str:
        pattern = str(self.folder.resolve() / table.name / "*" / "*" / "*.parquet").replace("'", "''")
        rows = (
            f"read_parquet('{pattern}', hive_partitioning = true, hive_types = {{'site': VARCHAR, 'month': VARCHAR}}, "
            "union_by_name = true)"
        )
        if table is not BUNDLES:
            # Rows of a run that was killed before it wrote the row of the bundle don't count.
            rows = f"{rows} SEMI JOIN bundles USING (site, month, bundle)"
        return f"CREATE VIEW {table.name} AS SELECT * FROM {rows}"

    def _path(self, table: Table, site: str, month: str, bundle: str) -> Path:
        return (
            self.folder
            / table.name
            / f"site={quote(site, safe='')}"
            / f"month={quote(month, safe='')}"
            / f"{bundle}.parquet"
        )

    def _files(self, table: Table) -> bool:
        return next((self.folder / table.name).glob("*/*/*.parquet"), None) is not None
