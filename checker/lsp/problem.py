"""A problem in a document: where it is, what it says, and what it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checker.errors import UsageError
from checker.rules.book.rule import Severity
from checker.rules.evaluate.finding import Finding

_PLACED = re.compile(r"(?P<file>.+?):(?P<line>[0-9]+):(?:(?P<column>[0-9]+):)? (?P<text>.+)")
_MEANT = re.compile(r"'(?P<wrong>[^']+)'[^';]*; did you mean '(?P<right>[^']+)'\?")


@dataclass(frozen=True)
class Problem:
    """A problem at a place of a document.

    Attributes:
        line: from 1.
        column: from 1, in characters; None if only the line is known.
        message: one sentence.
        severity: as of findings.
        finding: the finding that it is; None for a fault of the document itself.
    """

    line: int
    column: int | None
    message: str
    severity: Severity
    finding: Finding | None = None

    @property
    def replacement(self) -> tuple[str, str] | None:
        """A wrong word and the right one, if the message suggests one."""
        meant = _MEANT.search(self.message)
        return (meant["wrong"], meant["right"]) if meant else None


def placed(message: str, severity: Severity) -> tuple[str, Problem] | None:
    """Return the file and the problem of a message that begins with ``FILE:LINE:`` or ``FILE:LINE:COLUMN:``."""
    match = _PLACED.fullmatch(message)
    if match is None:
        return None
    column = int(match["column"]) if match["column"] else None
    return match["file"], Problem(int(match["line"]), column, match["text"], severity)


def problems_in_error(error: UsageError, file: str) -> Iterator[tuple[str, Problem]]:
    """Yield each line of an error as a file and a problem; a line without a place belongs to the first line of ``file``."""
    for line in str(error).splitlines():
        yield placed(line, "error") or (file, Problem(1, None, line, "error"))
