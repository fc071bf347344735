"""XtremIO REST answers: ``GET /api/json/types/<type>/<index>`` and ``/api/json/v2/types/<type>?full=1``.

::

    {"content": {"name": "X1-SC1-fc1", "port-address": "51:4f:0c:50:00:00:01:00", "port-state": "up",
                 "port-speed": "8GFC", "node-id": ["0f…", "X1-SC1", 1], "tg-id": ["7a…", "Default", 1]},
     "links": [{"href": "https://xms01/api/json/types/targets/1", "rel": "self"}]}

A capture contains one object, a listing (``{"volumes": [...]}``), or all objects of an array one after another. An object
belongs to the array that it names (``sys-id``), or else to the owner of the capture.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.packed_list import PackedList
from checker.readers.xtremio.objects import XTREMIO, write_objects
from checker.readers.xtremio.records import TYPES, Record, records

_HREF = re.compile(r"/api/json/(?:v[0-9]+/)?types/[a-z-]+")
_LISTING = re.compile(r'\A\s*\{\s*"(?:' + "|".join(TYPES) + r')"\s*:\s*[\[{]')
_OWN_WORDS = (
    '"xms-id"', '"naa-name"', '"sys-sw-version"', '"ig-name"', '"ig-id"', '"tar-id"', '"port-address"', '"obj-severity"',
)  # fmt: skip
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
    if _HREF.search(head) and '"content"' in head:
        return Detection(92, "an object with its link on an XtremIO management server")
    if _HREF.search(head) and '"href"' in head:
        return Detection(85, "links of an XtremIO management server")
    if _EVENTS.match(head) and '"entity"' in head and '"classification"' in head:
        return Detection(70, "XtremIO events")
    if words >= 2 or (words and _LISTING.match(head)):
        return Detection(75, "attributes of XtremIO objects")
    return None


def _owner(text: str) -> str | None:
    """Return the name of the array, if the objects of the text name one only."""
    names = set(_SYS_ID.findall(text)) or set(_SYS_NAME.findall(text))
    return names.pop() if len(names) == 1 else None


def _read(capture: Capture, out: Writer) -> None:
    found: PackedList[Record] = PackedList()
    for document in noted_documents(capture.text, capture.first_line, out):
        before = len(found)
        found.extend(records(document.value, document.line))
        if len(found) == before:
            out.note(document.line, "no XtremIO object in this document")
    write_objects(found, capture, out)


READERS = (
    XTREMIO.reader(
        "xtremio-rest", "GET /api/json/v2/types/<type>?full=1", _detect, read=_read, needles=("{", '"'), owner_in=_owner
    ),
)  # fmt: skip
