"""Tables of xmcli, and the loads that an XtremIO array states."""

from __future__ import annotations

import pytest

from checker.readers.registry import reader_named
from tests import folders
from tests.readers.harness import assert_robust, best_reader, corpus_file, facts, printed_size, read

SAMPLES = folders.SAMPLES
TARGETS = (SAMPLES / "xtremio-xmcli.txt").read_text()
VOLUMES = (SAMPLES / "xtremio-xmcli.2.txt").read_text()


def table(header: str, *rows: tuple[str, ...]) -> str:
    """A table as xmcli prints it: each column as wide as its widest cell."""
    cells = [tuple(header.split()), *rows]
    widths = [max(len(row[place]) for row in cells) for place in range(len(cells[0]))]
    lines = (" ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells)
    return "".join(f"{line}\n" for line in lines)


def test_targets() -> None:
    assert best_reader(TARGETS) == "xtremio-xmcli"
    rows = read("xtremio-xmcli", TARGETS).observations.rows("target_port")
    assert rows[0] == {
        "target_wwpn": "514f0c5000000100",
        "storage_array": "xio01",
        "director": "X1-SC1",
        "port": "fc1",
        "port_name": "X1-SC1-fc1",
        "role": "front-end",
        "port_state": "up",
        "protocol": "fc",
        "speed_gbps": 8.0,
        "line": 2,
    }
    assert (rows[1]["port_state"], rows[1].get("speed_gbps")) == ("down", None)


def test_empty_cells_and_wide_values() -> None:
    rows = read("xtremio-xmcli", VOLUMES).observations.rows("storage_volume")
    assert [(r["storage_volume"], r.get("device"), printed_size(r), r["block_bytes"]) for r in rows] == [
        ("vol_a", "naa.514f0c5000000001", 1 << 40, 512),
        ("vol_a.snap.nightly", "naa.514f0c5000000002", 1 << 40, 512),
        ("vol_new", None, 500 << 30, 4096),
    ]
    shifted = VOLUMES.replace("vol_a   ", "a_volume_with_a_name_wider_than_its_column ", 1)
    first = read("xtremio-xmcli", shifted).observations.rows("storage_volume")[0]
    assert first["storage_volume"] == "a_volume_with_a_name_wider_than_its_column"


def collapsed(text: str) -> str:
    """The text as a blog shows it: one blank where there were several."""
    return "\n".join(" ".join(line.split()) for line in text.split("\n"))


def test_collapsed_blanks() -> None:
    assert len(read("xtremio-xmcli", collapsed(TARGETS)).observations.rows("target_port")) == 3
    whole, result = read("xtremio-xmcli", VOLUMES), read("xtremio-xmcli", collapsed(VOLUMES))
    assert facts(result) == facts(whole) and result.unread_lines == 0


def test_a_row_that_fits_in_two_ways_is_not_guessed() -> None:
    text = "Volume-Name Index Ancestor-Name Index Parent-Name Index Vol-Size\nvol_a 1 other 2 1T\n"
    result = read("xtremio-xmcli", text)
    assert result.observations.rows("storage_volume") == [] and result.unread_lines == 1


def test_maps_initiators_and_groups() -> None:
    text = table(
        "Volume-Name Index IG-Name Index TG-Name Index LUN Mapping-Index Cluster-Name Index",
        ("vol_a", "1", "esx01", "3", "Default", "1", "5", "7", "xio01", "1"),
    ) + table(
        "Initiator-Name Index Port-Type Port-Address IG-Name Index Cluster-Name Index",
        ("esx01_hba0", "1", "fc", "10:00:00:00:c9:aa:00:01", "esx01", "3", "xio01", "1"),
        ("esx01_hba1", "2", "fc", "10:00:00:00:c9:xx:xx:xx", "esx01", "3", "xio01", "1"),
    )
    rows = read("xtremio-xmcli", text).observations.rows
    assert [(r["storage_array"], r["view"], r["volume_name"], r["lun"]) for r in rows("mask_volume")] == [
        ("xio01", "esx01", "vol_a", 5)
    ]
    assert [(r["initiator_name"], r.get("initiator_wwpn"), r["host"]) for r in rows("registered_initiator")] == [
        ("esx01_hba0", "10000000c9aa0001", "esx01"),
        ("esx01_hba1", None, "esx01"),
    ]
    assert [r["problem"] for r in rows("bad_value")] == ["redacted"]


def test_clusters_and_their_load() -> None:
    text = table(
        "Cluster-Name Index State Conn-State Activation-Time SW-Version PSNT",
        ("xio01", "1", "active", "connected", "Sun May 18 10:21:53 2014", "4.0.2-80", "XIO00140000001"),
    ) + table(
        "Cluster-Name Index Write-BW(MB/s) Write-IOPS Read-BW(MB/s) Read-IOPS BW(MB/s) IOPS",
        ("xio01", "1", "100.0", "13000", "200.0", "26000", "300.0", "39000"),
    )
    rows = read("xtremio-xmcli", text).observations.rows
    array = rows("storage_array")[0]
    assert (array["array_version"], array["serial"], array["array_state"]) == ("4.0.2-80", "XIO00140000001", "active")
    load = rows("workload")[0]
    assert (load["about_kind"], load["about_key"], load["iops"]) == ("storage_array", "xio01", 39000.0)
    assert load["throughput_mbps"] == pytest.approx(314.57, abs=0.01)
    assert load["read_ratio"] == pytest.approx(2 / 3)


def test_parts() -> None:
    text = (
        table("Brick-Name Index Cluster-Name Index State", ("X1", "1", "xio01", "1", "in_sys"))
        + table(
            "Name Index Serial-Number Index-In-System Cluster-Name Index", ("IB-SW1", "1", "MT1", "1", "xio01", "1")
        )
        + table(
            "SSD-Name Index Brick-Name Index Cluster-Name Index State",
            ("ssd1", "1", "X1", "1", "xio01", "1", "healthy"),
        )
    )
    result = read("xtremio-xmcli", text)
    rows = result.observations.rows
    assert [(r["engine"], r["operational_status"]) for r in rows("engine")] == [("X1", "in_sys")]
    assert [(r["com_switch"], r["switch_type"]) for r in rows("com_switch")] == [("IB-SW1", "infiniband")]
    assert [(r["component"], r["operational_status"]) for r in rows("component")] == [("ssd1", "healthy")]
    assert result.unread_lines == 0


def test_the_owner_is_the_cluster_that_all_rows_name() -> None:
    owner_in = reader_named("xtremio-xmcli").owner_in
    assert owner_in is not None
    assert owner_in(TARGETS) == "xio01"
    assert owner_in(TARGETS.replace("xio01", "xio02", 1)) is None


def test_load_of_volumes_and_ports_over_rest() -> None:
    rows = read("xtremio-rest", (SAMPLES / "xtremio-rest.json").read_text()).observations.rows
    load = rows("workload")[0]
    assert (load["about_key"], load["iops"], load["latency_ms"], load["read_ms"]) == ("vol_a", 13.0, 0.659, 0.12)
    assert load["throughput_mbps"] == pytest.approx(1354 * 1024 / 1e6)
    loads = read("xtremio-rest", (SAMPLES / "xtremio-rest.2.json").read_text()).observations.rows("port_load")
    assert {(r["about_key"], r["metric"]): r["value"] for r in loads} == {
        ("514f0c5000000100", "iops"): 24.0,
        ("514f0c5000000100", "throughput_mbps"): pytest.approx(0.154624),
        ("514f0c5000000100", "latency_ms"): 0.399,
        ("514f0c5000000100", "invalid_crc_count"): 2.0,
    }


@pytest.mark.parametrize("seed", range(8))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust("xtremio-xmcli", TARGETS + VOLUMES, seed)


@pytest.mark.parametrize(("number", "state"), [(1, "healthy"), (2, "disconnected")])
def test_corpus_storage_controllers(number: int, state: str) -> None:
    text = corpus_file(f"arrays/xtremio-xmcli/kckecheng-{number}.txt")
    assert best_reader(text) == "xtremio-xmcli"
    result = read("xtremio-xmcli", text)
    assert result.observations.rows("director")[0] == {
        "storage_array": "SOlXIO",
        "engine": "X1",
        "director": "X1-SC1",
        "operational_status": state,
        "health_state": "healthy",
        "line": 2,
    }
    assert result.observations.rows("director")[1]["operational_status"] == "healthy"
    assert result.unread_lines == 0


def test_corpus_loads() -> None:
    rows = read("xtremio-rest", corpus_file("arrays/xtremio-rest/ta-a-clusters.json")).observations.rows("workload")
    assert (rows[0]["about_key"], rows[0]["iops"], rows[0]["write_ms"]) == ("cec-xio", 87.0, 0.379)
    portal = read("xtremio-rest", corpus_file("arrays/xtremio-rest/ta-a-iscsi-portals.json")).observations.rows
    assert [(r["port_name"], r["protocol"]) for r in portal("target_port")] == [("X1-SC2-iscsi1", "iscsi")]


def test_a_column_title_of_two_words_and_one_with_a_percent_sign() -> None:
    text = (
        "SSD-Name Index Slot # Brick-Name Index Cluster-Name Index SSD-Size State   Endurance-Remaining-%\n"
        "wwn-0xaa 1     0      X1         1     xio01        1     372.6G   healthy 97\n"
        "wwn-0xbb 2     1      X1         1     xio01        1     372.6G   failed  2\n"
    )
    assert best_reader(text) == "xtremio-xmcli"
    result = read("xtremio-xmcli", text)
    states = {row["component"]: row["operational_status"] for row in result.observations.rows("component")}
    assert (states, result.unread_lines) == ({"wwn-0xaa": "healthy", "wwn-0xbb": "failed"}, 0)


def test_an_initiator_without_connected_targets_is_not_logged_in() -> None:
    text = table(
        "Initiator-Name Index Port-Type Port-Address Num-Of-Conn-Targets",
        ("esx01_hba0", "1", "fc", "10:00:00:00:c9:aa:00:01", "2"),
        ("esx01_hba1", "2", "fc", "10:00:00:00:c9:aa:00:02", "0"),
    )
    rows = read("xtremio-xmcli", text).observations.rows("registered_initiator")
    assert [row.get("port_state") for row in rows] == [None, "not logged in"]


@pytest.mark.parametrize(
    ("state", "health", "expected"),
    [("active", "healthy", "active"), ("active", "partial_fault", "partial_fault"), ("stopped", "healthy", "stopped")],
)
def test_an_active_cluster_that_is_not_healthy_has_its_health_as_state(state: str, health: str, expected: str) -> None:
    text = table("Cluster-Name Index State Health-State Conn-State", ("xio01", "1", state, health, "connected"))
    rows = read("xtremio-xmcli", text).observations.rows("storage_array")
    assert [row["array_state"] for row in rows if "array_state" in row] == [expected]
