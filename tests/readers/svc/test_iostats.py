"""Totals of the volumes of a node."""

from __future__ import annotations

import pytest

from tests.readers.harness import best_reader, read, sample

TEXT = sample("svc-iostats.xml")


def test_totals_of_volumes():
    assert best_reader(TEXT) == "svc-iostats"
    first, second = read("svc-iostats", TEXT).observations.rows("load_counter")
    assert (first["about_key"], first["storage_array"], first["director"]) == ("vol_a", "svc_a", "node1")
    assert (str(first["counted_at"]), first["utc"]) == ("2026-03-04 07:05:00+00:00", True)
    assert (first["reads"], first["writes"], first["read_total_ms"], first["write_total_ms"]) == (
        120400,
        50210,
        54180,
        30126,
    )
    assert (first["bytes_read"], second["about_key"], second["reads"]) == (963200 * 512, "vol_b", 0)


@pytest.mark.parametrize(
    ("before", "after", "note"),
    [
        ("virtualDiskStats", "managedDiskStats", "only those of volumes are read"),
        ("2026-03-04 08:05:00", "yesterday", "without a time"),
        ('timeUnits="msec"', 'timeUnits="fortnight"', "unknown unit of time: fortnight"),
    ],
)
def test_what_is_not_read_is_said(before: str, after: str, note: str):
    result = read("svc-iostats", TEXT.replace(before, after))
    assert result.observations.rows("load_counter") == []
    assert note in str(result.notes)


def test_local_times_without_a_known_zone_are_not_utc():
    (first, _) = read("svc-iostats", TEXT.replace("GMT+1:00", "CET")).observations.rows("load_counter")
    assert (str(first["counted_at"])[11:19], first["utc"]) == ("08:05:00", False)


def test_a_cut_file_keeps_what_is_whole():
    result = read("svc-iostats", TEXT[: TEXT.index("vol_b")])
    assert [row["about_key"] for row in result.observations.rows("load_counter")] == ["vol_a"]
    assert result.ends_inside_record
