"""Puppet data for Cisco zones: blocks with ``member`` as one text of names separated by commas.

A made-up sample::

    esx01_zone:
       ensure: 'present'
       name: 'esx01_vplex'
       member: '10:00:00:00:c9:aa:00:01,50:00:14:42:a0:00:00:10'
       membertype: 'pwwn'
       vsanid: '10'

Zone sets (``active``) and aliases (no VSAN) look alike. A block with ``ensure: absent`` names what has to go, and
nothing is read from it.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.ansible import zoning_rows
from checker.readers.ansible.documents import documents, flag, line_of, looks_like_yaml, mappings, name_of, plain
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.located_json import LocatedDict

_KEYS = tuple(
    re.compile(rf"^[ \t]*(?:-[ \t]+)?{key}[ \t]*:", re.MULTILINE) for key in ("member", "membertype", "vsanid")
)


_KINDS = {"pwwn": "wwpn", "device-alias": "alias", "fcalias": "alias"}
_BLOCK = re.compile(r"^(?P<what>zone|zoneset|alias)_configuration\w{0,40}[ \t]*:[ \t]*$", re.MULTILINE)


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if looks_like_yaml(head) and all(key.search(head) for key in _KEYS):
        return Detection(92, "keys member, membertype and vsanid")
    if looks_like_yaml(head) and _BLOCK.search(head) and _KEYS[0].search(head):
        return Detection(90, "blocks of zone_configuration, zoneset_configuration or alias_configuration")
    return None


def _read(capture: Capture, out: Writer) -> None:
    first = 0
    for document in documents(capture, out):
        for mapping in mappings(document):
            if "member" not in mapping or plain(mapping.get("ensure")) == "absent":
                continue
            name = name_of(mapping, "name", out, "zone", "zone")
            if name is not None:
                _write(capture, out, mapping, name)
                first = first or mapping.line
    if first:
        out.add("switch", first, switch=capture.owner, vendor="cisco")


def _write(capture: Capture, out: Writer, mapping: LocatedDict, name: str) -> None:
    switch, line = capture.owner, line_of(mapping, "member")
    vsan = zoning_rows.vsan_text(plain(mapping.get("vsanid")))
    members = [member.strip() for member in (plain(mapping["member"]) or "").split(",") if member.strip()]
    if "vsanid" not in mapping:
        for member in members:
            zoning_rows.add_alias(out, line, switch, "", name, member)
    elif "active" in mapping or "membertype" not in mapping:
        for member in members:
            zoning_rows.add_to_set(out, line, switch, vsan, name, member)
        if flag(mapping, "active"):
            out.add("vsan", line_of(mapping, "active"), switch=switch, vsan=vsan, active_zone_set=name)
    else:
        kind = _KINDS.get(plain(mapping["membertype"]) or "")
        zoning_rows.add_zone(out, mapping.line, switch, vsan, name)
        for member in members:
            zoning_rows.add_member(out, line, switch, vsan, name, member, None, kind)


def _is_intent(_: str) -> bool:
    return True


READERS = (
    Reader(
        name="puppet-zone-configuration",
        platform="cisco-mds",
        command="zone_configuration (Puppet data)",
        provides={
            "zone": ("switch", "vsan", "active", "zone"),
            "zone_set": zoning_rows.ZONE_SET,
            "alias": zoning_rows.ALIAS,
            "vsan": ("switch", "vsan", "active_zone_set"),
            "zone_member": ("switch", "vsan", "active", "zone", "member", "member_type", "wwpn", "alias"),
            "switch": ("switch", "vendor"),
        },
        needles=("member",),
        detect=_detect,
        read=_read,
        intent=_is_intent,
        trust=40,
    ),
)
