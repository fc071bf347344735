"""Names in a ticket: hosts, volumes, datastores, arrays and switches of the exports, lists and ranges of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from checker.rules.language.suggest import nearest
from checker.triage.model import Component
from checker.triage.ticket.words import ANY, COMMON, KINDS, Piece, pieces

_LONGEST = 8
_NUMBERED = re.compile(r"(.*?)([0-9]{1,8})\Z")
_RANGE = re.compile(r"(.{0,200}?)([0-9]{1,8})(?:-|\.\.|~)(.{0,200}?)([0-9]{1,8})\Z")
FIGURE = re.compile(r"[0-9.,:+-]+([a-zµ%]{0,4})\Z")
_TO = frozenset(("to", "-", "through", "thru", "bis", "à", "a", "até", "tot", "t/m", "do"))
_MOST_MISSING = 20


@dataclass(frozen=True)
class Found:
    """Names found at a place of the text: what they are, how many pieces they take, and numbers of a range without a name."""

    components: tuple[Component, ...]
    pieces: int
    missing: tuple[str, ...] = ()


@dataclass
class Names:
    """Names of the exports, for lookup by the words of a text."""

    _by_words: dict[tuple[str, ...], dict[Component, None]] = field(default_factory=dict)
    _short: defaultdict[str, set[Component]] = field(default_factory=lambda: defaultdict(set))
    _numbered: defaultdict[str, dict[int, dict[Component, None]]] = field(default_factory=lambda: defaultdict(dict))
    _shown: dict[str, None] = field(default_factory=dict)

    def add(self, name: str, component: Component) -> None:
        """Add a name of a component."""
        words = tuple(piece.word for piece in pieces(name))
        if not words or len(words) > _LONGEST:
            return
        self._by_words.setdefault(words, {})[component] = None
        self._shown[name] = None
        if len(words) > 1:
            return
        if component[0] in ("host", "switch") and "." in words[0]:
            self._short[words[0].partition(".")[0]].add(component)
        if match := _NUMBERED.match(words[0]):
            self._numbered[match.group(1)].setdefault(int(match.group(2)), {})[component] = None

    def continued(self, word: str, end: str) -> tuple[Component, ...]:
        """Return what ``02`` means after ``esx01``, or ``lp2`` after ``aix7lp1``: the name with the same beginning and another end of that form."""
        match = _NUMBERED.match(word)
        if end.isdigit():
            if match is None or len(match.group(2)) != len(end):
                return ()
            return tuple(self._numbered.get(match.group(1), {}).get(int(end), ()))
        if end in COMMON or len(end) >= len(word) or _form(word[-len(end) :]) != _form(end):
            return ()
        return tuple(self._by_words.get((word[: -len(end)] + end,), ()))

    def numbered_like(self, word: str) -> bool:
        """Return whether names of the exports differ from a word by their number only: ``esx99`` next to ``esx01``."""
        match = _NUMBERED.match(word.casefold())
        return match is not None and bool(match.group(1)) and match.group(1) in self._numbered

    def nearest(self, word: str) -> str | None:
        """Return the known name that is most like a word."""
        return nearest(word, self._shown)

    def at(self, text: Sequence[Piece], place: int) -> Found | None:
        """Return the names that begin at a piece of the text, by the longest match; None if there is none."""
        for length in range(min(_LONGEST, len(text) - place), 0, -1):
            words = tuple(piece.word for piece in text[place : place + length])
            if length > 1 and (ranged := self._ends(text[place : place + length])):
                return ranged
            known = self._named(words, text[place - 1].word if place else "")
            if known:
                return Found(known, length)
        word = text[place].word
        return self._range(word) or self._parts(word) or self._glob(word) or self._apart(text, place)

    def beginning(self, prefix: str) -> tuple[Component, ...]:
        """Return everything whose name begins so."""
        return tuple(one for words, known in self._by_words.items() if words[0].startswith(prefix) for one in known)

    def _glob(self, word: str) -> Found | None:
        """Return the names that ``esx*`` means."""
        known = self.beginning(word[:-1]) if word.endswith(ANY) else ()
        return Found(tuple(dict.fromkeys(known)), 1) if known else None

    def _apart(self, text: Sequence[Piece], place: int) -> Found | None:
        """Return the name that is written ``ESX 01``."""
        if place + 1 == len(text) or not text[place + 1].word.isdigit() or not text[place].word.isalpha():
            return None
        known = self._by_words.get((text[place].word + text[place + 1].word,))
        return Found(tuple(known), 2) if known else None

    def _named(self, words: tuple[str, ...], before: str) -> tuple[Component, ...]:
        known = self._by_words.get(words, {})
        if not known and len(words) == 1 and len(short := self._short.get(words[0], set())) == 1:
            known = dict.fromkeys(short)
        if not known and len(words) == 1 and "." in words[0] and ".." not in words[0] and not FIGURE.match(words[0]):
            # The ticket has a domain that the exports do not have.
            known = {
                one: None
                for one in self._by_words.get((words[0].partition(".")[0],), {})
                if one[0] in ("host", "switch")
            }
        if not known:
            return ()
        kind = KINDS.get(before)
        if len(words) == 1 and kind is None and (words[0] in COMMON or words[0].isdigit() or len(words[0]) == 1):
            return ()
        of_kind = tuple(one for one in known if one[0] == kind)
        return of_kind or tuple(known)

    def _ends(self, text: Sequence[Piece]) -> Found | None:
        """Return the names from one to another, written ``app05 to app07`` or ``app05 - app07``."""
        if len(text) != 3 or text[1].word not in _TO:
            return None
        return self._range(f"{text[0].word}-{text[2].word}", 3)

    def _range(self, word: str, length: int = 1) -> Found | None:
        match = _RANGE.match(word)
        if match is None or match.group(3) not in (match.group(1), ""):
            return None
        prefix, first, last = match.group(1), int(match.group(2)), int(match.group(4))
        if length > 1 and match.group(3) and first > last:
            # app07 to app05
            first, last = last, first
        known = self._numbered.get(prefix, {})
        members = sorted(number for number in known if first <= number <= last)
        if not prefix or first >= last or not members:
            return None
        width = len(match.group(2))
        most = range(first, min(last, first + _MOST_MISSING) + 1)
        missing = tuple(f"{prefix}{number:0{width}}" for number in most if number not in known)
        return Found(tuple(one for number in members for one in known[number]), length, missing)

    def _parts(self, word: str) -> Found | None:
        """Return the names of a list without blanks: ``app05/app06/app07`` or ``app05/06/07``."""
        parts = re.split(r"[/&+,]", word)
        if len(parts) < 2 or len(word) > 500:
            return None
        first = _NUMBERED.match(parts[0])
        found: dict[Component, None] = {}
        missing = []
        for part in parts:
            known = self._named((part,), "")
            if not known and first and part.isdigit():
                known = tuple(self._numbered.get(first.group(1), {}).get(int(part), ()))
            elif not known and part:
                known = self.continued(parts[0], part)
            found.update(dict.fromkeys(known))
            if not known and part:
                missing.append(part)
        return Found(tuple(found), 1, tuple(missing)) if found else None


def _form(text: str) -> str:
    """Return the form of a text: letters and digits without their values, everything else as it is."""
    return "".join("a" if one.isalpha() else "0" if one.isdigit() else one for one in text)
