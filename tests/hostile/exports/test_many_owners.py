"""Thousands of captures whose machine only their paths name: they are compared without a query for each pair."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.facts.store.store import Store
from checker.intake.owners.words import times
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
