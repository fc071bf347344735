"""PowerCLI's Export-Csv of LUNs, paths and adapters."""

from __future__ import annotations

import pytest

from tests.readers import harness

LUN = "naa.6000144000000010aa00000000000001"
PATH = f"fc.20000010aa000001:10000010aa000001-fc.5000144000aa0001:5000144010aa0001-{LUN}"
LUNS = (
    "#TYPE VMware.VimAutomation.ViCore.Impl.V1.Host.Storage.Scsi.ScsiLunImpl\n"
    '"CanonicalName","RuntimeName","LunType","Model","SerialNumber","Vendor","ConsoleDeviceName","CapacityMB","CapacityGB",'
    '"HostId","VMHostId","VMHost","MultipathPolicy","CommandsToSwitchPath","BlocksToSwitchPath","IsLocal","IsSsd","Uid"\n'
    f'"{LUN}","vmhba2:C0:T0:L1","disk","Invista","","EMC","/vmfs/devices/disks/{LUN}","102400","100",'
    '"HostSystem-host-9","HostSystem-host-9","esx01.lab.example","RoundRobin","1","20480","False","True","/VIServer=a"\n'
    '"mpx.vmhba33:C0:T0:L0","vmhba33:C0:T0:L0","cdrom","DVD","","PLDS","","","",'
    '"HostSystem-host-10","HostSystem-host-10","esx02.lab.example","Fixed","","","True","",""\n'
)


def test_luns():
    assert harness.best_reader(LUNS) == "powercli-scsilun"
    result = harness.read("powercli-scsilun", LUNS)
    first, second = result.observations.rows("device")
    assert first == {
        "host": "esx01.lab.example",
        "device": LUN,
        "vendor": "EMC",
        "model": "Invista",
        "size_low_bytes": (102399 << 20) + 512,
        "size_high_bytes": (102401 << 20) - 512,
        "psp": "VMW_PSP_RR",
        "rr_iops": 1,
        "rr_iops_text": "1",
        "lun": 1,
        "is_local": False,
        "is_ssd": True,
        "line": 3,
    }
    assert (second["host"], second["psp"], second["is_local"], second["line"]) == (
        "esx02.lab.example",
        "VMW_PSP_FIXED",
        True,
        4,
    )
    assert "rr_iops" not in second
    assert "size_bytes" not in second
    assert result.unread_lines == 0


def test_a_few_columns_with_semicolons_and_decimal_commas():
    text = f'"VMHost";"CanonicalName";"CapacityGB";"MultipathPolicy"\n"esx01";"{LUN}";"1.023,5";"MostRecentlyUsed"\n'
    assert harness.best_reader(text) == "powercli-scsilun"
    row = harness.read("powercli-scsilun", text).observations.rows("device")[0]
    # 1023.5 may be a number with more digits.
    assert row["size_low_bytes"] < 2047 << 29 < row["size_high_bytes"]
    assert row["psp"] == "VMW_PSP_MRU"
    full = text.replace("1.023,5", "99,99951171875")
    assert harness.read("powercli-scsilun", full).observations.rows("device")[0]["size_bytes"] == 107373658112


def test_rounded_gigabytes_are_bounds():
    text = f'"VMHost","CanonicalName","CapacityGB","MultipathPolicy"\n"esx01","{LUN}","100.33","Unknown"\n'
    row = harness.read("powercli-scsilun", text).observations.rows("device")[0]
    assert "size_bytes" not in row
    assert row["size_low_bytes"] / 2**30 == pytest.approx(100.32, abs=1e-6)
    assert row["size_high_bytes"] / 2**30 == pytest.approx(100.34, abs=1e-6)
    assert "psp" not in row


