"""Solaris: maps of ports (``luxadm -e dump_map``) and of disks under MPxIO (``stmsboot -L``)."""

from __future__ import annotations

import pytest

from checker.facts.observations import Observations
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import best_reader, read, sample


def test_each_map_ties_its_ports_to_the_port_of_the_host() -> None:
    text = sample("solaris-luxadm-dump-map")
    assert best_reader(text) == "solaris-luxadm-dump-map"
    result = read("solaris-luxadm-dump-map", text)
    assert [(i["initiator_wwpn"], i["wwnn"], i["fcid"]) for i in result.observations.rows("initiator")] == [
        ("210000e08b000001", "200000e08b000001", "010f00"),
        ("210100e08b000001", "200100e08b000001", "280a00"),
    ]
    assert [(r["hba"], r["target_wwpn"], r["fcid"], r["line"]) for r in result.observations.rows("remote_port")] == [
        ("210000e08b000001", "5006016000000001", "010100", 3),
        ("210000e08b000001", "5006016800000001", "110011", 4),
        ("210100e08b000001", "5006016100000001", "330700", 9),
    ]
    assert (result.unread_lines, result.notes) == (0, [])


def test_a_map_without_the_port_of_the_host_is_skipped() -> None:
    text = sample("solaris-luxadm-dump-map")
    result = read("solaris-luxadm-dump-map", text[: text.index("3    10f00")])
    assert result.observations.rows("remote_port") == []
    assert "does not contain the port of the host" in result.notes[0].text


def test_a_row_of_a_map_that_is_cut_off_is_reported() -> None:
    text = sample("solaris-luxadm-dump-map")
    assert read("solaris-luxadm-dump-map", text[: text.rindex("0x1f")]).ends_inside_record


def test_paths_of_disks_under_mpxio_are_counted() -> None:
    text = sample("solaris-stmsboot")
    assert best_reader(text) == "solaris-stmsboot"
    result = read("solaris-stmsboot", text)
    assert [(d["device"], d["kernel_name"], d["printed_paths"]) for d in result.observations.rows("device")] == [
        ("naa.60000970000100000001533030314544", "c9t60000970000100000001533030314544d0", 2),
        ("naa.60000970000100000001533030314543", "c9t60000970000100000001533030314543d0", 1),
    ]
    assert result.observations.rows("path") == []
    assert result.unread_lines == 0


@pytest.mark.parametrize("command", ["stmsboot -l 8", "stmsboot -lc8", "stmsboot -L | grep c8"])
def test_some_of_the_paths_are_not_counted(command: str) -> None:
    capture = Capture(text=sample("solaris-stmsboot"), owner="sol01", command=command)
    rows = read_capture(reader_named("solaris-stmsboot"), capture, Observations(samples=True)).observations
    assert all("printed_paths" not in device for device in rows.rows("device"))
