"""Every command whose effect the model can show fixes an example of its rule, and breaks nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

import pytest

from checker import resources
from checker.audit.check import views_of
from checker.facts.resolve import overlay
from checker.prove.examples import audit_example
from checker.prove.state import State, States
from checker.rules.book.book import Book, built_in_book
from checker.rules.evaluate.evaluate import Evaluation
from tests.thorough import THOROUGH

# Every example with all rules on takes some minutes: that is for `make prove`.
# What the commands cannot show in an example, and why.
STAYS: Mapping[str, str] = {
    "HOST012": "its commands set what a host sets; the queue depth is a parameter of the driver, and needs a reboot",
}
NOTHING: Mapping[str, str] = {
    "HOST026": "its examples are hosts of ESX, where PowerPath is set from another machine",
}
# Findings that come, and rightly.
COMES: Mapping[str, Mapping[str, str]] = {
    "NMP002": {"NMP023": "a user's own rule requires what the vendor advises against"},
    "NMP008": {"NMP006": "the other hosts of the cluster are left as they are"},
    "NMP013": {
        "NMP001": "it knows of shared raw devices by their own flag only, not by the list of the guests' disks",
        "NMP006": "the other hosts of the cluster are left as they are",
    },
    "ZON009": {"ZON010": "the zone held nothing but the member that is gone"},
}


@cache
def book() -> Book:
    return built_in_book()


@pytest.fixture(scope="module")
def states() -> States:
    expected = [book().rules[rule_id] for rule_id in scripted()]
    named = {*scripted(), *(other for rule in expected for other in (*rule.unless, *rule.only_with))}
    rules = [rule for rule in book().rules.values() if rule.id in named]
    return States(resources.bases_folder(), None if THOROUGH else views_of(rules))


def scripted() -> list[str]:
    return [rule.id for rule in built_in_book().rules.values() if any(one.effect for one in rule.fix_commands)]


def objects(evaluation: Evaluation) -> set[tuple[str, str]]:
    return {(f.rule, json.dumps(dict(one), sort_keys=True)) for f in evaluation.findings for one in f.objects}


def missing(state: State, change: Mapping[str, Mapping[str, object]]) -> bool:
    """Whether a change still has something to do: what is to go may be gone with another change."""
    return all(
        overlay.matches(state.store, kind, what[kind]) != (action == "add")
        for action, what in change.items()
        for kind in [overlay.kind_of(action, what)]
    )


def test_rules_of_all_platforms_describe_their_commands() -> None:
    found = {one.platform for rule in built_in_book().rules.values() for one in rule.fix_commands if one.effect}
    assert {"esxi", "udev", "multipath.conf", "powershell", "vplexcli", "brocade", "cisco-mds"} <= found
    assert len(scripted()) >= 39


@pytest.mark.parametrize("rule_id", scripted())
def test_a_rule_no_longer_fires_after_its_commands(rule_id: str, states: States) -> None:
    rule = book().rules[rule_id]
    partners = {rule_id, *rule.unless, *rule.only_with}
    rules = [one for one in book().rules.values() if THOROUGH or one.id in partners]
    views = None if THOROUGH else views_of(rules)
    tried = 0
    for example in [one for one in book().text(rule_id).examples if "finds" in one]:
        state = states.of(example)
        # Other tests prove that bases have no findings.
        state.clean = True
        with state.changed(example.get("change", ()), views) as changed:
            before = audit_example(state, changed, rules, rule, example)
            steps = [step for found in before.findings if found.rule == rule_id for step in found.fix]
            effects = list({json.dumps(effect): effect for step in steps for effect in step.effect}.values())
            todo = [effect for effect in effects if missing(state, effect)]
            if not todo:
                continue
            tried += 1
            after = audit_example(state, state.further(todo, views), rules, rule, example)
        assert not after.errors
        stays = [found.message for found in after.findings if found.rule == rule_id]
        assert not stays or rule_id in STAYS
        unknown = [sum(one.not_evaluated for one in got.rules if one.rule == rule_id) for got in (before, after)]
        assert unknown[1] <= unknown[0], "the finding is gone because it can no longer be evaluated"
        new = {rule for rule, _ in objects(after) - objects(before)}
        assert new <= COMES.get(rule_id, {}).keys() | ({rule_id} & STAYS.keys())
        if not THOROUGH:
            break
    assert tried or rule_id in NOTHING
