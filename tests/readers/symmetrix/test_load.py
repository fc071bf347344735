"""Load measured by symcli: means over the intervals of symstat, in text and XML."""

from __future__ import annotations

import re

import pytest

from tests.readers import harness
from tests.readers.array_exports import rows, sample
from tests.support import intake_of


def test_means_over_the_intervals() -> None:
    first, second = rows("symmetrix-symstat.txt", "workload")
    assert (first["about_key"], first["iops"], first["read_iops"], first["write_iops"], first["samples"]) == (
        "000A1",
        180.0,
        130.0,
        50.0,
        2,
    )
    assert first["read_mbps"] == pytest.approx(8320 * 1024 / 1e6)
    assert first["read_ratio"] == pytest.approx(130 / 180)
    # 93 % of 120 reads and 91 % of 140 were hits.
    assert first["read_miss_ratio"] == pytest.approx((120 * 0.07 + 140 * 0.09) / 260)
    assert (second["about_key"], second["iops"], second["write_pending"]) == ("000A2", 1.0, 0.0)
    assert second["read_miss_ratio"] == 0.0


def test_sums_of_thousands_are_no_device() -> None:
    busy = sample("symmetrix-symstat.txt").replace(
        "                                 120     40", "                                1930    610"
    )
    assert "1930    610" in busy
    assert [row["about_key"] for row in rows("symmetrix-symstat.txt", "workload", busy)] == ["000A1", "000A2"]


def test_load_of_ports() -> None:
    assert [
        (row["about_key"], row["metric"], row["value"]) for row in rows("symmetrix-symstat.port.txt", "port_load")
    ] == [
        ("FA-7E:0", "iops", 160.0),
        ("FA-7E:0", "throughput_mbps", pytest.approx(10.48576)),
        ("FA-8E:0", "iops", 150.0),
        ("FA-8E:0", "throughput_mbps", pytest.approx(9.8304)),
    ]


def test_xml_matches_text() -> None:
    text = re.sub(r"(?ms)^10:15:40.*\Z", "", sample("symmetrix-symstat.txt"))
    (of_xml,) = rows("symmetrix-symcli-xml.symstat.xml", "workload")
    assert of_xml == rows("symmetrix-symstat.txt", "workload", text)[0]
    assert {row["about_key"] for row in rows("symmetrix-symcli-xml.symstat.xml", "port_load")} == {"FA-7E:0"}


def test_older_releases_print_fewer_columns() -> None:
    text = re.sub(r"(?m)^(.*(?:\d|N/A))[ ]+\S+[ ]+\S+$", r"\1", sample("symmetrix-symstat.txt"))
    found = rows("symmetrix-symstat.txt", "workload", text)
    assert [("write_pending" in row, row["iops"]) for row in found] == [(False, 180.0), (False, 1.0)]


@pytest.mark.parametrize("name", ["symmetrix-symstat.txt", "symmetrix-symstat.port.txt"])
def test_collapsed_blanks_and_the_array_it_belongs_to(name: str) -> None:
    flat = re.sub(r"(?m)^ +", "", re.sub(r"[ ]+", " ", sample(name)))
    assert harness.facts(harness.read("symmetrix-symstat", flat)) == harness.facts(
        harness.read("symmetrix-symstat", sample(name))
    )
    (record,) = intake_of({"load.txt": f"# symstat -i 10 -c 2\n{sample(name)}"}).records
    assert (record.format, record.owner, record.unread_lines) == ("symmetrix-symstat", "000192601234", 0)


def test_load_of_a_storage_group() -> None:
    busy, idle = rows("symmetrix-unisphere-performance.json", "workload")
    assert (busy["about_kind"], busy["about_key"], str(busy["captured_at"])) == (
        "group",
        "esx71_sg",
        "2024-06-26 11:15:00+00:00",
    )
    assert busy["throughput_mbps"] == pytest.approx(24.421875 * 2**20 / 1e6)
    assert (busy["io_bytes"], busy["read_ms"], busy["latency_ms"]) == (20480.0, 0.72, 0.61)
    assert busy["read_miss_ratio"] == pytest.approx(0.12)
    # Without reads or writes there is no response time.
    assert (idle["iops"], "read_ms" in idle, "latency_ms" in idle) == (0.0, False, False)


def test_a_raw_answer_belongs_to_the_request_before_it() -> None:
    found = rows("symmetrix-unisphere-performance.raw.json", "port_load")
    assert [(row["captured_at"].minute, row["metric"], row["value"]) for row in found] == [
        (10, "iops", 600.0),
        (10, "throughput_mbps", pytest.approx(9.961472)),
        (10, "latency_ms", 0.5),
        (10, "utilisation", 0.11),
        (15, "iops", 640.25),
        (15, "throughput_mbps", pytest.approx(10.48576)),
        (15, "latency_ms", 0.55),
        (15, "utilisation", 0.125),
    ]
    assert {row["about_key"] for row in found} == {"FA-1D:4"}
    text = sample("symmetrix-unisphere-performance.raw.json")
    alone = harness.read("symmetrix-unisphere-performance", text[text.index('{"resultList"') :])
    assert alone.records == 0
    assert [note.text for note in alone.notes] == ["skipped 2 results without the name of a port, group or volume"]
    peak = harness.read("symmetrix-unisphere-performance", text.replace("Average", "Maximum"))
    assert [row.get("value") for row in peak.observations.rows("port_load")] == [None] * 8
    assert peak.observations.rows("port_load")[4]["peak"] == 640.25


def test_whole_arrays_and_other_objects_with_ids() -> None:
    result = '"result": [{"HostIOs": 5.0, "HostReads": 2.0, "timestamp": 1719400500000}], "array_id": "000197912345"'
    array = harness.read("symmetrix-unisphere-performance", f'{{{result}, "reporting_level": "array"}}')
    assert [row["about_kind"] for row in array.observations.rows("workload")] == ["storage_array"]
    pool = harness.read(
        "symmetrix-unisphere-performance", f'{{{result}, "pool_id": "p1", "reporting_level": "thin_pool"}}'
    )
    assert pool.observations.rows("workload") == []
