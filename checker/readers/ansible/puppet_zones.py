"""Puppet data for Cisco zones: blocks with ``member`` as one text of names separated by commas.

A synthetic sample::

    esx01_zone:
       ensure: 'present'
       name: 'esx01_vplex'
       member: '10:00:00:00:c9:aa:00:01,50:00:14:42:a0:00:00:10'
       membertype: 'pwwn'
       vsanid: '10'

Zone sets (``active``) and aliases (no VSAN) look alike. A block with ``ensure: absent`` is to be removed, so it is
skipped.
"""

from __future__ import annotations

from checker.facts.observations import Writer
from checker.readers.ansible import documents as playbook
from checker.readers.ansible import zoning_rows
from checker.readers.ansible.zoning_rows import Zoning
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.documents.located_json import LocatedDict

_KINDS = {"pwwn": "wwpn", "device-alias": "alias", "fcalias": "alias"}


def _read(capture: Capture, out: Writer) -> None:
    first = 0
    for mapping in playbook.all_mappings(capture, out):
        if "member" not in mapping or playbook.plain(mapping.get("ensure")) == "absent":
            continue
        name = playbook.name_of(mapping, "name", out, "zone", "zone")
        if name is not None:
            _write(capture, out, mapping, name)
            first = first or mapping.line
    if first:
        out.add("switch", first, switch=capture.owner, vendor="cisco")


def _write(capture: Capture, out: Writer, mapping: LocatedDict, name: str) -> None:
    line = playbook.line_of(mapping, "member")
    zoning = Zoning(out, capture.owner, zoning_rows.vsan_text(playbook.plain(mapping.get("vsanid"))))
    members = [member.strip() for member in (playbook.plain(mapping["member"]) or "").split(",") if member.strip()]
    if "vsanid" not in mapping:
        for member in members:
            zoning.alias(line, name, member)
    elif "active" in mapping or "membertype" not in mapping:
        for member in members:
            zoning.in_set(line, name, member)
        if playbook.flag(mapping, "active"):
            zoning.active_set(playbook.line_of(mapping, "active"), name)
    else:
        kind = _KINDS.get(playbook.plain(mapping["membertype"]) or "")
        zoning.zone(mapping.line, name)
        for member in members:
            zoning.member(line, name, member, kind=kind)


READERS = (
    Reader(
        name="puppet-zone-configuration", platform="cisco-mds", command="zone_configuration (Puppet data)",
        provides={
            "zone": ("switch", "vsan", "active", "zone"),
            "zone_set": zoning_rows.ZONE_SET,
            "alias": zoning_rows.ALIAS,
            "vsan": ("switch", "vsan", "active_zone_set"),
            "zone_member": ("switch", "vsan", "active", "zone", "member", "member_type", "wwpn", "alias"),
            "switch": ("switch", "vendor"),
        },
        needles=("member",),
        detect=playbook.by_yaml(
            (
                92,
                "keys member, membertype and vsanid",
                (playbook.key("member"), playbook.key("membertype"), playbook.key("vsanid")),
            ),
            (
                90,
                "blocks of zone_configuration, zoneset_configuration or alias_configuration",
                (r"^(?:zone|zoneset|alias)_configuration\w{0,40}[ \t]*:[ \t]*$", playbook.key("member")),
            ),
        ),
        read=_read, intent=playbook.is_intent, trust=40, advised=False,
    ),
)  # fmt: skip
