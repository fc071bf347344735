"""``showcpg``: space of common provisioning groups, which have no capacity unless they have a limit."""

from __future__ import annotations

import pytest

from tests.readers.harness import best_reader, read, sample

MIB = 1 << 20


def test_used_space_and_thin_volumes() -> None:
    result = read("3par-showcpg", sample("3par-showcpg"))
    thin, full, empty = result.observations.rows("pool")
    assert (thin["pool"], thin["used_bytes"], thin["thin"]) == ("SSD_r6", 491_400 * MIB, True)
    assert (full["used_bytes"], full["thin"]) == (8192 * MIB, False)
    assert empty.get("thin") is None, "a group without volumes is neither"
    assert all(row.get("size_bytes") is None for row in (thin, full, empty)), "the total of a group grows"
    assert (result.printed_count, result.unread_lines) == (3, 0)


def test_three_pairs_of_totals_with_domains() -> None:
    result = read("3par-showcpg", sample("3par-showcpg.old"))
    first, second = result.observations.rows("pool")
    assert (first["used_bytes"], second["used_bytes"]) == ((40_960 + 512) * MIB, 32_768 * MIB)
    assert second["thin"] is False and result.unread_lines == 0


def test_comma_separated_values() -> None:
    text = "Id,Name,Warn%,VVs,TPVVs,TDVVs,Usr,Snp,Base,Snp,Free,Total\n0,cpg1,-,10,10,0,10,0,100,8,20,128\n1,total,,,,,,,100,8,20,128\n"
    (pool,) = read("3par-showcpg", text).observations.rows("pool")
    assert (pool["pool"], pool["used_bytes"]) == ("cpg1", 108 * MIB)


def test_limits() -> None:
    result = read("3par-showcpg-sdg", sample("3par-showcpg-sdg"))
    limited, free = result.observations.rows("pool")
    assert (limited["size_bytes"], limited["drive_type"], limited["raid_type"]) == (2_048_000 * MIB, "SSD", "RAID-6")
    assert (free.get("size_bytes"), free.get("drive_type"), free["raid_type"]) == (None, None, "RAID-1")
    assert result.unread_lines == 0


@pytest.mark.parametrize("option", ["", " -sag"])
def test_a_table_that_may_be_about_space_for_administration_is_not_read(option: str) -> None:
    assert best_reader(sample("3par-showcpg-sdg").replace(" -sdg", option)) is None
