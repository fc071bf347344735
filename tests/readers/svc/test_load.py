"""Load that an SVC prints of itself and of its nodes: current values, samples over time, REST answers."""

from __future__ import annotations

import pytest

from tests.readers.array_exports import rows


def test_volumes_make_the_load_of_the_system() -> None:
    (load,) = rows("svc-lssystemstats.txt", "workload")
    assert load["about_kind"] == "storage_array"
    assert (load["iops"], load["read_iops"], load["write_iops"], load["read_ratio"]) == (20000, 15000, 5000, 0.75)
    assert (load["latency_ms"], load["read_ms"], load["write_ms"]) == (0.25, 0.2, 0.4)
    assert load["read_mbps"] == pytest.approx(300 * 1.048576)


def test_samples_over_time_become_means_and_reads_and_writes_make_the_whole() -> None:
    (load,) = rows("svc-lssystemstats.history.txt", "workload")
    assert (load["iops"], load["read_iops"], load["samples"]) == (2000, 1500, 2)


def test_nodes_have_load_of_their_own_and_no_latency_without_io() -> None:
    found = {
        (str(row["about_key"]), str(row["metric"])): row["value"]
        for row in rows("svc-lssystemstats.nodes.txt", "port_load")
    }
    assert found["node1", "latency_ms"] == 0.216
    assert found["node1", "utilisation"] == pytest.approx(0.16)
    assert found["node2", "iops"] == 0
    assert ("node2", "latency_ms") not in found
    assert rows("svc-lssystemstats.nodes.txt", "workload") == []


def test_answers_of_the_rest_interface() -> None:
    (load,) = rows("svc-rest.stats.json", "workload")
    assert (load["iops"], load["read_ratio"], load["latency_ms"]) == (20, 0.45, 10)
