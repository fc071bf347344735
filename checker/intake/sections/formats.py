"""Outputs of several formats in one text: where a line begins another format."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from checker.intake.sections.line_matches import matches_of_lines
from checker.intake.sections.required_text import may_match
from checker.intake.sections.section import Section
from checker.readers.registry import Card

_ABOVE = re.compile(r'[\-=_+\s]*+(?:"[^"\n]{1,200}" on FID \d{1,3}:?)?[\-=_+\s]*+\Z')
_FEW = 3
"""So many records are searched as they are."""


def without_records(text: str, begins: str | None) -> str:
    """Return a text with only the first of the records of its list, to find out whether it contains other outputs.

    Where one format begins again and again with equally many lines, these are records of one list, or all of them are
    followed by the same outputs, which are then below the first one, too.

    Args:
        text: the whole text.
        begins: the pattern of the line that begins the format which claims the text, if it has one.
    """
    starts = [match.start() for match in matches_of_lines(begins, text)] if begins else []
    if len(starts) <= _FEW:
        return text
    ends = [*starts[1:], len(text)]
    lines = [text.count("\n", start, end) for start, end in zip(starts, ends, strict=True)]
    if text[starts[-1] :].rstrip().count("\n") == text[starts[0] : ends[0]].rstrip().count("\n"):
        # No other record follows the last one, so there may be no empty line below it.
        lines[-1] = lines[0]
    others = (number for number in range(1, len(starts)) if lines[number] != lines[number - 1])
    return text[: ends[0]] + "".join(text[starts[number] : ends[number]] for number in others)


def split_formats(section: Section, cards: Sequence[Card]) -> list[tuple[str | None, Section]]:
    """Split a section where a line begins another format; the part before the first such line has no reader.

    Each part has the name of the reader whose format begins there, or None if several readers claim the line and
    detection decides later.

    Args:
        section: the section.
        cards: those whose needles are in the text; that test costs a thirtieth of a search of all lines.
    """
    starts: dict[int, set[str]] = {}
    for card in cards:
        if card.begins is None or not may_match(card.begins, section.text):
            continue
        for match in matches_of_lines(card.begins, section.text):
            starts.setdefault(match.start(), set()).add(card.name)
    if not starts:
        return [(None, section)]
    offsets = sorted({0, *starts})
    # A ruler above a heading, or the banner of fosexec, belongs to the format that begins with the heading.
    above = section.text[: offsets[1]] if len(offsets) > 1 else ""
    if above.strip() and _ABOVE.match(above):
        starts[0] = starts.pop(offsets.pop(1))
    parts: list[tuple[str | None, Section]] = []
    line, counted = section.first_line, 0
    for offset, end in zip(offsets, [*offsets[1:], len(section.text)], strict=True):
        body = section.text[offset:end]
        if not body.strip():
            continue
        names = starts.get(offset, set())
        line += section.text.count("\n", counted, offset)
        counted = offset
        part = replace(section, text=body, first_line=line, follows=section.follows or bool(parts))
        parts.append((next(iter(names)) if len(names) == 1 else None, part))
    return parts
