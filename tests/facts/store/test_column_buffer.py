"""Observations are packed as they come: what is read back is what was written, whatever its type and however many."""

import tracemalloc
from datetime import UTC, datetime

import pytest

from checker.facts.column_buffer import BLOCK, Column
from checker.facts.observations import Observations
from checker.facts.store.store import Store
from checker.readers.toolkit.base import Capture, Reader, UnreadableError, read_capture

MANY = 3 * BLOCK + 7
WORTH = ["naa.6001", None, 2**70, -1, 1.5, True, False, "", "\ud800 half", "Zürich", float("-inf")]


def written(row: int) -> object:
    return WORTH[row % len(WORTH)] if row % 5 else f"value {row}"


def test_a_column_round_trips() -> None:
    column = Column()
    for row in range(MANY):
        column.extend([written(row)])
        if row % BLOCK == BLOCK - 1:
            column.pack()
    expected = [written(row) for row in range(MANY)]
    assert len(column) == MANY
    assert [(type(value), value) for value in column] == [(type(value), value) for value in expected]
    assert [column[row] for row in reversed(range(MANY))] == expected[::-1]
    with pytest.raises(IndexError):
        column[MANY]
    with pytest.raises(IndexError):
        column[-1]


def test_times_are_kept_among_packed_values() -> None:
    column, at = Column(), datetime(2026, 3, 1, tzinfo=UTC)
    column.extend([at, None] * BLOCK)
    column.pack()
    column.extend(["later"])
    assert [column[0], column[1], column[2 * BLOCK]] == [at, None, "later"]


def test_rows_of_many_exports_come_back_in_order_with_their_lines() -> None:
    observations = Observations()
    writers = [observations.writer(export, f"host{export}") for export in (1, 0)]
    for row in range(MANY):
        for export, writer in enumerate(writers):
            writer.add("host_alias", row + 1, host=f"host{export}-{row}", alias=None)
    writers[0].extend("host_alias", [9] * MANY, {"host": ["x"] * MANY, "alias": ["10"] * MANY})
    rows = observations.rows("host_alias")
    assert rows[:MANY] == [{"host": f"host1-{row}", "line": row + 1} for row in range(MANY)]
    assert rows[MANY : 2 * MANY] == [{"host": f"host0-{row}", "line": row + 1} for row in range(MANY)]
    assert rows[2 * MANY :] == [{"host": "x", "alias": "10", "line": 9}] * MANY


def test_packed_rows_reach_the_store_and_out_of_range_values_are_reported() -> None:
    observations = Observations()
    writer = observations.writer(7, "host1")
    for row in range(MANY):
        writer.add("host_alias", row + 1, host="half \ud800" if row == 5 else f"host{row}")
    writer.add("host_alias", 1, alias="10000000c9000001")
    store = Store()
    out_of_range = store.load(observations)
    assert [(rejected.export_id, rejected.line) for rejected in out_of_range] == [(7, 6)]
    assert store.rows("SELECT count(*), count(DISTINCT host), max(line), max(seq) FROM obs_host_alias") == [
        (MANY + 1, MANY, MANY, MANY)
    ]
    assert store.rows("SELECT host FROM obs_host_alias WHERE line = 6") == [("half \ufffd",)]
    store.close()


def test_rows_before_a_reader_fails_stay() -> None:
    def read(capture: Capture, out: object) -> None:
        for line, text in capture.lines():
            if text == "stop":
                raise UnreadableError(line, "torn")
            out.add("host_alias", line, host=text)  # type: ignore[attr-defined]

    reader = Reader("synthetic", "linux", "none", {}, lambda capture: None, read)
    result = read_capture(reader, Capture("".join(f"host{n}\n" for n in range(MANY)) + "stop\nhost"))
    assert [row["host"] for row in result.observations.rows("host_alias")] == [f"host{n}" for n in range(MANY)]
    assert [(note.line, note.text) for note in result.notes] == [(MANY + 1, "reading stopped: torn")]


@pytest.mark.parametrize("text", ["", "\n", "a", "a\n", "\n\na", "x" * 40_000 + "\n" + "y\n" * 40_000 + "z"])
def test_lines_are_those_of_a_split(text: str) -> None:
    assert list(Capture(text, first_line=5).lines()) == list(enumerate(text.split("\n"), 5))


def _most_memory(text: str) -> int:
    """Bytes while the lines of *text* become facts, and whatever another thread of the process allocates meanwhile."""
    writer = Observations().writer(0, "host1")
    tracemalloc.start()
    try:
        for line, row in Capture(text).lines():
            writer.add("host_alias", line, host=row[:10], alias=row[11:17])
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_facts_and_lines_take_less_memory_than_the_text() -> None:
    text = "".join(f"host{n:06} online no further remark\n" for n in range(20_000))
    # Threads of tests before this one may still be ending: the least of several is what the facts take.
    assert min(_most_memory(text) for _ in range(3)) < 1.5 * len(text)


@pytest.mark.parametrize("value", ["", "host1", None, True, 1, 1.0])
def test_one_value_again_and_again_keeps_its_type(value: object) -> None:
    column = Column()
    column.extend([value] * BLOCK + [1, True, 1.0])
    column.pack()
    column.extend([value] * BLOCK)
    column.pack()
    expected = [value] * BLOCK + [1, True, 1.0] + [value] * BLOCK
    assert [(type(found), found) for found in column] == [(type(one), one) for one in expected]
    assert column[2 * BLOCK] == value
