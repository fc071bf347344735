"""What the exports under one name state about the identity of their machine, and which of them cannot be of one machine."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, pairwise
from typing import NamedTuple

from checker.facts.platforms import is_unnamed
from checker.facts.resolve.names.groups import is_address
from checker.facts.resolve.names.identities import Identity
from checker.facts.resolve.names.within_exports import WEAK
from checker.facts.resolve.superseded import SESSION_HOURS
from checker.facts.store.store import Store

Path = tuple[str, ...]
"""The components of the path of an export."""
PLACE = "coalesce(e.file, '') || '!' || coalesce(e.member, '')"
LINE = f"CASE WHEN {WEAK} THEN e.first_line ELSE 0 END"


class Stated(NamedTuple):
    """The values of a key in one export, where the first of them is and how it is printed."""

    values: frozenset[str]
    line: int
    shown: str


@dataclass(frozen=True)
class Statement:
    """The values of one identity in one export, by their key.

    Attributes:
        export_id: the export.
        place: its file and member.
        first_line: the line at which it begins; None if a prompt, a header or the configuration names its machine.
        captured_at: when it was captured.
        by_path: whether only a path names its machine.
        by_key: what it states.
    """

    export_id: int
    place: str
    first_line: int | None
    captured_at: datetime | None
    by_path: bool
    by_key: dict[str, Stated]


class Contradiction(NamedTuple):
    """Two exports that cannot be of one machine: they state different values for a key."""

    one: Statement
    other: Statement
    key: str


@dataclass(frozen=True)
class Question:
    """Statements of several exports under one name about one identity.

    Attributes:
        owner: the name in lower case.
        identity: what they state.
        statements: what each states.
        others: the exports among them that have another name.
    """

    owner: str
    identity: Identity
    statements: tuple[Statement, ...]
    others: frozenset[int] = frozenset()

    def about(self, key: str) -> str:
        """Return what two values of a key are of, for the message."""
        return f"{self.owner}: {self.identity.what.format(key)}"

    def contradictions(self, parts: Mapping[int, Path]) -> Iterator[Contradiction]:
        """Pairs of statements of the exports ``parts`` that cannot be of one machine: neighbours in path, and any with the first."""
        here = sorted((one for one in self.statements if one.export_id in parts), key=lambda one: parts[one.export_id])
        if not here:
            return
        for one, other in chain(pairwise(here), ((here[0], other) for other in here[2:])):
            key = self._other_in(one, other)
            if key is not None:
                yield Contradiction(one, other, key)

    def _lasts(self, one: Statement, other: Statement) -> bool:
        """Whether captures of different days contradict each other, too.

        A name that two captures share may be older than what it has changed; without one, nothing says that they are of one
        machine. A path may as well name a customer, an address may be given to another machine, and an array gets no other
        serial number.
        """
        if is_unnamed(self.owner):
            return True
        if is_address(self.owner):
            return self.identity.lasts or self.identity.mostly
        return self.identity.lasts and ((one.by_path and other.by_path) or self.identity.outlasts_names)

    def _other_in(self, one: Statement, other: Statement) -> str | None:
        """Return the first key whose values exclude that the two are of one machine."""
        if (one.place, one.first_line) == (other.place, other.first_line):
            return None
        is_later = (
            one.captured_at is not None
            and other.captured_at is not None
            and abs(one.captured_at - other.captured_at) > timedelta(hours=SESSION_HOURS)
        )
        if is_later and not self._lasts(one, other):
            return None
        common = [
            key
            for key, stated in one.by_key.items()
            if key in other.by_key and min(len(stated.values), len(other.by_key[key].values)) >= self.identity.fewest
        ]
        differing = [key for key in common if not one.by_key[key].values & other.by_key[key].values]
        # An object that was deleted may have been created again under its name, but hardly all of them.
        if is_later and is_address(self.owner) and not self.identity.lasts and (len(common) < 2 or differing != common):
            return None
        if self.identity.exchanged and (len(differing) < 2 or not _are_other_values(one, other)):
            return None
        return min(differing) if len(differing) * 2 > len(common) else None


def _are_other_values(one: Statement, other: Statement) -> bool:
    """Return whether most values of two statements, each as often as it is there, are not in the other, whatever they are values of."""
    mine, theirs = (
        Counter(value for stated in each.by_key.values() for value in stated.values) for each in (one, other)
    )
    return 2 * (mine & theirs).total() < min(mine.total(), theirs.total())


def questions(store: Store, column: str, identity: Identity) -> list[Question]:
    """Return what exports that may contradict each other state about an identity, for each name and command."""
    known = store.stated.get(identity.table, set())
    if not store.has_rows(identity.table) or column not in known or not identity.is_stated(known):
        return []
    value, key = identity.value_sql, identity.key_sql
    form = "format" if identity.same_format else "''"
    same = "owner, format" if identity.mostly else "owner, format, key"
    rows = store.rows(
        f"""
        WITH asked AS (
            SELECT export_id, platform, lower(owner) AS owner, {form} AS format, captured_at, owner_basis = 'path' AS by_path, {PLACE} AS place, {LINE} AS first_line
            FROM export e WHERE owner IS NOT NULL AND NOT coalesce(intent, FALSE) AND owner_basis <> 'config'
            WINDOW same AS (PARTITION BY lower(owner), {form}) QUALIFY min((place, first_line)) OVER same <> max((place, first_line)) OVER same
        ), stated AS (
            SELECT e.owner, e.format, {key} AS key, e.export_id, e.place, e.first_line, e.captured_at, e.by_path,
                list_sort(list(DISTINCT {value})) AS found, min(o.line) AS line, CAST(min(o.{identity.value}) AS VARCHAR) AS shown
            FROM obs_{identity.table} o JOIN asked e ON e.export_id = o.export_id AND e.owner = lower(o.{column})
            WHERE {value} IS NOT NULL AND {key} IS NOT NULL
            GROUP BY ALL
        ), differing AS (
            SELECT DISTINCT {same} FROM stated GROUP BY owner, format, key HAVING min(found) <> max(found)
        )
        SELECT s.* FROM stated s SEMI JOIN differing USING ({same}) ORDER BY ALL
        """
    )
    groups: defaultdict[tuple[str, str, str], dict[int, Statement]] = defaultdict(dict)
    for owner, form, name, export_id, place, first_line, captured_at, by_path, found, line, shown in rows:
        group = groups[owner, form, "" if identity.mostly else name]
        statement = group.setdefault(
            export_id, Statement(export_id, place, first_line or None, captured_at, by_path, {})
        )
        statement.by_key[name] = Stated(frozenset(found), line, shown)
    return [Question(owner, identity, tuple(statements.values())) for (owner, _, _), statements in groups.items()]


_NAME = Identity("export", "storage_array", "the array that answered", lasts=True, outlasts_names=True)


def answers(store: Store) -> list[Question]:
    """Return which arrays answered at each address, by the command that prints their names: one that was given away may have several.

    One array may be renamed, so that those with a serial number in common are one.
    """
    if not store.rows("SELECT 1 FROM export WHERE address IS NOT NULL LIMIT 1"):
        return []
    known = store.stated.get("storage_array", set())
    serials: defaultdict[int, set[str]] = defaultdict(set)
    if store.has_rows("storage_array") and "serial" in known:
        for export_id, serial in store.rows(
            "SELECT DISTINCT export_id, right(serial, 9) FROM obs_storage_array WHERE serial IS NOT NULL"
        ):
            serials[export_id].add(serial)
    groups: defaultdict[tuple[str, str], list[Statement]] = defaultdict(list)
    for export_id, address, form, owner, place, line, captured_at in store.rows(
        f"SELECT export_id, lower(address), format, owner, {PLACE}, first_line, captured_at FROM export e "
        "WHERE address IS NOT NULL AND owner_basis = 'content' AND NOT coalesce(intent, FALSE) ORDER BY export_id"
    ):
        values = frozenset({owner.lower(), *serials[export_id]})
        by_key = {"": Stated(values, line, owner)}
        groups[address, form].append(Statement(export_id, place, line, captured_at, False, by_key))
    return [
        Question(address, _NAME, tuple(found), frozenset(one.export_id for one in found))
        for (address, _), found in groups.items()
        if len(found) > 1 and not frozenset.intersection(*(one.by_key[""].values for one in found))
    ]
