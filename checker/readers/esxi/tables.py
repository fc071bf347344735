"""Shared by the ESXi readers: tables with a header and a ruler, cut at the ruler's columns while rows stand under it."""

from __future__ import annotations

import re

_RULER = re.compile(r"-{2,}(?: +-{2,}){1,40}\Z")


class Columns:
    """The columns of the table at hand: give it the header and the ruler, then ask for the cells of rows."""

    def __init__(self) -> None:
        self._header: str | None = None
        self._starts: list[int] | None = None

    def header(self, text: str) -> None:
        """Begin a table; until its ruler comes, its columns are not known."""
        self._header, self._starts = text.expandtabs(), None

    def ruler(self, text: str) -> bool:
        """Take the ruler; FALSE if the text is none."""
        text = text.expandtabs()
        if self._header is None or not _RULER.match(text.strip()):
            return False
        self._starts = [found.start() for found in re.finditer("-+", text)]
        return True

    @property
    def known(self) -> bool:
        """TRUE behind a ruler."""
        return self._starts is not None

    def cells(self, text: str) -> dict[str, str] | None:
        """Return the cells by title in lower case; None where the text doesn't stand under the ruler."""
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
