"""The functions that rule expressions may use, and the macros that the store needs for them.

Everything else is refused: a function that isn't listed may read files, look at the environment, depend on the clock
or take memory without bound (``len(range(300000000))`` took 14.6 GB under a limit of 512 MB).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import TYPE_CHECKING

from checker.facts.store.statements import run

if TYPE_CHECKING:
    from datetime import datetime

    import duckdb

# Macros on spans, sets and versions: NULL if the facts are not conclusive.
MACROS: Mapping[str, str] = {
    "below": "below(span, n): TRUE if every possible count is less than n",
    "above": "above(span, n): TRUE if every possible count is greater than n",
    "exactly": "exactly(span, n): TRUE if the count is known and equals n",
    "differ": "differ(span, span): TRUE if no possible counts agree",
    "lacks": "lacks(required, known, unknown_count): TRUE if a required text is missing for certain",
    "is_multiple": "is_multiple(value, unit): TRUE if value is a whole multiple of unit",
    "aligned": "aligned(span, unit): TRUE if the value is known and a whole multiple of unit, FALSE if no possible value is",
    "version_key": "version_key(text): a version as a key that sorts by number; compare *_version_key columns with it",
    "as_of": "as_of(): the time of the audit, the only clock a rule has",
}

SCALARS: Mapping[str, str] = {
    "len": "length of a list or text",
    "length": "length of a text or list",
    "list_contains": "whether a list contains a value",
    "contains": "whether a text or list contains a value",
    "list_has_any": "whether two lists share a value",
    "list_has_all": "whether the first list contains all values of the second",
    "list_filter": "the items for which a lambda is TRUE",
    "list_transform": "a lambda's value for each item",
    "list_distinct": "the different items, in no order: sort them",
    "list_sort": "a list in order",
    "list_min": "the smallest item",
    "list_max": "the largest item",
    "list_value": "a list of values, also written [a, b]",
    "array_to_string": "the items of a list with a separator between them",
    "lower": "lower case",
    "upper": "upper case",
    "trim": "without blanks at either end",
    "starts_with": "whether a text starts with another",
    "ends_with": "whether a text ends with another",
    "prefix": "whether a text starts with another",
    "suffix": "whether a text ends with another",
    "substring": "part of a text: start (1-based) and length",
    "split_part": "the n-th part of a text",
    "regexp_matches": "whether a text contains a match of an RE2 pattern",
    "regexp_full_match": "whether an RE2 pattern matches the whole text",
    "regexp_extract": "the first match of an RE2 pattern",
    "like_escape": "LIKE … ESCAPE",
    "concat": "texts joined; ignores NULL",
    "abs": "absolute value",
    "round": "rounded",
    "floor": "rounded down",
    "ceil": "rounded up",
    "trunc": "without the fraction",
    "sqrt": "square root",
    "log2": "logarithm to base 2",
    "greatest": "the largest argument; ignores NULL",
    "least": "the smallest argument; ignores NULL",
    "nullif": "NULL if both arguments are equal",
    "date_diff": "whole units between two times",
    "date_part": "a part of a time",
    "date_trunc": "a time cut to a unit",
    "to_days": "INTERVAL … DAY",
    "to_hours": "INTERVAL … HOUR",
    "to_minutes": "INTERVAL … MINUTE",
    "to_seconds": "INTERVAL … SECOND",
}

# Operators that DuckDB's parser turns into functions. '!' (factorial), '**', '<<' and '@' are not needed.
OPERATORS: frozenset[str] = frozenset(
    {"+", "-", "*", "/", "//", "%", "||", "&", "|", "~~", "!~~", "~~*", "!~~*", "^@", "~~~"}
)

# Only in ``rows``. The order of rows must not show, so these two need ORDER BY in the call.
ORDERED_AGGREGATES: frozenset[str] = frozenset({"list", "string_agg"})
AGGREGATES: Mapping[str, str] = {
    "count": "how many values are known",
    "count_star": "how many rows: count(*)",
    "count_if": "how many rows have TRUE",
    "min": "the smallest value",
    "max": "the largest value",
    "sum": "the sum of the known values",
    "avg": "the mean of the known values",
    "bool_and": "TRUE if no known value is FALSE",
    "bool_or": "TRUE if a known value is TRUE",
    "list": "the values as a list; needs ORDER BY",
    "string_agg": "the texts with a separator between them; needs ORDER BY",
    "arg_max": "the value where another is largest; make that one unique",
    "arg_min": "the value where another is smallest; make that one unique",
    "count_span": "count_span(member): how many rows are members, as a span",
    "distinct_span": "distinct_span(value, member): how many different values the members have, as a span",
    "names_of": "names_of(value, member): the known values of certain members, in order",
}

LAMBDA_FUNCTIONS: frozenset[str] = frozenset({"list_filter", "list_transform"})

CAST_TYPES: frozenset[str] = frozenset(
    {"VARCHAR", "BIGINT", "INTEGER", "DOUBLE", "BOOLEAN", "DATE", "TIMESTAMP", "HUGEINT"}
)

# version_key repeats checker.facts.normalise.version_key in SQL: a test checks that the two agree.
_ENGINE_MACROS = """
CREATE OR REPLACE MACRO version_key(v) AS CASE
  WHEN NOT regexp_matches(trim(regexp_replace(lower(v), '^v', '')), '^[^0-9a-z]*[0-9]') THEN NULL
  ELSE array_to_string(list_transform(regexp_extract_all(regexp_replace(lower(v), '^v', ''), '[0-9]+|[a-z]+'),
    lambda part: CASE WHEN part < ':' AND length(part) < 8 THEN lpad(part, 8, '0') ELSE part END), '.') END;
"""


def create_macros(connection: duckdb.DuckDBPyConnection, as_of: datetime, *, of_views: bool = True) -> None:
    """Create the macros that expressions use; ``as_of`` is the time of the audit in UTC.

    Pass ``of_views`` as false if the macros that views also use already exist.
    """
    macros = [_ENGINE_MACROS]
    if of_views:
        folder = resources.files("checker.views").joinpath("sql")
        macros += [folder.joinpath(name).read_text(encoding="utf-8") for name in ("_macros.sql", "_spans.sql")]
    moment = as_of.replace(tzinfo=None).isoformat(sep=" ", timespec="microseconds")
    run(connection, "".join(macros))
    connection.execute(f"CREATE OR REPLACE MACRO as_of() AS TIMESTAMP '{moment}'")
