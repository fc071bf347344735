"""Events of YAML in the layout that programs and people write, line by line: much faster than the complete parser.

Understood are block mappings and sequences, flow collections, scalars on one or several lines, anchors, aliases, local
tags, comments, and ``---`` and ``...``::

    - name: Zones   # comment
      details: &common
      - {vsan: 10, pwwn: '10:00:00:00:c9:aa:00:01'}
      password: !vault |
        $ANSIBLE_VAULT;1.1;AES256

For everything else, valid or not, :class:`NotPlainError` is raised, and the complete parser decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from checker.readers.toolkit.documents.yaml_flow import Flow
from checker.readers.toolkit.documents.yaml_scalars import (
    COMMENT,
    PLAIN,
    QUOTED,
    Event,
    NotPlainError,
    block,
    continued,
    quoted,
    unquoted,
)
from checker.readers.toolkit.lines import WholeLines

_UNKNOWN = re.compile(r"[^\n\t\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_KEY = re.compile(rf"({PLAIN}|{QUOTED}) *+:(?: ++|$)")
_PLAIN = re.compile(rf"({PLAIN}){COMMENT}")
_QUOTED_VALUE = re.compile(rf"({QUOTED}) *+{COMMENT}")
_ALIAS = re.compile(rf"\*([\w\-]+)(?: ++|$){COMMENT}")
_PROPERTIES = re.compile(r"(?:&(?P<anchor>[\w\-]+)(?: ++|$))?(?:(?P<tag>![A-Za-z][\w\-]*)(?: ++|$))?")
_MARKER = re.compile(r"(?:---|\.\.\.)(?: +#.*)?$")
_LONGEST_KEY = 1000
_DEEPEST = 250


def events(text: str) -> Iterator[Event]:
    """Yield the events of all documents.

    Raises:
        NotPlainError: the text needs the complete parser from the line on; earlier events have been yielded.
    """
    if unknown := _UNKNOWN.search(text):
        raise NotPlainError(text.count("\n", 0, unknown.start()))
    lines = WholeLines(text)
    blocks = _Blocks(lines)
    try:
        while blocks.at < len(lines):
            blocks.take_line()
            yield from blocks.out
            blocks.out.clear()
        blocks.end()
    except NotPlainError:
        raise NotPlainError(max(blocks.at - 1, 0), blocks.document) from None
    yield from blocks.out


class _Blocks:
    """The open block collections, by column; ``waiting`` is the line of a key or dash that has no value yet."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.at = 0
        self.document = 0
        self.out: list[Event] = []
        self._lines = lines
        self._ended, self._needs_marker = True, False
        self._open: list[tuple[int, str]] = []
        self._waiting: int | None = None
        # Line, tag and anchor for the value that is awaited.
        self._named: tuple[int, str | None, str | None] | None = None
        self._flow: Flow | None = None

    def take_line(self) -> None:
        """Append the events of the next line, and of those that belong to its value."""
        number = self.at
        self.at += 1
        line = self._lines[number].rstrip(" ")
        content = line.lstrip(" ")
        if not content or content[0] == "#":
            return
        if line.startswith(("---", "...")):
            self._marker(number, line)
            return
        if "\t" in line or content[0] == "%":
            raise NotPlainError
        if self._ended:
            if self._needs_marker:
                raise NotPlainError
            self._begin_document(number)
        self._take(number, len(line) - len(content), content)

    def _marker(self, number: int, line: str) -> None:
        if not _MARKER.match(line) or (line[0] == "." and self._ended):
            raise NotPlainError
        self.end()
        self._needs_marker = line[0] == "."
        if line[0] == "-":
            self._begin_document(number)

    def _begin_document(self, line: int) -> None:
        self._ended, self._needs_marker = False, False
        self._open = [(-1, "document")]
        self._waiting = line
        self.document = line
        self.out.append(Event("document", line))

    def end(self) -> None:
        """Close all collections of a document; an empty document is not plain."""
        if not self._ended:
            if (len(self._open) == 1 and self._waiting is not None) or self._flow is not None:
                raise NotPlainError
            self._close(-1)
            self._ended = True

    def _close(self, column: int) -> None:
        """Close the collections to the right of a column."""
        while self._open[-1][0] > column:
            self._empty()
            self._open.pop()
            self.out.append(Event("end", 0))

    def _empty(self) -> None:
        """Give a key or dash without a value the empty scalar."""
        if self._waiting is not None:
            line, tag, anchor = self._properties(self._waiting)
            self.out.append(Event("scalar", line, "", None, tag, anchor))
            self._waiting = None

    def _properties(self, line: int) -> tuple[int, str | None, str | None]:
        """Return line, tag and anchor of the value that begins now."""
        named, self._named = self._named, None
        return named or (line, None, None)

    def _take(self, line: int, column: int, content: str) -> None:
        """Append the events of a line."""
        if self._flow is not None:
            self._take_flow(line, content)
            return
        dash = content == "-" or content.startswith("- ")
        # The outermost collection ends with its document only.
        if len(self._open) > 1 and column < self._open[1][0]:
            raise NotPlainError
        self._close(column)
        at, kind = self._open[-1]
        if dash:
            if self._waiting is not None and (at < column or kind == "mapping"):
                self._begin(line, column, "sequence")
            elif (at, kind) != (column, "sequence"):
                raise NotPlainError
        elif self._waiting is not None and at < column and not _KEY.match(content):
            if len(self._open) == 1 and content[0] not in "[{":
                raise NotPlainError
            self._waiting = None
            self._value(line, content)
            return
        else:
            if at == column and kind == "sequence":
                if self._open[-2] != (column, "mapping"):
                    raise NotPlainError
                # A list at the column of its key ends at the next key.
                self._empty()
                self._open.pop()
                self.out.append(Event("end", 0))
                at, kind = self._open[-1]
            if self._waiting is not None and at < column:
                self._begin(line, column, "mapping")
            elif (at, kind) != (column, "mapping"):
                raise NotPlainError
        self._empty()
        while dash:
            rest = content[1:].lstrip(" ")
            column += len(content) - len(rest)
            content = rest
            if not content or content[0] == "#":
                self._waiting = line
                return
            dash = content == "-" or content.startswith("- ")
            if dash:
                self._begin(line, column, "sequence")
            elif _KEY.match(content):
                self._begin(line, column, "mapping")
            else:
                self._value(line, content)
                return
        self._pair(line, content)

    def _begin(self, line: int, column: int, kind: str) -> None:
        if len(self._open) > _DEEPEST:
            raise NotPlainError
        self._waiting = None
        line, tag, anchor = self._properties(line)
        self._open.append((column, kind))
        self.out.append(Event(kind, line, "", None, tag, anchor))

    def _pair(self, line: int, content: str) -> None:
        """Append the events of ``key: value``, or of ``key:`` that waits for its value."""
        key = _KEY.match(content)
        if key is None or key.end() > _LONGEST_KEY:
            raise NotPlainError
        self.out.append(Event("scalar", line, *unquoted(key[1])))
        rest = content[key.end() :]
        if not rest or rest[0] == "#":
            self._waiting = line
        else:
            self._value(line, rest)

    def _value(self, line: int, content: str) -> None:
        """Append the events of a value that begins in this line."""
        if content[0] in "&!":
            found = _PROPERTIES.match(content)
            if found is None or not found.end() or self._named is not None:
                raise NotPlainError
            self._named = line, found["tag"], found["anchor"]
            content = content[found.end() :]
            if not content or content[0] == "#":
                self._waiting = line
                return
            if content[0] in "*&!" or content.startswith("- ") or _KEY.match(content):
                raise NotPlainError
        parent = self._open[-1][0]
        style: str | None
        if content[0] in "[{":
            self._take_flow(line, content)
        elif alias := _ALIAS.match(content):
            self.out.append(Event("alias", line, anchor=alias[1]))
        elif content[0] in "|>":
            style, text, self.at = block(self._lines, self.at, parent, content)
            self._scalar(line, text, style)
        elif content[0] in "'\"":
            if whole := _QUOTED_VALUE.match(content):
                self._scalar(line, *unquoted(whole[1]))
            else:
                raw = self._lines[line]
                text, self.at = quoted(self._lines, self.at, content + raw[len(raw.rstrip(" ")) :])
                self._scalar(line, text, content[0])
        elif plain := _PLAIN.match(content):
            text = plain[1]
            if plain.end() == plain.end(1):
                text, self.at = continued(self._lines, self.at, parent, text)
            self._scalar(line, text.rstrip(" "), None)
        else:
            raise NotPlainError

    def _scalar(self, line: int, text: str, style: str | None) -> None:
        line, tag, anchor = self._properties(line)
        self.out.append(Event("scalar", line, text, style, tag, anchor))

    def _take_flow(self, line: int, content: str) -> None:
        flow = self._flow
        if flow is None:
            at, tag, anchor = self._properties(line)
            if at != line:
                raise NotPlainError
            flow = Flow(self.out, tag, anchor)
        flow.take(line, content)
        self._flow = flow if flow.is_open else None
