"""Reading of a ticket by word lists: what it names, since when, how slow, and what is fine.

Nothing is guessed: a word that is in no list and names nothing in the exports is not used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from checker.rules.language.suggest import printable
from checker.triage.model import Component
from checker.triage.ticket import words as lists
from checker.triage.ticket.figures import TO_MS, VALUE, figure_text, no_mean, number
from checker.triage.ticket.judge import Judgement, judged, said_after, said_before
from checker.triage.ticket.mail import layers, without_headers
from checker.triage.ticket.model import Range, Ticket
from checker.triage.ticket.names import Found, Names
from checker.triage.ticket.quoted import add_quoted
from checker.triage.ticket.unknown import groups_left, looks_like_a_name, unknown_texts
from checker.triage.ticket.when.dates import Calendar
from checker.triage.ticket.when.left import times_left
from checker.triage.ticket.when.moments import Times
from checker.triage.ticket.when.outside import drop_time_outside
from checker.triage.ticket.when.zones import zone_of_all
from checker.triage.ticket.words import Piece, pieces, words_before

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
    judged: set[int] = field(default_factory=set)
    only_past: bool = True
    figures: list[tuple[bool, Range]] = field(default_factory=list)
    operations: dict[str, bool] = field(default_factory=dict)
    unknown: dict[str, None] = field(default_factory=dict)
    unknown_at: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.times = Times(self.text, self.calendar, self.ticket)

    def read(self) -> None:
        """Find everything in the text, from left to right."""
        place = 0
        while place < len(self.text):
            figure = self._figure(place)
            self.judged.update(range(place, place + figure))
            place += max(1, figure or self.times.read(place) or self._name(place) or self._word(place))

    def _before(self, place: int, count: int = 1) -> list[str]:
        return words_before(self.text, place, count)

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
        if (why := no_mean(self.text, place, length)) is not None:
            shown = " ".join(piece.shown for piece in self.text[place : place + length])
            self.ticket.ignored.append(f"{printable(shown)}: {why}")
            return length
        near = [*self._before(place, 6), *(piece.word for piece in self.text[place + length : place + length + 4])]
        if unit.startswith("s") and any(word in lists.PEOPLE for word in near):
            shown = " ".join(piece.shown for piece in self.text[place : place + length])
            self.ticket.ignored.append(
                f"{printable(shown)}: users wait for more than one I/O; it is not used as a latency"
            )
            return length
        first, last = (number(one) * TO_MS[unit] for one in (low, high or low))
        if rising:
            self.figures += [(True, (first, first)), (False, (last, last))]
        else:
            former = self._former(place, length)
            self.figures.append((former, (min(first, last), max(first, last))))
            if former:
                self.times.former.add(place + length)
                words = set(self._before(place, _NEAR)) & lists.FORMER
                self.only_past &= bool(words) and words <= {"was", "were"}
        return length

    def _former(self, place: int, length: int) -> bool:
        """Return whether a figure is that of before: *was, normally, instead of*; *from 1 ms to 8 ms* is one, too."""
        after = self._word_at(place + length)
        if after in lists.AFTERWARDS and not VALUE.match(self._word_at(place + length + 1)):
            return True
        before = self._before(place, 10)
        if before[:1] == ["from"] and (after == "to" or not lists.RISES.isdisjoint(before)):
            return True
        for word in self._before(place, _NEAR):
            if word in TO_MS or word in lists.BREAKS or word in ("now", "to", ","):
                return False
            if word in lists.FORMER:
                return True
        return False

    def _name(self, place: int) -> int:
        found = self.names.at(self.text, place)
        if found is None:
            return 0
        word, end = self._word_at(place), place + found.pieces
        while found.pieces % 2 and self._word_at(end) in lists.JOINS and end + 1 < len(self.text):
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
                self.operations[name] = (
                    self.operations.get(name, True) and judged(self.text, place + 1, place, self.named) == "fine"
                )
        if word not in lists.COMMON and looks_like_a_name(
            self.text[place], self._before(place)[0] if self._before(place) else ""
        ):
            self.unknown[self.text[place].shown] = None
            self.unknown_at.setdefault(self.text[place].shown, place)
        return 1

    def joined(self) -> list[tuple[int, int, list[Found]]]:
        """Return the names that belong together: ``app05, app06 and app07``, with begin and end."""
        found: list[tuple[int, int, list[Found]]] = []
        for begin, end, names in self.groups:
            between = [piece.word for piece in self.text[found[-1][1] : begin]] if found else []
            kinds = [word for word in between if word not in lists.KINDS]
            if (
                found
                and kinds
                and not self._separate(found[-1], kinds, end)
                and all(word in lists.JOINS for word in kinds)
            ):
                found[-1] = (found[-1][0], end, [*found[-1][2], names])
            else:
                found.append((begin, end, [names]))
        return found

    def _separate(self, last: tuple[int, int, list[Found]], between: Sequence[str], end: int) -> bool:
        """Return whether a comma ends a clause: *compared to app01, app02 is slow*, *nothing wrong with app01, app02 hangs*."""
        if list(between) != [","]:
            return False
        said, following = said_before(self.text, last[1], last[0]), said_after(self.text, end, self.named)
        # 15 ms on app01, app02 is fine
        complained = any(word in TO_MS or word in lists.SLOW for word in self._before(last[0], 6))
        return said == "compared" or (said == "fine" and following == "slow") or (complained and following == "fine")

    def finish(self) -> None:
        """Put what was found into the ticket."""
        alone: dict[Component, set[Judgement]] = {}
        grouped: dict[Component, set[Judgement]] = {}
        for begin, end, founds in self.joined():
            start = begin - 1 if begin and self._word_at(begin - 1) in lists.KINDS else begin
            said = judged(self.text, end, start, self.named)
            for found in founds:
                self.unknown.update(dict.fromkeys(found.missing))
                # App05 to app09 are slow, app08 is fine: what is named itself counts.
                single = len({key for _, key in found.components}) == 1
                for one in found.components:
                    grouped.setdefault(one, set()).add(said)
                    if single and said in ("slow", "fine", "named"):
                        alone.setdefault(one, set()).add(said)
        self._decide({one: alone.get(one) or every for one, every in grouped.items()})
        complained = [name for name, fine in self.operations.items() if not fine]
        self.ticket.operation = complained[0] if len(complained) == 1 else ""
        if self.only_past and not any(not former for former, _ in self.figures):
            # It was 8 ms yesterday: the complaint itself is about the past.
            self.figures = [(False, value) for _, value in self.figures]
        for former, value in self.figures:
            shown = figure_text(value)
            held = self.ticket.before_ms if former else self.ticket.ms
            if held is not None and held != value:
                self.ticket.ignored.append(f"{shown}: another latency was stated before")
            elif former:
                self.ticket.before_ms = value
            else:
                self.ticket.ms = value
        if self.times.gone:
            self._complain_of_before()
        self._drop_times_of_some()
        self.times.finish()
        self.ticket.ignored += times_left(self.text, self.named | self.judged | self.times.used)
        self.ticket.ignored += groups_left(self.text, self.names, self.named)
        # With other names, only words like those of the exports are surely names.
        fine = {one for one, at in self.unknown_at.items() if judged(self.text, at + 1, at, self.named) == "fine"}
        self.ticket.absent = [
            one for one in self.unknown if one not in fine and (not self.ticket.slow or self.names.numbered_like(one))
        ]
        self.ticket.ignored += unknown_texts(self.names, list(self.unknown)[:_MOST_UNKNOWN])
        if len(self.unknown) > _MOST_UNKNOWN:
            self.ticket.ignored.append(
                f"{len(self.unknown) - _MOST_UNKNOWN} more words that look like names: no export names them"
            )

    def _decide(self, said: dict[Component, set[Judgement]]) -> None:
        """Put the components into the ticket by what was said of each: of several statements the complaint counts."""
        past = []
        for one, judgements in said.items():
            if "slow" in judgements:
                self.ticket.slow.append(one)
            elif "fine" in judgements:
                self.ticket.fast.append(one)
            elif "named" in judgements:
                self.ticket.slow.append(one)
            elif "past" in judgements:
                past.append(one)
            else:
                self.ticket.ignored.append(f"{printable(one[1])}: only compared with")
        if not self.ticket.slow:
            # It was fine last week: it is what the complaint is about.
            self.ticket.slow += past
            return
        self.ticket.ignored += [f"{printable(key)}: stated to have been fine before" for _, key in past]

    def _complain_of_before(self) -> None:
        """Take what is fine since a time, and the latency before it, as what the complaint is about."""
        ticket = self.ticket
        if not ticket.slow:
            ticket.slow, ticket.fast = ticket.fast, []
        if ticket.before_ms is not None and (ticket.ms is None or ticket.ms[1] < ticket.before_ms[0]):
            ticket.ignored += [f"{figure_text(ticket.ms)}: since it is over"] if ticket.ms is not None else []
            ticket.ms, ticket.before_ms = ticket.before_ms, None

    def _drop_times_of_some(self) -> None:
        """Drop the time of *esx03 only since 09:00* where others are slow, too."""
        for shown, place in self.times.only.items():
            own = {one for begin, end, found in self.groups if begin <= place < end for one in found.components}
            if own and not set(self.ticket.slow) <= own:
                names = ", ".join(sorted({key for _, key in own}))
                self.times.drop(shown, f"stated of {names} only, so it is not used for the others")


def _read_part(words: Sequence[Piece], names: Names, calendar: Calendar, headers: list[str]) -> Ticket:
    """Return what a mail says without those that it quotes; ``headers`` are the times of its headers."""
    ticket = Ticket(ignored=headers)
    reader = _Reader(words, names, calendar, ticket)
    reader.read()
    reader.finish()
    return ticket


def read_ticket(text: str, names: Names, calendar: Calendar, oldest: float) -> Ticket:
    """Return what a text says.

    Args:
        text: the text of a ticket, of any length and content.
        names: names of the exports.
        calendar: what times are counted from.
        oldest: begin of the first sample.
    """
    parts = [without_headers(part) for part in layers(text[: lists.MOST_CHARACTERS])] or [("", [])]
    words = [pieces(own) for own, _ in parts]
    zone = zone_of_all([piece for part in words for piece in part], calendar.newest)
    local = replace(calendar, zone=zone) if zone else calendar
    ticket, *quoted = (_read_part(part, names, local, headers) for part, (_, headers) in zip(words, parts, strict=True))
    ticket.text = text
    for older in quoted:
        add_quoted(ticket, older, words[0])
    if len(text) > lists.MOST_CHARACTERS:
        ticket.ignored.append(f"the text after its first {lists.MOST_CHARACTERS:,} characters")
    drop_time_outside(ticket, oldest, calendar.newest)
    ignored = list(dict.fromkeys(ticket.ignored))
    more = [f"{len(ignored) - _MOST_IGNORED} more"] if len(ignored) > _MOST_IGNORED else []
    ticket.ignored = [*ignored[:_MOST_IGNORED], *more]
    return ticket
