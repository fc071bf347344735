"""Measured loads: iostat, esxtop, tables of volumes."""

from __future__ import annotations

import pytest

from checker.readers.registry import reader_named
from checker.readers.workload import measures
from checker.readers.workload.iostat.sar import kernel_name
from checker.readers.workload.volumes.lun_header import column
from tests.readers.harness import best_reader, corpus_file, read, sample

LUN = "naa.60000970000192601357533030304231"


def loads(reader: str, text: str) -> list[dict[str, object]]:
    return [dict(row) for row in read(reader, text).observations.rows("workload")]


def values(row: dict[str, object], *names: str) -> tuple[object, ...]:
    return tuple(row.get(name) for name in names)


def test_iostat_reports_are_merged_except_the_one_since_boot() -> None:
    boot, disk, dm = loads("workload-iostat", sample("workload-iostat.txt"))
    assert values(boot, "phase", "kernel_name", "iops") == ("since boot", "sdb", 15.0)
    assert values(disk, "phase", "device", "about_key", "samples") == ("", "block:sdb", "owner1/sdb", 2)
    assert values(disk, "iops", "iops_p95", "iops_deviation", "read_ratio") == (250.0, 350.0, 100.0, 0.8)
    # 100 reads at 1 ms and 300 at 2 ms; 50 writes at 0.4 ms each time.
    assert values(disk, "read_ms", "write_ms", "latency_ms", "read_p95_ms") == (1.75, 0.4, 1.48, 2.0)
    assert values(disk, "io_bytes", "read_io_bytes", "write_io_bytes") == (9830.4, 8192.0, 16384.0)
    assert values(disk, "throughput_mbps", "outstanding", "busy_ratio") == (2.4576, 0.37, 0.11)
    assert dm["kernel_name"] == "dm-3"
    owner_in = reader_named("workload-iostat").owner_in
    assert owner_in is not None
    assert owner_in(sample("workload-iostat.txt")) == "db01.example.net"


def test_a_trimmed_capture_of_iostat_has_no_report_since_boot() -> None:
    text = sample("workload-iostat.txt")
    first = loads("workload-iostat", text[text.index("Device") :])[0]
    assert values(first, "phase", "samples", "iops") == ("", 3, 171.666667)


def test_decimal_commas_and_cut_rows() -> None:
    text = (
        sample("workload-iostat.txt")
        .replace(".00", ",00")
        .replace(".40", ",40")
        .replace(".62", ",62")
        .replace(".12", ",12")
    )
    assert loads("workload-iostat", text)[1]["read_ms"] == 1.75
    cut = read("workload-iostat", text[: text.rindex("dm-3") + 60])
    assert cut.ends_inside_record
    assert cut.observations.rows("workload")[-1]["samples"] == 1


def test_old_columns_of_iostat() -> None:
    text = (
        "Device:         rrqm/s   wrqm/s     r/s     w/s   rsec/s   wsec/s avgrq-sz avgqu-sz   await  svctm  %util\n"
        "sda               0.00     0.00   10.00   30.00   160.00   480.00    16.00     0.50    4.00   1.00   4.00\n"
    )
    (row,) = loads("workload-iostat", text)
    assert values(row, "io_bytes", "latency_ms", "read_mbps", "outstanding") == (8192.0, 4.0, 0.08192, 0.5)
    basic = "Device:            tps    Blk_read/s    Blk_wrtn/s   Blk_read   Blk_wrtn\nsda 100.00 1600.00 0.00 1 2\n"
    (row,) = loads("workload-iostat", basic)
    assert values(row, "iops", "read_mbps", "read_iops", "phase") == (100.0, 0.8192, None, "")


IOSTAT_HUMAN = """\
Linux 5.14.0-70.el9.x86_64 (db01) \t01/15/2026 \t_x86_64_\t(16 CPU)

avg-cpu:  %user   %nice %system %iowait  %steal   %idle
           4.1%    0.0%    1.2%    0.8%    0.0%   93.9%

     r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz Device
  120.00      1.5M     0.00   0.0%    0.60    12.8k sdb
    0.00      0.0k     0.00   0.0%    0.00     0.0k dm-3

     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz Device
   40.00    320.0k     0.00   0.0%    0.40     8.0k sdb
    0.00      0.0k     0.00   0.0%    0.00     0.0k dm-3

     f/s f_await  aqu-sz  %util Device
    0.00    0.00    0.09   6.1% sdb
    0.00    0.00    0.00   0.0% dm-3
"""


