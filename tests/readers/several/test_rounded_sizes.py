"""Sizes of disks that commands round: every reader gives the bounds of what was printed, and keeps exact sizes."""

from __future__ import annotations

import pytest

from tests.readers.harness import printed_size, read
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
VDISKS = """\
id name IO_group_id IO_group_name status mdisk_grp_id mdisk_grp_name capacity type vdisk_UID
0  vol1 0           io_grp0       online 0            pool0          %sGB  striped 600507680C80000000000000000000A1
"""
XIV = """\
Name          Size (GB)   Master Name   Consistency Group   Pool   Creator   Written (GB)
------------- ----------- ------------- ------------------- ------ --------- --------------
db01_data     %s                                            gold   admin     3
"""
ETERNUS = """\
Volume                                 Status                    Type              RG or TPP or FTRP     Size(MB)  UID
No.   Name                                                                         No.  Name                       ID
----- -------------------------------- ------------------------- ----------------- ---- ---------------- --------- --------------------------------
    0 data1                            Available                 TPV                  0 Pool0                %s 600000E00D29000000290001000A0000
"""
LSFBVOL = """\
Name   ID   accstate datastate configstate deviceMTM datatype extpool cap (2^30B) cap (10^9B) cap (blocks)
==========================================================================================================
db01   1001 Online   Normal    Normal      2107-900  FB 512   P0      %s - -
"""
VMKFSTOOLS = """\
VMFS-6.81 (Raw Major Version: 24) file system spanning 1 partitions.
File system label (if any): ds_thin
Capacity 119.8 GB, 93.1 GB available, file block size 1 MB, max supported file size 64 TB
UUID: 5a621e6e-1f3492e0-0001-508700000001
Partitions spanned (on "lvm"):
        naa.6000144000000010aa00000000000001:1
"""
DOT_HILL = """\
Pool  Name    Total Size  Alloc Size  Type  Large Virtual Extents  Health  Reason  Action
-----------------------------------------------------------------------------------------
A     vol01   %s     12.5GB      base  Disabled               OK
-----------------------------------------------------------------------------------------
"""
SMCLI = """\
   Volume name:                                     data1
      Volume status:                                Optimal
      Capacity:                                     %s
      Volume world-wide identifier:                 60:0a:09:80:00:00:00:a1:00:00:00:d1:00:00:00:01
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


VIEWS = """\
/clusters/cluster-1/exports/storage-views/db01:
Name             Value
---------------  ----------------------------------------------------------------
virtual-volumes  [(0,db01_vol,VPD83T3:6000144000000010a0a1b20000000001,%sG)]
"""
DEVICE = """\
/clusters/cluster-1/devices/dev_db01:
Name         Value
-----------  ------------
block-count  20971264
block-size   4K
capacity     %s
"""


def test_a_datastore_has_bounds() -> None:
    (volume,) = read("esxi-vmkfstools", VMKFSTOOLS).observations.rows("datastore")
    assert volume["size_low_bytes"] < 119.8 * (MIB << 10) < volume["size_high_bytes"]
    assert volume["free_low_bytes"] < 93.1 * (MIB << 10) < volume["free_high_bytes"]
    assert not {"size_bytes", "free_bytes"} & volume.keys()


def test_decimal_gigabytes_of_a_ds8000() -> None:
    (volume,) = read("ds8000-lsfbvol", LSFBVOL.replace("%s -", "- 70.6")).observations.rows("storage_volume")
    assert volume["size_low_bytes"] < 70_600_000_000 < volume["size_high_bytes"]


def test_blocks_of_vplex_are_exact() -> None:
    (device,) = read("vplex-ll-devices", DEVICE % "80G").observations.rows("vplex_device")
    assert device["size_bytes"] == 20971264 * 4096
    # Blocks of another size than the capacity are not used.
    (device,) = read("vplex-ll-devices", DEVICE % "10G").observations.rows("vplex_device")
    assert printed_size(device) == 10 << 30


@pytest.mark.parametrize(
    ("reader", "kind", "text", "printed", "unit", "digit"),
    [
        ("vplex-ll-storage-views", "mask_volume", VIEWS, "120", MIB << 10, 1),
        ("svc-lsvdisk", "storage_volume", VDISKS, "10.00", MIB << 10, 0.01),
        ("xiv-vol-list", "storage_volume", XIV, "17", 10**9, 1),
        ("eternus-cli", "storage_volume", ETERNUS, "20480", MIB, 1),
        ("ds8000-lsfbvol", "storage_volume", LSFBVOL, "50.0", MIB << 10, 0.1),
    ],
)
def test_listings_of_arrays_have_bounds(
    reader: str, kind: str, text: str, printed: str, unit: int, digit: float
) -> None:
    (volume,) = read(reader, text % printed).observations.rows(kind)
    assert "size_bytes" not in volume
    value = float(printed)
    assert 0 <= volume["size_low_bytes"] - (value - digit) * unit <= 512
    assert 0 <= (value + digit) * unit - volume["size_high_bytes"] <= 512


@pytest.mark.parametrize(("reader", "text"), [("dothill-volumes", DOT_HILL), ("eseries-smcli", SMCLI)])
def test_units_of_unknown_base_allow_either(reader: str, text: str) -> None:
    (volume,) = read(reader, text % "100.0GB").observations.rows("storage_volume")
    assert volume["size_low_bytes"] < 100 * 10**9 and volume["size_high_bytes"] > 100 << 30


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
