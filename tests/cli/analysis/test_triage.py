"""``sanlint triage``: options, exit codes, and exports that are not enough."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Outcome
from tests.triage.bundles import Bundle, Scenario, during, slow_array, usual

Run = Callable[..., Outcome]
HOSTS = ("app05", "app06", "app07", "app08", "app09")
ARRAY = Bundle(during(40, 60, slow_array, ("app05", "app06")), hosts=HOSTS, volumes=1)


@pytest.fixture
def exports(tmp_path: Path) -> Path:
    return write(tmp_path / "san", ARRAY)


def write(folder: Path, bundle: Bundle) -> Path:
    for name, text in bundle.files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def triage(sanlint: Run, *arguments: object) -> dict[str, Any]:
    done = sanlint("triage", "--isolated", "-q", "--format", "json", *map(str, arguments))
    assert done.code in (0, 1, 3), done.err
    return json.loads(done.out)


def test_help_names_every_format(sanlint: Run):
    shown = sanlint("triage", "--help").out
    assert all(name in shown for name in ("markdown", "html", ".txt", ".json", ".md", ".html"))


def test_a_window_that_is_given(sanlint: Run, exports: Path):
    by_clock = triage(sanlint, exports, "--since", "07:06:40", "--until", "07:10")["window"]
    assert (by_clock["since"], by_clock["until"], by_clock["source"]) == (
        "2026-03-04T07:06:40Z",
        "2026-03-04T07:10:00Z",
        "given",
    )
    before_newest = triage(sanlint, exports, "--since=-5m")["window"]
    assert (before_newest["since"], before_newest["until"]) == ("2026-03-04T07:10:00Z", "2026-03-04T07:15:00Z")
    zoned = triage(
        sanlint, exports, "--since", "2026-03-04T08:06:40", "--until", "2026-03-04T08:10", "--timezone", "Europe/Berlin"
    )
    assert zoned["window"]["since"] == "2026-03-04T07:06:40Z"


def test_a_window_without_the_problem_is_as_expected(sanlint: Run, exports: Path):
    assert triage(sanlint, exports, "--since", "07:00", "--until", "07:05")["verdict"] == "as_expected"


def test_the_focus_selects_what_the_verdict_is_about(sanlint: Run, exports: Path):
    fast = triage(sanlint, exports, "--focus", "app07")
    assert fast["verdict"] == "as_expected"
    assert {flow["host"] for flow in fast["flows"]} == set(HOSTS)
    by_volume = triage(sanlint, exports, "--focus", "app05-v0", "--since", "07:06:40", "--until", "07:10")
    assert {flow["host"] for flow in by_volume["flows"] if flow["focus"] and flow["volume"]} == {"app05"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--focus", "app55"], ["--focus", "app55", "did you mean 'app05'"]),
        (["--since", "yesterday"], ["--since yesterday", "not a time", "2026-03-04T07:30"]),
        (["--since", "07:10", "--until", "07:05"], ["--since must be before --until"]),
        (["--timezone", "Mars/Base"], ["--timezone Mars/Base", "unknown"]),
        (["--clock", "app05"], ["--clock app05", "NAME=SECONDS"]),
        (["--clock", "app05=soon"], ["NAME=SECONDS"]),
        (["--clock", "app55=5"], ["--clock", "app55"]),
    ],
)
def test_wrong_options(sanlint: Run, exports: Path, options: list[str], words: list[str]):
    done = sanlint("triage", "--isolated", "-q", *options, str(exports))
    assert done.code == 2
    assert all(word in done.err for word in words), done.err


def test_exit_code_by_option(sanlint: Run, exports: Path):
    assert sanlint("triage", "--isolated", "-q", str(exports)).code == 0
    assert sanlint("triage", "--isolated", "-q", "--fail-on", "slow", str(exports)).code == 1
    assert sanlint("triage", "--isolated", "-q", "--fail-on", "slow", "--focus", "app07", str(exports)).code == 0


def test_only_configuration_is_no_evidence(sanlint: Run, exports: Path):
    done = sanlint("triage", "--isolated", "-q", str(exports / "san.yaml"))
    assert done.code == 3
    assert "no evidence" in done.out
    assert "esxtop -b" in done.out


def test_a_window_without_samples_is_no_evidence(sanlint: Run, exports: Path):
    done = sanlint(
        "triage", "--isolated", "-q", "--since", "2026-03-05T07:00", "--until", "2026-03-05T08:00", str(exports)
    )
    assert done.code == 3
    assert "no latency in this window" in done.out


def test_a_second_copy_changes_nothing(sanlint: Run, exports: Path):
    before = triage(sanlint, exports)
    (exports / "app05" / "again.csv").write_text((exports / "app05" / "esxtop.csv").read_text())
    after = triage(sanlint, exports)
    assert (after["verdict"], after["flows"], after["segments"]) == (
        before["verdict"],
        before["flows"],
        before["segments"],
    )


def test_a_row_that_is_cut_off_is_not_used(sanlint: Run, exports: Path):
    file = exports / "app05" / "esxtop.csv"
    file.write_text(file.read_text()[:-40])
    assert triage(sanlint, exports)["verdict"] == triage(sanlint, write(exports.with_name("whole"), ARRAY))["verdict"]


def test_captures_of_other_days_are_not_subtracted(sanlint: Run, exports: Path, tmp_path: Path):
    later = replace(ARRAY, start=ARRAY.start + timedelta(days=2)).files()
    (exports / "flash1" / "purevol-monitor.txt").write_text(later["flash1/purevol-monitor.txt"])
    found = triage(sanlint, exports)
    assert found["verdict"] == "undecided"
    assert {tuple(one["segments"]) for one in found["segments"]} == {("S1",), ("S2", "S5")}


@pytest.mark.parametrize("columns", [72, 120])
def test_the_page_fits_the_terminal(sanlint: Run, exports: Path, monkeypatch: pytest.MonkeyPatch, columns: int):
    monkeypatch.setenv("COLUMNS", str(columns))
    page = sanlint("triage", "--isolated", "-q", str(exports)).out
    assert max(map(len, page.splitlines())) <= columns
    assert "array slow" in page


def test_a_baseline_is_the_reference_where_nothing_else_is(sanlint: Run, tmp_path: Path):
    slow = write(tmp_path / "slow", replace(ARRAY, scenario=during(0, 90, slow_array)))
    alone = triage(sanlint, slow)
    assert (alone["verdict"], {flow["state"] for flow in alone["flows"]}) == ("undecided", {"fast"})
    assert "--baseline" in alone["needs"][0]["why"]
    good = write(tmp_path / "good", replace(ARRAY, scenario=usual, start=ARRAY.start - timedelta(days=7)))
    found = triage(sanlint, slow, "--baseline", good)
    assert [one["id"] for one in found["explanations"] if one["role"] == "cause"] == ["TRI009"]
    assert {flow["reference"] for flow in found["flows"]} == {"baseline"}


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        (usual, "gone"),
        (during(0, 90, lambda parts: replace(parts, array=parts.array * 3)), "better"),
        (during(0, 90, slow_array), "same"),
        (during(0, 90, lambda parts: replace(parts, array=parts.array * 20)), "worse"),
        (during(0, 90, lambda parts: replace(parts, iops=parts.iops / 3)), "not_comparable"),
    ],
)
def test_what_a_change_brought(sanlint: Run, exports: Path, tmp_path: Path, change: Scenario, outcome: str):
    after = write(tmp_path / "after", replace(ARRAY, scenario=change, start=ARRAY.start + timedelta(days=1)))
    both = ("-o", str(tmp_path / "found.json"), "-o", str(tmp_path / "found.txt"))
    done = sanlint("triage", "--isolated", "-q", "--follow", str(after), str(exports), *both)
    assert done.code in (0, 1, 3), done.err
    found = json.loads((tmp_path / "found.json").read_text())
    assert {one["outcome"] for one in found["follow"]} == {outcome}
    assert {one["host"] for one in found["follow"]} == {"app05", "app06"}
    parts = {one["segments"][0]: one for one in found["follow_segments"] if one["operation"] == "read"}
    factor = {"gone": 0.1, "better": 0.3, "same": 1.0, "worse": 2.0, "not_comparable": 0.1}[outcome]
    assert parts["S5"]["after_ms"] == pytest.approx(factor * parts["S5"]["before_ms"], rel=0.1)
    assert parts["S2"]["after_ms"] == pytest.approx(parts["S2"]["before_ms"], abs=0.05)
    page = (tmp_path / "found.txt").read_text()
    assert (
        f"AFTER     4 {outcome.replace('_', ' ')}; compared with all of the later capture, 2026-03-05 07:00:00 to"
        in page
    )


def test_markdown_for_a_ticket(sanlint: Run, exports: Path, tmp_path: Path):
    report = tmp_path / "comment.md"
    assert sanlint("triage", "--isolated", "-q", "-o", str(report), str(exports)).code == 0
    text = report.read_text()
    # Two of five volumes are not enough to blame the array.
    assert text.startswith("**undecided; no measurement proves a cause**")
    assert "| read | S5 array | 4." in text or "| read | S5 array | 3." in text
    assert "1. **TRI009 array slow** (fits, not proven): array flash1" in text


def test_many_flows_are_compared_in_steps_of_size(sanlint: Run, tmp_path: Path):
    many = replace(ARRAY, scenario=during(0, 12, slow_array, ("app05",)), bins=12, volumes=40, with_array=False)
    found = triage(sanlint, write(tmp_path / "many", many))
    states = {(flow["host"] == "app05", flow["state"]) for flow in found["flows"] if flow["volume"]}
    assert states == {(True, "slow"), (False, "fast")}
    assert {flow["reference"] for flow in found["flows"]} == {"siblings"}
