"""Suppressions in comments of inventories: select those that count and convert them for the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from checker.errors import ConfigError
from checker.intake.record import ExportRecord
from checker.rules.book.rule import Rule
from checker.rules.config import glob
from checker.rules.suppress.model import Suppression
from checker.rules.suppress.suppressions import check_suppressions

WITHOUT_EFFECT = "the comment suppresses nothing"


def comments_of(
    records: Iterable[ExportRecord], config: str | None, rules: Mapping[str, Rule], folder: Path | None = None
) -> tuple[list[Suppression], list[str]]:
    """Return the suppressions of the inventories that were read, and notices about those that don't count.

    As with a configuration, a customer's bundle must not control its own results: comments count in the configuration
    itself and in files below the current folder or the configuration's folder, never in an archive. A comment with a
    mistake suppresses nothing; the rest of the audit is not affected.

    Args:
        records: records of all files that were read.
        config: displayed name of the configuration.
        rules: all rules by id.
        folder: the current folder; None means that of the process.
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
                notices.append(f"{place}: {one.problem}; {WITHOUT_EFFECT}")
                continue
            objects = tuple({key: glob.escape(value) for key, value in match.items()} for match in one.objects)
            suppression = Suppression("inventory", place, one.reason, one.expires, one.rules, objects)
            try:
                check_suppressions([suppression], rules, ())
            except ConfigError as error:
                notices.append(f"{error}; {WITHOUT_EFFECT}")
            else:
                found.append(suppression)
    return found, notices


def _is_trusted(record: ExportRecord, base: Path, trusted: Iterable[Path]) -> bool:
    if record.member is not None or record.file == "-":
        return False
    path = (base / record.file).resolve()
    return any(path.is_relative_to(one) for one in trusted)
