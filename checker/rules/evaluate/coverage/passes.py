"""Objects that pass a rule, with the counts that the rule compared and the limits that they meet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checker.rules.book.rule import Expression
from checker.rules.config.parameters import Settings, sql_of
from checker.rules.evaluate.connection import quote
from checker.rules.evaluate.finding import Checked, Meets, Passed
from checker.rules.evaluate.plan import Plan
from checker.rules.evaluate.rollup import plain

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST = 1_000
"""Groups of objects that one rule lists; the rest are counted in its coverage only."""
_COMPARISON = re.compile(r"\b(below|above|exactly)\((\w+), (\$\w+|\d+)\)")
# Objects of other kinds, such as ports and zones, are many: they are counted, not listed.
_DEVICES = ("host", "switch", "storage_array", "director", "vplex_cluster", "fabric")
# What these do to a comparison is not derived: such rules list no values.
_OPAQUE = re.compile(r"\b(NOT|CASE|CASEWHEN)\b")


@dataclass(frozen=True)
class _Comparison:
    """One comparison of a condition: a passing object meets the limit in the direction of ``meets``."""

    column: str
    limit: str
    meets: Meets
    met: str


# How a passing object relates to the limit of each comparison, and the condition for that. A count that differs from
# exactly one may also be none, which is nothing that is right.
_MEETS: dict[str, tuple[Meets, str]] = {
    "below": ("at least", "NOT below"),
    "above": ("at most", "NOT above"),
    "exactly": ("more than", "above"),
}


def passes(connection: DuckDBPyConnection, plan: Plan, settings: Settings) -> tuple[Passed, ...]:
    """Return the objects that pass a rule, grouped by device and compared counts.

    Only objects that meet the first comparison of the condition are returned: others pass for a reason that the counts
    do not show, for example because they have no path at all, which is the fault of another rule.

    Raises:
        duckdb.Error: an expression fails on the data.
    """
    comparisons = _comparisons(plan)
    if not comparisons:
        return ()
    rule, columns = plan.rule, plan.source.view_types
    key = next((name for name in (*plan.source.keys, *plan.source.owners) if name in _DEVICES), None)
    selected = [quote(key) if key else "NULL"]
    met = [f"({plan.guard})" if plan.guard else "TRUE", f"NOT ({sql_of(rule.violated, rule, settings, columns)})"]
    for one in comparisons:
        named = (one.limit[1:],) if one.limit.startswith("$") else ()
        selected += [quote(one.column), f"({sql_of(Expression(one.limit, (), named), rule, settings, columns)})"]
        met.append(sql_of(Expression(one.met, (one.column,), named), rule, settings, columns))
    rows = connection.execute(
        f"SELECT {', '.join(selected)}, count(*) FROM {plan.source.relation} WHERE {' AND '.join(met)} "
        f"GROUP BY ALL ORDER BY ALL LIMIT {MOST}"
    ).fetchall()
    return tuple(
        Passed(
            rule.id,
            {key: plain(row[0])} if key else {},
            tuple(
                Checked(one.column, plain(row[1 + 2 * place]), one.meets, plain(row[2 + 2 * place]))
                for place, one in enumerate(comparisons)
            ),
            int(row[-1]),
        )
        for row in rows
    )


def _comparisons(plan: Plan) -> list[_Comparison]:
    """Return the comparisons that every passing object meets if it meets the first one."""
    text = plan.rule.violated.text
    if _OPAQUE.search(text):
        return []
    found = [
        _Comparison(match[2], match[3], meets, f"{condition}({match[2]}, {match[3]})")
        for match in _COMPARISON.finditer(text)
        for meets, condition in [_MEETS[match[1]]]
        if match[2] in plan.source.types
    ]
    return found[:1] if " AND " in text else found
