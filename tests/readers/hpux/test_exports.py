"""HP-UX: FC ports, and LUNs with their lunpaths."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.readers.hpux.hardware_path import lun_path
from tests.readers.harness import assert_robust, best_reader, read, sample
from tests.support import store_of


def test_lun_map() -> None:
    result = read("hpux-scsimgr-lun-map", sample("hpux-scsimgr-lun-map"), owner="hp01")
    assert [(d["device"], d["kernel_name"], d["printed_paths"]) for d in result.observations.rows("device")] == [
        ("naa.600601600000000000000000000000a1", "disk10", 2),
        ("naa.5000c50000000001", "disk2", 1),
    ]
    first, second, local = result.observations.rows("path")
    assert first == {
        "host": "hp01",
        "device": "naa.600601600000000000000000000000a1",
        "path_name": "lunpath4",
        "hctl": "0/2/1/0.0x5006016000000001.0x4001000000000000",
        "hba": "0/2/1/0",
        "target_wwpn": "5006016000000001",
        "lun": 1,
        "transport": "fc",
        "state": "active",
        "state_text": "ACTIVE",
        "line": 7,
    }
    assert (second["state"], second["target_wwpn"]) == ("dead", "5006016800000001")
    # A SAS address is no WWPN of a target port, and a path that nothing opened was not tried.
    assert (local["transport"], local["state"]) == ("sas", "unknown")
    assert "target_wwpn" not in local
    assert result.unread_lines == 0


def test_a_filtered_listing_has_numbered_paths() -> None:
    text = "\n".join(
        line
        for line in sample("hpux-scsimgr-lun-map").split("\n")
        if line.strip().startswith(("LUN PATH INFORMATION", "World Wide", "State"))
    )
    rows = read("hpux-scsimgr-lun-map", text, owner="hp01").observations.rows("path")
    assert [(r["device"][-2:], r["path_name"], r["state"]) for r in rows] == [
        ("a1", "hp01 1", "active"),
        ("a1", "hp01 2", "dead"),
        ("01", "hp01 1", "unknown"),
    ]


def test_the_health_of_a_lun_shows_how_many_of_its_lunpaths_work() -> None:
    text = """\
Class     I  Lun H/W Path  Driver  S/W State   H/W Type     Health  Description
======================================================================
disk     12  64000/0xfa00/0x5   esdisk  CLAIMED     DEVICE       online  HITACHI OPEN-V
             0/3/1/0/4/0.0x50060e8007c3e210.0x4001000000000000
disk     13  64000/0xfa00/0x6   esdisk  CLAIMED     DEVICE       limited  3PARdataVV
             0/3/1/0/4/0.0x50060e8007c3e210.0x4002000000000000
             0/3/1/0/4/1.0x50060e8007c3e220.0x4002000000000000
disk     14  64000/0xfa00/0x7   esdisk  CLAIMED     DEVICE       online  DGC VRAID
             0/3/1/0/4/0.0x50060e8007c3e210.0x4003000000000000
             0/3/1/0/4/1.0x50060e8007c3e220.0x4003000000000000
