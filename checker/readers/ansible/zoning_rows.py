"""Declared zoning: aliases, zones with their members, and zone sets, on the switch of the capture."""

from __future__ import annotations

import re
from dataclasses import dataclass

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.ansible.documents import is_placeholder
from checker.readers.toolkit.numbers import whole

_DOMAIN_PORT = re.compile(r"(\d{1,3})\s*[,;]\s*(\d{1,4})\Z")
# A WWN, also a malformed or redacted one: it has colons, or 16 characters of hex or masking.
_LIKE_WWN = re.compile(r"(?:0x)?[0-9a-fxX#*]{16}\Z|[0-9A-Za-z#*]{1,2}(?::[0-9A-Za-z#*]{1,2}){3,15}\Z")

ALIAS = ("switch", "vsan", "alias", "member", "wwpn")
ZONE = ("switch", "vsan", "active", "zone", "zone_type", "smart")
ZONE_SET = ("switch", "vsan", "active", "zone_set", "zone")
ZONE_MEMBER = ("switch", "vsan", "active", "zone", "member", "member_type", "wwpn", "alias", "member_role")


@dataclass(frozen=True)
class Zoning:
    """The defined zoning database of a switch and VSAN; placeholders become bad values only."""

    out: Writer
    switch: str
    vsan: str = ""

    def alias(self, line: int, alias: str, member: str) -> None:
        """Write one member of an alias."""
        if self._is_known(member, line, "alias", "member", f"alias {alias}"):
            wwpn = self.out.wwn(member, line, "alias", "wwpn", f"alias {alias}") if _LIKE_WWN.match(member) else None
            self._add("alias", line, alias=alias, member=_domain_port(member) or wwpn or member, wwpn=wwpn)

    def zone(self, line: int, zone: str, *, peer: bool = False, smart: bool | None = None) -> None:
        """Write a zone."""
        self._add("zone", line, active=False, zone=zone, zone_type="peer" if peer else None, smart=smart)

    def member(self, line: int, zone: str, text: str, role: str | None = None, kind: str | None = None) -> None:
        """Write one member of a zone; ``kind`` is wwpn or alias where its key states it."""
        if not self._is_known(text, line, "zone_member", "member", f"zone {zone}"):
            return
        member, member_type, wwpn = text, "alias", None
        if kind != "alias" and (kind == "wwpn" or _LIKE_WWN.match(text)):
            wwpn = self.out.wwn(text, line, "zone_member", "member", f"zone {zone}")
            member, member_type = wwpn or text, "wwpn"
        elif kind is None and (pair := _domain_port(text)):
            member, member_type = pair, "domain_port"
        self._add(
            "zone_member",
            line,
            active=False,
            zone=zone,
            member=member,
            member_type=member_type,
            wwpn=wwpn,
            alias=text if member_type == "alias" else None,
            member_role=role,
        )

    def in_set(self, line: int, zone_set: str, zone: str) -> None:
        """Write that a zone belongs to a zone set."""
        if self._is_known(zone, line, "zone_set", "zone", f"zone set {zone_set}"):
            self._add("zone_set", line, active=False, zone_set=zone_set, zone=zone)

    def active_set(self, line: int, zone_set: str) -> None:
        """Write which zone set is active."""
        self._add("vsan", line, active_zone_set=zone_set)

    def _is_known(self, text: str, line: int, kind: str, column: str, place: str) -> bool:
        if is_placeholder(text):
            self.out.bad_value(kind, column, text, line, place)
            return False
        return True

    def _add(self, kind: str, line: int, **facts: Value) -> None:
        self.out.add(kind, line, switch=self.switch, vsan=self.vsan, **facts)


def _domain_port(text: str) -> str | None:
    pair = _DOMAIN_PORT.match(text)
    return f"{whole(pair.group(1))},{whole(pair.group(2))}" if pair else None


def vsan_text(value: str | None) -> str:
    """Return a VSAN number or fabric id as text; '' for other text (``-1``: no virtual fabrics)."""
    number = normalise.integer(value)
    return "" if number is None or number < 0 else str(number)
