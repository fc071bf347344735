"""Check inventories and other exports: the problems of each file are those of an audit of all files of a group."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from checker.audit.options import Options
from checker.errors import UsageError
from checker.lsp.problem import Problem, placed, problems_in_error

if TYPE_CHECKING:
    from checker.audit.session import Session
    from checker.facts.store.kept import KeptConnection
    from checker.intake.record import ExportRecord
    from checker.rules.book.book import Book
    from checker.rules.evaluate.finding import Report

Problems = dict[str, list[Problem]]
"""The problems of each file, by its name in the audit."""


@dataclass(frozen=True)
class Audited:
    """An audit of files that belong together, and what it was made of.

    Attributes:
        paths: what was checked together.
        options: of the audit, with the contents of open documents.
        problems: those of each file, by its name in the audit.
        report: None if the audit could not be made.
        books: the rules in use.
    """

    paths: tuple[str, ...]
    options: Options
    problems: Mapping[str, Sequence[Problem]] = field(default_factory=dict)
    report: Report | None = None
    books: tuple[Book, ...] = ()

    def session(self, contents: Mapping[str, bytes] | None = None) -> Session:
        """Open a session of the same files; ``contents`` replaces those of some of them."""
        from checker.audit.session import Session

        both = {**self.options.contents, **(contents or {})}
        return Session.open(self.paths, replace(self.options, contents=both))


def audit(
    paths: Sequence[str],
    options: Options,
    go_on: Callable[[Problems], bool],
    kept: KeptConnection | None = None,
) -> Audited | None:
    """Check the exports below some paths; an error of the configuration is a problem of its file.

    Args:
        paths: what is checked together.
        options: of the audit, with the contents of open documents, which may differ from their files.
        go_on: called with what could not be read, a fraction of the time before the rules are evaluated; returns
            whether to evaluate them. If not, the result is None.
        kept: the database of the last audit of the same paths; if it is broken afterwards, there is no use for it, nor for
            the result.
    """
    audited = Audited(tuple(paths), options)
    try:
        with audited.session() as san:
            if not go_on(unread_problems(san.records)):
                return None
            san.kept = kept
            report = san.check()
            return replace(audited, problems=problems_of(report), report=report, books=tuple(san.books))
    except UsageError as error:
        found: Problems = {}
        for file, problem in problems_in_error(error, paths[0]):
            found.setdefault(file, []).append(problem)
        return replace(audited, problems=found)


def unread_problems(records: Iterable[ExportRecord]) -> Problems:
    """Return what could not be read of each recognised file; members of archives are not edited."""
    found: Problems = {}
    for record in records:
        if record.format is not None and record.member is None:
            found.setdefault(record.file, []).extend(_unread(record.notes))
    return found


def problems_of(report: Report) -> Problems:
    """Return the problems of each recognised file of a report: findings, unread parts, and comments without effect.

    Findings without a place are in no file.
    """
    found: Problems = {}
    for file in report.files:
        if file.format is not None and file.member is None:
            found.setdefault(file.path, []).extend(_unread(file.notes))
    for finding in report.findings:
        place = finding.location
        if finding.state == "fail" and place is not None and place.member is None:
            problem = Problem(place.line, place.column, finding.message, finding.severity, finding)
            found.setdefault(place.file, []).append(problem)
    found = {path: list(_once(problems)) for path, problems in found.items()}
    for notice in report.notices:
        # Suppressions in the configuration may be for other exports than those that are checked together here.
        if (where := placed(notice, "warning")) is not None and where[0] in found:
            found[where[0]].append(where[1])
    return found


def _once(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Yield the problems, but no note on a skipped entry that a finding on the same line repeats."""
    said = [(one.line, one.message) for one in problems if one.finding is not None]
    for one in problems:
        entry = one.message.removeprefix("skipped ")
        if entry == one.message or not any(line == one.line and text.endswith(entry) for line, text in said):
            yield one


def _unread(notes: Iterable[tuple[int, str]]) -> Iterator[Problem]:
    for line, text in notes:
        reason = text.removeprefix("reading stopped: ")
        yield Problem(line, None, reason, "warning" if reason == text else "error")
