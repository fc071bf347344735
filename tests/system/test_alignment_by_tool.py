"""One partition at byte 32,256 of one LUN: the same rule reports it, whatever tool printed it."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, Session

_DIGITS = "6000144000000010300aa00000000001"
_LUN = f"naa.{_DIGITS}"
_MAP = f"/dev/mapper/3{_DIGITS}"
_GET_DISK = f"Number            : 2\nUniqueId          : {_DIGITS.upper()}\nFriendlyName      : EMC Invista\n"
_SFDISK = f"Disk {_MAP}: 1305 cylinders, 255 heads, 63 sectors/track\nUnits = {{}}, counting from 0\n\n"

EXACT = {
    "fdisk": f"Disk {_MAP}: 10.7 GB, 10737418240 bytes\nUnits = sectors of 1 * 512 = 512 bytes\n\n"
    f"     Device Boot      Start         End      Blocks   Id  System\n{_MAP}p1   63  20964824  10482381   83  Linux\n",
    "sfdisk -uS": _SFDISK.format("sectors of 512 bytes")
    + f"   Device Boot    Start       End   #sectors  Id  System\n{_MAP}p1            63  20964824   20964762  83  Linux\n",
    "sfdisk -uB": _SFDISK.format("blocks of 1024 bytes")
    + f"   Device Boot   Start       End    #blocks   Id  System\n{_MAP}p1          31+ 10482412   10482381   83  Linux\n",
    "sfdisk -d": f"# partition table of {_MAP}\nunit: sectors\n\n{_MAP}p1 : start=       63, size= 20964762, Id=83\n",
    "sfdisk -d without sector size": f"label: dos\ndevice: {_MAP}\nunit: sectors\n\n{_MAP}p1 : start=63, size=20964762, type=83\n",
    "sfdisk -J": f'{{"partitiontable": {{"label": "dos", "device": "{_MAP}", "unit": "sectors", "partitions": '
    f'[{{"node": "{_MAP}p1", "start": 63, "size": 20964762, "type": "83"}}]}}}}\n',
    "parted unit s": f"Model: Linux device-mapper (multipath) (dm)\nDisk {_MAP}: 20971520s\n"
    "Sector size (logical/physical): 512B/512B\nPartition Table: msdos\n\n"
    "Number  Start  End        Size       Type     File system  Flags\n 1      63s    20964824s  20964762s  primary  xfs\n",
    "parted": f"Model: Linux device-mapper (multipath) (dm)\nDisk {_MAP}: 10.7GB\n"
    "Sector size (logical/physical): 512B/512B\nPartition Table: msdos\n\n"
    "Number  Start   End     Size    Type     File system  Flags\n 1      32.3kB  10.7GB  10.7GB  primary  xfs\n",
    "parted -m": f"BYT;\n{_MAP}:10.7GB:dm:512:512:msdos:Linux device-mapper (multipath):;\n1:32.3kB:10.7GB:10.7GB:xfs::;\n",
    "lsblk": f'NAME="sdk" TYPE="disk" SIZE="10737418240" WWN="0x{_DIGITS}" START=""\n'
    f'NAME="sdk1" PKNAME="sdk" TYPE="part" SIZE="10733958144" WWN="0x{_DIGITS}" START="63" PARTTYPE="0x83" PTTYPE="dos"\n',
    "partedUtil": f"/vmfs/devices/disks/{_LUN}\nmsdos\n1305 255 63 20971520\n1 63 20964824 251 0\n",
    "wmic without BlockSize": _GET_DISK
    + "===> wmic partition get\nDiskIndex  Index  Name                   StartingOffset  Type\n"
    "2          0      Disk #2, Partition #0  32256           Installable File System\n",
    "Get-Partition": _GET_DISK + "===> Get-Partition\n   Disk Number: 2\n\n"
    "PartitionNumber  DriveLetter Offset                                        Size Type\n"
    "---------------  ----------- ------                                        ---- ----\n"
    "1                E           32256                                        10 GB IFS\n",
    "diskpart detail": _GET_DISK + "===> diskpart\nDisk 2 is now the selected disk.\n\n"
    "  Partition ###  Type              Size     Offset\n  -------------  ----------------  -------  -------\n"
    "* Partition 1    Primary             10 GB    31 KB\n\nPartition 1\nType  : 07\nHidden: No\nActive: No\nOffset in Bytes: 32256\n",
}
# A rounded start proves that the partition is misaligned, not at which sector it starts.
ROUNDED = {
    "diskpart list": _GET_DISK + "===> diskpart\nDisk 2 is now the selected disk.\n\n"
    "  Partition ###  Type              Size     Offset\n  -------------  ----------------  -------  -------\n"
    "* Partition 1    Primary             10 GB    31 KB\n",
    # After byte 0 and before 1 MiB.
    "sfdisk -uM": _SFDISK.format("mebibytes of 1048576 bytes, blocks of 1024 bytes")
    + f"   Device Boot Start   End    MiB    #blocks   Id  System\n{_MAP}p1        0+ 10236- 10237-  10482381   83  Linux\n",
}
# Anywhere in the first cylinder of 8 MB.
UNKNOWN = {
    "sfdisk -uC": _SFDISK.format("cylinders of 8225280 bytes, blocks of 1024 bytes")
    + f"   Device Boot Start     End   #cyls    #blocks   Id  System\n{_MAP}p1         0+   1304    1305-  10482381   83  Linux\n",
}


def _alignment(folder: Path, text: str) -> tuple[set[str], list[str]]:
    """Return the alignment rules that report the partition, and those that could not be evaluated."""
    parts = text.split("===> ")
    (folder / "db01").mkdir()
    (folder / "db01" / "first.txt").write_text(parts[0])
    for number, part in enumerate(parts[1:]):
        (folder / "db01" / f"more{number}.txt").write_text(part.partition("\n")[2])
    with Session.open([str(folder)], Options(isolated=True, select=("ALN",), jobs=1)) as san:
        report = san.check()
    return {finding.rule for finding in report.findings}, [rule.rule for rule in report.rules if rule.not_evaluated]


@pytest.mark.parametrize("tool", EXACT)
def test_sector_63_is_reported_whatever_printed_it(tool: str, tmp_path: Path) -> None:
    assert _alignment(tmp_path, EXACT[tool])[0] == {"ALN002"}


@pytest.mark.parametrize("tool", ROUNDED)
def test_a_rounded_start_off_any_mebibyte_is_misaligned(tool: str, tmp_path: Path) -> None:
    assert _alignment(tmp_path, ROUNDED[tool])[0] == {"ALN001"}


@pytest.mark.parametrize("tool", UNKNOWN)
def test_a_start_that_may_be_aligned_is_not_evaluated(tool: str, tmp_path: Path) -> None:
    found, unknown = _alignment(tmp_path, UNKNOWN[tool])
    assert not found and {"ALN001", "ALN002"} <= set(unknown)


BY_NAME = (
    "Model: {}\nDisk /dev/sdk: 292GB\nSector size (logical/physical): 512B/512B\nPartition Table: msdos\nDisk Flags:\n\n"
    "Number  Start   End    Size   Type     File system  Flags\n 1      32.3kB  107MB  107MB  primary  ext3\n"
)


@pytest.mark.parametrize(
    ("model", "found"), [("EMC SYMMETRIX (scsi)", {"ALN002"}), ("ATA VBOX HARDDISK (scsi)", set())]
)
def test_the_printed_product_separates_luns_from_local_disks(model: str, found: set[str], tmp_path: Path) -> None:
    assert _alignment(tmp_path, BY_NAME.format(model))[0] == found


def test_a_disk_of_unknown_product_is_not_evaluated(tmp_path: Path) -> None:
    found, unknown = _alignment(tmp_path, BY_NAME.format("Unknown (unknown)"))
    assert not found and "ALN002" in unknown


_UNITY_DIGITS = "60060160a0b0c0d0e1f10000000000a1"
_GET_PARTITION = f"""\

   DiskPath: \\\\?\\mpio#disk&ven_dgc&prod_vraid&rev_5003#1&7f6ac24&0&{_UNITY_DIGITS.upper().encode().hex()}#{{53f56307-b6bf-11d0-94f2-00a0c91efb8b}}

