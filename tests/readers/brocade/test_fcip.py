"""FCIP tunnels and their circuits."""

from __future__ import annotations

from tests.readers.array_exports import sample
from tests.readers.harness import best_reader, read

NAME = "brocade-portshow-fcip"
TEXT = sample(f"{NAME}.txt")


def test_tunnels_and_circuits() -> None:
    assert best_reader(TEXT) == NAME
    result = read(NAME, TEXT, "sw-a1")
    rows = [
        {name: value for name, value in row.items() if name != "line"}
        for row in result.observations.rows("fcip_circuit")
    ]
    assert rows == [
        {"switch": "sw-a1", "port": "9/16", "circuit": "", "circuit_state": "degraded", "uptime_seconds": 14_520},
        {
            "switch": "sw-a1", "port": "9/16", "circuit": "0", "ethernet_port": "9/ge2", "circuit_state": "up",
            "uptime_seconds": 14_520, "min_rate_mbps": 2000.0, "max_rate_mbps": 5000.0, "metric": 0,
        },
        {
            "switch": "sw-a1", "port": "9/16", "circuit": "1", "ethernet_port": "9/ge10", "circuit_state": "down",
            "uptime_seconds": 0, "min_rate_mbps": 2000.0, "max_rate_mbps": 5000.0, "metric": 0, "failover_group": "1",
        },
        {"switch": "sw-a1", "port": "10/16", "circuit": "", "circuit_state": "empty", "uptime_seconds": 0},
    ]  # fmt: skip
    assert (result.unread_lines, result.notes) == (0, [])


def test_a_switch_without_slots_and_a_metric_without_group() -> None:
    text = TEXT.replace(" 9/16  0 9/ge2 ", " 24    0 ge2   ").replace("2000/5000  0/-", "1000/1000  0")
    row = read(NAME, text).observations.rows("fcip_circuit")[1]
    assert (row["port"], row["ethernet_port"], row["max_rate_mbps"], row["metric"]) == ("24", "ge2", 1000.0, 0)


def test_the_configured_tunnels_are_another_format() -> None:
    assert best_reader(TEXT.replace("OpStatus", "AdminSt ")) is None
