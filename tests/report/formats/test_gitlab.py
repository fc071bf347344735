"""GitLab code quality, by the rules of GitLab's own parser."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from checker.report.base import Presentation
from checker.report.formats import gitlab
from checker.rules.evaluate.finding import Place, Report
from tests.report import hostile, samples
from tests.report.test_snapshots import REPORTS


def read(report: Report) -> list[dict[str, Any]]:
    """Read as GitLab does: one issue that isn't valid ends the list; the page of each is path and line."""
    text = gitlab.render(report, Presentation())
    assert not text.startswith("\ufeff")
    issues: list[dict[str, Any]] = json.loads(text)
    for issue in issues:
        assert all(isinstance(issue[key], str) and issue[key] for key in ("description", "check_name", "fingerprint"))
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        path, line = issue["location"]["path"], issue["location"]["lines"]["begin"]
        assert path
        assert not path.startswith(("/", "./", "../"))
        assert isinstance(line, int)
        assert line >= 1
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    return issues


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_it_is_what_gitlab_demands(report: Report) -> None:
    findings = [issue for issue in read(report) if issue["check_name"] not in ("unread-input", "not-evaluated")]
    assert len(findings) == len(report.findings)


def test_a_finding_is_an_issue_at_its_line() -> None:
    issue = read(samples.FAULTY)[0]
    assert issue["check_name"] == "PTH003"
    assert issue["severity"] == "critical"
    assert issue["fingerprint"] == samples.MISSING_DIRECTOR.fingerprint
    assert issue["location"] == {"path": "exports/esx07/core-path-list.txt", "lines": {"begin": 112}}
    assert issue["description"].startswith("PTH003 director-missing-on-fabric: esx07 has no live path")
    assert [one["severity"] for one in read(samples.FAULTY)][:4] == ["critical", "major", "major", "info"]


def test_what_could_not_be_checked_is_reported_as_info() -> None:
    gaps = read(samples.UNSEEN)
    assert [(gap["check_name"], gap["severity"], gap["location"]["path"]) for gap in gaps] == [
        ("unread-input", "info", "exports/esx07/nmp-device-list.txt"),
        ("unread-input", "info", "exports/notes.docx"),
        ("not-evaluated", "info", "exports/esx07/core-path-list.txt"),
    ]
    assert read(samples.CLEAN) == []


def test_findings_with_one_fingerprint_stay_apart() -> None:
    issues = read(replace(samples.CLEAN, findings=(samples.OPEN_ZONE,) * 3))
    assert [issue["fingerprint"] for issue in issues] == [
        "0102030405060708",
        "0102030405060708-2",
        "0102030405060708-3",
    ]


def test_paths_are_relative_to_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    places = (Place(f"./x/../{'a'}.txt", 2), Place("b.tgz", 7, member="c.txt"), Place(str(tmp_path / "d.txt"), 3))
    issues = read(replace(samples.CLEAN, findings=tuple(replace(samples.OPEN_ZONE, location=p) for p in places)))
    assert [(one["location"]["path"], one["location"]["lines"]["begin"]) for one in issues] == [
        ("a.txt", 2),
        ("b.tgz", 1),
        ("d.txt", 3),
    ]
    assert "(in b.tgz!c.txt:7)" in issues[1]["description"]


def test_internal_errors_are_critical() -> None:
    issues = read(replace(samples.CLEAN, errors=("cut off",)))
    assert [(one["check_name"], one["severity"]) for one in issues] == [("internal-error", "critical")]


@given(hostile.texts)
def test_no_text_breaks_it(text: str) -> None:
    issues = read(hostile.report_of(text))
    assert [issue["check_name"] for issue in issues] == [
        "PTH003",
        "unread-input",
        "unread-input",
        "not-evaluated",
        "internal-error",
    ]
