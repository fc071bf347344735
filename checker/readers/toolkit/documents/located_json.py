"""Parse JSON with line numbers: every object and list has its first line.

The standard scanner is C code without positions. It parses what is within one line, up to 64 Ki characters at a time, so
that the objects of a long list can be packed one after another; everything else is parsed by a Python version of it that
counts lines. Duplicate keys keep the last value, as in the standard library.
"""

from __future__ import annotations

import json
import math
import re
from json.decoder import JSONDecodeError
from json.decoder import scanstring as _scan_string  # type: ignore[attr-defined]
from typing import Any

from checker.readers.toolkit.documents.located import (
    ListBuilder,
    LocatedDict,
    LocatedList,
    Shapes,
    line_of,
    located_dict,
    located_list,
)
from checker.readers.toolkit.numbers import whole as number_of

__all__ = ["MAX_DEPTH", "LocatedDict", "LocatedList", "Scanner", "line_of", "parse"]

MAX_DEPTH = 200
_CONSTANTS = {"Infinity": math.inf, "-Infinity": -math.inf}
"""Programs also print NaN, which JSON does not have: the value is unknown, like null."""
_SHARED_TEXTS = 1000
_STRETCH = 65_536
"""Characters that the standard scanner is given at once."""
_OUTERMOST = 8
"""Depth up to which it is given them: what is longer is tried at each level."""
_SHORTEST = 8
_BLANK = re.compile(r"[ \t\n\r]*")
_MEMBER = re.compile(
    r'"([^"\\\x00-\x1f]*+)"[ \t\n\r]*+:[ \t\n\r]*+(?:(?=[{\[])|'
    r'(?:"([^"\\\x00-\x1f]*+)"|(true|false|null)|(-?(?:0|[1-9][0-9]{0,17})(?![0-9.eE])))[ \t\n\r]*+(?:,[ \t\n\r]*+(?=")|(?=})))'
)
"""A key with the beginning of a container, or with a usual scalar and what follows it."""
_WORDS = {"true": True, "false": False, "null": None}


