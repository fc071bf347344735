"""What an audit says: findings, places, and what could not be looked at. Plain values, picklable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from checker.engine.hidden import BaselineUse, Suppression, SuppressionUse
from checker.engine.rule import Severity
from checker.estimate.cost import Cost

State = Literal["fail", "suppressed", "explained", "error"]
EvidenceValue = str | int | float | bool | None | list[str] | dict[str, int]


@dataclass(frozen=True)
class Place:
    """A place in the input: file as the user named it, path inside an archive, 1-based line and column."""

    file: str
    line: int
    member: str | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    label: str = ""


@dataclass(frozen=True)
class FixStep:
    """One command to mend a finding, quoted for its platform; ``checklist`` if it can't be a command.

    ``on`` is the machine it is for, as ``KIND:NAME`` (host, switch, fabric, storage_array, vplex_cluster), or empty.
    ``check`` shows whether it worked. ``only_if`` is what a person has to make sure of first. ``effect`` are the changes
    that it makes to the model; empty if the model can't show them.
    """

    platform: str
    run: str
    undo: str | None = None
    checklist: bool = False
    on: str = ""
    check: str | None = None
    only_if: str = ""
    effect: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)


@dataclass(frozen=True)
class Finding:
    """One finding: a rule, the object (after roll-up) and everything a report may show.

    ``object`` holds the key columns that all rolled-up objects share, ``objects`` each of them in full. ``basis`` is
    observed, planned or inferred. ``fingerprint`` is stable across re-collection (rules.md, "Semantics"). ``cost_unknown``
    says why there is no ``cost`` where the rule has a case of the estimator; empty where it has none. A finding in state
    ``suppressed`` says in ``suppressed_by`` where and why, for people, and in ``suppression`` the same in parts.
    """

    rule: str
    name: str
    severity: Severity
    message: str
    object: Mapping[str, str | int | None]
    objects: tuple[Mapping[str, str | int | None], ...]
    evidence: Mapping[str, EvidenceValue]
    fingerprint: str
    state: State = "fail"
    basis: str = "observed"
    location: Place | None = None
    related: tuple[Place, ...] = ()
    caused_by: tuple[str, ...] = ()
    fix_summary: str = ""
    fix: tuple[FixStep, ...] = ()
    cost: Cost | None = None
    cost_unknown: str = ""
    suppressed_by: str | None = None
    suppression: Suppression | None = None

    @property
    def known(self) -> bool:
        """Whether the baseline hides it: it was there when the baseline was written."""
        return self.suppression is not None and self.suppression.kind == "baseline"


@dataclass(frozen=True)
class MissingFact:
    """A fact that kept a rule from being evaluated, on how many objects, and an example object."""

    fact: str
    objects: int
    example: str = ""


@dataclass(frozen=True)
class RuleCoverage:
    """How one rule went: objects looked at (passed + failed), outside its condition, and not evaluated."""

    rule: str
    passed: int = 0
    failed: int = 0
    outside: int = 0
    not_evaluated: int = 0
    silenced: int = 0
    missing: tuple[MissingFact, ...] = ()
    error: str | None = None

    @property
    def evaluated(self) -> int:
        """Objects on which the rule came to a verdict."""
        return self.passed + self.failed


@dataclass(frozen=True)
class MissingExport:
    """An export that would enable rules: whose, which command, how many rules and objects it would serve."""

    owner: str
    command: str
    rules: tuple[str, ...]
    objects: int


@dataclass(frozen=True)
class FileCoverage:
    """One export that was read, or a file that nobody recognised (``format`` None).

    ``first_unread`` is the line of the first of ``unread_lines``. ``incomplete``: the text ends inside a record, or
    states more records than it holds.
    """

    path: str
    member: str | None
    format: str | None
    owner: str | None
    owner_basis: str | None
    captured_at: str | None
    first_line: int
    lines: int
    records: int
    unread_lines: int
    notes: tuple[tuple[int, str], ...] = ()
    ignored: bool = False
    first_unread: int | None = None
    incomplete: bool = False


@dataclass(frozen=True)
class Report:
    """A finished audit."""

    as_of: str
    as_of_given: bool
    version: str
    config: str | None
    findings: tuple[Finding, ...]
    files: tuple[FileCoverage, ...]
    rules: tuple[RuleCoverage, ...]
    missing_exports: tuple[MissingExport, ...]
    selected_rules: int
    notices: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    suppressions: tuple[SuppressionUse, ...] = ()
    baseline: BaselineUse | None = None
