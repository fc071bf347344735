"""Writes the rows of bundles in batches, each of which is complete or does not count."""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from checker.errors import UsageError
from checker.fleet.request import Outcome
from checker.fleet.store.tables import TABLES, literal

if TYPE_CHECKING:
    from checker.fleet.store.results import Results

_MEMORY = "4GiB"
_BATCH = 500
"""Bundles of a batch: a file of a table must not be small, and a killed run should not lose much."""
_BATCH_S = 60.0


class Writer:
    """Collects the rows of bundles and writes them in batches."""

    def __init__(self, results: Results, spool: Path, before: Callable[[], None] | None = None) -> None:
        self._results = results
        self._spool = spool
        self._before = before
        self._months: dict[str, int] = {}
        self._count = 0
        self._since = time.monotonic()

    def add(self, outcome: Outcome) -> None:
        """Add the rows of a bundle.

        Raises:
            UsageError: a batch or the temporary folder cannot be written; nothing of the batch counts.
        """
        if outcome.page_name:
            self._results.write_page(outcome.page_name, outcome.page)
        try:
            for table in TABLES:
                folder = self._spool / outcome.month / table.name
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"{self._count}.parquet").write_bytes(outcome.files[table.name])
        except OSError as error:
            raise UsageError(f"the temporary folder cannot be written: {error.strerror or error}") from None
        self._count += 1
        if self._count >= _BATCH or time.monotonic() - self._since > _BATCH_S:
            self.flush()

    def flush(self) -> None:
        """Write what was added.

        Raises:
            UsageError: it cannot be written.
        """
        import duckdb

        if self._before is not None:
            self._before()
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
