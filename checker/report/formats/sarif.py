"""``sarif``: SARIF 2.1.0 for code scanning, within its limits.

Sources: OASIS, Static Analysis Results Interchange Format 2.1.0 (errata 1); GitHub, "SARIF support for code scanning".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.facts.json_text import dumps
from checker.report.base import Format, Presentation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from checker.report.text.paths import Paths
    from checker.rules.evaluate.finding import Place, Report

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# GitHub, "SARIF support for code scanning", file limits: results in a run, and bytes of the file as gzip.
MOST_RESULTS = 25_000
MOST_BYTES = 10 * 1024 * 1024
_ROOM = 0.9


def render(report: Report, presentation: Presentation) -> str:
    """Return the report as a SARIF log of one run; equal reports in the same folder give identical bytes.

    If there are more findings than code scanning accepts, the log contains the most severe and counts the others.
    """
    from checker.report.sarif.results import Results, ordered
    from checker.report.sarif.rules import rule_ids
    from checker.report.text.paths import Paths
    from checker.report.text.words import plural

    paths = Paths()
    indexes = {rule_id: number for number, rule_id in enumerate(rule_ids(report))}
    results = Results(indexes, paths, presentation, first_place(report))
    kept = [_line(results.result(finding)) for finding in ordered(report.findings)[:MOST_RESULTS]]
    run = _run(report, presentation)
    while True:
        text = _log({**run, "invocations": [_invocation(report, indexes, paths, len(kept))]}, kept)
        taken = _gzipped(text)
        if taken <= MOST_BYTES or not kept:
            if left := len(report.findings) - len(kept):
                presentation.warn(
                    f"sarif: omitted the {plural(left, 'least severe finding')}: code scanning accepts no more"
                )
            return text
        kept = kept[: int(len(kept) * _ROOM * MOST_BYTES / taken)]


def first_place(report: Report) -> Place | None:
    """Return the place for findings without one, for formats that need a file: the start of the first export read."""
    from checker.rules.evaluate.finding import Place

    read = next((file for file in report.files if file.format is not None and not file.ignored), None)
    first = read or next(iter(report.files), None)
    return Place(first.path, max(first.first_line, 1), first.member) if first else None


def _run(report: Report, presentation: Presentation) -> dict[str, Any]:
    """Return the run without its invocation and results."""
    from checker.report.digest import digest
    from checker.report.sarif.notes import notification_kinds
    from checker.report.sarif.places import bases
    from checker.report.sarif.rules import descriptors

    found = digest(report)
    return {
        "tool": {
            "driver": {
                "name": "sanlint",
                "version": report.version,
                "semanticVersion": report.version,
                **({"informationUri": presentation.docs_url} if presentation.docs_url else {}),
                "rules": descriptors(report, presentation),
                "notifications": notification_kinds(),
            }
        },
        # The part before the last slash is the category in which code scanning replaces earlier results.
        "automationDetails": {"id": f"sanlint/{presentation.profile}/"},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": bases(),
        "properties": {
            "asOf": report.as_of,
            "verdict": found.verdict,
            "findings": len(report.findings),
            "checks": found.checks,
            "checksNotEvaluated": found.not_evaluated,
        },
    }


def _invocation(report: Report, indexes: Mapping[str, int], paths: Paths, kept: int) -> dict[str, Any]:
    """Return the outcome of the run, beginning with the number of omitted findings."""
    from checker.report.digest import digest
    from checker.report.sarif.notes import notification, notifications
    from checker.report.text.words import plural

    notes = []
    if kept < len(report.findings):
        left = plural(len(report.findings) - kept, "least severe finding")
        text = f"omitted the {left} of {len(report.findings):,}: code scanning accepts no more"
        notes.append(notification("limit", "warning", f"{text}; see the json report for all"))
    notes += notifications(report, indexes, paths)
    return {
        "executionSuccessful": not report.errors and not digest(report).outcomes["error"],
        "toolExecutionNotifications": notes,
    }


def _log(run: Mapping[str, Any], results: Sequence[str]) -> str:
    """Return the log as text with one result per line, so that logs can be compared line by line."""
    head = f'{{\n"$schema": {_line(SCHEMA)},\n"version": "2.1.0",\n"runs": [\n{{\n'
    parts = [f'"{key}": {_spread(value)}' for key, value in run.items()]
    body = ",\n".join(results)
    parts.append(f'"results": [\n{body}\n]' if results else '"results": []')
    return head + ",\n".join(parts) + "\n}\n]\n}\n"


def _line(value: Any) -> str:
    return dumps(value, allow_nan=False)


def _spread(value: Any) -> str:
    """Return a value with one line per item of its lists of objects."""
    if isinstance(value, dict):
        return "{" + ",".join(f"\n{_line(key)}: {_spread(one)}" for key, one in value.items()) + "\n}"
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        return "[" + ",".join(f"\n{_line(one)}" for one in value) + "\n]"
    return _line(value)


def _gzipped(text: str) -> int:
    """Return the size as gzip, or the size of the text if that is small enough already."""
    data = text.encode("utf-8", "replace")
    if len(data) <= MOST_BYTES:
        return len(data)
    import zlib

    # The default level of gzip in the upload action.
    return len(zlib.compress(data, 6)) + 12


FORMAT = Format(
    "sarif", "SARIF 2.1.0 for code scanning", render, for_people=False, suffixes=(".sarif", ".sarif.json", ".json")
)
