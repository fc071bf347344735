"""RVTools tabs as CSV."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import pytest

from checker.readers.esxi.vcenter.rows import parse_number
from tests.readers import harness

LUN = "naa.6000144000000010aa0000000000000"
PATH_1 = f"fc.20000010aa000001:10000010aa000001-fc.5000144000aa0001:5000144010aa0001-{LUN}1"
PATH_2 = f"fc.20000010aa000002:10000010aa000002-fc.5000144000aa0001:5000144020aa0001-{LUN}1"
PATHS = ",".join(f"Path {number},Path {number} state" for number in range(1, 9))
MULTIPATH_HEADER = (
    f"Host,Cluster,Datacenter,Datastore,Disk,Display name,Policy,Oper. State,{PATHS},vStorage,Queue depth,Vendor,Model,"
    "Revision,Level,Serial #,UUID,Object ID,VI SDK Server,VI SDK UUID\n"
)


def multipath_row(host: str, disk: str, paths: list[tuple[str, str]], shown: str = "datastore disk") -> str:
    cells = "".join(f",{name},{state}" for name, state in [*paths, *[("", "")] * (8 - len(paths))])
    return f"{host},C1,DC1,ds1,{disk},{shown},VMW_PSP_RR,ok{cells},vStorageSupported,64,EMC,Invista,6100,4,unavailable,,o,v,u\n"


def test_paths_by_uid():
    text = MULTIPATH_HEADER + multipath_row("esx01", LUN + "1", [(PATH_1, "active"), (PATH_2, "dead")])
    assert harness.best_reader(text) == "rvtools-vmultipath"
    result = harness.read("rvtools-vmultipath", text)
    first, second = result.observations.rows("path")
    assert first == {
        "host": "esx01",
        "device": LUN + "1",
        "protocol": "fcp",
        "initiator_wwpn": "10000010aa000001",
        "target_wwpn": "5000144010aa0001",
        "state": "active",
        "state_text": "active",
        "transport": "fc",
        "line": 2,
    }
    assert (second["state"], second["target_wwpn"]) == ("dead", "5000144020aa0001")
    assert result.observations.rows("device") == [
        {
            "host": "esx01",
            "device": LUN + "1",
            "alias": "datastore disk",
            "vendor": "EMC",
            "model": "Invista",
            "revision": "6100",
            "psp": "VMW_PSP_RR",
            "queue_depth": 64,
            "device_state": "on",
            "line": 2,
        }
    ]
    assert result.observations.rows("datastore") == [
        {"host": "esx01", "datastore": "ds1", "device": LUN + "1", "line": 2}
    ]
    assert result.observations.rows("host") == [{"host": "esx01", "platform": "esxi", "line": 2}]
    assert not result.notes


def test_paths_by_runtime_name_with_semicolons():
    text = (
        '"Host";"Disk";"Policy";"Path 1";"Path 1 state";"Path 2 ";"Path 2 state";"Queue depth"\n'
        f'"esx01";"{LUN}1";"Round Robin";"vmhba2:C0:T0:L1";"active";"";"";"32"\n'
        f'"esx02";"{LUN}1";"VMW_PSP_FIXED";"vmhba3:C0:T1:L1";"standby";"";"";"64,0"\n'
    )
    rows = harness.read("rvtools-vmultipath", text).observations
    assert [(row["host"], row["hctl"], row["hba"], row["lun"], row["state"]) for row in rows.rows("path")] == [
        ("esx01", "vmhba2:C0:T0:L1", "vmhba2", 1, "active"),
        ("esx02", "vmhba3:C0:T1:L1", "vmhba3", 1, "standby"),
    ]
    assert [(row["psp"], row["queue_depth"]) for row in rows.rows("device")] == [
        ("VMW_PSP_RR", 32),
        ("VMW_PSP_FIXED", 64),
    ]


def test_a_device_that_fills_all_path_columns_may_have_more():
    eight = [(f"vmhba{number}:C0:T0:L1", "active") for number in range(8)]
    text = MULTIPATH_HEADER + multipath_row("esx01", LUN + "1", eight) + multipath_row("esx01", LUN + "2", eight[:7])
    result = harness.read("rvtools-vmultipath", text)
    paths = result.observations.rows("path")
    assert [sum(row["device"] == LUN + lun for row in paths) for lun in "12"] == [8, 7]
    assert [row.get("more_paths") for row in result.observations.rows("device")] == [True, None]
    assert [(note.line, note.text[:22]) for note in result.notes] == [(2, "1 device fills all eig")]


def test_a_redacted_path_is_a_bad_value():
    text = MULTIPATH_HEADER + multipath_row("esx01", "naa.xxxxxxxxxxxxxxxx", [("REDACTED", "active")])
    result = harness.read("rvtools-vmultipath", text)
    assert not result.observations.rows("path")
    assert {row["fact"] for row in result.observations.rows("bad_value")} == {"device", "hctl"}


def test_hbas():
    text = (
        "Host,Datacenter,Cluster,Device,Type,Status,Bus,Pci,Driver,Model,WWN,VI SDK Server,VI SDK UUID\n"
        "esx01,DC1,C1,vmhba0,Block SCSI,unknown,0,0000:00:1f.2,vmw_ahci,Example SATA,,v,u\n"
        "esx01,DC1,C1,vmhba2,Fibre Channel,online,4,0000:04:00.0,lpfc,Example FC,20:00:00:10:aa:00:00:01 10:00:00:10:aa:00:00:01,v,u\n"
        "esx02,DC1,C1,vmhba3,Fibre Channel over Ethernet,offline,5,0000:05:00.0,fnic,Example VIC,20000010aa000002 10000010aa000002,v,u\n"
        "esx02,DC1,C1,vmhba64,iSCSI Software Adapter,online,0,,iscsi_vmk,iSCSI,iqn.1998-01.com.example:esx02,v,u\n"
        "esx02,DC1,C1,vmhba4,Fibre Channel,online,6,06:00.0,lpfc,Example FC,xx:xx:xx,v,u\n"
    )
    assert harness.best_reader(text) == "rvtools-vhba"
    result = harness.read("rvtools-vhba", text)
    first, second, third = result.observations.rows("initiator")
    assert first == {
        "host": "esx01",
        "hba": "vmhba2",
        "initiator_wwpn": "10000010aa000001",
        "wwnn": "20000010aa000001",
        "transport": "fc",
        "port_state": "online",
        "model": "Example FC",
        "driver": "lpfc",
        "pci_address": "0000:04:00.0",
        "line": 3,
    }
    assert (second["initiator_wwpn"], second["transport"], second["port_state"]) == (
        "10000010aa000002",
        "fcoe",
        "offline",
    )
    assert "initiator_wwpn" not in third
    assert result.observations.rows("bad_value")[0]["value"] == "xx:xx:xx"
    assert [row["host"] for row in result.observations.rows("host")] == ["esx01", "esx02"]


def test_database_names_of_columns():
    text = (
        "vHBAHostName;vHBADatacenter;vHBACluster;vHBADevice;vHBAType;vHBAStatus;vHBAWorldwideName\n"
        "esx01;DC1;C1;vmhba2;Fibre Channel;online;20000010aa000001 10000010aa000001\n"
    )
    assert harness.best_reader(text) == "rvtools-vhba"
    row = harness.read("rvtools-vhba", text).observations.rows("initiator")[0]
    assert (row["host"], row["initiator_wwpn"], row["wwnn"]) == ("esx01", "10000010aa000001", "20000010aa000001")


def test_hosts():
    text = (
        "Host,Datacenter,Cluster,CPU Model,# CPU,# HBAs,ATS Heartbeat,ATS Locking,ESX Version,Vendor,Model\n"
        "esx01,DC1,C1,Example CPU,2,4,1,0,VMware ESXi 7.0.3 build-10000001,Example,Server 1\n"
    )
    assert harness.best_reader(text) == "rvtools-vhost"
    result = harness.read("rvtools-vhost", text)
    assert result.observations.rows("host") == [
        {
            "host": "esx01",
            "platform": "esxi",
            "os_name": "VMware ESXi",
            "os_version": "7.0.3",
            "kernel_version": "build-10000001",
            "server_vendor": "Example",
            "server_model": "Server 1",
            "host_cluster": "C1",
            "line": 2,
        }
    ]
    assert [(row["setting"], row["value"]) for row in result.observations.rows("host_setting")] == [
        ("UseATSForHBOnVMFS5", "1"),
        ("HardwareAcceleratedLocking", "0"),
    ]


def test_datastores():
    text = (
        "Name;Config status;Address;Accessible;Type;# VMs;Capacity MB;Free MB;# Hosts;Hosts;Major Version;Version;URL\n"
        f'ds1;green;{LUN}1;True;VMFS;4;102.400;51.200;2;"esx01, esx02";6;6.82;ds:///vmfs/volumes/53d60001-65f90001-0001-508700000001/\n'
        "nfs1;green;nas:/vol;True;NFS;4;102.400;51.200;1;esx01;;;\n"
    )
    assert harness.best_reader(text) == "rvtools-vdatastore"
    rows = harness.read("rvtools-vdatastore", text).observations.rows("datastore")
    assert rows[1] == {
        "host": "esx02",
        "datastore": "ds1",
        "device": LUN + "1",
        "uuid": "53d60001-65f90001-0001-508700000001",
        "vmfs_version": "6.82",
        "size_low_bytes": 107373134336,
        "size_high_bytes": 107375230464,
        "free_low_bytes": 53686043136,
        "free_high_bytes": 53688139264,
        "line": 2,
    }
    assert len(rows) == 2


def test_disks():
    text = (
        "VM,Powerstate,Disk,Disk Path,Capacity MiB,Raw,Disk Mode,Sharing mode,Shared Bus,Raw LUN ID,Host\n"
        "vm01,poweredOn,Hard disk 1,[ds 1] vm01/vm01.vmdk,102400,False,persistent,sharingNone,noSharing,,esx01\n"
        f"vm02,poweredOn,Hard disk 2,[ds1] vm02/r.vmdk,51200,True,persistent,sharingNone,physicalSharing,{LUN}1,esx01\n"
        f"vm03,poweredOn,Hard disk 2,[ds1] vm03/r.vmdk,51200,True,persistent,sharingMultiWriter,noSharing,0200010000{LUN[4:]}2496e76697374,esx01\n"
    )
    assert harness.best_reader(text) == "rvtools-vdisk"
    first, second, third = harness.read("rvtools-vdisk", text).observations.rows("guest_disk")
    assert first == {
        "guest": "vm01",
        "disk": "Hard disk 1",
        "host": "esx01",
        "datastore": "ds 1",
        "raw_mapping": False,
        "sharing": "noSharing",
        "size_low_bytes": 107373134336,
        "size_high_bytes": 107375230464,
        "line": 2,
    }
    assert (second["device"], second["raw_mapping"], second["sharing"]) == (LUN + "1", True, "physicalSharing")
    assert (third["device"], third["sharing"]) == (LUN + "2", "sharingMultiWriter")


@pytest.mark.parametrize(
    "header",
    [
        "VM,Powerstate,Template,CPUs,Memory,NICs,Disks",
        "VM,Powerstate,Template,Disk,Capacity MB,Consumed MB,Free MB,Free % ,Host",
        "Name,Config status,OverallStatus,NumHosts,numEffectiveHosts,TotalCpu",
        "Host,Datacenter,Cluster,Network Device,Driver,Speed,Duplex,MAC,Switch,VI SDK Server,VI SDK UUID",
    ],
)
def test_other_tabs_are_skipped_deliberately(header):
    text = header + "\n" + ",".join("x" for _ in header.split(",")) + "\n"
    assert harness.best_reader(text) == "rvtools-other"
    result = harness.read("rvtools-other", text)
    assert result.unread_lines == 0
    assert result.records == 0
    assert "skipped" in result.notes[0].text


def test_a_text_that_ends_inside_a_row():
    text = MULTIPATH_HEADER + multipath_row("esx01", LUN + "1", [(PATH_1, "active")])
    result = harness.read("rvtools-vmultipath", text[:-40])
    assert result.ends_inside_record
    assert not result.observations.rows("device")


def test_the_last_cell_of_a_text_without_line_end_may_be_cut():
    text = "VM,Disk,Raw,Host\nvm01,Hard disk 1,False,esx01\nvm02,Hard disk 1,False,es"
    result = harness.read("rvtools-vdisk", text)
    assert [row["host"] for row in result.observations.rows("guest_disk")] == ["esx01"]
    assert result.ends_inside_record


def test_rows_continue_after_a_stray_quote():
    text = MULTIPATH_HEADER + multipath_row("esx01", LUN + "1", [(PATH_1, "active")], 'ds "1')
    text += multipath_row("esx01", LUN + "2", [(PATH_2, "active")])
    result = harness.read("rvtools-vmultipath", text)
    assert [row["device"] for row in result.observations.rows("device")] == [LUN + "2"]
    assert result.unread_lines == 1


@pytest.mark.parametrize(
    ("text", "decimal_comma", "number"),
    [
        ("1024", False, 1024),
        ("1,024", False, 1024),
        ("1.024", True, 1024),
        ("1,024.5", False, 1024.5),
        ("1.024,5", True, 1024.5),
        ("1'048'576", True, 1048576),
        ("102400,0", True, 102400),
        ("102400.0", False, 102400),
        ("1.024.000", False, 1024000),
        ("0.125", False, 0.125),
        ("0,125", True, 0.125),
        ("-1", False, -1),
        ("64 MB", False, None),
        ("", False, None),
    ],
)
def test_numbers_of_any_locale(text, decimal_comma, number):
    assert parse_number(text, decimal_comma) == number


@pytest.mark.parametrize("reader", ["rvtools-vmultipath", "rvtools-vhba", "rvtools-vdisk", "rvtools-vdatastore"])
def test_damage_does_no_harm(reader):
    text = MULTIPATH_HEADER + multipath_row("esx01", LUN + "1", [(PATH_1, "active"), (PATH_2, "dead")])
    text += "Host,Device,WWN,Type\nesx01,vmhba2,20000010aa000001 10000010aa000001,Fibre Channel\n"
    text += f"VM,Disk,Raw,Raw LUN ID\nvm01,Hard disk 1,True,{LUN}1\n"
    text += f"Name,Accessible,Type,Hosts,Capacity MiB,Address\nds1,True,VMFS,esx01,1024,{LUN}1\n"
    harness.assert_robust(reader, text, seed=3)


def sheet(relative: str, name: str) -> str:
    """Return a sheet of a corpus workbook as CSV; skips without a corpus."""
    root = os.environ.get("SANLINT_CORPUS")
    if not root:
        pytest.skip("SANLINT_CORPUS is not set: the corpus of outside exports is not here")
    from python_calamine import CalamineWorkbook

    text = io.StringIO()
    rows = CalamineWorkbook.from_path(Path(root) / relative).get_sheet_by_name(name).to_python()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("file", "tab", "reader", "count"),
    [
        ("ibm-sizing-1.xlsx", "vInfo", "rvtools-other", 0),
        ("ibm-sizing-1.xlsx", "vNetwork", "rvtools-other", 0),
        ("ibm-sizing-1.xlsx", "vPartition", "rvtools-other", 0),
        ("ibm-sizing-1.xlsx", "vHost", "rvtools-vhost", 34),
        ("migration-planner-1.xlsx", "vInfo", "rvtools-other", 0),
        ("migration-planner-1.xlsx", "vCPU", "rvtools-other", 0),
        ("migration-planner-1.xlsx", "vMemory", "rvtools-other", 0),
        ("migration-planner-1.xlsx", "vPartition", "rvtools-other", 0),
        ("migration-planner-1.xlsx", "vDisk", "rvtools-vdisk", 9),
        ("migration-planner-1.xlsx", "vHost", "rvtools-vhost", 7),
    ],
)
def test_workbooks_of_others(file, tab, reader, count):
    text = sheet(f"hosts/rvtools/{file}", tab)
    assert harness.best_reader(text) == reader
    result = harness.read(reader, text)
    assert result.failure is None
    assert result.unread_lines == 0
    assert len(result.observations.rows("guest_disk" if reader == "rvtools-vdisk" else "host")) >= count
    assert not result.observations.rows("bad_value")


@pytest.mark.corpus
def test_values_of_workbooks_read_by_eye():
    host = harness.read("rvtools-vhost", sheet("hosts/rvtools/ibm-sizing-1.xlsx", "vHost")).observations.rows("host")[0]
    assert (host["host"], host["os_version"], host["kernel_version"]) == ("vmsp-01", "6.0.0", "build-4192238")
    assert (host["server_vendor"], host["server_model"], host["host_cluster"]) == (
        "HP",
        "ProLiant BL460c Gen8",
        "Cluster1",
    )
    read = harness.read("rvtools-vhost", sheet("hosts/rvtools/migration-planner-1.xlsx", "vHost")).observations
    assert read.rows("host_setting")[0]["value"] == "1"
    disk = harness.read("rvtools-vdisk", sheet("hosts/rvtools/migration-planner-1.xlsx", "vDisk")).observations
    first = disk.rows("guest_disk")[0]
    assert (first["guest"], first["disk"], harness.printed_size(first)) == ("vm-1", "Hard disk 1", 103424 << 20)
    assert (first["host"], first["raw_mapping"], first["sharing"]) == ("10.120.135.33", False, "noSharing")
