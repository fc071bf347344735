"""What exports state about each array: its things, formats and texts, by group of names.

Each table is read once. A group that grew since it was asked for adds only its new names, so that comparing one group
with thousands of others takes a time proportional to their number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from checker.facts.platforms import noun_of
from checker.facts.resolve.names.groups import Names, is_address
from checker.facts.store.store import Store

Contents = TypeVar("Contents")


@dataclass
class Things:
    """The identities of the things of one kind, all and by their names."""

    identities: set[str] = field(default_factory=set)
    by_name: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


class ArrayContents:
    """What the exports of a store state about the arrays of these groups of names."""

    def __init__(self, store: Store, names: Names) -> None:
        self._store = store
        self._names = names
        self._rows: dict[str, dict[str, list[tuple[Any, ...]]]] = {}
        self._groups: dict[tuple[str, str], tuple[int, Any]] = {}

    def things(self, name: str, table: str, identity: str, label: str = "NULL") -> Things:
        """Return the things of the group of a name.

        Args:
            name: any name of the group.
            table: the kind of things.
            identity: the column that two arrays do not share.
            label: the column with the name of a thing, or a text in quotes that is the name of all.
        """
        known = self._store.stated.get(table, set())
        if not {"storage_array", identity} <= known:
            return Things()
        text = label if label.startswith("'") or label in known else "NULL"

        def add(found: Things, rows: Sequence[tuple[Any, ...]]) -> None:
            for value, text in rows:
                found.identities.add(value)
                if text:
                    found.by_name[text].add(value)

        sql = f"SELECT DISTINCT storage_array, {identity}, {text} FROM obs_{table} WHERE {identity} IS NOT NULL"
        return self._of_group(name, sql, Things, add)

    def listings(self, name: str) -> set[int]:
        """Return the exports that state a name of this group as an array, other than the name of their own path."""
        if "storage_array" not in self._store.stated.get("storage_array", set()):
            return set()
        return self._values(
            name,
            "SELECT DISTINCT o.storage_array, o.export_id FROM obs_storage_array o JOIN export e ON e.export_id = o.export_id "
            "WHERE NOT (o.storage_array = e.owner AND e.owner_basis = 'path')",
        )

    def stated_formats(self, name: str) -> set[str]:
        """Return the formats whose exports state a name of this group as that of their array."""
        return self._values(name, "SELECT DISTINCT owner, format FROM export WHERE owner_basis = 'content'")

    @cached_property
    def printed(self) -> Mapping[str, Mapping[str, Mapping[str, set[str]]]]:
        """The names other than addresses that exports print: by the name that their path gives, by platform and by format."""
        found: dict[str, dict[str, dict[str, set[str]]]] = {}
        for path_owner, platform, form, owner in self._store.rows(
            "SELECT DISTINCT path_owner, platform, format, owner FROM export "
            "WHERE path_owner IS NOT NULL AND owner_basis = 'content' AND NOT coalesce(intent, FALSE) ORDER BY ALL"
        ):
            if noun_of(platform) == "array" and owner in self._names.rank and not is_address(owner):
                found.setdefault(path_owner, {}).setdefault(platform, {}).setdefault(form, set()).add(owner)
        return found

    def print_two(self, one: str, other: str) -> bool:
        """Return whether one command printed other names in files of two names; two commands may print the number and the name of one array."""
        mine, theirs = (
            {
                form: {self._names.find(owner) for owner in owners}
                for by_format in self.printed.get(name, {}).values()
                for form, owners in by_format.items()
            }
            for name in (one, other)
        )
        return any(mine[form].isdisjoint(theirs[form]) for form in mine.keys() & theirs.keys())

    def are_other_systems(self, one: str, other: str) -> bool:
        """Return whether directors of one name have other ids, or clusters of one name another top-level assembly."""
        for thing in (("director", "director_id", "director"), ("vplex_cluster", "assembly", "cluster")):
            mine, theirs = (self.things(name, *thing).by_name for name in (one, other))
            if any(mine[part].isdisjoint(theirs[part]) for part in mine.keys() & theirs.keys()):
                return True
        return False

    def is_titled(self, name: str) -> bool:
        """Whether a title or a prompt above an export names an array of this group."""
        return bool(
            self._values(
                name, "SELECT DISTINCT owner, owner_basis FROM export WHERE owner_basis IN ('header', 'prompt')"
            )
        )

    def texts(self, name: str) -> dict[str, list[tuple[str, int]]]:
        """Return the checksum of each export of this group and how many facts it states, by format."""

        def add(found: dict[str, list[tuple[str, int]]], rows: Sequence[tuple[Any, ...]]) -> None:
            for form, checksum, facts in rows:
                found[form].append((checksum, facts))

        sql = "SELECT owner, format, checksum, records FROM export WHERE checksum IS NOT NULL"
        return self._of_group(name, sql, lambda: defaultdict(list), add)

    def _values(self, name: str, sql: str) -> set[Any]:
        def add(found: set[Any], rows: Sequence[tuple[Any, ...]]) -> None:
            found.update(value for (value,) in rows)

        return self._of_group(name, sql, set, add)

    def _of_group(
        self,
        name: str,
        sql: str,
        empty: Callable[[], Contents],
        add: Callable[[Contents, Sequence[tuple[Any, ...]]], None],
    ) -> Contents:
        """Return what a query, whose first column is the array, finds for all names of a group."""
        if sql not in self._rows:
            by_array = self._rows[sql] = defaultdict(list)
            for array, *row in self._store.rows(sql):
                by_array[array].append(tuple(row))
        group = self._names.find(name)
        members = self._names.members(group)
        known, found = self._groups.get((sql, group)) or (0, empty())
        # Names are only ever appended to a group.
        for member in members[known:]:
            add(found, self._rows[sql].get(member, ()))
        self._groups[sql, group] = len(members), found
        return found
