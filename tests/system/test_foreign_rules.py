"""Rules from elsewhere: they run apart, say the same as our own would, and cannot take the audit with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.rules.evaluate import sandbox as apart
from checker.rules.evaluate.finding import Report
from tests import folders
from tests.hostile import site_rule

FIXTURES = folders.FIXTURES
# Related to two built-in rules, which the sandbox therefore evaluates too.
RULE = site_rule.RULE.replace("evidence:", "unless: {PTH002: [host]}\ncaused_by: {PTH014: [host, volume]}\nevidence:")


def options(folder: Path, *chosen: str) -> Options:
    site_rule.write_rule(folder, RULE)
    config = str(FIXTURES / "demo" / "sanlint.yaml")
    return Options(isolated=True, rules=(str(folder),), jobs=1, config=config, select=chosen)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The demonstration with the foreign rule and all of ours."""
    return audit([str(FIXTURES / "demo" / "exports")], options(tmp_path_factory.mktemp("rules")))


def test_a_foreign_rule_is_shadowed_by_ours_and_has_a_location(report: Report) -> None:
    theirs = [finding for finding in report.findings if finding.rule == "XAB001"]
    hosts = {finding.object["host"] for finding in theirs}
    assert {"esx01", "esx05"} <= hosts
    # PTH002 reports these two.
    assert not {"esx02", "esx04"} & hosts
    assert all(finding.location is not None for finding in theirs if finding.basis == "observed")
    assert report.errors == ()
    coverage = {one.rule: one for one in report.rules}
    assert coverage["XAB001"].failed > 0
    assert [one.rule for one in report.rules].count("PTH002") == 1


def test_our_findings_are_the_same_with_and_without_foreign_rules(report: Report) -> None:
    demo = FIXTURES / "demo"
    without = audit([str(demo / "exports")], Options(isolated=True, jobs=1, config=str(demo / "sanlint.yaml")))
    assert tuple(f for f in report.findings if f.rule != "XAB001") == without.findings


def test_a_child_that_takes_too_long_is_an_error_of_its_rules_only(tmp_path: Path, monkeypatch) -> None:
    chosen = options(tmp_path, "XAB001", "PTH002", "PTH014")
    monkeypatch.setattr(
        apart.evaluate_in_sandbox, "__kwdefaults__", {**apart.evaluate_in_sandbox.__kwdefaults__, "seconds": 0.001}
    )
    report = audit([str(FIXTURES / "demo" / "exports")], chosen)
    assert [error.partition(":")[0] for error in report.errors] == ["XAB001"]
    assert "longer than" in report.errors[0]
    assert any(finding.rule == "PTH002" for finding in report.findings)
