"""Tables with a header and a ruler; rows are cut at the columns of the ruler. Shared by the ESXi readers."""

from __future__ import annotations

import re

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
