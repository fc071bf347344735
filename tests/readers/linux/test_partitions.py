"""Partition tables of Linux tools: parted, sfdisk, fdisk; exact starts only where the text has them."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from checker.readers.toolkit.base import ReadResult
from tests import folders
from tests.readers.harness import assert_robust, best_reader, corpus_file, facts, read

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
    return result.observations.rows("partition")


def test_parted_listing() -> None:
    result = read("linux-parted", PARTED, owner="db01")
    found = rows(result)
    assert found[0] == {
        "host": "db01",
        "device": "block:sdc",
        "partition": 1,
        "start_bytes": 1_048_576,
        "start_sector": 2048,
        "size_bytes": 536_870_912,
        "sector_bytes": 512,
        "role": "efi",
        "file_system": "fat32",
        "label_type": "gpt",
        "label": "EFI System Partition",
        "boot": True,
        "exact": True,
        "line": 8,
    }
    assert [
        (r["partition"], r["role"], r.get("file_system"), r.get("label"), r.get("exact"), r["line"]) for r in found[1:]
    ] == [
        (2, "swap", "linux-swap(v1)", None, True, 9),
        (3, "lvm", None, "data one", True, 10),
        (1, "data", "xfs", None, True, 20),
        (2, "extended", None, None, None, 21),
    ]
    assert [r["device"] for r in found[3:]] == ["block:mapper/oradata"] * 2
    # Only sector 63 of 512 bytes begins at 32.3 kB.
    assert (found[3]["start_bytes"], found[3]["start_sector"]) == (32_256, 63)
    assert "start_bytes" not in found[4]
    assert result.observations.rows("device") == [
        {
            "host": "db01",
            "device": "block:sdc",
            "kernel_name": "sdc",
            "vendor": "EMC",
            "model": "Invista",
            "size_bytes": 10_737_418_240,
            "sector_bytes": 512,
            "line": 2,
        }
    ]
    assert result.unread_lines == 0


def test_parted_listing_that_lost_its_columns() -> None:
    flat = "\n".join(" ".join(line.split()) for line in PARTED.split("\n"))
    assert facts(read("linux-parted", flat)) == facts(read("linux-parted", PARTED))


def test_parted_in_bytes() -> None:
    text = (
        PARTED.split("\n\n\n", 1)[0]
        .replace("20971520s", "10737418240B")
        .replace("2048s     1050623s   1048576s", "1048576B  1050623B   1048576B")
    )
    first = rows(read("linux-parted", text))[0]
    assert (first["start_bytes"], first["start_sector"], first["exact"]) == (1_048_576, 2048, True)


def test_parted_machine_readable() -> None:
    result = read("linux-parted", MACHINE)
    assert [(r["partition"], r["start_sector"], r["role"], r["boot"], r["line"]) for r in rows(result)] == [
        (1, 63, "data", True, 3),
        # -m prints no type, but a partition that encloses a logical one is the extended partition.
        (2, 16065, "extended", False, 4),
        (5, 16128, "lvm", False, 5),
    ]
    cut = read("linux-parted", MACHINE[:-8])
    assert cut.ends_inside_record
    assert facts(cut) - facts(result) <= {f for f in facts(cut) if dict(f[1]).get("partition") == 2}


def test_sfdisk_dump_in_large_sectors() -> None:
    result = read("linux-sfdisk-dump", DUMP)
    first, second = rows(result)
    assert (
        first["device"],
        first["partition"],
        first["start_bytes"],
        first["sector_bytes"],
        first["role"],
        first["label"],
    ) == (
        "block:nvme0n1",
        1,
        1_048_576,
        4096,
        "efi",
        "EFI",
    )
    assert (second["role"], second["partition_type"], second["line"]) == (
        "data",
        "0FC63DAF-8483-4772-8E79-3D69D8477DE4",
        9,
    )
    assert result.unread_lines == 0


def test_sfdisk_dump_without_sector_size_states_no_bytes() -> None:
    first = rows(read("linux-sfdisk-dump", DUMP.replace("sector-size: 4096\n", "")))[0]
    assert first["start_sector"] == 256
    assert "start_bytes" not in first and "sector_bytes" not in first


def test_old_sfdisk_dump_counts_512_bytes() -> None:
    first, second = rows(read("linux-sfdisk-dump", OLD_DUMP))
    assert (first["start_bytes"], first["size_bytes"], first["boot"], first["partition_type"]) == (
        32_256,
        10_733_958_144,
        True,
        "0x83",
    )
    assert (second["role"], second["size_bytes"]) == ("empty", 0)


def test_cut_sfdisk_dump() -> None:
    result = read("linux-sfdisk-dump", OLD_DUMP[: OLD_DUMP.index("964762")])
    assert result.ends_inside_record
    assert "role" not in rows(result)[0]


def test_sfdisk_json() -> None:
    table = {
        "label": "dos",
        "device": "/dev/disk/by-id/scsi-36000144000000010300aa00000000001",
        "unit": "sectors",
        "sectorsize": 512,
        "partitions": [
            {
                "node": "/dev/disk/by-id/scsi-36000144000000010300aa00000000001-part1",
                "start": 2048,
                "size": 4096,
                "type": "8e",
            }
        ],
    }
    text = json.dumps({"partitiontable": table}, indent=1)
    assert best_reader(text) == "linux-sfdisk-json"
    result = read("linux-sfdisk-json", text + "\n" + text)
    first, second = rows(result)
    assert (first["device"], first["partition"], first["start_bytes"], first["role"]) == (
        "naa.6000144000000010300aa00000000001",
        1,
        1_048_576,
        "lvm",
    )
    assert (first["line"], second["line"]) == (8, 24)
    cut = read("linux-sfdisk-json", text[:-20])
    assert cut.ends_inside_record or cut.notes


def test_fdisk_in_sectors() -> None:
    result = read("linux-fdisk-list", FDISK)
    found = rows(result)
    assert [(r["device"], r["partition"], r["start_sector"], r["role"], r.get("boot"), r["exact"]) for r in found] == [
        ("block:sdc", 1, 2048, "data", True, True),
        ("block:sdc", 2, 2_099_200, "extended", False, True),
        ("block:sdc", 5, 2_101_248, "swap", False, True),
        ("naa.6000144000000010300aa00000000001", 1, 2048, "lvm", None, True),
    ]
    assert found[0]["size_bytes"] == 1_073_741_824
    assert (found[0]["partition_type"], found[3]["partition_type"]) == ("0x83", "Linux LVM")
    assert [(r["device"], r["size_bytes"], r["line"]) for r in result.observations.rows("device")] == [
        ("block:sdc", 10_737_418_240, 1),
        ("naa.6000144000000010300aa00000000001", 1_099_511_627_776, 13),
    ]
    assert result.unread_lines == 0


def test_fdisk_in_cylinders_has_no_start_and_protective_entries_are_no_partitions() -> None:
    result = read("linux-fdisk-list", OLD_FDISK)
    (only,) = rows(result)
    assert (only["partition"], only["size_bytes"], only["boot"]) == (1, 10_733_958_144, True)
    assert (only["start_low_bytes"], only["start_high_bytes"]) == (0, 8_225_280 - 512)
    assert not {"start_sector", "start_bytes", "exact"} & only.keys()
    assert result.unread_lines == 0


def test_fdisk_row_wrapped_after_a_long_name() -> None:
    (row,) = rows(read("linux-fdisk-list", WRAPPED))
    assert (row["device"], row["partition"], row["start_bytes"], row["boot"]) == (
        "block:mapper/oradata",
        1,
        32_256,
        True,
    )
    cut = read("linux-fdisk-list", WRAPPED[: WRAPPED.rindex("*") + 1])
    assert (rows(cut), cut.ends_inside_record) == ([], True)


def test_old_fdisk_gpt_listing() -> None:
    text = (
        "Disk /dev/sdh: 10.7 GB, 10737418240 bytes, 20971520 sectors\nUnits = sectors of 1 * 512 = 512 bytes\n"
        "Disk label type: gpt\n\n#         Start          End    Size  Type            Name\n"
        " 1         2048         6143      2M  BIOS boot       grub\n 2         6144     20971486     10G  Linux LVM\n"
    )
    found = rows(read("linux-fdisk-list", text))
    assert [(r["partition"], r["start_sector"], r["role"], r.get("label")) for r in found] == [
        (1, 2048, "bios-boot", "grub"),
        (2, 6144, "lvm", None),
    ]


def test_sfdisk_list_in_cylinders_is_not_exact() -> None:
    (row,) = rows(read("linux-fdisk-list", SFDISK_LIST))
    assert (row["size_bytes"], row["role"]) == (1_073_741_824, "data")
    assert (row["start_low_bytes"], row["start_high_bytes"]) == (512, 8_225_280 - 512)
    assert not {"start_sector", "start_bytes", "exact"} & row.keys()


def test_lost_disk_line_gives_no_partition_to_another_disk() -> None:
    result = read(
        "linux-fdisk-list", OLD_FDISK.split("\nDisk /dev/sdf", 1)[0] + "/dev/sdz1  63  1000  500  83  Linux\n"
    )
    assert [r["device"] for r in rows(result)] == ["block:sde"]
    assert result.unread_lines == 1


SAMPLES = folders.SAMPLES


def sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


def test_fdisk_in_german_has_exact_starts_and_roles() -> None:
    result = read("linux-fdisk-translated", sample("linux-fdisk-translated.txt"), owner="db01")
    assert [(r["device"], r["partition"], r["start_sector"], r["size_bytes"], r["role"]) for r in rows(result)] == [
        ("block:sda", 1, 2048, 536_870_912, "efi"),
        ("block:sda", 2, 1_050_624, 1_073_741_824, "swap"),
        ("block:sda", 3, 3_147_776, 9_125_740_032, "data"),
        ("block:sdb", 1, 63, 5_368_676_864, "data"),
    ]
    assert [r["label_type"] for r in rows(result)] == ["gpt", "gpt", "gpt", "msdos"]
    assert rows(result)[-1]["boot"] is True
    assert not result.unread_lines


def test_old_fdisk_in_french_counts_cylinders() -> None:
    (found,) = rows(read("linux-fdisk-translated", sample("linux-fdisk-translated.2.txt")))
    assert (found["role"], found["size_bytes"]) == ("lvm", 21_467_948_544)
    assert found.get("start_bytes") is None


def test_fdisk_in_chinese_with_a_colon_of_one_column() -> None:
    text = """\
