"""Ansible playbooks for Cisco zoning (collection ``cisco.nxos``): ``nxos_zone_zoneset``, ``nxos_devicealias``, ``nxos_vsan``.

A synthetic sample::

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

Objects with ``remove: true`` are to be removed, so they are skipped.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.ansible import documents as playbook
from checker.readers.ansible import zoning_rows
from checker.readers.ansible.zoning_rows import Zoning
from checker.readers.toolkit.base import Capture, Reader, word_list
from checker.readers.toolkit.documents.located_json import LocatedDict

_SHORT_OCTET = re.compile(r"(?<![0-9A-Fa-f])([0-9A-Fa-f])(?=:|\Z)")
_OCTETS = re.compile(r"[0-9A-Fa-f]{1,2}(?::[0-9A-Fa-f]{1,2}){7}\Z")
_ROLES = {"initiator": "initiator", "init": "initiator", "target": "target", "both": "both"}


def _read(capture: Capture, out: Writer) -> None:
    first = 0
    for mapping in playbook.all_mappings(capture, out):
        known = False
        for line, details in playbook.entries(mapping, "zone_zoneset_details"):
            known |= _details(capture, out, line, details)
        for _, alias in playbook.entries(mapping, "da"):
            known |= _device_alias(capture, out, alias)
        for line, vsan in playbook.entries(mapping, "vsan"):
            known |= _vsan(capture, out, line, vsan)
        if isinstance(mapping.get("da"), list) or "distribute" in mapping:
            _alias_settings(capture, out, mapping)
        if known:
            first = first or mapping.line
    if first:
        out.add("switch", first, switch=capture.owner, vendor="cisco")


def _number(entry: LocatedDict, key: str, out: Writer) -> str | None:
    text = playbook.plain(entry.get(key))
    vsan = zoning_rows.vsan_text(text)
    if not vsan and text is not None:
        out.bad_value("vsan", "vsan", text, playbook.line_of(entry, key))
    return vsan or None


def _details(capture: Capture, out: Writer, line: int, details: LocatedDict) -> bool:
    vsan = _number(details, "vsan", out)
    if vsan is None:
        return False
    mode, default = playbook.plain(details.get("mode")), playbook.plain(details.get("default_zone"))
    smart = playbook.flag(details, "smart_zoning")
    for key, text in (("mode", mode), ("default_zone", default)):
        if text is not None and playbook.is_placeholder(text):
            out.bad_value("vsan", key, text, playbook.line_of(details, key), f"VSAN {vsan}")
    out.add(
        "vsan", line, switch=capture.owner, vsan=vsan, zone_mode=mode if mode in ("basic", "enhanced") else None,
        default_zone=default if default in ("permit", "deny") else None, smart_zoning=smart,
    )  # fmt: skip
    zoning = Zoning(out, capture.owner, vsan)
    for number, zone in playbook.entries(details, "zone"):
        _zone(zoning, number, zone, smart)
    for number, zone_set in playbook.entries(details, "zoneset"):
        _zone_set(zoning, number, zone_set)
    return True


def _kept(entry: LocatedDict, key: str) -> list[tuple[int, LocatedDict]]:
    return [(line, item) for line, item in playbook.entries(entry, key) if not playbook.flag(item, "remove")]


def _zone(zoning: Zoning, line: int, zone: LocatedDict, smart: bool | None) -> None:
    name = playbook.name_of(zone, "name", zoning.out, "zone", "zone")
    if name is None or playbook.flag(zone, "remove"):
        return
    members = _kept(zone, "members")
    roles = [_ROLES.get((playbook.plain(member.get("devtype")) or "").lower()) for _, member in members]
    zoning.zone(line, name, smart=True if smart and any(roles) else None)
    for (number, member), role in zip(members, roles, strict=True):
        for key, kind in (("pwwn", "wwpn"), ("device_alias", "alias"), ("device-alias", "alias")):
            text = playbook.plain(member.get(key))
            if text is not None:
                zoning.member(number, name, text, role, kind)


def _zone_set(zoning: Zoning, line: int, zone_set: LocatedDict) -> None:
    name = playbook.name_of(zone_set, "name", zoning.out, "zone_set", "zone_set")
    if name is None or playbook.flag(zone_set, "remove"):
        return
    for number, member in _kept(zone_set, "members"):
        zone = playbook.plain(member.get("name"))
        if zone is not None:
            zoning.in_set(number, name, zone)
    if playbook.plain(zone_set.get("action")) == "activate":
        zoning.active_set(line, name)


def _device_alias(capture: Capture, out: Writer, alias: LocatedDict) -> bool:
    name = playbook.name_of(alias, "name", out, "alias", "alias")
    if name is None or playbook.flag(alias, "remove"):
        return False
    known = False
    for number, member in playbook.texts(alias, "pwwn"):
        if playbook.is_placeholder(member):
            out.bad_value("alias", "wwpn", member, number, f"device-alias {name}")
            continue
        # The module accepts octets of one digit and pads them with a zero.
        padded = _SHORT_OCTET.sub(r"0\1", member) if _OCTETS.match(member) else member
        wwpn = out.wwn(padded, number, "alias", "wwpn", f"device-alias {name}")
        out.add("alias", number, switch=capture.owner, vsan="", alias=name, member=wwpn or member, wwpn=wwpn)
        known = True
    return known


def _alias_settings(capture: Capture, out: Writer, mapping: LocatedDict) -> None:
    mode, distribute = playbook.plain(mapping.get("mode")), playbook.flag(mapping, "distribute")
    settings = (
        ("mode", "device-alias mode", mode if mode in ("basic", "enhanced") else None),
        ("distribute", "device-alias distribution", {True: "enabled", False: "disabled", None: None}[distribute]),
    )
    for key, setting, value in settings:
        if value is not None:
            line = playbook.line_of(mapping, key)
            out.add("fabric_setting", line, switch=capture.owner, vsan="", setting=setting, value=value)


def _vsan(capture: Capture, out: Writer, line: int, entry: LocatedDict) -> bool:
    if "id" not in entry or playbook.flag(entry, "remove"):
        return False
    vsan = _number(entry, "id", out)
    if vsan is None:
        return False
    name = playbook.name_of(entry, "name", out, "vsan", "vsan_name")
    state = {True: "suspended", False: "active", None: None}[playbook.flag(entry, "suspend")]
    out.add("vsan", line, switch=capture.owner, vsan=vsan, vsan_name=name, vsan_state=state)
    for number, port in playbook.texts(entry, "interface"):
        if playbook.is_placeholder(port):
            out.bad_value("switch_port", "port", port, number, f"VSAN {vsan}")
            continue
        port = re.sub(r"(?i)\A(port-channel|san-port-channel) (\d+)\Z", r"\1\2", port)
        out.add("switch_port", number, switch=capture.owner, port=port, port_vsan=vsan)
    return True


READERS = (
    Reader(
        name="ansible-nxos-zoning", platform="cisco-mds", command="cisco.nxos playbook (Ansible)",
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
        detect=playbook.by_yaml(
            (
                94,
                "a task of the module nxos_zone_zoneset, nxos_devicealias or nxos_vsan",
                (playbook.key(r"(?:cisco\.nxos\.(?:storage\.)?)?nxos_(?:zone_zoneset|devicealias|vsan)"),),
            ),
            (92, "zone_zoneset_details", (playbook.key("zone_zoneset_details"),)),
            (75, "device aliases under da:", (playbook.key("da"), r"\bpwwn[ \t]*:")),
        ),
        read=_read, needles=("nxos_|zone_zoneset_details|pwwn",), intent=playbook.is_intent, trust=40, advised=False,
    ),
)  # fmt: skip
