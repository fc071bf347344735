"""Answers of Dot Hill arrays as XML (``set cli-parameters api``, ``/api/show/ports``) and as JSON.

::

    <RESPONSE VERSION="L100" REQUEST="show ports">
    <COMP G="0" P="1"/>
    <OBJECT basetype="port" name="ports" oid="1" format="rows">
      <PROPERTY name="port" key="true" type="string" display-name="Ports">A1</PROPERTY>
      <PROPERTY name="target-id" type="string" display-name="Target ID">207000c0ff0000a1</PROPERTY>
    </OBJECT></RESPONSE>

    {"port": [{"object-name": "ports", "meta": "/meta/port", "port": "A1", "target-id": "207000c0ff0000a1"}],
     "status": [{"response-type": "Success", "return-code": 0}]}

Both contain the same objects: XML one after the other, JSON one inside the other. Sizes are numbers of blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from checker.facts.observations import Writer
from checker.readers.dothill import parts
from checker.readers.dothill.objects import DotHillObject, Facts, Nesting, captured_in, nested
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.json_family import Joint, JsonFamily
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.documents.located import Shapes, line_of, located_dict
from checker.readers.toolkit.documents.sax import LONGEST_VALUE, documents, new_parser, parse_noted
from checker.readers.toolkit.packed_list import PackedList

_ECHO = re.compile(r"[^\n<]{0,80}(?:[#>$%]|\bshow )[^\n]{0,200}\Z")
_NAME = re.compile(r'(?:"system-name"\s*:\s*"|<PROPERTY name="system-name"[^>]{0,300}>)([^"<]{1,100})')


def _items(value: Any, line: int, kind: str) -> Iterator[tuple[str, dict[str, Any], int]]:
    """Yield every object of a JSON answer, an outer one before those in it, with the type that its list is named by."""
    if isinstance(value, list):
        for item in value:
            yield from _items(item, line, kind)
    elif isinstance(value, dict):
        place = line_of(value, line)
        plain = {name: item for name, item in value.items() if not isinstance(item, (list, dict))}
        if kind and plain:
            yield kind, located_dict(plain, place, getattr(value, "places", {})), place
        for name, item in value.items():
            yield from _items(item, place, name)


def _objects(value: Any, line: int) -> Iterator[DotHillObject]:
    return nested(_items(value, line, ""))


def _refused(statuses: Iterable[DotHillObject], context: Context) -> None:
    """Note an answer that is an error of the array."""
    for status in statuses:
        if (status.text("response-type") or "").lower() == "error":
            context.out.note(
                status.line, f"the array returned an error: {(status.text('response') or 'no message')[:120]}"
            )


DOTHILL = JsonFamily(
    "dothill", _objects, parts.TYPES,
    once=Facts("storage_array", storage_array=owner, family=const("other")),
    ignored=(
        "volume-view", "volume-group-view", "volume-group-view-mappings", "hosts-view", "host", "host-group", "redundancy",
        "fc-port", "iscsi-port", "sas-port", "network-parameters", "compact-flash", "expander-ports", "health-conditions",
        "unhealthy-component", "tiers", "volume-groups", "volume-names", "product-info", "inquiry",
    ),
    joints=(parts.PORTS, Joint(("status",), _refused, ())),
)  # fmt: skip


def _read_xml(capture: Capture, out: Writer) -> None:
    found: PackedList[DotHillObject] = PackedList()
    for piece, line in documents(capture, out, "RESPONSE", _ECHO.match):
        _collect(piece, line, found, out)
    DOTHILL.write(found, Context(capture, out, capture.owner))


def _collect(text: str, first_line: int, found: PackedList[DotHillObject], out: Writer) -> None:
    """Append every ``OBJECT``; the complete objects of a truncated answer count."""
    from xml.sax.handler import ContentHandler
    from xml.sax.xmlreader import AttributesImpl

    nesting, shapes = Nesting(), Shapes()

    class Handler(ContentHandler):
        def __init__(self, found: PackedList[DotHillObject]) -> None:
            super().__init__()
            # Released at the end: a local class and everything it references live until garbage collection.
            self.found = found
            self.kind: str | None = None
            self.line = 0
            self.values: dict[str, str] = {}
            self.lines: list[int] = []
            self.name: str | None = None
            self.name_line = 0
            self.value = ""

        def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 - the name the interface has
            line = first_line + (parser.getLineNumber() or 1) - 1
            if name == "OBJECT":
                # One inside another: the outer one is complete but for its inner ones, which take values from it.
                self.end_object()
                self.kind = attrs.get("basetype", "") or attrs.get("name", "")
                self.line, self.values, self.lines = line, {}, []
            elif name == "PROPERTY" and self.kind is None:
                out.unread(line)
            elif name == "PROPERTY":
                self.name, self.name_line, self.value = attrs.get("name", ""), line, ""

        def characters(self, content: str) -> None:
            if self.name is not None and len(self.value) < LONGEST_VALUE:
                self.value += content

        def endElement(self, name: str) -> None:  # noqa: N802 - the name the interface has
            if name == "PROPERTY" and self.name is not None:
                if self.name not in self.values:
                    self.values[self.name] = self.value
                    self.lines.append(self.name_line)
                self.name = None
            elif name == "OBJECT":
                self.end_object()

        def end_object(self) -> None:
            if self.kind is not None:
                values = located_dict(self.values, self.line, shapes.places(self.values, self.lines, self.line))
                self.found.append(nesting.place(self.kind, values, self.line))
                self.kind = None

    handler = Handler(found)
    parser = new_parser()
    parse_noted(parser, handler, text, first_line, out)
    del handler.found


def _detect_xml(capture: Capture) -> Detection | None:
    if (
        "<RESPONSE" in capture.head
        and re.search(r'<OBJECT\s+(?:basetype|name)="', capture.head)
        and "<PROPERTY name=" in capture.head
    ):
        return Detection(97, "an answer of a Dot Hill array (MSA, ME, DS) in XML")
    return None


def _detect_json(capture: Capture) -> Detection | None:
    head = capture.head
    if '"object-name"' in head and re.search(r'"meta"\s*:\s*"/meta/', head):
        return Detection(97, "an answer of a Dot Hill array (MSA, ME, DS) in JSON")
    return None


def _system_name(text: str) -> str | None:
    found = {name.strip() for name in _NAME.findall(text[:16_384])} - {"Uninitialized Name", ""}
    return found.pop() if len(found) == 1 else None


READERS = (
    DOTHILL.reader(
        "dothill-json", "show ports (JSON)", _detect_json, needles=('"object-name"', "/meta/"), owner_in=_system_name,
        captured_in=captured_in,
    ),
    DOTHILL.reader(
        "dothill-xml", "show ports (XML)", _detect_xml, read=_read_xml, needles=("<RESPONSE", "<PROPERTY name="),
        owner_in=_system_name, captured_in=captured_in,
    ),
)  # fmt: skip
