"""Repeated pieces of text never stop recognition or reading: no pattern tries every way to divide them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import checker
from checker.intake.sections.formats import split_formats
from checker.intake.sections.required_text import may_match
from checker.intake.sections.section import Section
from checker.intake.sections.split import split_commands
from checker.readers.registry import cards, readers
from tests.hostile.exports.repeated import PAIRS, UNITS, WIDE_SECONDS, endless, reading, recognising, texts, widened
from tests.thorough import THOROUGH, sample

_PARTS = 4
_ROOT = Path(checker.__file__).parent
_SOURCES = [path for package in ("intake", "readers") for path in sorted((_ROOT / package).rglob("*.py"))]
_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)
_MANY = 100
_BLANKS = UNITS[:3]


@pytest.mark.parametrize("part", range(_PARTS))
def test_recognition_ends(part: int) -> None:
    assert not endless(recognising(part, _PARTS, (*_BLANKS, *sample(UNITS[3:], 8)), 16_384))


@pytest.mark.parametrize("part", range(_PARTS))
def test_recognition_ends_with_two_pieces_in_turn(part: int) -> None:
    assert not endless(recognising(part, _PARTS, tuple(sample(PAIRS, 15)), 4_096))


@pytest.mark.parametrize("part", range(_PARTS))
def test_reading_ends(part: int) -> None:
    assert not endless(reading(part, _PARTS, tuple(sample(UNITS[::2], 5)), 4_096))


@pytest.mark.parametrize("part", range(_PARTS))
def test_reading_ends_with_a_long_gap_in_a_line(part: int) -> None:
    assert not endless(widened(part, _PARTS, 1 if THOROUGH else 23), WIDE_SECONDS)


def test_first_lines_of_formats_are_searched_once() -> None:
    def calls() -> Iterator[tuple[str, Any]]:
        for card in cards():
            for unit, text in texts(UNITS if card.begins else (), 65_536, ""):
                if may_match(card.begins or "", text):
                    yield (
                        f"begins of {card.name} on {unit!r}",
                        lambda c=card, t=text: split_formats(Section(t, 1), [c]),
                    )

    assert not endless(calls())


def test_prompts_are_searched_once() -> None:
    def calls() -> Iterator[tuple[str, Any]]:
        for start in ("", "#$>% show ---- ==== ~~~ ``` [sudo]\n"):
            for unit, text in texts((*UNITS, *PAIRS), 65_536, start):
                yield f"prompts in {unit!r}", lambda t=text: split_commands(t)

    assert not endless(calls())


def test_no_pattern_passes_blank_lines_to_find_its_line() -> None:
    r"""``^\s*`` starts at each blank line and passes all those after it: a page of blank lines takes minutes."""
    found = [place for place, pattern in _multi_line_patterns() if _passes_lines(_parser.parse(pattern, re.MULTILINE))]
    assert not found, f"use [ \\t]* at the beginning of a line: {found}"


def _multi_line_patterns() -> Iterator[tuple[str, str]]:
    """Yield the texts in the sources that are patterns with ``^`` in multi-line mode, and the first lines of formats."""
    for path in _SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            # Formatted patterns are judged without their inserted parts.
            parts = node.values if isinstance(node, ast.JoinedStr) else [node] if isinstance(node, ast.Constant) else []
            text = "".join(
                part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )
            if "^" in text and "\\" in text:
                try:
                    re.compile(text, re.MULTILINE)
                except re.error:
                    continue
                yield f"{path.relative_to(_ROOT)}:{node.lineno}", text
    yield from ((reader.name, reader.begins) for reader in readers() if reader.begins)


def _passes_lines(items: Any) -> bool:
    """Return whether a pattern begins at the start of any line and then passes any number of line feeds."""
    at_start = False
    for operator, argument in items:
        if operator is _constants.AT:
            at_start = argument in (_constants.AT_BEGINNING, _constants.AT_BEGINNING_LINE)
        elif operator in _REPEATS:
            if at_start and argument[1] >= _MANY and _accepts_line_feed(argument[2]):
                return True
            at_start = at_start and argument[0] == 0
        elif operator is _constants.SUBPATTERN:
            if _passes_lines(argument[3]) or (
                at_start and _passes_lines([(_constants.AT, _constants.AT_BEGINNING), *argument[3]])
            ):
                return True
            at_start = False
        elif operator is _constants.BRANCH:
            start = [(_constants.AT, _constants.AT_BEGINNING)] if at_start else []
            if any(_passes_lines([*start, *branch]) for branch in argument[1]):
                return True
            at_start = False
        elif operator not in (_constants.ASSERT, _constants.ASSERT_NOT):
            at_start = False
    return False


def _accepts_line_feed(items: Any) -> bool:
    """Return whether the repeated part is one character that may be a line feed."""
    if len(items) != 1 or items[0][0] is not _constants.IN:
        return False
    listed = items[0][1]
    names = {argument for operator, argument in listed if operator is _constants.CATEGORY}
    hit = _constants.CATEGORY_SPACE in names or (_constants.LITERAL, 10) in listed
    return hit != (listed[0][0] is _constants.NEGATE)
