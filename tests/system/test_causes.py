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
_HOSTS = {"switch": "fabric-a", "vsan": "", "active": [True, False], "zone": "both", "member_type": "alias"}
ZONE_OF_TWO_HOSTS: list[dict[str, Any]] = [
    {
        "add": {
            "zone": {"switch": "fabric-a", "vsan": "", "active": [True, False], "zone": "both", "zone_type": "normal"}
        }
    },
    *({"add": {"zone_member": {**_HOSTS, "member": one, "alias": one}}} for one in ("esx01_vmhba2", "esx02_vmhba2")),
]
# The second port of esx01 is zoned, but in no view: it has no paths.
NOT_IN_A_VIEW: list[dict[str, Any]] = [
    {"remove": {"mask_initiator": {"initiator_wwpn": "10000000c9010103"}}},
    {"remove": {"path": {"initiator_wwpn": "10000000c9010103"}}},
]
CASES: dict[str, tuple[str, str, list[dict[str, Any]]]] = {
    # The effect, the cause, and what is changed.
    "behind one director": ("PTH002", "PTH007", [{"remove": {"path": {"host": "esx01", "target_wwpn": _B}}}]),
    "less on one fabric": ("PTH009", "PTH002", [{"remove": {"path": {"host": "esx01", "target_wwpn": _B[0]}}}]),
    "a port in no view": ("PTH004", "ARR029", NOT_IN_A_VIEW),
    "paths of a port in no view": ("PTH002", "ARR029", NOT_IN_A_VIEW),
    "in a zone without its target port": ("ZON001", "ZON003", ZONE_OF_TWO_HOSTS),
}


@pytest.mark.parametrize("case", CASES)
def test_the_cause_is_named(case: str) -> None:
    effect, cause, changes = CASES[case]
    rules = [built_in_book().rules[one] for one in (effect, cause)]
    example: dict[str, Any] = {"name": case, "base": "vplex-one-engine", "change": changes}
    state = States(resources.bases_folder(), views_of(rules)).of(example)
    with state.changed(example["change"], views_of(rules)) as changed:
        found = audit_example(state, changed, rules, rules[0], example).findings
    rule_of = {one.fingerprint: one.rule for one in found}
    assert {(one.rule, rule_of[why]) for one in found for why in one.caused_by} == {(effect, cause)}
