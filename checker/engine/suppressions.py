"""Suppressions: which of them hold for which rules, what is wrong with them, and what became of each in an audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from checker.engine import glob
from checker.engine.finding import Finding, RuleCoverage
from checker.engine.hidden import Suppression, SuppressionUse
from checker.engine.rule import Rule
from checker.engine.select import check_selector, covers
from checker.engine.suggest import unknown
from checker.errors import ConfigError, UsageError
from checker.views.catalog import views

_TOLD = 5


def day(text: str) -> str:
    """Return a date as yyyy-mm-dd.

    Raises:
        ValueError: it is none.
    """
    return date.fromisoformat(text.strip()).isoformat()


def check_suppressions(suppressions: Iterable[Suppression], rules: Mapping[str, Rule], keys: Collection[str]) -> None:
    """Hold suppressions against the rules and the key columns of all views.

    Raises:
        ConfigError: names the place of an unknown rule, prefix, tag or key, of a rule that can't be suppressed, and of
            one that is not about the objects it is to be hidden for.
    """
    listed = list(rules.values())
    for one in suppressions:
        for selector in one.rules:
            try:
                check_selector(selector, listed)
            except UsageError as error:
                raise ConfigError(f"{one.place}: {error}") from None
            if selector in rules and not rules[selector].suppressible:
                raise ConfigError(
                    f"{one.place}: {selector} can't be suppressed: its findings are always shown; sanlint explain "
                    f"{selector} says what else there is"
                )
        for match in one.objects if one.kind == "config" else ():
            for key in match:
                if key not in keys:
                    raise ConfigError(f"{one.place}: {unknown('key in objects', key, keys)}")
            _check_keys(one, match, rules)


def _check_keys(one: Suppression, match: Mapping[str, str], rules: Mapping[str, Rule]) -> None:
    """A rule whose objects have no such key would never be hidden: most likely it is a mistake."""
    named = [rules[selector] for selector in one.rules if selector in rules]
    if len(named) < len(one.rules) or not named:
        return
    # The columns of a rule with rows of its own are known only when it runs.
    if any(rule.rows is not None or rule.view not in views() for rule in named):
        return
    columns = {rule.id: {column.name for column in views()[rule.view].columns} for rule in named}
    if not any(set(match) <= has for has in columns.values()):
        rule = named[0]
        lacking = ", ".join(key for key in match if key not in columns[rule.id])
        raise ConfigError(
            f"{one.place}: {rule.id} looks at {rule.view}, which has no {lacking}; "
            f"its objects are told apart by {', '.join(views()[rule.view].grain)}"
        )


def in_force(
    suppressions: Iterable[Suppression], rules: Iterable[Rule], moment: datetime
) -> dict[str, tuple[Suppression, ...]]:
    """Return for each rule's id the suppressions that hide its objects at a moment; those of one finding are not here."""
    today = moment.date().isoformat()
    valid = [one for one in suppressions if one.finding is None and not _is_expired(one, today)]
    found: dict[str, tuple[Suppression, ...]] = {}
    for rule in rules if valid else ():
        fitting = tuple(one for one in valid if any(covers(rule, selector) for selector in one.rules))
        if fitting and rule.suppressible:
            found[rule.id] = fitting
    return found


def hide(finding: Finding, suppression: Suppression) -> Finding:
    """Return the finding in state ``suppressed``."""
    return replace(finding, state="suppressed", suppressed_by=suppression.text, suppression=suppression)


def hide_named(
    findings: Sequence[Finding], suppressions: Iterable[Suppression], rules: Mapping[str, Rule], moment: datetime
) -> tuple[Finding, ...]:
    """Hide the findings whose fingerprint a suppression names; one that is hidden already stays as it is.

    Raises:
        ConfigError: the rule of such a finding can't be suppressed.
    """
    today = moment.date().isoformat()
    named = {one.finding: one for one in suppressions if one.finding is not None and not _is_expired(one, today)}
    if not named:
        return tuple(findings)
    result = []
    for finding in findings:
        one = named.get(finding.fingerprint)
        if one is not None and finding.state == "fail" and _fits(one, finding, rules):
            if not rules[finding.rule].suppressible:
                raise ConfigError(f"{one.place}: {finding.rule} can't be suppressed: its findings are always shown")
            finding = hide(finding, one)
        result.append(finding)
    return tuple(result)


def _fits(one: Suppression, finding: Finding, rules: Mapping[str, Rule]) -> bool:
    rule = rules[finding.rule]
    if one.rules and not any(covers(rule, selector) for selector in one.rules):
        return False
    return not one.objects or all(any(_matches(match, each) for match in one.objects) for each in finding.objects)


def _matches(match: Mapping[str, str], each: Mapping[str, str | int | None]) -> bool:
    # A pattern over something else than a key was held against it in the store.
    return all(key not in each or glob.matches(pattern, str(each[key])) for key, pattern in match.items())


def uses(
    suppressions: Sequence[Suppression],
    findings: Iterable[Finding],
    rules: Mapping[str, Rule],
    coverage: Iterable[RuleCoverage],
    moment: datetime,
) -> tuple[SuppressionUse, ...]:
    """Say what became of each suppression, in the given order. ``rules`` are those that ran, with their coverage."""
    # Not by place: the entries of an inline TOML table share one. Not by identity: foreign rules run in a child.
    hidden = Counter(repr(finding.suppression) for finding in findings if finding.suppression is not None)
    judged = {one.rule for one in coverage if one.error is None and not one.not_evaluated}
    today = moment.date().isoformat()
    result = []
    for one in suppressions:
        count = hidden[repr(one)]
        if _is_expired(one, today):
            result.append(SuppressionUse(one, "expired"))
        elif count:
            result.append(SuppressionUse(one, "hides", count))
        else:
            result.append(SuppressionUse(one, "unused" if _was_judged(one, rules, judged) else "not judged"))
    return tuple(result)


def _was_judged(one: Suppression, rules: Mapping[str, Rule], judged: Collection[str]) -> bool:
    """Whether every rule that it is about ran and lacked no facts; a rule that is not selected tells nothing."""
    about = [rule.id for rule in rules.values() if any(covers(rule, selector) for selector in one.rules)]
    if not one.rules:
        about = list(rules)
    ids = {selector for selector in one.rules if selector[-1:].isdigit()}
    return bool(about) and ids <= rules.keys() and all(rule_id in judged for rule_id in about)


def _is_expired(one: Suppression, today: str) -> bool:
    return one.expires is not None and one.expires < today


def notices(found: Sequence[SuppressionUse]) -> list[str]:
    """Return what a person should know: suppressions that expired, and those that hide nothing."""
    expired = [
        f"{use.suppression.place}: the suppression of {use.suppression.subject} expired on {use.suppression.expires} "
        "and hides nothing any more: renew it or take it out"
        for use in found
        if use.outcome == "expired"
    ]
    unused = [
        f"{use.suppression.place}: the suppression of {use.suppression.subject} hides nothing: take it out"
        for use in found
        if use.outcome == "unused"
    ]
    return [*_few(expired, "expired suppressions"), *_few(unused, "suppressions that hide nothing")]


def _few(texts: list[str], what: str) -> list[str]:
    more = [f"{len(texts) - _TOLD:,} more {what}; --output-format json lists them"] if len(texts) > _TOLD else []
    return texts[:_TOLD] + more
