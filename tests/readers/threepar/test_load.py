"""Load that 3PAR arrays print: means over live intervals, and what the array has kept with its times."""

from __future__ import annotations

import pytest

from tests.readers.array_exports import rows


def test_live_intervals_become_means_and_an_idle_interval_counts() -> None:
    busy, idle = rows("3par-stat.txt", "workload")
    assert (busy["about_kind"], busy["about_key"], busy["samples"]) == ("storage_volume", "vol_db", 2)
    assert (busy["iops"], busy["read_iops"], busy["write_iops"]) == (300.0, 200.0, 100.0)
    assert (busy["throughput_mbps"], busy["read_mbps"], busy["write_mbps"]) == (3.2, 1.6, 1.6)
    # Every interval counts as much as it has I/Os: 300 reads of 0.5 ms and 100 of 1.5 ms.
    assert (busy["read_ms"], busy["write_ms"]) == (0.75, 1.0)
    assert busy["read_ratio"] == pytest.approx(2 / 3)
    assert busy["outstanding"] == 1.5
    assert str(busy["captured_at"]) == "2021-07-14 13:11:45+00:00"
    # Volumes without I/O are left out of an interval's table.
    assert (idle["about_key"], idle["iops"], idle["latency_ms"], "read_iops" in idle) == ("vol_log", 10.0, 0.3, False)


def test_paths_of_a_volume_are_added_and_another_table_is_measured_by_itself() -> None:
    volume, host = rows("3par-stat.vlun.txt", "workload")
    assert (volume["about_key"], volume["iops"], volume["latency_ms"], volume["samples"]) == ("vol_db", 40.0, 1.25, 1)
    assert (host["about_kind"], host["about_key"], host["iops"], host["samples"]) == ("host", "esx01", 14.0, 1)


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        ("3par-stat.port.txt", {("0:1:1", "iops"): 500.0, ("1:1:1", "throughput_mbps"): 4.0}),
        ("3par-srstat.port.txt", {("0:1:1", "iops"): 20.0, ("0:1:1", "latency_ms"): 0.96}),
    ],
)
def test_ports_carry_the_data_only(sample: str, expected: dict[tuple[str, str], float]) -> None:
    found = {(str(row["about_key"]), str(row["metric"])): row["value"] for row in rows(sample, "port_load")}
    assert {key: found[key] for key in expected} == expected


def test_what_the_array_kept_has_its_time() -> None:
    found = rows("3par-srstat.txt", "workload")
    assert [(row["about_key"], str(row["captured_at"]), row["iops"]) for row in found] == [
        ("admin", "2021-07-14 06:10:00+00:00", 14.3),
        ("vol_db", "2021-07-14 06:10:00+00:00", 8.0),
        ("vol_db", "2021-07-14 06:15:00+00:00", 4.0),
    ]
    assert (found[1]["write_ms"], found[1]["read_ratio"]) == (1.2, 0.75)
