"""Recordings of nmon: figures per disk and interval, and times of I/Os only where service and wait are there."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from checker.readers.registry import reader_named
from tests.readers.harness import read, sample

AIX, LINUX = sample("workload-nmon.nmon"), sample("workload-nmon.2.nmon")


def test_an_io_takes_its_service_and_its_wait():
    rows = read("workload-nmon", AIX, owner="db04").observations.rows("load_sample")
    first, last = [row for row in rows if row["kernel_name"] == "hdisk2"]
    assert [(row["started_at"], row["ended_at"]) for row in (first, last)] == [
        tuple(datetime.fromisoformat(f"2026-03-04T10:{time}+00:00") for time in pair)
        for pair in (("00:02", "00:32"), ("00:32", "01:02"))
    ]
    shown = (
        "iops",
        "read_iops",
        "write_iops",
        "latency_ms",
        "read_ms",
        "write_ms",
        "device_ms",
        "kernel_ms",
        "busy_ratio",
    )
    assert [first[name] for name in shown] == pytest.approx([400, 300, 100, 0.8, 0.9, 0.5, 0.7, 0.1, 0.24])
    assert [last[name] for name in shown] == pytest.approx([400, 300, 100, 4.6, 5.5, 1.9, 3.1, 1.5, 0.6])
    assert first["io_bytes"] == 8192
    assert first["read_mbps"] == pytest.approx(2400 * 1024 / 1e6)
    assert first["utc"] is False


def test_without_waits_only_the_disk_is_known():
    text = re.sub(r"^DISKWAIT,.*\n", "", AIX, flags=re.MULTILINE)
    rows = read("workload-nmon", text).observations.rows("load_sample")
    assert {(row.get("latency_ms"), row.get("read_ms")) for row in rows} == {(None, None)}
    assert [row["device_ms"] for row in rows if row["kernel_name"] == "hdisk2"] == [0.7, 3.1]


def test_linux_has_load_without_times_of_ios():
    result = read("workload-nmon", LINUX, owner="web03")
    assert [row["platform"] for row in result.observations.rows("host")] == ["linux"]
    [row] = [row for row in result.observations.rows("workload") if row["kernel_name"] == "sdb"]
    assert (row["iops"], row["io_bytes"], row.get("latency_ms")) == (200, 8192, None)


def test_disks_from_the_150th_on_are_in_numbered_sections():
    more = re.sub(
        r"^(DISK[A-Z]+),(.*)$",
        lambda m: f"{m[0]}\n{m[1]}1,{m[2]}".replace("hdisk2,hdisk3", "hdisk2,hdisk3", 1),
        AIX,
        flags=re.MULTILINE,
    )
    text = re.sub(r"^(DISK[A-Z]+1,.*)hdisk2,hdisk3$", r"\1hdisk152,hdisk153", more, flags=re.MULTILINE)
    rows = read("workload-nmon", text).observations.rows("load_sample")
    assert {row["kernel_name"] for row in rows} == {"hdisk2", "hdisk3", "hdisk152", "hdisk153"}
    assert {row["device_ms"] for row in rows if row["kernel_name"] == "hdisk152"} == {0.7, 3.1}


def test_a_row_that_is_cut_is_not_used():
    text = AIX.rstrip("\n").rpartition("\n")[0] + "\nDISKWAIT,T0003,1."
    result = read("workload-nmon", text)
    rows = [row for row in result.observations.rows("load_sample") if row["kernel_name"] == "hdisk2"]
    assert [row.get("latency_ms") for row in rows] == [0.8, None]
    assert any("fewer or more figures" in note.text for note in result.notes)


def test_host_and_time_are_those_of_the_header():
    reader = reader_named("workload-nmon")
    assert reader.owner_in is not None and reader.captured_in is not None
    assert (reader.owner_in(AIX), reader.owner_in(LINUX)) == ("db04", "web03")
    assert reader.captured_in(AIX) == datetime.fromisoformat("2026-03-04T10:00:01+00:00")
