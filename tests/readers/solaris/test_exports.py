"""Solaris: FC ports, and disks with their paths under MPxIO."""

from __future__ import annotations

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import read, sample


def test_the_lun_list_shows_the_path_count() -> None:
    result = read("solaris-mpathadm-list", sample("solaris-mpathadm-list"), owner="sol01")
    devices = result.observations.rows("device")
    assert [(d["device"], d["printed_paths"], d["working_paths"]) for d in devices] == [
        ("naa.600601600000000000000000000000a1", 4, 3),
        ("naa.600601600000000000000000000000a2", 4, 4),
        ("naa.600601600000000000000000000000a3", 2, 2),
    ]
    assert devices[0]["kernel_name"] == "c4t600601600000000000000000000000A1d0"
    assert result.unread_lines == 0


def test_target_port_groups_show_optimised_paths() -> None:
    result = read("solaris-mpathadm-show", sample("solaris-mpathadm-show"), owner="sol01")
    paths = result.observations.rows("path")
    assert [(p["initiator_wwpn"][:4], p["target_wwpn"], p["state"], p.get("optimised")) for p in paths] == [
        ("2100", "5006016000000001", "active", True),
        ("2101", "5006016800000001", "active", False),
        ("2101", "5006016100000001", "dead", True),
        ("2100", "5006016900000001", "disabled", False),
    ]
    (device,) = result.observations.rows("device")
    assert (device["device"], device["vendor"], device["policy"]) == (
        "naa.600601600000000000000000000000a1",
        "DGC",
        "round-robin",
    )
    assert result.unread_lines == 0
    assert not result.ends_inside_record


def test_a_masked_name_is_kept_and_a_truncated_path_is_reported() -> None:
    text = sample("solaris-mpathadm-show")
    masked = read(
        "solaris-mpathadm-show", text.replace("Name:  600601600000000000000000000000a1", "Name:  6006016XXXXXX")
    )
    assert [row["fact"] for row in masked.observations.rows("bad_value")] == ["device"]
    cut = read("solaris-mpathadm-show", text[: text.index("Path State:")])
    assert cut.ends_inside_record
    assert [p["state"] for p in cut.observations.rows("path")] == ["unknown"]


def test_a_standby_port_makes_a_standby_path() -> None:
    text = sample("solaris-mpathadm-show").replace("active not optimized", "standby")
    assert [p["state"] for p in read("solaris-mpathadm-show", text).observations.rows("path")] == [
        "active",
        "standby",
        "dead",
        "disabled",
    ]


def test_luxadm_shows_lun_and_state_of_a_path_under_mpxio() -> None:
    result = read("solaris-luxadm-display", sample("solaris-luxadm-display"), owner="sol01")
    first, second, native = result.observations.rows("path")
    assert first["device"] == "naa.600601600000000000000000000000a1"
    assert (first["target_wwpn"], first["lun"], first["state"]) == ("5006016000000001", 0x1E, "active")
    assert (second["initiator_wwpn"], second["state"], second["group_state"]) == (
        "210100e08b000001",
        "dead",
        "secondary",
    )
    # Without MPxIO the name holds the target port, not the LUN, and no state is printed.
    assert (native["device"], native["target_wwpn"], native["lun"]) == (
        "block:c1t5006016000000002d3",
        "5006016000000002",
        3,
    )
    assert "state" not in native
    assert "plugin" not in native
    sizes = [(d.get("size_low_bytes"), d.get("size_high_bytes")) for d in result.observations.rows("device")]
    assert sizes == [((10240 << 20) - 1024, (10240 << 20) + 1024), (5369077248, 5369078784)]


