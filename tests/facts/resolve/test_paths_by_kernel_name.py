"""Paths that PowerPath and DMP know by kernel name get their ports from other exports of the host."""

from __future__ import annotations

from tests import folders
from tests.support import store_of

SAMPLES = folders.SAMPLES
OWN_PORTS = "[3]    lpfc       fc:0x10000000c9000001,0x010200\n[4]    lpfc       fc:0x10000000c9000002,0x020200\n"


def sample(name: str) -> str:
    return (SAMPLES / f"{name}.txt").read_text()


def test_powerpath_and_lsscsi() -> None:
    store = store_of(
        {
            "db01/powermt.txt": sample("powerpath-display-dev"),
            "db01/lsscsi.txt": sample("linux-lsscsi.2").replace("/dev/sdl", "/dev/sdx") + OWN_PORTS,
        }
    )
    rows = store.rows(
        "SELECT path_name, initiator_wwpn, target_wwpn, hctl FROM path WHERE path_name IN ('sdk', 'sdm', 'sdu') ORDER BY 1"
    )
    assert rows == [
        ("sdk", "10000000c9000001", "5000144280000001", "3:0:1:4"),
        ("sdm", None, None, None),
        ("sdu", "10000000c9000002", "5000144280000003", "4:0:1:4"),
    ]


def test_dmp_nodes_and_subpaths_are_one_lun() -> None:
    store = store_of(
        {
            "db01/getsubpaths.txt": sample("veritas-getsubpaths"),
            "db01/dmpnode.txt": sample("veritas-list-dmpnode"),
            "db01/getctlr.txt": sample("veritas-getctlr"),
        }
    )
    rows = store.rows(
        "SELECT path_name, device, initiator_wwpn, target_wwpn, state FROM path WHERE path_name IN ('sdbk', 'sddg') ORDER BY 1"
    )
    assert rows == [
        ("sdbk", "naa.514f0c5000000012", "21000024ff000010", "514f0c5000000100", "active"),
        ("sddg", "naa.514f0c5000000012", "21000024ff000011", None, "dead"),
    ]
    assert store.rows("SELECT count(*) FROM storage_array") == [(0,)]


def test_paths_of_multipathd_without_wwid_join_those_of_multipath_by_address() -> None:
    """``multipathd show paths`` names no LUN: H:C:T:L and device name do, or the device is reported as missing."""
    maps = """mpathb (360000970000192600123533030304131) dm-3 EMC,SYMMETRIX
size=100G features='1 queue_if_no_path' hwhandler='0' wp=rw
`-+- policy='service-time 0' prio=1 status=active
  |- 3:0:0:1 sdb 8:16 active ready running
  `- 4:0:0:1 sdc 8:32 active ready running
"""
    paths = """hcil    dev dev_t pri dm_st  chk_st dev_st  next_check
3:0:0:1 sdb 8:16  1   active ready  running XXXXXXX... 9/20
4:0:0:1 sdc 8:32  1   active ready  running XXXX...... 4/20
4:0:0:9 sdq 65:0  1   failed faulty running XXXX...... 4/20
"""
    store = store_of({"lin7/multipath.txt": maps, "lin7/paths.txt": paths})
    assert store.rows("SELECT path_name, hctl, device FROM path ORDER BY hctl") == [
        ("sdb", "3:0:0:1", "naa.60000970000192600123533030304131"),
        ("sdc", "4:0:0:1", "naa.60000970000192600123533030304131"),
    ]
    [(missing,)] = store.rows("SELECT value FROM bad_value WHERE fact = 'device'")
    assert "4:0:0:9" in missing