Disk /dev/nvme0n1:10 GiB，10737418240 字节，20971520 个扇区
磁盘型号:VRAID
单元:扇区 / 1 * 512 = 512 字节
扇区大小(逻辑/物理):512 字节 / 512 字节
磁盘标签类型:gpt

设备              起点    末尾    扇区 大小 类型
/dev/nvme0n1p1    2048 1050623 1048576 512M EFI 系统
"""
    result = read("linux-fdisk-translated", text)
    assert [(r["partition"], r["start_bytes"], r["role"]) for r in rows(result)] == [(1, 1_048_576, "efi")]
    assert not result.unread_lines


def test_parted_in_german_skips_unknown_flags() -> None:
    result = read("linux-parted-translated", sample("linux-parted-translated.txt"))
    assert [(r["start_bytes"], r["exact"], r["role"], r.get("label")) for r in rows(result)] == [
        (1_048_576, True, "efi", "EFI System Partition"),
        (537_919_488, True, "swap", None),
        (1_611_661_312, True, "diagnostic", "data one"),
    ]
    assert not result.unread_lines


def test_parted_in_french_rounds_as_in_english() -> None:
    found = rows(read("linux-parted-translated", sample("linux-parted-translated.2.txt")))
    assert [(r["device"], r["role"], r["boot"], r.get("start_bytes")) for r in found] == [
        ("block:mapper/oradata", "data", True, 32_256),
        ("block:mapper/oradata", "extended", False, None),
    ]


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        ("linux-fdisk-list", FDISK),
        ("linux-fdisk-list", OLD_FDISK),
        ("linux-fdisk-list", WRAPPED),
        ("linux-parted", PARTED),
    ],
)
def test_english_is_read_as_before_and_the_same_through_the_translation(reader: str, text: str) -> None:
    assert best_reader(text) == reader
    translated = reader.replace("-list", "") + "-translated"
    assert facts(read(translated, text)) == facts(read(reader, text))


def test_detection() -> None:
    assert best_reader(PARTED) == best_reader(MACHINE) == "linux-parted"
    assert best_reader(DUMP) == best_reader(OLD_DUMP) == "linux-sfdisk-dump"
    assert best_reader(FDISK) == best_reader(OLD_FDISK) == best_reader(SFDISK_LIST) == "linux-fdisk-list"
    assert best_reader("Partition the disk with fdisk; parted prints a Partition Table: line.\n") is None


@settings(max_examples=25)
@given(st.integers(min_value=0, max_value=10_000))
@example(1024)
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust("linux-parted", PARTED, seed)
    assert_robust("linux-parted", MACHINE, seed)
    assert_robust("linux-sfdisk-dump", DUMP + OLD_DUMP, seed)
    assert_robust("linux-fdisk-list", FDISK + OLD_FDISK + WRAPPED + SFDISK_LIST, seed)


@settings(max_examples=25)
@given(st.integers(min_value=1, max_value=200))
def test_lines_cut_off_the_end_add_no_partition(lines: int) -> None:
    for name, text in (("linux-parted", PARTED), ("linux-fdisk-list", FDISK), ("linux-sfdisk-dump", DUMP)):
        cut = facts(read(name, "\n".join(text.split("\n")[:lines])))
        whole = facts(read(name, text))
        assert {f for f in cut if f[0] == "partition"} <= whole


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("file", "reader", "partitions"),
    [
        ("parted/ansible-1.txt", "linux-parted", 3),
        ("parted/gen-dos63-1.txt", "linux-parted", 4),
        ("parted/insights-1.txt", "linux-parted", 2),
        ("parted/insights-2.txt", "linux-parted", 1),
        ("parted/insights-4.txt", "linux-parted", 5),
        ("parted/insights-5.txt", "linux-parted", 4),
        ("sfdisk/gen-dos63-1.json", "linux-sfdisk-json", 4),
        ("sfdisk/gen-dos63-d-1.txt", "linux-sfdisk-dump", 4),
        ("sfdisk/jc-centos-7.7-1.txt", "linux-sfdisk-dump", 4),
        ("sfdisk/jc-centos-7.7-4.txt", "linux-fdisk-list", 4),
        ("sfdisk/jc-centos-8-1.txt", "linux-fdisk-list", 2),
        ("fdisk/elatov-esxi-1.txt", "linux-fdisk-list", 1),
        ("fdisk/gen-dos63-1.txt", "linux-fdisk-list", 4),
        ("fdisk/vplex-resize-1.txt", "linux-fdisk-list", 1),
        ("fdisk/vyatta-pr-1.txt", "linux-fdisk-list", 1),
    ],
)
def test_corpus(file: str, reader: str, partitions: int) -> None:
    text = corpus_file(f"hosts/{file}")
    assert best_reader(text) == reader
    result = read(reader, text)
    assert len(rows(result)) == partitions
    assert (result.failure, result.unread_lines, result.notes) == (None, 0, [])


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("file", "reader"),
    [
        ("parted/gen-dos63-1.txt", "linux-parted"),
        ("sfdisk/gen-dos63-1.json", "linux-sfdisk-json"),
        ("sfdisk/gen-dos63-d-1.txt", "linux-sfdisk-dump"),
        ("fdisk/gen-dos63-1.txt", "linux-fdisk-list"),
    ],
)
def test_four_listings_of_one_table_agree(file: str, reader: str) -> None:
    found = rows(read(reader, corpus_file(f"hosts/{file}")))
    assert [(r["partition"], r["start_sector"], r["start_bytes"], r["size_bytes"], r["role"]) for r in found] == [
        (1, 63, 32_256, 8_193_024, "data"),
        (2, 16_065, 8_225_280, 32_901_120, "data"),
        (3, 80_325, 41_126_400, 168_588_800, "extended"),
        (5, 80_388, 41_158_656, 51_200_000, "lvm"),
    ]


@pytest.mark.corpus
def test_corpus_vmfs_and_cylinders() -> None:
    (vmfs,) = rows(read("linux-fdisk-list", corpus_file("hosts/fdisk/elatov-esxi-1.txt")))
    assert (vmfs["device"], vmfs["start_bytes"], vmfs["role"]) == (
        "naa.600144f0928c010000004fc511ec0001",
        65_536,
        "vmfs",
    )
    (cylinders,) = rows(read("linux-fdisk-list", corpus_file("hosts/fdisk/vplex-resize-1.txt")))
    assert (cylinders.get("exact"), cylinders["size_bytes"]) == (None, 21_467_915_264)


def test_a_sector_smaller_than_any_disk_has_is_a_bad_value() -> None:
    result = read("linux-parted", PARTED.replace("512B/4096B", "012B/4096B"), owner="db01")
    [bad] = result.observations.rows("bad_value")
    assert (bad["fact"], bad["value"]) == ("sector_bytes", "012")
    [first, *_] = result.observations.rows("partition")
    assert first["start_sector"] == 2048
    assert "start_bytes" not in first
