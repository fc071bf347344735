"""The JSON report: what the schema says, and everything the other formats show."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from checker.report.formats.json import document
from checker.resources import schema
from checker.rules.evaluate.finding import Report
from tests.report import samples
from tests.report.test_snapshots import REPORTS, shown

SCHEMA = json.loads(schema("report").read_text(encoding="utf-8"))


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_the_report_matches_the_schema(report: Report) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(_closed(SCHEMA)).validate(json.loads(shown(report, "json", 100)))


def _closed(part: Any) -> Any:
    """The same schema, but undeclared fields are an error: what is written must be declared."""
    if isinstance(part, dict):
        closed = {key: _closed(value) for key, value in part.items()}
        if "properties" in part and part is not SCHEMA["$defs"]["place"] and "label" not in part["properties"]:
            closed["additionalProperties"] = False
        return closed
    return [_closed(item) for item in part] if isinstance(part, list) else part


def test_everything_the_other_formats_show_is_there() -> None:
    written = document(samples.FAULTY)
    finding = written["findings"][0]
    assert finding["location"] == {
        "file": "exports/esx07/core-path-list.txt",
        "member": None,
        "line": 112,
        "column": 4,
        "end_line": None,
        "end_column": None,
    }
    assert finding["object"] == {"host": "esx07", "vplex_cluster": "cluster-1"}
    assert len(finding["objects"]) == 12
    assert finding["evidence"]["possible_paths"] == {"lo": 3, "hi": 4}
    assert finding["related"][1]["member"] == "cluster-1/storage-views.txt"
    assert finding["fix"][2] == {
        "platform": "brocade",
        "on": None,
        "only_if": None,
        "run": "Enable the zone set in the next change window.",
        "check": None,
        "undo": None,
        "checklist": True,
    }
    assert [file["format"] for file in written["coverage"]["files"]][-2:] == [None, None]
    assert written["coverage"]["rules"][3]["missing"] == [
        {"fact": "path.state", "objects": 120, "example": "esx08 lun_01"}
    ]
    assert written["coverage"]["missing_exports"][0]["command"] == "esxcli storage core path list"
    assert written["summary"]["verdict"] == "findings"
    assert (written["summary"]["error"], written["summary"]["warning"], written["summary"]["info"]) == (1, 2, 1)


def test_values_that_json_cannot_represent_do_not_break_it() -> None:
    finding = replace(samples.ADVICE, evidence={"ratio": float("nan"), "name": "a\ud800b"}, message="\x1b[2J")
    text = shown(replace(samples.CLEAN, findings=(finding,)), "json", 100)
    text.encode("utf-8")
    assert json.loads(text)["findings"][0]["evidence"] == {"ratio": None, "name": "a?b"}
    assert "\x1b" not in text


def test_it_does_not_depend_on_the_terminal() -> None:
    assert shown(samples.FAULTY, "json", 60, color=True, coverage=True) == shown(samples.FAULTY, "json", 100)
