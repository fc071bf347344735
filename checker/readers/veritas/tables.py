"""The tables of ``vxdmpadm``: a header of single words, a ruler, and rows whose cells contain no blanks.

A name that is longer than its column pushes the rest of its row to the right, so cells are counted, not measured.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.veritas.paths import NOISE

_RULER = re.compile(r"[=\-_ ]{3,}\Z")
_MARKED = re.compile(r"([A-Z][A-Z_/-]*)\[([^\]]{0,8})\]\Z")
# Some releases and copied pages separate the mark from its state.
_SEPARATE_MARK = re.compile(r"(?<=ABLED)[ \t]{1,20}(?=\([A-Z]\)(?:[ \t]|\Z))")


@dataclass
class Row(TextRow):
    """One row: its cells by column, and the marks of the header, such as A of ``STATE[A]``.

    Names of columns have neither marks nor dashes: ``STATE``, ``PATH_TYPE``.
    """

    marks: dict[str, str] = field(default_factory=dict)


def rows(is_header: Callable[[list[str]], bool], optional: int = 2) -> Callable[[Capture, Writer], Iterator[Row]]:
    """Return the function that yields the rows of every table whose header ``is_header`` accepts.

    Up to ``optional`` last cells may be missing. A row in which more are missing is truncated or damaged: it is skipped
    with a note.
    """

    def read(capture: Capture, out: Writer) -> Iterator[Row]:
        names: list[str] = []
        marks: dict[str, str] = {}
        last = capture.first_line + capture.text.rstrip().count("\n")
        for number, line in capture.lines():
            words = _SEPARATE_MARK.sub("", line).split()
            if not words or _RULER.match(line.strip()) or NOISE.match(line.strip()):
                continue
            found = {match[1]: match[2] for match in map(_MARKED.match, words) if match}
            plain = [(match[1] if (match := _MARKED.match(word)) else word).replace("-", "_") for word in words]
            if is_header(plain):
                names, marks = plain, found
            elif names and len(names) - optional <= len(words) <= len(names):
                yield Row(number, dict(zip(names, words, strict=False)), marks=marks)
            elif names and number == last and len(words) < len(names):
                out.ends_inside_record = True
                out.note(number, "skipped the last row of the table: it is truncated")
            else:
                out.unread(number)

    return read
