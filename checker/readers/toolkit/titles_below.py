"""Titles below an output, such as ``=== db08 ===``: they are about the output after it, and no fact of the one before."""

from __future__ import annotations

import re

from checker.readers.toolkit.lines import end_of

_RULED = re.compile(
    r"[ \t]*([=#*])\1{1,59}[ \t]*\w[^\n]{0,200}?[ \t]*\1{2,60}[ \t]*\Z|-{3,60} ?\w[\w.\-]{0,62}(?: [\w.\-]{1,62}){0,8}:? ?-{3,60}\Z"
)
"""Words between rulers; between dashes with one blank each, as dashes are also what tables show for missing values."""
_TIME = r"[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: [AP]M)? [A-Z]{2,5} \d{4}"
_NAME = re.compile(r"^(?=[\w.\-]*\d)[A-Za-z][\w.\-]{0,62}[ \t]*$", re.MULTILINE)
"""A name alone, which ends with a number or has one: a title if no other line has this form."""
_SHORTEST = 2
"""Lines above such a name: a command and what it prints may be the echo and the name."""
_BARE = tuple(
    re.compile(rf"^{pattern}[ \t]*$", re.MULTILINE)
    for pattern in (
        r"(?:\d{1,3}\.){3}\d{1,3}:?",
        r"(?=[\w\-]*[\d.])[A-Za-z][\w.\-]{0,62}:",
        r"#{1,6} [\w.\-]{1,62}:?",
        r"\[[\w.\-]{1,62}\]|<[\w.\-]{1,62}>",
        r"(?i:host(?:name)?|server)[:=][ \t]*[\w.\-]{1,62}",
        r"(?i:output|results?) (?i:of|from) [^\n]{1,200}",
        _TIME,
    )
)
"""An address, a word with a sign, the name of a host, the name of an output, or a time: titles if no other line has this form. A word before a
colon without a digit or dot is the name of a value that is missing (``Status:``)."""
_RULER = re.compile(r"(?:={2,99}|-{2,99}|~{2,99}|\*{2,99}|#{2,99})\Z")
_WORDS = re.compile(r"\w[\w.\-]{0,62}(?: [\w.\-]{1,62}){0,8}\Z")
_LONGEST, _MOST = 300, 4
"""Characters of a title, and how many of them there may be below an output."""


def without_titles(text: str) -> str:
    """Return a text without the titles at its end; the first line is none of them."""
    for _ in range(_MOST):
        end = end_of(text)
        begin = text.rfind("\n", 0, end) + 1
        if not begin or end - begin > _LONGEST:
            break
        line = text[begin:end]
        if _RULER.match(line):
            begin = _underlined(text, begin, line)
        elif not (
            _RULED.match(line)
            or any(_is_only(form, line, text, begin) for form in _BARE)
            or (_is_only(_NAME, line, text, begin) and _lines(text, begin) >= _SHORTEST)
        ):
            break
        if not begin:
            break
        text = text[:begin]
    return text


def is_time(line: str) -> bool:
    """Return whether a title is a time, as ``date`` prints it."""
    return re.fullmatch(_TIME, line.strip()) is not None


def _lines(text: str, end: int) -> int:
    return sum(1 for line in text[:end].split("\n", _SHORTEST + 8) if line.strip())


def _underlined(text: str, below: int, ruler: str) -> int:
    """Return where the words begin that a ruler underlines in full length, or that two rulers enclose; 0 if it may be a part of a table, or at the first line."""
    begin = text.rfind("\n", 0, below - 1) + 1
    words = text[begin : below - 1].rstrip()
    if not _WORDS.match(words):
        return 0
    above = text.rfind("\n", 0, max(begin - 1, 0)) + 1
    if text[above : max(begin - 1, 0)].rstrip() == ruler:
        # A table of one column has a third ruler, below its heading.
        return above if re.search(rf"^{re.escape(ruler)}[ \t]*$", text[:above], re.MULTILINE) is None else 0
    return begin if len(words) == len(ruler) and " " not in words else 0


def _is_only(form: re.Pattern[str], line: str, text: str, begin: int) -> bool:
    return form.match(line) is not None and form.search(text, 0, begin) is None
