"""lsblk: trees, lists, pairs and JSON; the disks under a map; the boot device."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from tests.readers.harness import best_reader, corpus_file, read, sample

NAME = "linux-lsblk"
LUN = "naa.6000144000000010300aa00000000001"


def test_a_tree_links_disks_to_their_map() -> None:
    result = read(NAME, sample("linux-lsblk.txt"), owner="db01")
    assert [
        (r["device"], r.get("kernel_name"), (r.get("size_low_bytes", 0), r.get("size_high_bytes")), r.get("is_boot"))
        for r in result.observations.rows("device")
    ] == [
        ("block:sda", "sda", (555 << 29, 557 << 29), True),
        ("block:sdk", "sdk", (199 << 29, 201 << 29), None),
        (LUN, None, (199 << 29, 201 << 29), None),
        (LUN, "sdk", (0, None), None),
        ("block:sdu", "sdu", (199 << 29, 201 << 29), None),
        (LUN, "sdu", (0, None), None),
    ]
    assert [r["device"] for r in result.observations.rows("device_owner")] == [LUN]
    assert result.unread_lines == 0


def test_pairs_with_chosen_columns() -> None:
    result = read(NAME, sample("linux-lsblk.2.txt"), owner="db01")
    assert result.observations.rows("device") == [
        {
            "host": "db01",
            "device": LUN,
            "kernel_name": "sdk",
            "size_bytes": 107374182400,
            "sector_bytes": 512,
            "rotational": 0,
            "vendor": "EMC",
            "model": "Invista",
            "scheduler": "mq-deadline",
            "transport": "fc",
            "line": 1,
        }
    ]
    (partition,) = result.observations.rows("partition")
    assert (partition["device"], partition["partition"], partition["start_bytes"], partition["exact"]) == (
        LUN,
        1,
        1 << 20,
        True,
    )


def test_json_with_numbers_as_text_and_as_numbers() -> None:
    old = sample("linux-lsblk.3.json")
    new = old.replace('"rota": "0", "log-sec": "512"', '"rota": false, "log-sec": 512')
    assert read(NAME, old).observations.rows("device") == read(NAME, new).observations.rows("device")
    rows = read(NAME, old).observations.rows("device")
    assert [(r["device"], r["kernel_name"]) for r in rows] == [
        ("block:sdk", "sdk"),
        (LUN, "dm-2"),
        (LUN, "sdk"),
        ("block:sdu", "sdu"),
        (LUN, "sdu"),
    ]
    assert rows[0]["rotational"] == 0


def test_inverse_prints_disks_below_their_maps() -> None:
    text = """\
NAME                                MAJ:MIN RM SIZE RO TYPE  MOUNTPOINTS
data7                               253:7    0  90G  0 lvm   /boot
└─36000144000000010300aa00000000001 253:2    0 100G  0 mpath
  ├─sdk                               8:160  0 100G  0 disk
  └─sdu                              65:64   0 100G  0 disk
"""
    rows = read(NAME, text).observations.rows("device")
    assert {(r["device"], r.get("kernel_name")) for r in rows} >= {(LUN, "sdk"), (LUN, "sdu")}
    assert {r["device"] for r in rows if r.get("is_boot")} == {LUN, "block:sdk", "block:sdu"}


def test_collapsed_blanks_and_ascii_trees() -> None:
    text = "NAME MAJ:MIN RM SIZE RO TYPE MOUNTPOINT\nsdk 8:160 0 100G 0 disk\n`-mpathb (dm-2) 253:2 0 100G 0 mpath\nsome other words\n"
    result = read(NAME, text)
    assert [(r["device"], r["kernel_name"]) for r in result.observations.rows("device")] == [
        ("block:sdk", "sdk"),
        ("block:mapper/mpathb", "dm-2"),
    ]
    assert (result.unread_lines, result.first_unread) == (1, 4)


def test_empty_cells_stay_in_their_columns() -> None:
    text = """\
NAME   KNAME FSTYPE      MOUNTPOINT TYPE  SIZE ROTA TRAN VENDOR   WWN
sdb    sdb                          disk  100G    0 fc   XtremIO  0x514f0c5000000012
└─sdb1 sdb1  LVM2_member            part  100G    0
sr0    sr0                          rom  1024M    1 sata
"""
    result = read(NAME, text)
    (row,) = result.observations.rows("device")
    assert (row["device"], row["transport"], row["vendor"], row["rotational"]) == (
        "naa.514f0c5000000012",
        "fc",
        "XtremIO",
        0,
    )
    (part,) = result.observations.rows("partition")
    assert (part["partition"], part["file_system"]) == (1, "LVM2_member")
    assert part.get("start_sector") is part.get("start_bytes") is None


def test_a_list_of_zfs_is_not_one_of_lsblk() -> None:
    assert best_reader("NAME   USED  AVAIL  REFER  MOUNTPOINT\nrpool  10G   20G    96K    /rpool\n") != NAME


@pytest.mark.corpus
def test_corpus() -> None:
    tree = read(NAME, corpus_file("hosts/lsblk/insights-mpath-1.txt"))
    assert [(r["device"], r["kernel_name"]) for r in tree.observations.rows("device") if r.get("alias")] == [
        ("block:mapper/mpathb", "dm-2"),
        ("block:mapper/mpatha", "dm-1"),
        ("block:mapper/mpathc", "dm-3"),
    ]
    assert [r["device"] for r in tree.observations.rows("device") if r.get("is_boot")] == ["block:sda"]
    (disk,) = read(NAME, corpus_file("hosts/lsblk/jc-centos-7.7-2.txt")).observations.rows("device")
    assert (disk["read_ahead_kb"], disk["scheduler"], disk["nr_requests"], disk["sector_bytes"], disk["model"]) == (
        4096,
        "deadline",
        128,
        512,
        "VMware Virtual S",
    )
    document = read(NAME, corpus_file("hosts/lsblk/trident-1.json"))
    assert [(r["device"], r["kernel_name"]) for r in document.observations.rows("device")] == [
        ("block:sda", "sda"),
        ("naa.600a0980796f6377432b577333523168", "dm-0"),
    ]
    bare = read(NAME, corpus_file("hosts/lsblk/vdsm-rhel74-1.txt"))
    assert len(bare.observations.rows("device_owner")) == 16
    assert bare.observations.rows("device")[0]["device"] == "naa.60014052761af2654a94a70a60a7ee3f"
    assert tree.unread_lines == document.unread_lines == bare.unread_lines == 0


def test_a_device_with_thousands_of_children_in_one_line_takes_little_memory() -> None:
    columns = {
        "type": "part",
        "pttype": "gpt",
        "fstype": "xfs",
        "wwn": None,
        "model": "LUN",
        "vendor": "ACME",
        "rota": False,
    }
    children = [{"name": f"sdk{n}", "kname": f"sdk{n}", **columns, "start": 2048 * n} for n in range(1, 6001)]
    disk = {"name": "sdk", "kname": "sdk", **columns, "type": "disk", "wwn": "0x6000144000000010300aa00000000001"}
    text = json.dumps({"blockdevices": [{**disk, "children": children}]})
    read(NAME, text[:4000], owner="db01")
    tracemalloc.start()
    try:
        found = read(NAME, text, owner="db01")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(found.observations.rows("partition")) == 6000
    # As objects of Python, the children alone take five times the text.
    assert most < 3 * len(text)
