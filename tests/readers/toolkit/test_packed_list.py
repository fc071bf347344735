"""Packed lists return what readers collected unchanged; the newest item can still be changed."""

import tracemalloc
from dataclasses import dataclass, field

import pytest

from checker.readers.toolkit.documents.located_json import LocatedDict, parse
from checker.readers.toolkit.lines import Lines
from checker.readers.toolkit.packed_list import PackedList


@dataclass
class Item:
    name: str
    facts: dict[str, str] = field(default_factory=dict)


def test_objects_come_back_in_order_by_place_and_by_slice() -> None:
    found: PackedList[Item] = PackedList()
    for number in range(1_000):
        found.append(Item(f"disk{number}"))
        found[-1].facts["state"] = f"ready {number}"
    expected = [Item(f"disk{number}", {"state": f"ready {number}"}) for number in range(1_000)]
    assert list(found) == expected
    assert [found[number] for number in range(1_000)] == expected
    assert found[-1] == expected[-1]
    assert found[-1_000] == expected[0]
    assert found[490:510] == expected[490:510]
    assert found[-2:] == expected[-2:]
    assert found.pop() == expected[-1]
    assert len(found) == 999
    for place in (999, -1_000):
        with pytest.raises(IndexError):
            found[place]


def test_places_of_json_survive() -> None:
    found = PackedList(parse('{"a":\n {"b": [1,\n2]}}') for _ in range(500))
    value = found[3]
    assert isinstance(value, LocatedDict)
    assert (value, value.line, value.key_lines) == ({"a": {"b": [1, 2]}}, 1, {"a": 1})
    assert (value["a"].line, value["a"]["b"].item_lines) == (2, [2, 3])


def test_many_small_objects_take_little_memory() -> None:
    tracemalloc.start()
    try:
        found: PackedList[Item] = PackedList()
        for number in range(20_000):
            found.append(Item(f"disk{number}", {"state": "ready", "size": f"{number} GB"}))
        now, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(found) == 20_000
    assert now < 20_000 * 60


def test_lines_by_place() -> None:
    lines = Lines("a  \n\n b\n", range(7, 11))
    assert list(lines) == [(7, "a"), (8, ""), (9, " b"), (10, "")]
    assert [lines[index] for index in range(-4, 4)] == list(lines) * 2
    assert list(lines[1:3]) == [(8, ""), (9, " b")]
    shown = lines.where(str.strip)
    assert list(shown) == [(7, "a"), (9, " b")]
    assert (len(shown), shown[-1], list(shown.at(iter([1])))) == (2, (9, " b"), [(9, " b")])
    with pytest.raises(IndexError):
        lines[4]
