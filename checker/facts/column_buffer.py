"""A memory-saving column of observations: recent values as they are, full blocks of older values packed.

Text split into values takes several times its size, because each value is a Python object with about fifty bytes of
overhead. Packed, a value of eight characters takes ten bytes, and a repeated value takes five.
"""

from __future__ import annotations

import marshal
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

BLOCK = 256
"""Values per packed block: small enough to limit unpacked data, large enough to keep the overhead per block low."""

Values = list[Any]
_Block = bytes | tuple[Any, int] | Values


class Column:
    """The values of one column, in order. ``tail`` contains the newest values unpacked and is always the same list."""

    __slots__ = ("_blocks", "_opened", "_starts", "tail")

    def __init__(self) -> None:
        self.tail: Values = []
        # Packed values; one value and its number of repetitions; a list that cannot be packed because it contains a time.
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
        """Return one value; access to neighbouring values is fast.

        Raises:
            IndexError: the index is out of range.
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
        # Text and None never equal a value of another type, whereas 1 equals True.
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
        """Replace all values."""
        self._blocks, self._starts, self._opened = [], [0], (-1, [])
        self.tail[:] = values


def _unpacked(block: _Block) -> Values:
    if isinstance(block, bytes):
        # Packed by this process; it never left the process.
        return marshal.loads(block)  # type: ignore[no-any-return]  # noqa: S302
    return [block[0]] * block[1] if isinstance(block, tuple) else block
