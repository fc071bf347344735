"""JSON lines: each line what its schema says, together what the JSON report says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from checker.report.base import Presentation
from checker.report.formats import jsonl
from checker.report.formats.json import document
from checker.resources import schema
from checker.rules.evaluate.finding import Report
from tests.report import hostile, samples
from tests.report.test_snapshots import REPORTS

LINE = json.loads(schema("report-line").read_text(encoding="utf-8"))
# As shipped: no other file and no network.
VALIDATOR = Draft202012Validator(LINE)


def read(report: Report) -> list[dict[str, Any]]:
    text = jsonl.render(report, Presentation())
    assert text.endswith("\n")
    lines = [json.loads(line) for line in text[:-1].split("\n")]
    for line in lines:
        VALIDATOR.validate(line)
    return lines


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_the_lines_together_are_the_json_report(report: Report) -> None:
    *findings, summary = read(report)
    assert [line.pop("type") for line in findings] == ["finding"] * len(report.findings)
    assert summary.pop("type") == "summary"
    assert {line.pop("version") for line in findings} <= {1}
    assert {**summary, "findings": findings} == document(report)


def test_the_schema_distinguishes_line_types() -> None:
    finding, *_rest, summary = read(samples.FAULTY)
    assert not VALIDATOR.is_valid({**finding, "type": "summary"})
    assert not VALIDATOR.is_valid({**summary, "type": "finding"})
    del finding["fingerprint"]
    assert not VALIDATOR.is_valid(finding)


@given(hostile.texts)
def test_no_text_makes_a_line(text: str) -> None:
    assert [line["type"] for line in read(hostile.report_of(text))] == ["finding", "finding", "summary"]
