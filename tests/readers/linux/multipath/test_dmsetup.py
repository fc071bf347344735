"""dmsetup status, table, ls, ls --tree and deps: paths by the numbers of their disks."""

from __future__ import annotations

from checker.facts.values import Value
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import read, sample
from tests.support import store_of

ONE, TWO = "block:mapper/mpatha", "naa.6001440000000103000aa00000000002"


def paths(name: str, text: str, *columns: str) -> list[tuple[Value, ...]]:
    return [tuple(row.get(column) for column in columns) for row in read(name, text).observations.rows("path")]


def test_tables_of_multipath_maps() -> None:
    one, two = read("linux-dmsetup", sample("linux-dmsetup")).observations.rows("device")
    assert (one["alias"], one["size_bytes"], one["queue_if_no_path"], one["hardware_handler"], one["policy"]) == (
        "mpatha",
        10 << 30,
        True,
        "1 alua",
        "service-time 0",
    )
    assert (two["device"], two["multipath_features"], two["policy"]) == (
        "naa.6001440000000103000aa00000000002",
        "3 queue_if_no_path queue_mode bio",
        "round-robin 0",
    )
    cut = read("linux-dmsetup", "mpatha: 0 20971520 multipath 2 queue_if_no_path").observations.rows("device")
    assert "multipath_features" not in cut[0]


def test_tables_and_uuids_are_one_device() -> None:
    store = store_of(
        {"db01/dmsetup_table.txt": sample("linux-dmsetup"), "db01/dmsetup_info.txt": sample("linux-dmsetup.info")}
    )
    rows = store.rows("SELECT device, kernel_name, size_bytes, policy FROM device WHERE alias = 'mpatha'")
    assert rows == [("naa.6001440000000103000aa00000000001", "dm-3", 10 << 30, "service-time 0")]


def test_states_of_paths_and_groups() -> None:
    assert paths(
        "linux-dmsetup-status",
        sample("linux-dmsetup-status"),
        "device",
        "path_name",
        "state",
        "path_group",
        "group_state",
    ) == [
        (ONE, "sdb", None, "1", "active"),
        (ONE, "sdc", "dead", "1", "active"),
        (ONE, "sdaa", None, "2", "enabled"),
        (TWO, "sde", None, "1", "enabled"),
        (TWO, "sdf", None, "1", "enabled"),
    ]


def test_a_cut_line_keeps_its_paths_and_is_counted() -> None:
    text = "mpatha: 0 20971520 multipath 2 0 0 0 1 1 A 0 4 0 8:16 A 0 8:32 F\n"
    assert paths("linux-dmsetup-status", text, "path_name") == [("sdb",)]
    assert read("linux-dmsetup-status", text).unread_lines == 1


def test_the_command_names_the_only_map() -> None:
    for name, line in (
        ("linux-dmsetup", "0 65536 multipath 0 0 1 1 service-time 0 1 2 8:32 1 1"),
        ("linux-dmsetup-status", "0 65536 multipath 2 0 0 0 1 1 A 0 1 2 8:32 F 1 0 1"),
    ):
        command = "dmsetup " + ("status" if "status" in name else "table") + " db01-data"
        found = read_capture(reader_named(name), Capture(text=line, owner="db01", command=command)).observations
        assert [row["device"] for row in found.rows("path")] == ["block:mapper/db01-data"]


def test_paths_of_a_table() -> None:
    assert paths("linux-dmsetup", sample("linux-dmsetup"), "device", "path_name", "path_group") == [
        (ONE, "sdb", "1"), (ONE, "sdc", "1"), (ONE, "sdd", "2"), (TWO, "sde", "1"), (TWO, "sdf", "1"),
    ]  # fmt: skip


def test_trees_and_lists_of_dependencies() -> None:
    expected = [(ONE, "sdb"), (ONE, "sdc"), (TWO, "sdaa"), (TWO, "sdf")]
    for name in ("linux-dmsetup-tree", "linux-dmsetup-tree.deps"):
        assert sorted(paths("linux-dmsetup-tree", sample(name), "device", "path_name")) == expected
    drawn = sample("linux-dmsetup-tree.ascii")
    assert sorted(paths("linux-dmsetup-tree", drawn, "device", "path_name")) == expected[:2]
    compact = "mpatha (253:3)───(8:16)\ndb01-root (253:0)───(8:2)\n"
    assert paths("linux-dmsetup-tree", compact, "device", "path_name") == [(ONE, "sdb")]


def test_maps_with_names_of_their_own_may_be_logical_volumes() -> None:
    text = "data1 (253:4)\nmpathb (253:5)\n"
    names = [row["alias"] for row in read("linux-dmsetup-tree", text).observations.rows("device")]
    listed = read_capture(
        reader_named("linux-dmsetup-tree"), Capture(text=text, owner="db01", command="dmsetup ls --target multipath")
    )
    assert (names, [row["alias"] for row in listed.observations.rows("device")]) == (["mpathb"], ["data1", "mpathb"])


def test_paths_of_status_and_topology_are_the_same() -> None:
    topology = """mpatha (36001440000000103000aa00000000001) dm-3 EMC,Invista
size=10G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
`-+- policy='service-time 0' prio=50 status=active
  |- 3:0:0:4 sdb 8:16 active ready running
  `- 4:0:0:4 sdc 8:32 active ready running
"""
    status = "mpatha: 0 20971520 multipath 2 0 0 0 1 1 A 0 2 0 8:16 A 0 8:32 A 0\n"
    store = store_of({"db01/multipath_ll.txt": topology, "db01/dmsetup_status.txt": status, "db01/table.txt": sample("linux-dmsetup").split("\n")[0].replace("2 1 service", "1 1 service").split(" 1 1 service-time 0 1 2 8:48")[0] + "\n"})  # fmt: skip
    assert store.rows("SELECT device, path_name, hctl, state FROM path ORDER BY path_name") == [
        ("naa.6001440000000103000aa00000000001", "sdb", "3:0:0:4", "active"),
        ("naa.6001440000000103000aa00000000001", "sdc", "4:0:0:4", "active"),
    ]
