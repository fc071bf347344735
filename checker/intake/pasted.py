"""Outputs of two formats that were pasted one below the other, with no line between them that begins the second.

Where several readers are certain to know a text, or one knows the lines that the other reports as unread, and one states facts
only from lines below (or above) those of the other, the text is that of two outputs. Both are needed: the reader that claims the
whole text skips or misreads the lines of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from checker.facts.observations import Observations
from checker.facts.resolve.names.identities import IDENTITIES
from checker.intake.owners.ownership import Piece
from checker.intake.sections.section import Section, capture_of
from checker.intake.walk import SourceFile
from checker.readers.registry import CERTAIN, claims_on
from checker.readers.toolkit.base import Detection, Reader, read_capture

_LARGEST = 100_000
"""Characters of a text that is read again; what is larger is one list."""
_SHORT = 16_384
"""Characters of a text that is read twice because its reader alone claims it: what is pasted together is short."""
_DOCUMENTS = ("{", "[", "<")
_MOST_BETWEEN = 60
"""Lines between the facts of both outputs at which the second may begin."""
Claim = tuple[Detection, Reader]


@dataclass(frozen=True)
class _Stated:
    """What a reader states: the facts, and the indexes of their lines; what is about the whole machine may be at any line."""

    facts: frozenset[object]
    lines: frozenset[int]
    unread: int | None = None
    """The index of the first line that it reports as unread."""


def divided(piece: Piece, others: Sequence[Claim], source: SourceFile) -> list[Piece]:
    """Return a piece as one piece for each output in it.

    Args:
        piece: the text with the reader that claims it.
        others: the other claims on the text, the best first.
        source: the file.
    """
    section, text = piece.section, piece.section.text
    others = [claim for claim in others if claim[0].score >= CERTAIN and claim[1] is not piece.reader]
    # Below a command is its output, and documents end where they do.
    is_one = section.command is not None or source.bundle is not None or text.lstrip()[:1] in _DOCUMENTS
    if len(text) > (_LARGEST if others else 0 if is_one else _SHORT) or "\n" not in text.strip():
        return [piece]
    lines = text.split("\n")
    own = _stated(piece.reader, section, source)
    if not own.lines:
        return [piece]
    candidates = [(claim, section) for claim in others]
    # The reader of the other output may know it only where it begins the text.
    if own.unread is not None and own.unread > max(own.lines):
        candidates += _claims(_halves(section, lines, own.unread)[1], source)
    elif own.unread is not None and own.unread < min(own.lines):
        candidates += _claims(_halves(section, lines, min(own.lines))[0], source)
    for (detection, reader), where in candidates:
        if reader is piece.reader or detection.score < CERTAIN:
            continue
        found = _stated(reader, where, source, section.first_line)
        if not found.lines or own.lines & found.lines:
            continue
        is_below = min(found.lines) > max(own.lines)
        if not is_below and max(found.lines) > min(own.lines):
            continue
        upper, lower = (own, found) if is_below else (found, own)
        above, below = (piece.reader, reader) if is_below else (reader, piece.reader)
        cut = _cut(section, lines, (above, upper), (below, lower), source)
        if cut is not None:
            rest = [claim for claim in others if claim[1] is not reader]
            claims = (piece.detection, detection) if is_below else (detection, piece.detection)
            parts = zip(_halves(section, lines, cut), (above, below), claims, strict=True)
            return [
                part
                for half, one, claim in parts
                for part in divided(replace(piece, section=half, reader=one, detection=claim), rest, source)
            ]
    return [piece]


def _cut(
    section: Section, lines: list[str], above: tuple[Reader, _Stated], below: tuple[Reader, _Stated], source: SourceFile
) -> int | None:
    """Return the index of the last line from which the lower output states all it does, if the upper one does, too, up to there."""
    first, last = max(above[1].lines) + 1, min(below[1].lines)
    for cut in range(last, max(first, last - _MOST_BETWEEN) - 1, -1):
        upper, lower = _halves(section, lines, cut)
        if below[0].detect(capture_of(lower, source)) is None:
            continue
        if _stated(below[0], lower, source).facts >= below[1].facts:
            is_whole = _stated(above[0], upper, source).facts >= above[1].facts
            return cut if is_whole and above[0].detect(capture_of(upper, source)) is not None else None
    return None


def _claims(section: Section, source: SourceFile) -> list[tuple[Claim, Section]]:
    return [(claim, section) for claim in claims_on(capture_of(section, source))]


def _halves(section: Section, lines: list[str], cut: int) -> tuple[Section, Section]:
    upper = replace(section, text="\n".join(lines[:cut]) + "\n")
    below = replace(section, text="\n".join(lines[cut:]), first_line=section.first_line + cut, follows=True)
    return upper, below


def _stated(reader: Reader, section: Section, source: SourceFile, first: int | None = None) -> _Stated:
    """Return what a reader states in a section; the lines count from ``first``, or from that of the section."""
    first = section.first_line if first is None else first
    found = Observations()
    unread = read_capture(reader, capture_of(section, source), found).first_unread
    facts: set[object] = set()
    lines: set[int] = set()
    of_machine: set[int] = set()
    for chunk in found.chunks():
        if chunk.kind == "bad_value":
            continue
        values = [list(column) for column in chunk.values]
        facts.update((chunk.kind, chunk.columns, tuple(map(repr, row))) for row in zip(*values, strict=True))
        (of_machine if chunk.kind in IDENTITIES else lines).update(line - first for line in chunk.line)
    return _Stated(frozenset(facts), frozenset(lines or of_machine), None if unread is None else unread - first)
