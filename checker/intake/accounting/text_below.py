"""Text below an output that its reader ignores: a comment, a heading without an output, the beginning of what no reader knows.

Attribute listings have hundreds of keys that no rule needs, so readers skip lines that they do not know, and would skip a
pasted line as well. Below the last fact, words are reported if neither their absence nor other words in their place change the
result, as for a silent line (:mod:`checker.intake.accounting.account`), and if they have neither the form of an attribute or a row nor
that of a line above.
"""

from __future__ import annotations

import re
from dataclasses import replace

from checker.intake.accounting.lines import is_structure, renamed
from checker.intake.accounting.noise import known_noise
from checker.intake.accounting.trial import Traced, Trial
from checker.readers.toolkit.base import Capture, Reader, ReadResult, read_capture
from checker.readers.toolkit.lines import end_of
from checker.readers.toolkit.titles_below import is_time, without_titles

_LARGEST = 100_000
"""Characters of a text that is read again; larger ones are lists, whose last line is that of a fact."""
_MOST = 8
"""Lines that are examined."""
_DOCUMENTS = ("{", "[", "<")
_WORDS = re.compile(
    r"(?!(?:exit|logout|logoff|quit|end|eof|done|ok)\Z)[^\W_][^\s:=]*(?: [^\s:=]+)*[.!?:]?\Z", re.IGNORECASE
)
"""Words with one blank between them, at the beginning of the line; no attribute, row or prompt, and not the end of a session."""
_PROMPT = re.compile(r"[#>$%]\Z")
_FEW = 2
"""So many words may be a name and its value."""


def text_below(reader: Reader, capture: Capture, result: ReadResult, *, is_last: bool) -> list[int]:
    """Return the numbers of the lines at the end that the reader ignores and that nothing above resembles.

    Args:
        reader: the reader of the capture.
        capture: the text.
        result: what the reader returned.
        is_last: whether it is the end of the file, so that a title below it is that of nothing.
    """
    if result.failure or result.ends_inside_record:
        return []
    text = without_titles(capture.text)
    given = text.split("\n") if len(text) <= _LARGEST else []
    above = capture.text.count("\n", 0, end_of(text))
    titles = capture.text[end_of(text) :].split("\n")[1:] if is_last else []
    found = [
        capture.first_line + above + number
        for number, title in enumerate(titles, 1)
        if title.strip() and not (is_structure(title) or is_time(title))
    ]
    if result.records and not text.lstrip("\ufeff \t\r\n").startswith(_DOCUMENTS):
        found += _ignored(reader, replace(capture, text=text), given, result.last_line)
    return sorted(found)


def unread_lines(reader: Reader, capture: Capture) -> list[int]:
    """Return the numbers of the lines that the reader reports as unread, and of those below that it ignores."""
    traced = Traced()
    result = read_capture(reader, capture, traced)
    return sorted({*traced.unread, *text_below(reader, capture, result, is_last=True)})


def _ignored(reader: Reader, capture: Capture, given: list[str], last: int) -> list[int]:
    """Return the numbers of the lines below ``last`` that the reader ignores."""
    first = capture.first_line
    # The first line is the output.
    below = max(last - first + 1, len(given) - _MOST, 1)
    noise: set[int] | None = None
    counts: set[int] | None = None
    trial = None
    found: list[int] = []
    for index in range(len(given) - 1, below - 1, -1):
        line = given[index].rstrip()
        if not line:
            continue
        if not _WORDS.match(line) or _PROMPT.search(line):
            break
        if noise is None:
            known = known_noise(reader.name)
            noise = known.lines(given) if known is not None else set()
        counts = {len(other.split()) for other in given[:below]} if counts is None else counts
        if index in noise or len(line.split()) in counts.intersection(range(_FEW + 1)):
            break
        trial = trial or Trial.of(reader, capture, given)
        number = first + index
        if trial.changes([number], lambda line: "") or trial.changes([number], renamed):
            break
        found.append(number)
    return found
