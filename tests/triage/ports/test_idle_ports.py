"""A host that sends all of its I/O over one side: what is damaged on the other one is not what it waits for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.triage.bundles import Bundle, during, slow_fabric
from tests.triage.esxtop_columns import with_paths
from tests.triage.ports.test_shares import HOST, with_adapters
from tests.triage.verdicts import causes, triage

SIDES = {"north": "vmhba3", "south": "vmhba4"}


def damaged(side: str) -> Bundle:
    """The host waits, and the switch receives damaged frames from its adapter on this side."""
    rises = {"er64_crc": 400, "er64_crc_good_eof": 400}
    return Bundle(during(40, 60, slow_fabric, (HOST,)), counters={(f"{side}-e1", "1"): rises})


@pytest.mark.parametrize(("used", "expected"), [("south", True), ("north", False)])
def test_what_no_adapter_uses_is_not_the_cause(tmp_path: Path, used: str, expected: bool):
    document = triage(tmp_path, with_adapters(damaged("south").files(), float(used == "south")))
    assert causes(document) == ([("TRI002", ("switch_port south-e1 1",))] if expected else [])
    shared = {one["names"][0] for one in document["scope"] if one["kind"] == "initiator"}
    assert shared == {f"{HOST} {SIDES[used]}"}


@pytest.mark.parametrize(("used", "expected"), [("south", True), ("north", False)])
def test_what_no_path_uses_is_not_the_cause(tmp_path: Path, used: str, expected: bool):
    def share(host: str, side: int) -> float:
        return float((side == 1) == (used == "south")) if host == HOST else 0.5

    document = triage(tmp_path, with_paths(damaged("south"), share=share))
    assert causes(document) == ([("TRI002", ("switch_port south-e1 1",))] if expected else [])


def test_a_little_io_over_a_side_is_used(tmp_path: Path):
    assert causes(triage(tmp_path, with_adapters(damaged("south").files(), 0.02))) == [
        ("TRI002", ("switch_port south-e1 1",))
    ]
