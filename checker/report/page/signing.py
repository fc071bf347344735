"""The sign-off: decision, names and dates, and what a signature accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.digest import digest, hidden_findings, shown_findings
from checker.report.text.words import counted_errors, plural, severity_counts

if TYPE_CHECKING:
    from checker.rules.evaluate.finding import Report

_DECISIONS = ("Go live", "Go live with the exceptions named below", "Do not go live")
_ROLES = ("Prepared by", "Reviewed by", "Approved by")


def sign_off(report: Report, identity: str) -> str:
    """Return the block that is filled in by hand on paper or in a PDF reader."""
    boxes = "".join(f'<li><span class="tick" aria-hidden="true"></span>{decision}</li>' for decision in _DECISIONS)
    rows = "".join(f'<tr><th scope="row">{role}</th><td></td><td></td><td></td></tr>' for role in _ROLES)
    return (
        f'<p>By signing, you accept document <code class="identity">{identity}</code> with:</p>'
        f"<ul>{''.join(f'<li>{line}</li>' for line in _accepted(report))}</ul>"
        f'<ul class="decisions" aria-label="Decision">{boxes}</ul>'
        '<p class="exceptions-title">Exceptions and conditions</p><div class="lines" aria-hidden="true"><hr><hr><hr></div>'
        '<table class="signatures"><caption>Signatures</caption><thead><tr><th scope="col">Role</th><th scope="col">Name</th>'
        f'<th scope="col">Date</th><th scope="col">Signature</th></tr></thead><tbody>{rows}</tbody></table>'
    )


def _accepted(report: Report) -> list[str]:
    found = digest(report)
    open_findings = shown_findings(report)
    hidden = hidden_findings(report)
    lines = [
        f"{plural(len(open_findings), 'open finding')}: {severity_counts(open_findings)}"
        if open_findings
        else "no open findings"
    ]
    if hidden:
        lines.append(f"{plural(len(hidden), 'suppressed finding')}: {severity_counts(hidden)}")
    if found.unevaluated_rules or found.unrecognised or found.partly_read or report.errors:
        lines.append(
            f"{plural(found.not_evaluated, 'check')} not run because data is missing, "
            f"{plural(len(found.unrecognised), 'file')} not recognised, {plural(len(found.partly_read), 'file')} only partly read"
            + (f", {counted_errors(report.errors)}" if report.errors else "")
        )
    else:
        lines.append("all selected checks were run on all files")
    if found.verdict == "nothing":
        lines = ["no result, because nothing could be checked"]
    return lines
