"""Lines as rows: one row for each block of ``key = value`` lines, or for each line that a pattern matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.records import TextRow

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


def cut_at(starts: Sequence[int], line: str) -> list[str]:
    """Return the cells of a row of a table whose columns begin at these characters."""
    return [line[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)]


def cells_at(starts: Sequence[int], line: str) -> list[str] | None:
    """Return the cells of a row; None if a word crosses the beginning of a column, so that cells are shifted."""
    shifted = any(0 < start < len(line) and line[start - 1] not in " \t" for start in starts)
    return None if shifted else cut_at(starts, line)


def shell_noise(commands: str, *others: str) -> str:
    """Return the regular expression of lines around the output of commands: prompts, the commands, rulers.

    Args:
        commands: regular expression of the commands' names.
        others: regular expressions of further lines that are no loss.
    """
    prompt = r"[\[\]\w@:~./ -]{0,80}[#$>] ?"
    command = rf"(?:{prompt})?(?:sudo )?(?:/\S{{1,40}}/)?(?:{commands})\b"
    return "|".join((command, rf"{prompt}(?:exit|\Z)", "===> ", r"[=-]+\Z", *others))


def printed(capture: Capture, longest: int | None = None) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, each with its number; longer lines are shortened."""
    for number, line in capture.lines():
        text = line[:longest]
        if text.strip():
            yield number, text


def note_truncated(out: Writer, line: int, what: str) -> None:
    """Note that the text ends inside a row; no note if ``line`` is 0."""
    if line:
        out.ends_inside_record = True
        out.note(line, f"truncated: the last {what} is incomplete and was skipped")


def first_line(
    row: re.Pattern[str], known: Callable[[str], object] = str.isspace
) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the function that yields the named groups of the first line that ``row`` matches; other lines are unread.

    Args:
        row: pattern of the line.
        known: returns whether another line is no loss.
    """

    def rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
        read = False
        for number, line in capture.lines():
            found = None if read else row.match(line)
            if found:
                read = True
                yield TextRow(number, found.groupdict())
            elif line and not known(line):
                out.unread(number)

    return rows


def line_rows(
    row: re.Pattern[str], known: Callable[[str], object], *, started: str = "", what: str = "row"
) -> Callable[[Capture, Writer], Iterator[TextRow]]:
    """Return the function that yields the named groups of each line that ``row`` matches.

    Args:
        row: pattern of a row.
        known: returns whether another line is no loss.
        started: regular expression of the beginning of a row, for a note if the text ends inside a row.
        what: name of a row in that note.
    """
    is_started = re.compile(started, re.IGNORECASE).match

    def rows(capture: Capture, out: Writer) -> Iterator[TextRow]:
        cut = 0
        for number, line in printed(capture, LONGEST_LINE):
            found = row.match(line)
            cut = 0
            if found:
                yield TextRow(number, {name: text.strip() for name, text in found.groupdict(default="").items()})
            elif not known(line):
                out.unread(number)
                cut = number if is_started(line) else 0
        note_truncated(out, cut, what)

    return rows
