"""Samples over time: their intervals, and that no time is invented."""

from __future__ import annotations

import tracemalloc
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, ReadResult, read_capture
from checker.readers.workload.counters import pdh_csv
from tests.readers.harness import read, sample

ESXTOP = sample("workload-esxtop.csv")


def at(row: dict[str, object], name: str) -> str:
    moment = row[name]
    assert isinstance(moment, datetime)
    return moment.strftime("%m-%d %H:%M:%S")


def spans(result: ReadResult, **of: object) -> list[tuple[str, str]]:
    rows = result.observations.rows("load_sample")
    return [(at(row, "started_at"), at(row, "ended_at")) for row in rows if of.items() <= row.items()]


def test_iostat_samples_begin_at_the_report_before_and_cross_midnight():
    result = read("workload-iostat", sample("workload-iostat.timed.txt"), owner="db02")
    rows = result.observations.rows("load_sample")
    assert spans(result, kernel_name="sdb") == [
        ("01-15 23:59:50", "01-15 23:59:55"),
        ("01-15 23:59:55", "01-16 00:00:00"),
    ]
    assert spans(result, kernel_name="sdc") == [("01-15 23:59:55", "01-16 00:00:00")]
    first = rows[0]
    assert (first["iops"], first["read_ms"], first["write_ms"], first["utc"]) == (150.0, 1.0, 0.4, False)
    assert first["read_mbps"] == pytest.approx(0.8192)


def test_iostat_without_times_has_no_samples():
    assert not read("workload-iostat", sample("workload-iostat.txt")).observations.rows("load_sample")


@pytest.mark.parametrize(
    ("before", "after", "first"),
    [
        # Days that follow one another.
        (("01/15/2026", "01/16/2026", " AM", " PM"), ("03/04/2026", "03/05/2026", "", ""), "03-04 11:59:50"),
        (("01/15/2026", "01/16/2026", " AM", " PM"), ("04/03/26", "05/03/26", "", ""), "03-04 11:59:50"),
        (("01/15/2026", "01/16/2026", " AM", " PM"), ("15/01/2026", "16/01/2026", "", ""), "01-15 11:59:50"),
        (("01/15/2026", "01/16/2026", " AM", " PM"), ("01/15/26", "01/16/26", "", ""), "01-15 11:59:50"),
        (("01/15/2026", "01/16/2026", " AM", " PM"), ("15.01.2026", "16.01.2026", "", ""), "01-15 11:59:50"),
    ],
)
def test_dates_of_locales(before: tuple[str, ...], after: tuple[str, ...], first: str):
    text = sample("workload-iostat.timed.txt")
    for one, other in zip(before, after, strict=True):
        text = text.replace(one, other)
    rows = read("workload-iostat", text).observations.rows("load_sample")
    assert (at(rows[0], "started_at"), at(rows[0], "ended_at")) == (first, first[:-2] + "55")
    assert {row.get("day_first_s") for row in rows} == {None}


# The locale C prints the month first, British English the day; American English prints AM or PM.
@pytest.mark.parametrize(
    ("day", "later"), [("03/04/26", 30), ("03/04/2026", 30), ("04/03/26", -30), ("05/05/26", None)]
)
def test_a_date_of_which_nothing_shows_whether_day_or_month_is_first(day: str, later: int | None):
    text = sample("workload-iostat.timed.txt").replace("11:59:5", "10:59:5").replace("12:00:00 AM", "11:00:00")
    for old, new in (("01/15/2026", day), ("01/16/2026", day), (" PM", "")):
        text = text.replace(old, new)
    result = read("workload-iostat", text)
    [row, *_] = result.observations.rows("load_sample")
    assert at(row, "ended_at") == f"{day[:5].replace('/', '-')} 10:59:55"
    assert row.get("day_first_s") == (later * 86_400 if later else None)
    banner = reader_named("workload-iostat").captured_in
    assert banner is not None
    shown = banner(f"Linux 6.1.0 (db02)  {day}  _x86_64_\n\n{text}")
    assert shown == (None if later else datetime(2026, 5, 5, tzinfo=UTC))


