"""Rules about sizing read what the estimator says of the workload of the audit; without one they find nothing to look at."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Outcome, sanlint  # noqa: F401 - a fixture

BASE = Path(__file__).parents[2] / "fixtures" / "bases" / "xtremio-bare.yaml"
Run = Callable[..., Outcome]


@pytest.fixture
def sized(sanlint: Run, tmp_path: Path) -> Callable[[str | None], dict[str, Any]]:  # noqa: F811
    def call(load: str | None, *options: str) -> dict[str, Any]:
        given: tuple[str, ...] = ()
        if load is not None:
            (tmp_path / "workload.yaml").write_text(f"sanlint_workload: 1\nloads:\n  - {load}\n")
            given = ("--workload", str(tmp_path / "workload.yaml"))
        outcome = sanlint("check", str(BASE), "--isolated", "--select", "SIZ", "-q", "-o", "json", *given, *options)
        assert outcome.code in (0, 1, 3), outcome.err
        return json.loads(outcome.out)

    return call


def _found(document: dict[str, Any]) -> dict[str, str]:
    return {one["rule"]: one["severity"] for one in document["findings"]}


def test_a_planned_load_is_held_against_half_of_what_the_array_can_do(sized: Callable[..., dict[str, Any]]) -> None:
    document = sized("{host: '*', profile: oltp2, iops: 24000}")
    assert _found(document) == {"SIZ002": "warning"}
    [finding] = document["findings"]
    assert 0.5 < finding["evidence"]["utilisation"] < 1
    assert finding["location"]["file"].endswith("xtremio-bare.yaml")
    assert _found(sized("{host: '*', profile: oltp2, iops: 4000}")) == {}


def test_more_than_the_array_can_do_is_an_error(sized: Callable[..., dict[str, Any]]) -> None:
    assert _found(sized("{host: '*', profile: oltp2, iops: 90000}"))["SIZ002"] == "error"


def test_without_a_workload_there_is_nothing_to_look_at(sized: Callable[..., dict[str, Any]]) -> None:
    rules = {one["rule"]: one for one in sized(None)["coverage"]["rules"]}
    assert (rules["SIZ002"]["evaluated"], rules["SIZ002"]["not_evaluated"]) == (0, 0)
