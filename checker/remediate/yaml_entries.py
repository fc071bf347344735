"""Add entries to and remove entries from lists and mappings of an inventory's text, without any other change.

The place of an entry is found by trial: an edit is correct if the edited text, read again, states exactly the required
facts. Shorthands, anchors and lists as keys therefore need no rules of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from checker.facts.inventory.text import scalar
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from checker.remediate.yaml_text import NotHere, nodes, root_of

LARGEST = 300_000
"""Maximum length of an inventory whose entries are edited; it is read again for each candidate place."""
_PLACES = 40

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Fact:
    """A fact of an inventory: its kind, its line, and the columns that are stated."""

    kind: str
    line: int
    row: Row

    @property
    def what(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """The fact without its line, for comparing two readings."""
        return self.kind, tuple(sorted((name, repr(value)) for name, value in self.row.items()))

    def says(self, kind: str, target: Row) -> bool:
        """Whether the fact is of this kind and states these values."""
        return self.kind == kind and all(self.row.get(name) == value for name, value in target.items())


def facts(text: str) -> list[Fact]:
    """Return everything that the text of an inventory states.

    Raises:
        NotHere: the text is too long, or cannot be read completely.
    """
    if len(text) > LARGEST:
        raise NotHere(f"longer than {LARGEST:,} characters")
    result = read_capture(reader_named("sanlint-inventory"), Capture(text.replace("\r\n", "\n"), owner="inventory"))
    if result.ends_inside_record or result.failure:
        raise NotHere("the result cannot be read")
    found: list[Fact] = []
    for chunk in result.observations.chunks():
        columns = [(name, list(values)) for name, values in zip(chunk.columns, chunk.values, strict=True)]
        for number, line in enumerate(chunk.line):
            row = {name: values[number] for name, values in columns if values[number] is not None}
            found.append(Fact(chunk.kind, line, row))
    return found


def without(text: str, kind: str, target: Row) -> str:
    """Return the text without entries that state a fact with these values; unchanged if there are none.

    Raises:
        NotHere: an entry cannot be removed without changing something else.
    """
    for _ in range(_PLACES):
        stated = facts(text)
        gone = [fact for fact in stated if fact.says(kind, target)]
        if not gone:
            return text
        right = partial(_only_less, Counter(fact.what for fact in stated), Counter(fact.what for fact in gone))
        text = _first(text, _entries_on(text, gone[0].line), right)
    raise NotHere("it occurs in too many places")


def with_entry(text: str, kind: str, target: Row) -> str:
    """Return the text with an added entry for these values; unchanged if one exists.

    Raises:
        NotHere: no list of such entries exists.
    """
    stated = facts(text)
    if any(fact.says(kind, target) for fact in stated):
        return text
    before = Counter(fact.what for fact in stated)
    neighbours = sorted((fact for fact in stated if fact.kind == kind), key=lambda fact: -_shared(fact.row, target))

    def right(after: list[Fact]) -> bool:
        now = Counter(fact.what for fact in after)
        more = now - before
        come = [fact for fact in after if fact.what in more]
        return not before - now and more.total() == 1 and come[0].says(kind, target)

    return _first(text, (new for fact in neighbours[:_PLACES] for new in _additions(text, fact, target)), right)


def _first(text: str, spans: Iterable[tuple[int, int, str]], right: Callable[[list[Fact]], bool]) -> str:
    tried = 0
    for start, end, new in spans:
        tried += 1
        if tried > _PLACES:
            break
        after = text[:start] + new + text[end:]
        try:
            if right(facts(after)):
                return after
        except NotHere:
            continue
    raise NotHere("something else would change as well" if tried else "it is not in a list or mapping of its own")


def _only_less(before: Counter[Any], targets: Counter[Any], after: list[Fact]) -> bool:
    """Whether at least one target was removed and nothing else has changed."""
    now = Counter(fact.what for fact in after)
    less = before - now
    return bool(less) and not now - before and not less - targets


def _shared(row: Row, target: Row) -> int:
    return sum(row.get(name) == value for name, value in target.items())


def _entries_on(text: str, line: int) -> Iterator[tuple[int, int, str]]:
    """Yield the span to cut for each entry of a list or mapping that begins on a line.

    The outermost comes first, so that an entry with nothing else in it leaves no empty container.
    """
    found: list[tuple[int, Any, int]] = []
    for node in nodes(root_of(text)):
        if node.id in ("sequence", "mapping"):
            parts = [_ends(part) for part in node.value]
            found += [(start.index, node, n) for n, (start, _) in enumerate(parts) if start.line + 1 == line]
    for _, node, number in sorted(found, key=lambda one: one[0]):
        cut = _cut_flow(text, node, number) if node.flow_style else _cut_block(text, node, number)
        if cut is not None:
            yield (*cut, "")


def _ends(part: Any) -> tuple[Any, Any]:
    """Return the nodes where an entry begins and ends: an item of a list, or a name with its value."""
    return (part[0].start_mark, part[1].end_mark) if isinstance(part, tuple) else (part.start_mark, part.end_mark)


def _cut_flow(text: str, node: Any, number: int) -> tuple[int, int] | None:
    """Return the span to the next entry, or from the end of the previous one; None if a comment is in between."""
    parts = [_ends(part) for part in node.value]
    start, end = parts[number][0].index, parts[number][1].index
    if number + 1 < len(parts):
        end = parts[number + 1][0].index
    elif number:
        start = parts[number - 1][1].index
    outside = text[start : parts[number][0].index] + text[parts[number][1].index : end]
    return None if "#" in outside else (start, end)


def _cut_block(text: str, node: Any, number: int) -> tuple[int, int] | None:
    """Return the entry's lines; None if they contain anything else or a comment would move to the next entry."""
    part = node.value[number]
    first = _ends(part)[0]
    begin = text.rfind("\n", 0, first.index) + 1
    lead = text[begin : first.index].strip()
    if lead != ("-" if node.id == "sequence" else ""):
        return None
    end = text.find("\n", _last(part))
    end = len(text) if end < 0 else end + 1
    above = text[text.rfind("\n", 0, begin - 1) + 1 : begin] if begin else ""
    if above.lstrip().startswith("#") and "sanlint:" in above:
        return None
    return begin, end


