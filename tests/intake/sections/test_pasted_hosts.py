"""What pages and terminals do to the output of hosts: wrapped lines, marks that are parted, bold type, lost branches."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.facts.observations import Observations
from checker.intake.read import read_file
from checker.intake.sections.split import split_commands
from checker.intake.sources import sources_of
from tests import folders
from tests.readers import harness

SAMPLES = folders.SAMPLES
LUN = "naa.6000144000000010300aa00000000001"


def sample(name: str, file: str):
    """Read a sample in full."""
    result = harness.read(name, (SAMPLES / file).read_text())
    assert result.unread_lines == 0
    return result.observations


def test_paths_of_the_high_performance_plugin() -> None:
    rows = sample("esxi-hpp-path-list", "esxi-hpp-path-list.txt")
    first, second = rows.rows("path")
    assert first == {
        "host": "owner1",
        "device": "uuid.0123456789abcdef0123456789abcde1",
        "protocol": "nvme",
        "initiator_wwpn": "21000024ff000001",
        "target_wwpn": "2005d039ea000001",
        "hctl": "vmhba64:C0:T0:L3",
        "hba": "vmhba64",
        "target": "vmhba64:C0:T0",
        "lun": 3,
        "state": "active",
        "state_text": "active unoptimized",
        "optimised": False,
        "group_state": "active unoptimized",
        "plugin": "HPP",
        "transport": "fc",
        "line": 1,
    }
    assert (second["target_wwpn"], second["optimised"]) == ("2008d039ea000001", True)
    assert rows.rows("device_owner")[0]["multipath_owner"] == "hpp"


def test_the_same_paths_formatted() -> None:
    text = (
        "Device,DeviceDisplayName,PathConfig,PathState,RuntimeName,UID,\n"
        "uuid.0123456789abcdef0123456789abcde1,NVMe Fibre Channel Disk (uuid.0123456789abcdef0123456789abcde1),"
        '"{ANA_GRP_id=4,ANA_GRP_state=ANO,health=UP}",active unoptimized,vmhba64:C0:T0:L3,'
        "fc.20000024ff000001:21000024ff000001-fc.2004d039ea000001:2005d039ea000001-uuid.0123456789abcdef0123456789abcde1,\n"
    )
    assert harness.best_reader(text) == "esxi-hpp-path-list-formatted"
    (path,) = harness.read("esxi-hpp-path-list-formatted", text).observations.rows("path")
    assert (path["hctl"], path["optimised"], path["plugin"]) == ("vmhba64:C0:T0:L3", False, "HPP")


def test_a_mark_separated_from_its_state() -> None:
    paths = sample("veritas-getsubpaths", "veritas-getsubpaths.3.txt").rows("path")
    assert [(row["path_name"], row["state"], row["hba"], row.get("group_state"), row["current"]) for row in paths] == [
        ("sdb", "active", "c13", "Active/Optimized", True),
        ("sdc", "active", "c14", "Active/Optimized", True),
        ("sdd", "disabled", "c14", "Active/Non-Optimized", False),
    ]


@pytest.mark.parametrize("file", ["linux-lsblk.4.txt", "linux-lsblk.5.txt"])
def test_lsblk_with_wrapped_names_and_with_dots_for_branches(file: str) -> None:
    rows = sample("linux-lsblk", file)
    devices = rows.rows("device")
    assert {row["device"] for row in devices} - {LUN} in ({"block:sdb", "block:sdc"}, {"block:sda", "block:sdb"})
    assert {row.get("kernel_name") for row in devices if row["device"] == LUN} >= {"sdb"}
    assert [row["device"] for row in rows.rows("device_owner")] == [LUN]
    assert {row["size_low_bytes"] for row in devices if row.get("multipath_owner")} in ({9 << 29}, {1 << 29})


def test_branches_of_lsblk_in_the_wrong_character_set() -> None:
    text = (SAMPLES / "linux-lsblk.4.txt").read_text().replace("└─", "└─".encode().decode("latin-1"))
    rows = harness.read("linux-lsblk", text).observations
    assert [row["device"] for row in rows.rows("device_owner")] == [LUN]


def test_controllers_in_bold_type_and_wrapped() -> None:
    rows = sample("linux-nvme-subsys", "linux-nvme-subsys.2.txt")
    assert [(row["scsi_target"], row["target_wwpn"], row["port_state"]) for row in rows.rows("remote_port")] == [
        ("nvme4", "50000000aa000001", "live"),
        ("nvme5", "50000000aa000002", "live"),
    ]
    assert [row["initiator_wwpn"] for row in rows.rows("initiator")] == ["10000000c9000001", "10000000c9000002"]


def test_nvme_paths_of_aix_lead_over_the_adapter_not_the_controller() -> None:
    paths = sample("aix-lsmpio", "aix-lsmpio.2.txt").rows("path")
    assert [(row["hba"], row["target"], row["protocol"], row["optimised"]) for row in paths] == [
        ("fcnvme0", "nvme12", "nvme", True),
        ("fcnvme1", "nvme65", "nvme", False),
    ]
    assert all("lun" not in row or row["lun"] is None for row in paths)


def test_size_lines_that_are_wrapped() -> None:
    rows = sample("linux-multipath-topology", "linux-multipath-topology.3.txt")
    assert [
        (row["size_high_bytes"], row["hardware_handler"], row["multipath_features"]) for row in rows.rows("device")
    ] == [
        (21 * (1 << 30) // 20, "1 alua", "4 queue_if_no_path pg_init_retries 50 retain_attached_hw_handle"),
        (41 * (1 << 30) // 20, "1 alua", "2 queue_if_no_path retain_attached_hw_handle"),
    ]
    assert [row["optimised"] for row in rows.rows("path")] == [True, False, True]


def test_a_priority_that_cannot_be_read_is_not_the_one_before() -> None:
    text = (
        "eui.00000a0669af8e91d039ea0000000001 [nvme]:nvme1n1 NVMe,Example Array,08901200\n"
        "size=20971520 features='n/a' hwhandler='ANA' wp=rw\n"
        "|-+- policy='n/a' prio=50 status=optimized\n"
        "| `- 1:1:1 nvme1c1n1 0:0 n/a optimized live\n"
        "`-+- policy='n/a' prio-10 status=non-optimized\n"
        "`- 1:3:1 nvme1c3n1 0:0 n/a non-optimized live\n"
    )
    paths = harness.read("linux-multipath-topology", text).observations.rows("path")
    assert [row.get("priority") for row in paths] == [50, None]


def test_bold_type_in_an_access_state() -> None:
    text = (SAMPLES / "solaris-mpathadm-show.txt").read_text()
    plain = harness.read("solaris-mpathadm-show", text)
    assert "Access State:  active optimized" in text
    bold = harness.read("solaris-mpathadm-show", text.replace("active optimized", "*active optimized*"))
    assert harness.facts(bold) == harness.facts(plain)


def test_bold_rows_of_satps_are_read_too() -> None:
    text = (
        "Name           Default PSP  Description\n-------------  -----------  -----------\n"
        "<strong>VMW_SATP_ALUA  VMW_PSP_MRU</strong>  Supports arrays\nVMW_SATP_SYMM  VMW_PSP_RR   Other arrays\n"
    )
    rows = harness.read("esxi-satp-list", text).observations.rows("satp")
    assert [row["satp"] for row in rows] == ["VMW_SATP_ALUA", "VMW_SATP_SYMM"]


@pytest.mark.parametrize("prompt", ["bash-4.2#", "-bash-4.2$", "sh-5.1#", "-sh$"])
def test_a_prompt_that_names_the_shell_names_no_host(prompt: str) -> None:
    (section,) = split_commands(f"{prompt} multipath -ll\nx\n")
    assert (section.command, section.host, section.text) == ("multipath -ll", None, "x\n")


SUPPORTCONFIG = """\
=============================================================================
                     Support Utilities - Supportconfig

