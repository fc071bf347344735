"""esxcli storage vmfs snapshot list: copies of volumes that a host sees, value by value."""

from __future__ import annotations

from tests.readers.harness import best_reader, read, sample

NAME = "esxi-vmfs-snapshot-list"
SAMPLE = sample(f"{NAME}.txt")


def test_each_copy_with_its_values() -> None:
    assert best_reader(SAMPLE) == NAME
    result = read(NAME, SAMPLE, owner="esx01")
    first, second = result.observations.rows("vmfs_copy")
    assert first == {
        "host": "esx01",
        "uuid": "65a58a71-c5ac3323-6306-0050c2e1c78d",
        "datastore": "ds-app01",
        "can_mount": False,
        "state_reason": "the original volume is still online",
        "unresolved_extents": 1,
        "line": 1,
    }
    assert (second["datastore"], second["can_mount"], second["unresolved_extents"]) == ("ds-app02", True, 2)
    assert second.get("state_reason") is None
    assert result.unread_lines == 0


def test_indentation_may_be_lost() -> None:
    flat = "\n".join(line.strip() for line in SAMPLE.splitlines())
    rows = read(NAME, flat, owner="esx01").observations.rows("vmfs_copy")
    assert [row["datastore"] for row in rows] == ["ds-app01", "ds-app02"]
