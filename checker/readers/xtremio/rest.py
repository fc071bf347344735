"""XtremIO REST answers: ``GET /api/json/types/<type>/<index>`` and ``/api/json/v2/types/<type>?full=1``.

::

    {"content": {"name": "X1-SC1-fc1", "port-address": "51:4f:0c:50:00:00:01:00", "port-state": "up",
                 "port-speed": "8GFC", "node-id": ["0f…", "X1-SC1", 1], "tg-id": ["7a…", "Default", 1]},
     "links": [{"href": "https://xms01/api/json/types/targets/1", "rel": "self"}]}

A capture holds one object, a listing (``{"volumes": [...]}``), or all objects of an array one after another. Where the
objects name their array (``sys-id``) they belong to it, else to the owner of the capture.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.json_documents import Skipped, documents
from checker.readers.xtremio import masking, parts
from checker.readers.xtremio.records import TYPES, Record, records

_HREF = re.compile(r"/api/json/(?:v[0-9]+/)?types/[a-z-]+")
_LISTING = re.compile(r'\A\s*\{\s*"(?:' + "|".join(TYPES) + r')"\s*:\s*[\[{]')
_OWN_WORDS = (
    '"xms-id"',
    '"naa-name"',
    '"sys-sw-version"',
    '"ig-name"',
    '"ig-id"',
    '"tar-id"',
    '"port-address"',
    '"obj-severity"',
)
_SYS_ID = re.compile(r'"sys-id"\s*:\s*\[\s*"[^"]{0,80}"\s*,\s*"([^"]{1,200})"')
_SYS_NAME = re.compile(r'"sys-name"\s*:\s*"([^"]{1,200})"')
_EVENTS = re.compile(r'\A\s*\{\s*"events"\s*:')


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if "{" not in head[:2_000]:
        return None
    words = sum(word in head for word in _OWN_WORDS)
    if words and (_HREF.search(head) or '"xms-id"' in head):
        return Detection(95, "XtremIO REST: references to types of the management server")
    if _HREF.search(head) and _LISTING.match(head):
        return Detection(90, "an XtremIO REST listing")
    if _EVENTS.match(head) and '"entity"' in head and '"classification"' in head:
        return Detection(70, "XtremIO events")
    if words >= 2 or (words and _LISTING.match(head)):
        return Detection(75, "attributes of XtremIO objects")
    return None


def _owner(text: str) -> str | None:
    """Return the name of the array, if all objects of the text that name one name the same."""
    names = set(_SYS_ID.findall(text)) or set(_SYS_NAME.findall(text))
    return names.pop() if len(names) == 1 else None


def _read(capture: Capture, out: Writer) -> None:
    found: list[Record] = []
    for document in documents(capture.text, capture.first_line):
        if isinstance(document, Skipped):
            out.unread(document.line, document.lines)
            out.ends_inside_record |= document.truncated
            if document.problem:
                out.note(document.line, f"no JSON that could be read: {document.problem}")
            continue
        if document.truncated:
            out.ends_inside_record = True
            out.note(document.line, "the document is cut off; what was complete has been read")
        before = len(found)
        found.extend(records(document.value, document.line))
        if len(found) == before:
            out.note(document.line, "no XtremIO object in this document")
    _write(found, capture, out)


def _write(found: list[Record], capture: Capture, out: Writer) -> None:
    # Some types don't name their array; in a capture of one array they belong to it.
    named = {name for record in found if (name := _array(record, "")) != ""}
    owner = named.pop() if len(named) == 1 else capture.owner
    devices = {
        id(record): masking.device_of(record, out) for record in found if record.type in ("volumes", "snapshots")
    }
    volumes = {
        (_array(record, owner), record.text("name") or record.reference("vol-id") or ""): (
            devices[id(record)],
            record.kilobytes("vol-size"),
        )
        for record in found
        if id(record) in devices
    }
    arrays: dict[str, int] = {}
    left_out: dict[str, int] = {}
    before = out.records
    for record in found:
        storage_array = _array(record, owner)
        if record.type == "lun-maps":
            masking.write_map(record, out, storage_array, volumes)
        elif id(record) in devices:
            masking.write_volume(record, devices[id(record)], out, storage_array)
        elif record.type == "xms":
            parts.write_xms(record, out, record.text("sys-name"))
        elif (writer := _WRITERS.get(record.type)) is not None:
            writer(record, out, storage_array)
        elif not parts.write_part(record, out, storage_array):
            left_out.setdefault(record.type or "unknown", record.line)
            continue
        arrays.setdefault(storage_array, record.line)
    for kind, line in left_out.items():
        out.note(line, f"nothing is read from XtremIO objects of type {kind}")
    _write_ports(found, owner, out)
    if out.records > before:
        for name, line in arrays.items():
            out.add("storage_array", line, storage_array=name, family="xtremio", vendor="EMC")


def _array(record: Record, owner: str) -> str:
    """Return the array an object belongs to: its ``sys-id``, else the owner of the capture."""
    named = record.reference("sys-id") or record.text("sys-name")
    if named is None and record.type == "clusters":
        named = record.text("name")
    return named or owner


def _write_ports(found: list[Record], owner: str, out: Writer) -> None:
    """Write the ports of each view, where the capture holds both LUN maps and the targets of their target groups."""
    targets: dict[tuple[str, str], list[Record]] = {}
    for record in found:
        if record.type == "targets" and (group := record.reference("tg-id")) is not None:
            targets.setdefault((_array(record, owner), group), []).append(record)
    if not targets:
        return
    seen: set[tuple[str, str, str]] = set()
    for record in found:
        storage_array = _array(record, owner)
        if record.type == "lun-maps":
            pairs = [(record.text("ig-name"), record.text("tg-name"))]
        elif record.type in ("volumes", "snapshots"):
            pairs = [(view, group) for view, group, _ in masking.maps_of(record)]
        else:
            continue
        for view, group in pairs:
            if view is None or group is None or (storage_array, view, group) in seen:
                continue
            seen.add((storage_array, view, group))
            for target in targets.get((storage_array, group), ()):
                masking.write_view_port(target, view, record.line, out, storage_array)


_WRITERS = {
    "clusters": parts.write_cluster,
    "bricks": parts.write_brick,
    "storage-controllers": parts.write_controller,
    "targets": masking.write_target,
    "initiators": masking.write_initiator,
    "initiator-groups": masking.write_group,
}

READERS = (
    Reader(
        name="xtremio-rest",
        platform="xtremio",
        command="GET /api/json/v2/types/<type>?full=1",
        provides={**parts.PROVIDES, **masking.PROVIDES},
        detect=_detect,
        read=_read,
        needles=("{", '"'),
        owner_in=_owner,
    ),
)
