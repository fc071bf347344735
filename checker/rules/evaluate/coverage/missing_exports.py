"""Find exports that would supply missing facts: readers for the owner's platform whose formats were not read for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from checker.facts.platforms import SWITCHES, noun_of
from checker.facts.store.statements import run
from checker.rules.evaluate.connection import quote

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# The platform column of each kind of owner, and the platforms that readers name differently.
_PLATFORM_COLUMN: Mapping[str, str] = {"host": "platform", "switch": "vendor", "storage_array": "family"}
_PLATFORM_WORD: Mapping[str, str] = {"cisco": "cisco-mds"}
# What an export of a platform is taken from; documents about many machines state hosts.
_KIND_OF: Mapping[str | None, str] = {"host": "host", "switch": "switch", "array": "storage_array"}
# Platforms to offer for a machine of unknown platform if similar machines are unknown, too; for arrays, all that fit.
_USUAL: Mapping[str, tuple[str, ...]] = {"host": ("esxi", "linux", "windows"), "switch": SWITCHES}
# Families whose LUNs have the same names, so that a host's devices do not distinguish them.
_ALIKE: Mapping[str, tuple[str, ...]] = {"clariion": ("clariion", "unity")}
# The name of a target port shows its vendor.
_PORT_FAMILY = "CASE WHEN role = 'target' THEN port_family(wwpn) END"
_ANYWHERE = frozenset({"network"})
"""Platforms of measurements, which any two machines at the ends can take."""
_GUESSES = 3
_ANY_ARRAY = "sanlint collect PLATFORM"
"""What to run for an array of which nothing shows the family."""
_NVME: Mapping[str, str] = {
    "path": "protocol = 'nvme'",
    "initiator": "protocol = 'nvme'",
    "remote_port": "nqn IS NOT NULL",
    "device": "transport LIKE '%nvme%' AND is_local IS NOT TRUE",
}
"""What shows by table that a host uses NVMe over Fabrics."""
_FORM = re.compile(r" \| (?:json|xml)\Z")
# Number of machines of a kind needed to guess the platform of another: one or two may be exceptions.
_ENOUGH = 3

_OF_API = 2

Owner = tuple[str, str]
"""The column that names the machine (host, switch, storage_array), and its name, '' if unknown."""


@dataclass(frozen=True)
class Supplier:
    """What one reader supplies: its name (``export.format``), platform, command, and columns of each kind.

    ``collected`` is the place of the command in the script of ``sanlint collect``, if it is there.
    """

    reader: str
    platform: str
    command: str
    provides: Mapping[str, Sequence[str]]
    collected: int | None = None

    @property
    def effort(self) -> int:
        """Least for what ``sanlint collect`` prints, then other commands, then requests to an API and forms for programs."""
        if self.collected is not None:
            return 0
        return _OF_API if self.command.startswith(("GET ", "POST ")) or self.plain_command != self.command else 1

    @property
    def plain_command(self) -> str:
        """The command without the form of its output: ``show vsan`` of ``show vsan | json``."""
        return _FORM.sub("", self.command)

    def covers(self, facts: Collection[str]) -> frozenset[str]:
        """The facts (``kind.column``) among these that it provides."""
        return self._facts.intersection(facts)

    @property
    def is_of_nvme(self) -> bool:
        """Whether the export lists nothing but what a host has over NVMe."""
        return "nvme" in self.reader.split("-")

    @cached_property
    def _facts(self) -> frozenset[str]:
        return frozenset(f"{kind}.{column}" for kind, columns in self.provides.items() for column in columns)


@dataclass(frozen=True)
class Inventory:
    """Known data about the owners: their platforms, and the formats that were read for each name.

    ``behind`` are the families of arrays that hosts have LUNs of or whose ports are logged in, ``with_nvme`` the hosts that use NVMe
    over Fabrics.
    """

    platforms: Mapping[Owner, frozenset[str]]
    read: Mapping[str, frozenset[str]]
    behind: frozenset[str] = frozenset()
    with_nvme: frozenset[str] = frozenset()


def take_inventory(connection: DuckDBPyConnection, tables: Mapping[str, Mapping[str, str]]) -> Inventory:
    """Query the store for the owners' platforms and for the formats that were read for them."""
    read: dict[str, set[str]] = {}
    seen: dict[str, set[str]] = {}
    export = tables.get("export", {})
    if {"owner", "format"} <= set(export):
        platform = "platform" if "platform" in export else "NULL"
        rows = run(
            connection, f"SELECT DISTINCT owner, format, {platform} FROM export WHERE owner IS NOT NULL ORDER BY ALL"
        ).fetchall()
        for owner, reader, word in rows:
            read.setdefault(owner, set()).add(reader)
            if word:
                seen.setdefault(owner, set()).add(word)
    if {"host", "alias"} <= set(tables.get("host_alias", {})):
        rows = run(connection, "SELECT host, alias FROM host_alias ORDER BY ALL").fetchall()
        for host, alias in rows:
            read.setdefault(host, set()).update(read.get(alias, ()))
            seen.setdefault(host, set()).update(seen.get(alias, ()))
    platforms: dict[Owner, frozenset[str]] = {}
    for kind, column in _PLATFORM_COLUMN.items():
        if {kind, column} <= set(tables.get(kind, {})):
            rows = run(
                connection,
                f"SELECT {quote(kind)}, {quote(column)} FROM {quote(kind)} WHERE {quote(kind)} IS NOT NULL ORDER BY ALL",
            ).fetchall()
            for name, word in rows:
                words = {_PLATFORM_WORD.get(word, word)} if word else seen.get(name, set())
                platforms[kind, name] = frozenset(words) | platforms.get((kind, name), frozenset())
    for kind in _PLATFORM_COLUMN:
        for name, words in seen.items():
            fitting = frozenset(word for word in words if _KIND_OF.get(noun_of(word), "host") == kind)
            if fitting:
                platforms.setdefault((kind, name), fitting)
    if {"switch", "fabric"} <= set(tables.get("switch_fabric", {})):
        rows = run(connection, "SELECT DISTINCT fabric, switch FROM switch_fabric ORDER BY ALL").fetchall()
        for fabric, switch in rows:
            known = platforms.get(("switch", switch), frozenset())
            platforms["fabric", fabric] = known | platforms.get(("fabric", fabric), frozenset())
            # One switch prints the zoning and the names of its whole fabric.
            read.setdefault(fabric, set()).update(read.get(switch, ()))
    behind: set[str] = set()
    for table, family in (("device_scope", "family"), ("target_place", "family"), ("port_role", _PORT_FAMILY)):
        if table in tables:
            rows = run(connection, f"SELECT DISTINCT {family} FROM {table} WHERE {family} <> ''").fetchall()
            behind |= {word for (one,) in rows for word in _ALIKE.get(one, (one,))}
    read_by = {name: frozenset(formats) for name, formats in read.items()}
    return Inventory(platforms, read_by, frozenset(behind), _with_nvme(connection, tables))


