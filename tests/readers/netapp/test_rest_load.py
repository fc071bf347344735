"""Load in ONTAP REST records: units, what counts in the whole, samples that ONTAP itself doubts."""

from __future__ import annotations

import pytest

from tests.readers import harness
from tests.readers.array_exports import rows, sample


def test_load_of_a_lun_when_requested() -> None:
    (load,) = rows("netapp-rest.metric.json", "workload")
    assert (load["about_kind"], load["about_key"]) == ("storage_volume", "svm1:/vol/vol_db/lun1")
    assert (load["iops"], load["read_iops"], load["write_iops"]) == (305, 200, 100)
    assert load["read_ratio"] == pytest.approx(2 / 3)
    assert (load["latency_ms"], load["read_ms"], load["write_ms"]) == (0.39, 0.45, 0.3)
    assert (load["throughput_mbps"], load["read_mbps"], load["seconds"]) == (4.096, 3.2768, 15)
    assert str(load["captured_at"]) == "2024-05-01 11:20:15+00:00"


def test_idle_ports_have_no_latency_and_a_doubtful_sample_is_reported() -> None:
    found = {row["metric"]: row["value"] for row in rows("netapp-rest.metric.json", "port_load")}
    assert found == {"iops": 0, "throughput_mbps": 0}
    assert [note.text for note in harness.read("netapp-rest", sample("netapp-rest.metric.json")).notes] == [
        "skipped the load of svm1:/vol/vol_db/lun2: its status is inconsistent_delta_time"
    ]


def test_luns_of_a_cluster_that_prints_no_links() -> None:
    text = """{"records": [{"uuid": "1cd8a442-86d1-11e0-ae1c-123478563412", "svm": {"name": "svm1"}, "name": "/vol/vol_db/lun1",
        "serial_number": "wpEzy]RpkWFm", "metric": {"timestamp": "2024-05-01T11:20:15Z", "duration": "PT15S", "status": "ok",
        "latency": {"total": 390, "read": 450, "write": 300}, "iops": {"read": 200, "write": 100, "total": 300}}}], "num_records": 1}"""
    assert harness.best_reader(text) == "netapp-rest"
    (load,) = rows("netapp-rest.metric.json", "workload", text)
    assert (load["about_key"], load["read_ms"]) == ("svm1:/vol/vol_db/lun1", 0.45)
