"""``jsonl``: one finding a line and the rest of the report as the last line (``schemas/report-line.schema.json``)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from checker.report.base import Format, Presentation

if TYPE_CHECKING:
    from checker.engine.finding import Report


def render(report: Report, _presentation: Presentation) -> str:
    """Return each finding and then coverage and summary, each as ``json`` has them, a JSON object a line.

    A file without a last line of type ``summary`` is cut off.
    """
    from checker.report.json_report import document

    whole = document(report)
    findings = whole.pop("findings")
    head = {"version": whole.pop("version")}
    lines = [{"type": "finding", **head, **finding} for finding in findings]
    lines.append({"type": "summary", **head, **whole})
    return "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)


FORMAT = Format(
    "jsonl", "one finding a line, then coverage (schemas/report-line.schema.json)", render, for_people=False
)
