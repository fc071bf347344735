"""A page of terminal text: paragraphs with hanging indents, wrapped to the width, styled or plain.

The only module that uses rich, and only for widths and styles: rich's console takes a thousand times longer to lay
out a line than joining strings, and reports have tens of thousands of lines. Markup is never interpreted, because
names in exports may look like markup, and control characters never reach the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from rich.cells import cell_len, chop_cells
from rich.color import ColorSystem
from rich.style import Style

from checker.report.base import Presentation
from checker.report.text.words import clean

MINIMUM_WIDTH = 40
_NARROWEST_COLUMN = 20
# The terminal's sixteen standard colours stay readable in light and dark themes.
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
_LINK = " -> "
# A word with the blanks that follow it; leading blanks belong to the first word.
_WORD = re.compile(r"\s*\S+\s*")


class Sheet:
    """Collects lines and renders them once."""

    def __init__(self, presentation: Presentation) -> None:
        self.width = max(presentation.width, MINIMUM_WIDTH)
        self._color = presentation.color
        self._lines: list[str] = []
        self._addresses: list[str] | None = [] if presentation.links else None

    def linked(self, style: str, file: str) -> str:
        """Return a style that links text to a file if the terminal supports links, else the style unchanged."""
        if self._addresses is None:
            return style
        from checker.report.text.paths import file_uri

        self._addresses.append(file_uri(file))
        return f"{style}{_LINK}{len(self._addresses)}"

    def blank(self) -> None:
        """Add an empty line, except at the top of the page and after an empty line."""
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def paragraph(self, body: Sequence[Span], label: Sequence[Span] = (), indent: int = 0) -> None:
        """Add text with a hanging indent and a label before its first line; ``indent`` includes the label.

        A label that leaves no blank before the text gets a line of its own.
        """
        head = [(clean(text), style) for text, style in label]
        shown = "".join(text for text, _ in head)
        taken = columns(shown)
        if taken > indent or (shown and taken == indent and not shown.endswith(" ")):
            self._add(head)
            head, taken = [], 0
        head.append((" " * (indent - taken), ""))
        margin = [(" " * indent, "")]
        spans = [(clean(text), style) for text, style in body]
        for number, line in enumerate(_wrapped(spans, max(self.width - indent, _NARROWEST_COLUMN))):
            self._add([*(margin if number else head), *line])

    def row(self, cells: Sequence[Span], widths: Sequence[int], indent: int, gap: int) -> None:
        """Add one row of a table: cells of these widths, wrapped where they are longer, with blanks between them."""
        wrapped = [
            ["".join(text for text, _ in spans).rstrip() for spans in _wrapped([(clean(text), "")], width)]
            for (text, _), width in zip(cells, widths, strict=True)
        ]
        for number in range(max(map(len, wrapped))):
            line: list[Span] = [(" " * indent, "")]
            for (_, style), lines, width in zip(cells, wrapped, widths, strict=True):
                text = lines[number] if number < len(lines) else ""
                line += [(text, style), (" " * (max(width - columns(text), 0) + gap), "")]
            self._add(line)

    def verbatim(self, text: str, style: str = "", indent: int = 0) -> None:
        """Add one line that is never wrapped: a command to copy."""
        self._add([(" " * indent, ""), (clean(text), style)])

    def heading(self, left: Sequence[Span], right: Sequence[Span]) -> None:
        """Add a line with text at both ends and a rule between them, which separates sections even without colour.

        If they don't fit, the right text follows on the next line.
        """
        taken = sum(columns(clean(text)) for text, _ in (*left, *right))
        if self.width - taken < 4:
            self.paragraph(left)
            self.paragraph(right, indent=2)
        else:
            rule = f" {'─' * (self.width - taken - 2)} "
            self._add([(clean(text), style) for text, style in (*left, (rule, "dim"), *right)])

    def render(self) -> str:
        """Return the page; every line ends with a newline and has no trailing blanks."""
        while self._lines and not self._lines[-1]:
            self._lines.pop()
        return "".join(f"{line}\n" for line in self._lines)

    def _add(self, spans: Sequence[Span]) -> None:
        kept = list(spans)
        while kept:
            text, style = kept.pop()
            if stripped := text.rstrip():
                kept.append((stripped, style))
                break
        self._lines.append("".join(self._styled(text, style) for text, style in kept))

    def _styled(self, text: str, style: str) -> str:
        style, _, number = style.partition(_LINK)
        if self._color and text:
            text = STYLES[style].render(text, color_system=ColorSystem.STANDARD)
        if number and self._addresses is not None:
            # The id joins the parts of a wrapped link.
            address = self._addresses[int(number) - 1]
            text = f"\x1b]8;id={number};{address}\x1b\\{text}\x1b]8;;\x1b\\"
        return text


def columns(text: str) -> int:
    """Return the width of a text in terminal columns."""
    return len(text) if text.isascii() else cell_len(text)


def _wrapped(spans: Sequence[Span], width: int) -> Iterator[Sequence[Span]]:
    """Cut a paragraph into lines of at most ``width`` columns; an empty paragraph is one line."""
    text = "".join(content for content, _ in spans)
    if columns(text) <= width:
        yield spans
        return
    begin = 0
    for end in (*_breaks(text, width), len(text)):
        yield _part(spans, begin, end)
        begin = end


def _part(spans: Sequence[Span], begin: int, end: int) -> list[Span]:
    part: list[Span] = []
    position = 0
    for content, style in spans:
        piece = content[max(begin - position, 0) : max(end - position, 0)]
        if piece:
            part.append((piece, style))
        position += len(content)
    return part


def _breaks(text: str, width: int) -> Iterator[int]:
    """Yield the offsets of new lines of a cleaned text: before words, and inside words that are longer than a line."""
    if text.isascii():
        yield from _ascii_breaks(text, width)
        return
    used = 0
    for match in _WORD.finditer(text):
        word, start = match.group(), match.start()
        length = columns(word.rstrip())
        if length <= width - used:
            used += columns(word)
            continue
        if start:
            yield start
        used = columns(word)
        if length > width:
            ends = _ascii_breaks(word, width) if word.isascii() else accumulate(map(len, chop_cells(word, width)))
            cuts = [end for end in ends if end < len(word)]
            yield from (start + cut for cut in cuts)
            used = columns(word[cuts[-1] if cuts else 0 :])


def _ascii_breaks(text: str, width: int) -> Iterator[int]:
    """Yield the same of a text of one column a character, which needs no look at each word."""
    begin, end = 0, len(text.rstrip())
    while end - begin > width:
        at = begin + width
        if text[at] == " " and text[begin:at].strip():
            at = end - len(text[at:end].lstrip())
        else:
            word = text.rfind(" ", begin, at) + 1
            # Cut a path after a slash unless that makes the line too short.
            at = word if text[begin:word].strip() else text.rfind("/", begin + width // 3, at) + 1 or at
        yield at
        begin = at
