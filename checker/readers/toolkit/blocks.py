"""Runs of ``key = value`` lines as rows: one block is one object."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.records import TextRow

LONGEST_LINE = 1000
_NOTHING = r"(?!)"


def blocks(
    pair: str,
    *,
    begins: str = "",
    title: str = "",
    noise: str = _NOTHING,
    inside: str = _NOTHING,
    key: Callable[[str], str] = str.lower,
) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the function that yields a row for each block of a capture.

    Args:
        pair: regular expression of a line, with the key and the value as its groups.
        begins: key (as ``key`` returns it) that begins a block; without it, a block ends where a key repeats.
        title: regular expression of a line that begins a block; its named groups are attributes of the row.
        noise: regular expression of lines between the pairs that are no loss, such as prompts.
        inside: the same for lines that are no loss inside a block only.
        key: spells a printed key as declarations do.
    """
    pair_of, is_noise, is_inside = (re.compile(pattern).match for pattern in (pair, noise, inside))
    title_of = re.compile(title or _NOTHING).match

    def rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
        row: TextRow | None = None
        for number, line in capture.lines():
            text = line.strip()
            if not text:
                continue
            if match := title_of(line):
                if row is not None:
                    yield row
                row = TextRow(number, match.groupdict(""))
                continue
            match = pair_of(line) if len(line) < LONGEST_LINE and (row is not None or not title) else None
            if match is None:
                if not is_noise(text) and not (row is not None and is_inside(text)):
                    out.unread(number)
                continue
            name = key(match.group(1))
            if name == begins or (row is not None and not begins and not title and name in row.values):
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


def shell_noise(commands: str, *others: str) -> str:
    """Return the regular expression of lines around the output of commands: prompts, the commands, rulers.

    Args:
        commands: regular expression of the commands' names.
        others: regular expressions of further lines that are no loss.
    """
    prompt = r"[\[\]\w@:~./ -]{0,80}[#$>] ?"
    command = rf"(?:{prompt})?(?:sudo )?(?:/\S{{1,40}}/)?(?:{commands})\b"
    return "|".join((command, rf"{prompt}(?:exit|\Z)", "===> ", r"[=-]+\Z", *others))
