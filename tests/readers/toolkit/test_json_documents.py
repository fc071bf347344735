"""Several JSON documents in one text, with lines, stretches between them and cut ends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.facts.observations import Observations
from checker.readers.toolkit.documents import located_json
from checker.readers.toolkit.documents.json_documents import Document, Skipped, documents, noted_documents
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList

_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text('ab"\\{}[],:\n', max_size=6),
)
_NESTED = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=5).map(lambda items: {f"key{place}": item for place, item in enumerate(items)})
    ),
    max_leaves=20,
)


def test_documents_one_after_another_with_their_lines() -> None:
    found = list(documents('{"a": 1}\n{"b":\n 2}\n[3]\n', 10))
    assert [(item.line, item.value) for item in found if isinstance(item, Document)] == [
        (10, {"a": 1}),
        (11, {"b": 2}),
        (13, [3]),
    ]


def test_text_between_documents_is_reported() -> None:
    first, second, third = documents("\n> curl host\n> again\n{}\nbye\n")
    assert first == Skipped(2, 2)
    assert isinstance(second, Document) and second.line == 4
    assert third == Skipped(5, 1)


def test_brackets_in_strings_are_ignored() -> None:
    (only,) = documents('{"a": "}]\\"{"}')
    assert isinstance(only, Document) and only.value == {"a": '}]"{'}


def test_a_cut_document_keeps_its_complete_objects() -> None:
    (only,) = documents('{"list": [{"n": 1}, {"n": 2}, {"n": 3, "x": "cu')
    assert isinstance(only, Document) and only.truncated
    assert only.value == {"list": [{"n": 1}, {"n": 2}]}


def test_truncation_before_the_first_object_is_reported() -> None:
    (only,) = documents('{"a": "b')
    assert isinstance(only, Skipped) and only.truncated and only.problem


def test_damage_inside_does_not_hide_the_next_document() -> None:
    found = list(documents('{"a": [1, }\n{"b": 2}\n'))
    assert isinstance(found[0], Skipped) and found[0].problem
    assert [item.value for item in found if isinstance(item, Document)] == [{"b": 2}]


def test_an_invalid_document_is_unread_from_its_first_line_and_noted_at_the_error() -> None:
    """Lines after the error are not counted in its place: with text between documents, more lines than there are were unread."""
    text = '{"a":\n "b",\n "c": oops\n}\nbetween\n{"d": x}\nend\n'
    out = Observations().writer(1, "host1")
    assert list(noted_documents(text, 1, out)) == []
    assert (out.unread_lines, out.first_unread) == (7, 1)
    assert [note.line for note in out.notes] == [3, 6]


def test_hostile_input_takes_linear_time() -> None:
    for text in ("{" * 200_000, '{"' + '\\"' * 200_000, "[" + '"' * 200_001, "{]" * 100_000):
        assert list(documents(text))


def test_an_invalid_document_makes_a_capture_incomplete_where_all_objects_count() -> None:
    for whole in (False, True):
        out = Observations().writer(1, "host1")
        assert [found.value for found in noted_documents('{"a": [1, }\n{"b": 2}\n', 1, out, whole=whole)] == [{"b": 2}]
        assert (out.ends_inside_record, out.notes[0].text.partition(":")[0]) == (whole, "invalid JSON")


def _located(value: Any) -> Any:
    """The value with all its lines, in a form that compares types as well."""
    if isinstance(value, LocatedDict):
        return value.line, [(key, value.key_lines[key], _located(inner)) for key, inner in value.items()]
    if isinstance(value, LocatedList):
        return value.line, value.item_lines, [_located(item) for item in value]
    return type(value).__name__, value


def _parsed(text: str, first_line: int) -> Any:
    try:
        return _located(located_json.parse(text, first_line))
    except json.JSONDecodeError as error:
        return error.msg, error.lineno


_PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3)
_VALUES = st.recursive(
    _PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
)


@given(_VALUES, st.integers(0, 40), st.sampled_from(["", ",", "]", "x", "{"]))
def test_a_document_on_one_line_is_read_like_any_other(value: object, cut: int, extra: str) -> None:
    text = json.dumps(value)
    damaged = text[: max(1, len(text) - cut)] + extra
    for one in (text, damaged):
        # A line break in front needs the scanner that counts lines.
        assert _parsed(one, 7) == _parsed("\n" + one, 6)


@pytest.mark.parametrize("depth", [198, 199, 200, 201, 202, 5000])
@pytest.mark.parametrize(("opener", "inside", "closer"), [("[", "", "]"), ("[", "1", "]"), ('{"a":', "{}", "}")])
def test_depth_is_limited_on_one_line_too(depth: int, opener: str, inside: str, closer: str) -> None:
    text = opener * depth + inside + closer * depth
    assert _parsed(text, 7) == _parsed("\n" + text, 6)


def test_the_last_of_equal_keys_counts_on_one_line_too() -> None:
    text = '{"a": [1], "b": "x", "a": "x"}'
    assert _parsed(text, 7) == _parsed("\n" + text, 6) == (7, [("a", 7, ("str", "x")), ("b", 7, ("str", "x"))])


def test_long_lines_hold_documents_like_short_ones() -> None:
    long = json.dumps([{"node": f"sdb{number}", "type": "83"} for number in range(900)])
    assert len(long) > 20_000
    text = f"\n$ show\n{long}{long} rest\n[1,\n2]{long}\n{long[:-5]}"
    found = list(documents(text, 10))
    records = json.loads(long)
    assert [(one.line, one.value) for one in found if isinstance(one, Document)] == [
        (12, records), (12, records), (13, [1, 2]), (14, records), (15, records[:-1]),
    ]  # fmt: skip
    assert [one.line for one in found if isinstance(one, Skipped)] == [11, 12]
    split = long.replace(", ", ",\n", 1)
    assert [_located(one.value) for one in documents(split, 3) if isinstance(one, Document)] == [_parsed(split, 3)]


@pytest.mark.parametrize("indent", [None, 1])
def test_long_lists_are_like_short_ones(indent: int | None) -> None:
    records = [{"node": f"sdb{number}", "paths": [number, None], "note": "x" * 90} for number in range(900)]
    text = json.dumps({"disks": records, "count": 900}, indent=indent)
    assert len(text) > 100_000
    (only,) = documents(text, 5)
    assert isinstance(only, Document)
    found = only.value["disks"]
    each = 0 if indent is None else 8
    lines = [found.line + (each > 0) + number * each for number in range(900)]
    assert (found, len(found), found[-1], found[3:5], records[700] in found) == (
        records,
        900,
        records[-1],
        records[3:5],
        True,
    )
    assert [*reversed(found)] == records[::-1]
    assert [*found.item_lines] == [item.line for item in found] == lines
    assert found[800].key_lines["note"] == lines[800] + (each and 6)


@given(value=_NESTED, indent=st.sampled_from([None, 0, 1, 3]), blank=st.sampled_from(["", "\n", " \n\n "]))
def test_keys_have_the_lines_at_which_they_are_written(value: object, indent: int | None, blank: str) -> None:
    text = json.dumps(value, indent=indent, separators=(blank + ",", ":" + blank))
    found = located_json.parse(text, 7)
    assert found == json.loads(text)
    expected = [text.count("\n", 0, place) + 7 for place in _places_of_keys(text)]
    assert list(_key_lines(found)) == expected


def _places_of_keys(text: str) -> Iterator[int]:
    # The keys of these documents are numbered, and no text in them looks like one.
    yield from (found.start() for found in re.finditer(r'"key[0-9]+"', text))


def _key_lines(value: object) -> Iterator[int]:
    if isinstance(value, LocatedDict):
        for key, inner in value.items():
            yield value.key_lines[key]
            yield from _key_lines(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _key_lines(inner)
