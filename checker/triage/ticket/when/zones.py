"""Zones of the times of a ticket: an offset from UTC is used, a word such as CEST is not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.triage.ticket.words import Piece, word_set

UTC_WORDS = frozenset(("utc", "gmt", "z"))
ZONES = word_set(
    "cet cest met mest est edt cst cdt mst mdt pst pdt bst ist jst aest aedt eet eest msk hkt sgt mez mesz"
)
_OFFSET = re.compile(r"(?:utc|gmt)?([+-])([0-9]{1,2})(?::?([0-9]{2}))?\Z")


def zone_at(text: Sequence[Piece], place: int) -> str:
    """Return the zone that a piece states, as ISO 8601 writes it: ``z`` for UTC, ``+02:00`` for ``UTC+2``; '' if there is none."""
    word = text[place].word if place < len(text) else ""
    if word in UTC_WORDS:
        return "z"
    match = _OFFSET.match(word)
    hours, minutes = (match.group(2), match.group(3) or "00") if match else ("99", "")
    return f"{match.group(1)}{hours:0>2}:{minutes}" if match and hours.zfill(2) <= "14" and minutes < "60" else ""
