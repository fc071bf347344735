"""Lines of vmkernel.log about disks."""

from __future__ import annotations

from datetime import datetime

from tests.readers.harness import read, sample

NAME = "esxi-vmkernel-log"
SAMPLE = sample(f"{NAME}.txt")


def test_lines_are_counted_by_disk_event_and_minute():
    found = {(row["device"], row["event"]): row for row in read(NAME, SAMPLE, "esx01").observations.rows("log_event")}
    one, other = ("naa.600601600a0b0c0d0e0f000000000001", "naa.600601600a0b0c0d0e0f000000000002")
    assert {key: row["events"] for key, row in found.items()} == {
        (one, "reservation conflict"): 1, (one, "ATS miscompare"): 1, (one, "abort"): 1, (other, "slow"): 1,
    }  # fmt: skip
    assert found[other, "slow"]["latency_ms"] == 19.403
    assert found[one, "abort"]["began_at"] == datetime(2026, 1, 15, 8, 0)
    assert {row["host"] for row in found.values()} == {"esx01"}


def test_many_lines_of_a_minute_are_one_row():
    (first, *_) = SAMPLE.split("\n")
    assert [row["events"] for row in read(NAME, "\n".join([first] * 40)).observations.rows("log_event")] == [40]


def test_a_command_that_succeeded_at_last_is_no_event():
    line = '2026-01-15T08:00:12.345Z cpu1:2)ScsiDeviceIO: 41: Cmd(0x1) 0x1a, CmdSN 0x1 from world 0 to dev "naa.600601600a0b0c0d0e0f000000000001" failed H:0x0 D:0x2 P:0x0 Valid sense data: 0x5 0x24 0x0\n'
    assert read(NAME, line).observations.rows("log_event") == []
