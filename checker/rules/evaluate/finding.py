"""Results of an audit: findings, places and coverage. Plain, picklable values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from checker.estimate.cost.cost import Cost
from checker.rules.book.rule import Severity
from checker.rules.suppress.model import BaselineUse, Suppression, SuppressionUse

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
    """One command to fix a finding, quoted for its platform; ``checklist`` if it is a manual step.

    ``on`` is the machine to run it on, as ``KIND:NAME`` (host, switch, fabric, storage_array, vplex_cluster), or empty.
    ``check`` verifies the result. ``only_if`` is a condition to verify manually first. ``effect`` are the changes that it
    makes to the model; empty if the model cannot represent them. A step that ``activates`` puts the changes before it into
    effect; it runs once per machine, after all of its changes, and again after their undo. ``no_undo`` is the reason why a
    change has no ``undo``.
    """

    platform: str
    run: str
    undo: str | None = None
    checklist: bool = False
    on: str = ""
    check: str | None = None
    only_if: str = ""
    effect: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)
    activates: bool = False
    no_undo: str = ""


@dataclass(frozen=True)
class Finding:
    """One finding: a rule, the object (after roll-up) and everything a report may show.

    ``object`` contains the key columns that all rolled-up objects share, ``objects`` all key columns of each. ``basis`` is
    observed, planned, inferred or estimated. ``location_unknown`` is the reason for a missing ``location``. ``fingerprint`` is stable across re-collection (rules.md, "Semantics"). ``cost_unknown``
    is the reason for a missing ``cost`` if the rule has a case of the estimator; otherwise it is empty. ``references``
    are the ids of documents and sections that the rule is based on. In state ``suppressed``, ``suppressed_by`` is a text that states where and why, and ``suppression`` is the same as values.
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
    location_unknown: str = ""
    related: tuple[Place, ...] = ()
    caused_by: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    fix_summary: str = ""
    fix: tuple[FixStep, ...] = ()
    cost: Cost | None = None
    cost_unknown: str = ""
    suppressed_by: str | None = None
    suppression: Suppression | None = None

    @property
    def known(self) -> bool:
        """Whether the baseline hides it: it existed when the baseline was written."""
        return self.suppression is not None and self.suppression.kind == "baseline"


@dataclass(frozen=True)
class MissingFact:
    """A fact that prevented the evaluation of a rule, the number of objects affected, and an example object.

    ``known``: every fact that the rule needs is there, but nothing follows from them, because they do not match each
    other or leave several answers open.
    """

    fact: str
    objects: int
    example: str = ""
    known: bool = False


@dataclass(frozen=True)
class RuleCoverage:
    """Coverage of one rule: objects evaluated (passed + failed), outside its condition, and not evaluated.

    ``hosts_without_data`` are the hosts with objects that were not evaluated, each with the number of these objects.
    ``can_be_error``: with the settings of this audit, its findings can be errors.
    """

    rule: str
    passed: int = 0
    failed: int = 0
    outside: int = 0
    not_evaluated: int = 0
    silenced: int = 0
    missing: tuple[MissingFact, ...] = ()
    error: str | None = None
    hosts_without_data: Mapping[str, int] = field(default_factory=dict)
    can_be_error: bool = True

    @property
    def evaluated(self) -> int:
        """Number of objects on which the rule reached a verdict."""
        return self.passed + self.failed


Meets = Literal["at least", "at most", "more than"]


@dataclass(frozen=True)
class Checked:
    """A count that a rule compared, and the limit that it meets."""

    column: str
    value: EvidenceValue
    meets: Meets
    limit: EvidenceValue


@dataclass(frozen=True)
class Passed:
    """Objects that pass a rule with the same counts: the device they share, if any, and their number."""

    rule: str
    object: Mapping[str, EvidenceValue]
    checked: tuple[Checked, ...]
    objects: int


@dataclass(frozen=True)
class MissingExport:
    """An export that would enable rules: its owner, its command, and the rules and objects that it would serve.

    ``subjects`` are those on which the input has no data at all and which it would supply, such as zoning.
    """

    owner: str
    command: str
    rules: tuple[str, ...]
    objects: int
    subjects: tuple[str, ...] = ()


@dataclass(frozen=True)
class FileCoverage:
    """One export that was read, or a file in an unknown format (``format`` None).

    ``first_unread`` is the line of the first of ``unread_lines``. ``incomplete``: the text ends inside a record, or
    states more records than it contains.
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
    passes: tuple[Passed, ...] = ()
