"""The segments of a ladder add up to what the hosts wait, whatever is measured and joined; and so do their shares."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.triage.bundles import Bundle
from tests.triage.test_bundles import ARRAY, CACHE, CONFLICTS, DRAIN, FABRIC, QUEUE
from tests.triage.test_mixed_hosts import maps_only
from tests.triage.verdicts import triage
from tests.triage.vplex.bundle import VplexBundle
from tests.triage.vplex.test_explanations import ARRAY as ARRAY_OF_VPLEX
from tests.triage.vplex.test_explanations import BACK, HOT, WAN

BUNDLES: dict[str, Bundle | VplexBundle] = {
    "array": ARRAY, "array, no figures of it": replace(ARRAY, with_array=False), "queue": QUEUE, "fabric": FABRIC, "slow drain": DRAIN,
    "write cache": CACHE, "conflicts": CONFLICTS, "Linux": replace(ARRAY, linux=True), "array behind VPLEX": ARRAY_OF_VPLEX,
    "hot director": HOT, "back end": BACK, "WAN": WAN, "VPLEX without figures behind it": replace(HOT, leave_out=("back", "hits", "array")),
    "WAN without local volumes": replace(WAN, leave_out=("local",)),
}  # fmt: skip


def waits(document: dict[str, Any]) -> dict[tuple[str, bool], tuple[float, float]]:
    """I/Os per second and mean latency of the slow flows of volumes, by operation and whether they are local volumes of a VPLEX."""
    found: defaultdict[tuple[str, bool], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for flow in document["flows"]:
        if flow["state"] == "slow" and flow["volume"]:
            local = any(name.startswith("loc_") for name in flow["volume_names"])
            sums = found[flow["operation"], local]
            sums[0] += flow["iops"]
            sums[1] += flow["iops"] * flow["measured_ms"]
    return {key: (iops, total / iops) for key, (iops, total) in found.items()}


@pytest.mark.parametrize("name", BUNDLES)
def test_segments_add_up_to_what_the_hosts_wait(tmp_path: Path, name: str):
    document = triage(tmp_path, BUNDLES[name].files())
    sums: defaultdict[tuple[str, bool], float] = defaultdict(float)
    for one in document["segments"]:
        sums[one["operation"], one["of"] == "local volumes of VPLEX"] += one["measured_ms"]
    expected = {key: ms for key, (_, ms) in waits(document).items()}
    if not any(one["of"] for one in document["segments"]):
        # Only one kind of volumes is slow.
        expected = {(operation, False): ms for (operation, _), ms in expected.items()}
    assert expected and sums.keys() == expected.keys()
    for key, ms in expected.items():
        assert sums[key] == pytest.approx(ms, abs=0.03), key
    assert sum(one["share"] for one in document["segments"]) == pytest.approx(1.0, abs=0.02)


def test_hosts_with_and_without_a_measured_queue_have_ladders_of_their_own_that_add_up(tmp_path: Path):
    document = triage(tmp_path, maps_only(ARRAY, "app05", "app06"))
    for what, hosts in (("measured", ("app07", "app08")), ("not measured", ("app05", "app06"))):
        for operation in ("read", "write"):
            slow = [
                one
                for one in document["flows"]
                if one["host"] in hosts and one["volume"] and one["operation"] == operation
            ]
            mean = sum(one["iops"] * one["measured_ms"] for one in slow) / sum(one["iops"] for one in slow)
            ladder = [
                one
                for one in document["segments"]
                if (one["of"], one["operation"]) == (f"volumes, host queue {what}", operation)
            ]
            assert sum(one["measured_ms"] for one in ladder) == pytest.approx(mean, abs=0.03)
