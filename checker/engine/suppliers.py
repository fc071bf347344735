"""Which export would supply a missing fact: the readers that fit its owner's platform and were not read for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checker.engine.session import quote

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# What an owner's kind calls its platform, and where it differs from the readers' word for it.
_PLATFORM_COLUMN: Mapping[str, str] = {"host": "platform", "switch": "vendor", "storage_array": "family"}
_PLATFORM_WORD: Mapping[str, str] = {"cisco": "cisco-mds"}
# Readers for any of these are offered for a host of which nothing at all is known.
_USUAL_HOSTS = ("esxi", "linux", "windows")

Owner = tuple[str, str]
"""The column that names the machine (host, switch, storage_array) and its name."""


@dataclass(frozen=True)
class Supplier:
    """What one reader offers: its name (``export.format``), platform, command, and columns of each kind."""

    reader: str
    platform: str
    command: str
    provides: Mapping[str, Sequence[str]]

    def covers(self, facts: Collection[str]) -> frozenset[str]:
        """Those of the facts (``kind.column``) that it provides."""
        return frozenset(fact for fact in facts if _column(fact) in self.provides.get(fact.partition(".")[0], ()))


def _column(fact: str) -> str:
    return fact.partition(".")[2]


@dataclass(frozen=True)
class Inventory:
    """What is known of the owners: their platforms, and the formats that were read for each name."""

    platforms: Mapping[Owner, frozenset[str]]
    read: Mapping[str, frozenset[str]]


def take_inventory(connection: DuckDBPyConnection, tables: Mapping[str, Mapping[str, str]]) -> Inventory:
    """Ask the store for the owners' platforms and for what was read of them."""
    read: dict[str, set[str]] = {}
    seen: dict[str, set[str]] = {}
    export = tables.get("export", {})
    if {"owner", "format"} <= set(export):
        platform = "platform" if "platform" in export else "NULL"
        rows = connection.execute(
            f"SELECT DISTINCT owner, format, {platform} FROM export WHERE owner IS NOT NULL ORDER BY ALL"
        ).fetchall()
        for owner, reader, word in rows:
            read.setdefault(owner, set()).add(reader)
            if word:
                seen.setdefault(owner, set()).add(word)
    if {"host", "alias"} <= set(tables.get("host_alias", {})):
        rows = connection.execute("SELECT host, alias FROM host_alias ORDER BY ALL").fetchall()
        for host, alias in rows:
            read.setdefault(host, set()).update(read.get(alias, ()))
            seen.setdefault(host, set()).update(seen.get(alias, ()))
    platforms: dict[Owner, frozenset[str]] = {}
    for kind, column in _PLATFORM_COLUMN.items():
        if {kind, column} <= set(tables.get(kind, {})):
            rows = connection.execute(
                f"SELECT {quote(kind)}, {quote(column)} FROM {quote(kind)} WHERE {quote(kind)} IS NOT NULL ORDER BY ALL"
            ).fetchall()
            for name, word in rows:
                words = {_PLATFORM_WORD.get(word, word)} if word else seen.get(name, set())
                platforms[kind, name] = frozenset(words) | platforms.get((kind, name), frozenset())
    for kind in _PLATFORM_COLUMN:
        for name, words in seen.items():
            platforms.setdefault((kind, name), frozenset(words))
    return Inventory(platforms, {name: frozenset(formats) for name, formats in read.items()})


@dataclass(frozen=True)
class Offer:
    """A command to run (several, joined by ``or``, for an unknown platform) and the missing facts it would supply."""

    command: str
    facts: frozenset[str]


class Advisor:
    """Chooses the fewest exports that supply the facts missing of an owner. Remembers its choices."""

    def __init__(self, suppliers: Sequence[Supplier], inventory: Inventory) -> None:
        self._suppliers = sorted(suppliers, key=lambda one: (one.command, one.reader))
        self._inventory = inventory
        self._chosen: dict[tuple[frozenset[str], frozenset[str], frozenset[str]], tuple[Offer, ...]] = {}

    def offers(self, owner: Owner, facts: frozenset[str]) -> tuple[Offer, ...]:
        """The exports to ask the owner for, the one that supplies most facts first."""
        kind, name = owner
        platforms = self._inventory.platforms.get(owner, frozenset())
        read = self._inventory.read.get(name, frozenset())
        if not platforms and kind == "host":
            return self._guesses(facts, read)
        return self._choose(platforms, facts, read)

    def _guesses(self, facts: frozenset[str], read: frozenset[str]) -> tuple[Offer, ...]:
        first = [self._choose(frozenset({word}), facts, read)[:1] for word in _USUAL_HOSTS]
        offers = [offer for offers in first for offer in offers]
        if not offers:
            return ()
        return (Offer(" or ".join(offer.command for offer in offers), frozenset().union(*(o.facts for o in offers))),)

    def _choose(self, platforms: frozenset[str], facts: frozenset[str], read: frozenset[str]) -> tuple[Offer, ...]:
        asked = (platforms, facts, read)
        if asked not in self._chosen:
            self._chosen[asked] = tuple(self._cover(platforms, facts, read))
        return self._chosen[asked]

    def _cover(self, platforms: frozenset[str], facts: frozenset[str], read: frozenset[str]) -> list[Offer]:
        fitting = [one for one in self._suppliers if one.platform in platforms and one.reader not in read]
        offers: list[Offer] = []
        left = facts
        while left:
            # max() keeps the first of equals, and the suppliers are in order.
            best = max(fitting, key=lambda one: len(one.covers(left)), default=None)
            gained = best.covers(left) if best else frozenset()
            if best is None or not gained:
                break
            offers.append(Offer(best.command, gained))
            left -= gained
        return offers
