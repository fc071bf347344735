"""Tables of multipathd: paths and maps, in old and new versions and with any columns."""

from __future__ import annotations

import pytest

from tests.readers.harness import corpus_file, read, sample
from tests.support import store_of

PATHS, MAPS = "linux-multipathd-paths", "linux-multipathd-maps"


def test_paths_of_a_new_version() -> None:
    result = read(PATHS, sample("linux-multipathd-paths.txt"), owner="db01")
    rows = result.observations.rows("path")
    assert rows[0] == {
        "host": "db01",
        "path_name": "sdk",
        "hctl": "3:0:1:4",
        "hba": "host3",
        "target": "3:0:1",
        "lun": 4,
        "state": "active",
        "state_text": "active ready running",
        "priority": 50,
        "plugin": "dm-multipath",
        "line": 3,
    }
    assert [(row["path_name"], row["state"], row["state_text"]) for row in rows[1:]] == [
        ("sdl", "unknown", "active i/o pending running"),
        ("sdu", "dead", "failed faulty offline"),
    ]
    assert result.unread_lines == 0


def test_paths_in_brackets() -> None:
    rows = read(PATHS, sample("linux-multipathd-paths.2.txt")).observations.rows("path")
    assert [(row["path_name"], row["state"], row["state_text"]) for row in rows] == [
        ("sdk", "active", "[active][ready]"),
        ("sdu", "dead", "[failed][faulty]"),
    ]


def test_chosen_columns_give_lun_and_ports() -> None:
    result = read(PATHS, sample("linux-multipathd-paths.3.txt"), owner="db01")
    first, second = result.observations.rows("path")
    assert first["device"] == "naa.6000144000000010300aa00000000001"
    assert (first["initiator_wwpn"], first["target_wwpn"], first["protocol"], first["transport"]) == (
        "10000000c9000001",
        "5000144280000001",
        "fcp",
        "fc",
    )
    assert second["target_wwpn"] == "5000144280000003"
    device = result.observations.rows("device")[0]
    assert (device["alias"], device["vendor"], device["model"]) == ("oradata", "EMC", "Invista")


def test_masked_ports_are_kept_as_bad_values() -> None:
    text = sample("linux-multipathd-paths.3.txt").replace("0x5000144280000001", "0x50001442800000xx")
    result = read(PATHS, text)
    assert "target_wwpn" not in result.observations.rows("path")[0]
    (bad,) = result.observations.rows("bad_value")
    assert (bad["fact"], bad["problem"], bad["line"]) == ("target_wwpn", "redacted", 2)


def test_paths_without_a_device_are_those_of_the_map_with_their_numbers() -> None:
    """The default columns of ``show paths`` name no LUN; H:C:T:L and disk do, through ``multipath -ll`` of the same host."""
    topology = (
        "mpathq (360060160a1b2c3d4e5f6a7b8c9d0e1f2) dm-3 DGC,VRAID\n"
        "size=50G features='0' hwhandler='1 alua' wp=rw\n"
        "`-+- policy='service-time 0' prio=50 status=active\n"
        "  `- 2:0:0:4 sdq 65:0  active ready running\n"
    )
    paths = (
        "hcil    dev dev_t pri dm_st  chk_st dev_st  next_check\n"
        "2:0:0:4 sdq 65:0  50  active ready  running XXX....... 6/20\n"
    )
    store = store_of({"db07/multipath_-ll.txt": topology, "db07/multipathd_show_paths.txt": paths})
    rows = store.rows("SELECT host, device, count(*) FROM obs_path GROUP BY ALL")
    assert rows == [("db07", "naa.60060160a1b2c3d4e5f6a7b8c9d0e1f2", 2)]


def test_maps() -> None:
    rows = read(MAPS, sample("linux-multipathd-maps.txt"), owner="db01").observations.rows("device")
    assert rows[0] == {
        "host": "db01",
        "device": "naa.6000144000000010300aa00000000001",
        "alias": "oradata",
        "kernel_name": "dm-4",
        "multipath_owner": "dm-multipath",
        "line": 2,
    }
    status = read(MAPS, sample("linux-multipathd-maps.2.txt")).observations.rows("device")
    assert [(r["device"], r["working_paths"], r.get("no_path_retry"), r["device_state"]) for r in status] == [
        ("block:mapper/oradata", 4, "5", "active"),
        ("block:mapper/oraredo", 3, "queue", "active"),
    ]


def test_a_cut_last_row_is_noted() -> None:
    text = sample("linux-multipathd-paths.txt")
    result = read(PATHS, text[: text.index("8:176")])
    assert result.ends_inside_record
    assert [row["path_name"] for row in result.observations.rows("path")] == ["sdk"]


@pytest.mark.corpus
def test_corpus() -> None:
    found = {}
    for name in ("infi-0.4.7-1", "infi-0.4.9-1", "infi-ibox-1"):
        result = read(PATHS, corpus_file(f"hosts/linux-multipathd-paths/{name}.txt"))
        assert result.unread_lines == 0
        found[name] = [(r["hctl"], r["path_name"], r["state"], r["priority"]) for r in result.observations.rows("path")]
    assert found == {
        "infi-0.4.7-1": [
            ("5:0:0:0", "sdb", "active", 1),
            ("5:0:0:10", "sdc", "active", 1),
            ("5:0:0:11", "sdd", "active", 1),
        ],
        "infi-0.4.9-1": [
            ("4:0:0:10", "sdc", "active", 1),
            ("4:0:0:0", "sdb", "dead", 1),
            ("4:0:0:11", "sdd", "active", 1),
        ],
        "infi-ibox-1": [
            ("0:0:0:1", "sdb", "unknown", 50),
            ("0:0:1:1", "sdc", "active", 50),
            ("0:0:11:1", "sdd", "active", 50),
        ],
    }
