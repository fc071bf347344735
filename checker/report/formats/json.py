"""``json``: the report for programs, version 1 (``schemas/report.schema.json``). Fields are added, never renamed."""

from __future__ import annotations

import math
from typing import Any

from checker.facts.json_text import dumps
from checker.report.base import Format, Presentation
from checker.report.cost import cost_value
from checker.report.digest import digest, shown_findings
from checker.rules.book.rule import SEVERITIES
from checker.rules.evaluate.finding import FileCoverage, Finding, Passed, Place, Report, RuleCoverage
from checker.rules.suppress.model import BaselineUse, KnownFinding, Suppression, SuppressionUse

VERSION = 1


def render(report: Report, _presentation: Presentation) -> str:
    """Return the report as one JSON document; equal reports give identical bytes."""
    return dumps(document(report), indent=2, allow_nan=False) + "\n"


def document(report: Report) -> dict[str, Any]:
    """Return the report as JSON values."""
    found = digest(report)
    shown = shown_findings(report)
    plain: dict[str, Any] = _plain(
        {
            "version": VERSION,
            "tool": {"name": "sanlint", "version": report.version},
            "as_of": report.as_of,
            "as_of_given": report.as_of_given,
            "config": report.config,
            "findings": [_finding(finding) for finding in report.findings],
            "coverage": {
                "files": [_file(file) for file in report.files],
                "rules": [_rule(rule) for rule in report.rules],
                "missing_exports": [
                    {
                        "owner": e.owner,
                        "command": e.command,
                        "rules": list(e.rules),
                        "objects": e.objects,
                        "subjects": list(e.subjects),
                    }
                    for e in report.missing_exports
                ],
            },
            **({"passes": [_pass(one) for one in report.passes]} if report.passes else {}),
            "suppressions": [_use(use) for use in report.suppressions],
            "baseline": _baseline(report.baseline) if report.baseline else None,
            "notices": list(report.notices),
            "errors": list(report.errors),
            "summary": {
                "verdict": found.verdict,
                "findings": len(shown),
                "suppressed": len(report.findings) - len(shown),
                "known": sum(f.known for f in report.findings),
                **{severity: sum(f.severity == severity for f in shown) for severity in SEVERITIES},
                "files": found.files,
                "exports": found.exports,
                "unrecognised_files": len(found.unrecognised),
                "partly_read_files": len(found.partly_read),
                "rules_selected": report.selected_rules,
                "rules_evaluated": len(found.outcomes["evaluated"]),
                "rules_not_fully_evaluated": len(found.unevaluated_rules),
                "rules_without_objects": len(found.outcomes["not applicable"]),
                "checks": found.checks,
                "checks_not_evaluated": found.not_evaluated,
                "counts": dict(report.counts),
            },
        }
    )
    return plain


def _pass(one: Passed) -> dict[str, Any]:
    checked = [{"column": c.column, "value": c.value, "meets": c.meets, "limit": c.limit} for c in one.checked]
    return {"rule": one.rule, "object": dict(one.object), "checked": checked, "objects": one.objects}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "name": finding.name,
        "severity": finding.severity,
        "state": finding.state,
        "message": finding.message,
        "object": dict(finding.object),
        "objects": [dict(one) for one in finding.objects],
        "evidence": dict(finding.evidence),
        "basis": finding.basis,
        "location": _place(finding.location) if finding.location else None,
        "location_unknown": finding.location_unknown or None,
        "related": [{**_place(place), "label": place.label} for place in finding.related],
        "caused_by": list(finding.caused_by),
        "suppressed_by": finding.suppressed_by,
        "suppression": _suppression(finding.suppression) if finding.suppression else None,
        "references": list(finding.references),
        "fingerprint": finding.fingerprint,
        "cost": cost_value(finding.cost),
        "cost_unknown": finding.cost_unknown or None,
        "fix_summary": finding.fix_summary,
        "fix": [
            {
                "platform": step.platform,
                "on": step.on or None,
                "only_if": step.only_if or None,
                "run": step.run,
                "check": step.check,
                "undo": step.undo,
                "checklist": step.checklist,
            }
            for step in finding.fix
        ],
    }


def _suppression(one: Suppression) -> dict[str, Any]:
    return {"kind": one.kind, "place": one.place, "reason": one.reason, "expires": one.expires}


def _use(use: SuppressionUse) -> dict[str, Any]:
    one = use.suppression
    entry = {"rules": list(one.rules), "objects": [dict(match) for match in one.objects], "finding": one.finding}
    return {**_suppression(one), **entry, "outcome": use.outcome, "findings": use.findings}


def _baseline(use: BaselineUse) -> dict[str, Any]:
    def entries(known: tuple[KnownFinding, ...]) -> list[dict[str, Any]]:
        return [
            {"fingerprint": one.fingerprint, "rule": one.rule, "object": dict(one.object), "message": one.message}
            for one in known
        ]

    return {"file": use.file, "known": len(use.known), "mended": entries(use.fixed), "unseen": entries(use.unseen)}


def _place(place: Place) -> dict[str, Any]:
    return {
        "file": place.file,
        "member": place.member,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
    }


def _file(file: FileCoverage) -> dict[str, Any]:
    return {
        "path": file.path,
        "member": file.member,
        "format": file.format,
        "owner": file.owner,
        "owner_basis": file.owner_basis,
        "captured_at": file.captured_at,
        "first_line": file.first_line,
        "lines": file.lines,
        "records": file.records,
        "unread_lines": file.unread_lines,
        "notes": [{"line": line, "text": text} for line, text in file.notes],
        "ignored": file.ignored,
        "first_unread": file.first_unread,
        "incomplete": file.incomplete,
    }


def _rule(rule: RuleCoverage) -> dict[str, Any]:
    return {
        "rule": rule.rule,
        "evaluated": rule.evaluated,
        "passed": rule.passed,
        "failed": rule.failed,
        "outside": rule.outside,
        "not_evaluated": rule.not_evaluated,
        "silenced": rule.silenced,
        "missing": [
            {"fact": m.fact, "objects": m.objects, "example": m.example} | ({"known": True} if m.known else {})
            for m in rule.missing
        ],
        "error": rule.error,
    }


def _plain(value: Any) -> Any:
    """Replace values that JSON cannot represent: NaN and infinity by null, lone surrogates by a question mark."""
    if isinstance(value, dict):
        return {str(_plain(key)): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "replace").decode("utf-8")
    return value


FORMAT = Format(
    "json", "the whole report for programs (schemas/report.schema.json)", render, for_people=False, suffixes=(".json",)
)