def test_days_of_several_sar_files_that_follow_one_another_decide():
    files = "".join(
        f"Linux 6.1.0 (db02)  {day}  _x86_64_  (4 CPU)\n\n00:00:01  DEV  tps  rkB/s  wkB/s  areq-sz  aqu-sz  await  %util\n"
        "00:10:01  sda  100.00  800.00  0.00  8.00  0.10  1.00  9.00\n00:20:01  sda  90.00  720.00  0.00  8.00  0.10  1.00  9.00\n\n"
        for day in ("04/03/26", "05/03/26")
    )
    rows = read("workload-sar", files).observations.rows("load_sample")
    assert {at(row, "ended_at")[:5] for row in rows} == {"03-04", "03-05"}
    assert {row.get("day_first_s") for row in rows} == {None}


def test_iso_times_state_their_zone():
    text = sample("workload-iostat.timed.txt")
    for old, new in (
        ("01/15/2026 11:59:50 PM", "2026-01-15T23:59:50+0100"),
        ("01/15/2026 11:59:55 PM", "2026-01-15T23:59:55+0100"),
        ("01/16/2026 12:00:00 AM", "2026-01-16T00:00:00+0100"),
    ):
        text = text.replace(old, new)
    result = read("workload-iostat", text)
    assert spans(result, kernel_name="sdb", utc=True)[0] == ("01-15 22:59:50", "01-15 22:59:55")


def test_esxtop_samples_of_disks_and_adapters():
    result = read("workload-esxtop", ESXTOP, owner="esx01")
    rows = result.observations.rows("load_sample")
    lines = len(ESXTOP.strip().split("\n"))
    assert {row["about_kind"] for row in rows} == {"device", "initiator"}
    assert all(row["utc"] and row["tool"] == "esxtop" for row in rows)
    first = rows[0]
    # The first line of values has no known beginning.
    assert len([row for row in rows if row["about_key"] == first["about_key"]]) == lines - 2


def test_esxtop_counters_that_begin_again_give_no_load_below_zero():
    counters = ("Commands/sec", "Reads/sec", "Average Guest MilliSec/Command")
    names = [f"\\\\esx01\\Physical Disk SCSI Device(naa.624a93705a6c2f3b1d0000000000abcd)\\{one}" for one in counters]
    values = ((100, 60, 1.5), (100, 60, 1.5), (-18446744073.5, -1844.0, -5.0), (120, 80, 2.5))
    rows = [(f"01/15/2026 09:00:{10 * number}", *row) for number, row in enumerate(values)]
    table = (("(PDH-CSV 4.0) (UTC)(0)", *names), *rows)
    text = "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in table)
    found = read("workload-esxtop", text).observations
    assert [(row["iops"], row["latency_ms"]) for row in found.rows("load_sample") if row["iops"]] == [
        (100.0, 1.5),
        (120.0, 2.5),
    ]
    assert [row["iops"] for row in found.rows("workload")] == [pytest.approx(320 / 3)]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("workload-sar", "workload-sar.txt"),
        ("workload-perfmon", "workload-perfmon.csv"),
        ("pure-monitor", "pure-monitor.txt"),
        ("vplex-system-monitor", "vplex-system-monitor.csv"),
        ("vplex-volume-monitor", "vplex-volume-monitor.csv"),
    ],
)
def test_samples_of_other_tools(name: str, file: str):
    capture = Capture(text=sample(file), file="director-1-1-A_PERPETUAL_monitor.csv", owner="owner1")
    from checker.facts.observations import Observations

    rows = read_capture(reader_named(name), capture, Observations(samples=True)).observations.rows("load_sample")
    assert rows
    assert all(at(row, "started_at") < at(row, "ended_at") for row in rows)
    # Without being asked for, they are not written.
    plain = read_capture(reader_named(name), capture).observations
    assert not plain.rows("load_sample")


