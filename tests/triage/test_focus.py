"""A complaint about some of the slow hosts, and what is slow for another reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.triage.bundles import Bundle, Parts
from tests.triage.verdicts import causes, triage


def two_reasons(host: str, _volume: int, _port: str, number: int, parts: Parts) -> Parts:
    """app05 queues with much I/O, and the others, with little, wait for the array."""
    if not 40 <= number < 60:
        return parts
    return replace(parts, host=6.0, iops=9000.0) if host == "app05" else replace(parts, array=parts.array * 10)


BOTH = Bundle(two_reasons, depth=4)
QUEUE, ARRAY = ("TRI001", ("host app05",)), ("TRI009", ("storage_array flash1",))


def rest(document: dict[str, Any]) -> dict[str, Any]:
    """The guard of what no cause concerns."""
    guard: dict[str, Any] = next(one for one in document["guards"] if one["guard"] == "unexplained")
    return guard


def test_hosts_that_no_cause_concerns_are_named(tmp_path: Path):
    document = triage(tmp_path, BOTH.files())
    assert causes(document) == [QUEUE]
    guard = rest(document)
    assert not guard["passed"]
    assert [one["key"] for one in guard["about"]] == ["app06", "app07", "app08"]
    assert guard["text"].endswith("has another reason, on app06, app07, app08: --focus explains a host alone")


def test_a_cause_of_all_that_is_slow_leaves_no_rest(tmp_path: Path):
    one = replace(BOTH, scenario=lambda host, *of: two_reasons(host, *of) if host == "app05" else of[-1])
    document = triage(tmp_path, one.files())
    assert causes(document) == [QUEUE]
    assert rest(document)["passed"]


def test_what_others_wait_for_is_not_counted_against_the_reason_of_the_focus(tmp_path: Path):
    document = triage(tmp_path / "array", BOTH.files(), "--focus", "app06")
    assert causes(document) == [ARRAY]
    assert rest(document)["passed"]
    shared = {one["key"]: one["recall"] for one in document["scope"]}
    assert shared["app06"] == 1
    assert "app05" not in shared
    assert causes(triage(tmp_path / "queue", BOTH.files(), "--focus", "app05")) == [QUEUE]
