"""Loads of arrays and of AIX over time: each sample has its interval, and nothing is invented where the export states none."""

from __future__ import annotations

import json

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture
from tests.readers.harness import read, sample


def samples(reader: str, text: str, **about: str) -> list[dict[str, object]]:
    """The samples that a reader writes about an object."""
    found = read(reader, text).observations.rows("load_sample")
    return [row for row in found if all(row.get(name) == value for name, value in about.items())]


def shown(rows: list[dict[str, object]], *figures: str) -> list[tuple[object, ...]]:
    """Begin and end of each sample as times of day, and its figures."""
    return [
        (str(row["started_at"])[11:19], str(row["ended_at"])[11:19], *(row.get(name) for name in figures))
        for row in rows
    ]


def test_svc_history_by_system_and_by_node():
    text = sample("svc-lssystemstats.history")
    assert shown(samples("svc-lssystemstats", text), "iops", "read_iops", "latency_ms", "utc") == [
        ("16:46:09", "16:46:14", 2600.0, 2000.0, 0.4, False)
    ]
    nodes = "node_id:node_name:sample_time:stat_name:stat_value\n" + "".join(
        f"1:node1:2301191646{second:02}:{stat}:{value}\n"
        for second, io, ms, cpu in ((4, 100, 0.3, 20), (9, 200, 4.5, 91))
        for stat, value in (("vdisk_io", io), ("vdisk_ms", ms), ("cpu_pc", cpu))
    )
    found = samples("svc-lssystemstats", nodes)
    assert shown(found, "about_kind", "about_key", "iops", "latency_ms", "busy_ratio") == [
        ("16:46:04", "16:46:09", "director", "node1", 200.0, 4.5, 0.91)
    ]


def test_svc_current_values_have_no_time():
    assert samples("svc-lssystemstats", sample("svc-lssystemstats")) == []


def test_3par_live_and_kept():
    live = samples("3par-stat", sample("3par-stat"))
    assert shown(live, "about_key", "iops", "read_ms", "write_ms", "latency_ms", "utc") == [
        ("13:11:35", "13:11:45", "vol_db", 200.0, 1.5, 1.1, 1.3, False)
    ]
    kept = samples("3par-srstat", sample("3par-srstat"))
    assert shown(kept, "about_key", "iops", "latency_ms", "utc") == [
        ("06:10:00", "06:15:00", "vol_db", 4.0, 0.63, True)
    ]


def test_3par_paths_of_a_volume_add_up_in_each_interval():
    one = sample("3par-stat.vlun").split("\n\n")[0]
    text = one + "\n\n" + one.replace("03:03:15", "03:03:25")
    assert shown(samples("3par-stat", text), "iops", "latency_ms") == [("03:03:15", "03:03:25", 40.0, 1.25)]


def test_unity_adds_processors_and_states_its_interval():
    found = samples("unity-rest", sample("unity-rest.metrics.json"), about_key="sv_1")
    assert shown(found, "iops", "latency_ms", "read_mbps") == [
        ("06:40:00", "06:45:00", 160.0, pytest.approx(0.6875), 1.47456),
        ("06:45:00", "06:50:00", 80.0, None, None),
    ]


def metric(path: str, spa: dict[str, str], spb: dict[str, str]) -> dict[str, object]:
    """A Unity metric of one time."""
    content = {
        "path": f"sp.*.storage.lun.*.{path}", "timestamp": "2021-07-08T06:45:00.000Z", "interval": 60,
        "values": {"spa": spa, "spb": spb},
    }  # fmt: skip
    return {"content": content}


def test_unity_response_times_of_both_processors_need_rates():
    alone = json.dumps({"entries": [metric("responseTime", {"sv_1": "500"}, {})]})
    assert shown(samples("unity-rest", alone), "latency_ms") == [("06:44:00", "06:45:00", 0.5)]
    both = json.dumps({"entries": [metric("responseTime", {"sv_1": "500"}, {"sv_1": "9000"})]})
    result = read("unity-rest", both)
    assert result.observations.rows("load_sample") == []
    assert "ask for readsRate and writesRate in the same answer" in str(result.notes)


