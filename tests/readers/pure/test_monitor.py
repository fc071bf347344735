"""Load on Purity's console: means over the printed times, sizes of units, and what the named rows are."""

from __future__ import annotations

import pytest

from tests.readers import harness
from tests.readers.array_exports import rows, sample


def test_means_of_volumes_and_no_row_of_totals() -> None:
    first, second = rows("pure-monitor.txt", "workload", kept("pure-monitor.txt"))
    assert (first["about_kind"], first["about_key"], first["samples"]) == ("storage_volume", "vol_db", 2)
    assert (first["read_iops"], first["write_iops"], first["read_ratio"]) == (800, 200, 0.8)
    # 1,200 reads of 400 µs and 400 of 800 µs; the part of the SAN is none of the array's.
    assert (first["read_ms"], first["write_ms"]) == (0.5, 0.22)
    assert first["write_mbps"] == pytest.approx(2 * 1.048576)
    assert (second["about_key"], second["iops"], "read_ms" in second) == ("vol_log", 64, False)


def kept(name: str) -> str:
    return sample(name).replace("pureuser@pure01> ", "")


def test_hosts_of_comma_separated_values() -> None:
    busy, idle = rows("pure-monitor.csv", "workload", kept("pure-monitor.csv"))
    assert (busy["about_kind"], busy["about_key"], busy["iops"]) == ("host", "esx01", 400)
    assert str(busy["captured_at"]) == "2023-01-21 22:20:02+00:00"
    assert (idle["about_key"], idle["iops"]) == ("esx02", 0)


def test_an_array_without_names() -> None:
    (load,) = rows("pure-monitor.array.txt", "workload")
    assert (load["about_kind"], load["iops"], load["read_ms"]) == ("storage_array", 25840, 0.688)
    assert str(load["captured_at"]) == "2023-01-21 19:20:32+00:00"


def test_named_rows_without_a_command_are_reported() -> None:
    text = sample("pure-monitor.txt").split("\n", 1)[1]
    result = harness.read("pure-monitor", text)
    assert result.records == 0
    assert "skipped rows that may be volumes or hosts" in result.notes[0].text
