"""AIX: paths under MPIO and the disks behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.harness import assert_robust, best_reader, read

SAMPLES = Path(__file__).parent / "samples"
PATHS = (SAMPLES / "aix-lsmpio.txt").read_text()
DISKS = (SAMPLES / "aix-lsmpio-query.txt").read_text()


def test_paths() -> None:
    result = read("aix-lsmpio", PATHS, owner="aix01")
    rows = result.observations.rows("path")
    assert rows[0] == {
        "host": "aix01",
        "device": "block:hdisk4",
        "path_name": "0",
        "hba": "fscsi0",
        "lun": 1,
        "state": "active",
        "state_text": "Enabled Opt,Sel",
        "optimised": True,
        "current": True,
        "plugin": "MPIO",
        "target_wwpn": "50050768020000a1",
        "transport": "fc",
        "line": 3,
    }
    assert [(r["device"], r["path_name"], r["lun"], r["state"], r.get("optimised")) for r in rows[1:]] == [
        ("block:hdisk4", "1", 1, "active", False),
        ("block:hdisk4", "2", 1, "dead", True),
        ("block:hdisk5", "0", 256, "unknown", None),
    ]
    assert len(result.observations.rows("device_owner")) == 2
    assert result.unread_lines == 0


def test_disks() -> None:
    rows = read("aix-lsmpio-query", DISKS, owner="aix01").observations.rows("device")
    assert rows[0] == {
        "host": "aix01",
        "device": "naa.60050768020000000000000000000001",
        "kernel_name": "hdisk4",
        "multipath_owner": "mpio",
        "vendor": "IBM",
        "model": "2145",
        "revision": "0000",
        "size_bytes": 20 << 30,
        "line": 1,
    }
    masked = read("aix-lsmpio-query", DISKS.replace("60050768020000000000000000000001", "600507680200XXXXXX"))
    (bad,) = masked.observations.rows("bad_value")
    assert (bad["fact"], bad["problem"]) == ("device", "redacted")


def test_a_cut_row_is_noted() -> None:
    result = read("aix-lsmpio", PATHS[: PATHS.rindex("fscsi0")])
    assert result.ends_inside_record
    assert len(result.observations.rows("path")) == 3


@pytest.mark.parametrize(("name", "text"), [("aix-lsmpio", PATHS), ("aix-lsmpio-query", DISKS)])
def test_detection_and_damage(name: str, text: str) -> None:
    assert best_reader(text) == name
    for seed in range(4):
        assert_robust(name, text, seed)
