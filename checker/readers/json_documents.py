"""Several JSON documents in one text: one a line, one after another, between echoed commands, or cut off at the end.

Arrays are asked object by object, so captures hold many small documents. The text is cut in one pass over its brackets
and quotes; each piece is then parsed with its own first line. A document that is cut off keeps its complete records.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from checker.facts.observations import Writer
from checker.readers import located_json

# An unterminated string swallows the rest of the text at once, so that no quote is visited twice.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)|[{}\[\]]', re.DOTALL)
_START = re.compile(r"[{\[]")
_CLOSER = {"{": "}", "[": "]"}


@dataclass(frozen=True)
class Document:
    """One parsed document and the line it begins at; ``truncated`` if records at its end were cut off."""

    value: Any
    line: int
    truncated: bool = False


@dataclass(frozen=True)
class Skipped:
    """Text that is no JSON: its first line, its number of non-blank lines and what was wrong ('' between documents).

    ``truncated`` if it is a document that the text cuts off before its first record is complete.
    """

    line: int
    lines: int
    problem: str = ""
    truncated: bool = False


def documents(text: str, first_line: int = 1) -> Iterator[Document | Skipped]:
    """Yield every JSON document of the text in order, and the stretches between them that are no JSON."""
    position, line = 0, first_line
    while True:
        begin = _START.search(text, position)
        gap = text[position : begin.start()] if begin else text[position:]
        if gap.strip():
            leading = len(gap) - len(gap.lstrip())
            yield Skipped(line + gap.count("\n", 0, leading), sum(1 for row in gap.split("\n") if row.strip()))
        line += gap.count("\n")
        if begin is None:
            return
        end, repaired, cut_off = _extent(text, begin.start())
        piece = text[begin.start() : end]
        try:
            value = located_json.parse(piece if repaired is None else repaired, line)
            yield Document(value, line, repaired is not None)
        except (json.JSONDecodeError, RecursionError) as error:
            where = error.lineno if isinstance(error, json.JSONDecodeError) else line
            yield Skipped(
                where, sum(1 for row in piece.split("\n") if row.strip()), str(error) or "nested too deeply", cut_off
            )
        line += piece.count("\n")
        position = end


def told_documents(text: str, first_line: int, out: Writer, *, strays: bool = True) -> Iterator[Document]:
    """Yield every JSON document of a text, and say in the export's notes what could not be read, and what is cut off.

    ``strays`` FALSE: lines between documents, such as an echoed command, are no loss.
    """
    for document in documents(text, first_line):
        if isinstance(document, Document):
            if document.truncated:
                out.ends_inside_record = True
                out.note(document.line, "the document is cut off; what was complete has been read")
            yield document
            continue
        out.ends_inside_record |= document.truncated
        if document.problem:
            out.note(document.line, f"no JSON that could be read: {document.problem}")
        if document.problem or strays:
            out.unread(document.line, document.lines)


def _extent(text: str, start: int) -> tuple[int, str | None, bool]:
    """Return where the document that begins at ``start`` ends; if the text stops before, its complete part, closed.

    The last value tells whether the text stops inside the document.
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
