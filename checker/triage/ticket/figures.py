"""Latencies in a ticket: numbers with their units."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.triage.ticket import words as lists
from checker.triage.ticket.model import Range
from checker.triage.ticket.words import Piece, words_before

_NEAR = 4

_NUMBER = r"(?:[0-9]{1,3}(?:\.[0-9]{3}){1,3},[0-9]{1,6}|[0-9]{1,3}(?:,[0-9]{3}){1,3}\.[0-9]{1,6}|[0-9]{1,9}(?:[.,][0-9]{1,6})?)"
VALUE = re.compile(rf"({_NUMBER})(?:-({_NUMBER}))?([a-zµμ]*)\Z")
TO_MS = {
    "ms": 1.0, "msec": 1.0, "msecs": 1.0, "millisecond": 1.0, "milliseconds": 1.0, "us": 0.001, "µs": 0.001, "μs": 0.001,
    "usec": 0.001, "microseconds": 0.001, "s": 1000.0, "sec": 1000.0, "secs": 1000.0, "second": 1000.0, "seconds": 1000.0,
}  # fmt: skip
"""Milliseconds of each unit."""


def number(text: str) -> float:
    """Return a number with a decimal point or comma; a comma before three digits separates thousands, and so does the first of both."""
    if "." in text and "," in text:
        thousands = min(".,", key=text.index)
        return float(text.replace(thousands, "").replace(",", "."))
    whole, comma, rest = text.partition(",")
    return float(whole + rest if comma and len(rest) == 3 and whole != "0" else text.replace(",", "."))


def figure_text(value: Range) -> str:
    """Return a latency in words: ``8 ms`` or ``8 to 15 ms``."""
    low, high = value
    return f"{low:g} ms" if low == high else f"{low:g} to {high:g} ms"


def no_mean(text: Sequence[Piece], place: int, length: int) -> str | None:
    """Return why a figure is not the latency that was measured: a limit or a percentile; None if it is one.

    Args:
        text: pieces of the ticket.
        place: first piece of the figure.
        length: its pieces, with the unit.
    """
    after, following = (text[at].word if at < len(text) else "" for at in (place + length, place + length + 1))
    near = {*words_before(text, place, _NEAR), *(() if VALUE.match(following) else (after,))}
    if near & lists.LIMITS:
        return "a limit, not what was measured"
    if near & lists.MAXIMA and any(piece.word in lists.AVERAGES for piece in text):
        return "a maximum; the exports have averages"
    return "a percentile; the exports have averages" if near & lists.PERCENTILES else None
