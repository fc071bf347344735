"""Read several JSON documents from one text: one per line, consecutive, between echoed commands, or truncated.

Arrays are queried object by object, so captures contain many small documents. One pass over brackets and quotes splits
the text; each piece is then parsed with its own first line. A truncated document keeps its complete records.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from checker.facts.observations import Writer
from checker.readers.toolkit.documents import located_json

# An unterminated string consumes the rest of the text in one step, so that no quote is visited twice.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)|[{}\[\]]', re.DOTALL)
_INVALID = object()
_START = re.compile(r"[{\[]")
_ECHOED = 3
"""Lines that a shell prints below the last document."""
_CLOSER = {"{": "}", "[": "]"}


@dataclass(frozen=True)
class Document:
    """One parsed document and its first line; ``truncated`` if records at its end are missing."""

    value: Any
    line: int
    truncated: bool = False


@dataclass(frozen=True)
class Skipped:
    """Text that is not valid JSON: its first line, its number of non-blank lines, and the error ('' between documents).

    ``truncated`` if it is a document that ends before its first record is complete; ``where`` is the line of the error.
    """

    line: int
    lines: int
    problem: str = ""
    truncated: bool = False
    where: int = 0


def documents(text: str, first_line: int = 1) -> Iterator[Document | Skipped]:
    """Yield every JSON document of the text in order, and the other text between them."""
    position, line = 0, first_line
    scanner = located_json.Scanner(text, first_line)
    while True:
        begin = _START.search(text, position)
        gap = text[position : begin.start()] if begin else text[position:]
        if gap.strip():
            leading = len(gap) - len(gap.lstrip())
            yield Skipped(line + gap.count("\n", 0, leading), sum(1 for row in gap.split("\n") if row.strip()))
        line += gap.count("\n")
        if begin is None:
            return
        try:
            value, position = scanner.value(begin.start(), 0)
        except (located_json.InvalidError, RecursionError):
            value = _INVALID
        if value is not _INVALID:
            yield Document(value, line)
            line += text.count("\n", begin.start(), position)
            # Otherwise two documents were in memory while the next one is parsed.
            del value
            continue
        end, repaired, cut_off = _extent(text, begin.start())
        piece = text[begin.start() : end]
        try:
            value = located_json.parse(piece if repaired is None else repaired, line)
            yield Document(value, line, repaired is not None)
        except (json.JSONDecodeError, RecursionError) as error:
            where = error.lineno if isinstance(error, json.JSONDecodeError) else line
            problem = str(error) or "nested too deeply"
            yield Skipped(line, sum(1 for row in piece.split("\n") if row.strip()), problem, cut_off, where)
        line += piece.count("\n")
        position = end


def noted_documents(
    text: str, first_line: int, out: Writer, *, strays: bool = True, whole: bool = False
) -> Iterator[Document]:
    """Yield every JSON document of a text, and note invalid or truncated documents at the export.

    ``strays`` FALSE: lines between documents, such as echoed commands, do not count as unread, nor do a few below the last one.
    ``whole`` TRUE: objects missing from a capture with an invalid document may exist.
    """
    below: Skipped | None = None
    for document in documents(text, first_line):
        below = None
        if isinstance(document, Document):
            if document.truncated:
                out.ends_inside_record = True
                out.note(document.line, "the document is truncated; its complete records were read")
            yield document
            continue
        out.ends_inside_record |= document.truncated or (whole and bool(document.problem))
        if document.problem:
            out.note(document.where, f"invalid JSON: {document.problem}")
        if document.problem or strays:
            out.unread(document.line, document.lines)
        else:
            below = document
    report_below(below, first_line, out)


def report_below(below: Skipped | None, first_line: int, out: Writer) -> None:
    """Count the text below the last document as unread if a shell prints less: it is the output of another command."""
    if below is not None and below.lines > _ECHOED and below.line > first_line:
        out.unread(below.line, below.lines)


def _extent(text: str, start: int) -> tuple[int, str | None, bool]:
    """Return the end of the document that begins at ``start``; for a truncated one also its complete part, closed.

    The last value is whether the text ends inside the document.
    """
    stack: list[str] = []
    saved: tuple[int, str] | None = None
    for token in _TOKEN.finditer(text, start):
        mark = token.group()
        if mark in "{[":
            stack.append(mark)
            if len(stack) > located_json.MAX_DEPTH:
                return len(text), None, False
        elif mark in "}]":
            if _CLOSER[stack[-1]] != mark:
                return token.end(), None, False
            stack.pop()
            if not stack:
                return token.end(), None, False
            if mark == "}":
                saved = token.end(), "".join(_CLOSER[opened] for opened in reversed(stack))
    if saved is None:
        return len(text), None, True
    return len(text), text[start : saved[0]] + saved[1], True