def test_long_series_become_means_as_short_as_their_number_allows():
    """Of 5,000 samples of 2 s two are joined; at most they are means of minutes."""
    head, *rows = ESXTOP.strip().split("\n")
    row = rows[0]
    stamp = row.split(",")[0].strip('"')
    many = [
        row.replace(stamp, datetime.fromtimestamp(1_768_464_000 + 2 * number).strftime("%m/%d/%Y %H:%M:%S"), 1)
        for number in range(5000)
    ]
    result = read("workload-esxtop", "\n".join([head, *many]) + "\n", owner="esx01")
    first = result.observations.rows("load_sample")[0]
    found = [one for one in result.observations.rows("load_sample") if one["about_key"] == first["about_key"]]
    assert len(found) == 2500
    shortest = min((at(one, "started_at"), at(one, "ended_at")) for one in found)
    assert shortest[0] != shortest[1]


@pytest.mark.parametrize(
    ("zone", "ends"),
    [
        ("EDT", "2018-06-14 03:17:32+00:00"),
        ("-03", "2018-06-14 02:17:32+00:00"),
        ("+0530", "2018-06-13 17:47:32+00:00"),
        # Several zones have this name.
        ("CST", None),
    ],
)
def test_pure_reports_the_time_that_it_waits_for_the_san(zone: str, ends: str | None):
    text = sample("pure-monitor.txt").replace(" EDT ", f" {zone} ")
    rows = read("pure-monitor", text, owner="pure01").observations.rows("load_sample")
    busy = next(row for row in rows if row["about_key"] == "vol_db")
    assert (busy["utc"], str(busy["ended_at"])) == (ends is not None, ends or "2018-06-13 23:17:32+00:00")
    assert busy["network_ms"] > 0


@pytest.mark.parametrize(
    "stamps",
    [
        ("Wed Mar  4 07:00:00 UTC 2026", "Wed Mar  4 07:00:10 UTC 2026", "Wed Mar  4 07:00:20 UTC 2026"),
        (
            "Wednesday, March  4, 2026 at  7:00:00 AM UTC", "Wednesday, March  4, 2026 at  7:00:10 AM UTC",
            "March  4, 2026 07:00:20 AM UTC",
        ),
    ],
)  # fmt: skip
def test_solaris_splits_the_host_queue(stamps: tuple[str, ...]):
    report = sample("workload-iostat-solaris.txt")
    title = report.index("extended device statistics")
    start = report.rindex("\n", 0, title) + 1 if "\n" in report[:title] else 0
    one = report[start:].split("extended device statistics")[1]
    parts = [f"{stamp}\n                    extended device statistics{one}" for stamp in stamps]
    result = read("workload-iostat-solaris", "".join(parts), owner="sol1")
    rows = result.observations.rows("load_sample")
    assert {(at(row, "started_at"), at(row, "ended_at")) for row in rows} == {
        ("03-04 07:00:00", "03-04 07:00:10"), ("03-04 07:00:10", "03-04 07:00:20"),
    }  # fmt: skip
    assert all(row["utc"] for row in rows)
    assert any("device_ms" in row and "kernel_ms" in row for row in rows)


def test_clariion_polls():
    text = sample("workload-clariion-archive.csv")
    rows = read("workload-clariion-archive", text, owner="cx1").observations.rows("load_sample")
    assert rows
    assert {row["storage_array"] for row in rows} == {"cx1"}
    assert all(row["latency_ms"] > 0 and row["utc"] is False for row in rows)


