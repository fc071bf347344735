"""Tables whose rows match a pattern, and tables whose rows are cut at the columns of a ruler."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.blocks import note_truncated

_RULER = re.compile(r"-{2,}(?: +-{2,}){1,40}\Z")


class Columns:
    """Columns of the current table; call ``header`` and ``ruler``, then ``cells`` for each row."""

    def __init__(self) -> None:
        self._header: str | None = None
        self._starts: list[int] | None = None

    def header(self, text: str) -> None:
        """Begin a table; its columns are unknown until the ruler."""
        self._header, self._starts = text.expandtabs(), None

    def ruler(self, text: str) -> bool:
        """Read the ruler; FALSE if the text is not a ruler."""
        text = text.expandtabs()
        if self._header is None or not _RULER.match(text.strip()):
            return False
        self._starts = [found.start() for found in re.finditer("-+", text)]
        return True

    @property
    def known(self) -> bool:
        """TRUE after a ruler."""
        return self._starts is not None

    def cells(self, text: str) -> dict[str, str] | None:
        """Return the cells by title in lower case; None if the text is not aligned with the ruler."""
        header, starts = self._header, self._starts
        if header is None or starts is None:
            return None
        text = text.expandtabs()
        if any(text[start - 1 : start].strip() for start in starts[1:]):
            return None
        ends = [*starts[1:], max(len(text), len(header)) + 1]
        spans = list(zip(starts, ends, strict=True))
        titles = [" ".join(header[start:end].lower().split()) for start, end in spans]
        return {title: text[start:end].strip() for title, (start, end) in zip(titles, spans, strict=True)}


def rows(
    row: re.Pattern[str],
    header: re.Pattern[str],
    keys: Sequence[str],
    *,
    begins: str = "",
    incomplete: Callable[[Record], bool] | None = None,
) -> Callable[[Capture, Writer], Iterator[Record]]:
    """Return the function that yields a record for each row of a table: the groups of the pattern by key.

    Args:
        row: pattern of a row without surrounding blanks.
        header: pattern of the header.
        keys: name of each group.
        begins: beginning of a row; a last line that begins so and doesn't match is truncated.
        incomplete: returns whether the last row is incomplete although it matches.
    """

    def read(capture: Capture, out: Writer) -> Iterator[Record]:
        last = capture.first_line + capture.text.count("\n")
        for line, text in capture.lines():
            text = text.strip()
            if found := row.match(text):
                record = Record(line, dict(zip(keys, found.groups(""), strict=True)))
                if line == last and incomplete is not None and incomplete(record):
                    note_truncated(out, line, "row")
                else:
                    yield record
            elif header.match(text) or listing.is_noise(text):
                continue
            elif line == last and text.startswith(begins):
                note_truncated(out, line, "row")
            else:
                out.unread(line)

    return read