def test_ports_of_the_host() -> None:
    result = read("solaris-fcinfo-hba-port", sample("solaris-fcinfo-hba-port"), owner="sol01")
    online, offline = result.observations.rows("initiator")
    assert online == {
        "host": "sol01",
        "hba": "/dev/cfg/c4",
        "initiator_wwpn": "210000e08b000001",
        "wwnn": "200000e08b000001",
        "protocol": "fcp",
        "transport": "fc",
        "port_state": "online",
        "port_type": "N-port",
        "speed_gbps": 4.0,
        "max_speed_gbps": 4.0,
        "fcid": "010b00",
        "model": "375-3356-02",
        "driver": "qlc",
        "driver_version": "20120717-4.01",
        "firmware_version": "05.06.04",
        "line": 1,
    }
    assert offline["port_state"] == "offline"
    assert "speed_gbps" not in offline
    assert "target mode" in result.notes[0].text
    assert result.unread_lines == 0


def test_texts_that_the_driver_does_not_know_are_no_facts() -> None:
    text = sample("solaris-fcinfo-hba-port")
    for known in ("05.06.04", "qlc", "20120717-4.01"):
        text = text.replace(known, "not available", 1)
    port = read("solaris-fcinfo-hba-port", text).observations.rows("initiator")[0]
    assert not {"driver", "driver_version", "firmware_version"} & port.keys()
    assert port["model"] == "375-3356-02"


def test_the_model_before_the_firmware_is_no_part_of_its_version() -> None:
    text = sample("solaris-fcinfo-hba-port").replace("375-3356-02", "LPe12002-S", 1)
    text = text.replace("Firmware Version: 05.06.04", "Firmware Version: LPe12002-S 2.01a12")
    assert read("solaris-fcinfo-hba-port", text).observations.rows("initiator")[0]["firmware_version"] == "2.01a12"


def test_remote_ports_belong_to_the_port_that_the_command_names() -> None:
    text = sample("solaris-fcinfo-remote-port").split("\n", 1)[1]
    capture = Capture(text=text, owner="sol01", command="fcinfo remote-port -sl -p 210000e08b000001")
    result = read_capture(reader_named("solaris-fcinfo-remote-port"), capture)
    (row,) = result.observations.rows("remote_port")
    assert (row["hba"], row["target_wwpn"], row["target_wwnn"]) == (
        "210000e08b000001",
        "5006016000000001",
        "5006016080000001",
    )
    nameless = read("solaris-fcinfo-remote-port", text)
    assert nameless.observations.rows("remote_port") == []
    assert "does not name" in nameless.notes[0].text


def test_paths_of_mpathadm_state_the_lun() -> None:
    text = sample("solaris-mpathadm-show").replace(
        "                Override Path:", "                Logical Unit Number:  12\n                Override Path:"
    )
    assert [p["lun"] for p in read("solaris-mpathadm-show", text).observations.rows("path")] == [12, 12, 12, 12]
    without = read("solaris-mpathadm-show", sample("solaris-mpathadm-show")).observations.rows("path")
    assert all("lun" not in path for path in without)


def test_link_error_statistics_of_a_port_are_counters() -> None:
    counters = read("solaris-fcinfo-hba-port", sample("solaris-fcinfo-hba-port")).observations.rows("initiator_counter")
    assert [(row["hba"], row["counter"], row["value"]) for row in counters] == [
        ("/dev/cfg/c4", "link_failure", 2),
        ("/dev/cfg/c4", "loss_sync", 14),
        ("/dev/cfg/c4", "crc_err", 0),
    ]


def test_controllers_and_enclosures_of_arrays_are_no_disks() -> None:
    node = "/scsi_vhci/{}@g600601600000000000000000000000a3"
    text = sample("solaris-mpathadm-list")
    controllers = text.replace(node.format("disk"), node.format("array-controller"))
    assert controllers != text
    devices = read("solaris-mpathadm-list", controllers, owner="sol01").observations.rows("device")
    assert [d["device"][-2:] for d in devices] == ["a1", "a2"]
    assert (
        len(
            read("solaris-mpathadm-list", text.replace(node.format("disk"), node.format("ssd"))).observations.rows(
                "device"
            )
        )
        == 3
    )
