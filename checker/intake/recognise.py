"""Recognise the formats in a text: the reader of each part, and the parts that no reader claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checker.intake.owners.ownership import Piece, SourceHint, assign_owners
from checker.intake.sections import clock
from checker.intake.sections.section import Section
from checker.intake.sections.split import split_commands, split_formats
from checker.intake.walk import SourceFile
from checker.readers.registry import Card, best_claim, cards_in, reader_named
from checker.readers.toolkit.base import HEAD_CHARACTERS, Capture, Detection, Reader

_LARGEST = 2_000_000
"""Characters up to which a section is searched for further formats; larger sections come from one command."""
_LOG_CHARACTERS = 64_000
"""Size above which an unrecognised file of a support bundle is a log; bundles have one file per command."""


def parts_of(text: str, source: SourceFile, hint: SourceHint | None = None) -> list[tuple[Section, Piece | None]]:
    """Split the text of a file as :func:`read_source` does; return each part with its reader and owner, or None."""
    pieces: list[Piece] = []
    unread: list[Section] = []
    for section in split_commands(text):
        found, unknown = recognised(section, source)
        pieces += found
        unread += [part for part in unknown if part.text.strip()]
    assign_owners(pieces, source, hint)
    parts = [*((piece.section, piece) for piece in pieces), *((part, None) for part in unread)]
    return sorted(parts, key=lambda part: part[0].first_line)


def first_piece(head: str, source: SourceFile) -> Piece | None:
    """Return the first export in the beginning of a file that names no machine itself, else the first export, or None."""
    first = None
    for section in split_commands(head):
        pieces, _ = recognised(section, source)
        assign_owners(pieces, source, None)
        for piece in pieces:
            if piece.owner is not None:
                first = first or piece
                if piece.basis == "path":
                    return piece
    return first


def recognised(
    section: Section, source: SourceFile, among: Sequence[Card] | None = None
) -> tuple[list[Piece], list[Section]]:
    """Return the recognised pieces of a section with their readers, and the unrecognised parts.

    ``among`` are the readers that are possible, if that is known.
    """
    if among is None and len(section.text) <= HEAD_CHARACTERS:
        # The head is the whole text, so that one search is enough for both questions.
        among = cards_in(section.text, [section.command] if section.command else [])
    best = best_claim(capture_of(section, source), among)
    if best and (timed := clock.samples(section, best[1])):
        read = [recognised(part, source, among) for part in timed]
        return [piece for pieces, _ in read for piece in pieces], [part for _, unknown in read for part in unknown]
    several = _may_contain_several(section, best, in_bundle=source.bundle is not None)
    possible = cards_in(section.text, among=among) if several else ()
    parts = split_formats(section, possible) if several else [(None, section)]
    if len(parts) == 1:
        # Without the blank lines above it: they begin no part either if another part follows.
        return ([Piece(parts[0][1], best[1], best[0])], []) if best else ([], [section])
    pieces: list[Piece] = []
    # Consecutive parts of one format are one export; they are joined in one step, because there may be many.
    texts: list[list[str]] = []
    unknown: list[Section] = []
    previous: Reader | None = None
    for reader_name, part in parts:
        claim = best_claim(capture_of(part, source), possible)
        reader = claim[1] if claim else reader_named(reader_name) if reader_name else None
        if reader is None:
            unknown.append(part)
        elif previous is reader and reader.owner_in is None:
            texts[-1].append(part.text)
        else:
            pieces.append(Piece(part, reader, claim[0] if claim else None))
            texts.append([part.text])
        previous = reader
    for piece, found in zip(pieces, texts, strict=True):
        if len(found) > 1:
            piece.section = replace(piece.section, text="".join(found))
    return pieces, unknown


def _may_contain_several(section: Section, best: tuple[Detection, Reader] | None, *, in_bundle: bool) -> bool:
    if len(section.text) > (_LOG_CHARACTERS if in_bundle and best is None else _LARGEST):
        return False
    return best is None or best[1].begins is not None


def capture_of(section: Section, source: SourceFile) -> Capture:
    """Return the capture for detection: a part of a file whose owner is not known yet."""
    where = (source.name, source.member, section.first_line)
    return Capture(section.text, *where, command=section.command, header=section.header)
