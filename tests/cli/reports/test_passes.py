"""``check --passes``: what passed, with the counts that were compared and the limits they meet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checker.report.base import Presentation
from checker.report.formats import table
from checker.rules.evaluate.finding import Checked, Passed
from fixtures.generate.sans.inventories import small_san
from tests.cli.conftest import Outcome
from tests.report import samples

Run = Callable[..., Outcome]
CHECK = ("check", "san.yaml", "--isolated", "-q", "--exit-zero", "--select", "PTH001,PTH002,PTH003,PTH004")


@pytest.fixture(autouse=True)
def san(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("san.yaml").write_text(small_san())


def passes(sanlint: Run, *options: str) -> list[dict[str, Any]]:
    report = json.loads(sanlint(*CHECK, "--passes", "--format", "json", *options).out)
    return [one for one in report.get("passes", []) if one["rule"] == "PTH001"]


def checked(sanlint: Run, minimum: int) -> list[tuple[str, object, str, object]]:
    found = [one for passed in passes(sanlint, "--config", f"PTH001.min={minimum}") for one in passed["checked"]]
    return [(one["column"], one["value"]["lo"], one["meets"], one["limit"]) for one in found]


def test_a_pass_has_the_count_and_the_limit_it_meets(sanlint: Run) -> None:
    assert checked(sanlint, 2) == [("live_paths", 2, "at least", 2), ("live_paths", 4, "at least", 2)]
    assert checked(sanlint, 4) == [("live_paths", 4, "at least", 4)]
    assert checked(sanlint, 5) == [], "these are findings"


def test_a_host_without_a_live_path_is_no_pass_of_the_number_of_paths(sanlint: Run) -> None:
    text = Path("san.yaml").read_text()
    Path("san.yaml").write_text(re.sub("state: (active|standby)", "state: dead", text))
    assert passes(sanlint) == []


def test_people_read_the_passes_by_device(sanlint: Run) -> None:
    text = sanlint(*CHECK, "--passes", "-o", "a.html", "--format", "table").out
    assert "What passed" in text
    assert "    PTH001   live paths" in text
    html = Path("a.html").read_text()
    assert "Counts that meet their limits" in html
    assert "(at least 2)" in html
    assert "What passed" not in sanlint(*CHECK, "--format", "table").out


def test_devices_that_pass_the_same_are_listed_once() -> None:
    live = {number: (Checked("live_paths", number, "at least", 2),) for number in (2, 4)}
    passed = [
        *(Passed("PTH001", {"host": name}, live[4], 3) for name in ("h1", "h2", "h4")),
        Passed("PTH001", {"host": "h3"}, live[2], 3),
        Passed("PTH001", {}, live[4], 3),
    ]
    report = replace(samples.FAULTY, findings=(), passes=tuple(passed))
    text = table.render(report, Presentation(passes=True))
    of_passes = text.partition("What passed")[2].partition("\n\n")[0]
    assert [line.strip() for line in of_passes.splitlines() if "PTH001" not in line] == [
        "", "host h1, h2, h4", "host h3", "the SAN"
    ]  # fmt: skip
    assert of_passes.count("live paths: 4 (at least 2)  3 objects") == 2


def test_rules_that_compare_no_count_list_no_passes(sanlint: Run) -> None:
    rules = {one["rule"] for one in json.loads(sanlint(*CHECK, "--passes", "--format", "json").out)["passes"]}
    assert "PTH003" not in rules, "it compares no count"
    assert {"PTH001", "PTH004"} <= rules
