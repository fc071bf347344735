"""Escape text from exports for Markdown, so that GitHub, GitLab and plain CommonMark show it literally.

A backslash escapes punctuation. It does not stop these sites from turning mentions, issue numbers, addresses and
emoji names into links and pictures, because they search for them after parsing the Markdown; an invisible space
(U+200B) breaks those. In a WWN it would break ``:ab:``, which is an emoji; WWNs are shown as code instead, so that
they can be copied.
"""

from __future__ import annotations

import re

from checker.report.text.words import clean

_BREAK = "\u200b"
_WWN = re.compile(r"(?<![\w:])(?:[0-9A-Fa-f]{2}:){7}[0-9A-Fa-f]{2}(?![\w:])")
# An underscore inside a word is not markup, and names are full of them.
_MARKUP = re.compile(r"([\\`*{}\[\]<>|~$&#]|(?<![^\W_])_|_(?![^\W_]))")
# The start of a mention, reference, address or emoji.
_REFERENCE = re.compile(
    r"(?<=[@!%^~#&$])(?=\w)"  # @person !12 %milestone ^alert ~label #12 &12 $12
    r"|(?<=:)(?=(?:[\w+-]*[A-Za-z][\w+-]*|[+-]1|100|1234):)"  # :emoji:
    r"|(?<=:)(?=//)|(?i:(?<=\bwww)(?=\.)|(?<=\bmailto)(?=:)|(?<=\bxmpp)(?=:)|(?<=\bGH)(?=-\d)|(?<=\bCVE)(?=-\d))"
)
# At the start of a line: list items, headings, underlines of headings, quotes.
_LINE_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")


def paragraph(text: str) -> str:
    """Return text as a paragraph of its own that does not start a list, heading or quote."""
    return _LINE_START.sub(_kept_from_line_start, escaped(text))


def escaped(text: str) -> str:
    """Return text for the middle of a line, without markup, HTML, links, mentions or bars that end a table cell."""
    text = clean(text)
    parts = []
    position = 0
    for match in _WWN.finditer(text):
        parts += [_plain(text[position : match.start()]), f"`{match.group()}`"]
        position = match.end()
    parts.append(_plain(text[position:]))
    return "".join(parts).strip()


def with_code(text: str) -> str:
    """Return text for the middle of a line; text between backticks becomes code."""
    parts = re.split(r"`([^`]+)`", clean(text))
    shown = (code(part) if number % 2 else _between(part) for number, part in enumerate(parts))
    return "".join(shown).strip()


def _between(text: str) -> str:
    inner = escaped(text)
    return f"{' ' if text[:1] == ' ' else ''}{inner}{' ' if text[-1:] == ' ' and inner else ''}"


def _plain(text: str) -> str:
    unlinked = _REFERENCE.sub(_BREAK, text)
    # As an entity, a tag is none even for programs that know no backslashes.
    return _MARKUP.sub(r"\\\1", unlinked).replace("\\<", "&lt;")


def _kept_from_line_start(match: re.Match[str]) -> str:
    blanks, mark = match.groups()
    # Digits cannot be escaped, but an invisible space between digits and dot prevents a numbered list.
    return f"{blanks}{mark}{_BREAK}" if mark.isdigit() else f"{blanks}\\{mark}"


def code(text: str) -> str:
    """Return text as a code span, even if it contains backticks."""
    text = " ".join(clean(text).split())
    if not text:
        return ""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    gap = " " if text.startswith("`") or text.endswith("`") else ""
    # Padding separates backticks of the text from the fence.
    return f"{fence}{gap}{text}{gap}{fence}"


def block(lines: list[str]) -> list[str]:
    """Return lines as a fenced block; the fence is longer than any run of backticks in the lines."""
    cleaned = [clean(line) for line in lines]
    longest = max((len(run) for line in cleaned for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence, *cleaned, fence]
