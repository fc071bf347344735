"""Flow collections of plain YAML: ``[…]`` or ``{key: value, …}``, also inside each other, and over several lines."""

from __future__ import annotations

import re

from checker.readers.toolkit.documents.yaml_scalars import FIRST, QUOTED, Event, NotPlainError, unquoted

_FLOW = re.compile(
    rf"""(?P<mark>[\[\]{{}},]) *+|\*(?P<alias>[\w\-]+)(?=[ ,\]}}]|$) *+|&(?P<anchor>[\w\-]+) ++"""
    rf"""|(?P<scalar>(?P<quoted>{QUOTED})|{FIRST}(?:[^\s,\[\]{{}}:]++| ++(?=[^\s,\[\]{{}}:#])|:(?=[\w/]))*+) *+"""
    r"""(?P<key>:(?: ++|$)|(?(quoted)(?<=['"]):|(?!)))?"""
)


class Flow:
    """An open flow collection; it is complete when ``is_open`` is FALSE."""

    def __init__(self, out: list[Event], tag: str | None = None, anchor: str | None = None) -> None:
        self._out = out
        self._closers: list[str] = []
        # What may come next: a value (also after a key), or a comma or closing bracket.
        self._value_next, self._after_key = True, False
        self._tag, self._anchor = tag, anchor

    @property
    def is_open(self) -> bool:
        """Return whether a bracket is not closed yet."""
        return bool(self._closers)

    def take(self, line: int, content: str) -> None:
        """Append the events of a line.

        Raises:
            NotPlainError: the line needs the complete parser.
        """
        position = 0
        while position < len(content):
            if content[position] == "#" and position and content[position - 1] == " ":
                return
            found = _FLOW.match(content, position) if self.is_open or not position else None
            if found is None:
                raise NotPlainError
            position = found.end()
            if (scalar := found["scalar"]) is not None:
                self._take_scalar(line, scalar, is_key=found["key"] is not None)
            elif mark := found["mark"]:
                self._take_mark(line, mark)
            else:
                self._take_name(line, found["alias"], found["anchor"])

    def _take_scalar(self, line: int, printed: str, *, is_key: bool) -> None:
        if not self._value_next or is_key != (self._closers[-1] == "}" and not self._after_key):
            raise NotPlainError
        if is_key and self._anchor is not None:
            raise NotPlainError
        self._after_key, self._value_next = is_key, is_key
        self._out.append(Event("scalar", line, *unquoted(printed), self._tag, self._anchor))
        self._tag = self._anchor = None

    def _take_name(self, line: int, alias: str | None, anchor: str | None) -> None:
        if not self._value_next or (self._closers[-1] == "}" and not self._after_key) or self._anchor is not None:
            raise NotPlainError
        if anchor is not None:
            self._anchor = anchor
            return
        self._after_key, self._value_next = False, False
        self._out.append(Event("alias", line, anchor=alias))

    def _take_mark(self, line: int, mark: str) -> None:
        if mark in "[{":
            if not self._value_next or (self._closers[-1:] == ["}"] and not self._after_key):
                raise NotPlainError
            self._closers.append("]" if mark == "[" else "}")
            self._value_next, self._after_key = True, False
            kind = "sequence" if mark == "[" else "mapping"
            self._out.append(Event(kind, line, tag=self._tag, anchor=self._anchor))
            self._tag = self._anchor = None
        elif mark == ",":
            if self._value_next:
                raise NotPlainError
            self._value_next = True
        elif mark != self._closers[-1] or self._after_key or self._anchor is not None:
            # A comma may be the last mark before a closing bracket.
            raise NotPlainError
        else:
            self._closers.pop()
            self._value_next, self._after_key = False, False
            self._out.append(Event("end", 0))
