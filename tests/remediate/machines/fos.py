"""Zoning of Brocade FOS: changes are collected, and take effect when a configuration is saved and enabled."""

from __future__ import annotations

import re

from tests.remediate.machines.base import Row, Rows, UnknownCommandError

_NO_CHANGE = ("cfgshow", "cfgtransshow", "cfgactvshow", "zoneshow", "alishow", "defzone --show", "zone --validate")


class Fos:
    """The zone database of one fabric, whose rows name its switches or the fabric itself."""

    def __init__(self, rows: Rows, places: frozenset[str]) -> None:
        self._rows, self._places = rows, places
        self._members: dict[str, list[str]] = {}
        self._configurations: dict[str, list[str]] = {}
        self._place = next(row["switch"] for row in rows.of("zone") if row["switch"] in places)
        self._old = {
            kind: [row for row in rows.of(kind) if row["switch"] in places] for kind in ("zone", "zone_member", "alias")
        }
        # What is active is in the effective configuration, also where the row does not name it.
        active = {row["zone"] for row in self._old["zone"] if row["active"]}
        (effective,) = {row["zone_set"] for row in self._old["zone"] if row["active"]} - {None}
        for row in self._old["zone"]:
            if not row["active"]:
                self._members.setdefault(row["zone"], [])
                name = row["zone_set"] or (effective if row["zone"] in active else None)
                if name is not None:
                    self._configurations.setdefault(name, []).append(row["zone"])
        for row in self._old["zone_member"]:
            if not row["active"]:
                self._members.setdefault(row["zone"], []).append(row["member"])

    def run(self, command: str) -> None:
        """Execute one command."""
        if command.startswith(_NO_CHANGE):
            return
        word, *given = re.findall(r'"([^"]*)"|([^\s,"]+)', command)
        verb, names = word[1], [quoted or plain for quoted, plain in given]
        action = getattr(self, f"_{verb}", None)
        if action is None:
            raise UnknownCommandError(command)
        action(*names)

    def _zonecreate(self, zone: str, members: str) -> None:
        if zone in self._members:
            raise UnknownCommandError(f"{zone} exists")
        self._members[zone] = [_plain(one) for one in members.split(";")]

    def _zonedelete(self, zone: str) -> None:
        if any(zone in zones for zones in self._configurations.values()):
            raise UnknownCommandError(f"{zone} is in a configuration")
        del self._members[zone]

    def _zoneadd(self, zone: str, members: str) -> None:
        self._members[zone] += [_plain(one) for one in members.split(";")]

    def _zoneremove(self, zone: str, members: str) -> None:
        for one in members.split(";"):
            self._members[zone].remove(_plain(one))

    def _zoneobjectexpunge(self, zone: str) -> None:
        for zones in self._configurations.values():
            zones[:] = [one for one in zones if one != zone]
        del self._members[zone]

    def _cfgadd(self, configuration: str, zones: str) -> None:
        self._configurations[configuration] += zones.split(";")

    def _cfgremove(self, configuration: str, zones: str) -> None:
        for one in zones.split(";"):
            self._configurations[configuration].remove(one)

    def _alidelete(self, alias: str) -> None:
        aliases = self._rows.of("alias")
        aliases[:] = [row for row in aliases if not (row["alias"] == alias and row["switch"] in self._places)]

    def _alicreate(self, alias: str, members: str) -> None:
        aliases = self._rows.of("alias")
        if any(row["alias"] == alias and row["switch"] in self._places for row in aliases):
            raise UnknownCommandError(f"{alias} exists")
        for one in map(_plain, members.split(";")):
            new = {"switch": self._place, "vsan": "", "alias": alias, "member": one}
            wwpn = one if re.fullmatch(r"[0-9a-f]{16}", one) else None
            aliases.append({**dict.fromkeys(self._old["alias"][0]), **new, "wwpn": wwpn})

    def _defzone(self, access: str) -> None:
        for row in self._rows.of("vsan"):
            if row["switch"] in self._places:
                row["default_zone"] = {"--noaccess": "deny", "--allaccess": "permit"}[access]

    def _cfgsave(self) -> None:
        self._write("zone", active=False, shown=list(self._members))

    def _cfgenable(self, configuration: str) -> None:
        undefined = [zone for zone in self._configurations[configuration] if zone not in self._members]
        if undefined:
            raise UnknownCommandError(f"{undefined} in {configuration} are not defined")
        self._write("zone", active=True, shown=self._configurations[configuration])

    def _write(self, kind: str, *, active: bool, shown: list[str]) -> None:
        """Replace the zones and members of the defined or the effective configuration."""
        self._replace(kind, active, [self._zone(zone, active) for zone in shown])
        self._replace("zone_member", active, [self._member(z, m, active) for z in shown for m in self._members[z]])

    def _replace(self, kind: str, active: bool, new: list[Row]) -> None:
        rows = self._rows.of(kind)
        rows[:] = [row for row in rows if row["switch"] not in self._places or row["active"] != active] + new

    def _zone(self, zone: str, active: bool) -> Row:
        known = [row for row in self._old["zone"] if (row["zone"], row["active"]) == (zone, active)]
        name = next((name for name, zones in self._configurations.items() if zone in zones), None)
        empty = dict.fromkeys(self._rows.of("zone")[0])
        new = {"switch": self._place, "vsan": "", "zone": zone, "active": active, "zone_type": "normal", "smart": False}
        return known[0] if known else {**empty, **new, "zone_set": name}

    def _member(self, zone: str, member: str, active: bool) -> Row:
        known = [r for r in self._old["zone_member"] if (r["zone"], r["member"], r["active"]) == (zone, member, active)]
        if known:
            return known[0]
        wwpn = member if re.fullmatch(r"[0-9a-f]{16}", member) else None
        kind = {"member_type": "wwpn", "wwpn": wwpn} if wwpn else {"member_type": "alias", "alias": member}
        empty = dict.fromkeys(self._rows.of("zone_member")[0])
        return {**empty, "switch": self._place, "vsan": "", "zone": zone, "active": active, "member": member, **kind}


def _plain(member: str) -> str:
    return member.replace(":", "") if re.fullmatch(r"[0-9a-f]{2}(:[0-9a-f]{2}){7}", member) else member
