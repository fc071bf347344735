"""Roll-up: objects that differ only in keys such as the volume, and have the same evidence, become one finding."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from checker.engine.finding import EvidenceValue
from checker.engine.hidden import Suppression
from checker.engine.identity import fingerprint, identifying, portable
from checker.engine.plan import BASIS, HIDDEN, SEVERITY, Plan
from checker.engine.rule import SEVERITIES, Severity
from checker.engine.session import quote
from checker.engine.silence import GROUP

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True)
class Group:
    """One finding to be.

    ``number`` is that of the table of speaking objects. ``values`` are what the objects share (keys, evidence,
    parameters), ``members`` all that each of them has for itself, in order of the keys; both as the store gives them.
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
        """These values of each object, whether shared or its own; equal rows count once."""
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
    """Read the speaking objects of a rule as groups, in the order of what they share.

    Raises:
        ValueError: ``severity_by`` gave a word that is no severity.
    """
    shared = [quote(plan.column(name)) for name in plan.together]
    if plan.apart:
        packed = ", ".join(f"{quote(name)} := {quote(plan.column(name))}" for name in _keys_first(plan))
        members = f"list(struct_pack({packed}) ORDER BY struct_pack({packed}))"
    else:
        members = "NULL"
    rows = connection.execute(
        f"SELECT {quote(GROUP)}, {', '.join([*shared, members])} FROM {quote(table)} "
        f"GROUP BY {', '.join([quote(GROUP), *shared])} ORDER BY {quote(GROUP)}"
    ).fetchall()
    groups = [_group(plan, row) for row in rows]
    return _told_apart(plan, groups)


def _keys_first(plan: Plan) -> list[str]:
    """The values of each object for itself, its keys before the rest, so that they order it."""
    keys = [name for name in plan.source.keys if name in plan.apart]
    return keys + [name for name in plan.apart if name not in keys]


def _group(plan: Plan, row: tuple[Any, ...]) -> Group:
    values = dict(zip(plan.together, row[1:-1], strict=True))
    severity = values.pop(SEVERITY)
    if severity not in SEVERITIES:
        raise ValueError(f"severity_by gives {severity!r}; it must be one of {', '.join(SEVERITIES)}")
    basis = values.pop(BASIS, None)
    hidden = values.pop(HIDDEN, None)
    told = {*plan.roll_up, *identifying(plan.rule.evidence, plan.source.types, plan.rule.identity)}
    identity = {name: plain(values[name]) for name in told if name in values}
    return Group(
        row[0],
        values,
        tuple(row[-1] or [{}]),
        severity,
        str(basis) if basis else "observed",
        fingerprint(plan.rule.id, portable(identity)),
        None if hidden is None else plan.suppressions[hidden],
    )


def _told_apart(plan: Plan, groups: Sequence[Group]) -> tuple[Group, ...]:
    """Give groups with the same identity different fingerprints, from the rest of what they show."""
    return tuple(_again(plan, _again(plan, groups, numbered=False), numbered=True))


def _again(plan: Plan, groups: Sequence[Group], *, numbered: bool) -> list[Group]:
    """Fingerprint anew the groups that are not told apart: by all their evidence, at last by their order.

    Groups that differ in nothing but what hides them stay one: a suppression must not change any fingerprint.
    """
    twice = {one for one, count in Counter(group.fingerprint for group in groups).items() if count > 1}
    alike: dict[str, dict[str, int]] = {one: {} for one in twice}
    for group in groups:
        if group.fingerprint in twice:
            twins = alike[group.fingerprint]
            twins.setdefault(_shape(group), len(twins))
    result: list[Group] = []
    for group in groups:
        twins = alike.get(group.fingerprint, {})
        if len(twins) > 1:
            shown = (*plan.roll_up, *plan.evidence)
            full = {name: plain(group.values[name]) for name in shown if name in group.values}
            order = twins[_shape(group)] if numbered else 0
            told = fingerprint(plan.rule.id, full, (group.severity, group.basis, order))
            group = replace(group, fingerprint=told)
        result.append(group)
    return result


def _shape(group: Group) -> str:
    return repr((group.values, group.severity, group.basis))


def plain(value: Any) -> EvidenceValue:
    """A value from the store as evidence: times as ISO text, spans as ``{lo, hi}``, anything odd as text."""
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
