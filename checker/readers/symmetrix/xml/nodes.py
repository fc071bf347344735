"""symcli XML as small trees with line numbers, one record at a time, to limit memory for dumps of whole arrays.

``-output xml_element`` prints values as elements, ``-output xml`` as attributes of the same names; both become fields
here. A truncated document yields the elements that were closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from checker.readers.toolkit.documents.sax import new_parser, parse

MAX_DEPTH = 60
MAX_VALUE = 4_096
"""Longest value in characters; symcli fields are shorter."""
_CONTAINERS = ("symcli_ml", "symmetrix")


@dataclass
class Node:
    """One element: its name in lower case, line, own text and children in order."""

    tag: str
    line: int
    text: str = ""
    children: list[Node] = field(default_factory=list)

    def get(self, *tags: str) -> str | None:
        """Return the text of the first child with one of these names that has text."""
        for tag in tags:
            for child in self.children:
                if child.tag == tag and child.text:
                    return child.text
        return None

    def child(self, tag: str) -> Node | None:
        """Return the first child with this name."""
        return next((child for child in self.children if child.tag == tag), None)

    def all(self, *path: str) -> list[Node]:
        """Return every element at this path below the node."""
        found = [self]
        for tag in path:
            found = [child for node in found for child in node.children if child.tag == tag]
        return found

    def at(self, *path: str) -> str | None:
        """Return the text of the first element at this path that has text."""
        return next((node.text for node in self.all(*path) if node.text), None)

    def line_of(self, tag: str) -> int:
        """Return the line of a child, or of this element if the child is missing."""
        child = self.child(tag)
        return child.line if child is not None else self.line


@dataclass(frozen=True)
class Broken:
    """Line and reason where reading of a document stopped."""

    line: int
    reason: str


def records(text: str, first_line: int, emit: Callable[[Node], None]) -> Broken | None:
    """Pass every record of one document to ``emit``: the elements directly inside SymCLI_ML and Symmetrix.

    Records inside Symmetrix are in order; ``symm_info`` identifies the array of the records after it.
    """
    from xml.sax import SAXException
    from xml.sax.handler import ContentHandler
    from xml.sax.xmlreader import AttributesImpl

    class Handler(ContentHandler):
        def __init__(self, emit: Callable[[Node], None]) -> None:
            super().__init__()
            # Released at the end: a class defined here keeps everything it refers to until garbage collection.
            self.emit = emit
            self.stack: list[Node] = []
            self.outside = 0

        def line(self) -> int:
            return first_line + (parser.getLineNumber() or 1) - 1

        def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 - the name the interface has
            tag = name.lower()
            if not self.stack and tag in _CONTAINERS:
                self.outside += 1
                return
            if len(self.stack) > MAX_DEPTH:
                raise SAXException("nested too deeply")
            line = self.line()
            node = Node(tag, line)
            node.children.extend(Node(key.lower(), line, value.strip()) for key, value in attrs.items())
            if self.stack:
                self.stack[-1].children.append(node)
            self.stack.append(node)

        def characters(self, content: str) -> None:
            if self.stack and len(self.stack[-1].text) < MAX_VALUE:
                self.stack[-1].text += content

        def endElement(self, name: str) -> None:  # noqa: N802 - the name the interface has
            if not self.stack:
                self.outside -= 1
                return
            node = self.stack.pop()
            node.text = node.text.strip()
            if not self.stack:
                self.emit(node)

        def rest(self) -> None:
            """Pass on the complete elements of a truncated record."""
            while len(self.stack) > 1:
                open_node = self.stack.pop()
                if not open_node.children:
                    self.stack[-1].children.pop()
                open_node.text = ""
            if self.stack and self.stack[0].children:
                self.stack[0].text = ""
                self.emit(self.stack[0])

    handler = Handler(emit)
    parser = new_parser()
    try:
        stopped = parse(parser, handler, text, first_line)
        if stopped is None:
            return None
        if stopped[0] is not None:
            handler.rest()
        return Broken(stopped[0] or handler.line(), stopped[1])
    finally:
        handler.stack.clear()
        del handler.emit


def documents(text: str, first_line: int) -> Iterator[tuple[str, int, bool]]:
    """Yield (text, line, is a document) for every SymCLI_ML document of a text and for the text between them."""
    position, line = 0, first_line
    closed = True
    while position < len(text):
        start = text.find("<SymCLI_ML", position)
        if start < 0:
            start = len(text)
        gap = text[position:start]
        if gap.strip():
            yield gap, line, False
        line += gap.count("\n")
        if start == len(text):
            return
        end = text.find("</SymCLI_ML>", start) if closed else -1
        closed = end >= 0
        again = text.find("<SymCLI_ML", start + 10)
        # A truncated document ends where the next one begins.
        if end < 0 or 0 <= again < end:
            end = again if again >= 0 else len(text)
        else:
            end += len("</SymCLI_ML>")
        body = text[start:end]
        yield body, line, True
        line += body.count("\n")
        position = end
