"""Findings of an earlier text, at their lines in the current one, to show them until the new text is evaluated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from checker.lsp.problem import Problem


def carried(problems: Iterable[Problem], before: str, after: str) -> list[Problem]:
    """Return the findings on lines that did not change, at the lines where these are now.

    Args:
        problems: those of the earlier text.
        before: the earlier text.
        after: the current text.
    """
    old, new = before.split("\n"), after.split("\n")
    same = _equal(iter(old), iter(new))
    end = min(_equal(reversed(old), reversed(new)), min(len(old), len(new)) - same)
    moved = len(new) - len(old)
    return [
        replace(one, line=one.line + (moved if one.line > same else 0))
        for one in problems
        if one.finding is not None and not same < one.line <= len(old) - end
    ]


def _equal(one: Iterator[str], other: Iterator[str]) -> int:
    """Return how many lines are equal from the beginning on."""
    pairs = list(zip(one, other, strict=False))
    return next((number for number, (left, right) in enumerate(pairs) if left != right), len(pairs))
