"""Error counters of fc_host ports: statistics below /sys, and by systool."""

from __future__ import annotations

from tests.readers.harness import best_reader, read, sample
from tests.support import store_of

STATISTICS = sample("linux-sysfs.9.txt")
LATER = STATISTICS.replace("0x1f", "0x5b").replace("0xe10", "0x1068")


def test_counters_in_hexadecimal() -> None:
    assert best_reader(STATISTICS) == "linux-sysfs"
    result = read("linux-sysfs", STATISTICS, owner="db01")
    rows = result.observations.rows("initiator_counter")
    assert {row["counter"]: row["value"] for row in rows} == {
        "dumped_frames": 0,
        "error_frames": 3,
        "crc_err": 31,
        "link_failure": 2,
        "loss_sync": 4,
        "protocol_errors": 0,
    }
    assert {(row["hba"], row["counted_seconds"]) for row in rows} == {("host3", 3600)}
    assert next(row["line"] for row in rows if row["counter"] == "crc_err") == 4
    assert result.unread_lines == 0


def test_systool_prints_counters_of_each_port() -> None:
    text = (
        'Class = "fc_host"\n\n  Class Device = "host3"\n    port_name = "0x10000000c9000001"\n'
        '    invalid_crc_count = "0x1f"\n    link_failure_count = "0x0"\n\n  Class Device = "host4"\n    loss_of_sync_count = "0x7"\n'
    )
    rows = read("linux-systool-fc", text).observations.rows("initiator_counter")
    assert [(row["hba"], row["counter"], row["value"]) for row in rows] == [
        ("host3", "link_failure", 0),
        ("host3", "crc_err", 31),
        ("host4", "loss_sync", 7),
    ]


def test_the_second_sample_in_one_capture_is_kept() -> None:
    store = store_of({"db01/statistics.txt": STATISTICS + LATER})
    assert store.rows(
        "SELECT value, counted_seconds, captured_at FROM initiator_counter WHERE counter = 'crc_err' ORDER BY 1"
    ) == [(31, 3600, None), (91, 4200, None)]


def test_times_between_the_samples_give_a_rate() -> None:
    first, second = "Mon Nov 23 08:00:00 UTC 2026\n", "Mon Nov 23 08:10:00 UTC 2026\n"
    store = store_of({"db01/statistics.txt": first + STATISTICS + second + LATER})
    assert store.rows(
        "SELECT value, strftime(captured_at, '%H:%M') FROM initiator_counter WHERE counter = 'crc_err' ORDER BY 1"
    ) == [(31, "08:00"), (91, "08:10")]
