"""The commands of all built-in rules: what a script may contain without a decision."""

from __future__ import annotations

from collections.abc import Iterator

from checker.remediate.render.files import PLACES
from checker.rules.book.book import built_in_book
from checker.rules.book.rule import FixCommand, Rule
from checker.rules.change.kind import kind_of
from checker.rules.language.template import literals

# Switches and arrays carry every host at once: a command without a condition is an exception.
UNDECIDED_ON_SHARED = {"XFR001", "XFR002", "XFR005", "XFR006", "ZON019", "ZON024"}
# What shows nothing: it is seen in the finding itself, or saves what was shown before.
WITHOUT_CHECK = {"FAB017", "HOST017", "HOST018", "HOST026", "NMP017"}
SHARED = {"brocade", "cisco-mds", "vplexcli", "symcli", "naviseccli", "xmcli"}


def fixing_commands() -> Iterator[tuple[Rule, FixCommand]]:
    for rule in built_in_book().rules.values():
        for command in rule.fix_commands:
            if kind_of(literals(command.run).replace("\0", "x"), command.platform) == "fix":
                yield rule, command


def test_rules_have_fixing_commands() -> None:
    assert len({rule.id for rule, _ in fixing_commands()}) >= 50


def test_what_all_hosts_share_is_changed_only_after_a_decision() -> None:
    assert {rule.id for rule, one in fixing_commands() if one.platform in SHARED and not one.only_if} == (
        UNDECIDED_ON_SHARED
    ), (
        "say with 'only_if' which condition to confirm first; if it only inspects, add it to checker/rules/change/kind.py"
    )


def test_no_removal_runs_without_a_decision() -> None:
    words = ("delete", "remove", "expunge", "disable", "reclaim", "destroy", "no zone ", "unmap")
    found = [
        (rule.id, one.run) for rule, one in fixing_commands() if not one.only_if and any(w in one.run for w in words)
    ]
    assert found == []


def test_every_command_can_be_checked() -> None:
    unchecked = {rule.id for rule, one in fixing_commands() if one.check is None and one.platform not in PLACES}
    assert unchecked <= WITHOUT_CHECK, (
        "say with 'check' how to verify that it worked; if it only inspects, add it to checker/rules/change/kind.py"
    )


def test_every_change_can_be_undone_or_says_why_not() -> None:
    silent = {(rule.id, one.run) for rule, one in fixing_commands() if not one.undo and not one.no_undo}
    assert not silent, "say with 'undo' how to revert it, or with 'no_undo' why that is not possible"
    assert not [rule.id for rule, one in fixing_commands() if one.undo and one.no_undo]


def test_an_undo_is_a_separate_command_and_a_check_only_inspects() -> None:
    for rule, command in fixing_commands():
        assert command.undo != command.run, rule.id
        assert command.undo is None or kind_of(command.undo, command.platform) == "fix", rule.id
        check = literals(command.check or "").replace("\0", "x")
        platform = "linux" if command.platform in PLACES else command.platform
        assert not check or kind_of(check, platform) == "inspect", rule.id


def test_commands_are_in_the_order_in_which_the_plan_lists_them() -> None:
    """Reports list them as the rule does, the plan by what they do: inspect, fix, and what follows."""
    found = []
    for rule in built_in_book().rules.values():
        of: dict[str, list[int]] = {}
        for command in rule.fix_commands:
            run = literals(command.run).replace("\0", "x")
            order = ("inspect", "fix", "follow-up").index(kind_of(run, command.platform))
            of.setdefault(command.platform, []).append(order)
        found += [(rule.id, platform) for platform, orders in of.items() if orders != sorted(orders)]
    assert found == []
