"""Move places that a view states itself from the first line of a record to the line that shows the value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from checker.rules.evaluate.finding import Place
from checker.rules.evaluate.places.proof import Facts, Lines, Located, facts_in, proven
from checker.rules.evaluate.rollup import Group

_STATED = ("a", "b")
"""Endings of the columns ``place``, ``end`` (of the record that begins there) and ``value`` of each of two statements."""


def place_of(text: str) -> Place | None:
    """Return the place that a text such as ``bundle.zip!db01/multipath.txt:12`` states, or None if it states none."""
    path, _, line = text.rpartition(":")
    file, _, inside = path.partition("!")
    return Place(file, int(line), inside or None) if file and line.isdigit() else None


def at_values(groups: Sequence[Group], lines_of: Lines | None) -> tuple[Group, ...]:
    """Return the groups with the places of their values; as they are if the texts cannot be read or the view states no end of records."""
    if lines_of is None:
        return tuple(groups)
    return tuple(
        replace(
            group,
            values={**group.values, **_moved(group, group.values, lines_of)},
            members=tuple({**member, **_moved(group, member, lines_of)} for member in group.members),
        )
        if "end_a" in group.values or "end_a" in group.members[0]
        else group
        for group in groups
    )


def _moved(group: Group, own: Mapping[str, Any], lines_of: Lines) -> Mapping[str, str]:
    """Return the places among these values, moved."""
    values = {**group.values, **own}
    found = {}
    for side in _STATED:
        text, end = values.get(f"place_{side}"), values.get(f"end_{side}")
        place = place_of(text) if isinstance(text, str) and f"place_{side}" in own else None
        if place is not None and isinstance(end, int):
            facts = Facts(tuple(_facts(str(values.get("fact")), str(values.get(f"value_{side}")))), ())
            [[best]] = proven(facts, [[Located(place, end)]], lines_of)
            found[f"place_{side}"] = f"{str(text).rpartition(':')[0]}:{best.line}"
    return found


def _facts(column: str, value: str) -> Iterator[Any]:
    """Yield the spellings of a value that is kept as text, whatever the type of its column."""
    if value in ("true", "false"):
        # What is printed for it differs, but the line names it.
        yield from facts_in(column, True, decisive=True)
        return
    yield from facts_in(column, value, decisive=True, stated=True)
    if value.isdigit():
        yield from facts_in(column, int(value), decisive=True, stated=True)
