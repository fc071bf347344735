"""What a ticket says of a name: that it is slow, fine, was fine before, or is only compared with."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Literal

from checker.triage.ticket import words as lists
from checker.triage.ticket.words import STOPS, Piece, words_before

Judgement = Literal["slow", "fine", "past", "compared", "named"]
"""``named`` if nothing is said of it: a complaint names what it is about."""
_MOST_WORDS = 12
_UNTIL = frozenset(("until", "till", "til"))
_MULTIPLE = re.compile(r"[0-9.,]{1,9}(?:x|-?fold)\Z")


def judged(text: Sequence[Piece], place: int, start: int, named: Set[int]) -> Judgement:
    """Return what the words around a name say of it, up to the next name or clause.

    Args:
        text: pieces of the ticket.
        place: piece after the name.
        start: its first piece.
        named: pieces that are names.
    """
    said = said_before(text, place, start) or said_after(text, place, named)
    if said == "fine" and not _UNTIL.isdisjoint(words_before(text, start, 6)) and _is_past(text, place, named):
        # Until 12:00 app05 was fine.
        return "named"
    return said


def _is_past(text: Sequence[Piece], start: int, named: Set[int]) -> bool:
    """Return whether the words after a name, up to the next one or a stop, are about the past."""
    for place in range(start, min(start + _MOST_WORDS, len(text))):
        if text[place].word in STOPS or place in named:
            return False
        if text[place].word in lists.PAST:
            return True
    return False


def said_before(text: Sequence[Piece], place: int, start: int) -> Judgement | None:
    """Return what the words before a name say of it; None if they decide nothing."""
    before = words_before(text, start, 6)
    while before and before[0] in lists.ARTICLES:
        del before[0]
    if before[:1] and before[0] in lists.NEITHER:
        return "fine" if _neither(text, place) else "named"
    if (before[:1] and before[0] in lists.EXCEPT) or before[:2] == ["for", "except"]:
        return "fine"
    if before[:1] == ["but"] and before[1:] and before[1] in lists.ALL:
        return "fine"
    if before[:1] and (before[0] in lists.COMPARED or (before[0] == "as" and not lists.TIMES_AS.isdisjoint(before))):
        return "compared"
    if before[:1] and before[0] in lists.PLACES:
        # Not on app05; no problems with app05.
        trouble = next((at for at, word in enumerate(before) if at and word in lists.TROUBLE), None)
        if before[1:2] == ["not"] or (
            trouble is not None and not lists.NOT.isdisjoint(before[trouble + 1 : trouble + 3])
        ):
            return "fine"
        if before[1:3] == ["wrong", "nothing"]:
            return "fine"
    return None


def said_after(text: Sequence[Piece], start: int, named: Set[int]) -> Judgement:
    """Return what the words after a name say of it."""
    negated = past = fine = earlier = False
    said: list[str] = []
    for place in range(start, min(start + _MOST_WORDS, len(text))):
        word = text[place].word
        if word in lists.BREAKS:
            # Fine but slow is slow; after other words a new clause begins.
            following = [piece.word for piece in text[place + 1 : place + 3]]
            if lists.SLOW.isdisjoint(following):
                break
            return "slow" if fine else "named"
        if word in STOPS or word == "," or place in named:
            break
        said.append(word)
        if word in lists.NOT:
            negated = True
        elif word in lists.PAST:
            past = True
        elif word in lists.SLOW and not negated:
            return "slow"
        elif word in lists.FINE:
            if any(one in lists.MORE or _MULTIPLE.match(one) for one in said[-4:-1]):
                # Longer than normal, above normal, 3 times the normal latency, 3x normal.
                return "slow"
            fine = not negated
        elif word in lists.TROUBLE or word in lists.SLOW:
            fine = negated
            if not negated:
                return "slow"
        elif word in ("until", "till", "before") and past:
            return "named"
        elif word in lists.EARLIER and past and fine:
            earlier = True
    if earlier:
        return "past"
    # App05 is slow; app06 is not.
    return "fine" if fine or (said[-1:] == ["not"] and len(said) <= 2) else "named"


def says_gone(before: Sequence[str]) -> bool:
    """Return whether the words before *since*, the nearest first, say that it is over: *fine since 12:40*, *nothing has been slow since*."""
    said = [word for word in before if word not in lists.AUXILIARY]
    if not said:
        return False
    if said[0] in lists.AGAIN:
        return lists.NOT.isdisjoint(said)
    return said[0] in lists.TROUBLE and not lists.NOT.isdisjoint(said[1:4])


def says_fine(words: Sequence[str]) -> bool:
    """Return whether the words of a clause say that something is fine: *everything was fine*, *no problems*."""
    negated = not lists.NOT.isdisjoint(words)
    if negated:
        return not lists.TROUBLE.isdisjoint(words)
    return not lists.FINE.isdisjoint(words) and lists.SLOW.isdisjoint(words)


def _neither(text: Sequence[Piece], start: int) -> bool:
    """Return whether *neither app05 nor app06* are slow, so that both are fine: the first word that judges them decides."""
    for piece in text[start:]:
        if piece.word in STOPS or piece.word in lists.FINE:
            return False
        if piece.word in lists.SLOW or piece.word in lists.TROUBLE:
            return True
    return False
