"""The demonstration SAN apart from its findings: what is up to date, what is deliberately not read, and what a change shows.

That its findings are exactly those expected is held with the other scenarios.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from checker.audit import Options, audit
from checker.rules.evaluate.finding import Report
from fixtures.generate.demo import FOLDER, stale
from tests.system.test_scenarios import _report


def _paths_of(folder: Path) -> Report:
    options = Options(
        config=str(folder / "sanlint.yaml"), as_of=datetime(2026, 3, 10, tzinfo=UTC), jobs=1, select=("PTH",)
    )
    return audit([str(folder / "exports")], options)


def test_the_exports_are_what_the_generator_writes() -> None:
    assert stale() == [], "run python -m fixtures.generate.demo"


def test_only_the_notes_and_the_broken_copy_are_not_read_in_full() -> None:
    report = _report("demo")
    shown = [file for file in report.files if not file.path.endswith("sanlint.yaml")]
    assert [Path(file.path).name for file in shown if file.format is None] == ["cabling-notes.txt"]
    assert {(Path(file.path).parent.name, file.format) for file in shown if file.unread_lines or file.notes} == {
        ("esx07", "esxi-core-device-list")
    } | {("exports", None) for file in shown if file.format is None and file.notes}
    assert report.errors == ()


def test_a_host_without_exports_is_checked_against_the_plan(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    shutil.copytree(FOLDER, folder)
    shutil.rmtree(folder / "exports" / "esx04")
    config = folder / "sanlint.yaml"
    ports = '{vmhba1: {initiator_wwpn: "10:00:00:90:fa:e1:04:01"}, vmhba2: {initiator_wwpn: "10:00:00:90:fa:e1:04:02"}}'
    text = config.read_text()
    assert "    esx04: {site: dc1}\n" in text
    config.write_text(text.replace("    esx04: {site: dc1}\n", f"    esx04: {{site: dc1, initiators: {ports}}}\n"))
    found = [finding for finding in _paths_of(folder).findings if finding.object.get("host") == "esx04"]
    assert ("PTH004", "planned") in {(finding.rule, finding.basis) for finding in found}
    assert ("PTH002", "planned") in {(finding.rule, finding.basis) for finding in found}


def test_no_fact_about_iscsi_is_missing_in_a_san_without_it() -> None:
    missing = {fact.fact for rule in _report("demo").rules for fact in rule.missing}
    assert "host.host_cluster" in missing
    assert not {fact for fact in missing if "iscsi" in fact}
