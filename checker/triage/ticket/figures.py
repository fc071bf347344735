"""Latencies in a ticket: numbers with their units."""

from __future__ import annotations

import re

from checker.triage.ticket.model import Range

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
