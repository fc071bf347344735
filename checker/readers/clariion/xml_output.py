"""``naviseccli -Xml``: the same keys and values as the text output, each in a ``PARAMVALUE``, without nesting.

::

    <?xml version="1.0" encoding="utf-8" ?>
    <CIM CIMVERSION="2.0" DTDVERSION="2.0"><MESSAGE ID="877" PROTOCOLVERSION="1.0"><SIMPLERSP>
    <METHODRESPONSE NAME="ExecuteClientRequest"><RETURNVALUE TYPE="Navi_Error">…</RETURNVALUE>
    <PARAMVALUE NAME="Pool Name" TYPE="string"><VALUE>Pool&#32;Bronze</VALUE>
    </PARAMVALUE>
    <PARAMVALUE NAME="Pool ID" TYPE="string"><VALUE>1</VALUE>
    </PARAMVALUE>

It is turned into the text that the command prints without ``-Xml``, with the lines of the elements, and read as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.clariion import getall
from checker.readers.clariion.lines import is_noise
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.documents.sax import LONGEST_VALUE, documents, new_parser, parse_noted
from checker.readers.toolkit.relayout import provides_of, read_as, rearranged

_READERS = (*getall.COMMANDS, *getall.READERS)
_TITLE = re.compile(r"(?:LOGICAL UNIT NUMBER|Bus|Enclosure|Disk|SP [AB]|Information about each)\b", re.IGNORECASE)
_ROW = {"hba uid": ("sp name", "spport"), "hlu number": ("alu number",)}


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if "<PARAMVALUE" in head and ("Navi_Error" in head or "ExecuteClientRequest" in head):
        return Detection(97, "an answer of naviseccli -Xml")
    return None


def _read(capture: Capture, out: Writer) -> None:
    pairs: list[tuple[int, str, str]] = []
    for piece, line in documents(capture, out, "CIM", is_noise):
        _collect(piece, line, pairs, out)
    if pairs and not read_as(rearranged(capture, _text(pairs)), _READERS, out):
        out.note(capture.first_line, "skipped: no reader for the output of this naviseccli command")


def _collect(text: str, first_line: int, pairs: list[tuple[int, str, str]], out: Writer) -> None:
    """Append line, name and value of every ``PARAMVALUE``; complete values of a truncated answer count."""
    from xml.sax.handler import ContentHandler
    from xml.sax.xmlreader import AttributesImpl

    class Handler(ContentHandler):
        def __init__(self, found: list[tuple[int, str, str]]) -> None:
            super().__init__()
            # Released at the end: a local class and everything it references live until garbage collection.
            self.pairs = found
            self.name: str | None = None
            self.line = first_line
            self.value = ""
            self.inside = False
            self.property = ""
            self.error: dict[str, str] = {}

        def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 - the name the interface has
            if name == "PARAMVALUE":
                self.name = attrs.get("NAME", "")
                self.line = first_line + (parser.getLineNumber() or 1) - 1
                self.value = ""
            elif name == "PROPERTY":
                self.property = attrs.get("NAME", "")
                self.value = ""
            # Each has one VALUE; after a missing end tag the next one would be read as its continuation.
            self.inside = name == "VALUE" and not self.value

        def characters(self, content: str) -> None:
            if self.inside and len(self.value) < LONGEST_VALUE:
                self.value += content

        def endElement(self, name: str) -> None:  # noqa: N802 - the name the interface has
            self.inside = False
            if name == "PARAMVALUE" and self.name is not None:
                self.pairs.append((self.line, self.name, self.value))
                self.name = None
            elif name == "PROPERTY":
                self.error[self.property] = self.value.strip()

    handler = Handler(pairs)
    parser = new_parser()
    parse_noted(parser, handler, text, first_line, out)
    del handler.pairs
    if handler.error.get("success", "true").lower() == "false":
        out.note(first_line, f"naviseccli printed an error: {handler.error.get('why', '')[:120]}")


def _text(pairs: list[tuple[int, str, str]]) -> Iterator[tuple[int, str]]:
    """Yield the lines of the text; table columns follow each other as separate pairs."""
    index = 0
    while index < len(pairs):
        line, name, value = pairs[index]
        key = " ".join(name.split()).rstrip(":").strip()
        columns = _ROW.get(key.lower(), ())
        following = pairs[index + 1 : index + 1 + len(columns)]
        if columns and [" ".join(other.split()).rstrip(":").lower() for _, other, _ in following] == list(columns):
            yield line, "   ".join(" ".join(cell.split()) for _, _, cell in pairs[index : index + 1 + len(columns)])
            index += 1 + len(columns)
            continue
        index += 1
        parts = [part.strip() for part in value.strip().split("\n") if part.strip()]
        if not key and not parts:
            yield line, ""
        elif not key:
            yield from ((line, part) for part in parts)
        elif _TITLE.match(key):
            yield line, f"{key} {' '.join(parts)}".strip()
        else:
            yield line, f"{key}:  {parts[0] if parts else ''}"
            yield from ((line, part) for part in parts[1:])


def _owner(text: str) -> str | None:
    """Return the array's serial number if the answer states it."""
    head = text[:200_000]
    found = set(re.findall(r'<PARAMVALUE NAME="Serial No:?"[^>]*>\s*<VALUE>\s*([A-Z0-9]{8,20})\s*</VALUE>', head))
    return found.pop() if len(found) == 1 else None


READERS = (
    Reader(
        name="clariion-xml", platform="clariion", command="naviseccli -Xml getall", provides=provides_of(_READERS),
        detect=_detect, read=_read, needles=("<PARAMVALUE",), owner_in=_owner,
        begins=r"^[ \t]*(?:<\?xml[^>\n]{0,80}\?>\s{0,20})?<CIM CIMVERSION=",
    ),
)  # fmt: skip
