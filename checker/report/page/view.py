"""The text the page shows for each finding, shared by markup and script."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checker.report.formats.full import BASIS, source_text
from checker.report.groups import rules_about_input
from checker.report.text.objects import object_text, rolled_up, subject
from checker.report.text.words import by_place, clean, condition_text, paragraphs, place_text, value_text
from checker.rules.change.multipath_conf import command_lines
from checker.rules.language.column_names import key_name

if TYPE_CHECKING:
    from checker.report.base import Presentation
    from checker.rules.evaluate.finding import EvidenceValue, Finding, FixStep, Place

STATES = {
    "fail": "open",
    "explained": "caused by another finding",
    "suppressed": "suppressed",
    "error": "could not be checked",
}
"""The text for each state of a finding."""
SIGNS = {"error": "\u2716\ufe0e", "warning": "\u25b2\ufe0e", "info": "\u25cf\ufe0e"}
"""A sign for each severity, so that colour is never the only cue; the selector keeps it from becoming an emoji."""
NO_CATEGORY = "other"
_MOST = 1e12
_KIB = 1024
_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB")


@dataclass(frozen=True, slots=True)
class RuleView:
    """What the findings of one rule share."""

    id: str
    name: str
    category: str
    why: tuple[str, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CostView:
    """The cost of a finding: one sentence, its assumptions, and numbers to sort by.

    ``delta_ms`` is the typical added response time in ms, ``saturation`` the typical ratio of the load at which the
    resource saturates now to the load at which it saturates with the fault fixed; None if not estimated. ``unknown``
    is the reason why there is no estimate.
    """

    text: str
    notes: tuple[str, ...] = ()
    delta_ms: float | None = None
    saturation: float | None = None
    unknown: str = ""


@dataclass(frozen=True, slots=True)
class StepView:
    """One command of a fix, or one line of a checklist; missing parts are empty.

    ``condition`` says when it is right (empty if it is that of the step above), ``no_undo`` why nothing undoes it.
    """

    run: str
    undo: str
    check: str
    condition: str
    checklist: bool
    no_undo: str


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding as text.

    ``anchor`` is unique on the page and stays the same in later reports while the fault exists. ``caused_by`` are
    texts with the anchors of the findings they name, empty for findings that are not on the page.
    """

    anchor: str
    rule: str
    severity: str
    state: str
    message: str
    kind: str
    name: str
    object: str
    rolled: tuple[tuple[str, tuple[str, ...]], ...]
    evidence: tuple[tuple[str, str], ...]
    basis: str
    places: tuple[tuple[str, str], ...]
    fix_summary: str
    fix: tuple[tuple[str, tuple[StepView, ...]], ...]
    cost: CostView | None
    caused_by: tuple[tuple[str, str], ...]
    suppressed_by: str
    fingerprint: str


def rule_view(rule_id: str, name: str, presentation: Presentation) -> RuleView:
    """Return the text of the page about a rule; only id and name if the rule is unknown."""
    rule, text = presentation.rule(rule_id), presentation.text(rule_id)
    return RuleView(
        clean(rule_id),
        clean(name),
        clean(rule.category) if rule else NO_CATEGORY,
        tuple(paragraphs(text.why)) if text else (),
        tuple(source_text(source) for source in rule.sources) if rule else (),
    )


def views(findings: Sequence[Finding], presentation: Presentation) -> Iterator[FindingView]:
    """Yield every finding as text, in the given order."""
    about_input = rules_about_input(findings, presentation.rule)
    anchors = _anchors(findings)
    causes = {cause for finding in findings for cause in finding.caused_by}
    cause_links = {
        finding.fingerprint: (f"{clean(finding.rule)} {clean(finding.message)}", anchor)
        for finding, anchor in zip(findings, anchors, strict=True)
        if finding.fingerprint in causes
    }
    for finding, anchor in zip(findings, anchors, strict=True):
        yield _view(finding, anchor, cause_links, about_input)