PartitionNumber  DriveLetter Offset                                        Size Type
---------------  ----------- ------                                        ---- ----
1                D           32256                                    199.98 GB Basic
===> mpclaim -s -d 0

MPIO Disk0: 01 Paths, Round Robin, Symmetric Access
    Controlling DSM: Microsoft DSM
    SN: {_UNITY_DIGITS.upper()}
    Supported Load Balance Policies: FOO RR RRWS LQD WP LB

    Path ID          State              SCSI Address      Weight
---------------------------------------------------------------------------
    0000000077030003 Active/Optimized   003|000|003|001   0
      Adapter: QLogic Fibre Channel Adapter                 (B|D|F: 059|000|001)
      Controller: 46616B65436F6E74726F6C6C6572 (State: Active)
"""
_LUN_LIST = f"""\
Storage system address: 192.0.2.10
Storage system port: 443
HTTPS connection

1:    ID                            = sv_1
      Name                          = win01_d
      Health state                  = OK (5)
      Size                          = 214748364800 (200.0G)
      WWN                           = {":".join(_UNITY_DIGITS.upper()[at : at + 2] for at in range(0, 32, 2))}
      SP owner                      = SPA
"""


def test_a_volume_that_an_array_lists_is_a_lun_although_the_host_prints_no_product(tmp_path: Path) -> None:
    alone, listed = tmp_path / "alone", tmp_path / "listed"
    alone.mkdir()
    listed.mkdir()
    found, unknown = _alignment(alone, _GET_PARTITION)
    assert not found and "ALN002" in unknown
    (listed / "unity").mkdir()
    (listed / "unity" / "luns.txt").write_text(_LUN_LIST)
    assert _alignment(listed, _GET_PARTITION)[0] == {"ALN002"}
