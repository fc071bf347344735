"""Abbreviations of time zones as machines print them after a time."""

from __future__ import annotations

from datetime import timedelta

_HOURS = {
    "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "HKT": 8, "SGT": 8,
    "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13, "EST": -5, "EDT": -4, "CDT": -5, "MST": -7,
    "MDT": -6, "PST": -8, "PDT": -7,
}  # fmt: skip
"""Hours from UTC. Abbreviations of several zones, such as CST, IST and BST, are not listed."""


def offset_of(zone: str | None) -> timedelta | None:
    """Return how far a zone is ahead of UTC; None if it is not stated, unknown or has several meanings."""
    hours = _HOURS.get(zone or "")
    return None if hours is None else timedelta(hours=hours)
