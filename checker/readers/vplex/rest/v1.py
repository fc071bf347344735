"""VPLEX REST v1 answers (GeoSynchrony 5 and 6): ``GET /vplex/<context path>``.

::

    {"response": {"context": [{
        "type": "storage-view", "parent": "/clusters/cluster-1/exports/storage-views",
        "attributes": [{"name": "name", "value": "db01"},
                       {"name": "virtual-volumes", "value": ["(0,db01_vol,VPD83T3:6000144...,500G)"]}],
        "children": []}], "message": "", "exception": "", "custom-data": ""}}

A path with ``*`` returns many contexts; a listing returns one context with the objects as children. ``attributes`` is a
map in the compact form. The output of a posted command is text in ``custom-data``. The ``response`` envelope may be
missing, and so may type and parent if only the attributes were saved.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader, columns
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of
from checker.readers.vplex.cli.text import read_cli_lines
from checker.readers.vplex.groups import PROVIDES, write_object
from checker.readers.vplex.monitors.get_stats import is_literal, read_stats
from checker.readers.vplex.objects import (
    FAMILY,
    SETTING,
    Place,
    VplexObject,
    add_system,
    cluster_of,
    guess_type,
    locate,
    nexuses,
)

_TYPES = {
    "fc-port": "port", "xg-port": "port", "ib-port": "port", "ethernet-port": "port", "fc-target-port": "export-port",
    "target-port": "export-port", "fc-initiator-port": "initiator-port", "initiator-port": "initiator-port",
    "meta-volume": "system-volume", "logging-volume": "system-volume", "device-migration": "migration",
    "extent-migration": "migration",
}  # fmt: skip
_KNOWN = (
    "cluster", "engine", "director", "storage-view", "virtual-volume", "local-device", "distributed-device",
    "storage-volume", "extent", "consistency-group", "system-volume", *_TYPES,
)  # fmt: skip
_TYPE_KEY = re.compile(r'"type"\s*:\s*"(?:' + "|".join(_KNOWN) + r')s?"')
_PARENT_KEY = re.compile(r'"parent"\s*:\s*"/(?:clusters|engines|distributed-storage|data-migrations)?[/"]?')
_OWN_ATTRIBUTE = re.compile(r'"(?:vpd-id|port-wwn|port-name-enabled-status|itls|rule-set-name|director-id)"')
_COLOUR = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")
_ENVELOPE = re.compile(r'"custom-data"\s*:')


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if "{" not in head[:2_000]:
        return None
    if '"attributes"' in head:
        if _PARENT_KEY.search(head) and (_TYPE_KEY.search(head) or _OWN_ATTRIBUTE.search(head)):
            return Detection(95, "VPLEX REST v1 contexts with type, parent and attributes")
        if _OWN_ATTRIBUTE.search(head) and '"value"' in head:
            return Detection(75, "attributes of a VPLEX REST v1 context without type and parent")
    if _ENVELOPE.search(head):
        whole = '"context"' in head and '"exception"' in head
        return Detection(85 if whole else 55, "a VPLEX REST v1 answer to a command: custom-data")
    return None


def _read(capture: Capture, out: Writer) -> None:
    before = out.records
    skipped: dict[str, int] = {}
    for document in noted_documents(capture.text, capture.first_line, out):
        _read_document(document.value, document.line, out, capture.owner, skipped)
    for kind, line in skipped.items():
        out.note(line, f"VPLEX contexts of type {kind} are not read")
    add_system(out, capture.first_line, capture.owner, before)


def _read_document(value: object, line: int, out: Writer, owner: str, skipped: dict[str, int]) -> None:
    if isinstance(value, list):
        for item in value:
            _read_document(item, line_of(item, line), out, owner, skipped)
        return
    if not isinstance(value, LocatedDict):
        out.note(line, "expected a VPLEX context, found a plain value")
        return
    response = value.get("response")
    if isinstance(response, LocatedDict):
        value, line = response, response.line
    exception = value.get("exception")
    if isinstance(exception, str) and exception.strip():
        out.note(value.key_lines["exception"], f"VPLEX answered with an error: {' '.join(exception.split())[:200]}")
    _read_custom_data(value, out, owner)
    if "attributes" in value:
        _read_context(value, out, owner, skipped)
        return
    contexts = value.get("context")
    if isinstance(contexts, LocatedDict):
        contexts = [contexts]
    if not isinstance(contexts, list):
        if contexts is not None or not any(key in value for key in ("custom-data", "message", "exception", "context")):
            out.note(line, "this document contains no VPLEX context")
        return
    for context in contexts:
        if isinstance(context, LocatedDict):
            _read_context(context, out, owner, skipped)
        else:
            out.note(line, "skipped a context that is not a JSON object")


def _read_custom_data(value: LocatedDict, out: Writer, owner: str) -> None:
    text = value.get("custom-data")
    if not isinstance(text, str) or not text.strip():
        return
    line = value.key_lines["custom-data"]
    # Colours are JSON escapes here, which the input stage does not remove.
    text = _COLOUR.sub("", text)
    before = out.records
    if is_literal(text):
        # All lines inside a JSON string have the line number of the key.
        read_stats(text.replace("\n", " "), line, out, owner, "")
        return
    message = _text(value.get("message"))
    # All lines inside a JSON string share one line number, so one note replaces the count of unread lines.
    unread, first = out.unread_lines, out.first_unread
    read_cli_lines([(line, row) for row in text.split("\n")], message, out, owner)
    if out.unread_lines > unread or out.records == before:
        out.unread_lines, out.first_unread = unread, first
        out.note(line, "the command output in custom-data was not read completely")


def _attributes(context: LocatedDict) -> tuple[dict[str, object], dict[str, int]]:
    values: dict[str, object] = {}
    lines: dict[str, int] = {}
    attributes = context.get("attributes")
    if isinstance(attributes, LocatedDict):
        values, lines = dict(attributes), dict(attributes.key_lines)
    for attribute in attributes if isinstance(attributes, list) else ():
        if isinstance(attribute, LocatedDict) and isinstance(attribute.get("name"), str):
            values[attribute["name"]] = attribute.get("value")
            lines[attribute["name"]] = attribute.key_lines.get("value", attribute.line)
    if "itls" in values:
        values["itls"] = nexuses(values["itls"])
    return values, lines


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _read_context(context: LocatedDict, out: Writer, owner: str, skipped: dict[str, int]) -> None:
    values, lines = _attributes(context)
    name = _text(values.get("name", context.get("name"))) or None
    parent, kind = _text(context.get("parent")), _text(context.get("type"))
    place = _place(kind, parent, name, values)
    if place is not None:
        if place.type in ("component", "distributed-component") and kind is not None:
            values.setdefault("type", kind)
        if not write_object(VplexObject(place, context.line, values, lines), out, owner):
            place = None
    children = context.get("children")
    read = _read_children(children, f"{parent or ''}/{name}", out, owner) if name and isinstance(children, list) else 0
    if place is None and not read and (children is None or len(values) > 1):
        skipped.setdefault(kind or "unknown", context.line)


def _place(kind: str | None, parent: str | None, name: str | None, values: Mapping[str, object]) -> Place | None:
    """Return the place of a context, from its path, its type, or attributes that only one type has."""
    if parent is not None and name is not None and (found := locate(f"{parent}/{name}")) is not None:
        return found
    known = guess_type(values) if kind is None else _TYPES.get(kind, kind if kind in _KNOWN else None)
    if known is None:
        return None
    above = locate(f"{parent}/-") if parent is not None else None
    if above is not None and above.type == known != "cluster":
        return Place(known, None, above.cluster, above.engine, above.director, above.parent)
    return Place(known, name, name if known == "cluster" else cluster_of(name))


def _read_children(children: list[object], path: str, out: Writer, owner: str) -> int:
    """Write the children of a listing, which contains only their names; return how many there are."""
    read = 0
    for child in children:
        if not isinstance(child, LocatedDict) or not isinstance(child.get("name"), str):
            continue
        place = locate(f"{path}/{child['name']}")
        if place is None:
            continue
        values = {"type": child.get("type")} if place.type.endswith("component") else {}
        read += write_object(VplexObject(place, child.line, values), out, owner)
    return read


READERS = (
    Reader(
        name="vplex-rest-v1", platform="vplex", command="GET /vplex/<context>",
        provides=provided(
            *PROVIDES.values(), FAMILY,
            columns(array_setting=SETTING, storage_array="array_version", director="version"),
        ),
        detect=_detect, read=_read, needles=("{",),
    ),
)  # fmt: skip
