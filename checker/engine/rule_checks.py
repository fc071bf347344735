"""Checks between rules: ids that exist once, relations to rules and columns that exist, no cycles."""

from __future__ import annotations

from collections.abc import Mapping

from checker.engine.rule import Rule
from checker.engine.rule_file import Loaded
from checker.engine.suggest import unknown
from checker.engine.vocabulary import Shape

_RELATIONS = ("unless", "caused_by", "only_with")


def check_all(loaded: list[Loaded], others: Mapping[str, tuple[Rule, Shape]]) -> None:
    """Check rules against each other; ``others`` are the built-in rules that custom ones may name.

    Raises:
        RuleError: an id is there twice or unknown, a relation names a column one of both lacks, or relations go round.
    """
    known: dict[str, tuple[Rule, Shape]] = dict(others)
    for one in loaded:
        if one.rule.id in known:
            one.source.fail(f"{one.rule.id} is also the id of {known[one.rule.id][0].file}", ("id",))
        known[one.rule.id] = (one.rule, one.shape)
    for one in loaded:
        for name in _RELATIONS:
            for other, columns in getattr(one.rule, name).items():
                _check_relation(one, name, other, columns, known)
        for index, example in enumerate(one.text.examples):
            for place, other in enumerate(example.get("also", ())):
                if other not in known:
                    one.source.fail(unknown("rule", other, known), ("examples", index, "also", place))
    for one in loaded:
        for name in ("unless", "only_with"):
            circle = _circle(one.rule.id, name, known)
            if circle:
                one.source.fail(f"goes round in a circle: {' → '.join(circle)}", (name,), circle[1])


def _check_relation(
    one: Loaded, name: str, other: str, columns: tuple[str, ...] | None, known: Mapping[str, tuple[Rule, Shape]]
) -> None:
    if other not in known:
        one.source.fail(unknown("rule", other, known), (name,), other)
    rule, shape = known[other]
    if rule.replaced_by is not None:
        one.source.fail(f"{other} is retired: {rule.replaced_by}", (name,), other)
    if columns is None:
        # "All key columns of the coarser of the two": both sides must have them.
        mine, theirs = one.shape.keys, shape.keys
        coarser = mine if len(mine) < len(theirs) else theirs
        for column in coarser:
            if column not in one.shape.columns or column not in shape.columns:
                one.source.fail(
                    f"{other} and this rule don't share the key column {column}; name the columns", (name,), other
                )
        return
    for column in columns:
        if column not in shape.columns:
            one.source.fail(f"{other}: {unknown('column', column, shape.columns)}", (name,), column)


def _circle(start: str, name: str, known: Mapping[str, tuple[Rule, Shape]]) -> list[str]:
    """A way from ``start`` along the relation back to it, or nothing."""
    came: dict[str, str] = {}
    todo = [start]
    while todo:
        at = todo.pop()
        for other in getattr(known[at][0], name):
            if other == start:
                way = [start, at]
                while at != start:
                    at = came[at]
                    way.append(at)
                return list(reversed(way))
            if other not in came and other in known:
                came[other] = at
                todo.append(other)
    return []
