"""Load in the archives of CLARiiON and VNX: means over the polls, which objects count, dumps behind each other."""

from __future__ import annotations

import pytest

from tests.readers import harness
from tests.readers.array_exports import rows, sample


def test_means_over_the_polls_of_every_lun_by_its_number() -> None:
    first, second = rows("workload-clariion-archive.csv", "workload")
    assert (first["about_key"], first["samples"], first["iops"], first["read_ratio"]) == ("12", 2, 384.0, 0.75)
    assert first["read_mbps"] == pytest.approx(4.5 * 1.048576)
    assert (first["io_bytes"], first["iops_p95"], first["busy_ratio"]) == (16384, 512.0, 0.2)
    # 512 I/Os of 4 ms and 256 of 2 ms.
    assert first["latency_ms"] == pytest.approx(10 / 3, abs=1e-5)
    assert str(first["captured_at"]) == "2014-11-21 10:05:00+00:00"
    assert (second["about_key"], second["write_iops"], "iops_p95" in second) == ("13", 64.0, False)


def test_consecutive_dumps_and_empty_cells() -> None:
    (load,) = rows("workload-clariion-archive.2.csv", "workload")
    assert (load["samples"], load["iops"], load["read_iops"], load["outstanding"]) == (2, 300.0, 200.0, 1.5)


def test_a_dump_without_luns_says_so() -> None:
    text = sample("workload-clariion-archive.csv")
    kept = [line for line in text.splitlines() if not line.lstrip('"').startswith("LUN_")]
    out = harness.read("workload-clariion-archive", "\n".join(kept))
    assert out.records == 0
    assert [str(note.text) for note in out.notes] == ["skipped the load of 2 objects: no object is a LUN"]


def test_consecutive_dumps_with_different_columns() -> None:
    text = (
        "Object Name,Poll Time,Response Time (ms),Read Throughput (IO/s),Write Throughput (IO/s)\n"
        '"LUN_db [12]",11/21/2014 10:00:00,4.0,300.0,100.0\n'
        "Object Name,Poll Time,Read Throughput (IO/s),Write Throughput (IO/s)\n"
        '"LUN_db [12]",11/21/2014 10:05:00,100.0,100.0\n'
    )
    result = harness.read("workload-clariion-archive", text)
    (row,) = result.observations.rows("workload")
    assert (result.failure, row["samples"], row["latency_ms"], row["iops"]) == (None, 2, 4.0, 300.0)