def test_iostat_with_names_last_and_scaled_figures() -> None:
    result = read("workload-iostat", IOSTAT_HUMAN)
    disk, idle = (dict(row) for row in result.observations.rows("workload"))
    assert values(disk, "phase", "kernel_name", "iops", "read_ratio", "samples") == (
        "since boot",
        "sdb",
        160.0,
        0.75,
        1,
    )
    assert values(disk, "read_mbps", "write_mbps", "read_io_bytes") == (1.572864, 0.32768, 13107.2)
    assert values(disk, "latency_ms", "outstanding", "busy_ratio") == (0.55, 0.09, 0.061)
    assert values(idle, "kernel_name", "iops", "latency_ms") == ("dm-3", 0.0, None)
    assert result.unread_lines == 0
    assert best_reader(IOSTAT_HUMAN) == "workload-iostat"
    again = IOSTAT_HUMAN + IOSTAT_HUMAN[IOSTAT_HUMAN.index("avg-cpu") :]
    assert [row["phase"] for row in loads("workload-iostat", again)] == ["since boot"] * 2 + [""] * 2


def test_iostat_with_one_rate_for_all_states_no_rate_of_reads_as_the_whole() -> None:
    text = """\
Device             tps      kB/s    rqm/s   await  areq-sz  aqu-sz  %util
sdb             160.00   1280.00     0.00    0.55     8.00    0.09   6.10
"""
    (row,) = loads("workload-iostat", text)
    assert values(row, "iops", "throughput_mbps", "io_bytes", "latency_ms") == (160.0, 1.31072, 8192.0, 0.55)
    assert best_reader(text) == "workload-iostat"
    short = """\
Device             tps    kB_read/s     kB_w+d/s    kB_read     kB_w+d
sdb             160.00       960.00       320.00    1597749     410544
 disks          160.00       960.00       320.00    1597749     410544
"""
    (row,) = loads("workload-iostat", short)
    assert values(row, "kernel_name", "read_mbps", "throughput_mbps", "io_bytes") == ("sdb", 0.98304, None, None)


def test_sar_averages_its_intervals_and_skips_other_tables() -> None:
    text = sample("workload-sar.txt")
    result = read("workload-sar", text)
    disk, idle = (dict(row) for row in result.observations.rows("workload"))
    # The same as in its row of averages.
    assert values(disk, "kernel_name", "tool", "samples", "iops", "latency_ms") == ("sdb", "sar", 2, 200.0, 0.875)
    assert values(disk, "io_bytes", "read_mbps", "write_mbps", "busy_ratio") == (14336.0, 2.4576, 0.4096, 0.08)
    assert values(disk, "iops_p95", "phase", "read_ratio") == (300.0, "", None)
    assert values(idle, "kernel_name", "iops", "latency_ms") == ("dev253-3", 0.0, None)
    assert result.unread_lines == 0
    assert best_reader(text) == "workload-sar"
    disks = text[text.index("11:40:01 PM       DEV") : text.index("11:40:01 PM     IFACE")]
    assert best_reader(disks) == "workload-sar"
    assert [row["iops"] for row in loads("workload-sar", disks)] == [200.0, 0.0]
    means = "\n".join(line for line in disks.split("\n") if line[:5] not in ("11:50", "12:00"))
    assert [row["iops"] for row in loads("workload-sar", means)] == [200.0, 0.0]
    since = disks.replace("11:40:01 PM", "11:50:01 PM")
    assert [row["phase"] for row in loads("workload-sar", since)] == ["since boot"] * 2 + [""] * 2
    none = read("workload-sar", text[: text.index("11:40:01 PM       DEV")])
    assert not none.observations.rows("workload")
    assert "sar -d" in none.notes[0].text


