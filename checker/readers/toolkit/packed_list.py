"""A memory-efficient list of many small objects, for readers that collect all records before writing them.

A Python object takes more than a hundred bytes in addition to its values. Here all but the newest objects are pickled
in blocks, so that objects of one class cost little more than their values.
"""

from __future__ import annotations

import pickle
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Generic, TypeVar, overload

_BLOCK = 64
_T = TypeVar("_T")


class PackedList(Sequence[_T], Generic[_T]):
    """Objects in order. Only the newest (at least 64) may still be changed; older ones are returned as copies."""

    __slots__ = ("_blocks", "_opened", "_starts", "_tail")

    def __init__(self, items: Iterable[_T] = ()) -> None:
        self._blocks: list[bytes] = []
        self._starts = [0]
        self._tail: list[_T] = []
        self._opened: tuple[int, list[_T]] = (-1, [])
        self.extend(items)

    def append(self, item: _T) -> None:
        """Add an object."""
        tail = self._tail
        tail.append(item)
        if len(tail) >= 2 * _BLOCK:
            self._blocks.append(pickle.dumps(tail[:_BLOCK], pickle.HIGHEST_PROTOCOL))
            self._starts.append(self._starts[-1] + _BLOCK)
            del tail[:_BLOCK]

    def extend(self, items: Iterable[_T]) -> None:
        """Add objects."""
        for item in items:
            self.append(item)

    def pop(self) -> _T:
        """Remove and return the newest object.

        Raises:
            IndexError: no unpacked object is left.
        """
        return self._tail.pop()

    def __len__(self) -> int:
        """Return the number of objects."""
        return self._starts[-1] + len(self._tail)

    def __iter__(self) -> Iterator[_T]:
        """Yield every object in order."""
        return chain(chain.from_iterable(map(_objects, self._blocks)), self._tail)

    @overload
    def __getitem__(self, index: int) -> _T: ...
    @overload
    def __getitem__(self, index: slice) -> list[_T]: ...
    def __getitem__(self, index: int | slice) -> _T | list[_T]:
        """Return one object, or a list for a slice.

        Raises:
            IndexError: the index is out of range.
        """
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if place >= self._starts[-1]:
            return self._tail[place - self._starts[-1]]
        if place < 0:
            raise IndexError(index)
        number = bisect_right(self._starts, place) - 1
        if self._opened[0] != number:
            self._opened = (number, _objects(self._blocks[number]))
        return self._opened[1][place - self._starts[number]]


def _objects(block: bytes) -> list[Any]:
    # Pickled by this process and never stored elsewhere.
    return pickle.loads(block)  # type: ignore[no-any-return]  # noqa: S301
