"""Selection of rules by ids, prefixes, categories and tags."""

from __future__ import annotations

from typing import Any

import pytest

from checker.errors import UsageError
from checker.rules.config.select import select
from tests.rules.fake_san import rule

RULES = [
    rule("PTH001", "TRUE", tags=("availability",)),
    rule("PTH002", "TRUE", tags=("availability", "vplex")),
    rule("PTH010", "TRUE", experimental=True, tags=("vplex",)),
    rule("ZON001", "TRUE", category="zoning"),
    rule("ZON018", "TRUE", category="zoning", replaced_by="ZON001"),
]


@pytest.mark.parametrize(
    ("chosen", "ignored", "extended", "expected"),
    [
        (("ALL",), (), (), "PTH001 PTH002 ZON001"),
        (("PTH",), (), (), "PTH001 PTH002"),
        (("zoning",), (), (), "ZON001"),
        (("vplex", "ZON"), (), (), "PTH002 ZON001"),
        (("ALL",), ("PTH",), (), "ZON001"),
        (("PTH002",), ("PTH",), (), "PTH002"),
        (("PTH",), ("PTH002",), (), "PTH001"),
        (("PTH",), ("PTH00",), ("PTH002",), "PTH002"),
        (("PTH",), ("PTH",), (), ""),
        (("availability",), ("vplex",), (), "PTH001"),
        (("ALL",), (), ("PTH010",), "PTH001 PTH002 PTH010 ZON001"),
        (("ALL",), (), ("vplex",), "PTH001 PTH002 PTH010 ZON001"),
        (("PTH010",), (), (), "PTH010"),
        (("PTH0", "vplex"), (), (), "PTH001 PTH002"),
        (("ALL",), ("ZON018",), (), "PTH001 PTH002 ZON001"),
    ],
)
def test_the_most_specific_selector_wins(chosen, ignored, extended, expected):
    found = [one.id for one in select(RULES, chosen, ignored, extended)]
    assert " ".join(found) == expected


def test_profile_all_runs_experimental_rules_too():
    assert [one.id for one in select(RULES, experimental=True)] == ["PTH001", "PTH002", "PTH010", "ZON001"]
    assert [one.id for one in select(RULES, ignore=("PTH010",), experimental=True)] == ["PTH001", "PTH002", "ZON001"]


@pytest.mark.parametrize(
    ("given", "uses"),
    [
        ({}, False),
        ({"select": ("LIM",)}, False),
        ({"select": ("LIM017",)}, True),
        ({"extend_select": ("LIM",)}, True),
        ({"experimental": True}, True),
    ],
)
def test_unconfirmed_numbers_apply_when_the_rule_is_selected_by_name(given: dict[str, Any], uses: bool) -> None:
    limit = rule("LIM017", "TRUE", params={"use_unconfirmed": False, "max": 4})
    (chosen,) = select([limit], **given)
    assert {name: one.default for name, one in chosen.parameters.items()} == {"use_unconfirmed": uses, "max": 4}
    assert limit.parameters["use_unconfirmed"].default is False


@pytest.mark.parametrize("where", ["select", "ignore", "extend_select"])
def test_an_unknown_selector_is_answered_by_the_nearest(where):
    with pytest.raises(UsageError, match=r"'ZON002'.*did you mean 'ZON001'"):
        select(RULES, **{where: ("ZON002",)})


def test_an_empty_selector_fits_nothing():
    with pytest.raises(UsageError):
        select(RULES, ("",))


def test_a_retired_rule_is_not_selected_but_its_successor_named():
    with pytest.raises(UsageError, match="retired: ZON001"):
        select(RULES, extend_select=("ZON018",))
