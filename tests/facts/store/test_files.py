"""Rows that other processes wrote as Parquet files: every row comes in once, in the order of the files."""

from __future__ import annotations

from pathlib import Path

from checker.facts.observations import Observations
from checker.facts.store.files import write_files
from checker.facts.store.store import Store


def _file(path: Path, export_id: int, **columns: list[str]) -> tuple[str, Path]:
    observations = Observations()
    lines = list(range(1, 1 + len(columns["device"])))
    observations.writer(export_id, "esx01").extend("device", lines, columns)
    ((kind, written),) = write_files(observations, path.parent, path.name, [])
    return kind, written


def test_files_come_in_one_after_another_whatever_columns_they_have(tmp_path: Path) -> None:
    files = [
        _file(tmp_path / "0", 1, device=["a", "b"], host=["x", "x"]),
        _file(tmp_path / "1", 2, device=["c"], host=["y"]),
        _file(tmp_path / "2", 3, device=["d"], psp=["VMW_PSP_RR"]),
        _file(tmp_path / "3", 4, device=["e"], host=["z"]),
    ]
    store = Store()
    store.load_files(files)
    assert store.rows("SELECT device, host, psp, export_id, line FROM obs_device") == [
        ("a", "x", None, 1, 1),
        ("b", "x", None, 1, 2),
        ("c", "y", None, 2, 1),
        ("d", None, "VMW_PSP_RR", 3, 1),
        ("e", "z", None, 4, 1),
    ]
    assert store.stated["device"] == {"device", "host", "psp"}
    store.close()
