"""Sizes of disks that commands round: every reader gives the bounds of what was printed, and keeps exact sizes."""

from __future__ import annotations

import pytest

from tests.readers.harness import read
from tests.support import store_of

LUN = "naa.60000970000192601234533030304131"
MIB = 1 << 20
CORE = f"""\
{LUN}
   Display Name: EMC Fibre Channel Disk ({LUN})
   Has Settable Display Name: true
   Size: %s
   Device Type: Direct-Access
   Multipath Plugin: NMP
   Devfs Path: /vmfs/devices/disks/{LUN}
   Vendor: EMC
   Model: SYMMETRIX
   Revision: 5876
   Status: on
"""
COMPACT = f"{LUN}  Direct-Access    /vmfs/devices/disks/{LUN}  %sMB  NMP     EMC Fibre Channel Disk ({LUN})\n"
POWERCLI = f'"VMHost","CanonicalName","CapacityMB","MultipathPolicy"\n"esx01","{LUN}","%s","Fixed"\n'
LSMPIO = "Device:         hdisk4\n        Vendor Id:  EMC\n       Product Id:  SYMMETRIX\n         Capacity:  %sGiB\n"
LSATTR = "lsattr -El hdisk4\nqueue_depth  16   Queue DEPTH   True\nsize_in_mb   %s   Size in Megabytes  False\n"
ULTRAPATH = """\
 Vlun ID   Disk   Name   Lun WWN   Status   Capacity   Ctrl(Own/Work)   Array Name
    0   sdb   data_0   65856c2100a1b2c300e5f1d1000000aa   Normal   %sGB   0A/0A   Huawei.Storage   170   4/4
"""
GET_DISK = """\
Number Friendly Name  Serial Number  HealthStatus  OperationalStatus  Total Size Partition
                                                                                 Style
------ -------------  -------------  ------------  -----------------  ---------- ----------
2      EMC SYMMETRIX  600009700001   Healthy       Online                 %s GB GPT
"""
LUXADM = """\
DEVICE PROPERTIES for disk: /dev/rdsk/c6t600601600000000000000000000000A1d0s2
  Vendor:               DGC
  Unformatted capacity: %s MBytes
"""
LSSCSI = "[3:0:1:4]    disk    EMC      Invista          5200  /dev/sdk   %sGB\n"
FCOEADM = "    LUN #4 Information:\n        OS Device Name:     sdk\n        LUN ID:             4\n        Capacity:           %s GiB\n"
NAMESPACE = """\
Name                                  Controller Number  Namespace ID  Block Size  Capacity in MB
------------------------------------  -----------------  ------------  ----------  --------------
eui.600000000000000a0000000000000001                256             1         512         %s
"""


@pytest.mark.parametrize(
    ("reader", "text", "printed", "unit", "digit"),
    [
        ("esxi-core-device-list", CORE, "102400", MIB, 1),
        ("esxi-scsidevs-compact", COMPACT, "102400", MIB, 1),
        ("powercli-scsilun", POWERCLI, "102400", MIB, 1),
        ("aix-lsmpio-query", LSMPIO, "20.00", MIB << 10, 0.01),
        ("aix-lsattr", LSATTR, "102400", MIB, 1),
        ("ultrapath-show-vlun", ULTRAPATH, "400.00", MIB << 10, 0.01),
        ("windows-get-disk", GET_DISK, "100", MIB << 10, 1),
        ("solaris-luxadm-display", LUXADM, "10240.125", MIB, 0.001),
        ("linux-lsscsi", LSSCSI, "107", 1000**3, 1),
        ("linux-fcoeadm", FCOEADM, "10.00", MIB << 10, 0.01),
        ("esxi-nvme-namespace-list", NAMESPACE, "102400", MIB, 1),
    ],
)
def test_a_rounded_size_has_bounds(reader: str, text: str, printed: str, unit: int, digit: float) -> None:
    (device,) = read(reader, text % printed).observations.rows("device")
    assert "size_bytes" not in device
    value = float(printed)
    # Whole sectors less than one printed digit away, in either direction.
    assert 0 <= device["size_low_bytes"] - (value - digit) * unit <= 512
    assert 0 <= (value + digit) * unit - device["size_high_bytes"] <= 512


@pytest.mark.parametrize(
    ("reader", "text"), [("esxi-core-device-list", CORE), ("esxi-scsidevs-compact", COMPACT), ("aix-lsattr", LSATTR)]
)
def test_no_capacity_is_exact(reader: str, text: str) -> None:
    (device,) = read(reader, text % "0").observations.rows("device")
    assert device["size_bytes"] == 0


def test_wmi_counts_whole_cylinders() -> None:
    text = "DeviceID=\\\\.\\PHYSICALDRIVE2\nModel=EMC SYMMETRIX\nSize=%d\n"
    cylinders = 13054 * 255 * 63 * 512
    (device,) = read("windows-wmic-diskdrive", text % cylinders).observations.rows("device")
    assert (device["size_low_bytes"], device["size_high_bytes"]) == (cylinders, cylinders + 255 * 63 * 512 - 512)
    (exact,) = read("windows-wmic-diskdrive", text % (cylinders + 512)).observations.rows("device")
    assert exact["size_bytes"] == cylinders + 512


@pytest.mark.parametrize(("printed", "in_scope"), [("8", False), ("10", None), ("12", True)])
def test_a_rounded_size_decides_only_beyond_its_bounds(printed: str, in_scope: bool | None) -> None:
    """Volumes of a Symmetrix below 10 MiB are gatekeepers; 10 printed may be either."""
    store = store_of({"esx01/esxcli_storage_core_device_list.txt": CORE % printed})
    assert store.rows("SELECT in_scope FROM device_scope") == [(in_scope,)]