def test_powerstore_has_the_shortest_interval_of_the_answer():
    rows = json.loads(sample("powerstore-rest.metrics.json"))
    rows.append({**rows[1], "timestamp": "2022-11-28T03:10:00Z", "avg_latency": 700.0})
    found = samples("powerstore-rest", json.dumps(rows))
    assert shown(found, "latency_ms", "read_mbps", "utc") == [
        ("02:59:20", "02:59:40", 0.5, 0.57344, True), ("02:59:40", "03:00:00", 5.0, 0.57344, True),
        ("03:09:40", "03:10:00", 0.7, 0.57344, True),
    ]  # fmt: skip
    assert samples("powerstore-rest", json.dumps(rows[:1])) == []


def test_unisphere_averages_but_no_peaks():
    def answer(kind: str) -> str:
        request = {"symmetrixId": "000197912345", "storageGroupId": "sg1", "dataFormat": kind, "metrics": ["HostIOs"]}
        results = [
            {"HostIOs": ios, "HostReads": ios, "ResponseTime": ms, "ReadResponseTime": ms, "timestamp": at}
            for ios, ms, at in ((10.0, 0.4, 1719400200000), (20.0, 3.5, 1719400500000))
        ]
        return json.dumps(request) + "\n" + json.dumps({"resultList": {"result": results, "from": 1, "to": 2}})

    found = samples("symmetrix-unisphere-performance", answer("Average"))
    assert shown(found, "about_kind", "about_key", "iops", "read_ms") == [
        ("11:05:00", "11:10:00", "group", "sg1", 10.0, 0.4), ("11:10:00", "11:15:00", "group", "sg1", 20.0, 3.5),
    ]  # fmt: skip
    assert samples("symmetrix-unisphere-performance", answer("Maximum")) == []


def test_ontap_metric_has_its_duration():
    found = samples("netapp-rest", sample("netapp-rest.metric.json"), about_kind="storage_volume")
    assert shown(found, "read_ms", "utc") == [("11:20:00", "11:20:15", 0.45, True)]


def test_aix_needs_the_day():
    text = sample("workload-iostat-aix")
    found = samples("workload-iostat-aix", text, kernel_name="hdisk2")
    assert shown(found, "latency_ms", "kernel_ms", "utc") == [("11:41:43", "11:41:53", pytest.approx(1.3), 0.3, True)]
    unknown = samples("workload-iostat-aix", text.replace("CET", "IST"), kernel_name="hdisk2")
    assert shown(unknown, "utc") == [("12:41:43", "12:41:53", False)]
    assert samples("workload-iostat-aix", text.split("\n", 1)[1]) == []
    night = text.replace("12:41:53", "00:00:03").replace("12:41:43", "23:59:53").replace("12:41:33", "23:59:40")
    over = samples("workload-iostat-aix", night, kernel_name="hdisk2")
    assert [str(row["ended_at"])[:19] for row in over] == ["2026-03-04 23:00:03"]


def test_aix_after_summer_time_ended():
    text = sample("workload-iostat-aix").replace("Wed Mar  4 12:41:33 CET", "Sun Oct 25 02:59:33 CEST")
    night = text.replace("12:41:43", "02:59:50").replace("12:41:53", "02:00:00")
    assert shown(samples("workload-iostat-aix", night, kernel_name="hdisk2"), "utc") == [("00:59:50", "01:00:00", True)]


@pytest.mark.parametrize(("zone", "hour", "utc"), [("CEST", "09", True), ("EDT", "15", True), ("CST", "11", False)])
def test_solaris_states_its_zone(zone: str, hour: str, utc: bool):
    report = sample("workload-iostat-solaris").split("\n", 5)[:4]
    text = "\n".join(
        line for second in (10, 20, 30) for line in (f"Tuesday, September 8, 2026 11:05:{second} AM {zone}", *report)
    )
    found = samples("workload-iostat-solaris", text, about_kind="device")
    assert {(str(row["ended_at"])[11:13], row["utc"]) for row in found} == {(hour, utc)}


