"""Coverage: the facts that each rule is missing, and the exports that would supply them.

A rule is not evaluated on an object if a column that it uses is unknown; the view states which facts make that column
known. Facts that the owner has without a gap are not reported as missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from checker.facts.kinds import iscsi
from checker.facts.platforms import is_unnamed
from checker.facts.store.statements import run
from checker.rules.evaluate.connection import quote
from checker.rules.evaluate.coverage.missing_exports import Advisor, Owner
from checker.rules.evaluate.finding import MissingExport, MissingFact
from checker.rules.evaluate.plan import OWNER_COLUMNS
from checker.rules.evaluate.scan import Scan, UnknownGroup

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_UNNAMED: Mapping[str, str] = {"host": "a host", "switch": "a switch", "storage_array": "an array"}
# Missing facts by column of the scan: (column number, facts, each with whether its owner has it all the same).
_Missing = tuple[tuple[int, tuple[tuple[str, bool], ...]], ...]
SUBJECTS: Mapping[str, tuple[str, ...]] = {
    "host paths": ("path",),
    "host LUNs": ("device",),
    "host adapters": ("initiator",),
    "partitions": ("partition",),
    "zones": ("zone", "zone_member"),
    "fabric logins": ("login",),
    "switch ports": ("switch_port",),
    "error counters of switch ports": ("counter_sample",),
    "transceivers": ("sfp",),
    "masking": ("mask_view", "mask_initiator", "mask_port", "mask_volume"),
    "array ports": ("target_port",),
    "array volumes": ("storage_volume", "virtual_volume"),
}
"""What people call the kinds that several exports state; an input without any row of them has nothing on the subject."""
# Kind, column, column of the owner ('' for none), and position of that owner among the owners of an object.
_Place = tuple[str, str, str, int | None]


@dataclass
class _Tally:
    objects: int = 0
    example: tuple[str, ...] | None = None

    def add(self, objects: int, example: tuple[str, ...]) -> None:
        self.objects += objects
        if self.example is None or example < self.example:
            self.example = example


@dataclass(frozen=True, eq=False)
class _Pattern:
    """Rules that were blocked together, each with its missing facts. Compared by identity, which is fast."""

    rules: tuple[tuple[str, frozenset[tuple[str, bool]]], ...]


@dataclass(frozen=True, eq=False)
class _Gap:
    """The missing facts of a group; ``owed`` are those that belong to an owner, by its column and position in the group."""

    missing: _Missing
    owed: tuple[tuple[str, int | None, frozenset[str]], ...]


@dataclass
class _Need:
    """The missing facts of one owner, and the number of objects with each pattern."""

    facts: set[str] = field(default_factory=set)
    patterns: dict[_Pattern, int] = field(default_factory=dict)


def _words(key: Iterable[str]) -> str:
    """Return the values of a key as words; the fabric of a VSAN ends with its number, which need not be repeated."""
    text = ""
    for value in key:
        if value and not text.endswith(f"VSAN {value}"):
            text = f"{text} {value}".lstrip()
    return text


class KnownFacts:
    """Facts that each owner has without a gap; the entity tables are queried once."""

    def __init__(
        self,
        connection: DuckDBPyConnection,
        tables: Mapping[str, Mapping[str, str]],
        facts: Sequence[str],
        sizes: Mapping[str, int],
    ) -> None:
        self._tables = tables
        self._known: dict[tuple[str, str, str | None], frozenset[str]] = {}
        places_of: dict[str, list[str]] = {}
        for fact in sorted(set(facts)):
            kind, _, column = fact.partition(".")
            # A table without rows says nothing about any owner.
            if column in tables.get(kind, {}) and sizes.get(kind, 1):
                places_of.setdefault(kind, []).append(column)
        for kind, columns in places_of.items():
            owners = [name for name in OWNER_COLUMNS if name in tables[kind]]
            counts = ", ".join(f"count({quote(column)}) = count(*)" for column in columns)
            for owner in owners or [""]:
                name = quote(owner) if owner else "NULL"
                rows = run(connection, f"SELECT {name}, {counts} FROM {quote(kind)} GROUP BY 1 ORDER BY 1").fetchall()
                for row in rows:
                    full = frozenset(column for column, known in zip(columns, row[1:], strict=True) if known)
                    self._known[kind, owner, row[0]] = full
                    # Of an object with other owners, the fact is known if all have it.
                    self._known[kind, "", None] = self._known.get((kind, "", None), full) & full

    def place(self, fact: str, owners: Sequence[str]) -> _Place:
        """Where to look up a fact: its kind, its column, and the owner that it belongs to, if any."""
        kind, _, column = fact.partition(".")
        name = owner_column(self._tables.get(kind, {}), owners)
        return kind, column, name or "", None if name is None else owners.index(name)

    def knows(self, place: _Place, owners: Sequence[str | None]) -> bool:
        """Whether a fact is known for all rows of its owner (or for all rows, if the object has no such owner)."""
        kind, column, name, at = place
        return column in self._known.get((kind, name, None if at is None else owners[at]), ())


def owner_column(kind_columns: Mapping[str, str], owners: Sequence[str]) -> str | None:
    """The owner column of an object that facts of a kind belong to; None if the kind has none of these columns."""
    return next((name for name in owners if name in kind_columns), None)


class Coverage:
    """Summary of the unknown groups of all scans, by rule and by owner."""

    def __init__(
        self,
        connection: DuckDBPyConnection,
        scans: Sequence[Scan],
        tables: Mapping[str, Mapping[str, str]],
        sizes: Mapping[str, int],
    ) -> None:
        """Prepare for the given tables, with their columns and approximate numbers of rows."""
        self._tables = tables
        self._sizes = sizes
        inputs = [fact for scan in scans for name in scan.used for fact in scan.source.inputs.get(name, ())]
        self._known = KnownFacts(connection, tables, inputs, sizes)
        self._facts: dict[str, dict[tuple[str, bool], _Tally]] = {}
        self._needs: dict[Owner, _Need] = {}
        self._uses_iscsi = not all(self._is_absent(kind.name) for kind in iscsi.KINDS)
        for scan in scans:
            self._add(scan)

    def missing_facts(self, rule: str) -> tuple[MissingFact, ...]:
        """The facts that prevented the evaluation of the rule, most frequent first."""
        tallies = self._facts.get(rule, {})
        facts = [
            MissingFact(fact, tally.objects, _words(tally.example or ()), known)
            for (fact, known), tally in tallies.items()
        ]
        return tuple(sorted(facts, key=lambda one: (-one.objects, one.fact, one.known)))

    def missing_exports(self, advisor: Advisor) -> tuple[MissingExport, ...]:
        """The exports that would enable rules, by owner: those of least effort first, then those that enable most rules.

        Machines without a name are not asked for more; of a machine that no export names, only what no export contains.
        """
        found: list[tuple[int, MissingExport]] = []
        served: dict[tuple[frozenset[str], _Pattern], tuple[str, ...]] = {}
        for owner, need in self._needs_of_named().items():
            facts = need.facts if owner[1] else {fact for fact in need.facts if self._is_absent(fact.partition(".")[0])}
            for offer in advisor.offers(owner, frozenset(facts)):
                rules: set[str] = set()
                objects = 0
                for pattern, count in need.patterns.items():
                    key = (offer.facts, pattern)
                    if key not in served:
                        served[key] = tuple(
                            rule for rule, facts in pattern.rules if any(fact in offer.facts for fact, _ in facts)
                        )
                    rules.update(served[key])
                    objects += count if served[key] else 0
                if rules:
                    name = owner[1] or _UNNAMED.get(owner[0], owner[0])
                    subjects = self._absent_subjects(offer.facts)
                    export = MissingExport(name, offer.command, tuple(sorted(rules)), objects, subjects)
                    found.append((offer.effort, export))
        # What a named machine is asked for supplies the facts of the others, too.
        asked = {export.command for _, export in found if export.owner not in _UNNAMED.values()}
        found = [
            item
            for item in found
            if item[1].owner not in _UNNAMED.values() or asked.isdisjoint(item[1].command.split(" or "))
        ]
        found.sort(key=lambda item: (item[1].owner, item[0], -len(item[1].rules), item[1].command))
        return tuple(export for _, export in found)

    def _needs_of_named(self) -> Mapping[Owner, _Need]:
        """The needs by owner; those of all machines without a name together, under an empty name."""
        needs: dict[Owner, _Need] = {}
        for (column, name), need in self._needs.items():
            merged = needs.setdefault((column, "" if is_unnamed(name) else name), _Need())
            merged.facts |= need.facts
            for pattern, count in need.patterns.items():
                merged.patterns[pattern] = merged.patterns.get(pattern, 0) + count
        return needs

    def _is_absent(self, kind: str) -> bool:
        """Whether the input states nothing of a kind."""
        return not self._tables.get(kind) or self._sizes.get(kind) == 0

    def _absent_subjects(self, facts: Iterable[str]) -> tuple[str, ...]:
        """The subjects of facts on which no export states anything."""
        supplied = {fact.partition(".")[0] for fact in facts}
        return tuple(
            subject
            for subject, members in SUBJECTS.items()
            if not supplied.isdisjoint(members) and all(self._is_absent(kind) for kind in members)
        )

    def _asked_for(self, facts: tuple[str, ...]) -> tuple[str, ...]:
        """The facts without those about iSCSI if the input states nothing about iSCSI, and other facts are left."""
        if self._uses_iscsi:
            return facts
        names = {kind.name for kind in iscsi.KINDS}
        return tuple(fact for fact in facts if fact.partition(".")[0] not in names) or facts

    def _add(self, scan: Scan) -> None:
        # Thousands of hosts have the same gap, so each distinct gap is computed only once.
        gap_of: dict[tuple[tuple[str | None, ...], int], _Gap] = {}
        gaps: dict[tuple[tuple[int, tuple[str, ...], bool], ...], _Gap] = {}
        patterns: dict[tuple[int, _Gap], _Pattern] = {}
        tallies: dict[_Pattern, _Tally] = {}
        inputs = [self._asked_for(scan.source.inputs.get(name, ())) for name in scan.used]
        owners = scan.source.owners
        places = [[(fact, self._known.place(fact, owners)) for fact in facts] for facts in inputs]
        for group in scan.unknown:
            owners_key = (group.owners, group.columns)
            gap = gap_of.get(owners_key)
            if gap is None:
                found = tuple(self._missing(scan, group, places))
                gap = gaps.get(found)
                if gap is None:
                    # What the owner has already is not requested again.
                    owed = {fact for _, facts, is_known in found if not is_known for fact in facts}
                    missing = tuple(
                        (index, tuple((fact, is_known) for fact in facts)) for index, facts, is_known in found
                    )
                    gap = gaps[found] = _Gap(missing, self._owed(owners, owed))
                gap_of[owners_key] = gap
            key = (group.rules, gap)
            pattern = patterns.get(key)
            if pattern is None:
                pattern = patterns[key] = _pattern(scan, group.rules, gap.missing)
                tallies[pattern] = _Tally()
            tallies[pattern].add(group.objects, tuple(_text(value) for value in group.example))
            self._note_owners(group, gap, pattern)
        for pattern, tally in tallies.items():
            for rule, facts in pattern.rules:
                of_rule = self._facts.setdefault(rule, {})
                for fact in facts:
                    of_rule.setdefault(fact, _Tally()).add(tally.objects, tally.example or ())

    def _missing(
        self, scan: Scan, group: UnknownGroup, places: Sequence[Sequence[tuple[str, _Place]]]
    ) -> Iterator[tuple[int, tuple[str, ...], bool]]:
        """Yield each unknown column of a group, its missing facts, and whether the owner has all of them."""
        for index, name in enumerate(scan.used):
            if group.columns >> index & 1:
                missing = tuple(fact for fact, place in places[index] if not self._known.knows(place, group.owners))
                # If the owner has every input, they do not match each other: any of them may be the cause.
                inputs = tuple(fact for fact, _ in places[index])
                yield index, missing or inputs or (f"{scan.source.name}.{name}",), not missing and bool(inputs)

    def _owed(
        self, owners: Sequence[str], missing: Iterable[str]
    ) -> tuple[tuple[str, int | None, frozenset[str]], ...]:
        """The missing facts by the column of their owner."""
        found: dict[str, set[str]] = {}
        for fact in set(missing):
            kind = fact.partition(".")[0]
            columns = self._tables.get(kind) or _declared(kind)
            # Even if the switch of a host is unknown, it is worth reporting that some switch has the fact.
            column = owner_column(columns, owners) or next((name for name in OWNER_COLUMNS if name in columns), None)
            if column is not None:
                found.setdefault(column, set()).add(fact)
        return tuple(
            (column, owners.index(column) if column in owners else None, frozenset(facts))
            for column, facts in found.items()
        )

    def _note_owners(self, group: UnknownGroup, gap: _Gap, pattern: _Pattern) -> None:
        for column, at, facts in gap.owed:
            owner = (column, (group.owners[at] if at is not None else None) or "")
            need = self._needs.get(owner)
            if need is None:
                need = self._needs[owner] = _Need()
            need.facts |= facts
            need.patterns[pattern] = need.patterns.get(pattern, 0) + group.objects


def _declared(kind: str) -> Mapping[str, str]:
    """The columns of a kind that has no table because no source states any fact of it."""
    from checker.facts.kinds import kinds

    found = kinds().get(kind)
    return dict.fromkeys(found.column_names, "") if found else {}


def _pattern(scan: Scan, bits: int, missing: _Missing) -> _Pattern:
    rules: list[tuple[str, frozenset[tuple[str, bool]]]] = []
    for index, plan in enumerate(scan.plans):
        if bits >> index & 1:
            facts = {fact for column, facts in missing if scan.used[column] in plan.used for fact in facts}
            rules.append(
                (plan.rule.id, frozenset(facts or {(f"{scan.source.name}: the condition has no value", False)}))
            )
    return _Pattern(tuple(rules))


def _text(value: Any) -> str:
    return "unknown" if value is None else str(value)
