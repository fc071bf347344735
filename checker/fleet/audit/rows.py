"""The rows that an audited bundle gives each table, from the report of its session."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from checker.fleet.store.tables import Row

if TYPE_CHECKING:
    from checker.audit.session import Session
    from checker.estimate.quantity import Range
    from checker.rules.evaluate.finding import FileCoverage, Finding, Report, RuleCoverage

MONTH_CHARACTERS = 7


def month_of(captured_at: str) -> str:
    """Return the month of a time in ISO 8601."""
    return captured_at[:MONTH_CHARACTERS]


def rows_of(
    request: Mapping[str, Any], san: Session, report: Report, versions: Sequence[Mapping[str, Any]]
) -> dict[str, list[Row]]:
    """Return the rows of all tables but ``bundles``.

    Args:
        request: the request of the audit.
        san: the session of the report.
        report: the finished audit.
        versions: rows of the view ``version_use``.
    """
    return {
        "findings": [_finding(request, one) for one in report.findings],
        "rules": _rules(request, san, report),
        "coverage": [_coverage(request, one) for one in report.files],
        "parts": [_part(request, one) for one in versions],
    }


def summary_of(report: Report) -> dict[str, Any]:
    """Return the values of the table ``bundles`` that are from the report."""
    from checker.report.digest import digest, hidden_findings, shown_findings

    found, shown = digest(report), shown_findings(report)
    return {
        "verdict": found.verdict,
        "errors": sum(one.severity == "error" for one in shown),
        "warnings": sum(one.severity == "warning" for one in shown),
        "infos": sum(one.severity == "info" for one in shown),
        "suppressed": len(hidden_findings(report)),
        "rules_selected": report.selected_rules,
        "rules_evaluated": len(found.outcomes["evaluated"]),
        "rules_not_evaluated": len(found.unevaluated_rules),
        "rules_without_objects": len(found.outcomes["not applicable"]),
        "files": found.files,
        "unrecognised_files": len(found.unrecognised),
        "unread_lines": sum(one.unread_lines for one in report.files if one.format is not None),
        "objects": dict(report.counts),
        "notes": [*report.notices, *report.errors],
    }


def captured(request: Mapping[str, Any], files: Sequence[FileCoverage]) -> tuple[str, str]:
    """Return the time of a bundle and what it is from: manifest or name, else its newest export, else its file."""
    if request["captured_at"]:
        return request["captured_at"], request["row"]["captured_from"]
    stated = [one.captured_at for one in files if one.captured_at]
    if stated:
        at = max(datetime.fromisoformat(one) for one in stated)
        return (at.astimezone(UTC) if at.tzinfo else at).replace(tzinfo=None).isoformat(), "exports"
    return request["modified_at"], "file"


def _of(request: Mapping[str, Any]) -> Row:
    return {"site": request["row"]["site"], "bundle": request["row"]["bundle"]}


def _finding(request: Mapping[str, Any], one: Finding) -> Row:
    delta = one.cost.delta_ms if one.cost is not None else None
    return {
        **_of(request),
        "rule": one.rule,
        "severity": one.severity,
        "state": one.state,
        "object": json.dumps(dict(one.object), ensure_ascii=False),
        "objects": len(one.objects),
        "message": one.message,
        "fingerprint": one.fingerprint,
        "basis": one.basis,
        "file": one.location.file if one.location else None,
        "member": one.location.member if one.location else None,
        "line": one.location.line if one.location else None,
        "caused_by": list(one.caused_by),
        "fix": one.fix_summary or None,
        "cost": one.cost.text if one.cost is not None else None,
        **_range(delta),
    }


def _range(delta: Range | None) -> Row:
    if delta is None:
        return {}
    return {"cost_low_ms": delta.low, "cost_ms": delta.typical, "cost_high_ms": delta.high}


def _rules(request: Mapping[str, Any], san: Session, report: Report) -> list[Row]:
    from checker.report.digest import rule_outcome

    known = {rule.id: rule for rule in san.rules}
    exports: dict[str, list[str]] = {}
    for missing in report.missing_exports:
        for rule in missing.rules:
            exports.setdefault(rule, []).append(missing.command)

    def row(one: RuleCoverage) -> Row:
        rule = known.get(one.rule)
        return {
            **_of(request),
            "rule": one.rule,
            "name": rule.name if rule else None,
            "tags": sorted(rule.tags) if rule else [],
            "outcome": rule_outcome(one),
            "passed": one.passed,
            "failed": one.failed,
            "not_evaluated": one.not_evaluated,
            "silenced": one.silenced,
            "missing": [fact.fact for fact in one.missing],
            "exports": list(dict.fromkeys(exports.get(one.rule, ()))),
            "error": one.error,
        }

    return [row(one) for one in report.rules]


def _coverage(request: Mapping[str, Any], one: FileCoverage) -> Row:
    return {
        **_of(request),
        "file": one.path,
        "member": one.member,
        "format": one.format,
        "owner": one.owner,
        "owner_basis": one.owner_basis,
        "captured_at": one.captured_at,
        "lines": one.lines,
        "records": one.records,
        "unread_lines": one.unread_lines,
        "incomplete": one.incomplete,
        "notes": [f"line {line}: {text}" if line else text for line, text in one.notes],
    }


def _part(request: Mapping[str, Any], row: Mapping[str, Any]) -> Row:
    return {
        **_of(request),
        "device": row["device_kind"],
        "product": row["product"],
        "item": row["item"],
        "version": row["version"],
        "devices": row["devices"],
        "names": list(row["names"] or ()),
        "minimum": row["minimum"],
        "below_minimum": row["below_minimum"],
    }
