"""Rows of declared zoning: aliases, zones with their members, and zone sets, on the switch of the capture."""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.ansible.documents import is_placeholder

_DOMAIN_PORT = re.compile(r"(\d{1,3})\s*[,;]\s*(\d{1,4})\Z")
# Something meant as a world wide name: it has colons, or is 16 characters of hex or masking.
_LIKE_WWN = re.compile(r"(?:0x)?[0-9a-fxX#*]{16}\Z|[0-9A-Za-z#*]{1,2}(?::[0-9A-Za-z#*]{1,2}){3,15}\Z")

ALIAS = ("switch", "vsan", "alias", "member", "wwpn")
ZONE = ("switch", "vsan", "active", "zone", "zone_type", "smart")
ZONE_SET = ("switch", "vsan", "active", "zone_set", "zone")
ZONE_MEMBER = ("switch", "vsan", "active", "zone", "member", "member_type", "wwpn", "alias", "member_role")


def add_alias(out: Writer, line: int, switch: str, vsan: str, alias: str, member: str) -> None:
    """Write one member of an alias; a member that is a placeholder becomes a bad value only."""
    if is_placeholder(member):
        out.bad_value("alias", "member", member, line, f"alias {alias}")
        return
    wwpn = out.wwn(member, line, "alias", "wwpn", f"alias {alias}") if _LIKE_WWN.match(member) else None
    pair = _DOMAIN_PORT.match(member)
    text = f"{int(pair.group(1))},{int(pair.group(2))}" if pair else wwpn or member
    out.add("alias", line, switch=switch, vsan=vsan, alias=alias, member=text, wwpn=wwpn)


def add_zone(
    out: Writer, line: int, switch: str, vsan: str, zone: str, *, peer: bool | None = None, smart: bool | None = None
) -> None:
    """Write a zone of the defined database."""
    out.add(
        "zone",
        line,
        switch=switch,
        vsan=vsan,
        active=False,
        zone=zone,
        zone_type="peer" if peer else None,
        smart=smart,
    )


def add_member(
    out: Writer, line: int, switch: str, vsan: str, zone: str, text: str, role: str | None, kind: str | None = None
) -> None:
    """Write one member of a zone; ``kind`` where the key beside it tells whether it is a name or an alias."""
    if is_placeholder(text):
        out.bad_value("zone_member", "member", text, line, f"zone {zone}")
        return
    facts: dict[str, Value] = {"member": text, "member_type": "alias", "wwpn": None, "alias": text}
    pair = _DOMAIN_PORT.match(text)
    if kind != "alias" and (kind == "wwpn" or _LIKE_WWN.match(text)):
        wwpn = out.wwn(text, line, "zone_member", "member", f"zone {zone}")
        facts = {"member": wwpn or text, "member_type": "wwpn", "wwpn": wwpn, "alias": None}
    elif kind is None and pair:
        facts = {
            "member": f"{int(pair.group(1))},{int(pair.group(2))}",
            "member_type": "domain_port",
            "wwpn": None,
            "alias": None,
        }
    out.add("zone_member", line, switch=switch, vsan=vsan, active=False, zone=zone, **facts, member_role=role)


def add_to_set(out: Writer, line: int, switch: str, vsan: str, zone_set: str, zone: str) -> None:
    """Write that a zone belongs to a zone set; a placeholder becomes a bad value only."""
    if is_placeholder(zone):
        out.bad_value("zone_set", "zone", zone, line, f"zone set {zone_set}")
        return
    out.add("zone_set", line, switch=switch, vsan=vsan, active=False, zone_set=zone_set, zone=zone)


def vsan_text(value: str | None) -> str:
    """Return a VSAN number or fabric id as text; '' for none (``-1`` means no virtual fabrics)."""
    number = normalise.integer(value)
    return "" if number is None or number < 0 else str(number)
