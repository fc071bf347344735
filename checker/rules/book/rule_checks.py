"""Checks across rules: unique ids, relations to existing rules and columns, no cycles."""

from __future__ import annotations

from collections.abc import Mapping

from checker.rules.book.rule import Rule
from checker.rules.book.rule_file import Loaded
from checker.rules.language.suggest import unknown
from checker.rules.language.vocabulary import Shape

_RELATIONS = ("unless", "caused_by", "only_with")


def check_all(loaded: list[Loaded], others: Mapping[str, tuple[Rule, Shape]]) -> None:
    """Check rules against each other; ``others`` are the built-in rules that custom ones may refer to.

    Raises:
        RuleError: an id is duplicate or unknown, a relation names a column that one of the rules doesn't have, or
            relations are circular.
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
        for example in one.examples:
            for place, other in enumerate(example.data.get("also", ())):
                if other not in known:
                    example.fail(unknown("rule", other, known), "also", place)
    for one in loaded:
        for name in ("unless", "only_with"):
            circle = _circle(one.rule.id, name, known)
            if circle:
                one.source.fail(f"circular reference: {' → '.join(circle)}", (name,), circle[1])


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
    """Return a cycle of the relation through ``start``, or nothing."""
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
