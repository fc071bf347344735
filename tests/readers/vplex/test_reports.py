"""Files of VPLEX diagnostics: configuration dumps, reports, and port tables of scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests import folders
from tests.readers.harness import assert_robust, best_reader, corpus_file, printed_size, read

SAMPLES = folders.SAMPLES
DUMP = (SAMPLES / "vplex-configdump.xml").read_text()
HOSTS = (SAMPLES / "vplex-report-host.txt").read_text()


def test_a_dump_of_the_configuration() -> None:
    command = "configdump --file /var/log/VPlex/cli/c.txt --cluster cluster-2"
    capture = Capture(text=DUMP, owner="vplex01", command=command)
    rows = read_capture(reader_named("vplex-configdump"), capture).observations.rows
    assert [(row["virtual_volume"], row["cluster"], printed_size(row)) for row in rows("virtual_volume")] == [
        ("dd_db01_vol", "", 536_870_912_000),
        ("web01_vol", "cluster-2", 42_949_672_960),
    ]
    assert [(row["view"], row["volume_name"], row["lun"]) for row in rows("mask_volume")] == [
        ("db01", "dd_db01_vol", 0),
        ("db01", "web01_vol", 17),
    ]
    assert rows("mask_initiator")[1]["initiator_wwpn"] == "10000000c9000bad"
    assert [row["view"] for row in rows("mask_view")] == ["db01", "empty_view"]
    assert rows("mask_port") == []
    assert rows("storage_volume")[0]["line"] == 24


def test_unknown_elements_are_ignored_and_bare_sizes_are_not_bytes() -> None:
    text = DUMP.replace('size="500G" locality', 'size="131072000" locality').replace(
        "<extents>", '<unheardOf id="1"><deeper/></unheardOf><extents>'
    )
    result = read("vplex-configdump", text)
    assert "size_bytes" not in result.observations.rows("virtual_volume")[0]
    assert result.observations.rows("extent")[0]["extent"] == "extent_db01_1"


def test_a_truncated_dump_and_an_entity_bomb() -> None:
    result = read("vplex-configdump", DUMP[: DUMP.index("</viewInitiators>")])
    assert result.ends_inside_record and len(result.observations.rows("mask_initiator")) == 2
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]>' + DUMP.split("?>\n", 1)[1].replace("db01_vol", "&a;")
    result = read("vplex-configdump", bomb)
    assert result.failure is None and result.observations.rows("virtual_volume") == [] and result.notes


def test_hosts_with_their_logins() -> None:
    rows = read("vplex-report-host", HOSTS).observations.rows
    assert [(row["initiator_wwpn"], row["target_wwpn"]) for row in rows("array_login")] == [
        ("10000000c9000a01", "5000144260a1b200"),
        ("10000000c9000a01", "5000144270a1b200"),
    ]
    assert [(row["view"], row.get("operational_status")) for row in rows("mask_view")][-1] == ("empty_view", "stopped")
    assert [(row["director"], row["port"]) for row in rows("target_port")] == [
        ("director-1-1-A", "A0-FC00"),
        ("director-1-1-B", "B0-FC00"),
    ]


def test_logins_of_both_sides() -> None:
    text = (SAMPLES / "vplex-report-debugtowerdump.txt").read_text()
    result = read("vplex-report-debugtowerdump", text)
    (login,) = result.observations.rows("array_login")
    assert (login["initiator_wwpn"], login["target_wwpn"]) == ("10000000c9000a01", "5000144260a1b200")
    ports = result.observations.rows("target_port")
    assert [(row["target_wwpn"], row.get("role")) for row in ports] == [
        ("5000144260a1b200", None),
        ("5000144260a1b210", "back-end"),
    ]
    assert (result.printed_count, result.counted_records) == (2, 2)


def test_events_are_counted_by_director() -> None:
    text = (SAMPLES / "vplex-firmware-log.txt").read_text()
    rows = read("vplex-firmware-log", text).observations.rows("array_setting")
    assert [(row["scope"], row["setting"], row["value"]) for row in rows] == [
        ("director-1-1-A", "firmware-events scsi/27", "2"),
        ("director-1-1-B", "firmware-events stdf/10", "1"),
        ("director-2-1-A", "firmware-events amf/249", "1"),
    ]


def test_a_view_mapped_by_name() -> None:
    text = (SAMPLES / "vplex-storage-view-map.txt").read_text()
    capture = Capture(
        text=text, owner="vplex01", command="export storage-view map /clusters/c1/exports/storage-views/db01"
    )
    rows = read_capture(reader_named("vplex-storage-view-map"), capture).observations.rows
    assert [(row["view"], row["volume_name"], row["device"]) for row in rows("mask_volume")] == [
        ("db01", "dd_db01_data_vol", "naa.6000144000000010a0a1b20000000001"),
        ("db01", "db01_log_vol", "naa.6000144000000010a0a1b20000000002"),
    ]
    assert read("vplex-storage-view-map", text).observations.rows("mask_volume") == []


def test_a_collector_gives_directors_and_no_users() -> None:
    text = (
        (SAMPLES / "vplex-collector.xml")
        .read_text()
        .replace("<monitors>", "<username>monitor</username><password>pass4word</password><monitors>")
    )
    result = read("vplex-collector", text)
    assert [row["director"] for row in result.observations.rows("director")] == ["director-1-1-A", "director-1-1-B"]
    written = repr([chunk.values for chunk in result.observations.chunks()]) + repr(result.notes)
    assert "pass4word" not in written and "username" not in written


def test_preferred_paths_with_either_fraction() -> None:
    text = (SAMPLES / "vplex-path-stats.txt").read_text()
    for variant in (text, text.replace(",", "."), "\n".join(" ".join(line.split()) for line in text.split("\n"))):
        rows = read("vplex-path-stats", variant).observations.rows("port_load")
        assert [row["value"] for row in rows if row["metric"] == "preferred_paths"] == [16.0, 18.0, 186.0]
        assert rows[-1]["value"] == pytest.approx(0.8455)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("path", sorted(SAMPLES.glob("vplex-*")), ids=lambda path: path.name)
def test_damaged_input_breaks_nothing(path: Path, seed: int) -> None:
    assert_robust(path.name.split(".")[0], path.read_text(), seed)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("vplex-*")), ids=lambda path: path.name)
def test_each_sample_is_recognised_and_fully_read(path: Path) -> None:
    name = path.name.split(".")[0]
    text = path.read_text()
    assert best_reader(text) == name
    result = read(name, text)
    assert result.failure is None and result.unread_lines == 0 and not result.ends_inside_record
    assert result.records > 0


def test_outside_preferred_paths() -> None:
    text = corpus_file("fabric/vplex-portmap/equelin-2.txt")
    assert best_reader(text) == "vplex-path-stats"
    rows = read("vplex-path-stats", text).observations.rows("port_load")
    counts = [row["value"] for row in rows if row["metric"] == "preferred_paths"]
    assert counts == [16.0, 18.0, 48.0, 29.0, 20.0, 12.0, 41.0, 36.0]
    assert rows[4]["about_key"] == "50001442c01bdf00" and rows[5]["value"] == pytest.approx(0.2182)
