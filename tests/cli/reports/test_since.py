"""``check --since``: what changed since an earlier report, and the trend over a folder of reports."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Outcome, Stub
from tests.report import samples

Run = Callable[..., Outcome]

FIRST, *OTHERS = samples.FAULTY.findings
FIXED = replace(FIRST, fingerprint="feedfeedfeedfeed", message="esx09 had no path to director C")
UNSEEN = replace(FIRST, rule="XAB001", fingerprint="beefbeefbeefbeef", message="sw9 had no clock")


def write(audit: Stub, sanlint: Run, name: str, as_of: str, *findings: object) -> None:
    audit.report = replace(samples.FAULTY, as_of=as_of, findings=findings)  # type: ignore[arg-type] # findings of samples
    sanlint("check", "capture.txt", "-o", name)


def now(audit: Stub) -> None:
    rules = tuple(replace(rule, not_evaluated=0, missing=()) for rule in samples.FAULTY.rules)
    audit.report = replace(samples.FAULTY, as_of="2026-11-01T08:00:00+00:00", rules=rules)


def test_new_fixed_and_unchanged_findings_are_shown_in_each_report_for_people(
    audit: Stub, sanlint: Run, tmp_path: Path
) -> None:
    write(audit, sanlint, "old.json", "2026-10-01T08:00:00+00:00", *OTHERS, FIXED, UNSEEN)
    now(audit)
    outcome = sanlint("check", "capture.txt", "--since", "old.json", "--format", "table", "-o", "a.html", "-o", "a.md")
    summary = f"1 new, 1 fixed, {len(OTHERS)} unchanged, 1 no longer evaluated since 2026-10-01 08:00 UTC (old.json)"
    assert summary in " ".join(outcome.out.split())
    markdown, html = (tmp_path / "a.md").read_text(), (tmp_path / "a.html").read_text()
    assert "### Changes" in markdown
    for text in ("esx09 had no path to director C", "sw9 had no clock"):
        assert text in markdown
        assert text in html
    assert markdown.index("**Fixed findings**") < markdown.index("esx09 had no") < markdown.index("sw9 had no")
    assert f'<a href="#f-{FIRST.fingerprint}">' in html
    assert f'<a href="#f-{FIXED.fingerprint}">' not in html, "a fixed finding is not on the page"


def test_the_most_severe_new_findings_are_listed_first(audit: Stub, sanlint: Run, tmp_path: Path) -> None:
    write(audit, sanlint, "old.json", "2026-10-01T08:00:00+00:00")
    now(audit)
    audit.report = replace(audit.report, findings=tuple(
        replace(FIRST, severity=severity, message=f"new {severity}", fingerprint=f"{number}" * 16)
        for number, severity in enumerate(("info", "error", "warning"))
    ))  # fmt: skip
    sanlint("check", "capture.txt", "--since", "old.json", "-o", "a.md")
    listed = (tmp_path / "a.md").read_text().partition("**New findings**")[2]
    assert listed.index("new error") < listed.index("new warning") < listed.index("new info")


def test_a_finding_of_a_rule_with_missing_data_is_not_fixed(audit: Stub, sanlint: Run) -> None:
    write(audit, sanlint, "old.json", "2026-10-01T08:00:00+00:00", FIXED)
    rules = tuple(replace(rule, not_evaluated=1) for rule in samples.FAULTY.rules)
    audit.report = replace(samples.FAULTY, rules=rules)
    text = " ".join(sanlint("check", "capture.txt", "--since", "old.json").out.split())
    assert "0 fixed, 0 unchanged, 1 no longer evaluated" in text


def test_a_folder_of_reports_shows_a_trend_and_the_newest_is_compared(
    audit: Stub, sanlint: Run, tmp_path: Path
) -> None:
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "notes.json").write_text('{"a": 1}')
    write(audit, sanlint, "all/b.json", "2026-09-01T08:00:00+00:00", *samples.FAULTY.findings, FIXED)
    write(audit, sanlint, "all/a.json", "2026-10-01T08:00:00+02:00", FIRST)
    now(audit)
    for _ in range(2):  # the second time, the file written by the first run exists
        given = ("--since", "all", "-o", "all/now.json", "-o", "a.md")
        assert sanlint("check", "capture.txt", *given).code == 1
        markdown = (tmp_path / "a.md").read_text()
        assert f"{len(OTHERS)} new, 0 fixed, 1 unchanged since 2026-10-01 06:00 UTC (all/a.json)" in markdown
        rows = [line for line in markdown.splitlines() if line.startswith("| 2026-")]
        assert rows == [
            "| 2026-09-01 08:00 UTC | 2 | 2 | 1 |",
            "| 2026-10-01 06:00 UTC | 1 | 0 | 0 |",
            "| 2026-11-01 08:00 UTC | 1 | 2 | 1 |",
        ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "--since old.json: cannot be read: No such file or directory"),
        ('{"version": 1,\n oops', "--since old.json:2:2: invalid JSON"),
        ("[" * 3000, "invalid JSON"),
        ('{"version": 2}', "not a report that sanlint check --format json wrote"),
        ('{"version": 1, "as_of": "soon", "findings": []}', "as_of is not a time"),
        ('{"version": 1, "as_of": "2026-01-01", "findings": [\n{"rule": "A"}]}', "--since old.json:2: a finding needs"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_file_that_is_not_a_report_is_refused_before_the_audit(
    audit: Stub, sanlint: Run, tmp_path: Path, text: str | bytes | None, said: str
) -> None:
    if text is not None:
        (tmp_path / "old.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    outcome = sanlint("check", "capture.txt", "--since", "old.json")
    assert (outcome.code, audit.calls) == (2, 0)
    assert said in outcome.err


def test_a_folder_without_reports_is_refused(audit: Stub, sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "x.json").write_text(json.dumps({"version": 1}))
    outcome = sanlint("check", "capture.txt", "--since", "all")
    assert (outcome.code, audit.calls) == (2, 0)
    assert "the folder contains no JSON report" in outcome.err


def test_the_page_draws_the_trend(audit: Stub, sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "all").mkdir()
    for month in ("07", "08", "09"):
        write(audit, sanlint, f"all/{month}.json", f"2026-{month}-01T08:00:00+00:00", *samples.FAULTY.findings)
    now(audit)
    sanlint("check", "capture.txt", "--since", "all", "-o", "a.html")
    picture = (tmp_path / "a.html").read_text().partition('<svg class="finding-trend"')[2].partition("</svg>")[0]
    assert re.findall(r'<text class="name [a-z]+"[^>]*>([^<]*)<', picture) == ["2 warnings", "1 error", "1 info"]
    for severity in ("error", "warning", "info"):
        line = re.findall(rf'<path class="line {severity}" d="M([^"]*)"', picture)
        dots = re.findall(rf'class="dot {severity}" cx="([\d.]+)" cy="([\d.]+)"', picture)
        assert line == ["L".join(map(" ".join, dots))]
        assert len(dots) == 4
        assert len({height for _, height in dots}) == 1, "the counts do not change"
    assert "2026-07-01" in picture
    assert "2026-11-01" in picture


def test_reports_of_one_time_have_no_trend_to_draw(audit: Stub, sanlint: Run, tmp_path: Path) -> None:
    write(audit, sanlint, "old.json", "2026-11-01T08:00:00+00:00", FIRST)
    now(audit)
    sanlint("check", "capture.txt", "--since", "old.json", "-o", "a.html")
    assert "Open findings over time" in (tmp_path / "a.html").read_text()
    assert "finding-trend" not in (tmp_path / "a.html").read_text()
