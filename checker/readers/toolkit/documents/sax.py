"""Pass an XML document to a handler piece by piece; document types and entities are rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xml.sax.expatreader import ExpatParser
    from xml.sax.handler import ContentHandler

_PIECE = 65_536


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

    from defusedxml.common import DefusedXmlException

    parser.setContentHandler(handler)
    try:
        for start in range(0, len(text), _PIECE):
            parser.feed(text[start : start + _PIECE])
        parser.close()
    except SAXParseException as error:
        return first_line + (error.getLineNumber() or 1) - 1, error.getMessage()
    except (SAXException, DefusedXmlException) as error:
        return None, str(error) or type(error).__name__
    return None