def _anchors(findings: Sequence[Finding]) -> list[str]:
    taken: dict[str, int] = {}
    anchors = []
    for finding in findings:
        anchor = anchor_of(finding.fingerprint)
        taken[anchor] = taken.get(anchor, 0) + 1
        anchors.append(anchor if taken[anchor] == 1 else f"{anchor}-{taken[anchor]}")
    return anchors


def anchor_of(fingerprint: str) -> str:
    """Return the anchor of the first finding with this fingerprint."""
    return f"f-{''.join(c for c in fingerprint if c.isascii() and c.isalnum()) or 'none'}"


def _view(
    finding: Finding, anchor: str, cause_links: Mapping[str, tuple[str, str]], about_input: Collection[str]
) -> FindingView:
    kind, name = subject(finding, about_input)
    places = [place for place in (finding.location, *finding.related) if place is not None]
    causes = tuple(cause_links.get(cause, (clean(cause), "")) for cause in finding.caused_by)
    return FindingView(
        anchor=anchor,
        rule=finding.rule,
        severity=finding.severity,
        state=finding.state,
        message=clean(finding.message),
        kind=kind,
        name=name,
        object=object_text(finding.object, finding.evidence) or "the SAN",
        rolled=tuple((label, tuple(names)) for label, names in rolled_up(finding)),
        evidence=tuple((key_name(key), _value(key, value)) for key, value in finding.evidence.items()),
        basis=BASIS.get(finding.basis, clean(finding.basis)),
        places=tuple(_place(place) for place in places),
        fix_summary=clean(finding.fix_summary),
        fix=_fix(finding.fix),
        cost=_cost(finding),
        caused_by=causes or ((("another finding", ""),) if finding.state == "explained" else ()),
        suppressed_by=clean(finding.suppressed_by or ""),
        fingerprint=clean(finding.fingerprint),
    )


def _value(key: str, value: EvidenceValue) -> str:
    """Return a value as every report does, and large numbers of bytes in larger units as well."""
    text = value_text(key, value)
    if not key.endswith("bytes") or isinstance(value, bool) or not isinstance(value, int) or abs(value) < _KIB:
        return text
    size, units = float(value), list(_UNITS)
    while abs(size) >= _KIB and len(units) > 1:
        size, _ = size / _KIB, units.pop(0)
    return f"{text} ({size:.1f}".removesuffix(".0") + f" {units[0]})"


def _place(place: Place) -> tuple[str, str]:
    return place_text(place, column=True), key_name(place.label.replace(" ", "_"))


def _fix(steps: Sequence[FixStep]) -> tuple[tuple[str, tuple[StepView, ...]], ...]:
    return tuple((place, tuple(_steps(group))) for place, group in by_place(steps))


def _steps(steps: Sequence[FixStep]) -> Iterator[StepView]:
    above = ""
    for step in steps:
        condition = condition_text(step)
        undo, check, lasting = (clean(text or "") for text in (step.undo, step.check, step.no_undo))
        run = "\n".join(map(clean, command_lines(step.platform, step.run))) if not step.checklist else clean(step.run)
        # Stated once above the commands that it is about.
        yield StepView(run, undo, check, "" if condition == above else condition, step.checklist, lasting)
        above = condition


def _cost(finding: Finding) -> CostView | None:
    if finding.cost is None:
        return CostView("", (), unknown=clean(finding.cost_unknown)) if finding.cost_unknown else None
    delta, saturation = finding.cost.delta_ms, finding.cost.saturation_ratio
    return CostView(
        clean(str(finding.cost)),
        tuple(clean(text) for text in finding.cost.assumptions),
        _number(delta.typical) if delta is not None else None,
        _number(saturation.typical) if saturation is not None else None,
    )


def _number(value: float) -> float:
    """Round to six significant digits and clamp infinity, which JSON cannot represent: an unlimited resource sorts last."""
    return float(f"{max(min(value, _MOST), -_MOST):.6g}")
