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
