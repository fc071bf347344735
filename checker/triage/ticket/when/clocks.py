"""Times of day in a ticket."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import time

from checker.triage.ticket.words import Piece

_CLOCK = re.compile(r"([0-9]{1,2})[:h]([0-9]{2})(?::([0-9]{2}))?(z|[ap]m|h)?\Z")
_HOUR = re.compile(r"([0-9]{1,2})(am|pm)\Z")


def clock_at(text: Sequence[Piece], place: int) -> tuple[time | None, int]:
    """Return the clock at a piece, and the pieces it takes."""
    if place >= len(text):
        return None, 0
    word = text[place].word
    if word in ("noon", "midnight"):
        return time(12 if word == "noon" else 0), 1
    following = text[place + 1].word if place + 1 < len(text) else ""
    if following in ("am", "pm", "a.m", "p.m"):
        found = read_clock(f"{word}{following.replace('.', '')}")
        return found, 2 if found is not None else 0
    found = read_clock(word)
    return found, 1 if found is not None else 0


def read_clock(word: str) -> time | None:
    """Return the time of day that a word states, such as ``07:20``, ``7pm`` or ``7h20``; None for any other word."""
    match = _CLOCK.match(word) or _HOUR.match(word)
    if match is None:
        return None
    groups = match.groups()
    half = groups[-1] if groups[-1] in ("am", "pm") else ""
    hour, minute, second = (
        int(groups[0]),
        int(groups[1] or 0) if len(groups) > 2 else 0,
        int(groups[2] or 0) if len(groups) > 2 else 0,
    )
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour % 24, minute, second) if hour <= 24 and minute < 60 and second < 60 else None
