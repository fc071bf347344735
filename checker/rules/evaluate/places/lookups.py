"""How the objects of a rule are looked up in the observations of a kind: which columns are compared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from checker.facts.kinds import kinds
from checker.rules.evaluate.plan import PORT_NAMES, Plan
from checker.views.catalog import KIND_COLUMNS, OBJECT_NAMES

# Floating-point numbers are computed in views and do not match exactly.
_COMPARABLE = ("VARCHAR", "BIGINT", "INTEGER", "BOOLEAN")
OF_FABRIC = ("fabric", "switch")
"""A column of objects, and the column of kinds that is compared with its switches."""
_CALLED = {"target_port": ("port_name",)}
"""The column with the name of an object, of kinds that have none called like them."""
_CALLED_BY_OTHERS = {
    "storage_volume": (
        ("storage_array", "used_by_array"),
        ("vplex_cluster", "used_by_cluster"),
        ("volume_name", "vplex_name"),
    )
}
"""The columns of kinds with objects that a virtualiser has another name for, and the keys that they are compared with."""


@dataclass(frozen=True)
class Lookup:
    """Columns of an object and the columns of a kind to compare them with; ``naming`` ones identify the object.

    ``stated`` ones are numbers of the evidence: what agrees with them proves the finding.
    ``complete``: objects of which one of the columns is unknown are not looked up. ``by_name``: what it finds is the object itself.
    """

    kind: str
    names: tuple[str, ...]
    columns: tuple[str, ...]
    types: tuple[str, ...]
    naming: tuple[bool, ...]
    stated: tuple[bool, ...]
    complete: bool = False
    by_name: bool = False


def lookups_of(plan: Plan, kind: str, tables: Mapping[str, Mapping[str, str]]) -> list[Lookup]:
    """Return how to look up an object of a rule in a kind: by keys and evidence, then by keys alone."""
    available = tables.get(f"obs_{kind}")
    if available is None:
        return []
    keys = _shared(plan, plan.source.keys, available) or _shared(
        plan, [name for name in PORT_NAMES if name in plan.values], available
    )
    identifying = kinds()[kind].key_columns if kind in kinds() else ()
    fabric = _fabric(plan, keys, available) if "switch_fabric" in tables else []
    keys = [*keys, *fabric]
    evidence = [
        pair
        for pair in _shared(plan, plan.evidence, available)
        if pair not in keys and pair[1] not in dict(keys).values()
    ]
    attempts: list[Lookup] = []
    # Evidence alone is enough if it identifies an object; a state such as "dead" would match anything.
    if keys or any(column in identifying for _, column in evidence):
        named = [pair for pair in evidence if pair[1] in identifying]
        choices = [[*keys, *evidence], [*keys, *named], keys]
        different = [pairs for index, pairs in enumerate(choices) if pairs and pairs not in choices[:index]]
        naming = {name for name, _ in (*keys, *named)}
        # The fabric alone would lead to any zone or login in it.
        naming -= set() if set(identifying) <= {"switch", "vsan"} else {name for name, _ in fabric}
        # Texts that agree show in the record, small numbers cannot be distinguished from others.
        stated = {name for name, column in evidence if _family(available[column]) == "BIGINT"}
        attempts = [_lookup(kind, pairs, available, naming, stated) for pairs in different]
        called = next((column for column in (kind, *_CALLED.get(kind, ())) if column in available), None)
        if OBJECT_NAMES.intersection(plan.source.keys) and called:
            own = [(name, called) for name in plan.source.keys if name in OBJECT_NAMES]
            by_name = _lookup(kind, [*keys, *own], available, naming.union(name for name, _ in own), stated)
            attempts.insert(0, replace(by_name, by_name=True))
            others = [
                (name, column)
                for name, column in _CALLED_BY_OTHERS.get(kind, ())
                if name in plan.source.keys and column in available
            ]
            if OBJECT_NAMES.intersection(name for name, _ in others):
                of_others = _lookup(kind, others, available, {name for name, _ in others}, ())
                attempts.insert(1, replace(of_others, by_name=True))
        attempts += [
            replace(_lookup(kind, pairs, available, naming, stated), complete=True)
            for pairs in _natural(kind, keys, different)
        ]
    return attempts


def _natural(
    kind: str, keys: Sequence[tuple[str, str]], tried: Sequence[Sequence[tuple[str, str]]]
) -> list[list[tuple[str, str]]]:
    """The natural keys of a kind among the keys of an object, without columns that have a default."""
    name_of = {column: name for name, column in keys}
    found: list[list[tuple[str, str]]] = []
    for natural in kinds()[kind].keys if kind in kinds() else ():
        needed = [column for column in natural if column not in kinds()[kind].key_defaults]
        pairs = [(name_of[column], column) for column in needed if column in name_of]
        if pairs and len(pairs) == len(needed) and pairs not in (*tried, *found):
            found.append(pairs)
    return found


def _fabric(plan: Plan, keys: Sequence[tuple[str, str]], available: Mapping[str, str]) -> list[tuple[str, str]]:
    """The fabric of an object and the column of the switch, whose fabric is compared with it."""
    found = {column for pair in keys for column in pair}
    if "fabric" not in plan.source.keys or "switch" not in available or found & set(OF_FABRIC):
        return []
    return [OF_FABRIC]


def _shared(plan: Plan, names: Iterable[str], available: Mapping[str, str]) -> list[tuple[str, str]]:
    pairs: dict[str, tuple[str, str]] = {}
    for name in names:
        column = next((one for one in (name, *KIND_COLUMNS.get(name, ())) if one in available), name)
        kind = plan.source.types.get(name)
        if column in available and kind in _COMPARABLE and _family(kind) == _family(available[column]):
            # Of the two ends of a connection, the first is what a finding is about.
            pairs.setdefault(column, (name, column))
    return list(pairs.values())


def _family(kind: str) -> str:
    return "BIGINT" if kind == "INTEGER" else kind


def _lookup(
    kind: str,
    pairs: Sequence[tuple[str, str]],
    available: Mapping[str, str],
    naming: Collection[str],
    stated: Collection[str],
) -> Lookup:
    names, columns = zip(*pairs, strict=True)
    types = tuple(available[column] for column in columns)
    return Lookup(
        kind, names, columns, types, tuple(name in naming for name in names), tuple(name in stated for name in names)
    )
