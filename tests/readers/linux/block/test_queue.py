"""Block device queues, SCSI settings, maps and partitions dumped from /sys/block."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.harness import assert_robust, best_reader, corpus_file, facts, read
from tests.thorough import examples

NAME = "linux-sysfs"

DUMP = """\
/sys/block/sdb/queue/scheduler:noop [deadline] cfq
/sys/block/sdb/queue/nr_requests:128
/sys/block/sdb/queue/nomerges:0
/sys/block/sdb/queue/read_ahead_kb:4096
/sys/block/sdb/queue/add_random:1
/sys/block/sdb/queue/rotational:0
/sys/block/sdb/queue/rq_affinity:2
/sys/block/sdb/queue/max_sectors_kb:1024
/sys/block/sdb/queue/logical_block_size:4096
/sys/block/sdb/device/timeout:60
/sys/block/sdb/device/queue_depth:32
/sys/block/sdb/device/vendor:EMC
/sys/block/sdb/device/model:Invista
/sys/block/sdb/size:2097152
/sys/block/sdb/sdb1/start:2048
/sys/block/sdb/sdb1/size:2095104
/sys/block/sdb/sdb1/partition:1
/sys/block/dm-4/dm/name:oradata
/sys/block/dm-4/dm/uuid:mpath-36000144000000010300aa00000000001
/sys/block/dm-4/queue/scheduler:none
/sys/block/dm-5/dm/uuid:LVM-abcdef
/sys/block/dm-5/queue/scheduler:[mq-deadline] none
/sys/block/sdc/device/wwid:naa.6000144000000010300aa000000000xx
/sys/block/sdc/queue/nr_requests:64
/sys/block/sdb/queue/optimal_io_size:65536
"""


def test_field_by_field() -> None:
    result = read(NAME, DUMP, owner="db01")
    sdb, dm4, dm5, sdc = result.observations.rows("device")
    assert sdb == {
        "host": "db01",
        "device": "block:sdb",
        "kernel_name": "sdb",
        "scheduler": "deadline",
        "nr_requests": 128,
        "nomerges": 0,
        "read_ahead_kb": 4096,
        "add_random": 1,
        "rotational": 0,
        "rq_affinity": 2,
        "max_sectors_kb": 1024,
        "optimal_io_bytes": 65536,
        "sector_bytes": 4096,
        "scsi_timeout_seconds": 60,
        "queue_depth": 32,
        "vendor": "EMC",
        "model": "Invista",
        "size_bytes": 1_073_741_824,
        "line": 1,
    }
    assert (dm4["device"], dm4["kernel_name"], dm4["alias"], dm4["scheduler"]) == (
        "naa.6000144000000010300aa00000000001",
        "dm-4",
        "oradata",
        "none",
    )
    assert (dm5["device"], dm5["scheduler"]) == ("block:dm-5", "mq-deadline")
    assert sdc["device"] == "block:sdc"
    (bad,) = result.observations.rows("bad_value")
    assert (bad["problem"], bad["line"]) == ("redacted", 23)
    # sysfs counts partition starts in 512 bytes, whatever the sector size is.
    assert result.observations.rows("partition") == [
        {
            "host": "db01",
            "device": "block:sdb",
            "partition": 1,
            "start_bytes": 1_048_576,
            "start_sector": 2048,
            "sector_bytes": 512,
            "size_bytes": 1_072_693_248,
            "exact": True,
            "line": 15,
        }
    ]
    assert result.unread_lines == 0


def test_lines_that_are_no_files_are_counted() -> None:
    result = read(NAME, "/sys/block/sdb/queue/nomerges:0\nThe scheduler was changed\n$ exit\n")
    assert (result.unread_lines, result.first_unread) == (1, 2)


def test_value_that_is_no_number_is_left_out() -> None:
    (row,) = read(NAME, "/sys/block/sdb/queue/nr_requests:many\n/sys/block/sdb/queue/nomerges:2\n").observations.rows(
        "device"
    )
    assert "nr_requests" not in row
    assert row["nomerges"] == 2


def test_prose_about_sysfs_is_not_claimed() -> None:
    assert best_reader("Set /sys/block/sdb/queue/scheduler to noop.\nSee /sys/class/fc_host/ for the ports.\n") is None


@settings(max_examples=examples(25))
@given(st.integers(min_value=0, max_value=10_000))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust(NAME, DUMP, seed)


@settings(max_examples=examples(25))
@given(st.integers(min_value=0, max_value=DUMP.count("\n")))
def test_dump_cut_between_lines_states_no_new_value(lines: int) -> None:
    whole = {(k, v) for kind, row in facts(read(NAME, DUMP)) if kind == "device" for k, v in row}
    cut = read(NAME, "\n".join(DUMP.split("\n")[:lines]))
    found = {(k, v) for kind, row in facts(cut) if kind == "device" for k, v in row if k != "device"}
    assert found <= whole


@pytest.mark.corpus
def test_corpus() -> None:
    text = corpus_file("hosts/linux-queue/insights-sched-1.txt")
    assert best_reader(text) == NAME
    rows = read(NAME, text).observations.rows("device")
    assert [(r["kernel_name"], r["scheduler"], r["line"]) for r in rows] == [
        ("sda", "cfq", 1),
        ("sdb", "deadline", 2),
        ("vdc", "noop", 3),
        ("nvme0n1", "none", 4),
    ]
    text = corpus_file("hosts/linux-queue/procfs-sda-1.txt")
    assert best_reader(text) == NAME
    result = read(NAME, text)
    (row,) = result.observations.rows("device")
    assert (row["scheduler"], row["nr_requests"], row["read_ahead_kb"], row["rotational"]) == ("bfq", 64, 128, 1)
    assert result.unread_lines == 0


def test_the_queue_of_each_scsi_disk_is_kept() -> None:
    """The LUN keeps one value of its paths; a rule about unequal paths needs them all."""
    first = (
        "/sys/block/sdb/device/wwid:naa.6000144000000010300aa00000000001\n/sys/block/sdb/queue/scheduler:[none] bfq\n"
    )
    second = first.replace("sdb", "sdc").replace("[none] bfq", "none [bfq]")
    rows = read(NAME, first + second + "/sys/block/dm-1/queue/nr_requests:64\n", owner="db01").observations.rows(
        "block_queue"
    )
    assert [(row["kernel_name"], row["scheduler"]) for row in rows] == [("sdb", "none"), ("sdc", "bfq")]
    assert {row["device"] for row in rows} == {"naa.6000144000000010300aa00000000001"}
