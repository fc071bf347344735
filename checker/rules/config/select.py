"""Which rules run: ids, prefixes, categories and tags, where the most specific selector wins.

As in ruff, ``--ignore PTH --select PTH002`` runs PTH002, and of two equally specific ones ``ignore`` wins.
"""

from __future__ import annotations

from collections.abc import Sequence

from checker.errors import UsageError
from checker.rules.book.rule import Rule
from checker.rules.book.unconfirmed import as_requested
from checker.rules.language.suggest import unknown

ALL = "ALL"


def select(
    rules: Sequence[Rule],
    select: Sequence[str] = (ALL,),
    ignore: Sequence[str] = (),
    extend_select: Sequence[str] = (),
    *,
    experimental: bool = False,
) -> list[Rule]:
    """Return the rules to run, in the order given.

    A selector is ``ALL``, a tag or category, the beginning of an id (``PTH``, ``PTH0``), or an id. Experimental rules
    run only if ``extend_select`` covers them, ``select`` names their id, or ``experimental`` is set (profile ``all``);
    in these cases the parameter ``use_unconfirmed`` is also set, unless the configuration sets it to another value.
    Retired rules never run.

    Raises:
        UsageError: a selector matches no rule, or ``select`` or ``extend_select`` has the id of a retired rule.
    """
    for selector in (*select, *ignore, *extend_select):
        check_selector(selector, rules)
    for selector in (*select, *extend_select):
        retired = next((rule for rule in rules if rule.id == selector and rule.replaced_by), None)
        if retired:
            raise UsageError(f"rule {selector} is retired: {retired.replaced_by}")
    chosen: list[Rule] = []
    for rule in rules:
        if not rule.replaced_by and _runs(rule, select, ignore, extend_select):
            by_name = experimental or _named(rule, select, extend_select)
            if by_name or not rule.experimental:
                chosen.append(as_requested(rule) if by_name else rule)
    return chosen


def _runs(rule: Rule, select: Sequence[str], ignore: Sequence[str], extend_select: Sequence[str]) -> bool:
    return _strength(rule, (*select, *extend_select)) > _strength(rule, ignore)


def _named(rule: Rule, select: Sequence[str], extend_select: Sequence[str]) -> bool:
    return rule.id in select or _strength(rule, extend_select) >= 0


def _strength(rule: Rule, selectors: Sequence[str]) -> int:
    """Specificity of the best matching selector: -1 none, 0 ALL, 1 tag or category, more for longer ids."""
    return max((_specificity(rule, selector) for selector in selectors), default=-1)


def _specificity(rule: Rule, selector: str) -> int:
    # A tag that equals the beginning of an id would hide the ids; ids win.
    if selector and rule.id.startswith(selector):
        return 1 + len(selector)
    if selector in rule.tags or selector == rule.category:
        return 1
    return 0 if selector == ALL else -1


def covers(rule: Rule, selector: str) -> bool:
    """Whether a selector matches a rule: ``ALL``, its id or the beginning of it, its category or one of its tags."""
    return _specificity(rule, selector) >= 0


def check_selector(selector: str, rules: Sequence[Rule]) -> None:
    """Check that a selector matches at least one rule.

    Raises:
        UsageError: no rule matches; the message suggests the nearest selector.
    """
    if selector == ALL or any(_specificity(rule, selector) >= 0 for rule in rules):
        return
    known = {ALL, *(rule.id for rule in rules), *(rule.category for rule in rules)}
    known |= {tag for rule in rules for tag in rule.tags} | {rule.id.rstrip("0123456789") for rule in rules}
    raise UsageError(unknown("rule, prefix or tag", selector, known))
