"""What was not read of the exports, as limits of a triage: whole files, lines, and what readers remark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from checker.intake.record import ExportRecord
from checker.rules.language.suggest import printable
from checker.triage.model import Guard

_NAMED = 4
_LONGEST_NAME = 100
_MOST_REMARKS = 5
_COVERAGE = "sanlint check --coverage lists them"


def not_read(records: Sequence[ExportRecord]) -> Iterable[Guard]:
    """Yield the guards of files that were not recognised, of lines that were not read, and of the remarks of readers.

    Args:
        records: all exports and unrecognised files.
    """
    own = [one for one in records if not one.ignored]
    known = {_name(one) for one in own if one.format is not None}
    unknown = dict.fromkeys(
        _name(one) for one in own if one.format is None and not one.notes and _name(one) not in known
    )
    if unknown:
        yield Guard(
            "not_recognised", passed=False, text=f"not recognised, so nothing is read from: {_listed(list(unknown))}"
        )
    partly = {
        _name(one): f"{_name(one)} (line {one.first_unread})" if one.first_unread else _name(one)
        for one in reversed(own)
        if one.format is not None and one.unread_lines
    }
    if partly:
        yield Guard(
            "partly_read", passed=False, text=f"some lines are not read: {_listed(list(partly.values())[::-1])}"
        )
    places: dict[str, list[str]] = {}
    for one in own:
        for line, text in one.notes:
            places.setdefault(text, []).append(f"{_name(one)}:{line}")
    for text, where in list(places.items())[:_MOST_REMARKS]:
        yield Guard("remark", passed=False, text=f"{_listed(where)}: {text}")
    if len(places) > _MOST_REMARKS:
        rest = len(places) - _MOST_REMARKS
        yield Guard(
            "remark", passed=False, text=f"{rest} more remark{'s' if rest > 1 else ''} on what was read; {_COVERAGE}"
        )


def _name(one: ExportRecord) -> str:
    """Return the end of the path: exports of several machines often have the same name in folders of their own."""
    return printable("/".join(PurePath(one.member or one.file).parts[-2:]), _LONGEST_NAME)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
