"""What looks like a time in a ticket and was not understood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from checker.rules.language.suggest import printable
from checker.triage.ticket import words as lists
from checker.triage.ticket.figures import TO_MS
from checker.triage.ticket.when.dates import Role
from checker.triage.ticket.when.days import DAYS
from checker.triage.ticket.words import Piece, words_before

ROLES: dict[str, Role] = {
    "since": "since", "from": "since", "starting": "since", "started": "since", "starts": "since", "began": "since", "begins": "since", "after": "since",
    "between": "since", "until": "until", "till": "until", "til": "until", "to": "until", "-": "until", "and": "until", "stopped": "until", "cleared": "until", "ended": "until", "recovered": "until", "resolved": "until",
    "at": "at", "around": "at", "about": "at", "on": "at",
}  # fmt: skip
TO = ("to", "-", "until", "till", "til")
DAY_RANGE = re.compile(r"([a-z]{3,9})-([a-z]{3,9})\Z")
_HAS_CLOCK = re.compile(r"(?:.*[^\w:])?[0-9]{1,2}:[0-9]{2}(?![:\w])(?!\Z)")
"""A clock with something else in one word, such as ``10:15+-5min``."""
_DOTTED = re.compile(r"[0-9]{1,2}\.[0-9]{2}\Z")
_NUMBER = re.compile(r"[0-9]{1,8}(?:[.:][0-9]{1,2})?(?:am|pm|h)?\Z")
_TIME_WORDS = lists.word_set(
    "morning afternoon evening night noon midnight lunchtime lunch weekend week weeks month months hour hours minute minutes o'clock o’clock "
    "past half quarter daily nightly weekly hourly today tonight yesterday tomorrow january february april june july august september "
    "october november december"
) | {form for day in DAYS for form in (day, f"{day}s")}
"""Words of which each says something about time; months and days with another meaning are left out."""
_PREPOSITIONS = ("since", "until", "till", "til", "between", "before")
_MOST_PIECES = 8


def times_left(text: Sequence[Piece], taken: Set[int]) -> Iterator[str]:
    """Yield a sentence for each time in a text that was not understood.

    Args:
        text: pieces of the ticket.
        taken: pieces that were read as a time or something else.
    """
    place = 0
    while place < len(text):
        count = _left(text, place, taken)
        if count:
            begin = place - 1 if words_before(text, place)[:1] and text[place - 1].word in ROLES else place
            shown = " ".join(piece.shown for piece in text[begin : place + count])
            yield (f"{printable(shown)}: not understood as a time; use --since and --until")
        place += count or 1


def _left(text: Sequence[Piece], place: int, taken: Set[int]) -> int:
    """Return how many pieces from this one on look like a time that was not read."""
    end = place
    while end < len(text) and end not in taken and end - place < _MOST_PIECES:
        word = _word_at(text, end)
        counted = (_NUMBER.match(word) and (end > place or _clock_like(text, end))) or _HAS_CLOCK.match(word)
        days = DAY_RANGE.match(word) and any(part in _TIME_WORDS for part in word.split("-"))
        if not (
            word in _TIME_WORDS or counted or days or (end > place and word in ("in", "the", "to", "and", "at", "of"))
        ):
            break
        end += 1
    while end > place and not (
        _word_at(text, end - 1) in _TIME_WORDS
        or _NUMBER.match(_word_at(text, end - 1))
        or _HAS_CLOCK.match(_word_at(text, end - 1))
        or DAY_RANGE.match(_word_at(text, end - 1))
    ):
        end -= 1
    return end - place


def _clock_like(text: Sequence[Piece], place: int) -> bool:
    """Return whether a number stands where a time would."""
    before, after = words_before(text, place), _word_at(text, place + 1)
    other = _word_at(text, place + 2) if after in TO else ""
    if _DOTTED.match(_word_at(text, place)) and _DOTTED.match(other) and _word_at(text, place + 3) not in TO_MS:
        return True
    if after in _TIME_WORDS or (before and before[0] in _PREPOSITIONS):
        return True
    ends = not after or after in lists.STOPS or after == ","
    return bool(before) and before[0] in ROLES and (ends or len(_word_at(text, place)) == 4)


def _word_at(text: Sequence[Piece], place: int) -> str:
    return text[place].word if place < len(text) else ""
