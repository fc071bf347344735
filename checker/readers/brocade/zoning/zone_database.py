"""A parsed zoning database, and its conversion to observations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.brocade import fos
from checker.readers.brocade.zoning import peer_zones
from checker.readers.toolkit.base import columns
from checker.readers.toolkit.packed_list import PackedList

PROVIDES = columns(
    vsan="switch vsan active_zone_set default_zone_in_force default_zone",
    zone_set="switch vsan active zone_set zone",
    zone="switch vsan active zone zone_set zone_type",
    zone_member="switch vsan active zone member member_type wwpn alias member_role",
    alias="switch vsan alias member wwpn",
)
_AT_ONCE = 1_000
"""Rows that are collected before they are written."""
_DOMAIN_INDEX = re.compile(r"\d{1,3},\d{1,4}\Z")


_HIDDEN = "d_efault_"


@dataclass(slots=True)
class Member:
    """One member as printed; ``role`` where the text states it."""

    text: str
    line: int
    role: str | None = None


@dataclass(slots=True)
class Item:
    """A configuration, zone or alias with its members, in the defined or the effective (active) part.

    ``zone_type`` is set where the text states it; otherwise the members or the name determine it.
    """

    keyword: str
    name: str
    line: int
    active: bool
    members: list[Member] = field(default_factory=list)
    zone_type: str | None = None


@dataclass
class _Batch:
    """Rows of one kind as columns."""

    columns: dict[str, list[Value]]
    lines: list[int] = field(default_factory=list)

    def add(self, line: int, *values: Value) -> None:
        for column, value in zip(self.columns.values(), values, strict=True):
            column.append(value)
        self.lines.append(line)

    def write(self, out: Writer, kind: str, owner: str, at_least: int = 1) -> None:
        """Write and clear the rows if there are at least ``at_least``."""
        count = len(self.lines)
        if count >= at_least:
            switch: list[Value] = [owner] * count
            vsan: list[Value] = [""] * count
            out.extend(kind, self.lines, {"switch": switch, "vsan": vsan, **self.columns})
            self.lines.clear()
            for values in self.columns.values():
                values.clear()


@dataclass
class ZoneDatabase:
    """Everything that one capture prints about zoning."""

    items: PackedList[Item] = field(default_factory=PackedList)
    nothing_in_effect: int | None = None
    default_zone: str | None = None
    unfinished: int | None = None

    def write(self, owner: str, out: Writer) -> None:
        """Write the database as zone sets, zones, members and aliases of the switch ``owner``."""
        self._drop_hidden()
        effective = next((item for item in self.items if item.active and item.keyword == "cfg"), None)
        if effective is not None:
            out.add(
                "vsan", effective.line, switch=owner, vsan="", active_zone_set=effective.name,
                default_zone_in_force=False,
            )  # fmt: skip
        elif self.nothing_in_effect is not None:
            facts: dict[str, Value] = {"default_zone": self.default_zone} if self.default_zone else {}
            out.add("vsan", self.nothing_in_effect, switch=owner, vsan="", default_zone_in_force=True, **facts)
        self._write_sets(owner, out)
        self._write_aliases(owner, out)
        self._write_zones(effective.name if effective else None, owner, out)

    def _drop_hidden(self) -> None:
        """Drop the configuration with which FOS closes the default zone while no configuration is effective."""
        hidden = [item for item in self.items if item.active and item.name.lower().startswith(_HIDDEN)]
        if hidden:
            kept: PackedList[Item] = PackedList()
            kept.extend(item for item in self.items if not item.name.lower().startswith(_HIDDEN))
            self.items, self.nothing_in_effect, self.default_zone = kept, hidden[0].line, "deny"

    def _write_sets(self, owner: str, out: Writer) -> None:
        batch = _Batch({"active": [], "zone_set": [], "zone": []})
        empty: list[Item] = []
        current: str | None = None
        for item in self.items:
            if item.keyword == "cfg":
                current = item.name if item.active else None
                for member in item.members:
                    batch.add(member.line, item.active, item.name, member.text)
                batch.write(out, "zone_set", owner, _AT_ONCE)
                if not item.members and not item.active:
                    empty.append(item)
            elif item.keyword == "zone" and item.active and current is not None:
                batch.add(item.line, True, current, item.name)
        batch.write(out, "zone_set", owner)
        if empty:
            names = ", ".join(item.name for item in empty[:5]) + (", …" if len(empty) > 5 else "")
            out.note(empty[0].line, f"configurations printed without their zones: {names}")

    def _write_aliases(self, owner: str, out: Writer) -> None:
        batch = _Batch({"alias": [], "member": [], "wwpn": []})
        for item in self.items:
            if item.keyword != "alias":
                continue
            for member in item.members:
                wwpn = _wwn(member, out, "alias", f"alias {item.name}")
                batch.add(member.line, item.name, wwpn or member.text, wwpn)
            batch.write(out, "alias", owner, _AT_ONCE)
        batch.write(out, "alias", owner)

    def _write_zones(self, effective: str | None, owner: str, out: Writer) -> None:
        zones = _Batch({"active": [], "zone": [], "zone_set": [], "zone_type": []})
        names = ("active", "zone", "member", "member_type", "wwpn", "alias", "member_role")
        members = _Batch({name: [] for name in names})
        sizes = self._alias_sizes()
        for item in self.items:
            if item.keyword != "zone":
                continue
            texts = [member.text for member in item.members]
            is_peer = bool(texts) and peer_zones.is_property(texts[0])
            roles = peer_zones.roles(texts, sizes) if is_peer else [None] * len(texts)
            zone_type = "peer" if is_peer else item.zone_type or _zone_type(item.name)
            zones.add(item.line, item.active, item.name, effective if item.active else None, zone_type)
            for member, counted in zip(item.members, roles, strict=True):
                self._write_member(members, item, member, member.role or counted, out)
            members.write(out, "zone_member", owner, _AT_ONCE)
            zones.write(out, "zone", owner, _AT_ONCE)
        zones.write(out, "zone", owner)
        members.write(out, "zone_member", owner)

    @staticmethod
    def _write_member(batch: _Batch, item: Item, member: Member, role: str | None, out: Writer) -> None:
        text = member.text
        if peer_zones.is_property(text):
            digits = text.lower().replace(":", "")
            batch.add(member.line, item.active, item.name, digits, "property", None, None, None)
        elif _DOMAIN_INDEX.match(text):
            batch.add(member.line, item.active, item.name, text, "domain_port", None, None, role)
        elif ":" in text:
            wwpn = _wwn(member, out, "zone_member", f"zone {item.name}")
            batch.add(member.line, item.active, item.name, wwpn or text, "wwpn", wwpn, None, role)
        else:
            batch.add(member.line, item.active, item.name, text, "alias", None, text, role)

    def _alias_sizes(self) -> Mapping[str, int]:
        return {item.name: len(item.members) for item in self.items if item.keyword == "alias"}


def _wwn(member: Member, out: Writer, kind: str, place: str) -> str | None:
    if ":" not in member.text and not fos.looks_like_wwn(member.text):
        return None
    return out.wwn(member.text, member.line, kind, "wwpn", place)


def _zone_type(name: str) -> str:
    """Return the zone type by name prefix: LSAN zones of FC routing, redirection zones, broadcast."""
    lower = name.lower()
    if lower.startswith("lsan_"):
        return "lsan"
    if lower.startswith("red_"):
        return "redirect"
    return "broadcast" if lower == "broadcast" else "normal"