#==[ Verification ]=================================#
# rpm -V multipath-tools-0.9.0
# Verification Status: Passed

#==[ Command ]======================================#
# /sbin/multipath -ll
mpatha (36000144000000010300aa00000000001) dm-3 EXAMPLE,LUN
size=1.0T features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
`-+- policy='service-time 0' prio=50 status=active
  `- 25:0:0:0 sdb 8:16 active ready running

#==[ Configuration File ]===========================#
# /etc/multipath.conf
defaults {
    user_friendly_names yes
}

#==[ Configuration File ]===========================#
# /etc/modprobe.conf.local - File not found

#==[ Command ]======================================#
# /usr/sbin/multipath -t
defaults {
    polling_interval 5
}
"""


def test_supportconfig_is_cut_at_its_marks_and_named_after_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "scc_db_01_231102_0913"
    folder.mkdir()
    (folder / "mpio.txt").write_text(SUPPORTCONFIG)
    (folder / "basic-environment.txt").write_text("#==[ Command ]====#\n# /bin/date\nThu Nov 2\n")
    found = Observations()
    records = [
        record
        for number, source in enumerate(sources_of([str(tmp_path)], tmp_path / "private"))
        for record in read_file(source, number, found)
    ]
    read = [record for record in records if record.format]
    assert [(record.format, record.owner, record.first_line) for record in read] == [
        ("linux-multipath-topology", "db_01", 10),
        ("linux-multipath-conf", "db_01", 17),
        ("linux-multipath-conf", "db_01", 26),
    ]
    assert {str(record.captured_at)[:16] for record in read} == {"2023-11-02 09:13"}
    assert [(row["origin"], row["setting"]) for row in found.rows("multipath_setting")] == [
        ("file", "user_friendly_names"),
        ("effective", "polling_interval"),
    ]


def test_the_ruler_of_a_table_of_partitions_is_no_row() -> None:
    rows = sample("windows-get-partition", "windows-get-partition.3.txt")
    assert not rows.rows("bad_value")
    assert [(row["device"], row["partition"], row["start_bytes"]) for row in rows.rows("partition")] == [
        ("block:PhysicalDrive0", 1, 1048576),
        ("block:PhysicalDrive0", 2, 122683392),
        ("block:PhysicalDrive1", 1, 1048576),
    ]


@pytest.mark.parametrize(("kind", "parent"), [("NPIV VPORT", "c05076e511800001"), ("NPort (fabric via p2p)", None)])
def test_a_virtual_port_of_a_mainframe_names_its_physical_port(kind: str, parent: str | None) -> None:
    text = (
        'Class = "fc_host"\n\n  Class Device = "host0"\n'
        '  Class Device path = "/sys/devices/css0/0.0.0000/0.0.a200/host0/fc_host/host0"\n'
        '    node_name           = "0x5005076400c10001"\n    permanent_port_name = "0xc05076e511800001"\n'
        f'    port_name           = "0xc05076e511803c01"\n    port_state          = "Online"\n    port_type           = "{kind}"\n'
    )
    (port,) = harness.read("linux-systool-fc", text).observations.rows("initiator")
    assert (port["initiator_wwpn"], port.get("npiv_parent_wwpn")) == ("c05076e511803c01", parent)


def test_bold_type_inside_the_settings_of_round_robin() -> None:
    text = (SAMPLES / "esxi-nmp-device-list.txt").read_text()
    assert "iops=" in text
    plain = harness.read("esxi-nmp-device-list", text)
    number = text.partition("iops=")[2].partition(",")[0]
    bold = harness.read("esxi-nmp-device-list", text.replace(f"iops={number}", f"*iops={number}*"))
    assert harness.facts(bold) == harness.facts(plain)
