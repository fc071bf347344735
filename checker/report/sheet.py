"""A page of terminal text: paragraphs with hanging indents, wrapped to the width, styled or plain.

The only module that knows rich; formats import it when they render. Texts go in as they are: rich's markup is never
interpreted, because names in exports may look like it.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text

from checker.report.base import Presentation

MINIMUM_WIDTH = 40
# The terminal's own sixteen colours, so that light and dark themes both stay readable.
STYLES = {
    "error": Style(color="red", bold=True),
    "warning": Style(color="yellow", bold=True),
    "info": Style(color="cyan", bold=True),
    "good": Style(color="green", bold=True),
    "head": Style(bold=True),
    "dim": Style(dim=True),
    "command": Style(color="cyan"),
    "": Style(),
}
Span = tuple[str, str]


class Sheet:
    """Collects lines and renders them once."""

    def __init__(self, presentation: Presentation) -> None:
        self.width = max(presentation.width, MINIMUM_WIDTH)
        self._lines: list[Text] = []
        self._buffer = StringIO()
        self._console = Console(
            file=self._buffer,
            width=self.width,
            force_terminal=presentation.color,
            color_system="standard" if presentation.color else None,
            no_color=not presentation.color,
            markup=False,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            _environ={},
        )

    def blank(self) -> None:
        """Add an empty line, unless the page begins or the line before is empty."""
        if self._lines and self._lines[-1].plain:
            self._lines.append(Text())

    def paragraph(self, body: Sequence[Span], label: Sequence[Span] = (), indent: int = 0) -> None:
        """Add text that wraps under itself, with a label before its first line; ``indent`` counts the label in.

        Labels that are longer than the indent get a line of their own.
        """
        head = _text(label)
        space = self.width - indent
        lines = list(_text(body).wrap(self._console, max(space, 20), overflow="fold")) or [Text()]
        if head.cell_len > indent:
            self._lines.append(head)
            head = Text()
        first = head + Text(" " * (indent - head.cell_len))
        for number, line in enumerate(lines):
            line.rstrip()
            self._lines.append((first if number == 0 else Text(" " * indent)) + line)

    def verbatim(self, text: str, style: str = "", indent: int = 0) -> None:
        """Add one line that is never wrapped: a command to copy."""
        self._lines.append(Text(" " * indent) + Text(text, style=STYLES[style]))

    def between(self, left: Sequence[Span], right: Sequence[Span]) -> None:
        """Add a line with text at both ends; if they don't fit, the right one follows on the next line."""
        start, end = _text(left), _text(right)
        gap = self.width - start.cell_len - end.cell_len
        if gap < 2:
            self.paragraph(left)
            self.paragraph(right, indent=2)
        else:
            self._lines.append(start + Text(" " * gap) + end)

    def render(self) -> str:
        """Return the page; every line ends with a line end and has no blanks before it."""
        while self._lines and not self._lines[-1].plain:
            self._lines.pop()
        for line in self._lines:
            line.rstrip()
            self._console.print(line, soft_wrap=True)
        return self._buffer.getvalue()


def columns(text: str) -> int:
    """Return how many terminal columns a text takes."""
    return cell_len(text)


def _text(spans: Sequence[Span]) -> Text:
    text = Text()
    for content, style in spans:
        text.append(content, style=STYLES[style])
    return text
