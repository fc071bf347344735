"""Compare two audits: findings that are new, fixed or unchanged, and changes of the SAN itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from checker.facts.kinds import kinds
from checker.facts.values import Value
from checker.rules.book.rule import SEVERITIES
from checker.rules.evaluate.finding import Finding, Report

Row = Mapping[str, Value]
Rows = Mapping[str, Sequence[Row]]

# Momentary values, and facts about how exports were read, are not changes of the SAN.
_PASSING = frozenset(
    [
        "export",
        "contradiction",
        "bad_value",
        "completeness",
        "counter_sample",
        "initiator_counter",
        "workload",
        "port_load",
        "test_run",
    ]
)
_PASSING_COLUMNS = frozenset(
    ["captured_at", "cleared_at", "current_path", "satp_config", "psp_config", "unread_lines", "npiv_logins"]
)


@dataclass(frozen=True)
class Change:
    """One object that was added, removed or changed; ``facts`` are (column, before, after) of a changed object."""

    kind: str
    key: tuple[tuple[str, Value], ...]
    facts: tuple[tuple[str, Value, Value], ...] = ()


@dataclass(frozen=True)
class Difference:
    """The differences between an old and a new state.

    ``blind`` are the rules of the unseen findings, which could not be fully evaluated on the new state: they may still apply.
    """

    new: tuple[Finding, ...] = ()
    fixed: tuple[Finding, ...] = ()
    unseen: tuple[Finding, ...] = ()
    unchanged: tuple[Finding, ...] = ()
    added: tuple[Change, ...] = ()
    removed: tuple[Change, ...] = ()
    changed: tuple[Change, ...] = ()
    blind: tuple[str, ...] = field(default=())


def compare(old: Report, new: Report, old_rows: Rows, new_rows: Rows) -> Difference:
    """Compare two audits by the fingerprints of findings, and two models by the keys of objects."""
    added, removed, changed = _objects(old_rows, new_rows)
    return replace(compare_findings(old.findings, new), added=added, removed=removed, changed=changed)


def compare_findings(old: Sequence[Finding], new: Report) -> Difference:
    """Compare earlier findings with those of an audit by their fingerprints.

    A finding that is gone counts as fixed only if its rule was evaluated on the new state without missing facts;
    otherwise it is ``unseen``: not checked. Findings that are hidden in the new state are neither new nor unchanged.
    """
    before = {finding.fingerprint: finding for finding in old}
    after = {finding.fingerprint: finding for finding in new.findings}
    shown = {print_: finding for print_, finding in after.items() if finding.state != "suppressed"}
    checked = {rule.rule: rule.passed + rule.failed + rule.silenced + rule.outside for rule in new.rules}
    not_evaluated = {rule.rule: rule.not_evaluated for rule in new.rules}
    gone = [finding for print_, finding in before.items() if print_ not in after]
    fixed = [finding for finding in gone if checked.get(finding.rule) and not not_evaluated.get(finding.rule)]
    blind = sorted({finding.rule for finding in gone} - {finding.rule for finding in fixed})
    return Difference(
        new=_most_severe_first(finding for print_, finding in shown.items() if print_ not in before),
        fixed=_most_severe_first(fixed),
        unseen=_most_severe_first(finding for finding in gone if finding not in fixed),
        unchanged=tuple(finding for print_, finding in shown.items() if print_ in before),
        blind=tuple(blind),
    )


def _most_severe_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity)))


def _objects(old: Rows, new: Rows) -> tuple[tuple[Change, ...], tuple[Change, ...], tuple[Change, ...]]:
    added: list[Change] = []
    removed: list[Change] = []
    changed: list[Change] = []
    for kind in kinds():
        if kind in _PASSING or (kind not in old and kind not in new):
            continue
        before = {_key(kind, row): row for row in old.get(kind, ())}
        after = {_key(kind, row): row for row in new.get(kind, ())}
        added += [Change(kind, key) for key in sorted(after.keys() - before.keys(), key=str)]
        removed += [Change(kind, key) for key in sorted(before.keys() - after.keys(), key=str)]
        for key in sorted(before.keys() & after.keys(), key=str):
            facts = _facts(kind, before[key], after[key])
            if facts:
                changed.append(Change(kind, key, facts))
    return tuple(added), tuple(removed), tuple(changed)


def _key(kind: str, row: Row) -> tuple[tuple[str, Value], ...]:
    declared = kinds()[kind]
    best = next(
        (key for key in declared.keys if all(name in row or name in declared.key_defaults for name in key)),
        declared.keys[0],
    )
    return tuple((name, row.get(name, declared.key_defaults.get(name))) for name in best)


def _facts(kind: str, before: Row, after: Row) -> tuple[tuple[str, Value, Value], ...]:
    """Return the facts that differ; a fact that is unknown on one side is not a change."""
    return tuple(
        (name, before[name], after[name])
        for name in kinds()[kind].column_names
        if name not in _PASSING_COLUMNS and name in before and name in after and before[name] != after[name]
    )