@pytest.mark.parametrize(
    ("instance", "path", "device"),
    [
        ("vmhba2:C0:T0:L3", "vmhba2:C0:T0:L3", None),
        ("naa.60000970000192601357533030304231-vmhba3:C0:T12:L3", "vmhba3:C0:T12:L3", "naa.60000970000192601357533030304231"),
        ("vmhba2:C0:T1:L3:naa.60000970000192601357533030304231", "vmhba2:C0:T1:L3", "naa.60000970000192601357533030304231"),
        ("mpx.vmhba1:C0:T0:L0-vmhba1:C0:T0:L0", "vmhba1:C0:T0:L0", None),
    ],
)  # fmt: skip
def test_esxtop_samples_of_paths(instance: str, path: str, device: str | None):
    counters = ("Commands/sec", "Average Guest MilliSec/Command", "Aborts/sec", "Resets/sec")
    head = ",".join(f'"\\\\esx31\\Physical Disk Path({instance})\\{counter}"' for counter in counters)
    rows = "".join(f'"01/15/2026 08:00:{second:02d}","120.00","2.50","0.20","0.40"\n' for second in (0, 5, 10))
    result = read("workload-esxtop", f'"(PDH-CSV 4.0) (UTC)(0)",{head}\n{rows}', owner="esx31")
    found = result.observations.rows("load_sample")
    assert [(row["about_kind"], row["about_key"], row["kernel_name"], row.get("device")) for row in found] == [
        ("path", f"esx31/{path}", path, device)
    ] * 2
    assert [(row["iops"], row["latency_ms"], row["aborts"], row["resets"]) for row in found] == [
        (120.0, 2.5, 0.2, 0.4)
    ] * 2
    # They are the I/O of the disks again.
    assert not result.observations.rows("workload")


def test_a_wait_in_the_queue_of_aix_is_part_of_an_io():
    (row,) = (
        row
        for row in read("workload-iostat-aix", sample("workload-iostat-aix.txt")).observations.rows("load_sample")
        if row["kernel_name"] == "hdisk2"
    )
    # Service of 1.2 and 0.4 ms, and 0.3 ms in the queue before it.
    assert (row["read_ms"], row["write_ms"], row["kernel_ms"]) == (1.5, 0.7, 0.3)
    assert (row["latency_ms"], row["device_ms"]) == (pytest.approx(1.3), pytest.approx(1.0))


def sar_times(text: str) -> list[tuple[str, str]]:
    rows = read("workload-sar", text).observations.rows("load_sample")
    return [(str(row["started_at"])[8:19], str(row["ended_at"])[8:19]) for row in rows]


SAR_TITLE = "       DEV       tps     rkB/s     wkB/s   areq-sz    aqu-sz     await     svctm     %util\n"
SAR_ROW = "       sdd    410.00   6560.00      0.00     16.00      0.25      0.61      0.20      8.20\n"


def test_sar_while_it_runs_prints_the_title_in_each_interval():
    clocks = ("11:59:40 PM", "11:59:50 PM", "12:00:00 AM", "12:00:10 AM")
    text = "Linux 5.14.0-427.el9.x86_64 (kalt7) \t11/09/2026 \t_x86_64_\t(24 CPU)\n" + "".join(
        f"\n{begin}{SAR_TITLE}{end}{SAR_ROW}" for begin, end in pairwise(clocks)
    )
    assert sar_times(text) == [
        ("09 23:59:40", "09 23:59:50"), ("09 23:59:50", "10 00:00:00"), ("10 00:00:00", "10 00:00:10"),
    ]  # fmt: skip


def test_sar_of_a_day_with_a_restart():
    text = (
        "Linux 5.14.0-427.el9.x86_64 (kalt7) \t2026-11-23 \t_x86_64_\t(24 CPU)\n"
        f"\n09:10:00{SAR_TITLE}09:20:00{SAR_ROW}\n09:24:11     LINUX RESTART\t(24 CPU)\n"
        f"\n09:30:00{SAR_TITLE}09:40:00{SAR_ROW}"
    )
    assert sar_times(text) == [("23 09:10:00", "23 09:20:00"), ("23 09:30:00", "23 09:40:00")]


