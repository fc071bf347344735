"""Findings as SARIF results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.report.sarif.places import link_text, literal, physical
from checker.report.sarif.rules import LEVELS
from checker.report.text.objects import object_text
from checker.report.text.words import clean, place_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checker.report.base import Presentation
    from checker.report.text.paths import Paths
    from checker.rules.evaluate.finding import Finding, Place

# Code scanning accepts 99 in addition to the finding's own, but they are rarely followed and were a third of the log.
_MOST_RELATED = 4
# The least severe findings come last, and hidden ones after them, where limits cut them off.
_ORDER = {"error": 0, "warning": 1, "info": 2}


def ordered(findings: tuple[Finding, ...]) -> list[Finding]:
    """Sort findings by severity, most severe first and hidden ones last; otherwise keep the report's order."""
    return sorted(findings, key=lambda finding: (finding.state == "suppressed", _ORDER[finding.severity]))


class Results:
    """Convert the findings of one run to results, with the indexes of rules and a place for findings without one."""

    def __init__(
        self, indexes: Mapping[str, int], paths: Paths, presentation: Presentation, fallback: Place | None
    ) -> None:
        self._indexes = indexes
        self._paths = paths
        self._presentation = presentation
        self._fallback = fallback

    def result(self, finding: Finding) -> dict[str, Any]:
        """Return one finding as a result; code scanning rejects the whole log if a result has no location."""
        place = finding.location or next(iter(finding.related), None)
        related = [one for one in finding.related if one is not place][:_MOST_RELATED]
        shown = place or self._fallback
        result: dict[str, Any] = {
            "ruleId": clean(finding.rule),
            "ruleIndex": self._indexes[finding.rule],
            "level": LEVELS[finding.severity],
            "message": {"text": self._message(finding, place, related)},
            "locations": [{"physicalLocation": physical(shown, self._paths, self._presentation)}] if shown else [],
            "partialFingerprints": {
                "primaryLocationLineHash": f"{finding.fingerprint}:1",
                "sanlint/v1": finding.fingerprint,
            },
            "properties": _properties(finding),
        }
        if related:
            result["relatedLocations"] = [self._related(number, one) for number, one in enumerate(related, start=1)]
        if finding.state == "suppressed":
            result["suppressions"] = [_suppression(finding)]
        return result

    def _message(self, finding: Finding, place: Place | None, related: list[Place]) -> str:
        message = literal(finding.message).rstrip()
        parts = [message if message.endswith((".", "!", "?")) else f"{message}."]
        if place is None:
            parts.append("(This concerns the SAN as a whole, not a line of an export.)")
        elif place.member is not None:
            parts.append(f"(In {literal(place_text(place))}.)")
        if related:
            links = ", ".join(f"[{link_text(one, place)}]({number})" for number, one in enumerate(related, start=1))
            left = len(finding.related) - (place in finding.related) - len(related)
            parts.append(f"See also {links}{f' and {left} more' if left > 0 else ''}.")
        return " ".join(parts)

    def _related(self, number: int, place: Place) -> dict[str, Any]:
        return {
            "id": number,
            "message": {"text": link_text(place)},
            "physicalLocation": physical(place, self._paths, self._presentation),
        }


def _properties(finding: Finding) -> dict[str, Any]:
    """Return properties for other viewers and scripts; code scanning ignores them."""
    properties: dict[str, Any] = {
        "object": object_text(finding.object, finding.evidence) or "the SAN",
        "objects": len(finding.objects),
        "basis": clean(finding.basis),
    }
    if finding.cost:
        properties["cost"] = clean(str(finding.cost))
    if finding.fix_summary:
        properties["fix"] = clean(finding.fix_summary)
    if finding.caused_by:
        properties["causedBy"] = [clean(one) for one in finding.caused_by]
    return properties


def _suppression(finding: Finding) -> dict[str, Any]:
    kind = finding.suppression.kind if finding.suppression else "config"
    suppression = {"kind": "inSource" if kind == "inventory" else "external", "status": "accepted"}
    if finding.suppressed_by:
        suppression["justification"] = clean(finding.suppressed_by)
    return suppression