"""
    result = read("hpux-ioscan-lun", text, owner="hp01").observations
    columns = ("vendor", "model", "printed_paths", "working_paths")
    assert [tuple(d.get(name) for name in columns) for d in result.rows("device")] == [
        ("HITACHI", "OPEN-V", None, None),
        ("3PARdata", "VV", 2, 1),
        ("DGC", "VRAID", None, None),
    ]
    # Which of several lunpaths is active is unknown.
    assert [p.get("state") for p in result.rows("path")] == ["active", None, None, None, None]


def test_ioscan_shows_the_health_of_the_lun_and_not_of_its_paths() -> None:
    result = read("hpux-ioscan-lun", sample("hpux-ioscan-lun"), owner="hp01")
    assert [(d["device"], d["device_state"]) for d in result.observations.rows("device")] == [
        ("block:disk10", "limited"),
        ("block:disk2", "online"),
    ]
    first, second, local = result.observations.rows("path")
    assert (first["hba"], first["target_wwpn"], first["lun"]) == ("0/2/1/0", "5006016000000001", 1)
    assert second["hba"] == "0/4/1/0"
    assert "state" not in first
    assert "target_wwpn" not in local
    assert result.unread_lines == 0


def test_a_lun_that_is_offline_has_no_working_lunpath(tmp_path: Path) -> None:
    text = sample("hpux-ioscan-lun").replace("limited  DGC", "offline  DGC")
    (tmp_path / "hp01-ioscan-m-lun.txt").write_text(text)
    found = audit([str(tmp_path)], Options(isolated=True, jobs=1)).findings
    assert [one.message for one in found if one.rule == "PTH028"] == [
        "hp01 has no live path to disk10; 2 known paths are dead"
    ]


def test_ioscan_without_headings_and_with_a_wrapped_description() -> None:
    text = (
        "disk 1 64000/0xfa00/0xa esdisk CLAIMED DEVICE online HP\nHSV210\n"
        "0/1/0/0.0x500508b300000001.0x4001000000000000\n/dev/disk/disk1 /dev/rdisk/disk1\n"
    )
    assert best_reader(text) == "hpux-ioscan-lun"
    result = read("hpux-ioscan-lun", text)
    assert [p["target_wwpn"] for p in result.observations.rows("path")] == ["500508b300000001"]
    assert result.unread_lines == 0


def test_ports_of_the_host_go_by_their_hardware_path() -> None:
    result = read("hpux-fcmsutil", sample("hpux-fcmsutil"), owner="hp01")
    online, offline = result.observations.rows("initiator")
    assert online == {
        "host": "hp01",
        "hba": "0/2/1/0",
        "initiator_wwpn": "50060b0000000000",
        "wwnn": "50060b0000000001",
        "protocol": "fcp",
        "transport": "fc",
        "port_state": "online",
        "port_type": "PTTOPT_FABRIC",
        "speed_gbps": 4.0,
        "fcid": "010300",
        "symbolic_name": "hpux01_fcd0",
        "driver_version": "fcd B.11.31.1103",
        "line": 1,
    }
    assert (offline["hba"], offline["port_state"]) == ("0/4/1/0", "linkdown")
    assert "speed_gbps" not in offline


def test_the_version_of_an_older_driver_is_without_the_adapters_it_is_for() -> None:
    name = (
        "libfcd.a HP Fibre Channel ISP 23xx & 24xx Driver B.11.23.06 /ux/core/isu/FCD/fcd_init.c:Jun 23 2006,14:05:23"
    )
    text = sample("hpux-fcmsutil").replace("fcd B.11.31.1103 Dec  6 2010", name)
    assert read("hpux-fcmsutil", text).observations.rows("initiator")[0]["driver_version"] == "B.11.23.06"


def test_lun_paths_of_parallel_scsi_have_no_target_port() -> None:
    assert lun_path("0/0/0/2/0.0x6.0x0") == ("0/0/0/2/0", None, 0)
    assert lun_path("0/0/0/2/0.6.0") is None


@pytest.mark.parametrize("name", ["hpux-scsimgr-lun-map", "hpux-ioscan-lun", "hpux-fcmsutil"])
def test_detection_and_damage(name: str) -> None:
    text = sample(name)
    assert best_reader(text) == name
    for seed in range(3):
        assert_robust(name, text, seed)


def test_a_lun_counts_its_paths_if_it_is_open() -> None:
    result = read("hpux-scsimgr-get-info", sample("hpux-scsimgr-get-info"), owner="hp01")
    used, closed = result.observations.rows("device")
    assert (used["device"], used["kernel_name"], used["printed_paths"], used["working_paths"]) == (
        "naa.60060e80000000000000000000000a01", "disk22", 4, 3,
    )  # fmt: skip
    assert (used["size_bytes"], used["policy"], used["vendor"], used["model"]) == (
        10 << 30,
        "round_robin",
        "HP",
        "OPEN-V",
    )
    # No path of a LUN that is not open was tested.
    assert closed["printed_paths"] == 4 and "working_paths" not in closed


@pytest.mark.parametrize("name", ["/dev/pt/pt2", "/dev/rtape/tape1_BEST"])
def test_tapes_and_controllers_are_no_luns(name: str) -> None:
    text = sample("hpux-scsimgr-get-info").replace("/dev/rdisk/disk22", name)
    assert [row["kernel_name"] for row in read("hpux-scsimgr-get-info", text).observations.rows("device")] == ["disk23"]


def test_scsimgr_get_attr_states_policy_and_queue_depth_of_disks_only() -> None:
    text = sample("hpux-scsimgr-get-attr")
    path = text.replace("FOR LUN : /dev/rdisk/disk20", "FOR LUN PATH : lunpath4").replace("= 32", "= 16")
    (device,) = read("hpux-scsimgr-get-attr", text + path).observations.rows("device")
    assert (device["kernel_name"], device["policy"], device["queue_depth"]) == ("disk20", "preferred_path", 32)


ATTRIBUTES = """\
# scsimgr get_attr -D /dev/rdisk/disk12 -a wwid -a load_bal_policy

        SCSI ATTRIBUTES FOR LUN : /dev/rdisk/disk12

