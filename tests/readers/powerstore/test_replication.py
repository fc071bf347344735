"""PowerStore: sessions of replication and Metro."""

from __future__ import annotations

from tests.readers.harness import best_reader, read, sample

_SAMPLE = sample("powerstore-rest.replication.json")


def test_sessions_are_relations_between_two_arrays() -> None:
    assert best_reader(_SAMPLE) == "powerstore-rest"
    rows = read("powerstore-rest", _SAMPLE, owner="ps1").observations.rows("replication_link")
    first, second = ({name: value for name, value in row.items() if name != "line"} for row in rows)
    assert first == {
        "replication_link": "vol_ora01 (b05b5108)", "operational_status": "System_Paused", "mode": "asynchronous",
        "source_array": "ps1",
    }  # fmt: skip
    assert second == {
        "replication_link": "vol_web01 (c15b5108)", "operational_status": "OK", "mode": "active", "target_array": "ps1",
    }  # fmt: skip


def test_a_session_without_the_name_of_its_resource_has_its_id() -> None:
    text = _SAMPLE.replace('    "local_resource_name": "vol_ora01",\n', "")
    (first, _) = read("powerstore-rest", text).observations.rows("replication_link")
    assert first["replication_link"] == "b05b5108-26b6-4567-a1d8-000000000001"
