"""Library of parameters: unit and source are required, and users can override values."""

from __future__ import annotations

import importlib.resources

import pytest

from checker.errors import ConfigError
from checker.estimate.library import builtin, parse
from checker.estimate.quantity import Range

GOOD = "x.y: {low: 3, typical: 2, high: 1, unit: 1/s, source: a page, confirmed: true}\n"


def test_every_number_has_unit_and_source_and_says_whether_a_document_states_it():
    library = builtin()
    assert len(library.names()) > 80
    for name in library.names():
        parameter = library.parameter(name)
        assert parameter.unit
        assert len(parameter.source) > 5
        if not parameter.confirmed:
            words = ("general knowledge", "our choice", "set your", "FC-", "60 s /", "assuming")
            assert any(word in parameter.source for word in words), name


def test_it_travels_with_the_package():
    assert importlib.resources.files("checker.estimate").joinpath("library.yaml").is_file()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GOOD.replace("unit: 1/s, ", ""), "no unit"),
        (GOOD.replace("source: a page", "source: ' '"), "no source"),
        (GOOD.replace(", confirmed: true", ""), "confirmed"),
        (GOOD.replace("typical: 2", "typical: 5"), "between low and high"),
        (GOOD.replace("low: 3, ", ""), "low, typical and high"),
        (GOOD.replace("low: 3", "low: .nan"), "not a number"),
        (GOOD.replace("low: 3", "low: -3"), "at least 0"),
        (GOOD.replace("low: 3", "low: true"), "not a number"),
        (GOOD.replace("low: 3", "value: 2, low: 3"), "either value"),
        (GOOD.replace("unit", "note: a, unit"), "unknown key note"),
        ("x.y: 3\n", "value, unit, source"),
        ("- 1\n", "must be a mapping"),
        ("a: [\n", "invalid YAML"),
    ],
)
def test_an_incomplete_number_is_refused(text, words):
    with pytest.raises(ConfigError, match=words):
        parse(text, "mine.yaml")


def test_ends_are_those_of_the_latency_so_rates_fall():
    library = parse(GOOD, "mine.yaml")
    assert library.parameter("x.y").ends == (3.0, 2.0, 1.0)
    assert library.derive(lambda rate: 6 / rate, "x.y") == Range(2.0, 3.0, 6.0)


def test_users_override_by_name_and_are_named_as_the_source():
    library = builtin().overridden(
        {"xtremio.read_latency": 0.3, "vplex.director_iops": {"low": 9e4, "typical": 8e4, "high": 7e4}}
    )
    assert library.range("xtremio.read_latency") == Range(0.3, 0.3, 0.3)
    assert library.known("vplex.director_iops")
    assert not builtin().known("vplex.director_iops")
    (line,) = library.sources(("xtremio.read_latency",))
    assert line == "xtremio.read_latency = 0.3 ms: the configuration"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"xtremio.read_latenzy": 1}, "did you mean xtremio.read_latency"),
        ({"xtremio.read_latency": "fast"}, "xtremio.read_latency: 'fast' is not a number"),
        ({"xtremio.read_latency": {"low": 1, "typical": 9, "high": 2}}, "between low and high"),
        ({"xtremio.read_latency": float("inf")}, "not a number"),
        ({"xtremio.read_latency": None}, "not a number"),
    ],
)
def test_a_wrong_override_says_what_and_where(values, words):
    with pytest.raises(ConfigError, match=words) as caught:
        builtin().overridden(values, "sanlint.yaml")
    assert str(caught.value).startswith("sanlint.yaml: ")
