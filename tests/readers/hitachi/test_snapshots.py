"""``raidcom get snapshot``: states of snapshots, in both notations of volume numbers."""

from __future__ import annotations

from tests.readers import harness
from tests.readers.array_exports import sample

READER = "hitachi-raidcom-snapshot"
TEXT = sample("hitachi-raidcom-snapshot.txt")


def pairs(text: str) -> list[tuple[str, str]]:
    result = harness.read(READER, text)
    assert result.unread_lines == 0
    return [(str(row["component"]), str(row["operational_status"])) for row in result.observations.rows("component")]


def test_each_snapshot_has_its_state() -> None:
    assert harness.best_reader(TEXT) == READER
    assert pairs(TEXT) == [("P-VOL 509 MU 3", "PSUS"), ("P-VOL 510 MU 3", "PSUE"), ("S-VOL 529 MU 3", "SSUS")]
    (array,) = harness.read(READER, TEXT).observations.rows("storage_array")
    assert array["serial"] == "540001"


def test_times_and_hexadecimal_numbers() -> None:
    text = (
        TEXT.replace("64634be7", "2023-05-15T11:23:50").replace("   509  ", "   1fd  ").replace("   510  ", "   1fe  ")
    )
    assert pairs(text)[0] == ("P-VOL 509 MU 3", "PSUS")


def test_a_list_of_groups_has_no_snapshot() -> None:
    assert (
        pairs(
            TEXT.splitlines()[1]
            + "\nnightly                          -     -      540001     -    -       -    -    - ---- -\n"
        )
        == []
    )
