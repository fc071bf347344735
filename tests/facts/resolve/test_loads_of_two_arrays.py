"""Volumes of two arrays may have one name: their loads stay apart, and one array's load has one row."""

from __future__ import annotations

from tests import folders
from tests.support import store_of

SAMPLE = folders.SAMPLES / "workload-clariion-archive.csv"


def test_loads_of_volumes_with_one_name_on_two_arrays() -> None:
    text = SAMPLE.read_text()
    store = store_of({"vnx1-archive.csv": text, "vnx2-archive.csv": text.replace(",512.0,", ",900.0,", 1)})
    found = store.rows("SELECT storage_array, iops FROM workload WHERE about_key = '12' ORDER BY 1")
    assert [array for array, _ in found] == ["vnx1", "vnx2"]
    assert found[0][1] != found[1][1]


def test_a_load_that_no_array_measured_names_none() -> None:
    text = (
        "Device:            r/s     w/s     rMB/s     wMB/s avgrq-sz avgqu-sz   await r_await w_await  svctm  %util\n"
    )
    store = store_of(
        {
            "host1-iostat.txt": f"Linux 4.18 (host1) \t01/15/2026 \t_x86_64_\t(8 CPU)\n\n{text}sdb  10.0 5.0 1.0 0.5 16.0 0.1 1.0 1.0 1.0 0.5 1.0\n"
        }
    )
    assert {row[0] for row in store.rows("SELECT DISTINCT storage_array FROM workload")} == {""}
