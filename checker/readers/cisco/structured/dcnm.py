"""Switches in the inventory of DCNM and NDFC: ``GET /fm/fmrest/inventory/switches`` and its successors.

::

    [{"logicalName": "mds-a", "ipAddress": "192.0.2.31", "switchDbID": 30820, "release": "9.2(2)", "serialNumber": "JPG0001",
      "model": "DS-C9396T-K9", "numberOfPorts": 96, "domain": "11", "swWwn": null, "swWwnName": "20:00:…", "npvEnabled": false}]

NDFC puts the list into ``DATA``. Switches without a world wide name are of a LAN and are left out. Public answers contain
such switches only, so the values of SAN switches are unverified. Ports, logins and zones are other objects, of which no answer is
public; the switches' own commands state them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.facts import normalise
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.fields import const, number, text, wwn
from checker.readers.toolkit.declarations.json_family import Claims, JsonFamily, by_texts, listed
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.documents.located_json import line_of

_CERTAIN: Claims = (("switches in DCNM or NDFC", ('"logicalName"', '"switchDbID"', '"swWwnName"')),)
_WWNS = ("wwn", "swWwn", "swWwnName")


Facts = declared.Facts[JsonObject]


def _objects(value: Any, line: int) -> Iterator[JsonObject]:
    for item, place in listed(value, line):
        if "logicalName" in item and "switchDbID" in item:
            yield JsonObject("switch", item, place)
        for key in ("DATA", "data"):
            if isinstance(item.get(key), list):
                yield from _objects(item[key], line_of(item[key], place))


def _wwn(item: JsonObject) -> str | None:
    return next((found for name in _WWNS if (found := item.text(name)) and normalise.wwn(found)), None)


def _mode(item: JsonObject) -> str | None:
    return "npv" if item.flag("npvEnabled") else None


def _domain(item: JsonObject) -> str | None:
    domain = item.number("domain", "domainID")
    return str(domain) if domain is not None and 0 < domain < 240 else None


_SWITCH = Facts(
    "switch", when=_wwn, needs="switch", place="logicalName", switch=text("logicalName", "hostName"), switch_wwn=wwn(of=_wwn),
    vendor=const("cisco"), model=text("model", "nonMdsModel"), firmware_version="release", serial="serialNumber",
    domain_id=_domain, switch_mode=_mode, ip_address="ipAddress", port_count=number("numberOfPorts"),
)  # fmt: skip


READERS = (
    JsonFamily("cisco-mds", _objects, {"switch": (_SWITCH,)}).reader(
        "cisco-dcnm-switches", "GET /fm/fmrest/inventory/switches", by_texts(94, _CERTAIN), needles=('"logicalName"', '"switchDbID"'),
        verified=False,
    ),
)  # fmt: skip
