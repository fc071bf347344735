"""Licences of ports: ``licenseport --show``, ``show port-license`` and ``show license usage``."""

from __future__ import annotations

from datetime import UTC, datetime

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, ReadResult, read_capture
from tests.readers.harness import best_reader, read, sample


def rows(result: ReadResult, kind: str, *columns: str) -> list[tuple[object, ...]]:
    """Return these columns of the rows of a kind, in order."""
    chunks = [chunk for chunk in result.observations.chunks() if chunk.kind == kind]
    return [
        tuple(chunk.values[chunk.columns.index(name)][number] for name in columns)
        for chunk in chunks
        for number in range(len(chunk.line))
    ]


SWITCH = ("port_count", "port_licences", "free_port_licences")


def test_ports_on_demand() -> None:
    result = read("brocade-licenseport", sample("brocade-licenseport"))
    assert rows(result, "switch", *SWITCH) == [(24, 16, 5)]
    ports = rows(result, "switch_port", "port", "licensed")
    assert ports == [(str(number), number < 11) for number in range(24)]
    assert result.unread_lines == 0


def test_ports_on_demand_of_release_9_with_none_left() -> None:
    text = (
        "24 ports are available in this switch\nPorts on Demand license is installed\n  Dynamic POD method is in use\n\n"
        "8 port assignments are provisioned for use in this switch:\n"
        "  8 port assignments are provisioned by the base switch allowance\n"
        "Ports assigned to the base switch allowance:\n  0, 1\nPorts not assigned to a license:\n  None\n"
        "No license reservations are still available for use by unassigned ports\n"
    )
    assert best_reader(text) == "brocade-licenseport"
    result = read("brocade-licenseport", text)
    assert rows(result, "switch", *SWITCH) == [(24, 8, 0)]
    assert rows(result, "switch_port", "port", "licensed") == [("0", True), ("1", True)]
    assert result.unread_lines == 0


def test_a_full_licence_that_is_not_installed() -> None:
    text = (
        "  24 ports are available in this switch\n  Full POD license is not installed\n  Dynamic POD method is in use\n\n"
        "  12 port assignments are provisioned for use in this switch:\n"
        "     12 port assignments are provisioned by the base switch allowance\n"
        "      0 port assignments are provisioned by a full POD license\n\n"
        "  2 ports are assigned to installed licenses:\n      2 ports are assigned to the base switch allowance\n"
        "      0 ports are assigned to the full POD license\n\n"
        "  Ports assigned to the base switch allowance:\n    0, 1\n\n"
        "  Ports assigned to the full POD license:\n    None\n\n  Ports not assigned to a license:\n    2, 3\n\n"
        "  10 license reservations are still available for use by unassigned ports\n"
    )
    result = read("brocade-licenseport", text)
    assert rows(result, "switch", *SWITCH) == [(24, 12, 10)]
    assert rows(result, "switch_port", "port", "licensed") == [("0", True), ("1", True), ("2", False), ("3", False)]
    assert result.unread_lines == 0


def test_ports_of_nxos() -> None:
    result = read("nxos-show-port-license", sample("nxos-show-port-license"))
    assert rows(result, "switch", "free_port_licences") == [(6,)]
    # An eligible port gets a licence when it comes up; it has none yet.
    assert rows(result, "switch_port", "port", "licensed") == [("fc1/1", True), ("fc1/2", True), ("fc1/3", False)]
    usage = read("nxos-show-license-usage", sample("nxos-show-license-usage"))
    assert rows(usage, "switch", "port_licences") == [(16,)]
    assert (result.unread_lines, usage.unread_lines) == (0, 0)


def test_licences_of_features_that_have_expired_or_are_missing() -> None:
    capture = Capture(
        text=sample("nxos-show-license-usage.grace.txt"), owner="mds1", captured_at=datetime(2026, 2, 1, tzinfo=UTC)
    )
    rows = read_capture(reader_named("nxos-show-license-usage"), capture).observations.rows("fabric_setting")
    states = {row["setting"]: row["value"] for row in rows}
    assert states["licence ENTERPRISE_PKG"] == "grace period of 53D 14H left"
    assert states["licence MAINFRAME_PKG"] == states["licence FM_SERVER_PKG"] == "expired"
    assert (states["licence FM_SERVER_PKG in use"], states["licence MAINFRAME_PKG in use"]) == ("no", "yes")
    assert states["licence SAN_EXTN_OVER_IP"] == "expired", "it ended four weeks before the capture"
    assert "licence DMM_FOR_SSM_PKG" not in states


def test_the_end_of_a_licence_shows_nothing_without_the_time_of_the_capture() -> None:
    rows = read("nxos-show-license-usage", sample("nxos-show-license-usage.grace.txt")).observations.rows(
        "fabric_setting"
    )
    assert "licence SAN_EXTN_OVER_IP" not in {row["setting"] for row in rows}


def test_names_of_features_may_have_dashes() -> None:
    text = (
        "Feature                      Ins  Lic   Status Expiry Date Comments\n"
        "                                 Count\n"
        "--------------------------------------------------------------------------------\n"
        "STORAGE-ENT                   No    -   In use             Grace 20D 6H\n"
        "FCOE-N7K-F132XP               No    0   Unused             -\n"
        "--------------------------------------------------------------------------------\n"
    )
    result = read("nxos-show-license-usage", text)
    assert result.unread_lines == 0
    assert ("licence STORAGE-ENT", "grace period of 20D 6H left") in rows(result, "fabric_setting", "setting", "value")
