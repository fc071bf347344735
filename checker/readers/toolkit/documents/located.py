"""Mappings and lists that know the lines at which they were written: the values of JSON, YAML and XML documents.

Answers of arrays contain hundreds of thousands of objects, so they are stored tightly: objects of one shape share the
places of their keys, and a long list is packed but for its newest items.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from checker.readers.toolkit.packed_list import PackedList

LONG = 128
"""Items from which a list is packed; its items are then copies, unpacked each time it is read."""
_NO_PLACES: Mapping[str, int] = {}


class KeyLines(Mapping[str, int]):
    """The lines of the keys of one mapping."""

    __slots__ = ("_line", "_places")

    def __init__(self, line: int, places: Mapping[str, int]) -> None:
        self._line, self._places = line, places

    def __getitem__(self, key: str) -> int:
        """Return the line of a key.

        Raises:
            KeyError: there is no such key.
        """
        return self._line + self._places[key]

    def __contains__(self, key: object) -> bool:
        """Return whether there is such a key."""
        return key in self._places

    def __iter__(self) -> Iterator[str]:
        """Yield the keys in the order of the document."""
        return iter(self._places)

    def __len__(self) -> int:
        """Return the number of keys."""
        return len(self._places)


class LocatedDict(dict[str, Any]):
    """A mapping of a document; ``line`` is its first line, and ``places`` are the lines of its keys after that one."""

    __slots__ = ("line", "places")
    line: int
    places: Mapping[str, int]

    def __getattr__(self, name: str) -> Any:
        """Return line 0 and no places for a mapping that was not parsed."""
        if name == "line":
            return 0
        if name == "places":
            return _NO_PLACES
        raise AttributeError(name)

    @property
    def key_lines(self) -> Mapping[str, int]:
        """The line of each key."""
        return KeyLines(self.line, self.places)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what a packed list stores."""
        return located_dict, (dict(self), self.line, self.places)


class LocatedList(list[Any]):
    """A list of a document; ``line`` is its first line, ``item_lines`` are the lines of its items."""

    __slots__ = ("item_lines", "line")
    line: int
    item_lines: Sequence[int]

    def __getattr__(self, name: str) -> Any:
        """Return line 0 for a list that was not parsed."""
        if name == "line":
            return 0
        raise AttributeError(name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what a packed list stores."""
        return located_list, (list(self), self.line, self.item_lines)


class _LongList(LocatedList):
    """A long list, packed. It is complete when a reader sees it: changes to it or to its items are lost."""

    __slots__ = ("_items",)

    def __init__(self, items: PackedList[Any]) -> None:
        super().__init__()
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __reversed__(self) -> Iterator[Any]:
        return (self._items[place] for place in range(len(self._items) - 1, -1, -1))

    def __contains__(self, item: object) -> bool:
        return any(item == one for one in self)

    def __getitem__(self, index: Any) -> Any:
        return self._items[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _long_list, (self._items, self.line, self.item_lines)


def located_dict(
    values: Mapping[str, Any] | Iterable[tuple[str, Any]], line: int, places: Mapping[str, int]
) -> LocatedDict:
    """Return a mapping with its lines."""
    found = LocatedDict(values)
    found.line, found.places = line, places
    return found


def located_list(items: Iterable[Any], line: int, lines: Sequence[int]) -> LocatedList:
    """Return a list with its lines."""
    found = LocatedList(items)
    found.line, found.item_lines = line, lines
    return found


def _long_list(items: PackedList[Any], line: int, lines: Sequence[int]) -> LocatedList:
    found = _LongList(items)
    found.line, found.item_lines = line, lines
    return found


class ListBuilder:
    """Collects the items of a list while a document is parsed."""

    __slots__ = ("_items", "_line", "_lines")

    def __init__(self, line: int) -> None:
        self._line = line
        self._items: list[Any] | PackedList[Any] = []
        self._lines: list[int] | array[int] = []

    def append(self, item: Any, line: int) -> None:
        """Add an item that begins at a line."""
        if len(self._lines) == LONG:
            self._items, self._lines = PackedList(self._items), array("i", self._lines)
        self._items.append(item)
        self._lines.append(line)

    def built(self) -> LocatedList:
        """Return the list."""
        make = located_list if isinstance(self._items, list) else _long_list
        return make(self._items, self._line, self._lines)  # type: ignore[arg-type]


def line_of(value: object, default: int) -> int:
    """Return the first line of a located value, or the default for plain values."""
    return value.line if isinstance(value, (LocatedDict, LocatedList)) else default


class Shapes:
    """The places of keys, shared by the mappings of a document that have the same keys at the same distances."""

    __slots__ = ("_known", "_within_line")

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], dict[str, int]] = {}
        self._within_line: dict[tuple[str, ...], dict[str, int]] = {}

    def places(self, keys: Iterable[str], lines: Iterable[int], line: int) -> Mapping[str, int]:
        """Return the lines of the keys of a mapping that begins at a line, relative to that."""
        distances = [at - line for at in lines]
        shape = (*keys, *distances)
        found = self._known.get(shape)
        if found is None:
            found = dict(zip(keys, distances, strict=True))
            if len(self._known) < _MOST_SHAPES:
                self._known[shape] = found
        return found

    def within_line(self, keys: Iterable[str]) -> Mapping[str, int]:
        """Return the places of the keys of a mapping that is within one line."""
        shape = tuple(keys)
        found = self._within_line.get(shape)
        if found is None:
            found = dict.fromkeys(shape, 0)
            if len(self._within_line) < _MOST_SHAPES:
                self._within_line[shape] = found
        return found


_MOST_SHAPES = 10_000
