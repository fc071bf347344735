"""Latencies of ONTAP without times: recognised, and not used."""

from __future__ import annotations

import pytest

from tests import folders
from tests.readers.harness import best_reader, read


@pytest.mark.parametrize("sample", ["netapp-qos-latency.txt", "netapp-qos-latency.2.txt"])
def test_latencies_without_times_are_recognised_and_not_used(sample: str) -> None:
    text = (folders.SAMPLES / sample).read_text()
    assert best_reader(text.partition("\n")[2]) == "netapp-qos-latency"
    found = read("netapp-qos-latency", text)
    arrays = [(row["storage_array"], row["family"]) for row in found.observations.rows("storage_array")]
    assert arrays == [("owner1", "netapp")]
    assert not found.observations.rows("workload")
    (note,) = found.notes
    assert "sanlint collect --triage netapp" in note.text