def test_sar_figures_of_counters_set_back_are_bad() -> None:
    text = sample("workload-sar.txt").replace("    300.00   4200.00", " 590484765483660456.04   4200.00")
    result = read("workload-sar", text)
    assert [row["value"] for row in result.observations.rows("bad_value")] == ["590484765483660456.04"]
    assert dict(result.observations.rows("workload")[0])["iops"] == 100.0


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("dev8-0", "sda"),
        ("dev8-17", "dev8-17"),
        ("dev65-160", "sdaa"),
        ("dev253-9", "dev253-9"),
        ("sdb", "sdb"),
    ],
)
def test_sar_names_of_scsi_disks(shown: str, name: str) -> None:
    assert kernel_name(shown) == name


def test_aix_iostat_counts_thousands_and_separates_service_from_queue_time() -> None:
    text = sample("workload-iostat-aix.txt")
    result = read("workload-iostat-aix", text)
    disk, idle = (dict(row) for row in result.observations.rows("workload"))
    assert values(disk, "device", "phase", "samples", "iops", "read_ratio") == ("block:hdisk2", "", 2, 800.0, 0.75)
    assert values(disk, "read_mbps", "write_mbps", "busy_ratio") == (4.95, 1.6596, 0.24)
    # 300 reads at 0.8 ms and 900 at 1.2 ms; 400 I/Os waited 0.1 ms before, and 1,200 0.3 ms.
    assert values(disk, "read_ms", "write_ms", "queue_ms", "device_ms") == (1.35, 0.65, 0.25, 0.925)
    assert values(disk, "latency_ms", "outstanding", "queued") == (1.175, 0.6, 0.5)
    assert values(idle, "kernel_name", "iops", "latency_ms") == ("hdisk3", 0.0, None)
    assert result.unread_lines == 0
    assert best_reader(text) == "workload-iostat-aix"
    short = read("workload-iostat-aix", text.replace("36.0   9.8M   1200.0", "36.0   9.8M"))
    assert [row["iops"] for row in short.observations.rows("workload")] == [400.0, 0.0]
    assert short.unread_lines == 1


def test_iostat_of_aix_in_blocks() -> None:
    text = sample("workload-iostat-aix.2.txt")
    (disk,) = loads("workload-iostat-aix", text)
    assert values(disk, "kernel_name", "phase", "iops", "io_bytes") == ("hdisk6", "since boot", 400.0, 8298.0)
    assert values(disk, "read_ms", "write_ms", "queue_ms", "latency_ms") == (0.9, 0.5, 0.1, 0.8)
    assert best_reader(text) == "workload-iostat-aix"
    again = text + text[text.index("hdisk6") :]
    assert [values(row, "phase", "samples") for row in loads("workload-iostat-aix", again)] == [("", 2)]
    assert read("workload-iostat-aix", text[: text.index("                          0.1")]).ends_inside_record


def test_json_of_iostat() -> None:
    boot, row = loads("workload-iostat-json", sample("workload-iostat-json.json"))
    assert values(boot, "phase", "iops") == ("since boot", 15.0)
    assert values(row, "iops", "latency_ms", "read_io_bytes", "busy_ratio") == (150.0, 0.8, 8192.0, 0.06)


def test_solaris_iostat_gives_luns_and_queue_times() -> None:
    found = loads("workload-iostat-solaris", sample("workload-iostat-solaris.txt"))
    assert [row["phase"] for row in found] == ["since boot", "since boot", "", ""]
    row = found[2]
    assert values(row, "device", "iops", "device_ms", "queue_ms", "latency_ms") == (
        "naa.60000970000192601357533030304331",
        160.0,
        0.6,
        0.4,
        1.0,
    )
    assert "latency_ms" not in found[3]
    commas = "extended device statistics\ndevice,r/s,w/s,kr/s,kw/s,wait,actv,svc_t,%w,%b,\nsd0,10.0,10.0,160.0,160.0,0.0,0.1,5.0,0,3\n"
    (row,) = loads("workload-iostat-solaris", commas)
    assert values(row, "iops", "latency_ms", "io_bytes", "busy_ratio") == (20.0, 5.0, 16384.0, 0.03)
    free = "                        extended device statistics\ndevice r/s w/s kr/s kw/s ms/r ms/w ms/o ms/t qlen %b\nada0 0 251 0 1004 0.0 0.2 0.0 0.2 0 3\n"
    (row,) = loads("workload-iostat-solaris", free)
    assert values(row, "iops", "write_ms", "latency_ms", "write_io_bytes") == (251.0, 0.2, 0.2, 4096.0)


