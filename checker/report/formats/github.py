"""``github``: workflow commands, which GitHub Actions shows next to the lines of a pull request.

Sources: actions/toolkit, ``@actions/core`` (escapes) and ``docs/problem-matchers.md`` (limits); other linters for
how to report findings beyond the limits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.base import Format, Presentation

if TYPE_CHECKING:
    from checker.report.text.paths import Paths
    from checker.rules.evaluate.finding import Finding, Report

# GitHub shows at most ten annotations of each kind per step and fifty per job.
MOST_OF_A_KIND = 10
MOST = 50
_KINDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: Report, _presentation: Presentation) -> str:
    """Return annotations for the most severe findings, one that counts the rest, and coverage as plain log lines."""
    from checker.report.coverage import coverage_lines, verdict_text
    from checker.report.digest import digest, shown_findings
    from checker.report.sarif.results import ordered
    from checker.report.text.paths import Paths
    from checker.report.text.words import plural

    paths = Paths()
    shown = ordered(tuple(shown_findings(report)))
    verdict = verdict_text(report)
    # One notice or warning is reserved for the last annotation, which counts the findings that are not annotated.
    last = {"clean": None, "findings": "notice"}.get(digest(report).verdict, "warning")
    left = dict.fromkeys(_KINDS.values(), MOST_OF_A_KIND)
    if last is not None:
        left[last] -= 1
    lines = []
    for finding in shown:
        kind = _KINDS[finding.severity]
        if left[kind]:
            left[kind] -= 1
            lines.append(_annotation(kind, finding, paths))
    more = len(shown) - len(lines)
    if more:
        verdict += f" {plural(more, 'finding')} not annotated: GitHub shows ten of a kind."
    if last is not None:
        lines.append(_command(last, {"title": "sanlint"}, verdict))
    lines += [_plain(f"{label}: {text}") for label, text in coverage_lines(report)]
    lines.append(_plain(verdict))
    return "\n".join(lines) + "\n"


def _annotation(kind: str, finding: Finding, paths: Paths) -> str:
    from checker.report.text.words import clean, place_text

    place = finding.location
    message = clean(finding.message)
    properties: dict[str, str] = {}
    if place is not None and paths.is_inside(place.file):
        properties["file"] = paths.shown(place.file)
        if place.member is None:
            properties["line"] = str(max(place.line, 1))
            end_line = place.end_line or place.line
            properties["endLine"] = str(max(end_line, place.line, 1))
            # GitHub refuses columns in annotations that span several lines.
            if place.column and end_line == place.line:
                properties["col"] = str(place.column)
                properties["endColumn"] = str(max(place.end_column or 0, place.column))
    properties["title"] = f"{clean(finding.rule)} {clean(finding.name)}"
    if place is not None and "line" not in properties:
        message += f" ({place_text(place)})"
    if finding.fix_summary:
        message += f"\nFix: {clean(finding.fix_summary)}"
    return _command(kind, properties, message)


def _command(kind: str, properties: dict[str, str], message: str) -> str:
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{kind} {listed}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _plain(text: str) -> str:
    """Escape a log line so that the runner does not execute it: old commands (``##[…]``) work anywhere in a line."""
    text = text.replace("##[", "## [")
    return f" {text}" if text.lstrip().startswith("::") else text


FORMAT = Format("github", "annotations for GitHub Actions (selected automatically there)", render, for_people=False)