class InvalidError(Exception):
    """Raised for text that is not JSON, with the ``offset``; unlike the standard error it does not count lines."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message, self.offset = message, offset


def parse(text: str, first_line: int = 1) -> Any:
    """Parse one JSON document; blank text around it is allowed.

    Raises:
        json.JSONDecodeError: invalid JSON, or nested deeper than 200; ``lineno`` counts from ``first_line``.
    """
    scanner = Scanner(text, first_line)
    try:
        value, end = scanner.value(scanner.skip(0), 0)
        end = scanner.skip(end)
        if end != len(text):
            raise InvalidError("unexpected text after the document", end)
    except InvalidError as stopped:
        error = JSONDecodeError(stopped.message, text, stopped.offset)
        error.lineno += first_line - 1
        raise error from None
    return value


class Scanner:
    """Recursive descent over the containers of a text; strings, numbers and short containers go to the standard scanner."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text
        self._first_line = first_line
        # The offset whose line was asked for last, the line breaks before it, and the end of its line.
        self._asked, self._breaks, self._line_end = 0, 0, -1
        self._keys: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        self._shapes = Shapes()
        self._scan_scalar = json.JSONDecoder(parse_int=number_of, parse_constant=_CONSTANTS.get).scan_once  # type: ignore[attr-defined]
        self._scan_located = json.JSONDecoder(
            parse_int=number_of, parse_constant=_CONSTANTS.get, object_pairs_hook=self._located
        ).scan_once  # type: ignore[attr-defined]
        # The line that the located values are in; the characters cut out of it, and where they begin.
        self._line = 0
        self._stretch, self._begin = "", 0

    def line(self, offset: int) -> int:
        """Return the line of an offset."""
        if not self._asked <= offset <= self._line_end:
            if offset >= self._asked:
                self._breaks += self._text.count("\n", self._asked, offset)
            else:
                self._breaks -= self._text.count("\n", offset, self._asked)
            end = self._text.find("\n", offset)
            self._asked, self._line_end = offset, len(self._text) if end < 0 else end
        return self._first_line + self._breaks

    def skip(self, offset: int) -> int:
        """Return the next offset that is not blank."""
        return _BLANK.match(self._text, offset).end()  # type: ignore[union-attr]

    def value(self, offset: int, depth: int) -> tuple[Any, int]:
        """Parse the value at an offset; return it and the offset after it.

        Raises:
            InvalidError: invalid JSON, or nested deeper than 200.
        """
        if depth > MAX_DEPTH:
            raise InvalidError(f"nested deeper than {MAX_DEPTH}", offset)
        character = self._text[offset : offset + 1]
        if character in ("{", "["):
            found = self._within_line(offset, depth) if depth <= _OUTERMOST else None
            return found or (self._object if character == "{" else self._array)(offset, depth)
        try:
            return self._scan_scalar(self._text, offset)  # type: ignore[no-any-return]
        except StopIteration:
            raise InvalidError("missing value", offset) from None
        except JSONDecodeError as error:
            raise InvalidError(error.msg, error.pos) from None
        except ValueError as error:
            raise InvalidError(str(error), offset) from None

    def _within_line(self, offset: int, depth: int) -> tuple[Any, int] | None:
        """Parse a container by the standard scanner; None if it is longer than a stretch of its line, or invalid."""
        self._line = self.line(offset)
        if self._line_end - offset < _SHORTEST:
            return None
        # The rest of the stretch first; if the container is cut off at its end, a stretch that begins with it.
        for _ in range(2):
            if self._begin <= offset < self._begin + len(self._stretch):
                try:
                    value, end = self._scan_located(self._stretch, offset - self._begin)
                    return self._with_lists(value, depth), self._begin + end
                except StopIteration as stopped:
                    at, cut = stopped.value, False
                except JSONDecodeError as error:
                    at, cut = error.pos, error.msg.startswith("Unterminated")
                except (ValueError, RecursionError):
                    return None
                if self._begin == offset or not (cut or len(self._stretch) - at < _SHORTEST):
                    return None
            self._begin = offset
            self._stretch = self._text[offset : min(offset + _STRETCH, self._line_end)]
        return None

    def _located(self, pairs: list[tuple[str, Any]]) -> LocatedDict:
        texts = self._texts
        if len(texts) < _SHARED_TEXTS:
            texts.update((value, value) for _, value in pairs if type(value) is str and value not in texts)
        # Types and states are shared.
        found = LocatedDict([(key, texts.get(value, value) if type(value) is str else value) for key, value in pairs])
        found.line, found.places = self._line, self._shapes.within_line(found)
        return found

    def _with_lists(self, value: Any, depth: int) -> Any:
        """Replace the lists in a value by located ones."""
        if depth > MAX_DEPTH or (depth == MAX_DEPTH and value):
            raise RecursionError
        if type(value) is list:
            value = located_list(value, self._line, [self._line] * len(value))
            places: Any = enumerate(value)
        else:
            places = value.items() if type(value) is LocatedDict else ()
        for place, item in places:
            if type(item) is list or type(item) is LocatedDict:
                value[place] = self._with_lists(item, depth + 1)
        return value

    def _object(self, offset: int, depth: int) -> tuple[LocatedDict, int]:
        text, line = self._text, self.line(offset)
        values: dict[str, Any] = {}
        keys: list[str] = []
        lines: list[int] = []
        offset = self.skip(offset + 1)
        while text[offset : offset + 1] != "}":
            lines.append(self.line(offset))
            found = _MEMBER.match(text, offset) if depth < MAX_DEPTH else None
            key, begin = (found[1], found.end()) if found else self._key(offset)
            # Many objects share the same keys; store each key once.
            key = self._keys.setdefault(key, key)
            keys.append(key)
            kind = found.lastindex if found else 1
            if kind == 1:
                values[key], offset = self.value(begin, depth + 1)
                offset = self._next(offset, "}")
                continue
            printed = found[kind]  # type: ignore[index]
            values[key] = printed if kind == 2 else _WORDS[printed] if kind == 3 else number_of(printed)
            offset = begin
        return located_dict(values, line, self._shapes.places(keys, lines, line)), offset + 1

    def _key(self, offset: int) -> tuple[str, int]:
        """Return the key at an offset and the offset of its value.

        Raises:
            InvalidError: there is none.
        """
        if self._text[offset : offset + 1] != '"':
            raise InvalidError("missing key in double quotes", offset)
        try:
            key, offset = _scan_string(self._text, offset + 1, True)
        except JSONDecodeError as error:
            raise InvalidError(error.msg, error.pos) from None
        offset = self.skip(offset)
        if self._text[offset : offset + 1] != ":":
            raise InvalidError("missing ':'", offset)
        return key, self.skip(offset + 1)

    def _array(self, offset: int, depth: int) -> tuple[LocatedList, int]:
        items = ListBuilder(self.line(offset))
        offset = self.skip(offset + 1)
        while self._text[offset : offset + 1] != "]":
            line = self.line(offset)
            value, offset = self.value(offset, depth + 1)
            items.append(value, line)
            offset = self._next(offset, "]")
        return items.built(), offset + 1

    def _next(self, offset: int, closer: str) -> int:
        """Return the offset of the next key or item, or of the closing bracket.

        Raises:
            InvalidError: neither follows.
        """
        offset = self.skip(offset)
        separator = self._text[offset : offset + 1]
        if separator == closer:
            return offset
        if separator != ",":
            raise InvalidError(f"missing ',' or '{closer}'", offset)
        offset = self.skip(offset + 1)
        if self._text[offset : offset + 1] == closer:
            raise InvalidError("missing key in double quotes" if closer == "}" else "missing value", offset)
        return offset
