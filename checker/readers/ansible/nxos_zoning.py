"""Ansible playbooks for Cisco zoning (collection ``cisco.nxos``): ``nxos_zone_zoneset``, ``nxos_devicealias``, ``nxos_vsan``.

A made-up sample::

    - hosts: mds_a
      tasks:
        - cisco.nxos.nxos_devicealias:
            da:
              - {name: esx01_hba0, pwwn: "10:00:00:00:c9:aa:00:01"}
        - cisco.nxos.nxos_zone_zoneset:
            zone_zoneset_details:
              - vsan: 10
                mode: enhanced
                zone:
                  - name: esx01_vplex
                    members:
                      - {device_alias: esx01_hba0, devtype: initiator}
                zoneset:
                  - name: ZS_A
                    action: activate
                    members:
                      - name: esx01_vplex

What carries ``remove: true`` has to go, and nothing is read from it.
"""

from __future__ import annotations

import re

from checker.facts.observations import Value, Writer
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
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list
from checker.readers.toolkit.located_json import LocatedDict

_MODULE = re.compile(
    r"^[ \t]*(?:-[ \t]+)?(?:cisco\.nxos\.|cisco\.nxos\.storage\.)?nxos_(?:zone_zoneset|devicealias|vsan)[ \t]*:", re.M
)
_DETAILS = re.compile(r"^[ \t]*(?:-[ \t]+)?zone_zoneset_details[ \t]*:", re.MULTILINE)
_ALIASES = re.compile(r"^[ \t]*(?:-[ \t]+)?da[ \t]*:", re.MULTILINE)
_PWWN = re.compile(r"\bpwwn[ \t]*:")
_SHORT_OCTET = re.compile(r"(?<![0-9A-Fa-f])([0-9A-Fa-f])(?=:|\Z)")
_OCTETS = re.compile(r"[0-9A-Fa-f]{1,2}(?::[0-9A-Fa-f]{1,2}){7}\Z")
_ROLES = {"initiator": "initiator", "init": "initiator", "target": "target", "both": "both"}


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not looks_like_yaml(head):
        return None
    if _MODULE.search(head):
        return Detection(94, "a task of the module nxos_zone_zoneset, nxos_devicealias or nxos_vsan")
    if _DETAILS.search(head):
        return Detection(92, "zone_zoneset_details")
    if _ALIASES.search(head) and _PWWN.search(head):
        return Detection(75, "device aliases under da:")
    return None


def _read(capture: Capture, out: Writer) -> None:
    first = 0
    for document in documents(capture, out):
        for mapping in mappings(document):
            known = [
                _details(capture, out, line, details) for line, details in entries(mapping, "zone_zoneset_details")
            ]
            known += [_device_alias(capture, out, alias) for _, alias in entries(mapping, "da")]
            known += [_vsan(capture, out, line, vsan) for line, vsan in entries(mapping, "vsan")]
            if isinstance(mapping.get("da"), list) or "distribute" in mapping:
                _alias_settings(capture, out, mapping)
            if any(known):
                first = first or mapping.line
    if first:
        out.add("switch", first, switch=capture.owner, vendor="cisco")


def _number(entry: LocatedDict, key: str, out: Writer) -> str | None:
    text = plain(entry.get(key))
    vsan = zoning_rows.vsan_text(text)
    if not vsan and text is not None:
        out.bad_value("vsan", "vsan", text, line_of(entry, key))
    return vsan or None


def _details(capture: Capture, out: Writer, line: int, details: LocatedDict) -> bool:
    vsan = _number(details, "vsan", out)
    if vsan is None:
        return False
    facts: dict[str, Value] = {}
    mode, default = plain(details.get("mode")), plain(details.get("default_zone"))
    if mode in ("basic", "enhanced"):
        facts["zone_mode"] = mode
    if default in ("permit", "deny"):
        facts["default_zone"] = default
    if (smart := flag(details, "smart_zoning")) is not None:
        facts["smart_zoning"] = smart
    for key, text in (("mode", mode), ("default_zone", default)):
        if text is not None and is_placeholder(text):
            out.bad_value("vsan", key, text, line_of(details, key), f"VSAN {vsan}")
    out.add("vsan", line, switch=capture.owner, vsan=vsan, **facts)
    for number, zone in entries(details, "zone"):
        _zone(capture, out, number, zone, vsan, smart)
    for number, zone_set in entries(details, "zoneset"):
        _zone_set(capture, out, number, zone_set, vsan)
    return True


