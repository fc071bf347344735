"""Locate findings in the input: find the observations of their objects.

A rule lists the kinds to search (``locate``). An observation matches an object if it agrees with all keys and plain
evidence that the kind has a column for; if none does, keys alone decide. All findings of an audit are looked up together,
with one query per kind and set of columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checker.facts.kinds import kinds
from checker.rules.evaluate.connection import quote
from checker.rules.evaluate.finding import Place
from checker.rules.evaluate.plan import Plan
from checker.rules.evaluate.rollup import Group
from checker.rules.evaluate.shadowing import NTH
from checker.views.catalog import KIND_COLUMN

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

RELATED = 10
# Maximum number of objects per finding to look up; no one reads more places than that.
OBJECTS = 10
# Floating-point numbers are computed in views and do not match exactly.
_COMPARABLE = ("VARCHAR", "BIGINT", "INTEGER", "BOOLEAN")


@dataclass(frozen=True)
class ActiveObjects:
    """The active objects of one rule: its plan, their table, and the groups derived from them."""

    plan: Plan
    table: str
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class _Lookup:
    """Columns of an object and the columns of a kind to compare them with; ``naming`` ones identify the object."""

    kind: str
    names: tuple[str, ...]
    columns: tuple[str, ...]
    types: tuple[str, ...]
    naming: tuple[bool, ...]


_Found = Mapping[tuple[_Lookup, tuple[Any, ...]], tuple[Place, ...]]


def locate(
    connection: DuckDBPyConnection, rules: Sequence[ActiveObjects], tables: Mapping[str, Mapping[str, str]]
) -> Mapping[tuple[str, int], tuple[Place, ...]]:
    """Return the places of each finding by rule id and group number, best first, at most eleven."""
    if "export" not in tables:
        return {}
    lookups = {
        item.plan.rule.id: [_lookups(item.plan, kind, tables) for kind in item.plan.rule.locate] for item in rules
    }
    columns_of: dict[_Lookup, list[str]] = {}
    for item in rules:
        for attempts in lookups[item.plan.rule.id]:
            for lookup in attempts:
                columns_of.setdefault(lookup, []).append(_objects_sql(item, lookup))
    found: dict[tuple[_Lookup, tuple[Any, ...]], tuple[Place, ...]] = {}
    for lookup, parts in columns_of.items():
        for values, places in _search(connection, lookup, parts, tables):
            found[lookup, values] = places
    return {
        (item.plan.rule.id, group.number): _places(group, lookups[item.plan.rule.id], found)
        for item in rules
        for group in item.groups
    }


def _lookups(plan: Plan, kind: str, tables: Mapping[str, Mapping[str, str]]) -> list[_Lookup]:
    """How to look up an object of a rule in a kind: by keys and evidence, then by keys alone."""
    available = tables.get(f"obs_{kind}")
    if available is None:
        return []
    keys = _shared(plan, plan.source.keys, available)
    identifying = kinds()[kind].key_columns if kind in kinds() else ()
    evidence = [
        pair
        for pair in _shared(plan, plan.evidence, available)
        if pair not in keys and pair[1] not in dict(keys).values()
    ]
    attempts: list[_Lookup] = []
    # Evidence alone is enough if it identifies an object; a state such as "dead" would match anything.
    if keys or any(column in identifying for _, column in evidence):
        named = [pair for pair in evidence if pair[1] in identifying]
        choices = [[*keys, *evidence], [*keys, *named], keys]
        different = [pairs for index, pairs in enumerate(choices) if pairs and pairs not in choices[:index]]
        naming = {name for name, _ in (*keys, *named)}
        attempts = [_lookup(kind, pairs, available, naming) for pairs in different]
    return attempts


def _shared(plan: Plan, names: Iterable[str], available: Mapping[str, str]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name in names:
        column = name if name in available else KIND_COLUMN.get(name, name)
        kind = plan.source.types.get(name)
        if column in available and kind in _COMPARABLE and _family(kind) == _family(available[column]):
            pairs.append((name, column))
    return pairs


def _family(kind: str) -> str:
    return "BIGINT" if kind == "INTEGER" else kind


def _lookup(
    kind: str, pairs: Sequence[tuple[str, str]], available: Mapping[str, str], naming: Collection[str]
) -> _Lookup:
    names, columns = zip(*pairs, strict=True)
    types = tuple(available[column] for column in columns)
    return _Lookup(kind, names, columns, types, tuple(name in naming for name in names))


def _objects_sql(item: ActiveObjects, lookup: _Lookup) -> str:
    listed = ", ".join(
        f"{quote(name)}::{kind} AS c{index}"
        for index, (name, kind) in enumerate(zip(lookup.names, lookup.types, strict=True))
    )
    return f"SELECT {listed} FROM {quote(item.table)} WHERE {quote(NTH)} <= {OBJECTS}"


def _search(
    connection: DuckDBPyConnection,
    lookup: _Lookup,
    parts: Sequence[str],
    tables: Mapping[str, Mapping[str, str]],
) -> Iterable[tuple[tuple[Any, ...], tuple[Place, ...]]]:
    """Find the first observations of each combination of values.

    Unknown values and empty texts (no cluster, no VSAN) are not compared.
    """
    objects = " UNION ".join(dict.fromkeys(parts))
    names = [f"c{index}" for index in range(len(lookup.columns))]
    tests = [
        f"coalesce({name} <> '', FALSE)" if kind == "VARCHAR" else f"{name} IS NOT NULL"
        for name, kind in zip(names, lookup.types, strict=True)
    ]
    masks = connection.execute(f"SELECT DISTINCT {', '.join(tests)} FROM ({objects}) ORDER BY ALL").fetchall()
    export = {name: f"e.{name}" if name in tables["export"] else "NULL" for name in ("file", "member")}
    for mask in masks:
        known = [index for index, is_known in enumerate(mask) if is_known]
        if not any(lookup.naming[index] for index in known):
            continue
        agree = " AND ".join(f"o.{quote(lookup.columns[index])} = w.c{index}" for index in known)
        pattern = " AND ".join(f"({test}) = {known_here}" for test, known_here in zip(tests, mask, strict=True))
        rows = connection.execute(
            f"WITH w AS (SELECT * FROM ({objects}) WHERE {pattern}) "
            f"SELECT {', '.join(f'w.{name}' for name in names)}, "
            f"min(struct_pack(file := {export['file']}, member := coalesce({export['member']}, ''), line := o.line), "
            f"{RELATED + 1}) "
            f"FROM w JOIN {quote('obs_' + lookup.kind)} AS o ON {agree} JOIN export AS e ON e.export_id = o.export_id "
            f"WHERE o.line IS NOT NULL AND {export['file']} IS NOT NULL "
            f"GROUP BY {', '.join(f'w.{name}' for name in names)}"
        ).fetchall()
        label = lookup.kind.replace("_", " ")
        for row in rows:
            places = dict.fromkeys(
                Place(place["file"], place["line"], place["member"] or None, label=label) for place in row[-1]
            )
            yield row[:-1], tuple(places)


def _places(group: Group, kinds_tried: Sequence[Sequence[_Lookup]], found: _Found) -> tuple[Place, ...]:
    by_kind: list[list[Place]] = []
    for attempts in kinds_tried:
        for lookup in attempts:
            rows = group.rows(lookup.names)[:OBJECTS]
            places = {place: None for row in rows for place in found.get((lookup, row), ())}
            if places:
                by_kind.append(sorted(places, key=_order))
                break
    if not by_kind:
        return ()
    # One place of each kind comes first, so that a long list of one kind doesn't hide the others.
    listed = [places[0] for places in by_kind] + [place for places in by_kind for place in places[1:]]
    unique: dict[tuple[str, str, int], Place] = {}
    for place in listed:
        unique.setdefault(_order(place), place)
    return tuple(unique.values())[: RELATED + 1]


def _order(place: Place) -> tuple[str, str, int]:
    return place.file, place.member or "", place.line
