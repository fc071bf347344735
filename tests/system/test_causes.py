"""Findings that one change resolves name their cause: what else is missing because one port, director or zone is."""

from __future__ import annotations

from typing import Any

import pytest

from checker import resources
from checker.audit.check import views_of
from checker.prove.examples import audit_example
from checker.prove.state import States
from checker.rules.book.book import built_in_book

_B = ["5000144270a10100", "5000144270a10101"]
CASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    # The effect, the cause, and what is removed.
    "behind one director": ("PTH002", "PTH007", {"path": {"host": "esx01", "target_wwpn": _B}}),
    "less on one fabric": ("PTH009", "PTH002", {"path": {"host": "esx01", "target_wwpn": _B[0]}}),
}


@pytest.mark.parametrize("case", CASES)
def test_the_cause_is_named(case: str) -> None:
    effect, cause, removed = CASES[case]
    rules = [built_in_book().rules[one] for one in (effect, cause)]
    example: dict[str, Any] = {"name": case, "base": "vplex-one-engine", "change": [{"remove": removed}]}
    state = States(resources.bases_folder(), views_of(rules)).of(example)
    with state.changed(example["change"], views_of(rules)) as changed:
        found = audit_example(state, changed, rules, rules[0], example).findings
    rule_of = {one.fingerprint: one.rule for one in found}
    assert {(one.rule, rule_of[why]) for one in found for why in one.caused_by} == {(effect, cause)}