def _last(part: Any) -> int:
    """Return the index after the last character of an entry, without the blanks and comments that follow it."""
    if isinstance(part, tuple):
        return max(_last(part[0]), _last(part[1]))
    if part.id == "scalar" or part.flow_style:
        return int(part.end_mark.index)
    return max((_last(one) for one in part.value), default=int(part.start_mark.index))


def _additions(text: str, neighbour: Fact, target: Row) -> Iterator[tuple[int, int, str]]:
    """Yield candidate entries after the last one of each list that states a fact of the kind on this line."""
    for node in nodes(root_of(text)):
        if node.id != "sequence" or not any(item.start_mark.line + 1 == neighbour.line for item in node.value):
            continue
        item = next(item for item in node.value if item.start_mark.line + 1 == neighbour.line)
        stated = {name.value for name, _ in item.value} if item.id == "mapping" else set()
        other = {
            name for name, value in target.items() if name not in stated and neighbour.row.get(name, value) != value
        }
        # Values that a list inherits from its context must match the new entry; plain text can state one value itself.
        if len(other) > (item.id == "scalar"):
            continue
        own = {name: value for name, value in target.items() if name in stated | other or name not in neighbour.row}
        if not own:
            continue
        entry = (
            scalar(next(iter(own.values())))
            if item.id == "scalar" and len(own) == 1
            else f"{{{', '.join(f'{name}: {scalar(value)}' for name, value in own.items())}}}"
        )
        last = node.value[-1]
        if node.flow_style:
            yield last.end_mark.index, last.end_mark.index, f", {entry}"
        else:
            end = text.find("\n", _last(last))
            break_ = "\r\n" if "\r\n" in text else "\n"
            indent = " " * node.start_mark.column
            if end < 0:
                yield len(text), len(text), f"{break_}{indent}- {entry}{break_}"
            else:
                yield end + 1, end + 1, f"{indent}- {entry}{break_}"
