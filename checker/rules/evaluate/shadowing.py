"""Shadowing: remove the objects of a rule that another rule shadows, and number the remaining ones by finding.

``unless`` and ``only_with`` use the raw verdicts of the other rule, before shadowing. A rule that is not selected, that
failed or that was not evaluated on an object has no verdict TRUE there and shadows nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from checker.rules.evaluate.connection import SCRATCH, quote, same
from checker.rules.evaluate.plan import Plan
from checker.rules.evaluate.scan import Scan

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

GROUP = "#group"
NTH = "#nth"


def link_columns(
    declared: tuple[str, ...] | None, keys: tuple[str, ...], other_keys: tuple[str, ...]
) -> tuple[str, ...]:
    """The columns by which two rules' objects are compared: those declared, else all keys of the coarser view."""
    if declared is not None:
        return declared
    return keys if len(keys) < len(other_keys) else other_keys


def active_objects(connection: DuckDBPyConnection, plan: Plan, scans: Mapping[str, Scan]) -> tuple[str, int]:
    """Create a table of the objects of a rule that no rule shadows; return its name and the number of shadowed objects.

    ``scans`` maps rules to their scans. In the table, ``#group`` numbers the future findings and ``#nth`` the objects of
    each.

    Raises:
        duckdb.Error: a column that the rules are compared by is missing.
    """
    own = scans[plan.rule.id]
    assert own.table is not None
    rule = plan.rule
    conditions = [quote(plan.verdict)]
    for other, declared in rule.unless.items():
        match = _match(plan, other, declared, scans)
        if match:
            conditions.append(f"NOT {match}")
    if rule.only_with:
        # One of them is enough.
        matches = [_match(plan, other, declared, scans) for other, declared in rule.only_with.items()]
        conditions.append(f"({' OR '.join(match for match in matches if match) or 'FALSE'})")
    # All columns are part of the order, so that rows with equal keys always have the same order.
    together = ", ".join(quote(plan.column(name)) for name in plan.together) or "1"
    order = ", ".join(quote(plan.column(name)) for name in (*plan.source.keys, *plan.varying))
    table = f"{SCRATCH}speaking_{plan.number}"
    kept = ", ".join(quote(column) for column in dict.fromkeys(plan.column(name) for name in plan.values))
    connection.execute(
        f"CREATE TEMP TABLE {quote(table)} AS SELECT {kept}, dense_rank() OVER (ORDER BY {together}) AS {quote(GROUP)}, "
        f"row_number() OVER (PARTITION BY {together} ORDER BY {order}) AS {quote(NTH)} "
        f"FROM {quote(own.table)} AS mine WHERE {' AND '.join(conditions)}"
    )
    row = connection.execute(f"SELECT count(*) FROM {quote(table)}").fetchone()
    assert row is not None
    return table, own.counts[rule.id].violated - int(row[0])


def _match(plan: Plan, other: str, declared: tuple[str, ...] | None, scans: Mapping[str, Scan]) -> str | None:
    """The condition that the other rule fires on a matching object; None if it fires nowhere."""
    theirs = scans.get(other)
    if theirs is None or theirs.table is None or not theirs.counts[other].violated:
        return None
    verdict = next(item.verdict for item in theirs.plans if item.rule.id == other)
    columns = link_columns(declared, plan.source.keys, theirs.source.keys)
    return (
        f"EXISTS (SELECT 1 FROM {quote(theirs.table)} AS theirs "
        f"WHERE theirs.{quote(verdict)} AND {same('theirs', 'mine', columns)})"
    )
