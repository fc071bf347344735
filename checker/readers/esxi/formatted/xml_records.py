"""Records of ``esxcli --formatter=xml``, built from parser events; imported only for XML texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax import SAXException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml.common import DefusedXmlException

from checker.facts.observations import Writer
from checker.readers.esxi.formatted.structure import Structure
from checker.readers.toolkit.base import UnreadableError
from checker.readers.toolkit.documents.sax import REJECTED, new_parser

_DOCUMENT = re.compile(r"<output\b")
_END = "</output>"
_DEEPEST = 100


class _Structures(ContentHandler):
    """Collects the fields of each outer ``structure``; ``place`` is the parser, which knows the line."""

    def __init__(self, first_line: int) -> None:
        super().__init__()
        self._first_line = first_line
        self.place: Locator | None = None
        self._record: Structure | None = None
        self._depth = 0
        self._elements = 0
        self._fields: list[str] = []
        self._text: list[str] | None = None
        self._ready: list[Structure] = []

    def taken(self) -> Iterator[Structure]:
        """Return the records completed since the last call."""
        ready, self._ready = self._ready, []
        return iter(ready)

    def _line(self) -> int:
        number = self.place.getLineNumber() if self.place is not None else 1
        return self._first_line + (number or 1) - 1

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 - the name is the interface's
        """Begin a structure, a field or a value."""
        self._elements += 1
        if self._elements > _DEEPEST:
            raise SAXException("nested too deeply")
        if name == "structure":
            self._depth += 1
            if self._depth == 1:
                self._record = Structure(self._line())
        elif name == "field" and self._record is not None:
            self._fields.append(str(attrs.get("name", "")))
        elif self._fields:
            self._text = []

    def characters(self, content: str) -> None:
        """Add to the text of a value."""
        if self._text is not None:
            self._text.append(content)

    def endElement(self, name: str) -> None:  # noqa: N802 - the name is the interface's
        """End a structure, a field or a value."""
        self._elements -= 1
        if name == "structure":
            self._depth -= 1
            if self._depth == 0 and self._record is not None:
                self._ready.append(self._record)
                self._record = None
        elif name == "field" and self._fields:
            self._fields.pop()
            self._text = None
        elif self._text is not None:
            if self._record is not None and self._depth == 1 and self._fields:
                self._record.put(self._fields[-1], "".join(self._text).strip(), self._line())
            self._text = None


def xml_structures(text: str, first_line: int, out: Writer) -> Iterator[Structure]:
    """Yield every record of the XML documents in a text."""
    starts = [found.start() for found in _DOCUMENT.finditer(text)]
    counted, line = 0, first_line
    for start, following in zip(starts, [*starts[1:], len(text)], strict=True):
        line += text.count("\n", counted, start)
        counted = start
        end = text.find(_END, start, following)
        yield from _document(text[start : end + len(_END) if end >= 0 else following], line, out)


def _document(text: str, first_line: int, out: Writer) -> Iterator[Structure]:
    handler = _Structures(first_line)
    parser = new_parser()
    parser.setContentHandler(handler)
    handler.place = parser
    try:
        for start in range(0, len(text), 65_536):
            parser.feed(text[start : start + 65_536])
            yield from handler.taken()
        parser.close()
    except DefusedXmlException as error:
        raise UnreadableError(first_line, REJECTED) from error
    except SAXException as error:
        yield from handler.taken()
        line = first_line + (getattr(error, "getLineNumber", lambda: 1)() or 1) - 1
        out.ends_inside_record = True
        out.note(line, f"the XML is truncated or damaged: {error.args[0] if error.args else error}")
    yield from handler.taken()
