"""Machines that execute the commands of fixes on the rows of a model: what they say is independent of ``effect``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from checker.facts.kinds import kinds
from checker.facts.store.store import Store

Row = dict[str, Any]


class UnknownCommandError(Exception):
    """The machine does not know this command, or rejects it."""


class Rows:
    """The rows of a model, read when first needed; :meth:`changes` is the difference to what was read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._first: dict[str, list[Row]] = {}
        self._now: dict[str, list[Row]] = {}

    def of(self, kind: str) -> list[Row]:
        """The rows of a kind, to change in place."""
        if kind not in self._now:
            self._store.ensure_entities([kind])
            names = kinds()[kind].column_names
            quoted = ", ".join(f'"{name}"' for name in names)
            read = [dict(zip(names, row, strict=True)) for row in self._store.rows(f"SELECT {quoted} FROM {kind}")]
            self._first[kind], self._now[kind] = [dict(row) for row in read], read
        return self._now[kind]

    def one(self, kind: str, **key: Any) -> Row:
        """The only row with these values."""
        found = [row for row in self.of(kind) if all(row[name] == value for name, value in key.items())]
        if len(found) != 1:
            raise UnknownCommandError(f"{len(found)} rows of {kind} are {key}")
        return found[0]

    def changes(self) -> list[Mapping[str, Any]]:
        """What turns the rows that were read into these, as changes of an example."""
        found: list[Mapping[str, Any]] = []
        for kind, rows in self._now.items():
            before, after = _bag(self._first[kind]), _bag(rows)
            found += [{"remove": {kind: dict(row)}} for row in before - after]
            found += [
                {"add": {kind: {name: v for name, v in row if v is not None}}} for row in (after - before).elements()
            ]
        return found


def zoned(rows: Rows) -> set[frozenset[str]]:
    """The pairs of ports that share an active zone."""
    aliases = {row["alias"]: row["wwpn"] for row in rows.of("alias")}
    zones: dict[tuple[Any, ...], set[str]] = {}
    for row in rows.of("zone_member"):
        port = row["wwpn"] or aliases.get(row["alias"] or row["member"])
        if row["active"] and port:
            zones.setdefault((row["switch"], row["vsan"], row["zone"]), set()).add(port)
    return {frozenset(pair) for ports in zones.values() for pair in combinations(ports, 2)}


def cut_paths(rows: Rows, before: set[frozenset[str]]) -> None:
    """Let the paths die whose ports shared an active zone before, and no longer do."""
    lost = before - zoned(rows)
    ports = {(row["host"], row["hba"]): row["initiator_wwpn"] for row in rows.of("initiator")}
    for row in rows.of("path"):
        initiator = row["initiator_wwpn"] or ports.get((row["host"], row["hba"]))
        if frozenset((initiator, row["target_wwpn"])) in lost:
            row["state"] = "dead"


def _bag(rows: Iterable[Row]) -> Counter[tuple[tuple[str, Any], ...]]:
    return Counter(tuple(row.items()) for row in rows)
