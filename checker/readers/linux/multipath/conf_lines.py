"""The grammar of multipath.conf: words and braces of a line, quoted or not, without its comment.

A comment begins with ``#`` or ``!`` outside quotes. An opening brace follows the section name on the same line, with or
without a blank; braces inside a word belong to a regular expression.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_WORD = re.compile(r'[ \t]*(?:"((?:[^"]|"")*+)("?)|([#!])|([{}])(?=[\s{}#!]|\Z)|([^\s"#!]+))')


class Word(NamedTuple):
    """One word: its text, whether it is a brace, and whether it was quoted and the quotes were closed."""

    text: str
    brace: bool = False
    unclosed: bool = False


def words(line: str) -> list[Word]:
    """Split a line into words and braces; a comment after ``#`` or ``!`` is dropped."""
    found: list[Word] = []
    position = 0
    while match := _WORD.match(line, position):
        position = match.end()
        quoted, closing, comment, brace, plain = match.groups()
        if comment:
            break
        if quoted is not None:
            found.append(Word(quoted.replace('""', '"') if quoted != "" else "", False, closing == ""))
        elif brace:
            found.append(Word(brace, True))
        elif plain.endswith("{") and plain[:-1].replace("_", "").isalpha():
            found += [Word(plain[:-1]), Word("{", True)]
        else:
            found.append(Word(plain))
    return found