def test_samples_of_esxtop_become_means_and_percentiles() -> None:
    result = read("workload-esxtop", sample("workload-esxtop.csv"))
    host, disk = (dict(row) for row in result.observations.rows("workload"))
    assert values(host, "about_kind", "cpu_ratio", "samples") == ("host", 0.25, 2)
    assert values(disk, "device", "iops", "iops_p95", "read_ratio", "seconds") == (LUN, 2000.0, 3000.0, 0.75, 5.0)
    # Latencies are weighted by commands: 1000 at 1 ms and 3000 at 2 ms.
    assert values(disk, "device_ms", "kernel_ms", "queue_ms", "latency_ms") == (1.75, 0.08, 0.0375, 1.83)
    assert values(disk, "device_p95_ms", "queue_depth", "outstanding", "queued") == (2.0, 32.0, 6.0, 1.0)
    assert [
        (r["about_key"], r["metric"], r["value"], r.get("peak")) for r in result.observations.rows("port_load")
    ] == [
        ("owner1/vmhba2", "iops", 2200.0, 3200.0),
        ("owner1/vmhba2", "throughput_mbps", 12.582912, None),
        ("owner1/vmhba2", "device_ms", 1.827273, 2.1),
    ]
    reader = reader_named("workload-esxtop")
    assert reader.owner_in is not None
    assert reader.captured_in is not None
    assert reader.owner_in(sample("workload-esxtop.csv")) == "esx01"
    assert str(reader.captured_in(sample("workload-esxtop.csv"))) == "2026-01-15 08:00:05+00:00"


def test_a_cut_sample_of_esxtop_is_left_out() -> None:
    result = read("workload-esxtop", sample("workload-esxtop.csv").rstrip()[:-30])
    assert result.ends_inside_record
    assert result.observations.rows("workload")[1]["samples"] == 1


def test_logs_of_windows_performance_counters_are_not_of_esxtop() -> None:
    text = '"(PDH-CSV 4.0) (W. Europe Standard Time)(-60)","\\\\SQL01\\PhysicalDisk(1 E:)\\Disk Reads/sec"\n"01/15/2026 08:00:00.123","5"\n'
    assert best_reader(text) == "workload-perfmon"


def test_wide_exports_of_esxtop_are_read_column_by_column() -> None:
    names = ["(PDH-CSV 4.0) (UTC)(0)"]
    for number in range(400):
        names += [
            rf"\\esx01\Physical Disk SCSI Device(naa.60000970{number:024d})\Commands/sec",
            rf"\\esx01\Group({number})\Used",
        ]
    row = ['"01/15/2026 08:00:00"'] + ['"5.00"'] * (len(names) - 1)
    text = ",".join(f'"{name}"' for name in names) + "\n" + "\n".join([",".join(row)] * 50) + "\n"
    result = read("workload-esxtop", text)
    found = result.observations.rows("workload")
    assert (len(found), found[0]["iops"], found[0]["samples"]) == (400, 5.0, 50)


def test_tables_of_volumes_with_points_and_with_commas() -> None:
    first, second = loads("workload-lun-table", sample("workload-lun-table.csv"))
    assert values(first, "about_key", "iops", "read_ms", "write_ms", "hit_ratio") == ("db01", 522.1, 2.7, 0.8, 0.515)
    assert values(first, "io_bytes", "capacity_bytes", "used_ratio", "members") == (19456.0, 256 * 1024**3, 0.95, 4)
    assert values(first, "random_read_ratio", "sequential_read_ratio", "sequential_ratio") == (0.95, 0.04, 0.04)
    # 3 + 88 + 9 are all: the empty field is nothing.
    assert values(second, "sequential_read_ratio", "random_write_ratio", "read_ratio") == (0.0, 0.88, 0.031)
    result = read("workload-lun-table", sample("workload-lun-table.2.csv"))
    rows = [dict(row) for row in result.observations.rows("workload")]
    assert values(rows[0], "device", "iops", "latency_ms", "read_ratio", "hit_ratio") == (
        "naa.60000970000192601357533030304331",
        1234.5,
        2.7,
        0.65,
        0.405,
    )
    assert [(b["fact"], b["value"], b["line"]) for b in result.observations.rows("bad_value")] == [
        ("read_ratio", "101", 3),
        ("iops", "x1", 4),
    ]
    assert [(note.line, note.text) for note in result.notes] == [(3, "lun02: read % 101 is not possible")]


