"""Scalars of plain YAML: texts on one or several lines, quoted texts with their escapes, and blocks after ``|`` or ``>``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from checker.readers.toolkit.numbers import whole

FIRST = r"""(?:[^\s\-?:,\[\]{}#&*!|>'"%@`]|-(?=[^\s,\[\]{}]))"""
QUOTED = r"""'(?:[^'\n]++|'')*+'|"(?:[^"\\\n]++|\\.)*+\""""
PLAIN = rf"{FIRST}(?:[^:#\n]++|:(?=[^ \n])|(?<! )#)*+"
"""A text up to ``: ``, `` #`` or the end of the line."""
COMMENT = r"(?:(?<= )#.*)?$"
_MORE = re.compile(rf"((?:[^:#\n]++|:(?=[^ \n])|(?<! )#)*+){COMMENT}")
_HEADER = re.compile(rf"([|>])(?:([-+]?)([1-9]?)|([1-9])([-+]))(?: ++|$){COMMENT}")
_OPEN = {"'": re.compile(r"(?:[^']++|'')*+"), '"': re.compile(r'(?:[^"\\]++|\\.)*+\\?')}
_AFTER_QUOTE = re.compile(rf" *+{COMMENT}")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.?))", re.DOTALL)
_ESCAPED = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b", " ": " ",
    '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip


class NotPlainError(Exception):
    """Raised at the first ``line`` (from 0) that needs the complete parser; ``document`` is where its document begins."""

    def __init__(self, line: int = 0, document: int = 0) -> None:
        super().__init__(f"line {line + 1}")
        self.line = line
        self.document = document


class Event(NamedTuple):
    """One step through a document: its ``kind`` is document, mapping, sequence, scalar, alias or end.

    ``line`` counts from 0. Anchor, tag and style (the quote or block sign) are None if they are not written.
    """

    kind: str
    line: int
    value: str = ""
    style: str | None = None
    tag: str | None = None
    anchor: str | None = None


def unquoted(printed: str) -> tuple[str, str | None]:
    """Return the text and the style of a scalar on one line.

    Raises:
        NotPlainError: an unknown escape.
    """
    quote = printed[0]
    if quote == "'":
        return printed[1:-1].replace("''", "'"), quote
    if quote == '"':
        return _unescaped(printed[1:-1]), quote
    return printed.rstrip(" "), None


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_meant, text) if "\\" in text else text


def _meant(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    meant = chr(whole(code, 16)) if code and whole(code, 16) < 0x110000 else _ESCAPED.get(found[4] or "")
    if meant is None:
        raise NotPlainError
    return meant


def continued(lines: Sequence[str], at: int, parent: int, first: str) -> tuple[str, int]:
    """Return a text without quotes that may continue on deeper lines from ``at`` on, and the line after it.

    Raises:
        NotPlainError: a deeper line is not the continuation of a text.
    """
    parts, blank, after = [first.rstrip(" ")], 0, at
    for number in range(at, len(lines)):
        content = lines[number].strip(" ")
        if not content:
            blank += 1
            continue
        if lines[number][: parent + 1].strip(" ") or content[0] == "#":
            break
        found = _MORE.match(content)
        if found is None or "\t" in content:
            raise NotPlainError
        parts += ("\n" * blank or " ", found[1].rstrip(" "))
        blank, after = 0, number + 1
        if found.end() != found.end(1):
            break
    return "".join(parts), after


def quoted(lines: Sequence[str], at: int, first: str) -> tuple[str, int]:
    """Return a quoted text that begins with ``first`` and ends on a line from ``at`` on, and the line after it.

    Raises:
        NotPlainError: it doesn't end, or something follows it.
    """
    quote, still_open = first[0], _OPEN[first[0]]
    parts: list[str] = []
    glue, raw = "", first[1:]
    while True:
        found = still_open.match(raw)
        assert found is not None
        last = found.end() < len(raw)
        piece = found[0] if last else raw.rstrip(" \t")
        escaped_end = quote == '"' and not last and (len(piece) - len(piece.rstrip("\\"))) % 2 == 1
        if escaped_end and piece != raw:
            raise NotPlainError
        if piece or last:
            piece = piece[:-1] if escaped_end else piece
            parts += (glue, _unescaped(piece) if quote == '"' else piece.replace("''", "'"))
            glue = "" if escaped_end else " "
        elif not parts:
            glue = " "
        else:
            # The first line break after a text is a space; each empty line is a line break instead.
            glue = "\n" if glue == " " else glue + "\n"
        if last:
            if not _AFTER_QUOTE.match(raw, found.end() + 1):
                raise NotPlainError
            return "".join(parts), at
        if at >= len(lines) or lines[at].startswith(("---", "...")):
            raise NotPlainError
        raw = lines[at].lstrip(" \t")
        at += 1


def block(lines: Sequence[str], at: int, parent: int, header: str) -> tuple[str, str, int]:
    """Return style and text of the block scalar whose lines begin at ``at``, and the line after it.

    Raises:
        NotPlainError: the header is unusual, or its first lines are blanks.
    """
    found = _HEADER.match(header)
    if found is None:
        raise NotPlainError
    style, chomping, digit = found[1], found[2] or found[5] or "", found[3] or found[4]
    first = next((number for number in range(at, len(lines)) if lines[number].strip(" ")), len(lines))
    if any(lines[at:first]):
        raise NotPlainError
    depth = len(lines[first]) - len(lines[first].lstrip(" ")) if first < len(lines) else 0
    indent = parent + whole(digit) if digit else max(parent + 1, depth)
    pieces: list[str] = []
    before, blank, complete, number = "", 0, False, at
    for number in range(at, len(lines) + 1):
        line = lines[number] if number < len(lines) else "-"
        if not line[:indent].strip(" ") and len(line) <= indent:
            # What is after the last line feed is not a line.
            blank += number + 1 < len(lines)
            continue
        if line[:indent].strip(" ") or number == len(lines):
            break
        piece = line[indent:]
        if before:
            folds = style == ">" and before[0] not in " \t" and piece[0] not in " \t"
            pieces.append(("" if blank else " ") if folds else "\n")
        pieces += ("\n" * blank, piece)
        before, blank, complete = piece, 0, number + 1 < len(lines)
    end = "\n" if complete and chomping != "-" else ""
    return style, "".join(pieces) + end + ("\n" * blank if chomping == "+" else ""), number
