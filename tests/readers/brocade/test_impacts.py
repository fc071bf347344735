"""Ports that slow down others, in the dashboard of MAPS and in errdump; throughput of ports over time."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from checker.facts.observations import Observations
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, ReadResult, read_capture
from tests.readers.harness import best_reader, read, sample


def shown(result: ReadResult) -> list[tuple[object, ...]]:
    """Port, event, begin, end and value of each sample."""
    return [
        (
            row["port"],
            row["event"],
            str(row["started_at"])[11:19],
            str(row["ended_at"])[11:19],
            row.get("value"),
            row["utc"],
        )
        for row in result.observations.rows("port_sample")
    ]


def test_states_of_errdump_have_the_seconds_they_are_about():
    result = read("brocade-errdump", sample("brocade-errdump"))
    assert shown(result) == [
        ("1/4", "latency", "07:09:22", "07:09:23", None, False), ("1/4", "frame loss", "07:09:52", "07:10:02", None, False),
    ]  # fmt: skip
    assert result.unread_lines == 0


def test_states_of_the_dashboard():
    result = read("brocade-mapsdb", sample("brocade-mapsdb"))
    assert shown(result) == [("4/2", "latency", "15:30:30", "15:30:40", None, False)]
    text = sample("brocade-mapsdb").replace("F-Port 4/2  |IO_PERF_IMPACT", "E-Port 4/2  |IO_FRAME_LOSS ")
    assert [row[:2] for row in shown(read("brocade-mapsdb", text))] == [("4/2", "frame loss")]


@pytest.mark.parametrize(
    "text",
    ["06/30/26 15:30:40|F-Port 4/2|12 CRCs|", "06/31/26 15:30:40|F-Port 4/2|IO_PERF_IMPACT|", "|F-Port 4/2|IO_PERF_IMPACT|",
     "06/30/26 15:30:40|Switch|IO_PERF_IMPACT|", "06/30/26 15:30:40|F-Port 4/2|IO_LATENCY_CLEAR|"],
)  # fmt: skip
def test_rows_without_port_time_or_state_are_no_samples(text: str):
    row = f"Port Health(1)|1|defALL_PORTS_X|{text}"
    assert shown(read("brocade-mapsdb", f"1 Dashboard Information:\n3.2 Rules Affecting Health:\n{row}\n")) == []


def with_time(text: str, command: str = "portperfshow 10") -> ReadResult:
    capture = Capture(
        text=text, file="c.txt", owner="sw1", command=command, captured_at=datetime(2026, 3, 4, 7, 0, tzinfo=UTC)
    )
    return read_capture(reader_named("brocade-portperfshow"), capture, Observations(samples=True))


def test_throughput_of_ports():
    result = with_time(sample("brocade-portperfshow"))
    assert [row for row in shown(result) if row[0] in ("1", "11")] == [
        ("1", "throughput", "07:00:00", "07:00:10", 1.7e6, True), ("1", "throughput", "07:00:10", "07:00:20", 1.6e6, True),
        ("11", "throughput", "07:00:00", "07:00:10", 200e6, True), ("11", "throughput", "07:00:10", "07:00:20", 210e6, True),
    ]  # fmt: skip
    loads = {row["about_key"]: row for row in result.observations.rows("port_load")}
    assert len(loads) == 12
    load = loads["sw1 11"]
    assert (load["value"], load["peak"], load["direction"], load["samples"]) == (205.0, 210.0, "both", 2)


def test_throughput_of_slots_in_one_direction():
    text = sample("brocade-portperfshow.slots").split("\n", 1)[1]
    assert best_reader(text) == "brocade-portperfshow"
    result = with_time(text, "portperfshow -tx -t 5")
    found = {row[0]: row for row in shown(result)}
    assert found["1/1"] == ("1/1", "throughput tx", "07:00:00", "07:00:05", 1.2e6, True)
    assert found["2/3"][4] == 800e6
    assert len(found) == 8


def test_throughput_without_a_time_is_no_sample():
    result = read("brocade-portperfshow", sample("brocade-portperfshow"))
    assert shown(result) == []
    assert len(result.observations.rows("port_load")) == 12


def test_a_row_with_other_columns_is_unread():
    text = sample("brocade-portperfshow").replace("      0      0      0  12.5m", "")
    assert read("brocade-portperfshow", text).unread_lines > 0
