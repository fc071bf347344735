"""Suppressions that stand as comments in inventories: which of them count, as the engine's suppressions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from checker.engine import glob
from checker.engine.hidden import Suppression
from checker.errors import ConfigError
from checker.readers.intake import ExportRecord


def comments_of(
    records: Iterable[ExportRecord], config: str | None, folder: Path | None = None
) -> tuple[list[Suppression], list[str]]:
    """Return the suppressions of the inventories that were read, and what to tell of those that don't count.

    As with a configuration, a customer's bundle must not decide what is shown of it: comments count in the
    configuration itself, and in files below the current folder or the configuration's, never in an archive.

    Args:
        records: everything that was read.
        config: the configuration as it is named.
        folder: the current folder; None is the process's.

    Raises:
        ConfigError: a comment that counts is not written as it should be; names file, line and what is wrong.
    """
    base = (folder or Path.cwd()).resolve()
    trusted = [base, *([(base / config).resolve().parent] if config else [])]
    found: list[Suppression] = []
    told: list[str] = []
    for record in records:
        if not record.ignores:
            continue
        if record.file != config and not _is_trusted(record, base, trusted):
            told.append(
                f"{record.file}: its comments 'sanlint: ignore' ({len(record.ignores)}) don't count, because the file is "
                f"{'in an archive' if record.member else 'not below the current folder'}; its findings are all shown"
            )
            continue
        for one in record.ignores:
            place = f"{record.file}:{one.line}:{one.column}"
            if one.problem:
                raise ConfigError(f"{place}: {one.problem}")
            objects = tuple({key: glob.escape(value) for key, value in match.items()} for match in one.objects)
            found.append(Suppression("inventory", place, one.reason, one.expires, one.rules, objects))
    return found, told


def _is_trusted(record: ExportRecord, base: Path, trusted: Iterable[Path]) -> bool:
    if record.member is not None or record.file == "-":
        return False
    path = (base / record.file).resolve()
    return any(path.is_relative_to(one) for one in trusted)
