"""Times in a ticket: clocks, dates and weekdays, counted back from the newest sample."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from functools import cached_property
from typing import Literal

from checker.triage.ticket.when.clocks import clock_at, read_clock
from checker.triage.ticket.when.days import BEFORE_CLOCK, PARTS, day_at
from checker.triage.ticket.when.zones import in_zone, zone_at
from checker.triage.ticket.words import Piece

Role = Literal["since", "until", "at", ""]
_CLOCKS = re.compile(r"([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)-([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)\Z")
_UNITS = {
    "minute": 60,
    "minutes": 60,
    "min": 60,
    "mins": 60,
    "hour": 3600,
    "hours": 3600,
    "hrs": 3600,
    "day": 86400,
    "days": 86400,
}
_BEFORE_RANGE = frozenset((",", "from", "between", "at"))
_BEFORE_DAY = frozenset(("on", "the", ","))
_NOON = 12
_SATURDAY = 5


@dataclass(frozen=True)
class Moment:
    """A time of the text.

    Attributes:
        begin, end: in seconds since 1970; exact: whether a clock was stated.
        pieces: how many pieces of the text it takes.
        dated: whether a day was stated.
    """

    begin: float
    end: float
    exact: bool
    pieces: int
    dated: bool = True


@dataclass(frozen=True)
class Calendar:
    """What times are counted from: the newest sample, in the zone of times that state none."""

    newest: float
    zone: tzinfo

    @cached_property
    def now(self) -> datetime:
        """The newest sample."""
        return datetime.fromtimestamp(self.newest, self.zone)

    def moments(self, text: Sequence[Piece], place: int) -> list[Moment]:
        """Return the time at a piece of the text, or both ends of a range such as ``07:20-07:40``; empty if there is none."""
        if self._clocks(text[place].word, None, 1):
            return self._range_and_day(text, place)
        day, length, clock, _ = day_at(text, place, self.now.date())
        follows = place + length
        while day is not None and follows < len(text) and text[follows].word in _BEFORE_RANGE:
            follows += 1
        if day is not None and clock is None and follows < len(text):
            zone = zone_at(text, follows + 1)
            ends = self._clocks(text[follows].word, day, follows + 1 + bool(zone) - place, zone)
            if ends:
                return ends
        found = self._ago(text, place) or self._period(text, place) or self._dated(text, place)
        return [found] if found is not None else []

    def _period(self, text: Sequence[Piece], place: int) -> Moment | None:
        """Return ``last week``, ``this week`` or the newest weekend."""
        first, second = (text[at].word if at < len(text) else "" for at in (place, place + 1))
        monday = self.now.date() - timedelta(days=self.now.weekday())
        if second == "week" and first in ("last", "this"):
            begin, days, length = monday - timedelta(days=7 * (first == "last")), 7, 2
        elif "weekend" in (first, second if first in ("last", "this") else ""):
            running = self.now.weekday() >= _SATURDAY and first != "last"
            begin, days = monday + timedelta(days=_SATURDAY - 7 * (not running)), 2
            length = 1 if first == "weekend" else 2
        else:
            return None
        since = datetime.combine(begin, time(), self.zone)
        return Moment(since.timestamp(), (since + timedelta(days=days)).timestamp(), False, length)

    def _range_and_day(self, text: Sequence[Piece], place: int) -> list[Moment]:
        """Return both ends of ``07:20-07:40 UTC on Tuesday`` or ``22:00-23:00 last night``; zone and day may be missing."""
        word, end, zone = text[place].word, place + 1, ""
        if zone := zone_at(text, end):
            end += 1
        follows = end
        while follows < len(text) and text[follows].word in _BEFORE_DAY:
            follows += 1
        day, length, clock, _ = day_at(text, follows, self.now.date())
        if day is None or clock is not None:
            return self._clocks(word, None, end - place, zone)
        end = follows + length
        if end < len(text) and text[end].word in PARTS:
            late = text[follows].word == "last" and text[end].word == "night" and int(word.split(":")[0]) >= _NOON
            day, end = day - timedelta(days=late), end + 1
        return self._clocks(word, day, end - place, zone)

    def _clocks(self, word: str, day: date | None, length: int, zone: str = "") -> list[Moment]:
        """Return both ends of ``07:20-07:40``, on a day if one is given; empty for any other word."""
        match = _CLOCKS.match(word)
        clocks = [read_clock(part) for part in match.groups()] if match else []
        if not clocks or None in clocks:
            return []
        first, last = (self._on(day, one, zone) for one in clocks if one is not None)
        if first >= last:
            # Over midnight: the first is of the stated day, or the last is the latest such time.
            first, last = (first, last + timedelta(days=1)) if day is not None else (first - timedelta(days=1), last)
        return [Moment(one.timestamp(), one.timestamp(), True, length, day is not None) for one in (first, last)]

    def _dated(self, text: Sequence[Piece], place: int) -> Moment | None:
        day, length, clock, zone = day_at(text, place, self.now.date())
        part = PARTS.get(text[place + length].word) if day is not None and place + length < len(text) else None
        length += part is not None
        if clock is None:
            follows = place + length
            while day is not None and follows < len(text) and text[follows].word in BEFORE_CLOCK:
                follows += 1
            clock, taken = clock_at(text, follows)
            if clock is not None and (stated := zone_at(text, follows + taken)):
                zone, taken = stated, taken + 1
            length = follows - place + taken if clock is not None else length
            if clock is not None and day is None:
                skip = 1 if place + length < len(text) and text[place + length].word in ("on", ",") else 0
                day, more, other, _ = day_at(text, place + length + skip, self.now.date())
                day = day if other is None else None
                length += skip + more if day is not None else 0
                after = place + length
                if day is not None and after < len(text) and text[after].word in PARTS:
                    # 10:07 this morning, 22:30 last night.
                    late = text[after - 1].word == "last" and clock.hour >= _NOON
                    day, length = day - timedelta(days=late), length + 1
        # Last night began yesterday; last Tuesday evening is of Tuesday.
        night = text[place].word == "last" and part is not None and text[place + 1].word in PARTS
        if clock is not None:
            if stated := zone_at(text, place + length):
                zone, length = stated, length + 1
            late = night and day is not None and clock.hour >= _NOON
            found = self._on(day - timedelta(days=1) if late and day is not None else day, clock, zone)
            return Moment(found.timestamp(), found.timestamp(), True, length, day is not None)
        if day is None:
            return None
        first, last = part or (0, 24)
        begin = datetime.combine(day - timedelta(days=night), time(), self.zone)
        return Moment(
            (begin + timedelta(hours=first)).timestamp(), (begin + timedelta(hours=last)).timestamp(), False, length
        )

    def _on(self, day: date | None, clock: time, zone: str = "") -> datetime:
        """Return a clock on a day; without one, the latest such time that is not after the newest sample."""
        stated = in_zone(datetime.combine(day or self.now.date(), clock), zone) if zone else None
        own = stated.tzinfo if stated is not None else self.zone
        now = self.now.astimezone(own)
        found = datetime.combine(day or now.date(), clock, own)
        return found - timedelta(days=1) if day is None and found > now else found

    def _ago(self, text: Sequence[Piece], place: int) -> Moment | None:
        """Return ``last 30 minutes``, ``past 2 hours``, ``2 hours ago`` or, after *since*, ``2 days``."""
        words = [piece.word for piece in text[place : place + 3]]
        if len(words) > 1 and place and text[place - 1].word == "since" and words[1] in _UNITS and words[2:] != ["ago"]:
            if words[0].isascii() and words[0].isdigit() and len(words[0]) < 5:
                return Moment(self.newest - int(words[0]) * _UNITS[words[1]], self.newest, False, 2)
            return None
        if len(words) < 3:
            return None
        if (
            words[0] in ("last", "past")
            and words[1].isascii()
            and words[1].isdigit()
            and len(words[1]) < 5
            and words[2] in _UNITS
        ):
            return Moment(self.newest - int(words[1]) * _UNITS[words[2]], self.newest, False, 3)
        if words[2] == "ago" and words[0].isascii() and words[0].isdigit() and len(words[0]) < 5 and words[1] in _UNITS:
            then = self.newest - int(words[0]) * _UNITS[words[1]]
            if words[1] in ("day", "days"):
                day, follows = datetime.fromtimestamp(then, self.zone).date(), place + 3
                follows += follows < len(text) and text[follows].word in BEFORE_CLOCK
                clock, taken = clock_at(text, follows)
                if clock is not None:
                    at = self._on(day, clock).timestamp()
                    return Moment(at, at, True, follows - place + taken)
                begin = datetime.combine(day, time(), self.zone)
                return Moment(begin.timestamp(), (begin + timedelta(days=1)).timestamp(), False, 3)
            return Moment(then, then, True, 3)
        return None
