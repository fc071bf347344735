"""fdisk -l and sfdisk -l."""

from __future__ import annotations

from tests.readers.harness import read
from tests.readers.linux.partitions.listings import FDISK, OLD_FDISK, SFDISK_LIST, WRAPPED, rows


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
