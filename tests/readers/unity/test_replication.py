"""Unity: sessions of replication between two arrays."""

from __future__ import annotations

from tests.readers.harness import best_reader, read, sample

_SAMPLE = sample("unity-rest.replicationsession.json")


def test_sessions_between_two_arrays_are_relations() -> None:
    assert best_reader(_SAMPLE) == "unity-rest"
    rows = read("unity-rest", _SAMPLE, owner="unity1").observations.rows("replication_link")
    first, second = ({name: value for name, value in row.items() if name != "line"} for row in rows)
    assert first == {
        "replication_link": "rep_ora01 (FNM00000000001 to FNM00000000002)", "operational_status": "idle", "mode": "asynchronous",
        "source_array": "unity1",
    }  # fmt: skip
    assert second == {
        "replication_link": "rep_web01 (FNM00000000002 to FNM00000000001)", "operational_status": "lost sync communication",
        "mode": "synchronous", "target_array": "unity1",
    }  # fmt: skip


def test_an_unknown_number_is_no_state() -> None:
    rows = read("unity-rest", _SAMPLE.replace("33796", "4711")).observations.rows("replication_link")
    assert "operational_status" not in rows[0]


def test_objects_without_their_request_are_recognised() -> None:
    entries = "[" + _SAMPLE[_SAMPLE.index('{\n        "id"') : _SAMPLE.index("\n      }\n    },")] + "}]"
    assert len(read("unity-rest", entries).observations.rows("replication_link")) == 1
