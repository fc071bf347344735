"""``sarif``: SARIF 2.1.0 for code scanning, within its limits.

Sources: OASIS, Static Analysis Results Interchange Format 2.1.0 (errata 1); GitHub, "SARIF support for code scanning".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.report.base import Format, Presentation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from checker.engine.finding import Place, Report
    from checker.report.paths import Paths

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# GitHub, "SARIF support for code scanning", file limits: results in a run, and bytes of the file as gzip.
MOST_RESULTS = 25_000
MOST_BYTES = 10 * 1024 * 1024
_ROOM = 0.9


def render(report: Report, presentation: Presentation) -> str:
    """Return the report as a SARIF log of one run; the same report in the same folder gives the same bytes.

    Of more findings than code scanning takes, the most severe are kept, and the log says how many are left out.
    """
    from checker.report.paths import Paths
    from checker.report.sarif_log.results import Results, ordered
    from checker.report.sarif_log.rules import rule_ids

    paths = Paths()
    indexes = {rule_id: number for number, rule_id in enumerate(rule_ids(report))}
    maker = Results(indexes, paths, presentation, first_place(report))
    kept = [_line(maker.result(finding)) for finding in ordered(report.findings)[:MOST_RESULTS]]
    run = _run(report, presentation, paths)
    while True:
        text = _log({**run, "invocations": [_invocation(report, indexes, paths, len(kept))]}, kept)
        taken = _gzipped(text)
        if taken <= MOST_BYTES or not kept:
            if left := len(report.findings) - len(kept):
                presentation.tell(f"sarif: {left:,} findings left out, the least severe: code scanning takes no more")
            return text
        kept = kept[: int(len(kept) * _ROOM * MOST_BYTES / taken)]


def first_place(report: Report) -> Place | None:
    """Return where formats that need a file show a finding without a place: the beginning of the first export read."""
    from checker.engine.finding import Place

    read = next((file for file in report.files if file.format is not None and not file.ignored), None)
    first = read or next(iter(report.files), None)
    return Place(first.path, max(first.first_line, 1), first.member) if first else None


def _run(report: Report, presentation: Presentation, paths: Paths) -> dict[str, Any]:
    """Return everything of the run but its invocation and results."""
    from checker.report.digest import digest
    from checker.report.sarif_log.notes import notification_kinds
    from checker.report.sarif_log.places import bases
    from checker.report.sarif_log.rules import descriptors

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
        # What stands before the last slash is the category in which code scanning replaces earlier results.
        "automationDetails": {"id": f"sanlint/{presentation.profile}/"},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": bases(paths),
        "properties": {
            "asOf": report.as_of,
            "verdict": found.verdict,
            "findings": len(report.findings),
            "checks": found.checks,
            "checksNotEvaluated": found.not_evaluated,
        },
    }


def _invocation(report: Report, indexes: Mapping[str, int], paths: Paths, kept: int) -> dict[str, Any]:
    """Return how the run went, beginning with what the log had to leave out."""
    from checker.report.digest import digest
    from checker.report.sarif_log.notes import notification, notifications
    from checker.report.words import plural

    notes = []
    if kept < len(report.findings):
        left = plural(len(report.findings) - kept, "finding")
        text = f"{left} of {len(report.findings):,} left out, the least severe: code scanning takes no more"
        notes.append(notification("limit", "warning", f"{text}; the json report has all"))
    notes += notifications(report, indexes, paths)
    return {
        "executionSuccessful": not report.errors and not digest(report).outcomes["error"],
        "workingDirectory": {"uri": paths.root_uri()},
        "toolExecutionNotifications": notes,
    }


def _log(run: Mapping[str, Any], results: Sequence[str]) -> str:
    """Return the log as text, a result a line: two logs can be compared."""
    head = f'{{\n"$schema": {_line(SCHEMA)},\n"version": "2.1.0",\n"runs": [\n{{\n'
    parts = [f'"{key}": {_spread(value)}' for key, value in run.items()]
    body = ",\n".join(results)
    parts.append(f'"results": [\n{body}\n]' if results else '"results": []')
    return head + ",\n".join(parts) + "\n}\n]\n}\n"


def _line(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _spread(value: Any) -> str:
    import json

    return json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)


def _gzipped(text: str) -> int:
    """Return the size as gzip, or that of the text where it is small enough already."""
    data = text.encode("utf-8", "replace")
    if len(data) <= MOST_BYTES:
        return len(data)
    import zlib

    # The level that the upload action's gzip uses by default.
    return len(zlib.compress(data, 6)) + 12


FORMAT = Format("sarif", "SARIF 2.1.0 for code scanning", render, for_people=False)
