"""``github``: workflow commands, which GitHub Actions shows beside the lines of a pull request.

Sources: actions/toolkit, ``@actions/core`` (escapes) and ``docs/problem-matchers.md`` (limits); conventions of other
linters for what is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.base import Format, Presentation

if TYPE_CHECKING:
    from checker.engine.finding import Finding, Report
    from checker.report.paths import Paths

# GitHub shows so many annotations of each kind of a step, and no more than fifty of a job.
MOST_OF_A_KIND = 10
MOST = 50
_KINDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(report: Report, _presentation: Presentation) -> str:
    """Return annotations for the worst findings, one that counts the rest, and coverage as plain lines of the log."""
    from checker.report.coverage import coverage_lines, verdict_text
    from checker.report.digest import digest, shown_findings
    from checker.report.paths import Paths
    from checker.report.sarif_log.results import ordered

    paths = Paths()
    shown = ordered(tuple(shown_findings(report)))
    verdict = verdict_text(report)
    # The last annotation says what the others don't, so one place among the notices, or the warnings, is its own.
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
        verdict += f" {more:,} more not annotated here: GitHub shows ten of a kind."
    if last is not None:
        lines.append(_command(last, {"title": "sanlint"}, verdict))
    lines += [_plain(f"{label}: {text}") for label, text in coverage_lines(report)]
    lines.append(_plain(verdict))
    return "\n".join(lines) + "\n"


def _annotation(kind: str, finding: Finding, paths: Paths) -> str:
    from checker.report.words import clean, place_text

    place = finding.location
    message = clean(finding.message)
    properties: dict[str, str] = {}
    if place is not None and paths.is_inside(place.file):
        properties["file"] = paths.shown(place.file)
        if place.member is None:
            properties["line"] = str(max(place.line, 1))
            end_line = place.end_line or place.line
            properties["endLine"] = str(max(end_line, place.line, 1))
            # GitHub refuses columns of annotations that go over several lines.
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
    """A line of the log that the runner takes for nothing else: old commands (``##[…]``) work anywhere in a line."""
    text = text.replace("##[", "## [")
    return f" {text}" if text.lstrip().startswith("::") else text


FORMAT = Format("github", "annotations of GitHub Actions (chosen by itself there)", render, for_people=False)
