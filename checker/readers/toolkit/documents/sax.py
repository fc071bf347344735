"""XML documents in a capture, passed to a handler piece by piece; document types and entities are rejected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture

if TYPE_CHECKING:
    from xml.sax.expatreader import ExpatParser
    from xml.sax.handler import ContentHandler

_PIECE = 65_536
LONGEST_VALUE = 20_000
"""Most characters that readers keep of a value; attributes are shorter."""
REJECTED = "document types and entities are not read"
"""The reason where a document is rejected before it is read."""


def new_parser() -> ExpatParser:
    """Return a parser that refuses document types; handlers ask it for the line number."""
    from defusedxml.sax import make_parser

    parser: ExpatParser = make_parser()
    parser.forbid_dtd = True  # type: ignore[attr-defined]
    return parser


def parse(parser: ExpatParser, handler: ContentHandler, text: str, first_line: int) -> tuple[int | None, str] | None:
    """Parse a text that begins at ``first_line``; return the line, if known, and the reason where it ended early, or None.

    What the handler received before that stays valid.
    """
    from xml.sax import SAXException, SAXParseException
    from xml.sax.handler import ContentHandler

    from defusedxml.common import DefusedXmlException

    parser.setContentHandler(handler)
    try:
        for start in range(0, len(text), _PIECE):
            parser.feed(text[start : start + _PIECE])
        parser.close()
    except SAXParseException as error:
        return first_line + (error.getLineNumber() or 1) - 1, error.getMessage()
    except DefusedXmlException:
        return None, REJECTED
    except SAXException as error:
        return None, error.getMessage()
    finally:
        # The handler knows its parser: without the way back, both are freed at once, not by a later collection.
        parser.setContentHandler(ContentHandler())
    return None


def documents(capture: Capture, out: Writer, root: str, is_noise: Callable[[str], object]) -> Iterator[tuple[str, int]]:
    """Yield every document with this root element and its line; lines between them are noise or unread."""
    text, position, line = capture.text, 0, capture.first_line
    begin, end = f"<{root}", f"</{root}>"
    while position < len(text):
        start = text.find(begin, position)
        gap = text[position : start if start >= 0 else len(text)]
        for offset, row in enumerate(gap.split("\n")):
            stripped = row.strip()
            if stripped and not stripped.startswith("<?xml") and not is_noise(stripped):
                out.unread(line + offset)
        if start < 0:
            return
        line += gap.count("\n")
        stop = text.find(end, start)
        stop = len(text) if stop < 0 else stop + len(end)
        yield text[start:stop], line
        line += text.count("\n", start, stop)
        position = stop


def parse_noted(parser: ExpatParser, handler: ContentHandler, text: str, first_line: int, out: Writer) -> None:
    """Parse a text as :func:`parse` does, with a note where it ends early."""
    stopped = parse(parser, handler, text, first_line)
    if stopped is not None:
        out.ends_inside_record = True
        out.note(stopped[0] or first_line, f"reading stopped: {stopped[1]}")
