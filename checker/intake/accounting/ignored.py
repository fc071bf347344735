"""Lines that a reader ignores and that are not of its format: a comment, the message of another command, half an output.

Attribute listings have hundreds of keys that no rule needs, so readers skip lines that they do not know, and would skip a
pasted line as well. Words in the form of neither an attribute nor a row are reported if other words in their place have the same
result, as for a silent line (:mod:`checker.intake.accounting.account`), and if they are no known noise of the format: they may end a
table, but what they say is not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from checker.facts.observations import Observations
from checker.intake.accounting.lines import is_structure, renamed, shape_of
from checker.intake.accounting.noise import known_noise
from checker.intake.accounting.trial import Traced, Trial
from checker.intake.unrecognised.greeting import is_dialogue
from checker.readers.toolkit.base import Capture, Reader, ReadResult, read_capture
from checker.readers.toolkit.lines import end_of
from checker.readers.toolkit.titles_below import is_time, without_titles

_LARGEST = 100_000
"""Characters of a text that is read again; larger ones are lists, whose lines are those of facts."""
_MOST_READ = 400_000
"""Characters that are read again in all."""
_DOCUMENTS = ("{", "[", "<")
_WORDS = re.compile(
    r"(?!(?:end|eof|done|ok|quit|logoff)[ \t]*$)[^\W_][^\s:=]*+(?: [^\s:=]++)*+[.!?:]?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""Words with one blank between them, at the beginning of the line; no attribute, row or prompt, and not the end of a list."""
_PAIR = 2
"""Words of a name and its value in a listing of attributes without a sign between them; it may have any names."""
_PROMPT = re.compile(r"[#>$%][ \t]*\Z")


def ignored_lines(
    reader: Reader, capture: Capture, result: ReadResult, export_id: int = 0, *, is_last: bool
) -> list[int]:
    """Return the numbers of the lines that the reader ignores and that the format is not known for.

    Args:
        reader: the reader of the capture.
        capture: the text.
        result: what the reader returned.
        export_id: the number of the export in the observations.
        is_last: whether it is the end of the file, so that a title below it is that of nothing.
    """
    if result.failure or result.ends_inside_record:
        return []
    text = without_titles(capture.text)
    found = _ignored(reader, replace(capture, text=text), result, export_id)
    if is_last:
        above = capture.first_line + capture.text.count("\n", 0, end_of(text))
        found += [
            above + number
            for number, title in enumerate(capture.text[end_of(text) :].split("\n")[1:], 1)
            if title.strip() and not (is_structure(title) or is_time(title))
        ]
    return found


def unread_lines(reader: Reader, capture: Capture) -> list[int]:
    """Return the numbers of the lines that the reader reports as unread, and of those that it ignores."""
    traced = Traced()
    result = read_capture(reader, capture, traced)
    return sorted({*traced.unread, *ignored_lines(reader, capture, result, is_last=True)})


def _ignored(reader: Reader, capture: Capture, result: ReadResult, export_id: int) -> list[int]:
    text = capture.text
    if not (result.records and any(reader.provides.values())) or len(text) > _LARGEST:
        return []
    # Inventories are checked against their schema, which knows every key.
    if reader.platform == "sanlint":
        return []
    if text.lstrip("\ufeff \t\r\n").startswith(_DOCUMENTS):
        return []
    given = text.split("\n")
    first = capture.first_line
    words = [
        index
        for index, line in enumerate(given)
        if _WORDS.match(line) and not (_PROMPT.search(line) or is_structure(line) or is_dialogue(line))
    ]
    pairs = sum(len(line.split()) == _PAIR for line in given)
    if pairs * 2 > len(given) - given.count(""):
        words = [index for index in words if len(given[index].split()) != _PAIR]
    if not words:
        return []
    facts = _lines_of(result.observations, export_id)
    known = known_noise(reader.name) if any(first + index not in facts for index in words) else None
    noise = known.lines(given) if known is not None else set[int]()
    words = [index for index in words if index not in noise and first + index not in facts]
    if not words:
        return []
    lines = [first + index for index in words]
    if result.unread_lines or result.notes:
        traced = Traced()
        again = read_capture(reader, capture, traced)
        lines = [*{*lines}.difference(traced.unread, (note.line for note in again.notes))]
    return _unneeded(Trial(reader, capture, given, result), sorted(lines), _MOST_READ // len(text))


def _lines_of(observations: Observations, export_id: int) -> set[int]:
    """Return the lines of the facts of an export, which are the last ones that were written."""
    found: set[int] = set()
    for chunk in observations.chunks():
        count = 0
        for other in reversed(chunk.export_id):
            if other != export_id:
                break
            count += 1
        found.update(islice(reversed(chunk.line), count))
    return found


def _unneeded(trial: Trial, lines: Sequence[int], most: int) -> list[int]:
    """Return the lines whose words make no difference; those for which ``most`` trials do not suffice are not among them."""
    shapes: dict[str, list[int]] = {}
    for number in lines:
        shapes.setdefault(shape_of(trial.given[number - trial.capture.first_line]), []).append(number)
    found: list[list[int]] = []
    groups = [[*shapes.values()]] if shapes else []
    while groups and most > 0:
        group = groups.pop()
        most -= 1
        together = [number for numbers in group for number in numbers]
        if not trial.changes(together, renamed):
            found.append(together)
        elif len(group) > 1:
            middle = len(group) // 2
            groups += [group[middle:], group[:middle]]
    everything = sorted(number for numbers in found for number in numbers)
    # Lines that state the same are needed only together.
    return [] if len(found) > 1 and trial.changes(everything, renamed) else everything
