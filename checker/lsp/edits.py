"""Changes to documents that an editor can apply: small edits, never a whole text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from checker.lsp.problem import Problem


@dataclass(frozen=True)
class Edit:
    """A replacement of text between two places; lines and columns count from 0, in characters."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


def edits_between(before: str, after: str) -> list[Edit]:
    """Return the edits of whole lines that turn one text into another."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [
        Edit(first, 0, last, 0, "".join(new[start:end]))
        for tag, first, last, start, end in matcher.get_opcodes()
        if tag != "equal"
    ]


def corrected(problem: Problem, lines: Sequence[str]) -> Edit | None:
    """Return the edit that replaces a wrong word by the one that the problem's message suggests; None without one."""
    if problem.replacement is None or not 0 < problem.line <= len(lines):
        return None
    wrong, right = problem.replacement
    # Keys are named with underscores, but may be written with hyphens.
    pattern = re.compile(rf"(?<![\w-]){re.escape(wrong).replace('_', '[_-]')}(?![\w-])")
    number = problem.line - 1
    found = pattern.search(lines[number], (problem.column or 1) - 1) or pattern.search(lines[number])
    return Edit(number, found.start(), number, found.end(), right) if found else None
