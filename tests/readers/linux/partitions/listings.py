"""Synthetic listings of partition tables that several tests use."""

from __future__ import annotations

from checker.readers.toolkit.base import ReadResult

PARTED = """\
Model: EMC Invista (scsi)
Disk /dev/sdc: 20971520s
Sector size (logical/physical): 512B/4096B
Partition Table: gpt
Disk Flags:

Number  Start     End        Size       File system     Name                  Flags
 1      2048s     1050623s   1048576s   fat32           EFI System Partition  boot, esp
 2      1050624s  3147775s   2097152s   linux-swap(v1)
 3      3147776s  20971486s  17823711s                  data one              lvm


Error: /dev/sdd: unrecognised disk label
Model: EMC Invista (scsi)
Disk /dev/mapper/oradata: 10.7GB
Sector size (logical/physical): 512B/512B
Partition Table: msdos

Number  Start   End     Size    Type      File system  Flags
 1      32.3kB  5369MB  5369MB  primary   xfs          boot
 2      5369MB  10.7GB  5369MB  extended
"""

MACHINE = """\
BYT;
/dev/sdb:20971520s:scsi:512:512:msdos:EMC Invista:;
1:63s:16064s:16002s:ext3::boot;
2:16065s:20971519s:20955455s:::lba;
5:16128s:20971519s:20955392s:::lvm;
"""

DUMP = """\
label: gpt
label-id: 00000000-0000-4000-8000-000000000001
device: /dev/nvme0n1
unit: sectors
first-lba: 34
sector-size: 4096

/dev/nvme0n1p1 : start=        256, size=      65536, type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B, name="EFI"
/dev/nvme0n1p2 : start=      65792, size=     100000, type=0FC63DAF-8483-4772-8E79-3D69D8477DE4
"""

OLD_DUMP = """\
# partition table of /dev/sdb
unit: sectors

/dev/sdb1 : start=       63, size= 20964762, Id=83, bootable
/dev/sdb2 : start=        0, size=        0, Id= 0
"""

FDISK = """\
Disk /dev/sdc: 10 GiB, 10737418240 bytes, 20971520 sectors
Units: sectors of 1 * 512 = 512 bytes
Sector size (logical/physical): 512 bytes / 4096 bytes
Disklabel type: dos
Disk identifier: 0x00000001

Device     Boot    Start      End  Sectors  Size Id Type
/dev/sdc1  *        2048  2099199  2097152    1G 83 Linux
/dev/sdc2        2099200 20971519 18872320    9G  f W95 Ext'd (LBA)
/dev/sdc5        2101248 20971519 18870272    9G 82 Linux swap / Solaris


Disk /dev/mapper/36000144000000010300aa00000000001: 1 TiB, 1099511627776 bytes, 2147483648 sectors
Units: sectors of 1 * 512 = 512 bytes
Disklabel type: gpt

Device                                              Start        End    Sectors  Size Type
/dev/mapper/36000144000000010300aa00000000001-part1  2048 2147483614 2147481567 1024G Linux LVM
"""

OLD_FDISK = """\
Disk /dev/sde: 10.7 GB, 10737418240 bytes
255 heads, 63 sectors/track, 1305 cylinders
Units = cylinders of 16065 * 512 = 8225280 bytes

   Device Boot      Start         End      Blocks   Id  System
/dev/sde1   *           1        1305    10482381   83  Linux

Disk /dev/sdf: 3298.5 GB, 3298534883328 bytes
255 heads, 63 sectors/track, 401024 cylinders, total 6442450944 sectors
Units = sectors of 1 * 512 = 512 bytes

   Device Boot      Start         End      Blocks   Id  System
/dev/sdf1               1  4294967295  2147483647+  ee  GPT
"""

WRAPPED = """\
Disk /dev/mapper/oradata: 10.7 GB, 10737418240 bytes
Units = sectors of 1 * 512 = 512 bytes

              Device Boot      Start         End      Blocks   Id  System
/dev/mapper/oradatap1   *
                                  63    20964824    10482381   83  Linux
"""

SFDISK_LIST = """\
Disk /dev/sdg: 1305 cylinders, 255 heads, 63 sectors/track
Units: cylinders of 8225280 bytes, blocks of 1024 bytes, counting from 0

   Device Boot Start     End   #cyls    #blocks   Id  System
/dev/sdg1   *      0+    130-    131-   1048576   83  Linux
"""


def rows(result: ReadResult) -> list[dict[str, object]]:
    """The partitions of a result."""
    return result.observations.rows("partition")
