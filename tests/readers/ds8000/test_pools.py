"""``lsextpool`` and ``lsarray`` of DS8000."""

from __future__ import annotations

from tests.readers.harness import read, sample

GIB = 1 << 30


def test_pools_have_bounds_of_capacity_and_used_space() -> None:
    result = read("ds8000-lsextpool", sample("ds8000-lsextpool"))
    nearly_full, full, other = result.observations.rows("pool")
    # 14285 GiB are 4 % of the capacity, or up to one percent more or less.
    assert nearly_full["size_low_bytes"] < 14_285 * GIB * 25 < nearly_full["size_high_bytes"]
    assert other["used_low_bytes"] < 11_995 * GIB * 66 // 34 < other["used_high_bytes"]
    assert (full["pool"], full.get("size_low_bytes"), full.get("operational_status")) == ("P1", None, None)
    assert (nearly_full["pool"], nearly_full["label"]) == ("P0", "db one")
    assert result.unread_lines == 0


def test_separated_values() -> None:
    text = [
        *sample("ds8000-lsextpool").splitlines()[1:2],
        "Name,ID,stgtype,rankgrp,status,availstor (2^30B),%allocated,available,reserved,numvols",
        "P2,P2,fb,0,below,11995,66,11995,0,341",
    ]
    (pool,) = read("ds8000-lsextpool", "\n".join(text)).observations.rows("pool")
    assert pool["size_low_bytes"] < 11_995 * GIB * 100 // 34 < pool["size_high_bytes"]


def test_arrays() -> None:
    result = read("ds8000-lsarray", sample("ds8000-lsarray"))
    states = [(row["component"], row["operational_status"]) for row in result.observations.rows("component")]
    assert states == [("A0", "Normal"), ("A1", "Degraded"), ("A2", "Normal")]
    assert result.unread_lines == 0


def test_states_of_ranks_of_two_words() -> None:
    text = """\
ID Group State                datastate Array RAIDtype extpoolID stgtype
========================================================================
R3     0 Configuration Failed Failed    A3           5 P0        fb
R4     0 Normal               Read only A4           5 P0        fb
"""
    result = read("ds8000-lsrank", text)
    assert [row["operational_status"] for row in result.observations.rows("raid_group")] == ["Failed", "Read only"]
    assert result.unread_lines == 0
