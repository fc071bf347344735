"""Move places to the lines that prove a finding.

A record often spans many lines, and its first line may show none of the facts of the finding: the record of a device in
``/sys`` begins with whatever attribute comes first. Within a record, the line that shows most facts is the place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from checker.rules.evaluate.finding import Place
from checker.rules.evaluate.places.own_names import OwnNames, luns_of
from checker.rules.evaluate.plan import Plan
from checker.rules.evaluate.rollup import Group
from checker.rules.language.clauses import names

Lines = Callable[[str, str | None], Sequence[str] | None]
"""Return the decoded lines of a file or of a member of an archive; None if it cannot be read again."""

LONGEST = 60
"""Lines of a record that are searched. Longer records contain other objects, whose lines prove nothing."""
_OBJECTS = 10
_UNMISTAKABLE = 1000
"""Smaller numbers occur everywhere, so their line must also name what they measure."""
_GENERAL = frozenset(("the", "count", "total", "name", "value", "bytes", "gbps", "number"))
_HEX_NAME = re.compile(r"(?:(?:naa|eui|t10|wwn)\.|0x)?([0-9a-f]{16}|[0-9a-f]{32})")
_COLON_OF_WWN = re.compile(r"(?<=[0-9a-f]{2}):(?=[0-9a-f]{2}(?![0-9a-f]))")
_ASSIGNED = re.compile(r"[^=:]{1,80}[=:]")
_UNITS = ("k", "m", "g", "t", "p")
_SPEEDS = ("g", "gb", "gbit", "gbps")
"""Units that are printed next to the number of a speed in Gbit/s: ``Link Speed = 8Gb``."""


@dataclass(frozen=True)
class Located:
    """A place at the first line of a record, and the line before which the record ends.

    ``agrees``: the record was found by a number of the finding, and not only by the names of its objects.
    ``any_setting``: it is one of all settings of a machine, so that it is no place unless it shows a value or a name.
    """

    place: Place
    end: int
    agrees: bool = False
    any_setting: bool = False


@dataclass(frozen=True)
class Fact:
    """A value of a finding: its spellings in lower case, and the words of its column.

    ``decisive``: the condition of the rule uses it. ``stated``: the message contains it. ``by_word``: it is so short that
    its line must contain a word, too. Without spellings, the word is followed by some value.
    """

    spellings: tuple[str, ...]
    words: tuple[str, ...] = ()
    decisive: bool = False
    stated: bool = False
    by_word: bool = False

    def is_in(self, line: str) -> bool:
        """Return whether a plain line shows the value."""
        if not self.spellings:
            return any(word in line.rstrip()[:-1] for word in self.words)
        # A loop, as this is asked for most lines of an audit and takes half the time of a generator.
        for one in self.spellings:
            if _contains(line, one):
                return not self.by_word or self.is_named_in(line)
        return False

    def is_plainly_in(self, line: str) -> bool:
        """Return whether a plain line contains the value, of at least two characters, named or not."""
        return any(len(one) > 1 and _contains(line, one) for one in self.spellings)

    def may_be_in(self, text: str) -> bool:
        """Return whether any of its spellings, or of its words if it has none, occurs anywhere in a plain text."""
        for one in self.spellings or self.words:  # noqa: SIM110 - see above
            if one in text:
                return True
        return False

    def is_named_in(self, line: str) -> bool:
        """Return whether a plain line contains a word of the column."""
        return any(word in line for word in self.words)


Score = tuple[int, int, int]
"""How many facts a line proves, values it shows, and objects it names."""
_NOTHING: Score = (0, 0, 0)
_LONGEST_LINE = 10_000
"""Characters of a line that is searched."""


@dataclass(frozen=True)
class Facts:
    """What the lines of a finding may show: ``values``, and ``names`` of its objects."""

    values: tuple[Fact, ...]
    names: tuple[Fact, ...]

    def within(self, text: str) -> Facts | None:
        """Return the facts that lines of a plain text may show, or None if there are none: most are not in most records."""
        values = tuple(fact for fact in self.values if fact.may_be_in(text))
        names = tuple(fact for fact in self.names if fact.may_be_in(text))
        return Facts(values, names) if values or names else None

    def certain(self) -> Iterator[Fact]:
        """Yield the values that the condition uses or the message states."""
        return (fact for fact in self.values if fact.decisive or fact.stated)

    def texts(self) -> Collection[str]:
        """Return the texts of which a plain line contains at least one if it shows any of the facts."""
        return {one for fact in (*self.values, *self.names) for one in fact.spellings or fact.words}

    def score(self, plain: str) -> Score:
        """Return how much a plain line shows; it proves values that the condition uses and those that it names."""
        shown = [fact for fact in self.values if fact.is_in(plain)]
        proven = sum(1 + fact.stated + fact.decisive for fact in shown if fact.decisive or fact.is_named_in(plain))
        return proven, len(shown), sum(fact.is_in(plain) for fact in self.names)


def plain_line(line: str) -> str:
    """Return a line, or several, in lower case, without the colons of WWNs."""
    return _COLON_OF_WWN.sub("", line.lower())


@lru_cache(maxsize=4)
def _plain_record(text: str) -> str:
    """Return a record as :func:`plain_line` does; many findings in turn may be about one record."""
    return plain_line(text)


def facts_of(plan: Plan, group: Group, called: OwnNames) -> Facts:
    """Return the values that the message or the evidence of a finding shows, and what its hosts call its LUNs."""
    keys = plan.source.keys
    stated = names(plan.rule.message)
    shown = dict.fromkeys((*keys, *stated, *plan.evidence))
    names_of: dict[Fact, None] = {}
    values_of: dict[Fact, None] = {}
    for name in shown:
        if name in plan.source.types and name in plan.values:
            decisive = name in plan.rule.violated.columns
            for (value,) in group.rows([name])[:_OBJECTS]:
                for fact in facts_in(name, value, decisive=decisive, stated=name in stated):
                    (names_of if name in keys else values_of).setdefault(fact)
    for lun in sorted(luns_of(group)):
        for own_name in called.get(lun, ()):
            names_of.update(dict.fromkeys(facts_in("device", own_name)))
    return Facts(tuple(values_of), tuple(names_of))


def facts_in(column: str, value: Any, *, decisive: bool = False, stated: bool = False) -> Iterator[Fact]:
    """Yield the facts of a value: each item of a list, and both parts of ``cluster-1: flash``."""
    words = _words(column)
    for item in value if isinstance(value, list) else (value,):
        if isinstance(item, bool):
            # What is printed for it differs, but the line names it.
            setting = column.partition("_")[2]
            labels = (*(word for word in words if len(word) > 4), *((setting,) if "_" in setting else ()))
            if item and decisive and labels:
                yield Fact((), labels, decisive, stated)
        elif isinstance(item, str):
            for part in item.split(": "):
                text = plain_line(part.strip())
                name = _HEX_NAME.fullmatch(text)
                if text:
                    yield Fact((name[1] if name else text,), words, decisive, stated, by_word=len(text) < 3)
        elif isinstance(item, int | float):
            number = int(item) if float(item).is_integer() else item
            spellings = (*_numbers(number), *(f"{number}{unit}" for unit in _SPEEDS if column.endswith("_gbps")))
            yield Fact(spellings, words, decisive, stated, by_word=abs(number) < _UNMISTAKABLE)


@lru_cache(maxsize=4096)
def _words(column: str) -> tuple[str, ...]:
    words = tuple(word for word in column.split("_") if len(word) > 2 and word not in _GENERAL)
    return (*words, "speed") if column.endswith("_gbps") and "speed" not in words else words


def _numbers(number: int | float) -> Iterable[str]:
    yield f"{number}"
    if isinstance(number, int):
        if number >= _UNMISTAKABLE:
            yield f"{number:,}"
        yield f"0x{number:x}"
        size = number
        for unit in _UNITS:
            if size % 1024:
                break
            size //= 1024
            yield from (f"{size}{unit}", f"{size} {unit}ib", f"{size}{unit}b", f"{size} {unit}b", f"{size}{unit}ib")
        # Counters of switches are printed in thousands and more with one digit after the point: 1.3k.
        for power, unit in enumerate(_UNITS, 1):
            tenths, rest = divmod(10 * number, _UNMISTAKABLE**power)
            if not rest and 10 <= tenths < 10 * _UNMISTAKABLE:
                yield f"{tenths // 10}.{tenths % 10}{unit}"


def _contains(line: str, text: str) -> bool:
    start = line.find(text)
    while start >= 0:
        end = start + len(text)
        # Long names are unmistakable, and some commands print other characters next to them.
        if len(text) > 15 or not (
            _joined(line, start - 1, start) or _joined(line, end - 1, end) or _is_unit(line, start, end)
        ):
            return True
        start = line.find(text, start + 1)
    return False


def _joined(line: str, left: int, right: int) -> bool:
    """Whether the characters at these places belong to one word; a sector number may have the suffix ``s``."""
    if left < 0 or right >= len(line) or not (_in_word(line[left]) and _in_word(line[right])):
        return False
    return not (line[left].isdigit() and line[right] == "s" and not line[right + 1 : right + 2].isalnum())


def _is_unit(line: str, start: int, end: int) -> bool:
    """Whether the text at these places is the unit of a title, as in ``Capacity(BLK)``, which is no value."""
    return (
        start > 1
        and line[start - 1] == "("
        and line[end : end + 1] == ")"
        and _in_word(line[start - 2])
        and line[start:end].isalpha()
    )


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def proven(facts: Facts, kinds: Sequence[Sequence[Located]], lines_of: Lines) -> list[list[Place]]:
    """Return the places of each kind at the lines that show most facts, those with most facts first.

    A line without any fact of the finding is dropped if another line has one.
    """
    scored = [[(*_best(facts, located, lines_of), located.any_setting) for located in places] for places in kinds]
    any_fact = any(sum(score) for places in scored for score, _, _ in places)
    result: list[list[Place]] = []
    for places in scored:
        kept = [(score, place) for score, place, any_setting in places if any(score) or not (any_fact or any_setting)]
        kept.sort(key=lambda item: (-item[0][0], -item[0][1]))
        if kept:
            result.append([place for _, place in kept])
    return result


def _best(facts: Facts, located: Located, lines_of: Lines) -> tuple[Score, Place]:
    place = located.place
    lines = lines_of(place.file, place.member)
    if lines is None or not 0 < place.line <= len(lines) or len(lines[place.line - 1]) > _LONGEST_LINE:
        # It cannot be checked, so it is kept. A line of a whole document shows everything, and each finding would search it.
        return (0, 0, 1), place
    text = _plain_record("\n".join(_record(lines, place.line, located.end)))
    searched = facts.within(text)
    if searched is None:
        return ((0, 0, 1) if located.agrees else _NOTHING), place
    record = text.split("\n")
    best, at = searched.score(record[0]), 0
    texts = searched.texts()
    for index, line in enumerate(record[1:], 1):
        if len(line) > _LONGEST_LINE or not any(one in line for one in texts):
            continue
        score = searched.score(line)
        # The first line names the record, so only a value is better than any name on that line.
        if score > best and (score[:2] > best[:2] or not sum(best)):
            best, at = score, index
    if best == _NOTHING and (located.agrees or any(fact.is_plainly_in(record[0]) for fact in searched.certain())):
        # In a row of a table, numbers are named by the heading.
        return (0, 0, 1), place
    return best, replace(place, line=place.line + at)


def _is_aligned(first: str, line: str) -> bool:
    """Return whether two lines are of a listing that aligns names to the right, so that longer ones begin further left."""
    name, other = _ASSIGNED.match(first), _ASSIGNED.match(line)
    return name is not None and other is not None and name.end() == other.end()


def _record(lines: Sequence[str], number: int, end: int) -> list[str]:
    """Return the lines of the record that begins at a line, up to the line before which it ends at the latest."""
    found = [lines[number - 1]]
    indent = len(found[0]) - len(found[0].lstrip())
    # Without a known end, it is one line.
    for line in lines[number : max(number, min(end, number + LONGEST) - 1)]:
        content = line.lstrip()
        if not content or (len(line) - len(content) < indent and not _is_aligned(found[0], line)):
            # What follows is another record or its heading.
            break
        found.append(line)
    return found
