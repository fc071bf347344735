"""portcfgshow, portbuffershow and portstatsshow: configured modes, credits, and counters with the time they were cleared."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, ReadResult, read_capture
from tests import folders
from tests.readers.harness import assert_robust, best_reader, read

SAMPLES = folders.SAMPLES


def sample(name: str, number: str = "") -> str:
    return (SAMPLES / f"brocade-{name}{number}.txt").read_text(encoding="utf-8")


def rows(result: ReadResult, kind: str = "switch_port") -> list[dict[str, object]]:
    return [{name: value for name, value in row.items() if name != "line"} for row in result.observations.rows(kind)]


def read_as(name: str, text: str, command: str) -> ReadResult:
    return read_capture(reader_named(name), Capture(text=text, owner="owner1", command=command))


@pytest.mark.parametrize("name", ["portcfgshow", "portbuffershow", "portstatsshow"])
@pytest.mark.parametrize("number", ["", ".2"])
def test_samples_are_recognised_and_survive_damage(name: str, number: str) -> None:
    text = sample(name, number)
    assert best_reader(text) == f"brocade-{name}"
    assert read(f"brocade-{name}", text).unread_lines == 0
    assert_robust(f"brocade-{name}", text, 5)


def test_settings_of_all_ports() -> None:
    found = {row["port"]: row for row in rows(read("brocade-portcfgshow", sample("portcfgshow")))}
    assert list(found) == ["0", "1", "2", "3", "4", "5", "6", "7"]
    assert found["1"]["persistently_disabled"] is True
    assert found["0"]["persistently_disabled"] is False
    assert (found["2"]["speed_mode"], found["0"]["speed_mode"]) == ("fixed", "auto")
    assert (found["3"]["long_distance"], found["4"]["long_distance"]) == ("LS", "L0")


def test_slots_and_lost_columns() -> None:
    text = "Ports of Slot 3  0  1\n----+--+--\nSpeed  AN 16G\nLong Distance .. LD\nTrunk Port ON\n"
    result = read("brocade-portcfgshow", text)
    assert [(row["port"], row["slot"], row["long_distance"]) for row in rows(result)] == [
        ("3/0", "3", "L0"),
        ("3/1", "3", "LD"),
    ]
    assert result.ends_inside_record
    assert result.unread_lines == 1


def test_settings_of_one_port() -> None:
    (port,) = rows(read("brocade-portcfgshow", sample("portcfgshow", ".2")))
    assert port == {
        "switch": "owner1",
        "port": "3",
        "speed_mode": "auto",
        "long_distance": "LS",
        "distance_km": 50.0,
        "persistently_disabled": False,
    }
    (port,) = rows(read_as("brocade-portcfgshow", sample("portcfgshow", ".2"), "portcfgshow 2/3"))
    assert (port["port"], port["slot"]) == ("2/3", "2")


def test_credits() -> None:
    assert rows(read("brocade-portbuffershow", sample("portbuffershow"))) == [
        {
            "switch": "owner1",
            "port": "4",
            "port_index": 4,
            "port_type": "E",
            "long_distance": "LS",
            "buffer_credits": 206,
            "distance_km": 50.0,
        },
        {
            "switch": "owner1",
            "port": "5",
            "port_index": 5,
            "port_type": "F",
            "long_distance": "L0",
            "buffer_credits": 8,
        },
        {"switch": "owner1", "port": "6", "port_index": 6, "long_distance": "L0", "buffer_credits": 0},
    ]
    old = rows(read("brocade-portbuffershow", sample("portbuffershow", ".2")))
    assert [(row["port"], row["long_distance"], row["buffer_credits"], row.get("distance_km")) for row in old] == [
        ("0", "L0", 0, None),
        ("1", "LD", 122, 30.0),
    ]


def test_counters_with_the_time_of_clearing() -> None:
    found = rows(read("brocade-portstatsshow", sample("portstatsshow")), "counter_sample")
    assert {row["cleared_at"] for row in found} == {datetime(2024, 6, 12, 10, 30, tzinfo=UTC)}
    assert {row["port"] for row in found} == {"5"}
    assert {row["counter"]: row["value"] for row in found} == {
        "frames_tx": 8123,
        "frames_rx": 7321,
        "credit_zero": 284417,
        "enc_in": 1,
        "crc_err": 3,
        "invalid_ordered_sets": 12,
        "class3_timeout_rx": 0,
        "class3_timeout_tx": 2,
    }


def test_the_width_of_counters() -> None:
    short, long = (
        rows(read("brocade-portstatsshow", sample("portstatsshow", number)), "counter_sample") for number in ("", ".2")
    )
    assert ({row["bits"] for row in short}, {row["bits"] for row in long}) == ({32}, {64})
    # Newer releases print counters of 64 bits in one number.
    wide = sample("portstatsshow").replace("8123 ", "4294975419 ")
    assert {row["bits"] for row in rows(read("brocade-portstatsshow", wide), "counter_sample")} == {64}


def test_counters_of_64_bits() -> None:
    found = rows(read("brocade-portstatsshow", sample("portstatsshow", ".2")), "counter_sample")
    assert {row["counter"]: row["value"] for row in found} == {
        "words_tx": 3812311,
        "frames_tx": (1 << 32) + 8123,
        "frames_rx": 7321,
        "enc_in": 1,
        "crc_err": 3,
        "class3_discard": 2,
    }


def test_counters_need_their_port() -> None:
    text = sample("portstatsshow").split("=========\n", 1)[1]
    result = read("brocade-portstatsshow", text)
    assert rows(result, "counter_sample") == []
    assert [note.text for note in result.notes] == ["skipped counters without a port"]
    found = rows(read_as("brocade-portstatsshow", text, "portstatsshow 2/7"), "counter_sample")
    assert {row["port"] for row in found} == {"2/7"}
