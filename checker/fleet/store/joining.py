"""Rows that no longer count are removed: those that a later audit replaced, at the end of a run, and those to forget.

Files of a month are joined if there are many.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from checker.errors import UsageError
from checker.fleet.store.tables import BUNDLES, PAGES, TABLES, literal

if TYPE_CHECKING:
    from checker.fleet.store.results import Results

_MOST_FILES = 20
"""Files of a month above which they are joined."""
_LOCK = ".joining"
_LOCK_S = 3600
_JOINED = "j"
_PAGE_S = 24 * 3600
"""Age of an HTML report without a row after which it is removed: before, a run may be about to write the row."""


def join_files(results: Results) -> None:
    """Join the files of months that have many, or rows that no longer count; nothing is done while another run does it."""
    with _alone(results) as alone:
        for month in sorted({path.parent.name for path in results.files(BUNDLES)}) if alone else ():
            _join(results, month)
            _remove_pages(results, month)


def forget(results: Results, *, site: str | None = None, before: str | None = None) -> int:
    """Remove the rows and HTML reports of one site, of older months, or of one site in older months.

    Args:
        results: the results.
        site: the site; all sites by default.
        before: first month that stays, such as ``2026-01``; all months are removed by default.

    Returns:
        The number of bundles whose rows were removed.

    Raises:
        UsageError: another run is joining files.
    """
    conditions = [] if site is None else [f"site = {literal(site)}"]
    conditions += [] if before is None else [f"month < {literal(before)}"]
    forgotten = " AND ".join(conditions) or "TRUE"
    with _alone(results) as alone:
        if not alone:
            raise UsageError(f"{results.folder}: another run is finishing; try again in a moment")
        statement = f"SELECT source, site, bundle, month, page FROM all_bundles WHERE {forgotten}"
        rows = results.read(lambda connection: connection.execute(statement).fetchall())
        for month in sorted({month for *_, month, _ in rows}):
            _join(results, f"month={month}", keep=f"NOT ({forgotten})")
        for *_, page in rows:
            if page:
                (results.folder / page).unlink(missing_ok=True)
    return len({(source, name, bundle) for source, name, bundle, *_ in rows})


@contextmanager
def _alone(results: Results) -> Iterator[bool]:
    """Yield whether no other run joins files until the end."""
    lock = results.folder / _LOCK
    alone = _locked(lock)
    try:
        yield alone
    finally:
        if alone:
            lock.unlink(missing_ok=True)


def _join(results: Results, folder: str, keep: str = "TRUE") -> None:
    """Write the rows of a month that count as one batch, and remove the batches that they come from.

    Args:
        results: the results.
        folder: folder of the month.
        keep: SQL condition on site and month of the rows to keep.
    """
    month = folder.partition("=")[2]
    batches = {path.stem for path in results.files(BUNDLES) if path.parent.name == folder}
    with results.connected() as connection:
        kept, total = connection.execute(
            f"SELECT (SELECT count(*) FROM bundles WHERE month = $month AND {keep}), (SELECT count(*) FROM all_bundles WHERE month = $month)",
            {"month": month},
        ).fetchall()[0]
        if len(batches) <= _MOST_FILES and kept == total:
            return
        # Sorts after these batches, and before any that another run adds meanwhile, which may be of a later audit.
        batch = f"{max(batches)}{_JOINED}"
        listed = ", ".join(map(literal, sorted(batches)))
        for table in TABLES if kept else ():
            names = ", ".join(column.name for column in table.columns)
            # Batches that another run adds meanwhile stay as they are.
            rows = f"SELECT {names} FROM {table.name} WHERE month = {literal(month)} AND batch IN ({listed}) AND {keep}"
            results.write(table, month, batch, connection, rows)
    for table in reversed(TABLES):
        for name in batches:
            (results.folder / table.name / folder / f"{name}.parquet").unlink(missing_ok=True)


def _remove_pages(results: Results, folder: str) -> None:
    """Remove the HTML reports of a month that no row refers to any more."""
    pages = results.folder / PAGES / folder
    if not pages.is_dir():
        return
    rows = results.read(
        lambda connection: connection.execute("SELECT page FROM all_bundles WHERE page IS NOT NULL").fetchall()
    )
    kept = {PurePosixPath(page).name for (page,) in rows}
    for path in pages.iterdir():
        if path.name not in kept and path.stat().st_mtime < time.time() - _PAGE_S:
            path.unlink(missing_ok=True)


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