def _with_nvme(connection: DuckDBPyConnection, tables: Mapping[str, Mapping[str, str]]) -> frozenset[str]:
    """Return the hosts that use NVMe over Fabrics."""
    found: set[str] = set()
    for table, condition in _NVME.items():
        columns = {"host", *re.findall(r"[a-z_]{3,}", re.sub(r"'[^']*'", "", condition))}
        if columns <= set(tables.get(table, {})):
            rows = run(connection, f"SELECT DISTINCT host FROM {quote(table)} WHERE {condition}").fetchall()
            found.update(host for (host,) in rows if host)
    return frozenset(found)


@dataclass(frozen=True)
class Offer:
    """A command to run (several, joined by ``or``, if the platform is unknown) and the missing facts it would supply."""

    command: str
    facts: frozenset[str]
    effort: int = 0


def _convenience(supplier: Supplier) -> tuple[int, int, int, str, str]:
    """Sort key for equivalent exports: by effort, in the order of the script, then those that supply most facts."""
    columns = sum(len(columns) for columns in supplier.provides.values())
    return supplier.effort, supplier.collected or 0, -columns, supplier.command, supplier.reader


class Advisor:
    """Choose the fewest exports that supply the missing facts of an owner; choices are cached."""

    def __init__(self, suppliers: Sequence[Supplier], inventory: Inventory) -> None:
        self._suppliers = sorted(suppliers, key=_convenience)
        self._inventory = inventory
        self._command_of = {one.reader: one.plain_command for one in suppliers}
        read = frozenset[str]().union(*inventory.read.values())
        self._read_anywhere = [one for one in suppliers if one.reader in read]
        self._chosen: dict[tuple[frozenset[str], frozenset[str], frozenset[str], bool], tuple[Offer, ...]] = {}

    def offers(self, owner: Owner, facts: frozenset[str]) -> tuple[Offer, ...]:
        """The exports to request from the owner: those of least effort first, then those that supply most facts.

        A machine without a name cannot be asked; the export is then requested from any machine of its kind, unless
        an export of another one states these facts where they exist.
        """
        kind, name = owner
        platforms = self._inventory.platforms.get(owner, frozenset())
        read = self._inventory.read.get(name, frozenset()) if name else frozenset()
        if not name:
            facts = facts.difference(*(one.covers(facts) for one in self._read_anywhere))
        # Most hosts have no NVMe over Fabrics, and then these commands print nothing.
        nvme = name in self._inventory.with_nvme if name else bool(self._inventory.with_nvme)
        if platforms or (name and kind == "storage_array"):
            return self._choose(platforms | _ANYWHERE if platforms else platforms, facts, read, nvme)
        return self._guess(kind, facts, read, nvme)

    def _guess(self, kind: str, facts: frozenset[str], read: frozenset[str], nvme: bool) -> tuple[Offer, ...]:
        """One offer with the best command per possible platform: those of similar machines, if enough are known."""
        usual = _USUAL.get(kind) or sorted(
            {one.platform for one in self._suppliers if noun_of(one.platform) == "array"}
        )
        known = [words for (of, _), words in self._inventory.platforms.items() if of == kind and words]
        seen = frozenset[str]().union(*known)
        behind = self._inventory.behind if kind == "storage_array" else frozenset()
        # The arrays behind a VPLEX show in no host: once exports of an array were read, any other may be one.
        if behind and not (known and "vplex" in behind):
            usual = [word for word in usual if word in behind | seen] or usual
        seen |= behind
        if kind == "storage_array" and seen.isdisjoint(usual):
            # Any three of all families would be a guess; the command prints what each of them can export.
            supplied = frozenset[str]().union(
                *(one.covers(facts) for one in self._suppliers if noun_of(one.platform) == "array")
            )
            return (Offer(_ANY_ARRAY, supplied),) if supplied else ()
        if len(known) >= _ENOUGH:
            usual = [word for word in usual if word in seen] or usual
        first = [(word, offer) for word in usual for offer in self._choose(frozenset({word}), facts, read, nvme)[:1]]
        # Platforms of similar machines come first, even if there are few.
        first.sort(key=lambda one: (one[0] not in seen, one[1].effort, -len(one[1].facts)))
        best = [offer for _, offer in first[:_GUESSES]]
        if not best:
            return ()
        commands = dict.fromkeys(offer.command for offer in best)
        facts = frozenset[str]().union(*(offer.facts for offer in best))
        return (Offer(" or ".join(commands), facts, min(offer.effort for offer in best)),)

    def _choose(
        self, platforms: frozenset[str], facts: frozenset[str], read: frozenset[str], nvme: bool
    ) -> tuple[Offer, ...]:
        key = (platforms, facts, read, nvme)
        if key not in self._chosen:
            self._chosen[key] = tuple(self._cover(platforms, facts, read, nvme))
        return self._chosen[key]

    def _cover(self, platforms: frozenset[str], facts: frozenset[str], read: frozenset[str], nvme: bool) -> list[Offer]:
        # One command has several readers, one for each form of its output.
        done = {self._command_of.get(reader) for reader in read}
        fitting = [
            one
            for one in self._suppliers
            if one.platform in platforms
            and one.reader not in read
            and one.plain_command not in done
            and (nvme or not one.is_of_nvme)
        ]
        # The same facts from another command or an API have the same gaps as those of the easier commands that were read.
        known = [one for one in self._suppliers if one.reader in read and one.platform in platforms]
        offers: list[Offer] = []
        left = facts
        for effort in sorted({one.effort for one in fitting}):
            easier = [one for one in known if effort == _OF_API or one.effort < effort]
            left = left.difference(*(one.covers(facts) for one in easier))
            alike = [one for one in fitting if one.effort == effort]
            while left:
                # max() returns the first of equals, which is the most convenient.
                best = max(alike, key=lambda one: len(one.covers(left)))
                gained = best.covers(left)
                if not gained:
                    break
                offers.append(Offer(best.command, gained, effort))
                left -= gained
        return offers
