"""Recognise the formats in a text: the reader of each part, and the parts that no reader claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from checker.intake.owners.hints import SourceHint
from checker.intake.owners.ownership import Piece, assign_owners
from checker.intake.owners.repeated import separated
from checker.intake.pasted import Claim, divided
from checker.intake.sections import clock
from checker.intake.sections.documents import documents_below_titles
from checker.intake.sections.formats import split_formats, without_records
from checker.intake.sections.section import Section, capture_of
from checker.intake.sections.split import split_commands
from checker.intake.walk import Claims, SourceFile
from checker.readers.registry import CERTAIN, Card, best_claim, cards, cards_in, claims_on, reader_named
from checker.readers.toolkit.base import HEAD_CHARACTERS, Detection, Reader

_LARGEST = 2_000_000
"""Characters up to which a section is searched for further formats; larger sections come from one command."""
_SHORT = 500
"""Characters up to which captures that no reader knows are remembered."""
_LOG_CHARACTERS = 64_000
"""Size above which an unrecognised file of a support bundle is a log; bundles have one file per command."""


def parts_of(text: str, source: SourceFile, hint: SourceHint | None = None) -> list[tuple[Section, Piece | None]]:
    """Split the text of a file as :func:`read_source` does; return each part with its reader and owner, or None."""
    pieces: list[Piece] = []
    unread: list[Section] = []
    for _, found, unknown in each_recognised(split_commands(text, source.timezone), text, source):
        pieces += found
        unread += [part for part in unknown if part.text.strip()]
    assign_owners(pieces, source, hint)
    pieces = separated(pieces, source)
    parts = [*((piece.section, piece) for piece in pieces), *((part, None) for part in unread)]
    return sorted(parts, key=lambda part: part[0].first_line)


Recognised = tuple[Section, list[Piece], list[Section]]
"""A section, the exports in it, and its parts that no reader knows."""


def each_recognised(
    sections: Sequence[Section], text: str, source: SourceFile, *, whole: bool = True
) -> Iterator[Recognised]:
    """Yield what :func:`recognised` returns for each section of a text, of which :func:`split_commands` made them.

    What is known about the file from before is not found out again. Unless the text is the ``whole`` file, outputs
    pasted one below the other are not taken apart: the beginning only shows whose they are.
    """
    if source.claims is not None and len(source.claims) == len(sections):
        for section, claim in zip(sections, source.claims, strict=True):
            known = claim and Piece(section, reader_named(claim[0]), claim[1])
            yield (section, [known], []) if known else (section, [], [section])
        return
    # One pass over the text decides which readers its parts can be for.
    commands = {section.command for section in sections if section.command}
    possible = cards_in(text, commands) if len(sections) > 1 else None
    # Sessions repeat short outputs that no reader knows, and a capture is recognised by nothing but itself.
    strange: set[tuple[str, str | None, frozenset[tuple[str, str]]]] = set()
    for section in sections:
        same = (section.text, section.command, frozenset(section.header.items()))
        pieces, unknown = ([], [section]) if same in strange else recognised(section, source, possible, whole=whole)
        if unknown == [section] and len(section.text) < _SHORT:
            strange.add(same)
        yield section, pieces, unknown


def claims_of(found: Iterable[Recognised]) -> Claims:
    """Return the result for all sections of a file in short, or None if a section has several parts."""
    claims: list[tuple[str, Detection] | None] = []
    for section, pieces, unknown in found:
        if unknown == [section] and not pieces:
            claims.append(None)
        elif not unknown and [piece.section for piece in pieces] == [section] and pieces[0].detection:
            claims.append((pieces[0].reader.name, pieces[0].detection))
        else:
            return None
    return tuple(claims)


def first_piece(found: Iterable[Recognised], source: SourceFile) -> Piece | None:
    """Return the first export in the beginning of a file that names no machine itself, else the first export, or None."""
    first = None
    for _, pieces, _ in found:
        assign_owners(pieces, source, None)
        for piece in pieces:
            if piece.owner is not None:
                first = first or piece
                if piece.basis == "path":
                    return piece
    return first


def recognised(
    section: Section, source: SourceFile, among: Sequence[Card] | None = None, *, whole: bool = True
) -> tuple[list[Piece], list[Section]]:
    """Return the recognised pieces of a section with their readers, and the unrecognised parts.

    ``among`` are the readers that are possible, if that is known; see :func:`each_recognised` for ``whole``.
    """
    if among is None and len(section.text) <= HEAD_CHARACTERS:
        # The head is the whole text, so that one search is enough for both questions.
        among = cards_in(section.text, [section.command] if section.command else [])
    claims = claims_on(capture_of(section, source), among)
    best = claims[0] if claims else None
    if best and (timed := clock.samples(section, best[1], source.timezone)):
        return _of_all(timed, source, among)
    parts: list[tuple[str | None, Section]] = [(None, section)]
    known = cards() if among is None else among
    beginning: tuple[Card, ...] = ()
    if _may_contain_several(section, best, in_bundle=source.bundle is not None):
        # Half of the formats have no line that begins them; they count only for the parts of a text that has several.
        begin = [card for card in known if card.begins]
        text = without_records(section.text, best[1].begins if best else None)
        beginning = cards_in(text, among=begin)
        parts = split_formats(replace(section, text=text), beginning)
        if len(text) < len(section.text):
            # Most large texts are one list.
            several = len(parts) > 1 and not all(_is_of(best, name, part, source) for name, part in parts)
            beginning = cards_in(section.text, among=begin) if several else beginning
            parts = split_formats(section, beginning) if several else [(None, section)]
        if best is None and len(parts) == 1 and (documents := documents_below_titles(section)):
            inside = _of_all(documents, source, among)
            if inside[0]:
                return inside
    if len(parts) == 1:
        # Without the blank lines above it: they begin no part either if another part follows.
        if best is None:
            return [], [section]
        piece = Piece(parts[0][1], best[1], best[0])
        return (divided(piece, claims, source) if whole else [piece]), []
    if best and parts[0][0] is None and parts[1][0] == best[1].name:
        # Warnings and titles above the first line of the format that claims the whole text belong to it.
        above = best_claim(capture_of(parts[0][1], source), known)
        if above is None or above[0].score < CERTAIN:
            text = parts[0][1].text + parts[1][1].text
            parts[:2] = [(best[1].name, replace(parts[0][1], text=text))]
    possible = (*beginning, *cards_in(section.text, among=[card for card in known if not card.begins]))
    pieces: list[Piece] = []
    # Consecutive parts of one format are one export; they are joined in one step, because there may be many.
    texts: list[list[str]] = []
    others: list[list[Claim]] = []
    unknown: list[Section] = []
    previous: Reader | None = None
    for reader_name, part in parts:
        capture = capture_of(part, source)
        # The next table of a long list: other readers were asked about the first.
        again = previous.detect(capture) if previous is not None and previous.name == reader_name else None
        claims = [(again, previous)] if again and previous and again.score >= CERTAIN else claims_on(capture, possible)
        claim = claims[0] if claims else None
        reader = claim[1] if claim else reader_named(reader_name) if reader_name else None
        if reader is None:
            unknown.append(part)
        elif previous is reader and not (_names_machine(reader, texts[-1][0]) or _names_machine(reader, part.text)):
            texts[-1].append(part.text)
        else:
            pieces.append(Piece(part, reader, claim[0] if claim else None))
            texts.append([part.text])
            others.append(claims)
        previous = reader
    for piece, found in zip(pieces, texts, strict=True):
        if len(found) > 1:
            piece.section = replace(piece.section, text="".join(found))
    if not whole:
        return pieces, unknown
    found_in = (divided(piece, claims, source) for piece, claims in zip(pieces, others, strict=True))
    return [one for parts in found_in for one in parts], unknown


def _of_all(
    sections: Iterable[Section], source: SourceFile, among: Sequence[Card] | None
) -> tuple[list[Piece], list[Section]]:
    read = [recognised(section, source, among) for section in sections]
    return [piece for pieces, _ in read for piece in pieces], [part for _, unknown in read for part in unknown]


def _names_machine(reader: Reader, text: str) -> bool:
    return reader.owner_in is not None and reader.owner_in(text) is not None


def _is_of(best: Claim | None, name: str | None, part: Section, source: SourceFile) -> bool:
    """Return whether the reader that claims the whole text is certain about a part that begins like its format."""
    found = best[1].detect(capture_of(part, source)) if best is not None and best[1].name == name else None
    return found is not None and found.score >= CERTAIN


def _may_contain_several(section: Section, best: tuple[Detection, Reader] | None, *, in_bundle: bool) -> bool:
    if len(section.text) > (_LOG_CHARACTERS if in_bundle and best is None else _LARGEST):
        return False
    return best is None or best[1].begins is not None
