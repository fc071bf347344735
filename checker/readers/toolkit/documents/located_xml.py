"""Parse XML answers of switches into mappings with line numbers; name prefixes are removed, attributes are ignored.

A synthetic sample::

    <Response>
      <fibrechannel><name>0/5</name><physical-state>online</physical-state></fibrechannel>
    </Response>

Document types and entities are rejected; complete records before an error are kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from checker.readers.toolkit.documents import located_json
from checker.readers.toolkit.documents.located import ListBuilder, LocatedDict, Shapes, line_of, located_dict
from checker.readers.toolkit.documents.sax import REJECTED, new_parser

_PIECE = 65_536
_XML_DECLARATION = re.compile(r"<\?xml[^>]{0,200}\?>")


def from_xml(text: str, first_line: int, is_record: Callable[[str], bool]) -> tuple[Any, str | None]:
    """Return the XML documents of a text as one mapping, and the error that ended parsing (None if none).

    ``is_record`` returns whether an element of that name is a record: an unclosed record is dropped.
    """
    from xml.sax import SAXException
    from xml.sax.handler import ContentHandler

    from defusedxml.common import DefusedXmlException

    tree = _Tree(first_line, is_record)

    class _Handler(ContentHandler):
        def __init__(self, tree: _Tree) -> None:
            super().__init__()
            self.place: Any = None
            # Stored as an attribute and released at the end: a local class and all it refers to lives until garbage collection.
            self.tree: _Tree = tree

        def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802 - the interface's name
            self.tree.begin(name.rpartition(":")[2], self.place.getLineNumber())

        def characters(self, content: str) -> None:
            self.tree.text.append(content)

        def endElement(self, name: str) -> None:  # noqa: N802 - the interface's name
            self.tree.end()

    # Several answers in one file each have an XML declaration, but XML allows only one.
    joined = _XML_DECLARATION.sub(lambda found: "\n" * found.group().count("\n"), text.strip())
    first = len(text) - len(text.lstrip())
    tree.first_line += text.count("\n", 0, first)
    parser = new_parser()
    handler = _Handler(tree)
    handler.place = parser
    parser.setContentHandler(handler)
    try:
        parser.feed("<all>")
        for start in range(0, len(joined), _PIECE):
            parser.feed(joined[start : start + _PIECE])
        parser.feed("</all>")
        parser.close()
    except DefusedXmlException:
        return tree.close(), REJECTED
    except (SAXException, ValueError) as error:
        return tree.close(), " ".join(str(error).split())[:120] or "not XML"
    finally:
        del handler.tree, handler.place
    return tree.close(), None


class _Element:
    """An open element: its values, and the lists of those that are repeated."""

    __slots__ = ("line", "lines", "lists", "name", "values")

    def __init__(self, name: str, line: int) -> None:
        self.name, self.line = name, line
        self.values: dict[str, Any] = {}
        self.lines: list[int] = []
        self.lists: dict[str, ListBuilder] = {}

    def add(self, name: str, value: object, line: int) -> None:
        """Add the value of an element inside this one."""
        if name in self.lists:
            self.lists[name].append(value, line)
        elif name not in self.values:
            self.values[name] = value
            self.lines.append(line)
        else:
            begun = self.lines[list(self.values).index(name)]
            first = self.values[name]
            self.lists[name] = ListBuilder(begun)
            self.lists[name].append(first, line_of(first, begun))
            self.lists[name].append(value, line)

    def built(self, shapes: Shapes) -> LocatedDict:
        """Return the mapping."""
        for name, items in self.lists.items():
            self.values[name] = items.built()
        return located_dict(self.values, self.line, shapes.places(self.values, self.lines, self.line))


class _Tree:
    """Builds mappings from XML elements; repeated elements become a list."""

    def __init__(self, first_line: int, is_record: Callable[[str], bool]) -> None:
        self.first_line = first_line
        self._is_record = is_record
        self.text: list[str] = []
        self._shapes = Shapes()
        self._open = [_Element("", first_line)]

    def begin(self, name: str, line: int) -> None:
        """Begin an element."""
        if len(self._open) > located_json.MAX_DEPTH:
            raise ValueError("nested too deeply")
        self.text.clear()
        self._open.append(_Element(name, self.first_line + line - 1))

    def end(self) -> None:
        """End the innermost element."""
        found = self._open.pop()
        value = found.built(self._shapes) if found.values else "".join(self.text).strip() or None
        self._open[-1].add(found.name, value, found.line)
        self.text.clear()

    def close(self) -> LocatedDict:
        """Return the mapping; an unclosed record is dropped."""
        while len(self._open) > 1:
            found = self._open.pop()
            if found.values and not self._is_record(found.name):
                self._open[-1].add(found.name, found.built(self._shapes), found.line)
        return self._open[0].built(self._shapes)
