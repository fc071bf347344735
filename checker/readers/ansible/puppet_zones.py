"""Puppet data for Cisco zones: blocks with ``member`` as one text of names separated by commas.

A made-up sample::

    esx01_zone:
       ensure: 'present'
       name: 'esx01_vplex'
       member: '10:00:00:00:c9:aa:00:01,50:00:14:42:a0:00:00:10'
       membertype: 'pwwn'
       vsanid: '10'

A block with ``ensure: absent`` names a zone that has to go, and nothing is read from it.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.ansible import zoning_rows
from checker.readers.ansible.documents import documents, line_of, looks_like_yaml, mappings, name_of, plain
from checker.readers.base import Capture, Detection, Reader

_KEYS = tuple(
    re.compile(rf"^[ \t]*(?:-[ \t]+)?{key}[ \t]*:", re.MULTILINE) for key in ("member", "membertype", "vsanid")
)


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if looks_like_yaml(head) and all(key.search(head) for key in _KEYS):
        return Detection(92, "keys member, membertype and vsanid")
    return None


def _read(capture: Capture, out: Writer) -> None:
    first = 0
    for document in documents(capture, out):
        for mapping in mappings(document):
            if "member" not in mapping or "vsanid" not in mapping:
                continue
            name = name_of(mapping, "name", out, "zone", "zone")
            if name is None or plain(mapping.get("ensure")) == "absent":
                continue
            vsan = zoning_rows.vsan_text(plain(mapping["vsanid"]))
            kind = {"pwwn": "wwpn", "device-alias": "alias", "fcalias": "alias"}.get(
                plain(mapping.get("membertype")) or ""
            )
            first = first or mapping.line
            zoning_rows.add_zone(out, mapping.line, capture.owner, vsan, name)
            for member in (plain(mapping["member"]) or "").split(","):
                if member.strip():
                    line = line_of(mapping, "member")
                    zoning_rows.add_member(out, line, capture.owner, vsan, name, member.strip(), None, kind)
    if first:
        out.add("switch", first, switch=capture.owner, vendor="cisco")


def _is_intent(_: str) -> bool:
    return True


READERS = (
    Reader(
        name="puppet-zone-configuration",
        platform="cisco-mds",
        command="zone_configuration (Puppet data)",
        provides={
            "zone": ("switch", "vsan", "active", "zone"),
            "zone_member": ("switch", "vsan", "active", "zone", "member", "member_type", "wwpn", "alias"),
            "switch": ("switch", "vendor"),
        },
        needles=("vsanid",),
        detect=_detect,
        read=_read,
        intent=_is_intent,
        trust=40,
    ),
)
