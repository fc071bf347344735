"""Results of benchmarks: fio as JSON, terse lines and text; vdbench's reports; Iometer's CSV."""

from __future__ import annotations

import json
import re

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture
from checker.readers.workload.vdbench.totals import results_plan
from tests.readers.harness import corpus_file, facts, read, sample


def loads(reader: str, text: str) -> list[dict[str, object]]:
    return [dict(row) for row in read(reader, text).observations.rows("workload")]


def values(row: dict[str, object], *names: str) -> tuple[object, ...]:
    return tuple(row.get(name) for name in names)


def test_json_of_fio_counts_nanoseconds_and_bytes() -> None:
    (row,) = loads("workload-fio-json", sample("workload-fio-json.json"))
    assert values(row, "read_iops", "write_iops", "read_ratio") == (10000.0, 3333.333333, 0.75)
    assert values(row, "read_ms", "write_ms", "latency_ms", "latency_max_ms") == (0.8, 0.4, 0.7, 30.0)
    assert values(row, "read_p95_ms", "read_p99_ms", "write_p95_ms", "write_p99_ms") == (1.5, 3.0, 0.7, 0.9)
    assert values(row, "read_mbps", "read_io_bytes", "seconds", "cpu_ratio") == (81.92, 8192, 600.0, 0.2)
    (run,) = read("workload-fio-json", sample("workload-fio-json.json")).observations.rows("test_run")
    assert values(dict(run), "read_ratio", "outstanding", "direct", "time_based") == (0.75, 16, True, True)
    assert values(dict(run), "runtime_seconds", "engine_name") == (600.0, "libaio")
    captured_in = reader_named("workload-fio-json").captured_in
    assert captured_in is not None
    moment = captured_in(sample("workload-fio-json.json"))
    assert moment is not None
    assert moment.isoformat() == "2026-01-01T00:00:00+00:00"


def test_json_of_fio_2_counts_microseconds_and_kib() -> None:
    document = {
        "fio version": "fio-2.2.10",
        "jobs": [
            {
                "jobname": "a",
                "error": 0,
                "read": {
                    "io_bytes": 1024,
                    "bw": 512,
                    "iops": 128.0,
                    "total_ios": 256,
                    "runtime": 2000,
                    "lat": {"mean": 250.0, "max": 900},
                    "clat": {"percentile": {"95.000000": 400, "99.000000": 500}},
                },
                "write": {"io_bytes": 0, "bw": 0, "iops": 0.0, "total_ios": 0, "lat": {"mean": 0.0}},
            }
        ],
    }
    (row,) = loads("workload-fio-json", json.dumps(document))
    assert values(row, "read_ms", "read_p95_ms", "read_mbps", "read_io_bytes") == (0.25, 0.4, 0.524288, 4096)
    assert "write_ms" not in row


def test_a_job_that_failed_has_no_figures() -> None:
    result = read("workload-fio-json", sample("workload-fio-json.json").replace('"error" : 0', '"error" : 5'))
    assert result.observations.rows("workload") == []
    assert [note.text for note in result.notes] == ["skipped the figures of job oltp: it ended with error 5"]


def test_cut_json_keeps_whole_jobs() -> None:
    text = sample("workload-fio-json.json")
    job = text[text.index('    {\n      "jobname"') : text.rindex("  ]")].rstrip()
    two = text.replace(job, job + ",\n" + job.replace("oltp", "dss"))
    result = read("workload-fio-json", two[: two.rindex('"usr_cpu"')])
    assert result.observations.rows("workload")[0]["about_key"] == "capture/oltp"
    assert result.ends_inside_record


def test_terse_lines_of_versions_3_and_5() -> None:
    oltp, dss = loads("workload-fio-terse", sample("workload-fio-terse.txt"))
    assert values(oltp, "read_iops", "write_iops", "read_mbps") == (1000.0, 333.0, 8.192)
    assert values(oltp, "read_ms", "write_ms", "read_p95_ms", "read_p99_ms") == (0.8005, 0.40025, 1.5, 3.0)
    assert values(oltp, "write_p95_ms", "cpu_ratio", "seconds") == (0.7, 0.2, 600.0)
    assert values(dss, "about_key", "read_iops", "write_iops", "cpu_ratio") == ("capture/dss", 1000.0, 0.0, 0.2)
    cut = read("workload-fio-terse", sample("workload-fio-terse.txt")[:700])
    assert cut.observations.rows("workload") == []
    assert cut.ends_inside_record


