"""Parse JSON with line numbers: every object and list has its first line.

The standard scanner is C code without positions; its Python version is wrapped here, which is fast enough for API
answers. Duplicate keys keep the last value, as in the standard library.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_right
from collections.abc import Callable
from json.decoder import JSONDecodeError
from json.decoder import scanstring as _scan_string  # type: ignore[attr-defined]
from typing import Any

from checker.readers.toolkit.numbers import whole as number_of

MAX_DEPTH = 200
_SHARED_TEXTS = 1000
_BREAK = re.compile("\n")


class LocatedDict(dict[str, Any]):
    """A JSON object; ``line`` is the line of its opening brace, ``key_lines`` the line of each key."""

    # Answers of arrays contain hundreds of thousands of objects; slots save one dictionary for each.
    __slots__ = ("key_lines", "line")
    line: int
    key_lines: dict[str, int]

    def __getattr__(self, name: str) -> Any:
        """Return line 0 and no key lines for an object that was not parsed."""
        if name == "line":
            return 0
        if name == "key_lines":
            return {}
        raise AttributeError(name)


class LocatedList(list[Any]):
    """A JSON array; ``line`` is the line of its opening bracket, ``item_lines`` the line of each item."""

    __slots__ = ("item_lines", "line")
    line: int
    item_lines: list[int]

    def __getattr__(self, name: str) -> Any:
        """Return line 0 for a list that was not parsed."""
        if name == "line":
            return 0
        raise AttributeError(name)


def line_of(value: object, default: int) -> int:
    """Return the first line of a located value, or the default for plain values."""
    return value.line if isinstance(value, (LocatedDict, LocatedList)) else default


def parse(text: str, first_line: int = 1) -> Any:
    """Parse one JSON document; blank text around it is allowed.

    Raises:
        json.JSONDecodeError: invalid JSON; ``lineno`` counts from ``first_line``.
    """
    return parse_prefix(text, first_line)[0]


def parse_prefix(text: str, first_line: int = 1, whole: bool = True) -> tuple[Any, int]:
    """Parse the JSON value at the start of the text; return it and the offset after it.

    Raises:
        json.JSONDecodeError: invalid JSON, nesting deeper than 200, or (with ``whole``) text after the value.
    """
    scanner = _Scanner(text, first_line)
    begin = scanner.skip(0)
    try:
        value, end = (None if "\n" in text else parse_line(text, begin, first_line)) or scanner.value(begin, 0)
        end = scanner.skip(end)
        if whole and end != len(text):
            raise JSONDecodeError("unexpected text after the document", text, end)
    except JSONDecodeError as error:
        error.lineno += first_line - 1
        raise
    return value, end


def parse_line(text: str, offset: int, line: int) -> tuple[Any, int] | None:
    """Parse a JSON value without line breaks by the standard scanner; return it and the offset after it.

    All of it has one line number, so no positions are needed, which is several times as fast. Return None if it spans
    lines or is invalid: the error comes from the scanner with positions.
    """
    key_lines: dict[tuple[str, ...], dict[str, int]] = {}
    texts: dict[str, str] = {}

    def located(pairs: list[tuple[str, Any]]) -> LocatedDict:
        found = LocatedDict(pairs)
        found.line = line
        keys = tuple(found)
        shared = key_lines.get(keys)
        if shared is None:
            shared = key_lines[keys] = dict.fromkeys(keys, line)
        # Records of one kind have the same keys: one dictionary for all of them. Types and states are shared, too.
        found.key_lines = shared
        for key, value in found.items():
            if type(value) is str:
                known = texts.get(value)
                if known is not None:
                    found[key] = known
                elif len(texts) < _SHARED_TEXTS:
                    texts[value] = value
        return found

    try:
        decoder = json.JSONDecoder(parse_int=number_of, object_pairs_hook=located)
        value, end = decoder.scan_once(text, offset)  # type: ignore[attr-defined]
        return None if text.find("\n", offset, end) >= 0 else (_with_lists(value, line, 0), end)
    except (StopIteration, ValueError, RecursionError):
        return None


def _with_lists(value: Any, line: int, depth: int) -> Any:
    """Replace the lists in a value by located ones."""
    if depth > MAX_DEPTH or (depth == MAX_DEPTH and value):
        raise RecursionError
    if type(value) is list:
        value = LocatedList(value)
        value.line, value.item_lines = line, [line] * len(value)
        places: Any = enumerate(value)
    else:
        places = value.items() if type(value) is LocatedDict else ()
    for place, item in places:
        if type(item) is list or type(item) is LocatedDict:
            value[place] = _with_lists(item, line, depth + 1)
    return value


class _Scanner:
    """Recursive descent over the containers; strings and numbers go to the standard scanner."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text
        self._first_line = first_line
        self._breaks = array("Q", (found.start() for found in _BREAK.finditer(text)))
        self._keys: dict[str, str] = {}
        self._scan_scalar: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder(parse_int=number_of).scan_once  # type: ignore[attr-defined]

    def line(self, offset: int) -> int:
        return self._first_line + bisect_right(self._breaks, offset - 1)

    def skip(self, offset: int) -> int:
        text, length = self._text, len(self._text)
        while offset < length and text[offset] in " \t\n\r":
            offset += 1
        return offset

    def value(self, offset: int, depth: int) -> tuple[Any, int]:
        if depth > MAX_DEPTH:
            raise JSONDecodeError(f"nested deeper than {MAX_DEPTH}", self._text, offset)
        character = self._text[offset : offset + 1]
        if character == "{":
            return self._object(offset, depth)
        if character == "[":
            return self._array(offset, depth)
        try:
            return self._scan_scalar(self._text, offset)
        except StopIteration:
            raise JSONDecodeError("missing value", self._text, offset) from None
        except ValueError as error:
            if isinstance(error, JSONDecodeError):
                raise
            raise JSONDecodeError(str(error), self._text, offset) from None

    def _object(self, offset: int, depth: int) -> tuple[LocatedDict, int]:
        found = LocatedDict()
        found.line = self.line(offset)
        found.key_lines = {}
        offset = self.skip(offset + 1)
        if self._text[offset : offset + 1] == "}":
            return found, offset + 1
        while True:
            if self._text[offset : offset + 1] != '"':
                raise JSONDecodeError("missing key in double quotes", self._text, offset)
            key_line = self.line(offset)
            key, offset = _scan_string(self._text, offset + 1, True)
            # Many objects share the same keys; store each key once.
            key = self._keys.setdefault(key, key)
            offset = self.skip(offset)
            if self._text[offset : offset + 1] != ":":
                raise JSONDecodeError("missing ':'", self._text, offset)
            value, offset = self.value(self.skip(offset + 1), depth + 1)
            found[key] = value
            found.key_lines[key] = key_line
            offset = self.skip(offset)
            separator = self._text[offset : offset + 1]
            if separator == "}":
                return found, offset + 1
            if separator != ",":
                raise JSONDecodeError("missing ',' or '}'", self._text, offset)
            offset = self.skip(offset + 1)

    def _array(self, offset: int, depth: int) -> tuple[LocatedList, int]:
        found = LocatedList()
        found.line = self.line(offset)
        found.item_lines = []
        offset = self.skip(offset + 1)
        if self._text[offset : offset + 1] == "]":
            return found, offset + 1
        while True:
            found.item_lines.append(self.line(offset))
            value, offset = self.value(offset, depth + 1)
            found.append(value)
            offset = self.skip(offset)
            separator = self._text[offset : offset + 1]
            if separator == "]":
                return found, offset + 1
            if separator != ",":
                raise JSONDecodeError("missing ',' or ']'", self._text, offset)
            offset = self.skip(offset + 1)
