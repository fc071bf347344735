"""Files called A and B: of the two controllers of one array, or of two arrays.

The names cannot show which. The contents prove one array if its ports have one node name, if most of the parts that
both list are the same, or if each command printed the same text in both. Otherwise the files stay those of two unknown arrays.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable

from checker.facts.platforms import is_unnamed
from checker.facts.resolve.names.array_contents import ArrayContents
from checker.facts.resolve.names.groups import Names

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
_CONTROLLER = re.compile(r"(?<![^\W_])(?:node|sp|ct|ctl|ctrl|controller)[-_ ]?[ab]\Z", re.IGNORECASE)
"""The end of a name that is that of a controller. Two arrays called san-a and san-b may print the same version."""


def join_sides(
    contents: ArrayContents, names: Names, by_path: Iterable[tuple[str, str]], are_two: Callable[[str, str], bool]
) -> set[str]:
    """Join names that differ only by the letter or number of a controller if their exports prove one array.

    Args:
        contents: what exports state about each array.
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
            if not are_two(first, other) and _are_one(contents, first, other):
                names.join(first, other, "shared-identity")
        if len({names.find(name) for name in found}) > 1:
            apart |= {name for name in found if name.endswith(")")}
    return apart


def have_one_node(contents: ArrayContents, one: str, other: str) -> bool:
    """Return whether ports of both have one node name, which two arrays do not share."""
    mine, theirs = (contents.things(name, "target_port", "wwnn").identities for name in (one, other))
    return not mine.isdisjoint(theirs)


def _are_one(contents: ArrayContents, one: str, other: str) -> bool:
    if have_one_node(contents, one, other):
        return True
    for table, column in _IDENTITIES:
        mine, theirs = (contents.things(name, table, column).identities for name in (one, other))
        if 2 * len(mine & theirs) > min(len(mine), len(theirs)):
            return True
    if not all(is_unnamed(name) or _CONTROLLER.search(name) for name in (one, other)):
        return False
    first, second = contents.texts(one), contents.texts(other)
    common = first.keys() & second.keys()
    # The lengths first: one of many names may have thousands of exports.
    return (
        all(len(first[form]) == len(second[form]) for form in common)
        and sum(facts for form in common for _, facts in first[form]) >= _FEWEST
        and all(sorted(first[form]) == sorted(second[form]) for form in common)
    )
