"""Annotations of GitHub Actions, read back as the runner reads them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given

from checker.report.base import Presentation
from checker.report.formats import github
from checker.rules.book.rule import Severity
from checker.rules.evaluate.finding import Finding, Place, Report
from tests.report import hostile, samples


@dataclass
class Command:
    name: str
    properties: dict[str, str]
    message: str


def read(report: Report) -> tuple[list[Command], list[str]]:
    """Take the log apart as actions/runner's ``ActionCommand.TryParseV2`` does: commands, and plain lines."""
    commands, plain = [], []
    for line in github.render(report, Presentation()).split("\n")[:-1]:
        match = re.fullmatch(r"::(\w+) ?(.*?)::(.*)", line.lstrip()) if line.lstrip().startswith("::") else None
        if match is None:
            plain.append(line)
            continue
        pairs = [pair.split("=", 1) for pair in match[2].split(",") if pair]
        commands.append(Command(match[1], {key: _unescaped(value) for key, value in pairs}, _unescaped(match[3])))
    return commands, plain


def _unescaped(text: str) -> str:
    for escape, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escape, character)
    return text


def _many(count: int, severity: Severity) -> tuple[Finding, ...]:
    return tuple(replace(samples.OPEN_ZONE, severity=severity, message=f"{severity} {n}") for n in range(count))


def test_a_finding_is_an_annotation_at_its_line() -> None:
    commands, _plain = read(samples.FAULTY)
    assert [command.name for command in commands] == ["error", "warning", "warning", "notice", "notice"]
    zone = commands[1]
    assert zone.properties == {
        "file": "exports/fab-a/cfgshow.txt",
        "line": "77",
        "endLine": "77",
        "title": "ZON001 several-initiators-in-a-zone",
    }
    assert zone.message == f"{samples.OPEN_ZONE.message}\nFix: {samples.OPEN_ZONE.fix_summary}"


@pytest.mark.parametrize(
    ("place", "properties"),
    [
        (Place("a,b:c%.txt", 3), {"file": "a,b:c%.txt", "line": "3", "endLine": "3"}),
        (
            Place("a.txt", 3, column=5, end_column=9),
            {"file": "a.txt", "line": "3", "endLine": "3", "col": "5", "endColumn": "9"},
        ),
        (Place("a.txt", 3, column=5, end_line=4, end_column=9), {"file": "a.txt", "line": "3", "endLine": "4"}),
        (Place("a.tgz", 3, member="b.txt"), {"file": "a.tgz"}),
        (Place("/elsewhere/a.txt", 3), {}),
    ],
)
def test_columns_only_on_one_line_and_places_only_of_files_in_the_repository(
    place: Place, properties: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    commands, _plain = read(replace(samples.FAULTY, findings=(replace(samples.OPEN_ZONE, location=place),)))
    assert {key: value for key, value in commands[0].properties.items() if key != "title"} == properties
    if "line" not in properties:
        assert f"{place.file}{'!b.txt' if place.member else ''}:3" in commands[0].message


def test_the_worst_ten_of_each_kind_are_annotated_and_the_rest_is_counted() -> None:
    findings = _many(13, "info") + _many(12, "warning") + _many(11, "error")
    commands, plain = read(replace(samples.FAULTY, findings=findings))
    kinds = Counter(command.name for command in commands)
    assert kinds == {"error": 10, "warning": 10, "notice": 10}
    assert [command.name for command in commands] == ["error"] * 10 + ["warning"] * 10 + ["notice"] * 10
    # Nine of the notices are findings.
    assert "7 findings not annotated" in commands[-1].message
    assert "7 findings not annotated" in plain[-1]
    assert len(commands) <= github.MOST


def test_an_incomplete_run_warns_even_with_ten_warnings() -> None:
    commands, plain = read(samples.NOTHING)
    assert [(command.name, command.message) for command in commands] == [
        ("warning", "Nothing could be checked: no file was recognised.")
    ]
    assert any(line.startswith("Read: ") for line in plain)
    assert read(samples.UNSEEN)[0][0].name == "warning"


def test_a_clean_run_annotates_nothing() -> None:
    commands, plain = read(samples.CLEAN)
    assert commands == []
    assert plain[-1] == "No findings: 96 checks by 1 rule."


def test_hidden_findings_are_not_annotated() -> None:
    hidden = replace(samples.OPEN_ZONE, state="suppressed")
    commands, _plain = read(replace(samples.FAULTY, findings=(hidden,)))
    assert all("ZON001" not in command.properties.get("title", "") for command in commands)


@given(hostile.texts)
def test_no_text_makes_a_command(text: str) -> None:
    commands, plain = read(hostile.report_of(text))
    assert [command.name for command in commands] == ["error", "notice"]
    assert not any("##[" in line or line.lstrip().startswith("::") for line in plain)
    assert set(commands[0].properties) <= {"file", "line", "endLine", "col", "endColumn", "title"}
    assert not {"\r", "\x1b", "\x00"} & set("".join(plain))