def test_paths():
    text = (
        '"Name","SanId","State","Preferred","LunPath","ScsiLun","ScsiLunUid","ScsiCanonicalName","VMHost"\n'
        f'"{PATH}","50:00:14:40:10:aa:00:01","Active","True","vmhba2:C0:T0:L1","{LUN}","/x/","{LUN}","esx01"\n'
        f'"vmhba3:C0:T4:L1","50:00:14:40:20:aa:00:01","Dead","False","vmhba3:C0:T4:L1","{LUN}","/x/","{LUN}","esx01"\n'
        f'"iqn.1998-01.com.example:esx01-00023d000001,iqn.2001-05.com.example:t,t,1-{LUN}","iqn.2001-05.com.example:t",'
        f'"Standby","False","vmhba64:C0:T0:L1","{LUN}","/x/","{LUN}","esx02"\n'
    )
    assert harness.best_reader(text) == "powercli-scsilunpath"
    first, second, third = harness.read("powercli-scsilunpath", text).observations.rows("path")
    assert first == {
        "host": "esx01",
        "device": LUN,
        "protocol": "fcp",
        "initiator_wwpn": "10000010aa000001",
        "target_wwpn": "5000144010aa0001",
        "hctl": "vmhba2:C0:T0:L1",
        "hba": "vmhba2",
        "target": "vmhba2:C0:T0",
        "lun": 1,
        "state": "active",
        "state_text": "Active",
        "preferred": True,
        "transport": "fc",
        "line": 2,
    }
    assert (second["hctl"], second["target_wwpn"], second["state"]) == ("vmhba3:C0:T4:L1", "5000144020aa0001", "dead")
    assert (third["transport"], third["hctl"], third["host"]) == ("iscsi", "vmhba64:C0:T0:L1", "esx02")
    assert "target_wwpn" not in third


def test_paths_of_several_hosts_without_names_are_not_mixed():
    text = (
        '"Name","SanId","State","ScsiLun","ScsiLunUid"\n'
        f'"vmhba2:C0:T0:L1","","Active","{LUN}","/VIServer=a@b:443/VMHost=HostSystem-host-9/ScsiLun=k/"\n'
        f'"vmhba2:C0:T0:L1","","Active","{LUN}","/VIServer=a@b:443/VMHost=HostSystem-host-10/ScsiLun=k/"\n'
    )
    result = harness.read("powercli-scsilunpath", text)
    assert [row["host"] for row in result.observations.rows("path")] == ["owner1"]
    assert result.unread_lines == 1
    assert "VMHost" in result.notes[0].text


def test_an_empty_host_is_not_the_owner_of_the_file():
    text = f'"VMHost","CanonicalName","MultipathPolicy"\n"","{LUN}","Fixed"\n"esx01","{LUN}","Fixed"\n'
    result = harness.read("powercli-scsilun", text)
    assert [row["host"] for row in result.observations.rows("device")] == ["esx01"]
    assert result.unread_lines == 1


def test_adapters_with_decimal_names():
    port, node = 0x10000010AA000001, 0x20000010AA000001
    text = (
        "#TYPE VMware.VimAutomation.ViCore.Impl.V1.Host.Storage.FCHbaImpl\n"
        '"PortWorldWideName","NodeWorldWideName","Speed","Device","Type","Model","Driver","Pci","Status","VMHost"\n'
        f'"{port}","{node}","16","vmhba2","FibreChannel","Example HBA","lpfc","04:00.0","online","esx01"\n'
        '"","","","vmhba0","Block","Example SATA","vmw_ahci","00:1f.2","unknown","esx01"\n'
        '"10:00:00:10:aa:00:00:02","","","vmhba3","FibreChannel","Example HBA","lpfc","04:00.1","offline","esx01"\n'
        '"1,15292E+18","","","vmhba4","FibreChannel","Example HBA","lpfc","04:00.2","online","esx01"\n'
    )
    assert harness.best_reader(text) == "powercli-vmhosthba"
    result = harness.read("powercli-vmhosthba", text)
    first, second, third = result.observations.rows("initiator")
    assert first == {
        "host": "esx01",
        "hba": "vmhba2",
        "initiator_wwpn": "10000010aa000001",
        "wwnn": "20000010aa000001",
        "transport": "fc",
        "port_state": "online",
        "speed_gbps": 16.0,
        "model": "Example HBA",
        "driver": "lpfc",
        "pci_address": "04:00.0",
        "line": 3,
    }
    assert second["initiator_wwpn"] == "10000010aa000002"
    assert "initiator_wwpn" not in third
    assert result.observations.rows("bad_value")[0]["value"] == "1,15292E+18"


@pytest.mark.parametrize("reader", ["powercli-scsilun", "powercli-scsilunpath", "powercli-vmhosthba"])
def test_damage_does_no_harm(reader):
    text = LUNS + '"Name","SanId","State","ScsiLun"\n"' + PATH + f'","","Active","{LUN}"\n'
    text += '"Device","PortWorldWideName","Type"\n"vmhba2","1152921576178450433","FibreChannel"\n'
    harness.assert_robust(reader, text, seed=7)


def test_a_text_that_ends_inside_a_row():
    result = harness.read("powercli-scsilun", LUNS[: LUNS.index("RoundRobin") + 4])
    assert result.ends_inside_record
    assert not result.observations.rows("device")
