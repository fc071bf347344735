"""Reading of a ticket by word lists: what it names, since when, how slow, and what is fine.

Nothing is guessed: a word that is in no list and names nothing in the exports is not used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from checker.rules.language.suggest import printable
from checker.triage.model import Span
from checker.triage.ticket import words as lists
from checker.triage.ticket.dates import ZONES, Calendar, Moment, Role, drop_time_outside
from checker.triage.ticket.figures import TO_MS, VALUE, figure_text, number
from checker.triage.ticket.model import Range, Ticket
from checker.triage.ticket.names import Found, Names, looks_like_a_name, unknown_texts
from checker.triage.ticket.words import STOPS, Piece, pieces

_ROLES: dict[str, Role] = {
    "since": "since", "from": "since", "starting": "since", "started": "since", "after": "since", "between": "since",
    "until": "until", "till": "until", "til": "until", "to": "until", "-": "until", "and": "until", "at": "at", "around": "at", "about": "at", "on": "at",
}  # fmt: skip
_TO = ("to", "-", "until", "till", "til")
_AROUND_S = 3600.0
_DAY_S = 86_400.0
_SLASHED = re.compile(r"[0-9]{1,4}/[0-9]{1,2}(?:/[0-9]{1,4})?\Z")
_MOST_UNKNOWN = 5
_MOST_IGNORED = 12
_NEAR = 4


@dataclass
class _Reader:
    """State of reading one text: ``place`` is the next piece."""

    text: Sequence[Piece]
    names: Names
    calendar: Calendar
    ticket: Ticket
    groups: list[tuple[int, int, Found]] = field(default_factory=list)
    named: set[int] = field(default_factory=set)
    moments: list[tuple[Role, Moment, str]] = field(default_factory=list)
    figures: list[tuple[bool, Range]] = field(default_factory=list)
    operations: dict[str, bool] = field(default_factory=dict)
    unknown: dict[str, None] = field(default_factory=dict)

    def read(self) -> None:
        """Find everything in the text, from left to right."""
        place = 0
        while place < len(self.text):
            place += max(1, self._figure(place) or self._moment(place) or self._name(place) or self._word(place))

    def _before(self, place: int, count: int = 1) -> list[str]:
        """Return the words before a piece in the same sentence, the nearest first."""
        found: list[str] = []
        for piece in reversed(self.text[max(0, place - count) : place]):
            if piece.word in STOPS:
                break
            found.append(piece.word)
        return found

    def _word_at(self, place: int) -> str:
        return self.text[place].word if place < len(self.text) else ""

    def _figure(self, place: int) -> int:
        """Read ``8 ms``, ``8-15ms`` or ``8 to 15 ms``."""
        match = VALUE.match(self._word_at(place))
        if match is None:
            return 0
        low, high, unit = match.groups()
        length, rising = 1, False
        if not unit and high is None and self._word_at(place + 1) in ("to", "and", "-"):
            other = VALUE.match(self._word_at(place + 2))
            if other is not None and other.group(2) is None:
                more = 0 if other.group(3) else 1
                if (other.group(3) or self._word_at(place + 3)) in TO_MS:
                    high, unit, length = other.group(1), other.group(3) or self._word_at(place + 3), 3 + more
                    before = self._before(place, _NEAR)
                    rising = before[:1] == ["from"] and any(word in lists.RISES for word in before[1:])
        if not unit and self._word_at(place + 1) in TO_MS:
            unit, length = self._word_at(place + 1), 2
        if unit not in TO_MS or (
            unit.startswith("s") and self._before(place)[:1] and self._before(place)[0] in lists.DURATION
        ):
            return 0
        first, last = (number(one) * TO_MS[unit] for one in (low, high or low))
        if rising:
            self.figures += [(True, (first, first)), (False, (last, last))]
        else:
            self.figures.append((self._former(place, length), (min(first, last), max(first, last))))
        return length

    def _former(self, place: int, length: int) -> bool:
        """Return whether a figure is that of before: *was, normally, instead of*; *from 1 ms to 8 ms* is one, too."""
        after = self._word_at(place + length)
        if after in lists.AFTERWARDS and not VALUE.match(self._word_at(place + length + 1)):
            return True
        for word in self._before(place, _NEAR):
            if word in TO_MS or word in lists.BREAKS or word in ("now", "to", ","):
                return False
            if word in lists.FORMER:
                return True
        return self._before(place) == ["from"] and after == "to"

    def _moment(self, place: int) -> int:
        if _SLASHED.match(self._word_at(place)):
            self.ticket.ignored.append(
                f"{self.text[place].shown}: day and month are ambiguous; write the date as 2026-03-04"
            )
            clock = self.calendar.moments(self.text, place + 1) if place + 1 < len(self.text) else []
            return 1 + (clock[-1].pieces if clock else 0)
        compared = self._before(place, 2) in (["than"], ["on", "than"]) or self._before(place) == ["than"]
        # Slower than yesterday since 07:20: the clock is another time.
        alone = self.calendar.moments(self.text[: place + 1], place) if compared else []
        found = alone or self.calendar.moments(self.text, place)
        if not found:
            return 0
        shown = " ".join(piece.shown for piece in self.text[place : place + found[-1].pieces])
        after = self._word_at(place + found[-1].pieces)
        if after in ZONES:
            self.ticket.ignored.append(f"zone {after.upper()}: abbreviations of zones are ambiguous; use --timezone")
        if compared:
            self.ticket.ignored.append(f"{printable(shown)}: a time to compare with; --baseline takes exports of it")
            return found[-1].pieces
        if len(found) == 2:
            self.moments += [("since", found[0], shown), ("until", found[1], shown)]
            return found[0].pieces
        role = self._role(place, found[0])
        end = place + found[0].pieces
        if role == "at" and found[0].exact and after in _TO and end + 1 < len(self.text):
            # Monday 09:00 to 10:00
            following = self.calendar.moments(self.text, end + 1)
            role = "since" if len(following) == 1 and following[0].exact else role
        self.moments.append((role, found[0], shown))
        return found[0].pieces

    def _role(self, place: int, found: Moment) -> Role:
        before = [
            word
            for word in self._before(place, 6)
            if word not in ("the", "about", "around", "approximately", ",", "at")
        ]
        role: Role = next((_ROLES[word] for word in before[:2] if word in _ROLES), "")
        word = next((word for word in before[:2] if word in _ROLES), "")
        if word in ("to", "and", "-") and not (self.moments and self.moments[-1][0] in ("since", "at")):
            role = ""
        if before[:1] == ["before"] or (role == "until" and word in _TO[2:]):
            role = "until"
        if role == "until" and word not in ("to", "and") and any(one in lists.FINE for one in before):
            # Fine until 07:20 is slow since 07:20.
            return "since"
        if not role and found.end >= self.calendar.newest and not found.exact and found.begin < self.calendar.newest:
            return "since"
        return role or "at"

    def _name(self, place: int) -> int:
        found = self.names.at(self.text, place)
        if found is None:
            return 0
        word, end = self._word_at(place), place + found.pieces
        while found.pieces % 2 and self._word_at(end) in lists.JOINS and self._word_at(end + 1).isdigit():
            more = self.names.continued(word, self._word_at(end + 1))
            if not more or self._word_at(end + 2) in TO_MS:
                break
            found, end = Found((*found.components, *more), found.pieces + 2, found.missing), end + 2
        self.groups.append((place, place + found.pieces, found))
        self.named.update(range(place, place + found.pieces))
        return found.pieces

    def _word(self, place: int) -> int:
        word = self._word_at(place)
        for name, known in (("read", lists.READS), ("write", lists.WRITES)):
            if word in known:
                # Of several words the one that complains counts.
                self.operations[name] = self.operations.get(name, True) and self._fine(place + 1, place)
        if word not in lists.COMMON and looks_like_a_name(
            self.text[place], self._before(place)[0] if self._before(place) else ""
        ):
            self.unknown[self.text[place].shown] = None
        return 1

    def _fine(self, place: int, start: int) -> bool:
        """Return whether the words after a name say that it is fine, up to the next name or clause."""
        before = self._before(start, 2)
        if any(word in lists.NEITHER for word in before[:1]):
            return self._neither(place)
        if any(word in lists.EXCEPT for word in before[:1]) or before[:2] == ["for", "except"]:
            return True
        if before[:1] == ["but"] and before[1:] and before[1] in lists.ALL:
            return True
        negated = past = fine = False
        for piece in self.text[place : place + 12]:
            word = piece.word
            if word in lists.BREAKS:
                # Fine but slow is slow; after other words a new clause begins.
                return (
                    fine and self._word_at(place + 1) not in lists.SLOW and self._word_at(place + 2) not in lists.SLOW
                )
            if word in STOPS or word == "," or place in self.named:
                break
            place += 1
            if word in lists.NOT:
                negated = True
            elif word in lists.PAST:
                past = True
            elif word in lists.SLOW and not negated:
                return False
            elif word in lists.FINE:
                fine = not negated
            elif word in lists.TROUBLE or word in lists.SLOW:
                fine = negated
            elif word in ("until", "till", "before") and past:
                return False
        return fine

    def _neither(self, place: int) -> bool:
        """Return whether *neither app05 nor app06* are slow, so that both are fine: the first word that judges them decides."""
        for piece in self.text[place:]:
            if piece.word in STOPS or piece.word in lists.FINE:
                return False
            if piece.word in lists.SLOW or piece.word in lists.TROUBLE:
                return True
        return False

    def joined(self) -> list[tuple[int, int, list[Found]]]:
        """Return the names that belong together: ``app05, app06 and app07``, with begin and end."""
        found: list[tuple[int, int, list[Found]]] = []
        for begin, end, names in self.groups:
            between = [piece.word for piece in self.text[found[-1][1] : begin]] if found else []
            kinds = [word for word in between if word not in lists.KINDS]
            if found and kinds and all(word in lists.JOINS for word in kinds):
                found[-1] = (found[-1][0], end, [*found[-1][2], names])
            else:
                found.append((begin, end, [names]))
        return found

    def finish(self) -> None:
        """Put what was found into the ticket."""
        for begin, end, founds in self.joined():
            start = begin - 1 if begin and self._word_at(begin - 1) in lists.KINDS else begin
            fine = self._fine(end, start)
            for found in founds:
                (self.ticket.fast if fine else self.ticket.slow).extend(found.components)
                self.unknown.update(dict.fromkeys(found.missing))
        self.ticket.slow = list(dict.fromkeys(self.ticket.slow))
        both = [one for one in dict.fromkeys(self.ticket.fast) if one not in self.ticket.slow]
        self.ticket.fast = both
        complained = [name for name, fine in self.operations.items() if not fine]
        self.ticket.operation = complained[0] if len(complained) == 1 else ""
        for former, value in self.figures:
            shown = figure_text(value)
            held = self.ticket.before_ms if former else self.ticket.ms
            if held is not None and held != value:
                self.ticket.ignored.append(f"{shown}: another latency was stated before")
            elif former:
                self.ticket.before_ms = value
            else:
                self.ticket.ms = value
        self._finish_times()
        self.ticket.ignored += unknown_texts(self.names, list(self.unknown)[:_MOST_UNKNOWN])
        if len(self.unknown) > _MOST_UNKNOWN:
            self.ticket.ignored.append(
                f"{len(self.unknown) - _MOST_UNKNOWN} more words that look like names: no export names them"
            )

    def _finish_times(self) -> None:
        since = next((one for one in self.moments if one[0] == "since"), None)
        until = next((one for one in self.moments if one[0] == "until" and one is not since), None)
        at = next((one for one in self.moments if one[0] == "at"), None)
        if since is None and until is not None and at is not None and not at[1].exact and at[1].begin < until[1].begin:
            # Monday and Tuesday night
            since = at
        used = [one for one in (since, until) if one is not None] or ([at] if at is not None else [])
        for one in self.moments:
            if one not in used:
                self.ticket.ignored.append(f"{printable(one[2])}: another time was stated before")
        if since is None and until is None:
            if at is not None:
                margin = _AROUND_S if at[1].exact else 0.0
                self.ticket.span = Span(at[1].begin - margin, at[1].end + margin)
            return
        begin = since[1].begin if since is not None else float("-inf")
        end = (until[1].begin if until[1].exact else until[1].end) if until is not None else float("inf")
        if since and until and since[1].exact and until[1].exact and since[1].dated != until[1].dated:
            # One date stands for both times, also after them: "between 09:10 and 09:40 on Monday".
            length = (end - begin) % _DAY_S or _DAY_S
            begin, end = (begin, begin + length) if since[1].dated else (end - length, end)
        if end <= begin and until is not None and since is not None:
            self.ticket.ignored.append(f"{printable(until[2])}: not after {printable(since[2])}")
            end = float("inf")
        self.ticket.span = Span(begin, end)
        self.ticket.exact = all(one is not None and one[1].exact for one in (since, until)) and end < float("inf")


def read_ticket(text: str, names: Names, calendar: Calendar, oldest: float) -> Ticket:
    """Return what a text says.

    Args:
        text: the text of a ticket, of any length and content.
        names: names of the exports.
        calendar: what times are counted from.
        oldest: begin of the first sample.
    """
    ticket = Ticket(text=text)
    reader = _Reader(pieces(text), names, calendar, ticket)
    reader.read()
    reader.finish()
    if len(text) > lists.MOST_CHARACTERS:
        ticket.ignored.append(f"the text after its first {lists.MOST_CHARACTERS:,} characters")
    drop_time_outside(ticket, oldest, calendar.newest)
    ignored = list(dict.fromkeys(ticket.ignored))
    more = [f"{len(ignored) - _MOST_IGNORED} more"] if len(ignored) > _MOST_IGNORED else []
    ticket.ignored = [*ignored[:_MOST_IGNORED], *more]
    return ticket
