"""``check --format nagios``: the exit code is that of a plugin; other formats keep their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from checker.rules.evaluate.finding import Report
from tests.cli.conftest import Outcome, Stub
from tests.report import samples

EXPORTS = Path(__file__).parents[3] / "fixtures" / "clean-vplex-local" / "exports"


@pytest.mark.parametrize(
    ("report", "nagios", "checkmk"),
    [
        (samples.CLEAN, 0, 0),
        (samples.FAULTY, 2, 1),
        (replace(samples.CLEAN, findings=(samples.OPEN_ZONE,)), 1, 1),
        (samples.UNSEEN, 3, 0),
    ],
    ids=["ok", "critical", "warning", "unknown"],
)
def test_a_plugin_has_the_exit_code_of_its_state(
    audit: Stub, sanlint: Callable[..., Outcome], report: Report, nagios: int, checkmk: int
) -> None:
    audit.report = report
    outcome = sanlint("check", "capture.txt", "--format", "nagios", "-q")
    assert (outcome.code, outcome.out.startswith("SANLINT ")) == (nagios, True)
    assert sanlint("check", "capture.txt", "--format", "nagios", "-q", "--exit-zero").code == 0
    assert sanlint("check", "capture.txt", "--format", "checkmk", "-q").code == checkmk


@pytest.mark.parametrize(("severity", "status"), [("info", "0"), ("error", "3")])
def test_only_checks_that_can_report_errors_make_a_host_unknown(
    sanlint: Callable[..., Outcome], tmp_path: Path, severity: str, status: str
) -> None:
    config = tmp_path / "sanlint.yaml"
    config.write_text(f"severities: {{HOST008: {severity}}}\n", encoding="utf-8")
    found = sanlint("check", str(EXPORTS), "--config", str(config), "--select", "HOST008,PTH001", "--format", "checkmk")
    assert [line[0] for line in found.out.splitlines()] == [status] * 3
    assert found.out.count("data is missing for 20 checks") == 2
