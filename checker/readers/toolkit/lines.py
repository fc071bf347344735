"""Access the lines of a text without building a list, which would take three times the memory of the text."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import overload

_BREAK = re.compile("\n")
_STRETCH = 16_384
"""Characters split into lines in one step."""
_BLOCK = 128
"""The same in lines."""


def lines_of(text: str) -> Iterator[str]:
    """Yield every line of the text, without its line feed."""
    begin = 0
    while (end := text.find("\n", begin + _STRETCH)) >= 0:
        yield from text[begin:end].split("\n")
        begin = end + 1
    yield from text[begin:].split("\n")


def end_of(text: str) -> int:
    """Return the length of the text without blanks at its end; ``rstrip`` would copy the text."""
    end = len(text)
    while end:
        piece = text[max(0, end - _STRETCH) : end]
        kept = len(piece.rstrip())
        end -= len(piece) - kept
        if kept:
            break
    return end


class Lines(Sequence[tuple[int, str]]):
    """Lines with their numbers, without line end and trailing blanks, for readers that look ahead or back.

    Only offsets are stored; a line is extracted on access. A slice is a view of the same text.
    """

    __slots__ = ("_numbers", "_starts", "_text")

    def __init__(self, text: str, numbers: Sequence[int], starts: array[int] | None = None) -> None:
        """Use all lines of a text, or those that begin at ``starts``."""
        self._text = text
        if starts is None:
            starts = array("I" if len(text) < 2**32 else "Q", (0,))
            starts.extend(found.end() for found in _BREAK.finditer(text))
        self._starts = starts
        self._numbers = numbers

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> tuple[int, str]: ...
    @overload
    def __getitem__(self, index: slice) -> Lines: ...
    def __getitem__(self, index: int | slice) -> tuple[int, str] | Lines:
        """Return a line with its number, or some of the lines.

        Raises:
            IndexError: the index is out of range.
        """
        if isinstance(index, slice):
            return Lines(self._text, self._numbers[index], self._starts[index])
        return self._numbers[index], self.text(index)

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Yield every line with its number."""
        text, find = self._text, self._text.find
        for number, start in zip(self._numbers, self._starts, strict=True):
            end = find("\n", start)
            yield number, text[start : end if end >= 0 else None].rstrip()

    def text(self, index: int) -> str:
        """Return a line without its number."""
        return self.whole(index).rstrip()

    def whole(self, index: int) -> str:
        """Return a line without its number, with its trailing blanks."""
        start = self._starts[index]
        end = self._text.find("\n", start)
        return self._text[start : end if end >= 0 else None]

    def where(self, keep: Callable[[str], object]) -> Lines:
        """Return the lines for which ``keep`` is true: ``where(str.strip)`` skips blank lines."""
        return self.at(index for index, (_, line) in enumerate(self) if keep(line))

    def at(self, places: Iterator[int]) -> Lines:
        """Return the lines at these indexes, in ascending order."""
        numbers, starts = array("Q"), array(self._starts.typecode)
        for place in places:
            numbers.append(self._numbers[place])
            starts.append(self._starts[place])
        return Lines(self._text, numbers, starts)


class WholeLines(Sequence[str]):
    """The lines of a text as they are, without their line feeds, as ``split`` returns them.

    Only the lines around the last one that was read are stored.
    """

    __slots__ = ("_block", "_length", "_number", "_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = array("Q", (0,))
        self._length = 1
        for found in _BREAK.finditer(text):
            if self._length % _BLOCK == 0:
                self._starts.append(found.end())
            self._length += 1
        self._number, self._block = -1, [""]

    def __len__(self) -> int:
        """Return the number of lines."""
        return self._length

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        """Return a line, or a list of some lines.

        Raises:
            IndexError: the index is out of range.
        """
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._length))]
        number, place = divmod(index, _BLOCK)
        if number != self._number:
            if not 0 <= number < len(self._starts):
                raise IndexError(index)
            last = number + 1 == len(self._starts)
            end = len(self._text) if last else self._starts[number + 1] - 1
            self._number, self._block = number, self._text[self._starts[number] : end].split("\n")
        return self._block[place]
