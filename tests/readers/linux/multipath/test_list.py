"""Lists of paths: multipath -v3, and multipathd show paths without WWIDs, which other listings of the host complete."""

from __future__ import annotations

from tests.readers.harness import best_reader, read, sample
from tests.support import store_of

NAME = "linux-multipath-list"
LIST = sample("linux-multipath-list.txt")
MAP = """\
data7 (36000144000000010300aa00000000001) dm-4 EMC,Invista
[size=100G][features=1 queue_if_no_path][hwhandler=0][rw]
\\_ round-robin 0 [prio=50][active]
 \\_ 3:0:1:4 sdk 8:160 [active][ready]
\\_ round-robin 0 [prio=10][enabled]
 \\_ 4:0:1:4 sdu 65:64 [active][ready]
"""
SHOW_PATHS = """\
hcil     dev dev_t pri dm_st  chk_st dev_st  next_check
3:0:1:4  sdk 8:160 50  active ready  running XXX....... 7/20
4:0:1:4  sdu 65:64 10  failed faulty running XXX....... 7/20
"""
LUN = "naa.6000144000000010300aa00000000001"


def test_a_list_of_paths_without_maps() -> None:
    assert best_reader(LIST) == NAME
    result = read(NAME, LIST, owner="db01")
    rows = result.observations.rows("path")
    assert [(r["device"], r["path_name"], r["hctl"], r["state"]) for r in rows] == [
        (LUN, "sdk", "3:0:1:4", "active"),
        (LUN, "sdu", "4:0:1:4", "dead"),
    ]
    assert [(r["vendor"], r["model"]) for r in result.observations.rows("device")] == [("EMC", "Invista")] * 2
    # Paths outside maps may be local disks: the list does not show whether dm-multipath owns them.
    assert all("plugin" not in row for row in rows) and not result.observations.rows("device_owner")
    addresses = result.observations.rows("scsi_address")
    assert [(r["kernel_name"], r["hctl"]) for r in addresses] == [("sda", "0:0:0:0")]
    assert (result.unread_lines, result.ends_inside_record) == (0, False)


def test_the_maps_below_a_list_decide_the_state() -> None:
    store = store_of({"db01/multipath_-v3.txt": LIST + MAP})
    assert store.rows("SELECT path_name, state, path_group, plugin FROM path ORDER BY 1") == [
        ("sdk", "active", "1", "dm-multipath"),
        ("sdu", "active", "2", "dm-multipath"),
    ]


def test_paths_without_wwid_join_the_maps_of_the_same_host() -> None:
    store = store_of({"db01/multipathd_show_paths.txt": SHOW_PATHS, "db01/multipath_-ll.txt": MAP})
    assert store.rows("SELECT device, path_name, hctl FROM path ORDER BY 2") == [
        (LUN, "sdk", "3:0:1:4"),
        (LUN, "sdu", "4:0:1:4"),
    ]
    assert not store.has_rows("bad_value")


def test_paths_without_wwid_join_disks_by_kernel_name() -> None:
    lsblk = f'NAME="sdk" TYPE="disk" SIZE="107374182400" WWN="0x{LUN[4:]}"\n'
    store = store_of({"db01/multipathd_show_paths.txt": SHOW_PATHS, "db01/lsblk_-P.txt": lsblk})
    assert store.rows("SELECT device, path_name FROM path") == [(LUN, "sdk")]


def test_paths_of_another_name_or_host_are_reported_without_device() -> None:
    renamed = MAP.replace("sdk", "sdq")
    store = store_of({"db01/multipathd_show_paths.txt": SHOW_PATHS, "db01/multipath_-ll.txt": renamed})
    assert store.rows("SELECT about_kind, fact, value FROM bad_value") == [
        ("path", "device", "host=db01, hctl=3:0:1:4, path_name=sdk")
    ]
    store = store_of({"db01/multipathd_show_paths.txt": SHOW_PATHS, "db02/multipath_-ll.txt": MAP})
    assert store.rows("SELECT fact, count(*) FROM bad_value GROUP BY 1") == [("device", 2)]
