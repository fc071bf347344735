"""Windows disks under MPIO whose LUN no export names: one disk, and not a local one."""

from __future__ import annotations

from checker.topology.derive.ports import build_device_scope
from tests.support import store_of

MPCLAIM = """
MPIO Disk    System Disk  LB Policy    DSM Name
-------------------------------------------------------------------------------
MPIO Disk7   Disk 4       FOO          Microsoft DSM
MPIO Disk8   Disk 5       RR           Microsoft DSM
"""
DRIVES = """\
Node,Caption,DeviceID,Index,InterfaceType,Manufacturer,Model,Partitions,SerialNumber,Size
WIN01,DELL PERC H740P SCSI Disk Device,\\\\.\\PHYSICALDRIVE0,0,SCSI,(Standard disk drives),DELL PERC H740P SCSI Disk Device,1,,10737418240
WIN01,DGC VRAID  Multi-Path Disk Device,\\\\.\\PHYSICALDRIVE4,4,SCSI,(Standard disk drives),DGC VRAID  Multi-Path Disk Device,1,,107372805120
"""


def test_a_disk_under_mpio_is_one_disk_and_not_local() -> None:
    store = store_of({"win01/mpclaim.txt": MPCLAIM, "win01/diskdrive.csv": DRIVES})
    assert store.rows("SELECT device, kernel_name, policy, vendor FROM device ORDER BY device") == [
        ("block:PhysicalDrive0", "PhysicalDrive0", None, "DELL"),
        ("block:mapper/MPIO Disk7", "PhysicalDrive4", "FOO", "DGC"),
        ("block:mapper/MPIO Disk8", "PhysicalDrive5", "RR", None),
    ]
    build_device_scope(store)
    # What MPIO owns may be on SAS or iSCSI, so that only vendor and product decide.
    assert store.rows("SELECT device, in_scope, reason FROM device_scope ORDER BY device") == [
        ("block:PhysicalDrive0", False, "local disk"),
        ("block:mapper/MPIO Disk7", True, None),
        ("block:mapper/MPIO Disk8", None, None),
    ]
