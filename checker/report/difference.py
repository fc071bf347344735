"""The differences between two audits, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from checker.facts.json_text import dumps
from checker.facts.values import Value
from checker.report.base import Presentation
from checker.report.text.sheet import Sheet
from checker.report.text.words import clean, plural, value_text
from checker.rules.evaluate.difference import Change, Difference
from checker.rules.evaluate.finding import Finding
from checker.rules.language.column_names import key_name

_SHOWN = 12
_SEVERITY = {"error": "error", "warning": "warning", "info": "info"}


def _many(word: str) -> str:
    """Return the plural of a kind of object: ``host aliases``, ``power supplies``, ``paths``."""
    if word.endswith(("s", "ch")):
        return f"{word}es"
    return f"{word[:-1]}ies" if word.endswith(("ply", "opy", "ity")) else f"{word}s"


def render_table(difference: Difference, presentation: Presentation, *, full: bool = False) -> str:
    """Return the differences as text; ``full`` lists every object instead of the first of each kind."""
    sheet = Sheet(presentation)
    limit = None if full else _SHOWN
    for title, findings in (
        ("New findings", difference.new),
        ("Fixed", difference.fixed),
        ("No longer evaluated", difference.unseen),
    ):
        _findings(sheet, title, findings, limit)
    if difference.unseen:
        rules = ", ".join(difference.blind)
        sheet.paragraph(
            [
                (
                    f"{rules} could not be fully evaluated on the new exports, so these findings may still apply.",
                    "warning",
                )
            ],
            indent=2,
        )
        sheet.blank()
    for title, sign, changes in (
        ("Added", "+", difference.added),
        ("Removed", "-", difference.removed),
        ("Changed", "~", difference.changed),
    ):
        _changes(sheet, title, sign, changes, limit)
    sheet.paragraph([(summary(difference), "head")])
    return sheet.render()


def summary(difference: Difference) -> str:
    """Return the last line: the number of findings and objects that differ."""
    parts = [f"{plural(len(difference.new), 'new finding')}", f"{len(difference.fixed):,} fixed"]
    if difference.unseen:
        parts.append(f"{len(difference.unseen):,} no longer evaluated")
    parts.append(f"{len(difference.unchanged):,} unchanged")
    objects = f"{len(difference.added):,} added, {len(difference.removed):,} removed and {len(difference.changed):,} changed objects"
    return f"{', '.join(parts)}; {objects}."


def _findings(sheet: Sheet, title: str, findings: Sequence[Finding], limit: int | None) -> None:
    if not findings:
        return
    sheet.paragraph([(f"{title}: {len(findings):,}", "head")])
    for finding in findings[:limit]:
        label = [(f"  {finding.severity:<8}", _SEVERITY[finding.severity]), (f"{finding.rule}  ", "")]
        sheet.paragraph([(clean(finding.message), "")], label, indent=20)
    _more(sheet, len(findings), limit)
    sheet.blank()


def _changes(sheet: Sheet, title: str, sign: str, changes: Sequence[Change], limit: int | None) -> None:
    if not changes:
        return
    counted = Counter(change.kind for change in changes)
    kinds = ", ".join(plural(count, key_name(kind), _many(key_name(kind))) for kind, count in counted.items())
    sheet.paragraph([(f"{title}: ", "head"), (kinds, "")])
    for change in changes[:limit]:
        spans = [(f"{key_name(change.kind)} ", "dim"), (_key_text(change), "")]
        for name, before, after in change.facts:
            spans.append((f"; {key_name(name)}: {_value(name, before)} → {_value(name, after)}", ""))
        sheet.paragraph(spans, [(f"  {sign} ", "")], indent=4)
    _more(sheet, len(changes), limit)
    sheet.blank()


def _more(sheet: Sheet, count: int, limit: int | None) -> None:
    if limit is not None and count > limit:
        sheet.paragraph([(f"and {count - limit:,} more; --full shows them", "dim")], indent=4)


def _value(name: str, value: Value) -> str:
    return clean(value_text(name, value.isoformat() if isinstance(value, datetime) else value))


def _key_text(change: Change) -> str:
    words = []
    for name, value in change.key:
        if isinstance(value, bool):
            words.append(key_name(name) if value else f"not {key_name(name)}")
        elif value not in (None, ""):
            words.append(_value(name, value))
    return " ".join(words)


def render_json(difference: Difference, old: str, new: str) -> str:
    """Return the differences as JSON, version 1: findings by state; added, removed and changed objects."""
    findings = {
        "new": difference.new,
        "mended": difference.fixed,
        "unseen": difference.unseen,
        "unchanged": difference.unchanged,
    }
    objects = {"added": difference.added, "removed": difference.removed, "changed": difference.changed}
    document: dict[str, Any] = {
        "version": 1,
        "old": old,
        "new": new,
        "findings": {name: [_finding(finding) for finding in found] for name, found in findings.items()},
        "objects": {name: [_change(change) for change in found] for name, found in objects.items()},
        "summary": {name: len(found) for name, found in (*findings.items(), *objects.items())},
    }
    return dumps(document, indent=2, default=str) + "\n"


def _finding(finding: Finding) -> Mapping[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "message": finding.message,
        "object": dict(finding.object),
        "fingerprint": finding.fingerprint,
    }


def _change(change: Change) -> Mapping[str, Any]:
    found: dict[str, Any] = {"kind": change.kind, "key": dict(change.key)}
    if change.facts:
        found["facts"] = {name: {"before": before, "after": after} for name, before, after in change.facts}
    return found
