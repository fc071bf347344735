"""Locate findings in the input: find the observations of their objects.

A rule lists the kinds to search (``locate``). An observation matches an object if it agrees with all keys and plain
evidence that the kind has a column for; if none does, keys alone decide, and after them each natural key of the kind: a
key of an object may contain what only another export states. All findings of an audit are looked up together,
with one query per kind and set of columns. If the texts can be read, a place is the line of the record that shows most facts
(``proof``). Lines from exports of another host are never places of a finding about a host,
and a finding about a fabric is located on its own switches: zones and aliases of other fabrics may have the same names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checker.facts.platforms import HOSTS
from checker.facts.store.statements import run
from checker.rules.evaluate.connection import quote
from checker.rules.evaluate.finding import Place
from checker.rules.evaluate.places.lookups import OF_FABRIC, Lookup, lookups_of
from checker.rules.evaluate.places.own_hosts import OBJECTS, host_names, hosts_of
from checker.rules.evaluate.places.own_names import lun_names
from checker.rules.evaluate.places.proof import Lines, Located, facts_of, proven
from checker.rules.evaluate.places.record_ends import record_ends
from checker.rules.evaluate.plan import Plan
from checker.rules.evaluate.rollup import Group
from checker.rules.evaluate.shadowing import NTH
from checker.rules.language.column_names import key_name

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

RELATED = 10
_WITH_SETTINGS = ("host_setting", "array_setting", "fabric_setting")
_SETTINGS = 1000


@dataclass(frozen=True)
class ActiveObjects:
    """The active objects of one rule: its plan, their table, and the groups derived from them."""

    plan: Plan
    table: str
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class _Hit:
    """One observation of an object: its kind, export and line; ``host`` is the host that the export was taken from.

    ``agrees``: it was found by a number of the evidence or by the name of a setting, too. ``any_setting``: it is one of all settings of its machine.
    """

    kind: str
    export_id: int
    place: Place
    host: str | None
    agrees: bool
    any_setting: bool


_Found = Mapping[tuple[Lookup, tuple[Any, ...]], tuple[_Hit, ...]]


def locate(
    connection: DuckDBPyConnection,
    rules: Sequence[ActiveObjects],
    tables: Mapping[str, Mapping[str, str]],
    lines_of: Lines | None = None,
) -> Mapping[tuple[str, int], tuple[Place, ...]]:
    """Return the places of each finding by rule id and group number, best first, at most eleven.

    ``lines_of`` reads the audited texts; without it, places are the first lines of records.
    """
    if "export" not in tables:
        return {}
    lookups = {
        item.plan.rule.id: [lookups_of(item.plan, kind, tables) for kind in item.plan.rule.locate] for item in rules
    }
    columns_of: dict[Lookup, list[str]] = {}
    for item in rules:
        for attempts in lookups[item.plan.rule.id]:
            for lookup in attempts:
                columns_of.setdefault(lookup, []).append(_objects_sql(item, lookup))
    found: dict[tuple[Lookup, tuple[Any, ...]], tuple[_Hit, ...]] = {}
    for lookup, parts in columns_of.items():
        for values, hits in _search(connection, lookup, parts, tables):
            found[lookup, values] = hits
    names_of = host_names(connection, tables)
    hits_of = {
        (item.plan.rule.id, group.number): _hits(group, lookups[item.plan.rule.id], found, hosts_of(group, names_of))
        for item in rules
        for group in item.groups
    }
    if lines_of is None:
        return {key: _listed([[hit.place for hit in hits] for hits in by_kind]) for key, by_kind in hits_of.items()}
    starts: dict[str, set[tuple[int, int]]] = {}
    for hit in (hit for by_kind in hits_of.values() for hits in by_kind for hit in hits):
        starts.setdefault(hit.kind, set()).add((hit.export_id, hit.place.line))
    ends = record_ends(connection, starts) if {"first_line", "lines"} <= set(tables["export"]) else {}
    findings = [(item.plan, group, hits_of[item.plan.rule.id, group.number]) for item in rules for group in item.groups]
    # File by file, so that each text is read once.
    findings.sort(key=lambda finding: _order(finding[2][0][0].place) if finding[2] else ("", "", 0))
    called = lun_names(connection, (group for _, group, _ in findings), tables)
    places: dict[tuple[str, int], tuple[Place, ...]] = {}
    for plan, group, by_kind in findings:
        located = [
            [
                Located(hit.place, ends.get((hit.kind, hit.export_id, hit.place.line), 0), hit.agrees, hit.any_setting)
                for hit in hits
            ]
            for hits in by_kind
        ]
        places[plan.rule.id, group.number] = _listed(proven(facts_of(plan, group, called), located, lines_of))
    return places


def _objects_sql(item: ActiveObjects, lookup: Lookup) -> str:
    listed = ", ".join(
        f"{quote(name)}::{kind} AS c{index}"
        for index, (name, kind) in enumerate(zip(lookup.names, lookup.types, strict=True))
    )
    return f"SELECT {listed} FROM {quote(item.table)} WHERE {quote(NTH)} <= {OBJECTS}"


def _search(
    connection: DuckDBPyConnection,
    lookup: Lookup,
    parts: Sequence[str],
    tables: Mapping[str, Mapping[str, str]],
) -> Iterable[tuple[tuple[Any, ...], tuple[_Hit, ...]]]:
    """Find the first observations of each combination of values.

    Unknown values and empty texts (no cluster, no VSAN) are not compared.
    """
    objects = " UNION ".join(dict.fromkeys(parts))
    names = [f"c{index}" for index in range(len(lookup.columns))]
    tests = [
        f"coalesce({name} <> '', FALSE)" if kind == "VARCHAR" else f"{name} IS NOT NULL"
        for name, kind in zip(names, lookup.types, strict=True)
    ]
    masks = run(connection, f"SELECT DISTINCT {', '.join(tests)} FROM ({objects}) ORDER BY ALL").fetchall()
    wanted = ("file", "member", "owner", "platform")
    export = {name: f"e.{name}" if name in tables["export"] else "NULL::VARCHAR" for name in wanted}
    of_host = (
        f"CASE WHEN {export['platform']} IN ({', '.join(repr(name) for name in HOSTS)}) THEN {export['owner']} END"
    )
    for mask in masks:
        known = [index for index, is_known in enumerate(mask) if is_known]
        if not any(lookup.naming[index] for index in known) or (lookup.complete and not all(mask)):
            continue
        fabric = next((index for index in known if lookup.names[index] == OF_FABRIC[0]), None)
        agree = " AND ".join(
            f"o.{quote(lookup.columns[index])} = {'w.own_switch' if index == fabric else f'w.c{index}'}"
            for index in known
        )
        pattern = " AND ".join(f"({test}) = {known_here}" for test, known_here in zip(tests, mask, strict=True))
        rows = run(
            connection,
            f"WITH objects AS (SELECT * FROM ({objects}) WHERE {pattern}), w AS ({_on_switches(fabric)}) "
            f"SELECT {', '.join(f'w.{name}' for name in names)}, "
            f"min(DISTINCT struct_pack(file := {export['file']}, member := coalesce({export['member']}, ''), line := o.line, "
            f"export_id := o.export_id, host := {of_host}), {_most(lookup)}) "
            f"FROM w JOIN {quote('obs_' + lookup.kind)} AS o ON {agree} JOIN export AS e ON e.export_id = o.export_id "
            f"WHERE o.line IS NOT NULL AND {export['file']} IS NOT NULL "
            f"GROUP BY {', '.join(f'w.{name}' for name in names)}",
        ).fetchall()
        label = key_name(lookup.kind)
        # A setting that the evidence names is the one, whatever word its line has for its value.
        agrees = any(
            lookup.stated[index] or (lookup.kind in _WITH_SETTINGS and lookup.columns[index] == "setting")
            for index in known
        )
        for row in rows:
            yield (
                row[:-1],
                tuple(
                    _Hit(
                        lookup.kind,
                        one["export_id"],
                        Place(one["file"], one["line"], one["member"] or None, label=label),
                        one["host"],
                        agrees,
                        _is_any_setting(lookup),
                    )
                    for one in row[-1]
                ),
            )


def _on_switches(fabric: int | None) -> str:
    """The SELECT of all objects; with the number of the column of their fabric, once for each switch of it.

    What an inventory states for a whole fabric has the fabric as its switch.
    """
    if fabric is None:
        return "SELECT * FROM objects"
    return (
        f"SELECT objects.*, f.switch AS own_switch FROM objects JOIN (SELECT fabric, switch FROM switch_fabric "
        f"UNION SELECT c{fabric}, c{fabric} FROM objects) AS f ON f.fabric = objects.c{fabric}"
    )


def _hits(
    group: Group, kinds_tried: Sequence[Sequence[Lookup]], found: _Found, hosts: frozenset[str] | None
) -> list[list[_Hit]]:
    """The observations of the objects of a finding, by kind: of the kinds that have objects of its name, if any has."""
    by_kind: list[list[_Hit]] = []
    named: list[list[_Hit]] = []
    settings: list[list[_Hit]] = []
    for attempts in kinds_tried:
        for lookup in attempts:
            rows = group.rows(lookup.names)[:OBJECTS]
            hits = {hit.place: hit for row in rows for hit in found.get((lookup, row), ())}
            own = [hit for hit in hits.values() if hosts is None or hit.host is None or hit.host in hosts]
            if own:
                hits_here = _first_of_each_export(sorted(own, key=lambda hit: _order(hit.place)), _most(lookup))
                (named if lookup.by_name else by_kind).append(hits_here)
                if lookup.kind in _WITH_SETTINGS and not lookup.by_name:
                    settings.append(hits_here)
                break
    # The object may have a value from a setting of its host, whose line proves it.
    return [*named, *settings] if named else by_kind


def _most(lookup: Lookup) -> int:
    """How many observations of an object are looked at: of settings that nothing distinguishes all, as most are others."""
    return _SETTINGS if _is_any_setting(lookup) else RELATED + 1


def _is_any_setting(lookup: Lookup) -> bool:
    """Whether a lookup finds all settings of a machine, of which only those that show a value or a name are about the finding."""
    return lookup.kind in _WITH_SETTINGS and "setting" not in lookup.columns


def _first_of_each_export(hits: Sequence[_Hit], most: int) -> list[_Hit]:
    """At most so many, taken from all exports in turn, in their order."""
    if len(hits) <= most:
        return list(hits)
    nth: Counter[int] = Counter()
    ranked: list[tuple[int, int]] = []
    for index, hit in enumerate(hits):
        nth[hit.export_id] += 1
        ranked.append((nth[hit.export_id], index))
    return [hits[index] for index in sorted(index for _, index in sorted(ranked)[:most])]


def _listed(by_kind: Sequence[Sequence[Place]]) -> tuple[Place, ...]:
    # One place of each kind comes first, so that a long list of one kind doesn't hide the others.
    listed = [places[0] for places in by_kind] + [place for places in by_kind for place in places[1:]]
    unique: dict[tuple[str, str, int], Place] = {}
    for place in listed:
        unique.setdefault(_order(place), place)
    return tuple(unique.values())[: RELATED + 1]


def _order(place: Place) -> tuple[str, str, int]:
    return place.file, place.member or "", place.line
