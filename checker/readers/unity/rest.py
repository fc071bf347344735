"""Unity REST answers: ``GET /api/types/<type>/instances?fields=…`` and ``GET /api/instances/<type>/<id>``.

::

    {"@base": "https://192.0.2.20/api/types/fcPort/instances?fields=id,wwn&per_page=2000",
     "updated": "2016-10-18T01:56:10.923Z",
     "entries": [{"content": {"id": "spa_fc4", "wwn": "50:06:01:60:C7:E0:00:01:50:06:01:62:47:E0:00:01",
                              "currentSpeed": 16, "storageProcessor": {"id": "spa"}, "health": {"value": 5}}}]}

Enumerations are numbers; those that the reference of the REST API explains are read as words. Objects refer to each other
by id, so volumes, ports, views and initiators are named by id here; the name of a volume is its label.
"""

from __future__ import annotations

import re
from datetime import datetime

from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.json_family import JsonFamily
from checker.readers.toolkit.documents.json_objects import utc_time
from checker.readers.unity import access, load, parts, replication
from checker.readers.unity.objects import Facts, objects

_BASE = re.compile(r'"@base"\s*:\s*"https?://([^/"\s]{1,200})/api/(?:types|instances)/')
_HREF = re.compile(r'"@base"\s*:|/api/(?:types|instances)/[a-z]')
_SYSTEM = re.compile(r'"name"\s*:\s*"([A-Za-z0-9][\w.\-]{2,63})"')
_UPDATED = re.compile(r'"updated"\s*:\s*"([0-9T:\-]{19})(?:\.[0-9]+)?Z?"')
_OWN_WORDS = (
    '"isLoggedIn"', '"parentHost"', '"storageProcessor"', '"nPortId"', '"hlu"', '"sizeSubscribed"', '"srcResourceId"', "EMC_UEM_", '"sp.*.',
)  # fmt: skip


_OWN_ID = re.compile(r'"id"\s*:\s*"(?:Host_\d+|HostInitiator_\d+|Host_\d+_sv_\w+|sv_\d+|sp[ab]_\w+)"')
_OWN_ATTRIBUTES = (
    ('"osType"',),
    ('"initiatorId"',),
    ('"hlu"',),
    ('"wwn"', '"sizeTotal"'),
    ('"wwn"', '"storageProcessor"'),
)


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not re.match(r"\s*[\[{]", head):
        return None
    words = sum(word in head for word in _OWN_WORDS)
    if '"@base"' in head and _BASE.search(head):
        return Detection(96, "an answer of the Unity REST interface")
    if '"content"' in head and words and (_HREF.search(head) or '"entries"' in head):
        return Detection(92, "objects of the Unity REST interface")
    if '"content"' in head and words:
        return Detection(85, "an object of the Unity REST interface")
    if _OWN_ID.search(head) and any(all(word in head for word in some) for some in _OWN_ATTRIBUTES):
        return Detection(91, "objects with ids and attributes of a Unity")
    return None


def _system_name(text: str) -> str | None:
    """Return the name of the array, which only the answer about the system states."""
    if '"serialNumber"' not in text or '"platform"' not in text:
        return None
    names: set[str] = set(_SYSTEM.findall(text[:20_000]))
    return names.pop() if len(names) == 1 else None


def _address(text: str) -> str | None:
    """Return the address of the array in the request, which all answers of one array share."""
    hosts: set[str] = set(_BASE.findall(text[:200_000]))
    return hosts.pop().rsplit("@")[-1] if len(hosts) == 1 else None


def _captured(text: str) -> datetime | None:
    found = _UPDATED.search(text[:5_000])
    return utc_time(found.group(1)) if found else None


_UNITY = JsonFamily(
    "unity",
    objects,
    {**parts.TYPES, **access.TYPES, **replication.TYPES},
    once=Facts("storage_array", storage_array=owner, vendor=const("EMC"), family=const("unity")),
    indexes=access.INDEXES,
    joints=(load.METRICS,),
)
READERS = (
    _UNITY.reader(
        "unity-rest", "GET /api/types/TYPE/instances", _detect, needles=('"', "{"), owner_in=_system_name,
        captured_in=_captured, address_in=_address,
    ),
)  # fmt: skip
