"""Zones of the times of a ticket: an offset from UTC, or a word such as CEST that has one meaning and fits the date.

Many write CET or EST in summer, too, and mean the time of their clock, or not. Such a word is not used, and neither is one that
stands for several zones, such as CST, IST and BST.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from checker.triage.ticket.words import Piece, word_set, words_before

UTC_WORDS = frozenset(("utc", "gmt", "z"))
_EUROPE, _EAST, _PACIFIC, _SYDNEY = "Europe/Berlin", "America/New_York", "America/Los_Angeles", "Australia/Sydney"
_AREAS: dict[str, tuple[str, bool | None]] = {
    "cet": (_EUROPE, False), "cest": (_EUROPE, True), "mez": (_EUROPE, False), "mesz": (_EUROPE, True), "met": (_EUROPE, False),
    "mest": (_EUROPE, True), "eet": ("Europe/Athens", False), "eest": ("Europe/Athens", True), "est": (_EAST, False), "edt": (_EAST, True),
    "et": (_EAST, None), "cdt": ("America/Chicago", True), "mst": ("America/Denver", False), "mdt": ("America/Denver", True),
    "pst": (_PACIFIC, False), "pdt": (_PACIFIC, True), "pt": (_PACIFIC, None), "aest": (_SYDNEY, False), "aedt": (_SYDNEY, True),
    "msk": ("Europe/Moscow", None), "hkt": ("Asia/Hong_Kong", None), "sgt": ("Asia/Singapore", None), "jst": ("Asia/Tokyo", None),
}  # fmt: skip
"""An area where a zone is used, and whether it is that of the summer; None where the word holds all year."""
_SEVERAL = word_set("cst bst ist")
_ALSO_WORDS = ("et", "pt", "ist")
"""Zones that are words, too, unless they are written in capitals."""
_OFFSET = re.compile(r"(?:utc|gmt)?([+-])([0-9]{1,2})(?::?([0-9]{2}))?\Z")
_OF_ALL = word_set("times timestamps timezone tz zone")
_CLOCK = re.compile(r"[0-9].*|[ap]\.?m|h|hrs|hours|uhr|noon|midnight")


def is_zone_word(text: Sequence[Piece], place: int) -> bool:
    """Return whether a piece is the name of a zone, whether it can be used or not."""
    if place >= len(text):
        return False
    word = text[place].word
    return (word in _SEVERAL or word in _AREAS) and (word not in _ALSO_WORDS or text[place].shown.isupper())


def zone_at(text: Sequence[Piece], place: int) -> str:
    """Return the zone that a piece states: ``z`` for UTC, ``+02:00`` for ``UTC+2``, or a word; '' if there is none."""
    word = text[place].word if place < len(text) else ""
    if word in UTC_WORDS:
        return "z"
    if is_zone_word(text, place):
        return word
    match = _OFFSET.match(word)
    hours, minutes = (match.group(2), match.group(3) or "00") if match else ("99", "")
    return f"{match.group(1)}{hours:0>2}:{minutes}" if match and hours.zfill(2) <= "14" and minutes < "60" else ""


def in_zone(clock: datetime, zone: str) -> datetime | None:
    """Return a time of day on a day in the zone that a ticket states; None for a word that does not fit the day."""
    if zone not in _AREAS:
        return None if zone in _SEVERAL else clock.replace(tzinfo=_fixed(zone))
    area, summer = _AREAS[zone]
    try:
        own = ZoneInfo(area)
    except ZoneInfoNotFoundError:
        return None
    ways = (clock.replace(tzinfo=own, fold=fold) for fold in (0, 1))
    return next((one for one in ways if summer is None or bool(one.dst()) == summer), None)


def zone_of_all(text: Sequence[Piece], newest: float) -> tzinfo | None:
    """Return the zone of all times of a ticket: the only one that it states, after a clock or as *all times CEST*."""
    found = set()
    for place in range(len(text)):
        zone = zone_at(text, place)
        before = words_before(text, place, 4)
        if zone and before and (_CLOCK.fullmatch(before[0]) or not _OF_ALL.isdisjoint(before)):
            found.add(zone)
    if len(found) != 1:
        return None
    zone = found.pop()
    if zone not in _AREAS and zone not in _SEVERAL:
        return _fixed(zone)
    if in_zone(datetime.fromtimestamp(newest, UTC), zone) is None:
        return None
    return ZoneInfo(_AREAS[zone][0])


def _fixed(zone: str) -> tzinfo | None:
    return datetime.fromisoformat(f"2000-01-01T00:00:00{zone.upper()}").tzinfo
