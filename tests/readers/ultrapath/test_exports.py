"""UltraPath: LUNs with counts of paths, ports of physical paths, and a failed path that only the count shows."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from tests.readers.array_exports import rows, sample
from tests.readers.harness import read


def test_luns_and_their_counts_of_paths() -> None:
    assert [
        (d["device"], d["kernel_name"], d["array_device"], d["device_state"], d["working_paths"], d["printed_paths"])
        for d in rows("ultrapath-show-vlun.txt", "device")
    ] == [
        ("naa.65856c2100a1b2c300e5f1d1000000aa", "sdb", "170", "Normal", 4, 4),
        ("naa.65856c2100a1b2c300e5f1d1000000ab", "sdc", "171", "Degraded", 3, 4),
        ("naa.65856c2100a1b2c300e5f1d1000000ac", "sdd", "172", "Normal", 4, 4),
    ]


def test_ports_and_their_controllers() -> None:
    assert [row["initiator_wwpn"] for row in rows("ultrapath-show-path.txt", "initiator")] == [
        "10000000c9a1b0ee",
        "10000000c9a1b0ef",
    ]
    assert [(row["target_wwpn"], row.get("director")) for row in rows("ultrapath-show-path.txt", "target_port")] == [
        ("20080022a10beb2a", "0A"),
        ("20180022a10beb2a", "0B"),
        ("20090022a10beb2a", "0A"),
        ("20190022a10beb2a", None),
    ]


def test_a_block_of_one_path_and_the_table_of_aix() -> None:
    assert [(row["target_wwpn"], row["director"]) for row in rows("ultrapath-show-path.2.txt", "target_port")] == [
        ("20184846fb8ca15f", "0B")
    ]
    assert [row["target_wwpn"] for row in rows("ultrapath-show-path.3.txt", "target_port")] == [
        "200a0022a104117d",
        "20180022a106358b",
    ]


def test_a_failed_path_is_found_by_the_counts(tmp_path: Path) -> None:
    folder = tmp_path / "db3"
    folder.mkdir()
    for name in ("ultrapath-show-vlun.txt", "ultrapath-show-path.txt"):
        (folder / name).write_text(sample(name))
    findings = audit([str(tmp_path)], Options(select=("PTH025",))).findings
    assert [found.message for found in findings] == [
        "db3: only 3 of 4 paths to naa.65856c2100a1b2c300e5f1d1000000ab work"
    ]


def test_a_path_that_fails_is_counted_as_not_working() -> None:
    text = """\
 Path ID  Initiator Port    Array Name  Controller  Target Port       Path State  Check State  Port Type  Port ID
    0     210034800d6b7f10  Array-7     0A          22000022a10b6c5e  Normal      --           FC         --
    1     210034800d6b7f11  Array-7     0B          22100022a10b6c5e  Fault       --           FC         --
    2     210034800d6b7f11  Array-7     0A          22010022a10b6c5e  Degraded    --           FC         --
"""
    found = read("ultrapath-show-path", text, owner="lin01").observations.rows("path_total")
    assert [(one["hba"][-2:], one["port"][:4], one["printed_paths"], one.get("working_paths")) for one in found] == [
        ("10", "2200", 1, 1),
        ("11", "2210", 1, 0),
        # What UltraPath does with such a path is not documented.
        ("11", "2201", 1, None),
    ]
