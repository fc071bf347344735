"""Formats from the command line: several at once, chosen by GitHub Actions, and listed in the help."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests import folders
from tests.cli.conftest import Outcome, Stub
from tests.report import samples

Sanlint = Callable[..., Outcome]


def test_one_run_writes_every_format(audit: Stub, sanlint: Sanlint, tmp_path: Path) -> None:
    names = ("sarif", "junit", "gitlab", "markdown", "csv", "jsonl", "json", "github")
    options = [part for name in names for part in ("--format", f"{name}:out.{name}")]
    outcome = sanlint("check", "capture.txt", "--format", "concise", *options)
    assert outcome.code == 1
    assert audit.calls == 1
    assert outcome.out.count("PTH003") >= 1
    read = {name: (tmp_path / f"out.{name}").read_bytes().decode() for name in names}
    assert not any("\x1b" in text for text in read.values())
    assert len(json.loads(read["sarif"])["runs"][0]["results"]) == 4
    assert ElementTree.fromstring(read["junit"]).get("failures") == "4"
    assert json.loads(read["gitlab"])[0]["check_name"] == "PTH003"
    assert read["markdown"].startswith("## sanlint\n")
    assert next(csv.reader(read["csv"].splitlines()))[:2] == ["severity", "rule"]
    assert json.loads(read["jsonl"].splitlines()[-1])["type"] == "summary"
    assert read["github"].startswith("::error ")


def test_the_lines_of_the_files_and_the_profile_reach_the_log(audit: Stub, sanlint: Sanlint, tmp_path: Path) -> None:
    from dataclasses import replace

    from checker.rules.evaluate.finding import Place

    (tmp_path / "capture.txt").write_text("0123456789\n")
    audit.report = replace(samples.FAULTY, findings=(replace(samples.OPEN_ZONE, location=Place("capture.txt", 1)),))
    sanlint("check", "capture.txt", "-o", "out.sarif", "--profile", "triage")
    run = json.loads((tmp_path / "out.sarif").read_text())["runs"][0]
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 11}
    assert run["automationDetails"]["id"] == "sanlint/triage/"


@pytest.mark.usefixtures("audit")
def test_github_actions_gets_annotations_by_default(
    sanlint: Sanlint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert sanlint("check", "capture.txt").out.startswith("::error ")
    assert "::error" not in sanlint("check", "capture.txt", "--format", "concise").out
    sanlint("check", "capture.txt", "-o", "out.txt")
    assert "::error" not in (tmp_path / "out.txt").read_text()
    monkeypatch.setenv("GITHUB_ACTIONS", "false")
    assert "::error" not in sanlint("check", "capture.txt").out


@pytest.mark.usefixtures("audit")
def test_machine_formats_are_never_coloured(sanlint: Sanlint) -> None:
    for name in ("sarif", "junit", "gitlab", "markdown", "csv", "jsonl", "github"):
        assert "\x1b" not in sanlint("check", "capture.txt", "--format", name, "--color", "always").out


def test_the_help_names_every_format(sanlint: Sanlint) -> None:
    from checker.report.registry import formats

    words = {word.rstrip(",;") for word in sanlint("check", "--help").out.replace("│", " ").split()}
    assert set(formats()) <= words


@pytest.mark.usefixtures("audit")
def test_findings_omitted_from_a_document_are_reported(sanlint: Sanlint, monkeypatch: pytest.MonkeyPatch) -> None:
    from checker.report.formats import sarif

    monkeypatch.setattr(sarif, "MOST_RESULTS", 1)
    outcome = sanlint("check", "capture.txt", "-o", "out.sarif")
    assert "sanlint: sarif: omitted the 3 least severe findings" in outcome.err
    assert "omitted" not in sanlint("check", "capture.txt", "-o", "out.sarif", "--quiet").err


def test_the_sarif_log_of_the_demonstration_is_small_and_names_no_folder_of_the_machine(
    sanlint: Sanlint, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its size must not depend on the name of the folder that the repository is in.
    monkeypatch.chdir(folders.FIXTURES / "demo")
    given = ("--config", "sanlint.yaml", "--exit-zero", "--jobs", "1")
    text = sanlint("check", "exports", *given, "--format", "sarif").out
    assert len(text.encode()) < 100_000
    assert Path.cwd().as_uri() not in text


def test_limits_of_sizes_have_units_for_people(sanlint: Sanlint) -> None:
    folder = folders.FIXTURES / "limits"
    options = ("--config", str(folder / "sanlint.yaml"), "--select", "LIM003,LIM004", "--format", "concise", "-q")
    found = sanlint("check", str(folder / "exports"), *options).out
    assert "supports virtual volumes of 95.4 MiB (100,000,000 bytes) to 32 TiB (35,184,372,088,832 bytes)" in found
    assert "supports storage volumes up to 32 TiB (35,184,372,088,832 bytes)" in found
