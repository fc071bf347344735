"""Suppressions: which apply to which rules, errors in them, and the use of each in an audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from checker.errors import ConfigError, UsageError
from checker.rules.book.rule import Rule
from checker.rules.config import glob
from checker.rules.config.select import check_selector, covers
from checker.rules.evaluate.finding import Finding, RuleCoverage
from checker.rules.language.suggest import unknown
from checker.rules.suppress.model import Suppression, SuppressionUse
from checker.views.catalog import views

_MOST_LISTED = 5


def day(text: str) -> str:
    """Return a date as yyyy-mm-dd.

    Raises:
        ValueError: the value is not a date.
    """
    return date.fromisoformat(text.strip()).isoformat()


def check_suppressions(suppressions: Iterable[Suppression], rules: Mapping[str, Rule], keys: Collection[str]) -> None:
    """Check suppressions against the rules and the key columns of all views.

    Raises:
        ConfigError: a rule, prefix, tag or key is unknown, a rule cannot be suppressed, or a rule is not about the given
            objects; the message names the position.
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
                    f"{one.place}: {selector} cannot be suppressed: its findings are always shown; see sanlint explain "
                    f"{selector} for alternatives"
                )
        for match in one.objects if one.kind == "config" else ():
            for key in match:
                if key not in keys:
                    raise ConfigError(f"{one.place}: {unknown('key in objects', key, keys)}")
            _check_keys(one, match, rules)


def _check_keys(one: Suppression, match: Mapping[str, str], rules: Mapping[str, Rule]) -> None:
    """Reject keys that the rule's objects don't have: such a suppression never applies, so it is most likely a mistake."""
    named = [rules[selector] for selector in one.rules if selector in rules]
    if len(named) < len(one.rules) or not named:
        return
    # The columns of a rule with its own rows are known only when it runs.
    if any(rule.rows is not None or rule.view not in views() for rule in named):
        return
    columns = {rule.id: {column.name for column in views()[rule.view].columns} for rule in named}
    if not any(set(match) <= has for has in columns.values()):
        rule = named[0]
        unknown_keys = ", ".join(key for key in match if key not in columns[rule.id])
        raise ConfigError(
            f"{one.place}: {rule.id} checks {rule.view}, which has no column {unknown_keys}; "
            f"its objects are identified by {', '.join(views()[rule.view].grain)}"
        )


def in_force(
    suppressions: Iterable[Suppression], rules: Iterable[Rule], moment: datetime
) -> dict[str, tuple[Suppression, ...]]:
    """Return the active suppressions by rule id at a point in time, except those of single findings."""
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
    """Hide the findings whose fingerprint a suppression names; findings that are already hidden are not changed.

    Raises:
        ConfigError: the rule of such a finding cannot be suppressed.
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
                raise ConfigError(f"{one.place}: {finding.rule} cannot be suppressed: its findings are always shown")
            finding = hide(finding, one)
        result.append(finding)
    return tuple(result)


def _fits(one: Suppression, finding: Finding, rules: Mapping[str, Rule]) -> bool:
    rule = rules[finding.rule]
    if one.rules and not any(covers(rule, selector) for selector in one.rules):
        return False
    return not one.objects or all(any(_matches(match, each) for match in one.objects) for each in finding.objects)


def _matches(match: Mapping[str, str], each: Mapping[str, str | int | None]) -> bool:
    # Patterns for columns other than keys were already matched in the store.
    return all(key not in each or glob.matches(pattern, str(each[key])) for key, pattern in match.items())


def uses(
    suppressions: Sequence[Suppression],
    findings: Iterable[Finding],
    rules: Mapping[str, Rule],
    coverage: Iterable[RuleCoverage],
    moment: datetime,
) -> tuple[SuppressionUse, ...]:
    """Return the use of each suppression, in the given order. ``rules`` are those that ran, with their coverage."""
    # Not by place: the entries of an inline TOML table share one. Not by identity: custom rules run in a child process.
    hidden = Counter(repr(finding.suppression) for finding in findings if finding.suppression is not None)
    evaluated = {one.rule for one in coverage if one.error is None and not one.not_evaluated}
    today = moment.date().isoformat()
    result = []
    for one in suppressions:
        count = hidden[repr(one)]
        if _is_expired(one, today):
            result.append(SuppressionUse(one, "expired"))
        elif count:
            result.append(SuppressionUse(one, "hides", count))
        else:
            result.append(SuppressionUse(one, "unused" if _was_evaluated(one, rules, evaluated) else "not judged"))
    return tuple(result)


def _was_evaluated(one: Suppression, rules: Mapping[str, Rule], evaluated: Collection[str]) -> bool:
    """Whether every rule that it names ran without missing facts; for rules that are not selected this is unknown."""
    about = [rule.id for rule in rules.values() if any(covers(rule, selector) for selector in one.rules)]
    if not one.rules:
        about = list(rules)
    ids = {selector for selector in one.rules if selector[-1:].isdigit()}
    return bool(about) and ids <= rules.keys() and all(rule_id in evaluated for rule_id in about)


def _is_expired(one: Suppression, today: str) -> bool:
    return one.expires is not None and one.expires < today


def notices(found: Sequence[SuppressionUse]) -> list[str]:
    """Return notices for the user: suppressions that expired, and those that no longer match."""
    expired = [
        f"{use.suppression.place}: the suppression of {use.suppression.subject} expired on {use.suppression.expires} "
        "and no longer applies; renew or remove it"
        for use in found
        if use.outcome == "expired"
    ]
    unused = [
        f"{use.suppression.place}: the suppression of {use.suppression.subject} no longer matches anything; remove it"
        for use in found
        if use.outcome == "unused"
    ]
    return [*_few(expired, "expired suppressions"), *_few(unused, "suppressions that no longer match anything")]


def _few(texts: list[str], what: str) -> list[str]:
    more = [f"{len(texts) - _MOST_LISTED:,} more {what}; --format json lists them"] if len(texts) > _MOST_LISTED else []
    return texts[:_MOST_LISTED] + more
