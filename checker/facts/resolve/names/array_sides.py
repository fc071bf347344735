"""Files called A and B: of the two controllers of one array, or of two arrays.

The names cannot show which. The contents prove one array if its ports have one node name, if most of the parts that
both list are the same, or if each command printed the same text in both. Otherwise the files stay those of two unknown arrays.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from checker.facts.resolve.names.groups import Names
from checker.facts.store.store import Store

_SIDE = re.compile(r"(?:(?<=[\W_])[ab]|(?<= )\d+(?=\)))(?=\)?\Z)", re.IGNORECASE)
"""What distinguishes the names by path: node-a, unknown array (clariion 2)."""
_IDENTITIES = (
    ("array_login", "target_wwpn"),
    ("component", "serial"),
    ("director", "serial"),
)
"""Kinds and columns of identities that two arrays do not share.

Initiators may be registered on both, and both present a volume that is mirrored between them (ActiveCluster, GAD, HyperMetro,
Peer Persistence) under one identity.
"""
_FEWEST = 3
"""Facts from which equal texts are of one array: shorter ones may be equal on any two."""


def join_sides(
    store: Store, names: Names, by_path: Iterable[tuple[str, str]], are_two: Callable[[str, str], bool]
) -> set[str]:
    """Join names that differ only by the letter or number of a controller if their exports prove one array.

    Args:
        store: the observations.
        names: the groups of names.
        by_path: platform and name of each array that only a path names.
        are_two: whether the contents of two names exclude one array.

    Returns:
        The unknown arrays that remain separate; a folder such as node-a may still be named by its exports.
    """
    siblings: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for platform, name in by_path:
        if _SIDE.search(name):
            siblings[platform, _SIDE.sub("", name.casefold())].add(name)
    apart: set[str] = set()
    for _, found in sorted(siblings.items()):
        first, *others = sorted(found)
        for other in others:
            if not are_two(first, other) and _are_one(store, names, first, other):
                names.join(first, other, "shared-identity")
        if len({names.find(name) for name in found}) > 1:
            apart |= {name for name in found if name.endswith(")")}
    return apart


def have_one_node(store: Store, names: Names, one: str, other: str) -> bool:
    """Return whether ports of both have one node name, which two arrays do not share."""
    mine, theirs = (_values(store, "target_port", "wwnn", names.members(names.find(name))) for name in (one, other))
    return not mine.isdisjoint(theirs)


def _are_one(store: Store, names: Names, one: str, other: str) -> bool:
    if have_one_node(store, names, one, other):
        return True
    sides = names.members(names.find(one)), names.members(names.find(other))
    for table, column in _IDENTITIES:
        mine, theirs = (_values(store, table, column, side) for side in sides)
        if 2 * len(mine & theirs) > min(len(mine), len(theirs)):
            return True
    first, second = (_texts(store, side) for side in sides)
    common = first.keys() & second.keys()
    return sum(facts for form in common for _, facts in first[form]) >= _FEWEST and all(
        first[form] == second[form] for form in common
    )


def _values(store: Store, table: str, column: str, owners: Sequence[str]) -> set[str]:
    if not store.has_rows(table) or not {"storage_array", column} <= store.stated[table]:
        return set()
    return {
        value
        for (value,) in store.rows(
            f"SELECT DISTINCT {column} FROM obs_{table} WHERE {column} IS NOT NULL AND storage_array IN ({_marks(owners)})",
            owners,
        )
    }


def _texts(store: Store, owners: Sequence[str]) -> dict[str, list[tuple[str, int]]]:
    """Return the checksum of each export of these arrays and how many facts it states, by format."""
    found: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for form, checksum, facts in store.rows(
        f"SELECT format, checksum, records FROM export WHERE owner IN ({_marks(owners)}) AND checksum IS NOT NULL ORDER BY ALL",
        owners,
    ):
        found[form].append((checksum, facts))
    return found


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values)) or "NULL"
