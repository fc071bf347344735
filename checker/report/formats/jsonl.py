"""``jsonl``: one finding per line; the last line is the rest of the report (``schemas/report-line.schema.json``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.facts.json_text import dumps
from checker.report.base import Format, Presentation

if TYPE_CHECKING:
    from checker.rules.evaluate.finding import Report


def render(report: Report, _presentation: Presentation) -> str:
    """Return one JSON object per line: each finding, then coverage and summary, with the fields of ``json``.

    A file whose last line is not of type ``summary`` is truncated.
    """
    from checker.report.formats.json import document

    whole = document(report)
    findings = whole.pop("findings")
    head = {"version": whole.pop("version")}
    lines = [{"type": "finding", **head, **finding} for finding in findings]
    lines.append({"type": "summary", **head, **whole})
    return "".join(dumps(line, allow_nan=False) + "\n" for line in lines)


FORMAT = Format(
    "jsonl",
    "one finding per line, then coverage (schemas/report-line.schema.json)",
    render,
    for_people=False,
    suffixes=(".jsonl", ".ndjson"),
)
