"""Days in a ticket: today, weekdays, dates and ordinals, counted back from the day of the newest sample."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, time, timedelta

from checker.triage.ticket.when.clocks import read_clock
from checker.triage.ticket.words import Piece

_ISO = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:t([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?:\.[0-9]+)?(z|[+-][0-9]{2}:?[0-9]{2})?)?\Z"
)
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.(?:([0-9]{4}))?\Z")
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAYS = {form: number for number, name in enumerate(DAYS) for form in (name, name[:3], name + "s")}
_MONTH_NAMES = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")  # fmt: skip
_MONTHS = {form: number for number, name in enumerate(_MONTH_NAMES, 1) for form in (name, name[:3])}
PARTS = {"morning": (0, 12), "afternoon": (12, 18), "evening": (17, 24), "night": (18, 30)}
_ORDINAL = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)\Z")
_BEFORE_ORDINAL = frozenset(("since", "from", "on", "until", "till", "to"))
BEFORE_CLOCK = frozenset(("at", ",", "around", "about", "from", "since"))


def day_at(text: Sequence[Piece], place: int, today: date) -> tuple[date | None, int, time | None, str]:
    """Return the day at a piece, the pieces it takes, and clock and zone if they are part of it."""
    if place >= len(text):
        return None, 0, None, ""
    words = [piece.word for piece in text[place : place + 3]]
    if words[0] in ("today", "tonight"):
        return today, 1, None, ""
    if words[0] == "yesterday":
        return today - timedelta(days=1), 1, None, ""
    if (
        words[0] in ("this", "last")
        and words[1:2]
        and words[1] in PARTS
        and (words[0] == "this" or words[1] == "night")
    ):
        return today, 1, None, ""
    if words == ["day", "before", "yesterday"]:
        return today - timedelta(days=2), 3, None, ""
    weekday = _weekday(words[1]) if words[0] == "last" and len(words) > 1 else None
    if weekday is not None:
        # On a Friday, last Friday is a week ago.
        return today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1), 2, None, ""
    weekday = _weekday(words[0])
    if weekday is not None and (words[0] != "sun" or _is_day(text, place)):
        if words[1:3] == ["last", "week"]:
            return today - timedelta(days=today.weekday() + 7 - weekday), 3, None, ""
        # Monday 2026-03-02: the date counts.
        skip = 2 if words[1:2] == [","] else 1
        rest = [piece.word for piece in text[place + skip : place + skip + 3]]
        named = _date(rest, today) if rest else (None, 0, None, "")
        if named[0] is not None:
            return named[0], named[1] + skip, named[2], named[3]
        ordinal = _ORDINAL.match(rest[0]) if rest else None
        days = (today - timedelta(days=back) for back in range((today.weekday() - weekday) % 7, 62, 7))
        numbered = next((day for day in days if ordinal and day.day == int(ordinal.group(1))), None)
        if numbered is not None:
            return numbered, skip + 1, None, ""
        return today - timedelta(days=(today.weekday() - weekday) % 7), 1, None, ""
    ordinal = _ORDINAL.match(words[0])
    before = [piece.word for piece in text[max(0, place - 2) : place]]
    if ordinal and before[1:] == ["the"] and before[0] in _BEFORE_ORDINAL and words[1:2] != ["of"]:
        days = (today - timedelta(days=back) for back in range(62))
        named = _date(words, today)
        return (
            named if named[0] else (next((day for day in days if day.day == int(ordinal.group(1))), None), 1, None, "")
        )
    return _date(words, today)


def _date(words: Sequence[str], today: date) -> tuple[date | None, int, time | None, str]:
    none = (None, 0, None, "")
    try:
        if match := _ISO.match(words[0]):
            year, month, number, clock, zone = match.groups()
            return date(int(year), int(month), int(number)), 1, read_clock(clock) if clock else None, zone or ""
        if match := _DOTTED.match(words[0]):
            number, month, year = match.groups()
            return _past(int(number), int(month), int(year) if year else None, today), 1, None, ""
        for first, other in ((0, 1), (1, 0)):
            if len(words) > 1 and words[other] in _MONTHS:
                digits = re.match(r"([0-9]{1,2})(?:st|nd|rd|th)?\Z", words[first])
                if digits:
                    year = words[2] if len(words) > 2 and re.fullmatch("20[0-9]{2}", words[2]) else None
                    return (
                        _past(int(digits.group(1)), _MONTHS[words[other]], int(year) if year else None, today),
                        3 if year else 2,
                        None,
                        "",
                    )
    except (ValueError, OverflowError):
        return none
    return none


def _past(number: int, month: int, year: int | None, today: date) -> date:
    """Return a day; without a year, the latest such day that is not after today."""
    found = date(year or today.year, month, number)
    return found.replace(year=found.year - 1) if year is None and found > today else found


def _is_day(text: Sequence[Piece], place: int) -> bool:
    """Return whether *Sun* is a day and not the vendor: after a preposition or a day, and before a clock or the end."""
    before = text[place - 1].word if place else ""
    after = text[place + 1].word if place + 1 < len(text) else ""
    follows = (
        not after
        or not after[0].isalpha()
        or after in PARTS
        or after in BEFORE_CLOCK
        or after in ("to", "until", "till", "and")
    )
    return follows and (not before or before in _BEFORE_ORDINAL or before in ("and", "-", "last", "between"))


def _weekday(word: str) -> int | None:
    """Return the number of a weekday, Monday is 0."""
    return _WEEKDAYS.get(word)
