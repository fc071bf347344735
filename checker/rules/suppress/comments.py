"""Suppressions in comments of inventories: select those that count and convert them for the engine."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from checker.errors import ConfigError
from checker.intake.record import ExportRecord
from checker.rules.config import glob
from checker.rules.suppress.model import Suppression


def comments_of(
    records: Iterable[ExportRecord], config: str | None, folder: Path | None = None
) -> tuple[list[Suppression], list[str]]:
    """Return the suppressions of the inventories that were read, and notices about those that don't count.

    As with a configuration, a customer's bundle must not control its own results: comments count in the configuration
    itself and in files below the current folder or the configuration's folder, never in an archive.

    Args:
        records: records of all files that were read.
        config: displayed name of the configuration.
        folder: the current folder; None means that of the process.

    Raises:
        ConfigError: a comment that counts is malformed; the message names file, line and error.
    """
    base = (folder or Path.cwd()).resolve()
    trusted = [base, *([(base / config).resolve().parent] if config else [])]
    found: list[Suppression] = []
    notices: list[str] = []
    for record in records:
        if not record.ignores:
            continue
        if record.file != config and not _is_trusted(record, base, trusted):
            notices.append(
                f"{record.file}: comments 'sanlint: ignore' ({len(record.ignores)}) do not apply, because the file is "
                f"{'in an archive' if record.member else 'not below the current folder'}; all its findings are shown"
            )
            continue
        for one in record.ignores:
            place = f"{record.file}:{one.line}:{one.column}"
            if one.problem:
                raise ConfigError(f"{place}: {one.problem}")
            objects = tuple({key: glob.escape(value) for key, value in match.items()} for match in one.objects)
            found.append(Suppression("inventory", place, one.reason, one.expires, one.rules, objects))
    return found, notices


def _is_trusted(record: ExportRecord, base: Path, trusted: Iterable[Path]) -> bool:
    if record.member is not None or record.file == "-":
        return False
    path = (base / record.file).resolve()
    return any(path.is_relative_to(one) for one in trusted)