def test_text_of_fio_3_and_2() -> None:
    (row,) = loads("workload-fio-text", sample("workload-fio-text.txt"))
    assert values(row, "read_iops", "write_iops", "read_ms", "write_ms") == (10000.0, 3333.0, 0.8, 0.4)
    assert values(row, "read_p95_ms", "read_p99_ms", "write_p95_ms", "write_p99_ms") == (1.5, 3.0, 0.7, 0.9)
    assert values(row, "read_mbps", "latency_max_ms", "cpu_ratio") == (81.893786, 30.0, 0.2)
    (row,) = loads("workload-fio-text", sample("workload-fio-text.2.txt"))
    assert values(row, "iops", "read_ms", "throughput_mbps", "read_p95_ms") == (16384.0, 1.95, 1073.741824, 2.5)
    setup = read("workload-fio-text", sample("workload-fio-text.2.txt")).observations.rows("test_run")[0]
    assert values(dict(setup), "outstanding", "io_bytes", "pattern") == (32, 65536, "sequential")


def test_reports_of_vdbench_with_two_line_headers() -> None:
    result = read("workload-vdbench-totals", sample("workload-vdbench-totals.html"))
    first, second = (dict(row) for row in result.observations.rows("workload"))
    assert values(first, "about_key", "phase", "requested_iops", "iops", "samples") == (
        "capture/run1",
        "threads=8",
        500.0,
        501.3,
        60,
    )
    assert values(first, "read_ratio", "latency_ms", "read_ms", "write_ms", "cpu_ratio") == (
        0.7034,
        5.494,
        7.626,
        0.439,
        0.007,
    )
    assert values(second, "about_key", "phase", "requested_iops", "write_ms") == (
        "capture/run1 (2)",
        "threads=16",
        None,
        None,
    )
    assert [(r["interval"], r["iops"], r["latency_ms"]) for r in result.observations.rows("test_interval")] == [
        (1, 498.12, 4.922),
        (2, 502.4, 4.913),
    ]


def test_reports_of_file_systems() -> None:
    _, row = loads("workload-vdbench-totals", sample("workload-vdbench-totals.2.html"))
    assert values(row, "about_key", "iops", "read_iops", "write_iops") == ("capture/rd1", 3334.0, 1995.0, 1339.0)
    assert values(row, "latency_ms", "read_ms", "write_ms", "io_bytes") == (19.11, 6.6, 37.75, 1048576.0)
    assert values(row, "throughput_mbps", "cpu_ratio", "samples") == (3495.952384, 0.288, 119)


@pytest.mark.parametrize(
    ("title", "noted"),
    [
        ("SD report for sd=sd1", True),
        ("Workload Report for wd=wd1", True),
        ("Host summary report(s) for host=hd1", True),
        ("Slave summary report for slave=hd1-0", True),
        ("stdout/stderr for slave=hd1-0", False),
        ("SD response time histogram.", False),
        ("wd=wd1 response time histogram.", False),
        ("Workload skew report", False),
    ],
)
def test_a_page_of_one_part_of_the_runs_is_no_run(title: str, noted: bool) -> None:
    text = sample("workload-vdbench-totals.html").replace("Run totals", title)
    result = read("workload-vdbench-totals", text)
    assert not facts(result)
    assert bool(result.notes) is noted


def test_the_log_announces_each_run_twice() -> None:
    text = sample("workload-vdbench-totals.html")
    text = re.sub(r"(?m)^<a name[^\n]*<b>([^<]*)</b></i>$", r"\g<0>\n\n\1\n", text)
    assert text.count("Starting RD=run1") == 4
    assert facts(read("workload-vdbench-totals", text)) == facts(
        read("workload-vdbench-totals", sample("workload-vdbench-totals.html"))
    )


@pytest.mark.parametrize(
    ("file", "plan"),
    [
        ("pool1/oltp/totals.html", "pool1/oltp"),
        ("pool1\\oltp\\flatfile.html", "pool1/oltp"),
        ("a.zip/pool1/oltp/summary.html", "pool1/oltp"),
        ("/oltp/logfile.html", "oltp"),
        ("totals.html", "vdbench"),
        ("oltp/night.html", "oltp/night"),
    ],
)
def test_the_results_of_one_folder_are_one_plan(file: str, plan: str) -> None:
    assert results_plan(Capture(text="", file=file, owner="owner1")) == plan


def test_a_share_above_all_is_bad() -> None:
    text = sample("workload-vdbench-totals.html").replace("  70.34 ", " 170.34 ")
    result = read("workload-vdbench-totals", text)
    assert [b["value"] for b in result.observations.rows("bad_value")] == ["170.34"]
    assert "read_ratio" not in result.observations.rows("workload")[0]


