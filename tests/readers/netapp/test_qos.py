"""Latencies of ONTAP without times: recognised, and not used."""

from __future__ import annotations

from tests import folders
from tests.readers.harness import read


def test_latencies_without_times_are_recognised_and_not_used() -> None:
    found = read("netapp-qos-latency", (folders.SAMPLES / "netapp-qos-latency.txt").read_text())
    arrays = [(row["storage_array"], row["family"]) for row in found.observations.rows("storage_array")]
    assert arrays == [("owner1", "netapp")]
    assert not found.observations.rows("workload")
    (note,) = found.notes
    assert "sanlint collect --triage netapp" in note.text
