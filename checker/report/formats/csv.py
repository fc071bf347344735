"""``csv``: one row per finding, for spreadsheets (RFC 4180, UTF-8), then one row for each thing that was not checked.

Spreadsheets treat cells that begin with certain characters as formulas, and names in exports may be hostile: such
cells are prefixed with an apostrophe (OWASP, "CSV Injection").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checker.report.base import Format, Presentation

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def render(report: Report, _presentation: Presentation) -> str:
    """Return a header and the rows; ``state`` separates findings from what was not evaluated or not read."""
    import csv
    import io

    from checker.report.sarif.results import ordered

    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in (*(_row(finding) for finding in ordered(report.findings)), *_gaps(report)):
        writer.writerow([safe(value) if isinstance(value, str) else value for value in row])
    return text.getvalue()


def safe(text: str) -> str:
    """Return text on one line that no spreadsheet treats as a formula."""
    from checker.report.text.words import clean

    return _FORMULA.sub(r"\1\2'", clean(text))


def _row(finding: Finding) -> list[str | int]:
    from checker.report.text.words import object_text

    place = finding.location
    return [
        finding.severity,
        finding.rule,
        finding.name,
        finding.state,
        object_text(finding.object) or "the SAN",
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


def _gaps(report: Report) -> Iterator[list[str | int]]:
    """Yield rows for rules without a verdict, files not fully read and errors, and one with the verdict."""
    from checker.report.coverage import verdict_text
    from checker.report.digest import is_partly_read, trouble

    for rule in report.rules:
        if rule.error is not None:
            yield _gap("error", rule.error, rule=rule.rule)
        for missing in rule.missing:
            example = f", for example for {missing.example}" if missing.example else ""
            yield _gap("not evaluated", f"{missing.fact} is missing{example}", rule=rule.rule, objects=missing.objects)
        if rule.not_evaluated and not rule.missing:
            yield _gap("not evaluated", "data is missing", rule=rule.rule, objects=rule.not_evaluated)
    for file in report.files:
        if not file.ignored and (file.format is None or is_partly_read(file)):
            line, why = trouble(file)
            what = "not recognised" if file.format is None else "only partly read"
            text = f"{what}: {why}" if why else what
            yield _gap("not read", text, file=file.path, member=file.member or "", line=line or "")
    for error in report.errors:
        yield _gap("error", error)
    for notice in report.notices:
        yield _gap("notice", notice)
    yield _gap("summary", verdict_text(report))


def _gap(state: str, message: str, **more: str | int) -> list[str | int]:
    given: dict[str, str | int] = {"state": state, "message": message, **more}
    return [given.get(column, "") for column in COLUMNS]


FORMAT = Format("csv", "one row per finding, for spreadsheets", render, for_people=False)
