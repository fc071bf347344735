"""Runs of ``key = value`` lines as rows: one block is one object."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.records import TextRow

LONGEST_LINE = 1000


def blocks(
    pair: str, *, begins: str = "", noise: str = r"(?!)", key: Callable[[str], str] = str.lower
) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the function that yields a row for each block of a capture.

    Args:
        pair: regular expression of a line, with the key and the value as its groups.
        begins: key (as ``key`` returns it) that begins a block; without it, a block ends where a key repeats.
        noise: regular expression of lines between the pairs that are no loss, such as prompts.
        key: spells a printed key as declarations do.
    """
    pair_of, is_noise = re.compile(pair).match, re.compile(noise).match

    def rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
        row: TextRow | None = None
        for number, line in capture.lines():
            text = line.strip()
            if not text:
                continue
            match = pair_of(line) if len(line) < LONGEST_LINE else None
            if match is None:
                if not is_noise(text):
                    out.unread(number)
                continue
            name = key(match.group(1))
            if name == begins or (row is not None and not begins and name in row.values):
                if row is not None:
                    yield row
                row = TextRow(number)
            elif row is None:
                if begins:
                    out.unread(number)
                    continue
                row = TextRow(number)
            row.add(number, name, (match.group(2) or "").strip())
        if row is not None:
            yield row

    return rows
