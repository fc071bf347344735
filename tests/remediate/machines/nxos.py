"""Zoning of Cisco NX-OS: zones take effect when a zone set is activated, and in enhanced mode when committed."""

from __future__ import annotations

import re

from tests.remediate.machines.base import Rows, UnknownCommandError


class Nxos:
    """The VSANs of one switch."""

    def __init__(self, rows: Rows, switch: str) -> None:
        self._rows, self._switch = rows, switch
        self._pending: set[str] = set()
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
            (r"(no )?zone default-zone permit vsan (\d+)", self._default),
            (r"(no )?zone mode enhanced vsan (\d+)", self._mode),
            (r"(no )?zoneset distribute full vsan (\d+)", self._distribute),
            (r"(no )?zone smart-zoning enable vsan (\d+)", self._smart),
            (r"zone convert smart-zoning vsan (\d+)", self._convert),
            (r"zone copy active-zoneset full-zoneset vsan (\d+)", self._copy),
            (r"zoneset activate name (\S+) vsan (\d+)", self._activate),
            (r"zone commit vsan (\d+)", self._pending.discard),
        ):
            found = re.fullmatch(pattern, command)
            if found:
                action(*found.groups())
                return
        raise UnknownCommandError(command)

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
            if (row["switch"], row["vsan"]) == (self._switch, vsan):
                row["member_role"] = roles.get(row["member"])

    def _copy(self, vsan: str) -> None:
        self._mirror(vsan, source=True)

    def _activate(self, name: str, vsan: str) -> None:
        self._mirror(vsan, source=False)

    def _mirror(self, vsan: str, *, source: bool) -> None:
        """Make the defined zones equal to the active ones (``source``), or the reverse."""
        for kind in ("zone", "zone_member", "zone_set"):
            rows = self._rows.of(kind)
            here = [row for row in rows if (row["switch"], row["vsan"]) == (self._switch, vsan)]
            kept = [row for row in here if row["active"] == source]
            rows[:] = [row for row in rows if row not in here] + kept + [{**row, "active": not source} for row in kept]
