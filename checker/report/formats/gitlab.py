"""``gitlab``: a code quality report, shown by GitLab in merge requests.

Source: GitLab, "Code Quality", section "Import code quality results from a CI/CD job", and its schema
``codeclimate.json``. GitLab stops at the first issue that violates the schema, so every field is always present.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.facts.json_text import dumps
from checker.report.base import Format, Presentation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.report.text.paths import Paths
    from checker.rules.evaluate.finding import Finding, Place, Report

# GitLab knows info, minor, major, critical and blocker. Only people should declare a blocker.
SEVERITIES = {"error": "critical", "warning": "major", "info": "info"}


def render(report: Report, _presentation: Presentation) -> str:
    """Return one issue per finding, most severe first, then ``info`` issues for what was not checked; one per line."""
    from checker.report.digest import shown_findings
    from checker.report.formats.sarif import first_place
    from checker.report.sarif.results import ordered
    from checker.report.text.paths import Paths

    paths = Paths()
    anywhere = first_place(report)
    issues = [
        _issue(finding, finding.location or anywhere, paths) for finding in ordered(tuple(shown_findings(report)))
    ]
    issues += _gaps(report, anywhere, paths)
    seen: dict[str, int] = {}
    for issue in issues:
        # GitLab merges issues with the same fingerprint.
        times = seen[issue["fingerprint"]] = seen.get(issue["fingerprint"], 0) + 1
        if times > 1:
            issue["fingerprint"] += f"-{times}"
    body = ",\n".join(dumps(issue, allow_nan=False) for issue in issues)
    return f"[\n{body}\n]\n" if issues else "[]\n"


def _issue(finding: Finding, place: Place | None, paths: Paths) -> dict[str, Any]:
    from checker.report.text.words import clean, place_text

    text = f"{clean(finding.rule)} {clean(finding.name)}: {clean(finding.message)}"
    if place is not None and place.member is not None and finding.location is not None:
        text += f" (in {place_text(place)})"
    return _entry(text, clean(finding.rule), clean(finding.fingerprint), SEVERITIES[finding.severity], place, paths)


def _entry(text: str, check: str, fingerprint: str, severity: str, place: Place | None, paths: Paths) -> dict[str, Any]:
    # Line numbers within a member of an archive mean nothing for the archive.
    line = max(place.line, 1) if place is not None and place.member is None else 1
    return {
        "description": text,
        "check_name": check,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": paths.shown(place.file) if place is not None else "-", "lines": {"begin": line}},
    }


def _gaps(report: Report, anywhere: Place | None, paths: Paths) -> Iterator[dict[str, Any]]:
    """Yield an issue for each file that was not fully read, and one for all rules without a verdict."""
    import hashlib

    from checker.report.digest import digest, file_name, is_partly_read, trouble
    from checker.report.text.words import clean, kind_of_error, plural, shortened
    from checker.rules.evaluate.finding import Place

    def identity(*parts: str) -> str:
        return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]

    for file in report.files:
        if file.ignored or not (file.format is None or is_partly_read(file)):
            continue
        line, why = trouble(file)
        what = "not recognised" if file.format is None else "only partly read"
        text = f"{clean(file_name(file))} was {what}" + (f": {clean(why)}" if why else "")
        place = Place(file.path, line or 1, file.member)
        yield _entry(text, "unread-input", identity("unread-input", file_name(file)), "info", place, paths)
    unevaluated = digest(report).unevaluated_rules
    if unevaluated:
        rules = plural(len(unevaluated), "rule")
        text = f"{rules} could not be fully evaluated: {shortened([clean(r) for r in unevaluated], 20)}"
        yield _entry(text, "not-evaluated", identity("not-evaluated", *unevaluated), "info", anywhere, paths)
    for error in report.errors:
        text = f"{kind_of_error(error)}: {clean(error)}"
        yield _entry(text, "internal-error", identity("internal-error", error), "critical", anywhere, paths)


FORMAT = Format("gitlab", "GitLab code quality", render, for_people=False, suffixes=(".gitlab.json", ".json"))
