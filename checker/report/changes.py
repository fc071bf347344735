"""Changes since earlier JSON reports: new and fixed findings, and the number of findings over time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from checker.errors import UsageError
from checker.report.base import Section, Table
from checker.report.formats.json import VERSION
from checker.report.text.words import clean, plural, when
from checker.rules.book.rule import SEVERITIES
from checker.rules.evaluate.difference import Difference, compare_findings
from checker.rules.evaluate.finding import Finding, Report

MAX_BYTES = 256 * 2**20
_LISTED = 500
# Rows of the trend in Markdown, the newest.
_TREND = 12
_REMEDY = "not a report that sanlint check --format json wrote"


@dataclass(frozen=True)
class Earlier:
    """An earlier report: its file, the time it refers to, and its findings with rule, severity, message and state."""

    file: str
    as_of: str
    findings: tuple[Finding, ...]

    @property
    def time(self) -> datetime:
        """The time that it refers to."""
        return _time(self.as_of)


@dataclass(frozen=True)
class Changes:
    """The difference to the newest earlier report, and the number of open findings of each report, oldest first."""

    since: Earlier
    difference: Difference
    trend: tuple[tuple[str, Counter[str]], ...]

    def summary(self) -> str:
        """Return the changes in one line."""
        found = self.difference
        parts = [f"{len(found.new):,} new", f"{len(found.fixed):,} fixed", f"{len(found.unchanged):,} unchanged"]
        if found.unseen:
            parts.append(f"{len(found.unseen):,} no longer evaluated")
        return f"{', '.join(parts)} since {when(self.since.as_of)} ({clean(self.since.file)})"

    def lists(self) -> list[tuple[str, tuple[Finding, ...]]]:
        """Return the findings that differ, each list with its title; empty lists are left out."""
        found = self.difference
        named = (
            ("New findings", found.new), ("Fixed findings", found.fixed), ("No longer evaluated", found.unseen),
        )  # fmt: skip
        return [(title, findings) for title, findings in named if findings]


def read_earlier(path: str, without: Collection[str] = ()) -> tuple[Earlier, ...]:
    """Read one earlier report, or all of a folder, oldest first.

    Args:
        path: a JSON report, or a folder with JSON reports. Other files of the folder are skipped.
        without: files that this run writes, which are not earlier reports.

    Raises:
        UsageError: the file is missing or not a report, or the folder contains no report.
    """
    place = Path(path)
    if not place.is_dir():
        return (_read(place),)
    skipped = {Path(one).resolve() for one in without}
    files = [file for file in sorted(place.glob("*.json")) if file.resolve() not in skipped]
    found = [_read(file) for file in files if _is_report(file)]
    if not found:
        raise UsageError(f"--since {path}: the folder contains no JSON report (sanlint check -o FILE.json)")
    return tuple(sorted(found, key=lambda one: (one.time, one.file)))


def changes_since(earlier: Sequence[Earlier], report: Report) -> Changes:
    """Compare a report with the newest of the earlier ones, and count the findings of each."""
    trend = [(one.as_of, _counts(one.findings)) for one in earlier]
    return Changes(
        since=earlier[-1],
        difference=compare_findings(earlier[-1].findings, report),
        trend=(*trend, (report.as_of, _counts(report.findings))),
    )


def changes_section(changes: Changes) -> Section:
    """Return the changes as a part of the HTML page, with a picture of the trend."""
    from checker.report.trend import trend_svg

    picture = None
    tables = [
        Table(
            title,
            ("Severity", "Rule", "Finding"),
            tuple((one.severity, one.rule, one.message) for one in findings[:_LISTED]),
            tuple(one.fingerprint for one in findings[:_LISTED]) if findings is changes.difference.new else (),
            collapsed=True,
        )
        for title, findings in changes.lists()
    ]
    if len(changes.trend) > 1:
        rows = tuple(
            (when(as_of), *(f"{counts[severity]:,}" for severity in SEVERITIES)) for as_of, counts in changes.trend
        )
        tables.append(Table("Open findings over time", ("As of", "Errors", "Warnings", "Info"), rows))
        picture = trend_svg([(_time(as_of), counts) for as_of, counts in changes.trend])
    longest = [title for title, findings in changes.lists() if len(findings) > _LISTED]
    note = [f"{title}: the first {_LISTED:,} are listed." for title in longest]
    pictures = (("Open findings over time", picture),) if picture else ()
    return Section("Changes", (f"{changes.summary()}.", *note), tuple(tables), pictures)


def changes_markdown(changes: Changes, room: int) -> list[str]:
    """Return the changes as Markdown of at most ``room`` characters; findings that do not fit are counted."""
    from checker.report.text.markdown_text import code, escaped

    parts = [f"\n### Changes\n\n{escaped(changes.summary())}\n"]
    rows = [
        f"| {escaped(when(as_of))} | {' | '.join(f'{counts[severity]:,}' for severity in SEVERITIES)} |\n"
        for as_of, counts in changes.trend
    ]
    parts += ["\n| as of | errors | warnings | info |\n|---|---|---|---|\n", *rows[-_TREND:]]
    for title, findings in changes.lists():
        parts.append(f"\n**{title}**\n\n")
        for number, one in enumerate(findings):
            line = f"- {one.severity} {code(one.rule)} {escaped(one.message)}\n"
            if sum(map(len, parts)) + len(line) > room:
                parts.append(f"- {plural(len(findings) - number, 'more finding')}\n")
                break
            parts.append(line)
    return parts


def _time(text: str) -> datetime:
    """Return a time of a report; without a time zone, UTC is assumed."""
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _counts(findings: Sequence[Finding]) -> Counter[str]:
    return Counter(finding.severity for finding in findings if finding.state != "suppressed")


def _is_report(path: Path) -> bool:
    """Return whether a file begins like a JSON report of sanlint; others in the folder are not read."""
    # A pipe would be waited for.
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            head = file.read(400)
    except OSError:
        return False
    return b'"version"' in head and b'"sanlint"' in head and b'"as_of"' in head


def _read(path: Path) -> Earlier:
    from checker.readers.toolkit.documents import located_json

    name = f"--since {path}"
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"{name}: larger than {MAX_BYTES // 2**20} MiB")
        document = located_json.parse(path.read_text(encoding="utf-8-sig"), 1)
    except UnicodeDecodeError as error:
        raise UsageError(f"{name}: not UTF-8 at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise UsageError(f"{name}:{error.lineno}:{error.colno}: invalid JSON: {error.msg}") from None
    except OSError as error:
        raise UsageError(f"{name}: cannot be read: {error.strerror or error}") from None
    if not isinstance(document, dict) or document.get("version") != VERSION:
        raise UsageError(f"{name}: {_REMEDY}")
    as_of, findings = document.get("as_of"), document.get("findings")
    if not isinstance(as_of, str) or not isinstance(findings, list):
        raise UsageError(f"{name}: {_REMEDY}")
    found = Earlier(str(path), as_of, tuple(_finding(one, name) for one in findings))
    try:
        _ = found.time
    except ValueError:
        raise UsageError(f"{name}: as_of is not a time; {_REMEDY}") from None
    return found


def _finding(value: Any, name: str) -> Finding:
    from checker.readers.toolkit.documents.located_json import line_of

    place = f"{name}:{line_of(value, 1)}"
    if not isinstance(value, dict):
        raise UsageError(f"{place}: a finding must be an object; {_REMEDY}")
    texts = [value.get(key) for key in ("rule", "name", "message", "fingerprint")]
    severity, state = value.get("severity"), value.get("state")
    if not all(isinstance(text, str) for text in texts) or severity not in SEVERITIES:
        raise UsageError(f"{place}: a finding needs rule, name, severity, message and fingerprint; {_REMEDY}")
    rule, title, message, fingerprint = (str(text) for text in texts)
    return Finding(
        rule=rule, name=title, severity=severity, message=message, object={}, objects=(), evidence={},
        fingerprint=fingerprint, state="suppressed" if state == "suppressed" else "fail",
    )  # fmt: skip
