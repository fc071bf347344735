"""``--sort cost``: the most expensive finding first, wherever it is, and how its cost is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.estimate.cost.cost import Cost, CostNumber
from checker.estimate.quantity import Range
from checker.report.base import Presentation
from checker.report.cost import MOST_ASSUMPTIONS, by_cost, cost_lines, cost_value
from checker.report.registry import formats
from checker.rules.evaluate.finding import Finding
from tests.report import samples


def shown(name: str, *, ordered: bool) -> str:
    report = replace(samples.FAULTY, findings=tuple(ORDERED))
    return formats()[name].render(report, Presentation(by_cost=ordered))


def costing(name: str, cost: Cost | None, unknown: str = "") -> Finding:
    return replace(samples.OPEN_ZONE, message=name, object={"host": name}, cost=cost, cost_unknown=unknown)


def ratio(value: float) -> Cost:
    return Cost("fixed_policy", "dear", saturation_ratio=Range.exactly(value))


ORDERED = [
    costing("one", Cost("misaligned", "dear", delta_ms=Range(0.1, 0.5, 0.9))),
    costing(
        "two", Cost("cross_connect", "dear", numbers=(CostNumber("added to the mean read", Range.exactly(0.2), "ms"),))
    ),
    costing("three", ratio(0.25)),
    costing("four", ratio(0.5)),
    costing("five", Cost("transfer_size", "dear")),
    costing("six", None, "unknown"),
    costing("seven", None),
]


def test_findings_in_the_order_of_their_cost() -> None:
    mixed = tuple(ORDERED[index] for index in (5, 3, 6, 0, 4, 2, 1))
    assert [finding.message for finding in by_cost(mixed)] == [finding.message for finding in ORDERED]


@pytest.mark.parametrize("name", ["table", "full", "concise", "markdown", "json"])
def test_every_format_keeps_that_order(name: str) -> None:
    text = shown(name, ordered=True)
    places = [text.index(finding.message) for finding in ORDERED]
    assert places == sorted(places)


def test_the_table_shows_costs_where_it_is_ordered_by_them() -> None:
    assert "Impact: dear" in shown("table", ordered=True)
    assert "Impact:" not in shown("table", ordered=False)


def test_what_is_assumed_is_shown_or_counted_and_whole_in_json() -> None:
    cost = replace(ratio(1 / 3), assumptions=tuple(f"assumption {number}" for number in range(MOST_ASSUMPTIONS + 2)))
    lines = list(cost_lines(replace(samples.OPEN_ZONE, cost=cost)))
    assert lines[0] == "dear"
    assert lines[-2:] == [f"assumed: assumption {MOST_ASSUMPTIONS - 1}", "and 2 more assumptions; see the JSON report"]
    value = cost_value(cost)
    assert value is not None
    assert len(value["assumptions"]) == MOST_ASSUMPTIONS + 2
    assert value["saturation_ratio"]["typical"] == 0.333333
    assert list(cost_lines(replace(samples.OPEN_ZONE, cost_unknown="no paths"))) == ["not estimated: no paths"]