def test_the_vdbench_flatfile_keeps_loops_separate() -> None:
    result = read("workload-vdbench-flatfile", sample("workload-vdbench-flatfile.html"))
    assert [
        (r["about_key"], r["iops"], r["latency_ms"], r.get("cpu_ratio")) for r in result.observations.rows("workload")
    ] == [
        ("capture/run1", 502.0, 1.977, 0.04),
        ("capture/run1 (2)", 900.0, 3.983, None),
    ]
    assert [(r["test_run"], r["interval"], r["iops"]) for r in result.observations.rows("test_interval")] == [
        ("run1", 1, 498.0),
        ("run1", 2, 502.0),
        ("run1 (2)", 1, 900.0),
    ]
    assert [r.get("outstanding") for r in result.observations.rows("test_run")] == [8, 16]
    assert [r["throughput_mbps"] for r in result.observations.rows("workload")] == [4.11241, 7.372852]
    text = sample("workload-vdbench-flatfile.html").rstrip()
    cut = read("workload-vdbench-flatfile", text[: text.rindex(" 4.6448")])
    assert len(cut.observations.rows("workload")) == 1
    assert cut.ends_inside_record


def test_results_of_iometer_in_old_and_new_units() -> None:
    whole, disk = loads("workload-iometer-results", sample("workload-iometer-results.csv"))
    assert values(whole, "about_key", "iops", "read_ratio", "latency_ms") == ("capture/oltp 8k", 10000.5, 0.700015, 3.2)
    assert values(whole, "throughput_mbps", "cpu_ratio", "outstanding") == (81.924096, 0.125, 32.0)
    assert values(disk, "kernel_name", "iops", "phase") == ("PHYSICALDRIVE:1", 5000.5, "one target")
    new = sample("workload-iometer-results.csv").replace(
        "IOps,MBps,Read MBps,Write MBps", "IOps,MBps (Decimal),Read MBps (Decimal),Write MBps (Decimal)"
    )
    assert loads("workload-iometer-results", new)[0]["throughput_mbps"] == 78.128906


@pytest.mark.corpus
def test_results_of_fio_of_the_corpus() -> None:
    oltp, dss = loads("workload-fio-json", corpus_file("workload/fio-result/local-fio-json.json"))
    assert values(oltp, "read_iops", "read_ms", "read_p95_ms", "io_bytes") == (26424.5142, 0.028683, 0.033536, 8192.0)
    assert values(dss, "iops", "io_bytes", "write_ms") == (44932.033983, 65536.0, None)
    oltp, dss = loads("workload-fio-terse", corpus_file("workload/fio-result/local-fio-terse.txt"))
    assert values(oltp, "read_iops", "write_iops", "read_ms", "write_ms") == (17554.0, 7518.0, 0.037313, 0.003804)
    assert values(dss, "read_iops", "read_p99_ms") == (45675.0, 0.292)
    oltp, dss = loads("workload-fio-text", corpus_file("workload/fio-result/local-fio-normal.txt"))
    assert values(oltp, "read_iops", "write_ms", "write_p99_ms") == (15600.0, 0.00341, 0.008896)
    assert values(dss, "latency_ms", "read_p99_ms") == (0.02133, 0.289)


@pytest.mark.corpus
def test_reports_of_vdbench_of_the_corpus() -> None:
    found = loads("workload-vdbench-totals", corpus_file("workload/vdbench-out/cloudanimal-1.html"))
    assert len(found) == 16
    assert values(found[0], "iops", "requested_iops", "read_ratio", "outstanding") == (916.12, None, 0.6976, 32.0)
    assert values(found[-1], "about_key", "iops", "latency_ms") == ("capture/oltpcurverun_(75%)", 690.77, 24.656)
    result = read("workload-vdbench-flatfile", corpus_file("workload/vdbench-out/jfritzen-1.html"))
    assert (len(result.observations.rows("workload")), len(result.observations.rows("test_interval"))) == (8, 80)
    assert values(dict(result.observations.rows("workload")[0]), "iops", "latency_ms", "cpu_ratio") == (
        327.4444,
        23.9089,
        0.005767,
    )
    result = read("workload-vdbench-flatfile", corpus_file("workload/vdbench-out/cloudanimal-4.html"))
    assert (len(result.observations.rows("workload")), result.unread_lines) == (16, 0)


def test_rows_of_vdbench_without_a_time() -> None:
    text = sample("workload-vdbench-totals.3.txt")
    rows = read("workload-vdbench-totals", text).observations
    assert [(row["interval"], row["iops"]) for row in rows.rows("test_interval")] == [(1, 2725.2), (2, 3179.2)]
    (average,) = rows.rows("workload")
    assert (average["iops"], average["latency_ms"], average["io_bytes"]) == (3179.2, 0.56, 8192.0)
