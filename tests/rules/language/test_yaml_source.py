"""YAML of rules: what it may not contain is refused with its place."""

from __future__ import annotations

import pytest

from checker.errors import RuleError
from checker.rules.language import yaml_source


@pytest.mark.parametrize(("text", "key"), [("a: &x [1]\nb: *x\n", "b"), ("a: &x 1\nb: [*x]\n", "b.0")])
def test_an_alias_is_refused_with_the_place_of_what_it_repeats(text: str, key: str) -> None:
    with pytest.raises(RuleError) as caught:
        yaml_source.parse(text, "x.yaml")
    assert str(caught.value) == f"x.yaml:1:4: {key}: aliases (*name) are not allowed"


def test_an_anchor_without_an_alias_means_nothing() -> None:
    assert yaml_source.parse("a: &x [1]\nb: 2\n", "x.yaml").data == {"a": [1], "b": 2}
