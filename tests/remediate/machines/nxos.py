"""Cisco NX-OS: settings of ports and timeouts, and zoning, where zones take effect when a zone set is activated, and in enhanced mode when committed."""

from __future__ import annotations

import re

from tests.remediate.machines.base import Row, Rows, UnknownCommandError
from tests.remediate.machines.ports import congestion_drop, set_speed


class Nxos:
    """The VSANs of one switch."""

    def __init__(self, rows: Rows, switch: str) -> None:
        self._rows, self._switch = rows, switch
        self._pending: set[str] = set()
        self._place = ("", "", "")
        self._old = {kind: list(rows.of(kind)) for kind in ("zone", "zone_member", "zone_set")}
        self.saved = False

    def run(self, command: str) -> None:
        """Execute one command of configuration mode."""
        if command.startswith("show ") or command in ("configure terminal", "end"):
            return
        if command == "copy running-config startup-config":
            self.saved = not self._pending
            return
        for pattern, action in (
            (r"no zone name (\S+) vsan (\d+)", self._remove),
            (r"(zone|zoneset) name (\S+) vsan (\d+)", self._enter),
            (r"(no )?member (?:(pwwn|device-alias|fcalias) )?(\S+)(?: (init|target|both))?", self._member),
            (r"(no )?zone default-zone permit vsan (\d+)", self._default),
            (r"(no )?zone mode enhanced vsan (\d+)", self._mode),
            (r"(no )?zoneset distribute full vsan (\d+)", self._distribute),
            (r"(no )?zone smart-zoning enable vsan (\d+)", self._smart),
            (r"zone convert smart-zoning vsan (\d+)", self._convert),
            (r"zone copy active-zoneset full-zoneset vsan (\d+)", self._copy),
            (r"zoneset activate name (\S+) vsan (\d+)", self._activate),
            (r"interface (\S+)", self._interface),
            (r"switchport speed (auto|\d+)", self._speed),
            (r"system timeout congestion-drop (\d+) logical-type (edge|core)", self._congestion_drop),
            (r"zone commit vsan (\d+)", self._pending.discard),
        ):
            found = re.fullmatch(pattern, command)
            if found:
                action(*found.groups())
                return
        raise UnknownCommandError(command)

    def _interface(self, port: str) -> None:
        self._place = ("interface", port, "")

    def _speed(self, mbps: str) -> None:
        set_speed(self._rows, self._switch, self._place[1], 0 if mbps == "auto" else int(mbps) // 1000)

    def _congestion_drop(self, milliseconds: str, kind: str) -> None:
        congestion_drop(self._rows, self._switch, milliseconds, kind)

    def _set(self, vsan: str, column: str, value: object) -> None:
        row = self._rows.one("vsan", switch=self._switch, vsan=vsan)
        row[column] = value
        if str(row["zone_mode"]).startswith("enhanced") and column != "zone_mode":
            self._pending.add(vsan)

    def _remove(self, zone: str, vsan: str) -> None:
        for kind in ("zone", "zone_member", "zone_set"):
            rows = self._rows.of(kind)
            here = [
                r for r in rows if (r["switch"], r["vsan"], r["zone"]) == (self._switch, vsan, zone) and not r["active"]
            ]
            rows[:] = [row for row in rows if row not in here]

    def _enter(self, what: str, name: str, vsan: str) -> None:
        """Change to the mode of a zone or zone set, which creates the zone."""
        self._place = (what, name, vsan)
        if what == "zone":
            self._add("zone", vsan, zone=name, zone_type="normal", smart=False)
        elif not any(row["zone_set"] == name for row in [*self._old["zone_set"], *self._old["zone"]]):
            raise UnknownCommandError(f"no zone set {name}")

    def _member(self, no: str | None, kind: str | None, member: str, role: str | None) -> None:
        what, name, vsan = self._place
        roles = {"init": "initiator", "target": "target", "both": "both", None: None}
        if what == "zoneset":
            self._in_set(member, name, vsan, inside=no is None)
        elif no is None and kind:
            plain = member.replace(":", "") if kind == "pwwn" else member
            named = (
                {"wwpn": plain, "member_type": "wwpn"} if kind == "pwwn" else {"alias": plain, "member_type": "alias"}
            )
            self._add("zone_member", vsan, zone=name, member=plain, member_role=roles[role], **named)
            if role:
                self._rows.one("zone", switch=self._switch, vsan=vsan, zone=name, active=False)["smart"] = True
        elif kind:
            plain = member.replace(":", "")
            members = self._rows.of("zone_member")
            (row,) = [
                r
                for r in members
                if self._is(r, vsan) and not r["active"] and (r["zone"], r["member"]) == (name, plain)
            ]
            members.remove(row)
        else:
            raise UnknownCommandError(f"{no}member {kind} {member}")

    def _in_set(self, zone: str, name: str, vsan: str, *, inside: bool) -> None:
        """Put a defined zone into a set or take it out; the zone itself stays."""
        (row,) = [r for r in self._rows.of("zone") if self._is(r, vsan) and r["zone"] == zone and not r["active"]]
        row["zone_set"] = name if inside else None
        sets = self._rows.of("zone_set")
        if inside and any(self._is(old, vsan) and not old["active"] for old in self._old["zone_set"]):
            self._add("zone_set", vsan, zone=zone, zone_set=name)
        sets[:] = [r for r in sets if inside or not (self._is(r, vsan) and r["zone"] == zone and not r["active"])]

    def _is(self, row: Row, vsan: str) -> bool:
        return bool((row["switch"], row["vsan"]) == (self._switch, vsan))

    def _add(self, kind: str, vsan: str, **values: object) -> None:
        """Add a defined row, unless it is there."""
        rows = self._rows.of(kind)
        new = {**dict.fromkeys(self._old[kind][0]), "switch": self._switch, "vsan": vsan, "active": False, **values}
        if not any(all(row[name] == new[name] for name in ("switch", "vsan", "active", *values)) for row in rows):
            rows.append(new)

    def _default(self, no: str | None, vsan: str) -> None:
        self._set(vsan, "default_zone", "deny" if no else "permit")

    def _mode(self, no: str | None, vsan: str) -> None:
        self._set(vsan, "zone_mode", "basic" if no else "enhanced")

    def _distribute(self, no: str | None, vsan: str) -> None:
        self._set(vsan, "distribute", "active only" if no else "full")

    def _smart(self, no: str | None, vsan: str) -> None:
        self._set(vsan, "smart_zoning", not no)
        if no:
            self._roles(vsan, {})

    def _convert(self, vsan: str) -> None:
        logged_in = {row["wwpn"]: row["fc4_role"] for row in self._rows.of("login")}
        aliases = {row["alias"]: row["wwpn"] for row in self._rows.of("alias")}
        self._roles(vsan, {name: logged_in[wwpn] for name, wwpn in aliases.items() if wwpn in logged_in} | logged_in)

    def _roles(self, vsan: str, roles: dict[str, str]) -> None:
        for row in self._rows.of("zone_member"):
            if self._is(row, vsan) and not row["active"]:
                row["member_role"] = roles.get(row["member"])

    def _copy(self, vsan: str) -> None:
        self._mirror(vsan, source=True)

    def _activate(self, name: str, vsan: str) -> None:
        listed = [row for kind in ("zone", "zone_set") for row in self._rows.of(kind) if row["zone_set"] == name]
        self._mirror(vsan, source=False, zones={row["zone"] for row in listed if self._is(row, vsan)})

    def _mirror(self, vsan: str, *, source: bool, zones: set[str] | None = None) -> None:
        """Make the defined zones equal to the active ones (``source``), or the active ones to those of a set."""
        for kind in ("zone", "zone_member", "zone_set"):
            rows = self._rows.of(kind)
            here = [row for row in rows if self._is(row, vsan)]
            kept = [row for row in here if row["active"] == source]
            copied = [{**row, "active": not source} for row in kept if zones is None or row["zone"] in zones]
            rows[:] = [row for row in rows if row not in here] + kept + copied
