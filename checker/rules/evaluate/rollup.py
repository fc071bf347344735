"""Roll-up: objects with the same evidence that differ only in keys such as the volume become one finding."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from checker.facts.store.statements import run
from checker.rules.book.rule import SEVERITIES, Severity
from checker.rules.evaluate.connection import quote
from checker.rules.evaluate.finding import EvidenceValue
from checker.rules.evaluate.identity import fingerprint, identifying, portable
from checker.rules.evaluate.plan import BASIS, HIDDEN, SEVERITY, Plan
from checker.rules.evaluate.shadowing import GROUP
from checker.rules.suppress.model import Suppression

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Group:
    """The objects of one future finding.

    ``number`` is that in the table of active objects. ``values`` are shared by the objects (keys, evidence, parameters),
    ``members`` are the values of each object, ordered by key; both as the store returns them.
    ``suppression`` hides all of them.
    """

    number: int
    values: Mapping[str, Any]
    members: tuple[Mapping[str, Any], ...]
    severity: Severity
    basis: str
    fingerprint: str
    suppression: Suppression | None = None

    def rows(self, names: Sequence[str]) -> list[tuple[Any, ...]]:
        """These values of each object, whether shared or individual; without duplicate rows."""
        own = self.members[0].keys()
        if not any(name in own for name in names):
            return [tuple(self.values.get(name) for name in names)]
        shared = [(name in own, name, self.values.get(name)) for name in names]
        rows = [tuple([member[name] if is_own else value for is_own, name, value in shared]) for member in self.members]
        try:
            return list(dict.fromkeys(rows))
        except TypeError:  # lists and spans
            return list({repr(row): row for row in rows}.values())


def roll_up(connection: DuckDBPyConnection, plan: Plan, table: str) -> tuple[Group, ...]:
    """Read the active objects of a rule as groups, ordered by their shared values.

    Raises:
        ValueError: ``severity_by`` returned a word that is not a severity.
    """
    shared = [quote(plan.column(name)) for name in plan.together]
    if plan.varying:
        packed = ", ".join(f"{quote(name)} := {quote(plan.column(name))}" for name in _keys_first(plan))
        members = f"list(struct_pack({packed}) ORDER BY struct_pack({packed}))"
    else:
        members = "NULL"
    rows = run(
        connection,
        f"SELECT {quote(GROUP)}, {', '.join([*shared, members])} FROM {quote(table)} "
        f"GROUP BY {', '.join([quote(GROUP), *shared])} ORDER BY {quote(GROUP)}",
    ).fetchall()
    groups = [_group(plan, row) for row in rows]
    return _distinguished(plan, groups)


def _keys_first(plan: Plan) -> list[str]:
    """The individual values of each object, keys first, so that sorting is by key."""
    keys = [name for name in plan.source.keys if name in plan.varying]
    return keys + [name for name in plan.varying if name not in keys]


def _group(plan: Plan, row: tuple[Any, ...]) -> Group:
    values = dict(zip(plan.together, row[1:-1], strict=True))
    severity = values.pop(SEVERITY)
    if severity not in SEVERITIES:
        raise ValueError(f"severity_by gives {severity!r}; it must be one of {', '.join(SEVERITIES)}")
    basis = values.pop(BASIS, None)
    hidden = values.pop(HIDDEN, None)
    identifying_names = {*plan.roll_up, *identifying(plan.rule.evidence, plan.source.types, plan.rule.identity)}
    identity = {name: plain(values[name]) for name in identifying_names if name in values}
    return Group(
        row[0],
        values,
        tuple(row[-1] or [{}]),
        severity,
        str(basis) if basis else "observed",
        fingerprint(plan.rule.id, portable(identity)),
        None if hidden is None else plan.suppressions[hidden],
    )


def _distinguished(plan: Plan, groups: Sequence[Group]) -> tuple[Group, ...]:
    """Assign different fingerprints to groups with the same identity, based on their other evidence."""
    return tuple(_refingerprinted(plan, _refingerprinted(plan, groups, numbered=False), numbered=True))


def _refingerprinted(plan: Plan, groups: Sequence[Group], *, numbered: bool) -> list[Group]:
    """Recompute the fingerprints of groups that are not distinct: from all their evidence, finally from their order.

    Groups that differ only in what hides them keep one fingerprint: a suppression must not change any fingerprint.
    """
    twice = {one for one, count in Counter(group.fingerprint for group in groups).items() if count > 1}
    alike: dict[str, dict[str, int]] = {one: {} for one in twice}
    for group in groups:
        if group.fingerprint in twice:
            shapes = alike[group.fingerprint]
            shapes.setdefault(_shape(group), len(shapes))
    result: list[Group] = []
    for group in groups:
        shapes = alike.get(group.fingerprint, {})
        if len(shapes) > 1:
            shown = (*plan.roll_up, *plan.evidence)
            full = {name: plain(group.values[name]) for name in shown if name in group.values}
            order = shapes[_shape(group)] if numbered else 0
            distinct = fingerprint(plan.rule.id, full, (group.severity, group.basis, order))
            group = replace(group, fingerprint=distinct)
        result.append(group)
    return result


def _shape(group: Group) -> str:
    return repr((group.values, group.severity, group.basis))


def plain(value: Any) -> EvidenceValue:
    """Convert a value of the store to evidence: times to ISO text, spans to ``{lo, hi}``, other types to text."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float | Decimal):
        number = float(value)
        return number if math.isfinite(number) else None
    if isinstance(value, list):
        return [item if isinstance(item, str) else str(plain(item)) for item in value]
    if isinstance(value, dict):
        return {str(name): item for name, item in value.items() if item is not None}
    if isinstance(value, datetime):
        return value.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"
    if isinstance(value, date):
        return value.isoformat()
    return str(value)
