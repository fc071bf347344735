"""A column of observations that takes little memory: values as they come, and full blocks of them packed.

A text that is cut into values takes several times its size, for each value is an object of its own with some fifty bytes
around it. Packed, a value of eight characters takes ten bytes, and one that was there before five.
"""

from __future__ import annotations

import marshal
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

BLOCK = 256
"""Values that are packed together: few enough that what is not packed yet is little, enough that a block costs little."""

Values = list[Any]
_Block = bytes | tuple[Any, int] | Values


class Column:
    """The values of one column, in order. ``tail`` holds the newest as they are; it stays the same list for ever."""

    __slots__ = ("_blocks", "_opened", "_starts", "tail")

    def __init__(self) -> None:
        self.tail: Values = []
        # Packed values; one value that is there so many times; a list that can't be packed, because it holds a time.
        self._blocks: list[_Block] = []
        self._starts: list[int] = [0]
        self._opened: tuple[int, Values] = (-1, [])

    def __len__(self) -> int:
        """Number of values."""
        return self._starts[-1] + len(self.tail)

    def __iter__(self) -> Iterator[Any]:
        """Every value in order."""
        return chain(chain.from_iterable(map(_unpacked, self._blocks)), self.tail)

    def __getitem__(self, index: int) -> Any:
        """Return one value; neighbours are fetched fast.

        Raises:
            IndexError: there is no such value.
        """
        packed = self._starts[-1]
        if not 0 <= index < packed:
            if index < 0:
                raise IndexError(index)
            return self.tail[index - packed]
        number = bisect_right(self._starts, index) - 1
        if self._opened[0] != number:
            self._opened = (number, _unpacked(self._blocks[number]))
        return self._opened[1][index - self._starts[number]]

    def extend(self, values: Iterable[Any]) -> None:
        """Append many values."""
        self.tail.extend(values)

    def pack(self) -> None:
        """Pack the tail."""
        if not self.tail:
            return
        first = self.tail[0]
        # Text and None equal nothing of another type, as 1 equals True.
        if (first is None or type(first) is str) and self.tail.count(first) == len(self.tail):
            self._blocks.append((first, len(self.tail)))
        else:
            try:
                self._blocks.append(marshal.dumps(self.tail))
            except ValueError:
                self._blocks.append(list(self.tail))
        self._starts.append(self._starts[-1] + len(self.tail))
        self.tail.clear()

    def replace(self, values: Values) -> None:
        """Put other values into the place of all of them."""
        self._blocks, self._starts, self._opened = [], [0], (-1, [])
        self.tail[:] = values


def _unpacked(block: _Block) -> Values:
    if isinstance(block, bytes):
        # It was packed by this process, and never left it.
        return marshal.loads(block)  # type: ignore[no-any-return]  # noqa: S302
    return [block[0]] * block[1] if isinstance(block, tuple) else block
