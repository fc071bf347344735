"""``raidcom get path``: paths of a VSP to other arrays."""

from __future__ import annotations

from tests.readers.array_exports import sample
from tests.readers.harness import read


def test_paths_and_groups_have_states_and_the_serial_number_of_the_other_array_is_not_the_own() -> None:
    result = read("hitachi-raidcom-path", sample("hitachi-raidcom-path.txt"), owner="vsp1")
    assert {row["storage_array"] for row in result.observations.rows("storage_array")} == {"vsp1"}
    found = [(row["component"], row["operational_status"]) for row in result.observations.rows("component")]
    assert found == [
        ("1-1", "NML"),
        ("1-1 CL5-K to 50060e8000000001 LUN 0", "NML"),
        ("1-1 CL6-K to 50060e8000000011 LUN 0", "BLK"),
        ("1-2", "BLK"),
        ("1-2 CL5-K to 50060e8000000001 LUN 1", "BLK"),
    ]
