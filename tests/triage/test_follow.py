"""``--follow`` and ``--baseline``: a problem that comes back for a part of the later capture is not gone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.triage.bundles import Bundle, Parts, during, slow_array
from tests.triage.test_bundles import ALL4, ARRAY
from tests.triage.verdicts import causes, triage

LATER = ARRAY.start + timedelta(days=1)


def written(folder: Path, bundle: Bundle) -> str:
    for name, text in bundle.files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(folder)


def slower(factor: float) -> Any:
    return lambda parts: replace(parts, array=parts.array * factor)


@pytest.mark.parametrize(
    ("change", "outcome", "source"),
    [
        (slower(1), "gone", "whole"), (slower(4), "better", "found"), (slow_array, "same", "found"), (slower(20), "worse", "found"),
    ],
    ids=["gone", "better", "same", "worse"],
)  # fmt: skip
def test_the_slow_time_of_the_later_capture_is_compared(tmp_path: Path, change: Any, outcome: str, source: str):
    # The problem comes back at another time of the day.
    after = replace(ARRAY, scenario=during(10, 30, change, ALL4), start=LATER)
    found = triage(tmp_path / "san", ARRAY.files(), "--follow", written(tmp_path / "later", after))
    assert {one["outcome"] for one in found["follow"]} == {outcome}
    assert found["follow_window"]["source"] == source
    if source == "found":
        assert found["follow_window"]["since"] == "2026-03-05T07:01:40Z"


def test_a_slow_time_of_others_is_not_compared(tmp_path: Path):
    before = replace(ARRAY, scenario=during(40, 60, slower(10), ("app05",)))
    after = replace(ARRAY, scenario=during(10, 30, slower(10), ("app06",)), start=LATER)
    found = triage(tmp_path / "san", before.files(), "--follow", written(tmp_path / "later", after))
    assert {one["outcome"] for one in found["follow"]} == {"gone"}
    assert found["follow_window"]["source"] == "whole"


def test_slow_times_of_the_baseline_are_no_reference(tmp_path: Path):
    def always(_host: str, _volume: int, _port: str, _number: int, parts: Parts) -> Parts:
        return slower(6)(parts)

    slow = replace(ARRAY, scenario=always, start=LATER)
    found = triage(tmp_path / "san", slow.files(), "--baseline", written(tmp_path / "good", ARRAY))
    assert causes(found) == [("TRI009", ("storage_array flash1",))]
    assert all(flow["reference_ms"] < 0.7 for flow in found["flows"])


def always(factor: float) -> Bundle:
    return replace(ARRAY, scenario=lambda _host, _volume, _port, _number, parts: slower(factor)(parts), start=LATER)


def limit(found: dict[str, Any], guard: str) -> str:
    return "".join(one["text"] for one in found["guards"] if one["guard"] == guard and not one["passed"])


def test_a_host_that_the_baseline_does_not_have_is_not_fast_because_others_are_slow(tmp_path: Path):
    partly = {name: text for name, text in ARRAY.files().items() if not name.startswith("app05/")}
    (tmp_path / "good").mkdir()
    for name, text in partly.items():
        (tmp_path / "good" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "good" / name).write_text(text)
    found = triage(tmp_path / "san", always(6).files(), "--baseline", str(tmp_path / "good"))
    assert {flow["state"] for flow in found["flows"]} == {"slow"}
    assert limit(found, "not_in_baseline").startswith(
        "the baseline does not have 2 volumes on app05, which are compared"
    )


def test_a_baseline_with_much_less_load_is_a_limit(tmp_path: Path):
    idle = replace(ARRAY, scenario=lambda _host, _volume, _port, _number, parts: replace(parts, iops=parts.iops / 5))
    good = written(tmp_path / "good", idle)
    found = triage(tmp_path / "san", always(6).files(), "--baseline", good)
    assert "at least 2 times the I/O of the baseline" in limit(found, "busier")
    alike = triage(tmp_path / "again", always(6).files(), "--baseline", written(tmp_path / "alike", ARRAY))
    assert limit(alike, "busier") + limit(alike, "not_in_baseline") == ""


@pytest.mark.parametrize(
    ("factor", "load", "outcome"),
    [(1, 1.6, "gone"), (1, 0.4, "not_comparable"), (20, 0.4, "worse"), (20, 2.5, "not_comparable")],
)
def test_a_load_that_is_no_reason_for_the_change_does_not_matter(
    tmp_path: Path, factor: float, load: float, outcome: str
):
    def change(parts: Parts) -> Parts:
        return replace(slower(factor)(parts), iops=parts.iops * load)

    after = replace(ARRAY, scenario=during(10, 30, change, ALL4), start=LATER)
    if factor == 1:
        after = replace(after, scenario=lambda _host, _volume, _port, _number, parts: change(parts))
    found = triage(tmp_path / "san", ARRAY.files(), "--follow", written(tmp_path / "later", after))
    assert {one["outcome"] for one in found["follow"]} == {outcome}
