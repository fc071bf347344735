"""YAML with places: aliases have the value and lines of their anchor, and errors are reported at their position."""

import tracemalloc

import pytest

from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList
from checker.readers.toolkit.documents.located_yaml import YamlProblem, parse, parse_all


def test_values_know_their_lines() -> None:
    value = parse("a:\n  b: [1, x]\n  c: '2'\nd:\n- e: ~\n", 10)
    assert value == {"a": {"b": [1, "x"], "c": "2"}, "d": [{"e": None}]}
    assert (value.line, value.key_lines) == (10, {"a": 10, "d": 13})
    assert (value["a"].line, value["a"].key_lines, value["a"]["b"].item_lines) == (11, {"b": 11, "c": 12}, [11, 11])
    assert value["d"].item_lines == [14]


def test_an_alias_is_what_it_names_with_the_lines_of_that() -> None:
    value = parse("a: &x {b: &n {c: d}, e: *n}\nf:\n- *n\n- *x\n&k g: 1\nh: *k\n")
    assert value == {"a": {"b": {"c": "d"}, "e": {"c": "d"}}, "f": [{"c": "d"}, value["a"]], "g": 1, "h": "g"}
    assert isinstance(value["f"], LocatedList)
    assert value["f"].item_lines == [1, 1]
    assert isinstance(value["f"][1], LocatedDict)
    assert value["f"][1].line == 1


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a: 1\nb: *y\n", 2, "undefined alias 'y'"),
        ("a:\n  &x [1, *x]\n", 2, "nested deeper than 200"),
        ("a: 1\nb: 2\na: 3\n", 3, "duplicate key 'a'"),
        ("a: 1\n---\nb: 2\n", 2, "contains more than one document"),
        ("a: 1\n? [b]\n: c\n", 2, "a key must be plain text"),
        ("a: 'x\n", 2, "found unexpected end of stream"),
        ("&a a: &b [*a,*a]\nc: &c [*b,*b]\nd: &d [*c,*c]\ne: [*d,*d]\n", 4, None),
    ],
)
def test_faults_are_reported_with_their_line(text: str, line: int, said: str | None) -> None:
    if said is None:
        with pytest.raises(YamlProblem) as problem:
            list(parse_all(text, 1, 20))
        assert "more than 20 values" in str(problem.value)
        return
    with pytest.raises(YamlProblem) as problem:
        parse(text)
    assert (problem.value.line, str(problem.value)) == (line, said)


def test_every_document_of_a_stream_and_the_last_of_equal_keys() -> None:
    assert list(parse_all("a: 1\na: 2\n---\n---\nb: !vault |\n  secret\n")) == [{"a": 2}, None, {"b": None}]
    assert list(parse_all("# nothing\n")) == []
    assert parse("") is None


def test_no_tree_of_nodes_is_built() -> None:
    text = "hosts:\n" + "".join(
        f"- {{name: esx{number:05}, state: active, size: {number}}}\n" for number in range(2_000)
    )
    parse("warm: up\n")
    tracemalloc.start()
    try:
        value = parse(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(value["hosts"]) == 2_000
    assert peak < 20 * len(text)


def test_numbers_and_truth_values_can_be_kept_as_printed() -> None:
    (found,) = parse_all("version: 1.10\nserial: 1e5\nactive: True\nnothing: ~\n", only_texts=True)
    assert found == {"version": "1.10", "serial": "1e5", "active": "True", "nothing": None}


def test_merged_keys_are_those_of_the_mapping_they_name() -> None:
    """A mapping's own keys win over merged ones, and earlier merged ones over later; each key has the line it is written on."""
    text = "a: &a {x: 1, y: 2}\nb: &b\n  y: 3\n  z: 4\nc:\n  <<: [*a, *b]\n  x: 5\nd:\n  <<: *b\n'e':\n  '<<': f\n"
    found = parse(text)
    assert found["c"] == {"x": 5, "y": 2, "z": 4}
    assert dict(found["c"].key_lines) == {"x": 7, "y": 1, "z": 4}
    assert found["d"] == {"y": 3, "z": 4}
    assert found["e"] == {"<<": "f"}


@pytest.mark.parametrize("value", ["x", "[1]", "~"])
def test_only_mappings_can_be_merged(value: str) -> None:
    with pytest.raises(YamlProblem, match="needs a mapping"):
        parse(f"a:\n  <<: {value}\n")
