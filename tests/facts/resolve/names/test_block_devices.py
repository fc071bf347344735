"""Local names of disks lead to their LUN over as many links as needed, also across files; never to a guess."""

from __future__ import annotations

from tests import folders
from tests.support import inventory, store_of

LUN = "naa.6000144000000010300aa00000000001"
DISKS = """\
MPIO Disk    System Disk  LB Policy    DSM Name
-------------------------------------------------------------------------------
MPIO Disk0   Disk 2       RRWS         Microsoft DSM
"""
DISK = """\
MPIO Disk0: 02 Paths, Round Robin with Subset, Implicit Only
    Controlling DSM: Microsoft DSM
    SN: 6000144000000010300AA00000000001
    Supported Load Balance Policies: FOO RR RRWS LQD WP LB

    Path ID          State              SCSI Address      Weight
    ---------------------------------------------------------------------------
    0000000077040000 Active/Optimized   004|000|000|001   0
    0000000077040001 Active/Optimized   005|000|000|001   0
"""
PARTITIONS = """\
DiskIndex  Index  Name                   StartingOffset  Type
2          0      Disk #2, Partition #0  32256           Installable File System
"""


def _devices(body: str) -> list[str]:
    rows = store_of({"db01.yaml": inventory("hosts:\n  db01:\n" + body)}).rows(
        "SELECT device FROM partition ORDER BY partition"
    )
    return [device for (device,) in rows]


def test_a_physical_drive_is_the_lun_of_its_mpio_disk() -> None:
    texts = {"win01/list.txt": DISKS, "win01/disk0.txt": DISK, "win01/partitions.txt": PARTITIONS}
    assert store_of(texts).rows("SELECT device, start_bytes FROM partition") == [(LUN, 32256)]


def test_another_host_gives_no_links() -> None:
    texts = {"win01/list.txt": DISKS, "win02/disk0.txt": DISK, "win01/partitions.txt": PARTITIONS}
    (row,) = store_of(texts).rows("SELECT device FROM partition")
    assert row[0].startswith("block:")


def test_three_links() -> None:
    assert _devices(
        '    devices: {"block:one": {kernel_name: asm1}, "block:two": {kernel_name: one}, "block:three": {kernel_name: two}, '
        f'{LUN}: {{kernel_name: three}}}}\n    partitions: [{{device: "block:asm1", partition: 1}}]\n'
    ) == [LUN]


def test_a_circle_and_two_ends_stay_open() -> None:
    assert _devices(
        '    devices: {"block:one": {kernel_name: two}, "block:two": {kernel_name: one}}\n'
        '    partitions: [{device: "block:one", partition: 1}]\n'
    ) == ["block:one"]
    other = LUN[:-1] + "2"
    assert _devices(
        f'    devices: {{{LUN}: {{kernel_name: sdb}}, {other}: {{kernel_name: sdb}}, "block:sdb": {{alias: data}}}}\n'
        '    partitions: [{device: "block:mapper/data", partition: 1}]\n'
    ) == ["block:mapper/data"]


def test_a_physical_volume_on_a_map_is_on_its_lun() -> None:
    maps = f"data7 (3{LUN[4:]}) dm-4 EMC,Invista\nsize=100G features='0' hwhandler='0' wp=rw\n"
    volumes = "  PV                            VG     Fmt  Attr PSize   PFree  1st PE\n"
    for node in ("/dev/mapper/data7", "/dev/dm-4"):
        text = volumes + f"  {node:<29} vgdata lvm2 a--  100.00g     0    1.00m\n"
        rows = store_of({"db01/pvs.txt": text, "db01/multipath_-ll.txt": maps}).rows("SELECT device FROM lvm_pv")
        assert rows == [(LUN,)]


def test_an_mpio_disk_is_the_lun_of_its_physical_drive() -> None:
    """The summary of mpclaim names no LUN; Get-Disk does."""
    disks = "Number       : 2\nUniqueId     : 6000144000000010300AA00000000001\nFriendlyName : EMC Invista\nSize         : 10737418240\n"
    store = store_of({"win01/mpclaim.txt": DISKS, "win01/disks.txt": disks})
    assert store.rows("SELECT device, alias, kernel_name, policy FROM device") == [
        (LUN, "MPIO Disk0", "PhysicalDrive2", "RRWS")
    ]


def test_names_of_the_paths_of_a_lun_do_not_contradict_each_other() -> None:
    disk = "Disk /dev/{}: 107.4 GB, 107374182400 bytes, 209715200 sectors\nUnits = sectors of 1 * 512 = 512 bytes\n"
    texts = {f"db01/fdisk_{name}.txt": disk.format(name) for name in ("sdk", "sdu")}
    texts["db01/multipath.txt"] = (folders.SAMPLES / "linux-multipath-topology.txt").read_text()
    store = store_of(texts)
    assert store.rows("SELECT DISTINCT device FROM obs_device WHERE kernel_name IN ('sdk', 'sdu')") == [(LUN,)]
    assert not store.has_rows("contradiction")
