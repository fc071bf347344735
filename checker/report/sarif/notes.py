"""SARIF notifications of a run: what could not be checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.report.digest import file_name, is_partly_read, rule_outcome, trouble
from checker.report.sarif.places import artifact
from checker.report.text.columns import fact_name
from checker.report.text.words import clean, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checker.report.text.paths import Paths
    from checker.rules.evaluate.finding import FileCoverage, Report, RuleCoverage

# Number of unread files listed by name; the rest is counted.
MOST_FILES = 1000
DESCRIPTORS = {
    "internal-error": "An error in sanlint itself; the rest of the log is valid.",
    "limit": "The findings exceed the limits of code scanning.",
    "not-evaluated": "Data is missing for a rule on some or all objects: it neither passed nor failed there.",
    "notice": "Information about the run.",
    "outside": "Some findings are in files outside the working directory.",
    "unread-input": "A file was not recognised or only partly read.",
}


def notification_kinds() -> list[dict[str, Any]]:
    """Describe the kinds of notifications, with every field that code scanning requires."""
    return [
        {
            "id": kind,
            # The standard forbids a name equal to the id.
            "name": "".join(word.capitalize() for word in kind.split("-")) + "Notification",
            "shortDescription": {"text": text},
            "fullDescription": {"text": text},
            "help": {"text": f"{text} See the json report for details."},
        }
        for kind, text in DESCRIPTORS.items()
    ]


def notification(kind: str, level: str, text: str, **more: Any) -> dict[str, Any]:
    """Return one notification of a kind from ``DESCRIPTORS``."""
    described = {"id": kind, "index": list(DESCRIPTORS).index(kind)}
    return {"descriptor": described, "level": level, "message": {"text": clean(text)}, **more}


def notifications(report: Report, indexes: Mapping[str, int], paths: Paths) -> Iterator[dict[str, Any]]:
    """Yield notifications for errors, rules without a verdict, input that was not read, and notices."""
    for error in report.errors:
        yield notification("internal-error", "error", error)
    for rule in report.rules:
        yield from _of_rule(rule, indexes)
    unread = [file for file in report.files if not file.ignored and (file.format is None or is_partly_read(file))]
    for file in unread[:MOST_FILES]:
        yield _of_file(file, paths)
    if len(unread) > MOST_FILES:
        more = plural(len(unread) - MOST_FILES, "more file")
        yield notification("unread-input", "warning", f"{more} not recognised or only partly read")
    for notice in report.notices:
        yield notification("notice", "note", notice)
    outside = sum(
        not paths.is_inside(finding.location.file) for finding in report.findings if finding.location is not None
    )
    if outside:
        yield notification(
            "outside",
            "note",
            f"{plural(outside, 'finding')} in files outside the working directory: code scanning shows them without "
            "the text of the files; run sanlint in the root of the repository",
        )


def _of_rule(rule: RuleCoverage, indexes: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    at = {"index": indexes[rule.rule]} if rule.rule in indexes else {}
    named = {"associatedRule": {"id": clean(rule.rule), **at}}
    if rule.error is not None:
        yield notification("internal-error", "error", f"{rule.rule} failed with an error: {rule.error}", **named)
    if rule_outcome(rule) in ("partly evaluated", "not evaluated"):
        facts = ", ".join(fact_name(missing.fact) for missing in rule.missing if not missing.known)
        missing_text = f"; missing: {facts}" if facts else ""
        on = plural(rule.not_evaluated, "object")
        yield notification(
            "not-evaluated", "warning", f"{rule.rule} could not be evaluated on {on}{missing_text}", **named
        )


def _of_file(file: FileCoverage, paths: Paths) -> dict[str, Any]:
    line, why = trouble(file)
    what = "not recognised" if file.format is None else "only partly read"
    text = f"{file_name(file)}: {what}" + (f", line {line}" if line else "") + (f": {why}" if why else "")
    place = {"physicalLocation": {"artifactLocation": artifact(file.path, paths)}}
    return notification("unread-input", "warning", text, locations=[place])
