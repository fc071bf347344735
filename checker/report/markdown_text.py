"""Text from outside as Markdown: it shows as it is, in GitHub, GitLab and plain CommonMark.

A backslash keeps punctuation from being markup. It does not keep these sites from turning mentions, issue numbers,
addresses and emoji names into links and pictures, because they look for them after Markdown is gone; there an
invisible space (U+200B) parts the text. WWNs would need it for ``:ab:``, an emoji; they are shown as code instead, so
that they can be copied.
"""

from __future__ import annotations

import re

from checker.report.words import clean

_PARTED = "\u200b"
_WWN = re.compile(r"(?<![\w:])(?:[0-9A-Fa-f]{2}:){7}[0-9A-Fa-f]{2}(?![\w:])")
# An underscore inside a word is none, and names are full of them.
_MARKUP = re.compile(r"([\\`*{}\[\]<>|~$&#]|(?<![^\W_])_|_(?![^\W_]))")
# What begins a mention, reference, address or emoji, if it goes on like one.
_REFERENCE = re.compile(
    r"(?<=[@!%^~#&$])(?=\w)"  # @person !12 %milestone ^alert ~label #12 &12 $12
    r"|(?<=:)(?=(?:[\w+-]*[A-Za-z][\w+-]*|[+-]1|100|1234):)"  # :emoji:
    r"|(?<=:)(?=//)|(?i:(?<=\bwww)(?=\.)|(?<=\bmailto)(?=:)|(?<=\bxmpp)(?=:)|(?<=\bGH)(?=-\d)|(?<=\bCVE)(?=-\d))"
)
# At the beginning of a line: list items, headings, underlines of headings, quotes.
_LINE_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")


def paragraph(text: str) -> str:
    """Return text as a paragraph of its own: it begins no list, heading or quote either."""
    return _LINE_START.sub(_kept_from_line_start, escaped(text))


def escaped(text: str) -> str:
    """Return text for the middle of a line: no markup, no HTML, no link, no mention, no end of a table's cell."""
    text = clean(text)
    parts = []
    position = 0
    for match in _WWN.finditer(text):
        parts += [_plain(text[position : match.start()]), f"`{match.group()}`"]
        position = match.end()
    parts.append(_plain(text[position:]))
    return "".join(parts).strip()


def with_code(text: str) -> str:
    """Return text for the middle of a line, in which what stands between backticks is code."""
    parts = re.split(r"`([^`]+)`", clean(text))
    shown = (code(part) if number % 2 else _between(part) for number, part in enumerate(parts))
    return "".join(shown).strip()


def _between(text: str) -> str:
    inner = escaped(text)
    return f"{' ' if text[:1] == ' ' else ''}{inner}{' ' if text[-1:] == ' ' and inner else ''}"


def _plain(text: str) -> str:
    parted = _REFERENCE.sub(_PARTED, text)
    return _MARKUP.sub(r"\\\1", parted)


def _kept_from_line_start(match: re.Match[str]) -> str:
    blanks, mark = match.groups()
    # Digits can't be escaped, but the dot behind them is no list any more if something invisible stands between.
    return f"{blanks}{mark}{_PARTED}" if mark.isdigit() else f"{blanks}\\{mark}"


def code(text: str) -> str:
    """Return text as a code span, whatever backticks it holds."""
    text = " ".join(clean(text).split())
    if not text:
        return ""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    gap = " " if text.startswith("`") or text.endswith("`") else ""
    # A bar ends a cell of a table even inside code.
    return f"{fence}{gap}{text}{gap}{fence}"


def block(lines: list[str]) -> list[str]:
    """Return lines as a fenced block, with a fence longer than any run of backticks in it."""
    cleaned = [clean(line) for line in lines]
    longest = max((len(run) for line in cleaned for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence, *cleaned, fence]
