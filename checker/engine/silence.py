"""Who speaks: objects that another rule silences are taken out, and what is left is numbered by finding.

``unless`` and ``only_with`` look at the raw verdicts of the other rule, before anything was silenced. A rule that is
not selected, that failed or that was not evaluated on an object has no verdict TRUE there and silences nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from checker.engine.plan import Plan
from checker.engine.scan import Scan
from checker.engine.session import SCRATCH, quote, same

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


def speaking(connection: DuckDBPyConnection, plan: Plan, scans: Mapping[str, Scan]) -> tuple[str, int]:
    """Make a table of the objects of a rule that nobody silences; return its name and how many were silenced.

    ``scans`` gives each rule's scan. In the table the column ``#group`` numbers the findings to be and ``#nth`` the
    objects in each.

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
    # Everything that is kept takes part in the order, so that equal keys can't come out in two orders.
    together = ", ".join(quote(plan.column(name)) for name in plan.together) or "1"
    order = ", ".join(quote(plan.column(name)) for name in (*plan.source.keys, *plan.apart))
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
    """The condition that the other rule fires on an object that agrees with this one; None if it fires nowhere."""
    theirs = scans.get(other)
    if theirs is None or theirs.table is None or not theirs.counts[other].violated:
        return None
    verdict = next(item.verdict for item in theirs.plans if item.rule.id == other)
    columns = link_columns(declared, plan.source.keys, theirs.source.keys)
    return (
        f"EXISTS (SELECT 1 FROM {quote(theirs.table)} AS theirs "
        f"WHERE theirs.{quote(verdict)} AND {same('theirs', 'mine', columns)})"
    )
