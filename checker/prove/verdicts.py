"""The verdict of one rule on every object, as plain values for comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from checker.facts.store.store import Store
from checker.rules.book.rule import Expression, Rule
from checker.rules.config.parameters import Settings, sql_of
from checker.views.catalog import views

Verdicts = dict[tuple[Any, ...], tuple[Any, ...]]
"""Object key → (verdict, severity, basis); verdict is TRUE, FALSE or None."""


def verdicts(store: Store, rule: Rule, settings: Settings) -> Verdicts:
    """Return the raw verdicts of a rule over built views; shadowing is not applied.

    Raises:
        duckdb.Error: an expression fails.
    """
    if rule.rows is not None:
        relation, keys, columns = f"({rule.rows}) AS rows_of_rule", rule.keys, {}
    else:
        view = views()[rule.view]
        relation, keys = view.name, view.grain
        columns = {column.name: column.type for column in view.columns}

    def sql(expression: Expression | None) -> str:
        return f"({sql_of(expression, rule, settings, columns)})" if expression else "NULL"

    condition = f"({sql(rule.when)} AND {sql(rule.violated)})" if rule.when else sql(rule.violated)
    listed = ", ".join(keys)
    rows = store.rows(f"SELECT {listed}, {condition}, {sql(rule.severity_by)}, {sql(rule.basis)} FROM {relation}")
    width = len(keys)
    return {row[:width]: (row[width], row[width + 1], row[width + 2]) for row in rows}


def with_violated(rule: Rule, text: str) -> Rule:
    """Return the rule with another condition, for mutations."""
    return replace(rule, violated=replace(rule.violated, text=text))


def with_when(rule: Rule, text: str | None) -> Rule:
    """Return the rule with another guard, for mutations."""
    return replace(rule, when=replace(rule.when, text=text) if rule.when and text is not None else None)
