"""VPlexcli summaries, versions, transfer sizes, rebuilds and connectivity checks."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests import folders
from tests.readers.harness import assert_robust, best_reader, read
from tests.thorough import examples

SUMMARIES = (folders.DATA / "vplex" / "summaries.txt").read_text()

CONNECTIVITY = """\
connectivity: PARTIAL

port-group-1 - ERROR - Connectivity errors were found for the following com ports:
/engines/engine-1-1/directors/director-1-1-A/hardware/ports/A2-FC01 ->
        Missing all expected connectivity.
/engines/engine-2-1/directors/director-2-1-A/hardware/ports/A2-FC01 ->
        Missing connectivity to /engines/engine-1-1/directors/director-1-1-A/hardware/ports/A2-FC01
"""
VPN = """\
Verifying the VPN status between the management servers...
IPSEC is UP
Remote Management Server at IP Address 192.0.2.7 is reachable
Remote Internal Gateway addresses are reachable

Verifying the VPN status between the management server and the cluster witness server...IPSEC is DOWN
Cluster Witness Server at IP Address 192.0.2.9 is not reachable
"""
VERBOSE = """\
What:     Product Version
Version:  6.1.0.01.00.05
    For director /engines/engine-1-2/directors/director-1-2-B:
    What:     O/S
    Version:  161.1.0.11

    What:     Director Software
    Version:  161.1.0.78.0
"""


def test_cluster_summary_and_islands() -> None:
    clusters = read("vplex-cluster-summary", SUMMARIES).observations.rows("vplex_cluster")
    assert clusters[1] == {
        "storage_array": "owner1",
        "cluster": "cluster-2",
        "cluster_id": "2",
        "assembly": "FNM00990000002",
        "operational_status": "degraded",
        "health_state": "minor-failure",
        "connected": True,
        "line": 6,
    }
    assert [(row["cluster"], row["line"]) for row in clusters if row.get("island_id") == "1"] == [
        ("cluster-1", 10),
        ("cluster-2", 10),
    ]


def test_cluster_status() -> None:
    rows = read("vplex-cluster-status", SUMMARIES).observations.rows
    states = [
        (row["cluster"], row["health_state"], row["line"])
        for row in rows("vplex_cluster")
        if "health_state" in row and "cluster_id" not in row
    ]
    assert states == [("cluster-1", "ok", 50), ("cluster-2", "minor-failure", 56)]
    assert [(row["scope"], row["setting"], row["value"]) for row in rows("array_setting")] == [
        ("cluster-1", "local-com", "ok"),
        ("cluster-2", "health-indications", "1 unhealthy Devices or storage-volumes"),
        ("cluster-2", "local-com", "ok"),
        ("", "wan-com", "ok"),
    ]


def test_view_summary_and_its_total() -> None:
    result = read("vplex-storage-view-summary", SUMMARIES)
    views = result.observations.rows("mask_view")
    assert [(row["cluster"], row["view"], row["health_state"]) for row in views] == [
        ("cluster-1", "db01", "healthy"),
        ("cluster-1", "empty_view", "unhealthy"),
    ]
    assert (result.printed_count, result.counted_records) == (2, 2)
    assert result.unread_lines == 0


def test_transfer_sizes() -> None:
    rows = read("vplex-transfer-size", SUMMARIES).observations.rows
    sizes = [row for row in rows("vplex_device") if "transfer_size_text" in row]
    assert [(row["vplex_device"], row.get("transfer_size_bytes"), row["transfer_size_text"]) for row in sizes] == [
        ("dd_db01_data", 131_072, "128K"),
        ("dev_web", 33_554_432, "32M"),
        ("dev_odd", None, "lots"),
    ]
    assert all("cluster" not in row for row in sizes)
    assert [(row["value"], row["place"], row["line"]) for row in rows("bad_value")] == [("lots", "dev_odd", 25)]


def test_running_rebuilds() -> None:
    devices = read("vplex-rebuild-status", SUMMARIES).observations.rows("vplex_device")
    (rebuilding,) = [row for row in devices if row.get("rebuild_status") == "rebuilding"]
    assert (rebuilding["vplex_device"], rebuilding["distributed"], rebuilding["rebuild_type"]) == (
        "dd_db01_data",
        True,
        "full",
    )


def test_versions() -> None:
    rows = read("vplex-version", SUMMARIES).observations.rows
    assert rows("storage_array")[0]["array_version"] == "6.1.0.01.00.05"
    (director,) = rows("director")
    assert (director["director"], director["engine"], director["version"]) == (
        "director-1-1-A",
        "engine-1-1",
        "161.1.0.13.0",
    )


def test_verbose_versions() -> None:
    assert best_reader(VERBOSE) == "vplex-version-verbose"
    rows = read("vplex-version-verbose", VERBOSE).observations.rows
    assert rows("storage_array")[0]["array_version"] == "6.1.0.01.00.05"
    assert [(row["director"], row["cluster"], row["version"], row["line"]) for row in rows("director")] == [
        ("director-1-2-B", "cluster-1", "161.1.0.78.0", 8)
    ]


def test_connectivity() -> None:
    assert best_reader(CONNECTIVITY) == "vplex-connectivity"
    result = read("vplex-connectivity", CONNECTIVITY)
    rows = result.observations.rows
    assert [(row["wan_link"], row["operational_status"]) for row in rows("wan_link")] == [("port-group-1", "error")]
    first = "/engines/engine-1-1/directors/director-1-1-A/hardware/ports/A2-FC01"
    assert [(row["scope"], row["value"]) for row in rows("array_setting")] == [
        ("", "partial"),
        (first, "all"),
        ("/engines/engine-2-1/directors/director-2-1-A/hardware/ports/A2-FC01", first),
    ]
    assert result.unread_lines == 0


def test_vpn_status() -> None:
    assert best_reader(VPN) == "vplex-vpn-status"
    rows = read("vplex-vpn-status", VPN).observations.rows
    assert [(row["wan_link"], row["operational_status"], row["management_vpn"]) for row in rows("wan_link")] == [
        ("management-vpn", "up", True),
        ("witness-vpn", "down", True),
    ]
    assert ("cluster witness", "no") in [(row["scope"], row["value"]) for row in rows("array_setting")]


def test_the_state_of_a_vpn_on_the_line_after_its_heading_belongs_to_that_vpn() -> None:
    text = VPN.replace("...IPSEC is DOWN", "...\nIPSEC is DOWN")
    assert text != VPN
    result = read("vplex-vpn-status", text)
    assert [(row["wan_link"], row["operational_status"]) for row in result.observations.rows("wan_link")] == [
        ("management-vpn", "up"),
        ("witness-vpn", "down"),
    ]
    assert result.unread_lines == 0


def test_each_output_alone_is_recognised() -> None:
    parts = [part for part in SUMMARIES.split("VPlexcli:/> ") if part.strip()]
    names = [best_reader(part.split("\n", 1)[1]) for part in parts]
    assert names == [
        "vplex-cluster-summary",
        "vplex-storage-view-summary",
        "vplex-transfer-size",
        "vplex-rebuild-status",
        "vplex-version",
        "vplex-cluster-status",
    ]


@given(st.sampled_from([SUMMARIES, CONNECTIVITY, VPN, VERBOSE]), st.integers(0, 10_000))
@settings(max_examples=examples(25))
def test_damaged_input_breaks_nothing(text: str, seed: int) -> None:
    assert_robust("vplex-cluster-summary", text, seed)
