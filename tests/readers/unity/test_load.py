"""Load in Unity's metrics: parts of both storage processors, rates and counters, and what is left out."""

from __future__ import annotations

import pytest

from tests.readers import harness
from tests.readers.array_exports import rows, sample


def test_rates_of_both_processors_add_up_and_times_count_as_much_as_they_have_io() -> None:
    first, second = rows("unity-rest.metrics.json", "workload")
    assert (first["about_kind"], first["about_key"], first["samples"]) == ("storage_volume", "sv_1", 2)
    assert (first["read_iops"], first["write_iops"], first["iops"], first["read_ratio"]) == (90, 30, 120, 0.75)
    # 140 I/Os of 500 µs on one processor and 20 of 2,000 µs on the other.
    assert (first["latency_ms"], first["outstanding"]) == (0.6875, 2)
    # Sizes of 16: no disk has I/Os of 16 bytes, so that these are KB.
    assert (first["read_mbps"], first["write_mbps"]) == (1.47456, 0.49152)
    assert (second["about_key"], second["iops"], second["latency_ms"]) == ("sv_2", 2, 1)


def test_ports_and_what_is_left_out() -> None:
    text = sample("unity-rest.metrics.json")
    found = {row["about_key"]: row["value"] for row in rows("unity-rest.metrics.json", "port_load")}
    assert found == {"spa_fc4": 140, "spb_fc4": 24}
    assert [note.text for note in harness.read("unity-rest", text).notes] == [
        "skipped metrics such as sp.*.physical.disk.*.readsRate: sanlint does not read them",
    ]


@pytest.mark.parametrize(("factor", "mbps"), [(1, 1.47456), (1024, 1.47456), (64, None)])
def test_sizes_determine_the_unit_of_byte_rates(factor: int, mbps: float | None) -> None:
    text = sample("unity-rest.metrics.json")
    for rate in (1440, 32, 480):
        text = text.replace(f'"{rate}"', f'"{rate * factor}"')
    first, _ = rows("unity-rest.metrics.json", "workload", text)
    assert first.get("read_mbps") == mbps
    notes = [
        note.text for note in harness.read("unity-rest", text).notes if note.text.startswith("skipped rates of bytes")
    ]
    assert len(notes) == (mbps is None)


def test_counters_need_two_times_without_a_reset() -> None:
    (load,) = rows("unity-rest.counters.json", "workload")
    assert (load["about_key"], load["read_iops"], load["write_iops"]) == ("sv_1", 100, 30)
    (note,) = harness.read("unity-rest", sample("unity-rest.counters.json")).notes
    assert note.text.startswith("no rates for 1 object:")
