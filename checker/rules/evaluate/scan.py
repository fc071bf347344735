"""One scan over a view for all its rules: the counts, the rows that violate a rule, and the unknown facts.

Rows that pass are only counted. The verdict of a rule on a row is TRUE (violated), FALSE or NULL (not evaluated), by
Kleene's logic over ``(when) AND (violated)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checker.facts.store.statements import run
from checker.rules.evaluate.connection import SCRATCH, quote
from checker.rules.evaluate.plan import Plan, Source

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from checker.rules.book.rule import Rule

# Bits of one BIGINT column; the sign bit stays unused.
_BITS = 62


@dataclass(frozen=True)
class Counts:
    """Numbers of objects of a rule: all, violated, not evaluated, and outside its ``when``."""

    objects: int
    violated: int
    unknown: int
    outside: int

    @property
    def passed(self) -> int:
        """The objects that the rule applies to and that do not violate it."""
        return self.objects - self.violated - self.unknown - self.outside


@dataclass(frozen=True)
class UnknownGroup:
    """Objects of one owner on which the same rules were not evaluated for the same unknown columns.

    ``rules`` has bit *i* set for the i-th plan of the scan, ``columns`` for the i-th of the scan's ``used`` columns.
    ``example`` contains the key values of the first object.
    """

    owners: tuple[str | None, ...]
    rules: int
    columns: int
    objects: int
    example: tuple[Any, ...]


@dataclass(frozen=True)
class Scan:
    """The result of one scan. ``table`` has the violating rows with one verdict column per rule; None if there are none."""

    source: Source
    plans: tuple[Plan, ...]
    counts: Mapping[str, Counts]
    table: str | None
    used: tuple[str, ...]
    unknown: tuple[UnknownGroup, ...]


def scan(connection: DuckDBPyConnection, plans: Sequence[Plan]) -> Scan:
    """Evaluate all ``plans``, which share one source, together. Runs inside the caller's transaction.

    Raises:
        duckdb.Error: one of the expressions fails on the data.
    """
    source = plans[0].source
    counts = _count(connection, source, plans)
    violated = [plan for plan in plans if counts[plan.rule.id].violated]
    undecided = [plan for plan in plans if counts[plan.rule.id].unknown]
    used = tuple(dict.fromkeys(name for plan in undecided for name in plan.used))
    table = _keep_violating(connection, source, violated) if violated else None
    unknown = _group_unknown(connection, source, undecided, used) if undecided else ()
    # Bits of UnknownGroup.rules count the unsure plans only; give them the numbers of all plans.
    place_of = {plan.number: place for place, plan in enumerate(plans)}
    places = [place_of[plan.number] for plan in undecided]
    spread = tuple(
        UnknownGroup(group.owners, _spread(group.rules, places), group.columns, group.objects, group.example)
        for group in unknown
    )
    return Scan(source, tuple(plans), counts, table, used, spread)


def nothing_found(plans: Sequence[Plan]) -> Scan:
    """Return the result of a scan over a source without rows."""
    return Scan(plans[0].source, tuple(plans), {plan.rule.id: Counts(0, 0, 0, 0) for plan in plans}, None, (), ())


def nothing_to_scan(source: Source, rule: Rule) -> Scan:
    """Return the result for a rule whose source was not created because it has no rows."""
    return Scan(source, (), {rule.id: Counts(0, 0, 0, 0)}, None, (), ())


def _with_verdicts(source: Source, plans: Sequence[Plan], more: Sequence[str] = ()) -> str:
    """A sub-query of all columns of the source and the verdict of each rule."""
    verdicts = [f"{plan.condition} AS {quote(plan.verdict)}" for plan in plans]
    return f"(SELECT *, {', '.join([*verdicts, *more])} FROM {source.relation})"


def _count(connection: DuckDBPyConnection, source: Source, plans: Sequence[Plan]) -> dict[str, Counts]:
    # In a check of few files most views are empty; planning their conditions would take longer than everything else.
    if run(connection, f"SELECT 1 FROM {source.relation} LIMIT 1").fetchone() is None:
        return {plan.rule.id: Counts(0, 0, 0, 0) for plan in plans}
    guards = [f"({plan.guard}) AS {quote(_guard(plan))}" for plan in plans if plan.guard]
    items: list[str] = ["count(*)"]
    for plan in plans:
        verdict = quote(plan.verdict)
        # Sums of casts are four times as fast as count(*) FILTER.
        items += [f"sum({verdict}::INTEGER)", f"count({verdict})"]
        items.append(f"sum((NOT {quote(_guard(plan))})::INTEGER)" if plan.guard else "0")
    row = run(connection, f"SELECT {', '.join(items)} FROM {_with_verdicts(source, plans, guards)}").fetchone()
    assert row is not None
    objects = int(row[0])
    counts: dict[str, Counts] = {}
    for index, plan in enumerate(plans):
        violated, decided, outside = row[1 + 3 * index : 4 + 3 * index]
        counts[plan.rule.id] = Counts(objects, int(violated or 0), objects - int(decided), int(outside or 0))
    return counts


def _guard(plan: Plan) -> str:
    return f"#guard{plan.number}"


def _keep_violating(connection: DuckDBPyConnection, source: Source, plans: Sequence[Plan]) -> str:
    columns: dict[str, str] = {}
    for plan in plans:
        for name, sql in plan.values.items():
            column = plan.column(name)
            # A rule's own values are computed for its own objects only: for others they may be undefined.
            columns[column] = sql if column == name else f"CASE WHEN {quote(plan.verdict)} THEN {sql} END"
    listed = ", ".join(f"{sql} AS {quote(column)}" for column, sql in columns.items())
    verdicts = [quote(plan.verdict) for plan in plans]
    table = f"{SCRATCH}scan_{plans[0].number}"
    run(
        connection,
        f"CREATE TEMP TABLE {quote(table)} AS SELECT {', '.join([listed, *verdicts])} "
        f"FROM {_with_verdicts(source, plans)} WHERE {' OR '.join(verdicts)}",
    )
    return table


def _group_unknown(
    connection: DuckDBPyConnection, source: Source, plans: Sequence[Plan], used: Sequence[str]
) -> tuple[UnknownGroup, ...]:
    rule_bits = _bit_columns([f"{quote(plan.verdict)} IS NULL" for plan in plans])
    column_bits = _bit_columns([unknown_sql(name, source.types[name]) for name in used])
    owners = [quote(name) for name in source.owners]
    key = ", ".join(f"{quote(name)} := {quote(name)}" for name in source.keys)
    any_unknown = " OR ".join(f"{quote(plan.verdict)} IS NULL" for plan in plans)
    grouped = [*owners, *rule_bits, *column_bits]
    rows = run(
        connection,
        f"SELECT {', '.join(grouped)}, count(*), min(struct_pack({key})) "
        f"FROM {_with_verdicts(source, plans)} WHERE {any_unknown} "
        f"GROUP BY {', '.join(str(number + 1) for number in range(len(grouped)))} ORDER BY ALL",
    ).fetchall()
    first, second = len(owners), len(owners) + len(rule_bits)
    third = second + len(column_bits)
    return tuple(
        UnknownGroup(
            row[:first], _join_bits(row[first:second]), _join_bits(row[second:third]), row[third], (*row[-1].values(),)
        )
        for row in rows
    )


def unknown_sql(name: str, kind: str) -> str:
    """The condition that a column of DuckDB type ``kind`` is unknown: NULL, or a span with different ends."""
    column = quote(name)
    if kind.startswith("STRUCT(lo "):
        return f"({column}.lo = {column}.hi) IS NOT TRUE"
    return f"{column} IS NULL"


def _bit_columns(conditions: Sequence[str]) -> list[str]:
    chunks = [conditions[start : start + _BITS] for start in range(0, len(conditions), _BITS)]
    return [
        " + ".join(f"CASE WHEN {condition} THEN {1 << bit}::BIGINT ELSE 0 END" for bit, condition in enumerate(chunk))
        for chunk in chunks
    ]


def _join_bits(parts: Sequence[int]) -> int:
    return sum(int(part) << (_BITS * index) for index, part in enumerate(parts))


def _spread(bits: int, places: Sequence[int]) -> int:
    return sum(1 << place for index, place in enumerate(places) if bits >> index & 1)