def _zone(capture: Capture, out: Writer, line: int, zone: LocatedDict, vsan: str, smart: bool | None) -> None:
    name = name_of(zone, "name", out, "zone", "zone")
    if name is None or flag(zone, "remove"):
        return
    members = [(number, member) for number, member in entries(zone, "members") if not flag(member, "remove")]
    roles = [_ROLES.get((plain(member.get("devtype")) or "").lower()) for _, member in members]
    by_role = True if smart and any(roles) else None
    zoning_rows.add_zone(out, line, capture.owner, vsan, name, smart=by_role)
    for (number, member), role in zip(members, roles, strict=True):
        for key, kind in (("pwwn", "wwpn"), ("device_alias", "alias"), ("device-alias", "alias")):
            text = plain(member.get(key))
            if text is not None:
                zoning_rows.add_member(out, number, capture.owner, vsan, name, text, role, kind)


def _zone_set(capture: Capture, out: Writer, line: int, zone_set: LocatedDict, vsan: str) -> None:
    name = name_of(zone_set, "name", out, "zone_set", "zone_set")
    if name is None or flag(zone_set, "remove"):
        return
    for number, member in entries(zone_set, "members"):
        zone = plain(member.get("name"))
        if zone is not None and not flag(member, "remove"):
            zoning_rows.add_to_set(out, number, capture.owner, vsan, name, zone)
    if plain(zone_set.get("action")) == "activate":
        out.add("vsan", line, switch=capture.owner, vsan=vsan, active_zone_set=name)


def _device_alias(capture: Capture, out: Writer, alias: LocatedDict) -> bool:
    name = name_of(alias, "name", out, "alias", "alias")
    if name is None or flag(alias, "remove"):
        return False
    known = False
    for number, member in texts(alias, "pwwn"):
        if is_placeholder(member):
            out.bad_value("alias", "wwpn", member, number, f"device-alias {name}")
            continue
        # The module takes octets of one digit and puts the zero before them.
        # Only a name that is whole but for leading zeros is one.
        padded = _SHORT_OCTET.sub(r"0\1", member) if _OCTETS.match(member) else member
        wwpn = out.wwn(padded, number, "alias", "wwpn", f"device-alias {name}")
        out.add("alias", number, switch=capture.owner, vsan="", alias=name, member=wwpn or member, wwpn=wwpn)
        known = True
    return known


def _alias_settings(capture: Capture, out: Writer, mapping: LocatedDict) -> None:
    mode, distribute = plain(mapping.get("mode")), flag(mapping, "distribute")
    if mode in ("basic", "enhanced"):
        line = line_of(mapping, "mode")
        out.add("fabric_setting", line, switch=capture.owner, vsan="", setting="device-alias mode", value=mode)
    if distribute is not None:
        out.add(
            "fabric_setting",
            line_of(mapping, "distribute"),
            switch=capture.owner,
            vsan="",
            setting="device-alias distribution",
            value="enabled" if distribute else "disabled",
        )


def _vsan(capture: Capture, out: Writer, line: int, entry: LocatedDict) -> bool:
    if "id" not in entry or flag(entry, "remove"):
        return False
    vsan = _number(entry, "id", out)
    if vsan is None:
        return False
    name = name_of(entry, "name", out, "vsan", "vsan_name")
    suspend = flag(entry, "suspend")
    state = None if suspend is None else "suspended" if suspend else "active"
    out.add("vsan", line, switch=capture.owner, vsan=vsan, vsan_name=name, vsan_state=state)
    for number, port in texts(entry, "interface"):
        if is_placeholder(port):
            out.bad_value("switch_port", "port", port, number, f"VSAN {vsan}")
            continue
        port = re.sub(r"(?i)\A(port-channel|san-port-channel) (\d+)\Z", r"\1\2", port)
        out.add("switch_port", number, switch=capture.owner, port=port, port_vsan=vsan)
    return True


def _is_intent(_: str) -> bool:
    return True


READERS = (
    Reader(
        name="ansible-nxos-zoning",
        platform="cisco-mds",
        command="cisco.nxos playbook (Ansible)",
        provides={
            "alias": zoning_rows.ALIAS,
            "zone": ("switch", "vsan", "active", "zone", "smart"),
            "zone_set": zoning_rows.ZONE_SET,
            "zone_member": zoning_rows.ZONE_MEMBER,
            "vsan": word_list("switch vsan vsan_name vsan_state zone_mode default_zone smart_zoning active_zone_set"),
            "switch_port": ("switch", "port", "port_vsan"),
            "fabric_setting": ("switch", "vsan", "setting", "value"),
            "switch": ("switch", "vendor"),
        },
        detect=_detect,
        read=_read,
        intent=_is_intent,
        trust=40,
    ),
)  # fmt: skip
