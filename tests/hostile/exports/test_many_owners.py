"""Thousands of captures whose machine only their paths name: they are compared without a query for each pair."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.facts.observations import Observations
from checker.facts.store.store import Store
from checker.intake.owners import listed
from checker.intake.owners.words import times
from checker.readers.toolkit.base import Capture, Reader, ReadResult, read_capture
from tests.support import store_of_files


def _systems(count: int) -> dict[str, str]:
    """Captures of so many systems, whose folders are called like controllers of some arrays."""
    return {
        f"svc{number // 2}-{'ab'[number % 2]}/lssystem.txt": f"id {number:016X}\nlocation local\ncode_level 7.8.1.11 (build 1)\ntotal_mdisk_capacity 8.1TB\nconsole_IP 192.0.2.80:443\n"
        for number in range(count)
    }


def test_arrays_are_compared_without_a_query_for_each(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run, asked = Store.rows, []

    def counted(self: Store, *given: object) -> object:
        asked.append(given)
        return run(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "rows", counted)
    numbers = []
    for count in (4, 60):
        asked.clear()
        store = store_of_files(tmp_path / str(count), _systems(count))
        numbers.append(len(asked))
        assert store.rows("SELECT count(*) FROM storage_array") == [(count,)]
    assert numbers[1] <= numbers[0] + 5


def test_words_for_times_are_compared_once_for_files_of_one_form(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compare, compared = times._are_numbers, []

    def counted(words: set[str]) -> bool:
        compared.append(words)
        return compare(words)

    monkeypatch.setattr(times, "_are_numbers", counted)
    store_of_files(
        tmp_path,
        {f"lssystem_{number}.txt": text for number, text in enumerate(_systems(1_060).values()) if number >= 1_030},
    )
    assert 0 < len(compared) <= 10


def test_where_an_output_begins_is_found_without_all_of_its_facts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written: list[int] = []

    def counted(reader: Reader, capture: Capture, found: Observations, export_id: int) -> ReadResult:
        result = read_capture(reader, capture, found, export_id)
        written.append(sum(len(chunk.line) for chunk in found.chunks()))
        return result

    monkeypatch.setattr(listed, "read_capture", counted)
    config = "!Command: show running-config\nversion 9.4(2a)\nswitchname mds{0}\nvsan database\n  vsan 1-4093\n"
    text = "".join(f"mds{number}# show running-config\n{config.format(number)}" for number in range(8))
    store = store_of_files(tmp_path, {"switches.log": text})
    assert store.rows("SELECT switch, count(*) FROM vsan GROUP BY switch ORDER BY switch") == [
        (f"mds{number}", 4_093) for number in range(8)
    ]
    assert written and sum(written) < 8 * 4_093
