"""Rules as SARIF reporting descriptors, with the fields that code scanning requires and shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.report.text.links import rule_page_address
from checker.report.text.words import clean, paragraphs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.report.base import Presentation
    from checker.rules.book.rule import Rule, RuleText, Severity, Source
    from checker.rules.evaluate.finding import Report

# Limits of code scanning for rules ("SARIF support for code scanning"); it shows only ten of the tags.
LONGEST_TEXT = 1024
LONGEST_NAME = 255
MOST_TAGS = 20
LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_PROBLEMS = {"error": "error", "warning": "warning", "info": "recommendation"}


def rule_ids(report: Report) -> list[str]:
    """Return the sorted ids of all rules with a finding."""
    return sorted({finding.rule for finding in report.findings})


def descriptors(report: Report, presentation: Presentation) -> list[dict[str, Any]]:
    """Describe every rule of ``rule_ids``, in its order."""
    named = {finding.rule: finding.name for finding in report.findings}
    severities = {finding.rule: finding.severity for finding in report.findings}
    return [
        _descriptor(
            rule_id,
            presentation.rule(rule_id),
            presentation.text(rule_id),
            named.get(rule_id, rule_id),
            severities.get(rule_id, "warning"),
            presentation.docs_url,
        )
        for rule_id in rule_ids(report)
    ]


def _descriptor(
    rule_id: str, rule: Rule | None, text: RuleText | None, name: str, severity: Severity, site: str
) -> dict[str, Any]:
    name = clean(rule.name if rule else name).strip() or clean(rule_id)
    severity = rule.severity if rule else severity
    summary = clean(rule.summary if rule else "").strip() or name
    why = paragraphs(text.why) if text else []
    fix = clean(rule.fix_summary) if rule else ""
    sources = rule.sources if rule else ()
    return {
        "id": clean(rule_id),
        # The standard forbids a name equal to the id.
        **({"name": name[:LONGEST_NAME]} if name != clean(rule_id) else {}),
        "shortDescription": {"text": shorter(summary)},
        # Why and sources are in the help, once.
        "fullDescription": {"text": shorter(summary)},
        "help": {
            "text": shorter(f"Fix: {fix}" if fix else summary),
            "markdown": _markdown(summary, why, fix, sources),
        },
        # Without a published site there is no page to link to.
        **({"helpUri": rule_page_address(site, rule_id)} if site else {}),
        "defaultConfiguration": {"level": LEVELS[severity]},
        # No security-severity: with it, code scanning treats every result as a vulnerability.
        "properties": {
            "precision": _precision(rule),
            "problem.severity": _PROBLEMS[severity],
            "tags": _tags(rule),
            **({"references": list(rule.references)} if rule and rule.references else {}),
        },
    }


def _markdown(summary: str, why: Sequence[str], fix: str, sources: Sequence[Source]) -> str:
    from checker.report.text.markdown_text import escaped, paragraph

    parts = [paragraph(text) for text in (summary, *why)]
    if fix:
        parts.append(f"**Fix:** {escaped(fix)}")
    if sources:
        from checker.report.formats.full import source_text

        parts.append("**Sources**\n\n" + "\n".join(f"- {escaped(source_text(source))}" for source in sources))
    return "\n\n".join(parts) + "\n"


def _precision(rule: Rule | None) -> str:
    """Return "medium" for experimental rules and for limits without a documented source, which code scanning sorts by."""
    if rule is None or rule.experimental or not all(one.confirmed for one in rule.parameters.values()):
        return "medium"
    return "high"


def _tags(rule: Rule | None) -> list[str]:
    if rule is None:
        return []
    return list(dict.fromkeys(clean(tag) for tag in (rule.category, *rule.tags)))[:MOST_TAGS]


def shorter(text: str, limit: int = LONGEST_TEXT) -> str:
    """Cut a text at a word so that it has at most ``limit`` characters, including the ellipsis."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    return (head.rsplit(" ", 1)[0] or head).rstrip() + "…"