def test_unisphere_volumes():
    request = {
        "systemId": "000197912345", "commaSeparatedStorageGroupList": "sg1,sg2", "dataFormat": "Average", "metrics": ["IoRate"]
    }  # fmt: skip
    times = (1719400200000, 1719400500000)
    results = [
        {
            "volumeId": volume,
            "volumeResult": [
                {
                    "IoRate": 30.0,
                    "Reads": 20.0,
                    "Writes": 10.0,
                    "ResponseTime": ms,
                    "ReadResponseTime": ms,
                    "timestamp": at,
                }
                for at in times
            ],
        }
        for volume, ms in (("000A1", 0.5), ("000A2", 7.5))
    ]
    text = json.dumps(request) + "\n" + json.dumps({"resultList": {"result": results, "from": 1, "to": 2}})
    found = samples("symmetrix-unisphere-performance", text, about_key="000A2")
    assert shown(found, "about_kind", "storage_array", "iops", "read_ms", "latency_ms") == [
        ("11:05:00", "11:10:00", "storage_volume", "000197912345", 30.0, 7.5, 7.5),
        ("11:10:00", "11:15:00", "storage_volume", "000197912345", 30.0, 7.5, 7.5),
    ]
    assert {row["device"] for row in found} == {"naa.60000970000197912345533030304132"}
    unnamed = json.dumps(request) + "\n" + json.dumps({"resultList": {"result": results[0]["volumeResult"]}})
    assert samples("symmetrix-unisphere-performance", unnamed) == []


def test_3par_years_of_four_digits():
    text = sample("3par-stat").replace("07/14/21", "07/14/2021")
    assert {str(row["ended_at"])[:10] for row in samples("3par-stat", text)} == {"2021-07-14"}


def test_hpux_splits_the_host_queue_and_keeps_intervals_without_activity():
    text = sample("workload-sar-hpux")
    found = samples("workload-sar-hpux", text, kernel_name="disk10")
    assert shown(found, "iops", "latency_ms", "kernel_ms", "device_ms", "throughput_mbps", "utc") == [
        ("12:41:33", "12:41:43", 400.0, pytest.approx(0.7), 0.1, 0.6, pytest.approx(3.2768), False),
        # Nothing was active before, so it does not begin at the sample before.
        ("12:41:53", "12:42:03", 800.0, pytest.approx(2.0), 0.4, 1.6, pytest.approx(6.5536), False),
    ]
    # Of other systems the wait is counted otherwise.
    for other in ("SunOS db05 5.10 Generic_150400 sun4u    03/04/2026", "AIX db05 3 7 00F6    03/04/26"):
        assert reader_named("workload-sar-hpux").detect(Capture(text=text.replace(text.split("\n")[0], other))) is None


def test_hpux_reads_and_writes_over_midnight():
    found = samples("workload-sar-hpux", sample("workload-sar-hpux.2"), kernel_name="disk10")
    assert [(str(row["ended_at"])[:19], row["read_iops"], row["write_iops"]) for row in found] == [
        ("2026-12-31 23:59:50", 300.0, 100.0),
        ("2027-01-01 00:00:00", 600.0, 200.0),
        ("2027-01-01 00:00:10", 150.0, 50.0),
    ]


@pytest.mark.parametrize(
    ("name", "figure", "values"),
    [
        ("hitachi-export-tool.csv", "read_iops", [400.0, 420.0, 380.0]),
        ("hitachi-export-tool.2.csv", "read_ms", [0.512, 5.12, 0.498]),
        ("hitachi-export-tool.3.csv", "throughput_mbps", [3.2768, 3.44064]),
    ],
)
def test_hitachi_volumes_have_their_number_and_units(name: str, figure: str, values: list[float]):
    text = sample(name)
    found = samples("hitachi-export-tool", text, about_key="397")
    assert [row[figure] for row in found] == [pytest.approx(value) for value in values]
    assert shown(found)[0] == ("12:00:00", "12:01:00")
    # A figure below zero was not measured.
    other = samples("hitachi-export-tool", text, about_key="398")
    assert len(other) == len(values) - text.count('"-1"')


def test_hitachi_files_about_other_things_are_not_loads_of_volumes():
    text = sample("hitachi-export-tool.csv")
    for title in ("PG_IOPS", "LU_Read_IOPS", "PHY_ExLDEV_Response"):
        capture = Capture(text=text.replace("LDEV_Read_IOPS01", title), file="other.csv")
        assert reader_named("hitachi-export-tool").detect(capture) is None
