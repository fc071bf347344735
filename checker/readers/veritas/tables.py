"""The tables of ``vxdmpadm``: a header of single words, a ruler, and rows whose cells hold no blanks.

A name that is longer than its column pushes the rest of its row to the right, so cells are counted, not measured.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture

_RULER = re.compile(r"[=\-_ ]{3,}\Z")
_MARKED = re.compile(r"([A-Z][A-Z_/-]*)\[([^\]]{0,8})\]\Z")
# Some releases and copied pages part the mark from its state.
_PARTED_MARK = re.compile(r"(?<=ABLED)[ \t]{1,20}(?=\([A-Z]\)(?:[ \t]|\Z))")
_NOISE = re.compile(
    r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:vx|exit|\Z)|(?:sudo )?(?:/\S{1,60}/)?vx(?:dmpadm|disk) |VxVM vxdmpadm |===> |[-.…]+\Z"
)


class Row(NamedTuple):
    """One row: its line, cells by column (without marks), and the marks of the header, such as A of ``STATE[A]``."""

    line: int
    cells: Mapping[str, str]
    marks: Mapping[str, str]


def rows(capture: Capture, out: Writer, is_header: Callable[[list[str]], bool], optional: int = 2) -> Iterator[Row]:
    """Yield the rows of every table whose header ``is_header`` accepts; up to ``optional`` last cells may be missing.

    A row that lacks more is cut or damaged: it is noted and left out.
    """
    names: list[str] = []
    marks: dict[str, str] = {}
    last = capture.first_line + capture.text.rstrip().count("\n")
    for number, line in capture.lines():
        words = _PARTED_MARK.sub("", line).split()
        if not words or _RULER.match(line.strip()):
            continue
        found = {m.group(1): m.group(2) for m in map(_MARKED.match, words) if m}
        plain = [m.group(1) if (m := _MARKED.match(word)) else word for word in words]
        if is_header(plain):
            names, marks = plain, found
        elif names and len(names) - optional <= len(words) <= len(names):
            yield Row(number, dict(zip(names, words, strict=False)), marks)
        elif names and number == last and len(words) < len(names) and not _NOISE.match(line.strip()):
            out.ends_inside_record = True
            out.note(number, "the last row of the table is cut; it was left out")
        elif not _NOISE.match(line.strip()):
            out.unread(number)
