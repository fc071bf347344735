"""Times of a ticket: since when, until when, and what of its times was not understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from itertools import accumulate

from checker.rules.language.suggest import printable
from checker.triage.model import moment
from checker.triage.ticket import words as lists
from checker.triage.ticket.figures import TO_MS
from checker.triage.ticket.judge import says_fine, says_gone
from checker.triage.ticket.model import Ticket
from checker.triage.ticket.when.dates import Calendar, Moment, Role
from checker.triage.ticket.when.days import DAYS
from checker.triage.ticket.when.left import DAY_RANGE, ROLES, TO
from checker.triage.ticket.when.span import put_span
from checker.triage.ticket.when.zones import in_zone, is_zone_word, zone_at
from checker.triage.ticket.words import Piece, words_before

_AROUND_S = 3600.0
_DAY_S = 86_400.0
_SLASHED = re.compile(r"[0-9]{1,4}/[0-9]{1,2}(?:/[0-9]{1,4})?\Z")
_OFFSET = re.compile(r"(?:utc|gmt)?[+-][0-9]{1,2}:?(?:[0-9]{2})?\Z")
_ONLY = ("only", "just")
_OWN_TIME = [[word, "time"] for word in ("local", "our", "my", "your")]
_Stated = tuple[Role, Moment, str]
"""Role, time and text of a time."""
_REPEATED = lists.word_set("every each daily nightly weekly")


@dataclass
class Times:
    """The times of one text, as far as it was read.

    Attributes:
        moments: role, time and text of each; used: pieces that were read.
        after_figure: whether a latency is stated to hold until a time.
        former: pieces that follow a latency of before; of_former: texts of the times that stand there.
        only: place before *only since 09:00*, by the text of the time.
        gone: whether it is over since a time.
        repeated: texts of the times that repeat; sentences: number of the sentence of each text of a time.
    """

    text: Sequence[Piece]
    calendar: Calendar
    ticket: Ticket
    moments: list[tuple[Role, Moment, str]] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    after_figure: bool = False
    former: set[int] = field(default_factory=set)
    of_former: list[str] = field(default_factory=list)
    only: dict[str, int] = field(default_factory=dict)
    gone: bool = False
    repeated: list[str] = field(default_factory=list)
    sentences: dict[str, int] = field(default_factory=dict)

    @cached_property
    def _stops(self) -> list[int]:
        """The number of ends of sentences before each piece."""
        return [0, *accumulate(piece.word in lists.STOPS for piece in self.text)]

    def read(self, place: int) -> int:
        """Read a time, and return how many pieces of the text it takes; 0 if there is none."""
        count = self._slashed(place) or self._days(place) or self._moment(place)
        self.used.update(range(place, place + count))
        return count

    def _word_at(self, place: int) -> str:
        return self.text[place].word if place < len(self.text) else ""

    def _shown(self, place: int, count: int) -> str:
        return " ".join(piece.shown for piece in self.text[place : place + count])

    def _slashed(self, place: int) -> int:
        if not _SLASHED.match(self._word_at(place)):
            return 0
        self.ticket.ignored.append(
            f"{self.text[place].shown}: day and month are ambiguous; write the date as 2026-03-04"
        )
        clock = self.calendar.moments(self.text, place + 1) if place + 1 < len(self.text) else []
        return 1 + (clock[-1].pieces if clock else 0)

    def _days(self, place: int) -> int:
        """Read ``Mon-Wed``: all of the time, or the newest of these days if a clock follows."""
        match = DAY_RANGE.match(self._word_at(place))
        ends = (
            [next((n for n, day in enumerate(DAYS) if one in (day, day[:3])), None) for one in match.groups()]
            if match
            else []
        )
        if not ends or ends[0] is None or ends[1] is None:
            return 0
        length = (ends[1] - ends[0]) % 7
        today = self.calendar.now.date()
        last = today - timedelta(days=(today.weekday() - ends[1]) % 7)
        # On a Tuesday, Monday to Wednesday has begun.
        last += timedelta(days=7) if last + timedelta(days=7 - length) <= today else timedelta()
        for back in range(length + 1):
            day = (last - timedelta(days=back)).isoformat()
            text = [*self.text[:place], Piece(day, day), *self.text[place + 1 :]]
            found = self.calendar.moments(text, place)
            if not found[0].exact:
                first = last - timedelta(days=length)
                begin = self.calendar.moments([Piece(first.isoformat(), first.isoformat())], 0)[0]
                end = self.calendar.moments([Piece(last.isoformat(), last.isoformat())], 0)[0]
                shown = self.text[place].shown
                self.moments += [("since", begin, shown), ("until", end, shown)]
                return 1
            if found[0].begin <= self.calendar.newest:
                return self._take(place, found, repeated=True)
        return 0

    def _moment(self, place: int) -> int:
        compared = any(word in ("than", "vs") for word in words_before(self.text, place, 2))
        # Slower than yesterday since 07:20: the clock is another time.
        alone = self.calendar.moments(self.text[: place + 1], place) if compared else []
        found = alone or self.calendar.moments(self.text, place)
        if not found:
            return 0
        if compared:
            self.compared(self._shown(place, found[-1].pieces))
            return found[-1].pieces
        return self._take(place, found)

    def compared(self, shown: str) -> None:
        """Ignore a time that the complaint is compared with."""
        self.ticket.ignored.append(f"{printable(shown)}: a time to compare with; --baseline takes exports of it")

    def _take(self, place: int, found: Sequence[Moment], *, repeated: bool = False) -> int:
        """Keep a time with its role, and return the pieces it takes."""
        count = found[-1].pieces
        shown, after = self._shown(place, count), self._word_at(place + count)
        self.sentences.setdefault(shown, self._stops[place])
        if [after, self._word_at(place + count + 1)] in _OWN_TIME:
            self.ticket.ignored.append(
                f"{printable(self._shown(place + count, 2))}: not used; give the zone of these times with --timezone"
            )
        for at in range(place, place + count + 1):
            if self._unused_zone(at, found[0]) or (at == place + count and _OFFSET.match(after)):
                self.ticket.ignored.append(
                    f"zone {printable(self._word_at(at).upper())}: not used; give the zone of these times with --timezone"
                )
        around = [
            *words_before(self.text, place, 3),
            *(piece.word for piece in self.text[place + count : place + count + 2]),
        ]
        role = "since" if len(found) == 2 else self._role(place, found[0])
        if repeated or (
            found[0].exact and (role == "at" or len(found) == 2) and any(one in _REPEATED for one in around)
        ):
            self.used.update(range(max(0, place - 3), min(len(self.text), place + count + 2)))
            self.ticket.ignored.append(
                f"{printable(shown)}: a repeated time; the newest is used, {moment(found[0].begin):%Y-%m-%d %H:%M} UTC"
            )
            # Since Monday, every day from 8 to 9: the repeated time is the one of the complaint.
            self.repeated.append(shown)
        if len(found) == 2:
            self.moments += [("since", found[0], shown), ("until", found[1], shown)]
            return count
        end = place + count
        if role == "at" and found[0].exact and after in TO and end + 1 < len(self.text):
            # Monday 09:00 to 10:00; 09:15 till now
            following = self.calendar.moments(self.text, end + 1)
            role = "since" if (len(following) == 1 and following[0].exact) or self._word_at(end + 1) == "now" else role
        self.moments.append((role, found[0], shown))
        self._note_only(place, shown)
        before = place - 1 if self._word_at(place - 1) != "," else place
        if role == "at" and not self.former.isdisjoint((place, before)):
            self.of_former.append(shown)
        return count

    def _unused_zone(self, place: int, found: Moment) -> bool:
        """Return whether a piece is the name of a zone that has several meanings, or that does not fit the day.

        The zone of times that state none decides what its own abbreviation means.
        """
        if not is_zone_word(self.text, place):
            return False
        local = datetime.fromtimestamp(found.begin, self.calendar.zone)
        known = (local.tzname() or "").casefold() == self._word_at(place)
        return not known and in_zone(local.replace(tzinfo=None), zone_at(self.text, place)) is None

    def _note_only(self, place: int, shown: str) -> None:
        """Note where *only* or *just* stands before a time and what belongs to it."""
        before = place - 1
        while before > 0 and (self._word_at(before) in ROLES or self._word_at(before) in ("the", "but")):
            before -= 1
        if before > 0 and self._word_at(before) in _ONLY:
            self.only[shown] = before - 1

    def drop(self, shown: str, why: str) -> None:
        """Leave out a time that does not hold for everything that is slow."""
        self.moments = [one for one in self.moments if one[2] != shown]
        self.ticket.ignored.append(f"{printable(shown)}: {why}")

    def _role(self, place: int, found: Moment) -> Role:
        before = [
            word
            for word in words_before(self.text, place, 6)
            if word not in ("the", "about", "around", "approximately", ",", "at")
        ]
        role: Role = next((ROLES[word] for word in before[:2] if word in ROLES), "")
        near = words_before(self.text, place, 6)
        clause = self._clause(place + found.pieces)
        whole = clause[:1] and (clause[0] in lists.NOT or clause[0] in lists.ALL)
        if near[:1] == ["since"] and (says_gone(near[1:]) or (whole and says_fine(clause))):
            # Gone since 12:40, and since 12:40 nothing is slow, is slow until 12:40.
            self.gone = True
            return "until"
        word = next((word for word in before[:2] if word in ROLES), "")
        last = self.moments[-1] if self.moments else None
        # Monday, Wednesday and Friday at 06:00 are a list.
        listed = word == "and" and (found.exact or sum(one[0] == "at" for one in self.moments) > 1)
        begun = last is not None and (
            last[0] == "since" or (last[0] == "at" and not (word == "and" and (last[1].exact or listed)))
        )
        if word in ("to", "and", "-") and not begun:
            role = ""
        if before[:1] == ["before"] or (role == "until" and word in TO[2:]):
            role = "until"
        if role == "until" and word not in ("to", "and"):
            if any(one in lists.FINE for one in before) or says_fine(clause):
                # Fine until 07:20 is slow since 07:20.
                return "since"
            self.after_figure |= any(one[-2:] == "ms" or one in TO_MS for one in before)
        if not role and found.end >= self.calendar.newest and not found.exact and found.begin < self.calendar.newest:
            return "since"
        return role or "at"

    def _clause(self, place: int) -> list[str]:
        """Return the next words up to a comma or the end of the sentence."""
        found: list[str] = []
        for piece in self.text[place : place + 6]:
            if piece.word in lists.STOPS or piece.word == ",":
                break
            found.append(piece.word)
        return found

    def since_then(self) -> bool:
        """Return whether the text says *since then it is slow*, or *it is slow since*, of a time that it states before."""
        words = [piece.word for piece in self.text]
        return any(
            word == "since"
            and (words[at + 1 : at + 2] in ([], ["then"]) or words[at + 1] in lists.STOPS)
            and lists.AGAIN.isdisjoint((words[at - 1] if at else "", *self._clause(at + 2)))
            for at, word in enumerate(words)
        )

    def finish(self) -> None:
        """Put the time into the ticket, which has its latencies already."""
        put_span(self)
