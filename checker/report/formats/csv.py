"""``csv``: one row per finding, for spreadsheets (RFC 4180, UTF-8), and nothing else.

Spreadsheets treat cells that begin with certain characters as formulas, and names in exports may be hostile: such
cells are prefixed with an apostrophe (OWASP, "CSV Injection").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checker.report.base import Format, Presentation

if TYPE_CHECKING:
    from checker.rules.evaluate.finding import Finding, Report

COLUMNS = (
    "severity",
    "rule",
    "name",
    "state",
    "object",
    "objects",
    "message",
    "file",
    "member",
    "line",
    "basis",
    "cost",
    "fix",
    "caused_by",
    "suppressed_by",
    "fingerprint",
)
# Also after characters that another program may treat as the end of a cell.
_FORMULA = re.compile(r"""(^|[;,|"'\t\r\n])(\s*)(?=[=+\-@＝＋－＠])""")


def render(report: Report, presentation: Presentation) -> str:
    """Return a header and the findings; what could not be checked has no rows and is announced as a warning."""
    import csv
    import io

    from checker.report.coverage import verdict_text
    from checker.report.digest import digest
    from checker.report.sarif.results import ordered

    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for finding in ordered(report.findings):
        writer.writerow([safe(value) if isinstance(value, str) else value for value in _row(finding)])
    found = digest(report)
    if found.unevaluated_rules or found.unrecognised or found.partly_read or report.errors:
        presentation.warn(f"csv: findings only; {verdict_text(report)} The other formats list what is missing.")
    return text.getvalue()


def safe(text: str) -> str:
    """Return text on one line that no spreadsheet treats as a formula."""
    from checker.report.text.words import clean

    return _FORMULA.sub(r"\1\2'", clean(text))


def _row(finding: Finding) -> list[str | int]:
    from checker.report.text.objects import object_text

    place = finding.location
    return [
        finding.severity,
        finding.rule,
        finding.name,
        finding.state,
        object_text(finding.object, finding.evidence) or "the SAN",
        len(finding.objects),
        finding.message,
        place.file if place else "",
        (place.member or "") if place else "",
        place.line if place else "",
        finding.basis,
        str(finding.cost) if finding.cost else "",
        finding.fix_summary,
        " ".join(finding.caused_by),
        finding.suppressed_by or "",
        finding.fingerprint,
    ]


FORMAT = Format("csv", "one row per finding, for spreadsheets", render, for_people=False, suffixes=(".csv",))