def test_sar_files_of_several_days_keep_their_days():
    def printed(day: str, *clocks: str) -> str:
        rows = "".join(f"{clock}{SAR_ROW}" for clock in clocks[1:])
        return f"Linux 6.4.0-150600 (mail7) \t{day} \t_x86_64_\t(8 CPU)\n\n{clocks[0]}{SAR_TITLE}{rows}Average: {SAR_ROW}\n"

    text = printed("2026-05-11", "08:00:01", "08:10:01") + printed("2026-05-14", "08:10:01", "08:20:01", "08:30:01")
    days = [("11 08:00:01", "11 08:10:01"), ("14 08:10:01", "14 08:20:01"), ("14 08:20:01", "14 08:30:01")]
    assert sar_times(text) == days
    assert sar_times(text + text) == days


def test_sar_on_the_day_on_which_summer_time_ends():
    """The clock goes back by an hour, which is no midnight."""
    clocks = ("02:40:00", "02:50:00", "02:00:00", "02:10:00")
    rows = "".join(f"{clock}{SAR_ROW}" for clock in clocks[1:])
    text = f"Linux 6.4.0-150600 (mail7) \t2026-10-25 \t_x86_64_\t(8 CPU)\n\n{clocks[0]}{SAR_TITLE}{rows}"
    assert sar_times(text) == [("25 02:40:00", "25 02:50:00"), ("25 02:00:00", "25 02:10:00")]


AIX_HEAD = """Disks:                     xfers                                read                                write                                  queue                    time
-------------- -------------------------------- ------------------------------------ ------------------------------------ -------------------------------------- ---------
                 %tm    bps   tps  bread  bwrtn   rps    avg    min    max time fail   wps    avg    min    max time fail    avg    min    max   avg   avg  serv
                 act                                    serv   serv   serv outs              serv   serv   serv outs        time   time   time  wqsz  sqsz qfull
"""
AIX_ROW = "hdisk7 12.0 2.5M 400.0 1.6M 819.2K 300.0 0.8 0.2 20.0 0 0 100.0 0.4 0.2 9.0 0 0 0.1 0.0 2.0 0.0 0.3 0.0 "


@pytest.mark.parametrize(
    ("date", "clocks", "ended"),
    [
        (
            "Sun Oct 25 02:30:00 CEST 2026",
            ("02:40:00", "02:50:00", "02:00:00", "02:10:00"),
            "25 00:50:00 25 01:00:00 25 01:10:00",
        ),
        ("Sat Oct 24 23:30:00 CEST 2026", ("23:40:00", "23:50:00", "00:00:00"), "24 21:50:00 24 22:00:00"),
    ],
    ids=["end of summer time", "midnight"],
)
def test_iostat_of_aix_where_the_clock_goes_back(date: str, clocks: tuple[str, ...], ended: str):
    """CEST is known, so that the times are UTC, and the repeated hour is two hours."""
    text = f"{date}\n" + "".join(f"{AIX_HEAD}{AIX_ROW}{clock}\n\n" for clock in clocks)
    rows = read("workload-iostat-aix", text).observations.rows("load_sample")
    assert " ".join(str(row["ended_at"])[8:19] for row in rows) == ended


def test_samples_of_a_long_log_are_compressed_while_it_is_read() -> None:
    log = pdh_csv.Log(lambda names: [_measured(names)])
    log.begin(1, ",".join(['"(PDH-CSV 4.0) (UTC)(0)"', *(f'"{number}"' for number in range(100))]))
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for place in range(2500):
            assert log.sample(",".join(['"01/15/2026 08:00:00"', f'"{place}.25"', '""', *['"0.50"'] * 98]))
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    (one,) = log.taken()
    assert one.samples("1") == [place + 0.25 for place in range(2500)]
    assert one.samples("2") == [None] * 2500
    assert one.samples("100") == [0.5] * 2500
    # Numbers of eight bytes would take more.
    assert after - before < 2500 * 100 * 8


def _measured(names: list[str]) -> pdh_csv.Measured:
    found = pdh_csv.Measured("disk", "naa.1")
    for index in range(1, len(names)):
        found.count(str(index), index)
    return found
