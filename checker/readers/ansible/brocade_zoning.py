"""Ansible variables and playbooks for Brocade zoning (collection ``brocade.fos``, modules ``brocade_zoning_*``).

A synthetic sample::

    aliases:
      - name: esx01_hba0
        members:
          - 10:00:00:00:c9:aa:00:01
    zones:
      - name: esx01_vplex
        members:
          - esx01_hba0
        principal_members:
          - vplex_fe0
    cfgs:
      - name: CFG_A
        members:
          - esx01_vplex

Lists are in the variables or in the task. They add to the database of the switch; objects in ``*_to_delete`` and with
``members_remove_only`` are to be removed, so they are skipped.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.ansible import documents as playbook
from checker.readers.ansible import zoning_rows
from checker.readers.ansible.zoning_rows import Zoning
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.documents.located_json import LocatedDict

_MODULE = re.compile(
    r"^[ \t]*(?:-[ \t]+)?(?:brocade\.fos\.)?brocade_zoning_(?:alias|zone|cfg|copy|default_zone)[ \t]*:", re.MULTILINE
)
_OTHER_MODULE = re.compile(r"^[ \t]*(?:-[ \t]+)?(?:brocade\.fos\.)?brocade_[a-z_]{2,60}[ \t]*:[ \t]*$", re.MULTILINE)
_PLAY = re.compile(r"^[ \t]*(?:-[ \t]+)?(?:hosts|tasks|gather_facts|credential)[ \t]*:", re.MULTILINE)
_LIST = re.compile(
    r"^[ \t]*(?:-[ \t]+)?(aliases|zones|cfgs)[ \t]*:[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n){0,5}"
    r"[ \t]*-[ \t]+(?:name|members|principal_members)[ \t]*:",
    re.MULTILINE,
)
_MEMBERS = re.compile(r"^[ \t]*(?:-[ \t]+)?(?:principal_)?members[ \t]*:", re.MULTILINE)
_ACCESS = {"allaccess": "permit", "noaccess": "deny"}
_LISTS = {"aliases": "alias", "zones": "zone", "cfgs": "zone_set"}


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not playbook.looks_like_yaml(head):
        return None
    if _MODULE.search(head):
        return Detection(93, "a task of the module brocade_zoning_alias, _zone or _cfg")
    lists = {match.group(1) for match in _LIST.finditer(head)}
    if lists and _MEMBERS.search(head):
        return Detection(72 + 5 * len(lists), f"lists with name and members: {', '.join(sorted(lists))}")
    if _PLAY.search(head) and _OTHER_MODULE.search(head):
        return Detection(60, "a play with a module for Fabric OS")
    return None


def _read(capture: Capture, out: Writer) -> None:
    first = 0
    read = playbook.documents(capture, out)
    # Variables don't name the logical switch, but the tasks that use them do; it counts if all name the same one.
    switches = {_vsan(mapping) for mapping in playbook.mappings(read) if "vfid" in mapping}
    only = switches.pop() if len(switches) == 1 else ""
    for mapping in playbook.mappings(read):
        zoning = Zoning(out, capture.owner, _vsan(mapping) if "vfid" in mapping else only)
        if playbook.flag(mapping, "members_remove_only"):
            out.note(mapping.line, "skipped members that are to be removed")
            continue
        for key, kind in _LISTS.items():
            for line, entry in playbook.entries(mapping, key):
                name = playbook.name_of(entry, "name", out, kind, kind)
                if name is not None:
                    _write(zoning, kind, line, name, entry)
                    first = first or line
        _active(zoning, mapping)
        access = _ACCESS.get((playbook.plain(mapping.get("default_zone_access")) or "").lower())
        if access is not None:
            line = playbook.line_of(mapping, "default_zone_access")
            out.add("vsan", line, switch=capture.owner, vsan=zoning.vsan, default_zone=access)
            first = first or line
    if first:
        out.add("switch", first, switch=capture.owner, vendor="brocade")
    elif not _MODULE.search(capture.text):
        out.note(capture.first_line, "a playbook for Fabric OS without zoning")


def _vsan(mapping: LocatedDict) -> str:
    return zoning_rows.vsan_text(playbook.plain(mapping["vfid"]))


def _write(zoning: Zoning, kind: str, line: int, name: str, entry: LocatedDict) -> None:
    members = playbook.texts(entry, "members")
    if kind == "alias":
        for number, member in members:
            zoning.alias(number, name, member)
    elif kind == "zone_set":
        for number, zone in members:
            zoning.in_set(number, name, zone)
    else:
        principals = playbook.texts(entry, "principal_members")
        zoning.zone(line, name, peer=bool(principals))
        for number, member in members:
            zoning.member(number, name, member, "peer" if principals else None)
        for number, member in principals:
            zoning.member(number, name, member, "principal")


def _active(zoning: Zoning, mapping: LocatedDict) -> None:
    name = playbook.plain(mapping.get("active_cfg"))
    if name is not None and not playbook.is_placeholder(name) and any(key in mapping for key in _LISTS):
        zoning.active_set(mapping.key_lines["active_cfg"], name)


READERS = (
    Reader(
        name="ansible-brocade-zoning", platform="brocade", command="brocade.fos playbook (Ansible)",
        provides={
            "alias": zoning_rows.ALIAS,
            "zone": zoning_rows.ZONE[:-1],
            "zone_set": zoning_rows.ZONE_SET,
            "zone_member": zoning_rows.ZONE_MEMBER,
            "vsan": ("switch", "vsan", "active_zone_set", "default_zone"),
            "switch": ("switch", "vendor"),
        },
        detect=_detect, read=_read, needles=("brocade_|members",), intent=playbook.is_intent, trust=40, advised=False,
    ),
)  # fmt: skip
