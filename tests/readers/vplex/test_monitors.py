"""VPLEX performance monitors: means, percentiles, units, times, and the object of each load."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from checker.readers.vplex.monitors.measure import Series
from checker.readers.vplex.monitors.metrics import parse_column
from tests import folders
from tests.readers.harness import assert_robust, best_reader, check_types, corpus_file, read

SAMPLES = folders.SAMPLES
SYSTEM = (SAMPLES / "vplex-system-monitor.csv").read_text()
VOLUMES = (SAMPLES / "vplex-volume-monitor.csv").read_text()
STATS = (SAMPLES / "vplex-monitor-stats.2.txt").read_text()
FILE = "logs/director-1-1-A_PERPETUAL_vplex_sys_perf_mon.log"


def _loads(text: str, file: str = FILE) -> dict[tuple[object, object], dict[str, object]]:
    result = read_capture(reader_named("vplex-system-monitor"), Capture(text=text, file=file, owner="vplex01"))
    check_types(result)
    assert result.failure is None
    return {(row["about_key"], row["metric"]): dict(row) for row in result.observations.rows("port_load")}


def test_means_percentiles_and_units() -> None:
    loads = _loads(SYSTEM)
    busy = loads["director-1-1-A", "busy"]
    assert busy["value"] == pytest.approx(0.22) and busy["peak"] == pytest.approx(0.40) and busy["unit"] == "ratio"
    assert (busy["samples"], busy["director"], busy["storage_array"]) == (3, "director-1-1-A", "vplex01")
    assert busy["started_at"] == datetime(2016, 10, 11, 10, 56, 54)
    assert busy["captured_at"] == datetime(2016, 10, 11, 10, 57, 14)
    operations = loads["director-1-1-A", "iops"]
    assert operations["samples"] == 2 and operations["value"] == pytest.approx(3690.25)
    port = loads["director-1-1-A A1-FC02", "write_mbps"]
    assert port["about_kind"] == "target_port" and port["port"] == "A1-FC02"
    assert port["value"] == pytest.approx((1024 + 2048 + 4096) / 3 * 1024 / 1_000_000)
    assert loads["director-1-1-A", "read_ms"]["value"] == pytest.approx(0.33)
    volume = loads["naa.60000970000199900001533030303031", "read_ms"]
    assert (volume["about_kind"], volume["value"], volume["samples"]) == ("storage_volume", pytest.approx(1.0), 2)


def test_the_hit_ratio_is_calculated_from_hits_and_misses() -> None:
    text = "Time,cache.rhit (counts/s),cache.miss (counts/s)\n2016-10-11 10:56:54,90,10\n2016-10-11 10:57:04,60,40\n"
    loads = _loads(text)
    assert loads["director-1-1-A", "cache_hit_ratio"]["value"] == pytest.approx(0.75)
    assert loads["director-1-1-A", "cache_read_hits"]["value"] == 75.0


def test_an_unnamed_director_is_not_a_key() -> None:
    result = read("vplex-system-monitor", SYSTEM)
    assert {row["about_kind"] for row in result.observations.rows("port_load")} == {"target_port", "storage_volume"}
    assert any("director" in note.text for note in result.notes)


def test_columns_may_be_reordered_and_repeated() -> None:
    lines = SYSTEM.strip().split("\n")
    turned = "\n".join(",".join([*row.split(",")[:2], *reversed(row.split(",")[2:])]) for row in lines)
    assert {key: row["value"] for key, row in _loads(turned).items()} == {
        key: row["value"] for key, row in _loads(SYSTEM).items()
    }
    again = _loads(SYSTEM + lines[0] + "\n" + lines[1] + "\n")
    assert again["director-1-1-A", "busy"]["samples"] == 4


def test_a_word_of_the_file_name_is_not_a_system() -> None:
    capture = Capture(text=SYSTEM, file=FILE, owner="vplex")
    rows = read_capture(reader_named("vplex-system-monitor"), capture).observations.rows("port_load")
    assert rows and all("storage_array" not in row for row in rows)


def test_the_time_of_the_last_sample_is_that_of_the_capture() -> None:
    for name, text, last in (
        ("vplex-system-monitor", SYSTEM, datetime(2016, 10, 11, 10, 57, 14)),
        ("vplex-volume-monitor", VOLUMES, datetime(2016, 10, 11, 10, 57, 54)),
        ("vplex-monitor-stats", STATS, datetime(2016, 10, 11, 10, 56, 54)),
    ):
        captured_in = reader_named(name).captured_in
        assert captured_in is not None and captured_in(text) == last


def test_a_header_alone_measures_nothing() -> None:
    result = read("vplex-system-monitor", SYSTEM.split("\n")[0] + "\n")
    assert result.records == 0 and [note.text for note in result.notes] == ["header without samples"]


def test_both_names_of_averages() -> None:
    for title in (
        "fe-director.read-avg-lat (us)",
        "fe-director.read-lat recent-average (us)",
        "fe_director.read_avg_lat (us)",
    ):
        metric = parse_column(title)
        assert metric is not None and (metric.about, metric.metric, metric.unit) == ("director", "read_ms", "ms")
    named = parse_column("be-prt.read A1-FC02 (KB/s)")
    assert named is not None and (named.about, named.name) == ("target_port", "A1-FC02")
    assert parse_column("something else (KB/s)") is None


def test_percentiles_of_many_samples_are_close() -> None:
    series = Series(1)
    for value in range(1, 20_001):
        series.add(float(value))
    assert series.mean == pytest.approx(10_000.5)
    assert series.high == pytest.approx(19_000, rel=0.01)
    assert len(series.values) == 0


def test_the_log_of_virtual_volumes() -> None:
    capture = Capture(text=VOLUMES, file="director-1-1-B_VIRTUAL_VOLUMES_PERPETUAL_MONITOR.log.1", owner="vplex01")
    result = read_capture(reader_named("vplex-volume-monitor"), capture)
    first, second = result.observations.rows("workload")
    assert (first["about_kind"], first["about_key"], first["director"]) == (
        "virtual_volume",
        "dd_db01_vol",
        "director-1-1-B",
    )
    assert (first["iops"], first["iops_p95"], first["samples"], first["seconds"]) == (180.0, 240.0, 2, 60.0)
    assert first["device"] == "naa.6000144000000010a0a1b20000000001"
    assert first["read_mbps"] == pytest.approx(6000 * 1024 / 1_000_000)
    assert first["read_ms"] == pytest.approx(0.32)
    assert first["read_mbps_p95"] == pytest.approx(7000 * 1024 / 1_000_000)
    assert second["iops"] == 3.0


def test_a_python_literal_is_read_and_never_evaluated() -> None:
    result = read("vplex-monitor-stats", STATS)
    rows = result.observations.rows("workload")
    assert [(row["about_key"], row["iops"], row["director"]) for row in rows] == [
        ("dd_db01_vol", 120.5, "director-1-1-A"),
        ("bob's_vol", 3.0, "director-1-1-A"),
    ]
    assert any("no data" in note.text for note in result.notes)
    hostile = STATS.replace("u'120.5'", "__import__('os').getcwd()")
    assert read("vplex-monitor-stats", hostile).observations.rows("workload") == []


def test_statistics_inside_an_answer_of_rest() -> None:
    answer = json.dumps({"response": {"context": None, "message": "", "exception": None, "custom-data": STATS}})
    assert best_reader(answer) == "vplex-rest-v1"
    rows = read("vplex-rest-v1", answer).observations.rows("workload")
    assert [row["about_key"] for row in rows] == ["dd_db01_vol", "bob's_vol"]


def test_monitors_of_rest_v2() -> None:
    monitor = {
        "name": "director-1-1-A_PERPETUAL_vplex_sys_perf_mon_v31",
        "statistics": {"director.busy (%)": 12.0, "fe_director.read_avg_lat (us)": 400},
    }
    uri = "/vplex/v2/clusters/cluster-1/system_monitors/x"
    rows = read("vplex-rest-v2", json.dumps([{"uri": uri, **monitor}])).observations.rows("port_load")
    assert {(row["about_key"], row["metric"], row["value"]) for row in rows} == {
        ("director-1-1-A", "busy", 0.12),
        ("director-1-1-A", "read_ms", 0.4),
    }


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("name", "text"),
    [("vplex-system-monitor", SYSTEM), ("vplex-volume-monitor", VOLUMES), ("vplex-monitor-stats", STATS)],
)
def test_damaged_input_breaks_nothing(name: str, text: str, seed: int) -> None:
    assert_robust(name, text, seed)


def test_outside_files() -> None:
    for path in ("fabric/vplex-perf-csv/coprhd-1.csv", "workload/vplex-monitor/coprhd-1.csv"):
        text = corpus_file(path)
        assert best_reader(text) == "vplex-system-monitor"
        result = read("vplex-system-monitor", text)
        assert result.records == 0 and result.unread_lines == 0 and len(result.notes) == 1
    text = corpus_file("fabric/vplex-perf-json/vplex2grafana-1.json")
    assert best_reader(text) == "vplex-monitor-stats"
    (load,) = read("vplex-monitor-stats", text).observations.rows("workload")
    assert (load["about_key"], load["iops"], load["device"]) == (
        "dev_TEMP_vol0001_vol",
        0.0167,
        "naa.6000144000000010703c9d9bd6dc3a24",
    )
    assert load["read_ms"] == pytest.approx(0.031) and load["captured_at"] == datetime(2016, 10, 11, 10, 56, 54)
    assert best_reader(corpus_file("workload/vplex-monitor/vzaigrin-1.xml")) == "vplex-collector"