def test_shares_that_do_not_add_up_are_reported() -> None:
    result = read("workload-lun-table", sample("workload-lun-table.csv").replace("95,4,1,0", "95,4,30,0"))
    assert [note.text for note in result.notes] == ["db01: random and sequential reads and writes add up to 129.0 %"]


@pytest.mark.parametrize(
    ("name", "fact", "factor"),
    [
        ("Host IOs/sec", "iops", 1.0),
        ("Total IOPS", "iops", 1.0),
        ("Read Response Time (us)", "read_ms", 0.001),
        ("Avg I/O Size (bytes)", "size", 1.0),
        ("I/O Size", "size", 1024.0),
        ("Capacity (TB)", "capacity", float(1 << 40)),
        ("%RR", "rr", 1.0),
        ("% Random Reads", "rr", 1.0),
        ("Cache Hit %", "hit", 1.0),
        ("Latency (furlongs)", None, None),
        ("Comment", None, None),
    ],
)
def test_names_and_units_of_columns(name: str, fact: str | None, factor: float | None) -> None:
    found = column(name)
    assert (found.fact, found.factor) == (fact, factor) if found else fact is None


@pytest.mark.parametrize(
    ("text", "decimal_comma", "expected"),
    [
        ("1,234", False, 1234.0),
        ("1,234", True, 1.234),
        ("1.234,5", True, 1234.5),
        ("1,234.5", False, 1234.5),
        ("0,5", True, 0.5),
        ("0,5", False, None),
        ("1.234", False, 1.234),
        ("1.234", True, 1234.0),
        ("0.234", True, 0.234),
        ("95%", False, 95.0),
        ("1 234,5", True, 1234.5),
        ("12.5", True, 12.5),
        ("x", True, None),
    ],
)
def test_numbers_with_groups_and_decimal_signs(text: str, decimal_comma: bool, expected: float | None) -> None:
    assert measures.number(text, decimal_comma) == expected


def test_percentiles_are_of_the_nearest_rank() -> None:
    assert measures.percentile([float(n) for n in range(1, 101)]) == 95.0
    assert measures.percentile([1.0, 2.0]) == 2.0
    assert measures.percentile([]) is None


@pytest.mark.corpus
def test_iostat_of_the_corpus() -> None:
    (row,) = loads("workload-iostat", corpus_file("workload/iostat/elatov-1.txt"))
    assert values(row, "samples", "iops", "write_ms", "io_bytes") == (4, 114.7975, 1280.44053, 524288.0)
    boot, row = loads("workload-iostat-solaris", corpus_file("workload/iostat/elatov-2.txt"))
    assert values(row, "samples", "write_iops", "queued", "busy_ratio") == (3, 1629.4, 8.6, 0.946667)
    (row,) = loads("workload-iostat", corpus_file("workload/iostat/local-iostat-xz.txt"))
    assert values(row, "phase", "read_iops", "write_ms", "read_io_bytes") == ("since boot", 91.32, 3.47, 119183.36)
    found = loads("workload-iostat", corpus_file("workload/iostat/jc-iostat-1.txt"))
    assert [row["kernel_name"] for row in found] == ["sda", "dm-0", "dm-1"] * 2
    boot, row = loads("workload-iostat-json", corpus_file("workload/iostat/local-iostat.json"))
    assert values(boot, "read_iops", "latency_ms") == (91.41, 1.260472)


@pytest.mark.corpus
@pytest.mark.parametrize("name", ["elatov-1.txt", "elatov-2.txt"])
def test_counter_names_alone_state_nothing(name: str) -> None:
    result = read("workload-esxtop", corpus_file(f"workload/esxtop-csv/{name}"))
    assert (result.records, len(result.notes)) == (0, 1)


def test_a_second_iostat_in_one_capture_begins_with_figures_since_boot() -> None:
    text = sample("workload-iostat.txt")
    once, twice = (
        {(row["kernel_name"], row["phase"]): (row["iops"], row["samples"]) for row in loads("workload-iostat", shown)}
        for shown in (text, f"{text}\n{text}")
    )
    assert twice["sdb", "since boot"] == once["sdb", "since boot"]
    assert twice["sdb", ""] == (250.0, 4)