name = wwid
current = {wwid}
default =
saved =

name = load_bal_policy
current = round_robin
default = least_cmd_load
saved = round_robin
"""
LUN_PATHS = """\
# ioscan -m lun /dev/rdisk/disk12
Class     I  Lun H/W Path  Driver  S/W State   H/W Type     Health  Description
======================================================================
disk     12  64000/0xfa00/0x4   esdisk  CLAIMED     DEVICE       online  EMC     SYMMETRIX
             0/2/0/0/0.0x50000973a8001404.0x4001000000000000
             0/2/0/0/1.0x50000973a8001408.0x4001000000000000
                      /dev/disk/disk12   /dev/rdisk/disk12
"""


@pytest.mark.parametrize(
    ("wwid", "device"),
    [("0x60000970000197900123533030304142", "naa.60000970000197900123533030304142"), ("", "block:disk12")],
)
def test_the_attribute_wwid_identifies_the_lun_and_its_paths(wwid: str, device: str) -> None:
    store = store_of({"hpx01/attributes.txt": ATTRIBUTES.format(wwid=wwid), "hpx01/ioscan.txt": LUN_PATHS})
    assert store.rows("SELECT device, policy FROM device") == [(device, "round_robin")]
    assert store.rows("SELECT DISTINCT device, count(*) OVER () FROM path") == [(device, 2)]


def test_adapters_of_ioscan_have_the_hardware_path_that_fcmsutil_prints() -> None:
    rows = read("hpux-ioscan", sample("hpux-ioscan")).observations.rows("initiator")
    assert [(row["hba"], row["driver"], row.get("port_state")) for row in rows] == [
        ("0/2/1/0", "fcd", None), ("0/2/1/1", "fcd", None), ("0/4/1/0", "td", "offline"),
    ]  # fmt: skip
    # A narrow terminal wraps the description.
    assert rows[1]["model"].endswith("Fibre Channel Adapter (FC Port 2)")


def test_of_all_classes_adapters_are_read_and_disks_are_reported() -> None:
    text = (
        "Class     I  H/W Path        Driver   S/W State   H/W Type     Description\n"
        "=============================================================================\n"
        "ba        0  0               lba      CLAIMED     BUS_NEXUS    Local PCI-X Bus Adapter (122e)\n"
        "fc        0  0/2/1/0         fcd      CLAIMED     INTERFACE    HP Fibre Channel Mass Storage Adapter\n"
        "fcp       0  0/2/1/0.1       fcp      CLAIMED     INTERFACE    FCP Domain\n"
        "disk      7  0/2/1/0.1.16.0.0.0.1  sdisk CLAIMED  DEVICE       EMC     SYMMETRIX\n"
    )
    result = read("hpux-ioscan", text)
    assert [row["hba"] for row in result.observations.rows("initiator")] == ["0/2/1/0"]
    assert (result.unread_lines, result.first_unread) == (1, 6)


def test_ioscan_lists_disks_and_the_paths_that_lead_to_them() -> None:
    result = read("hpux-ioscan", sample("hpux-ioscan.2"))
    assert result.unread_lines == 0
    columns = ("device", "kernel_name", "vendor", "model")
    # disk16 no longer responds, so that it and its path are absent.
    assert [tuple(row.get(one) for one in columns) for row in result.observations.rows("device")] == [
        ("block:disk14", "disk14", "HP", "OPEN-V"),
        ("block:disk15", "disk15", "COMPAQ", "MSA1000 VOLUME"),
    ]
    columns = ("device", "hba", "target_wwpn", "lun", "state")
    assert [tuple(row.get(one) for one in columns) for row in result.observations.rows("path")] == [
        ("block:disk14", "0/2/1/0", "50060e8000000001", 24, None),
        ("block:disk14", "0/4/1/0", "50060e8000000002", 24, "dead"),
    ]


def test_ioscan_with_fields_between_colons() -> None:
    legacy = (
        "scsi:wsio:T:T:F:31:188:131072:disk:sdisk:0/0/2/1.0.0:0 0 4 50 0 0 0 0 :2:root.sba.lba.c8xx.tgt.sdisk:"
        "sdisk:CLAIMED:DEVICE:HP 36.4GST336754LC:2\n"
    )
    text = sample("hpux-ioscan.fields") + legacy
    assert best_reader(text) == "hpux-ioscan"
    result = read("hpux-ioscan", text)
    assert [(row["device"], row["model"]) for row in result.observations.rows("device")] == [("block:disk14", "OPEN-V")]
    (port,) = result.observations.rows("initiator")
    assert (port["hba"], port["driver"], port["model"]) == (
        "0/2/1/0",
        "fcd",
        "HP AB379-60101 4Gb Dual Port PCI/PCI-X Fibre Channel Adapter (FC Port 1)",
    )
    assert [note.text.partition(":")[0] for note in result.notes] == ["skipped devices that are paths"]


def test_identities_of_disks_from_a_list_of_attributes() -> None:
    text = sample("hpux-scsimgr-attributes")
    assert best_reader(text) == "hpux-scsimgr-attributes"
    rows = read("hpux-scsimgr-attributes", text).observations.rows("device")
    assert [(row["device"], row["kernel_name"]) for row in rows] == [
        ("naa.60060e8000000001000000000000a001", "disk14"),
        ("naa.600805f3000000010000000000000b01", "disk15"),
        ("naa.5000c5000000a001", "disk3"),
    ]
    cut = read("hpux-scsimgr-attributes", text[: text.index("0b01:")])
    assert (cut.ends_inside_record, len(cut.observations.rows("device"))) == (True, 1)


def test_a_speed_is_proven_by_its_own_line(tmp_path: Path) -> None:
    lines = (
        "                 Link Speed = {speed}Gb\nN_Port Port World Wide Name = 0x50060b00000000{port}0\n"
        "               Driver state = ONLINE\n           Hardware Path is = 0/{port}/1/0\n"
    )
    folder = tmp_path / "db05"
    folder.mkdir()
    (folder / "uname.txt").write_text("HP-UX db05 B.11.31 U ia64 3242134231 unlimited-user license\n")
    for port, speed in (("20", "2"), ("40", "8")):
        text = "               Vendor ID is = 0x1077\n" + lines.format(port=port[0], speed=speed)
        (folder / f"fcmsutil_disk{port}.txt").write_text(text)
        number = port[0]
        (folder / f"ioscan_fcd{number}.txt").write_text(IOSCAN.format(path=f"0/{number}/1/0", number=number))
    report = audit([str(tmp_path)], Options(select=("PRT023",)))
    places = [finding.location for finding in report.findings]
    assert [(place.file, place.line) for place in places if place] == [(str(folder / "fcmsutil_disk20.txt"), 2)]
    assert {file.owner for file in report.files} == {"db05"}


IOSCAN = """\
Class     I  H/W Path  Driver S/W State   H/W Type     Description
===================================================================
fc        {number}  {path}   fcd    CLAIMED     INTERFACE    HP AH401A 8Gb Dual Port PCIe Fibre Channel Adapter (FC Port 1)
                      /dev/fcd{number}
"""
