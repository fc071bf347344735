"""Ansible variables and playbooks for Brocade zoning (collection ``brocade.fos``, modules ``brocade_zoning_*``).

A made-up sample::

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

Lists may stand in the variables or in the task. They add to the database of the switch; ``*_to_delete`` and
``members_remove_only`` name what has to go, and nothing is read from them.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.ansible import zoning_rows
from checker.readers.ansible.documents import (
    documents,
    entries,
    flag,
    is_placeholder,
    line_of,
    looks_like_yaml,
    mappings,
    name_of,
    plain,
    texts,
)
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.located_json import LocatedDict, LocatedList

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
_LISTS = ("aliases", "zones", "cfgs")


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not looks_like_yaml(head):
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
    read = LocatedList(documents(capture, out))
    # Variables don't name the logical switch, but the tasks that use them do; it counts if all name the same one.
    switches = {zoning_rows.vsan_text(plain(mapping["vfid"])) for mapping in mappings(read) if "vfid" in mapping}
    only = switches.pop() if len(switches) == 1 else ""
    for document in read:
        for mapping in mappings(document):
            vsan = zoning_rows.vsan_text(plain(mapping["vfid"])) if "vfid" in mapping else only
            if flag(mapping, "members_remove_only"):
                out.note(mapping.line, "members that have to be removed are left out")
                continue
            for key in _LISTS:
                for line, entry in entries(mapping, key):
                    if _write(capture, out, key, line, entry, vsan):
                        first = first or line
            _active(capture, out, mapping, vsan)
            access = _ACCESS.get((plain(mapping.get("default_zone_access")) or "").lower())
            if access is not None:
                line = line_of(mapping, "default_zone_access")
                out.add("vsan", line, switch=capture.owner, vsan=vsan, default_zone=access)
                first = first or line
    if first:
        out.add("switch", first, switch=capture.owner, vendor="brocade")
    elif not _MODULE.search(capture.text):
        out.note(capture.first_line, "a playbook for Fabric OS that declares no zoning")


def _write(capture: Capture, out: Writer, key: str, line: int, entry: LocatedDict, vsan: str) -> bool:
    kind, fact = {"aliases": ("alias", "alias"), "zones": ("zone", "zone"), "cfgs": ("zone_set", "zone_set")}[key]
    name = name_of(entry, "name", out, kind, fact)
    if name is None:
        return False
    members, switch = texts(entry, "members"), capture.owner
    if key == "aliases":
        for number, member in members:
            zoning_rows.add_alias(out, number, switch, vsan, name, member)
    elif key == "zones":
        principals = texts(entry, "principal_members")
        zoning_rows.add_zone(out, line, switch, vsan, name, peer=bool(principals) or None)
        for number, member in members:
            zoning_rows.add_member(out, number, switch, vsan, name, member, "peer" if principals else None)
        for number, member in principals:
            zoning_rows.add_member(out, number, switch, vsan, name, member, "principal")
    else:
        for number, zone in members:
            zoning_rows.add_to_set(out, number, switch, vsan, name, zone)
    return True


def _active(capture: Capture, out: Writer, mapping: LocatedDict, vsan: str) -> None:
    if "cfgs" not in mapping and "aliases" not in mapping and "zones" not in mapping:
        return
    name = plain(mapping.get("active_cfg"))
    if name is not None and not is_placeholder(name):
        line = mapping.key_lines["active_cfg"]
        out.add("vsan", line, switch=capture.owner, vsan=vsan, active_zone_set=name)


def _is_intent(_: str) -> bool:
    return True


READERS = (
    Reader(
        name="ansible-brocade-zoning",
        platform="brocade",
        command="brocade.fos playbook (Ansible)",
        provides={
            "alias": zoning_rows.ALIAS,
            "zone": zoning_rows.ZONE[:-1],
            "zone_set": zoning_rows.ZONE_SET,
            "zone_member": zoning_rows.ZONE_MEMBER,
            "vsan": ("switch", "vsan", "active_zone_set", "default_zone"),
            "switch": ("switch", "vendor"),
        },
        detect=_detect,
        read=_read,
        intent=_is_intent,
        trust=40,
    ),
)
