"""Check the ``rows`` of a rule: one SELECT over views, for a grain that no view has.

Always embedded as a sub-query: a bare statement can hide ``WITH x AS (DELETE … RETURNING *)``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checker.facts.declare import DUCKDB_TYPE, ColumnType
from checker.rules.language import expression
from checker.rules.language.expression_tree import ExpressionError, Scope, check_node
from checker.rules.language.suggest import printable, unknown
from checker.views.catalog import View

if TYPE_CHECKING:
    import duckdb

MAX_LENGTH = 12_000
MAX_TABLES = 8
_MEMBERS = {
    "type", "cte_map", "select_list", "from_table", "where_clause", "group_expressions", "group_sets", "having",
    "modifiers", "aggregate_handling",
}  # fmt: skip
_PLACE = {"query_location", "query_location_length"}
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_TYPE_OF: Mapping[str, ColumnType] = {
    **{sql: name for name, sql in DUCKDB_TYPE.items()},
    "INTEGER": "int", "HUGEINT": "int", "DATE": "time", "FLOAT": "float",
}  # fmt: skip


@dataclass(frozen=True)
class Rows:
    """A checked ``rows``: the text printed from its tree, its columns, and which columns of which views it uses."""

    text: str
    columns: Mapping[str, ColumnType]
    uses: Mapping[str, tuple[str, ...]]
    first_view: str


def check(text: str, views: Mapping[str, View], connection: duckdb.DuckDBPyConnection) -> Rows:
    """Check one ``rows`` SELECT.

    Raises:
        ExpressionError: it is not one SELECT node over views, uses something that is not allowed or not known, has an
            unnamed column, or a column of a type that no view column has.
    """
    tree = expression.parse(text, connection, prefix="", length=MAX_LENGTH)
    node = tree["statements"][0]["node"]
    _check_shape(node)
    tables: dict[str, tuple[str, Mapping[str, ColumnType]]] = {}
    conditions: list[Any] = []
    _tables(node["from_table"], views, tables, conditions, 0)
    scope = Scope({}, tables=tables, aggregates=True)
    scope.columns = {name: type_ for _, columns in tables.values() for name, type_ in columns.items()}
    for condition in conditions:
        check_node(condition, scope)
    for part in (node.get("where_clause"), node.get("having"), *node.get("group_expressions", [])):
        if part is not None:
            check_node(part, scope)
    for item in node["select_list"]:
        _check_item(item, scope)
    canonical = expression.printed(tree, connection)
    columns: dict[str, ColumnType] = {}
    for name, type_ in expression.bind_columns(f"SELECT * FROM ({canonical}) AS object", connection):
        known = "float" if type_.startswith("DECIMAL") else _TYPE_OF.get(type_)
        if known is None:
            raise ExpressionError(f"column {name} has the type {printable(type_)}; cast it to a plain one", name)
        columns[name] = known
    uses = {view: tuple(scope.used_of_view.get(view, ())) for view, _ in tables.values()}
    return Rows(canonical, columns, uses, next(iter(tables.values()))[0])


def _check_shape(node: Mapping[str, Any]) -> None:
    if node.get("type") != "SELECT_NODE":
        raise ExpressionError("must be one SELECT, without UNION and the like")
    if node.get("cte_map"):
        raise ExpressionError("WITH is not allowed in rows", "WITH")
    for modifier in node.get("modifiers", []):
        if modifier != {"type": "DISTINCT_MODIFIER"}:
            raise ExpressionError("ORDER BY, LIMIT and DISTINCT ON are not allowed in rows")
    if set(node) - _MEMBERS or node.get("aggregate_handling") != "STANDARD_HANDLING":
        raise ExpressionError("QUALIFY, SAMPLE, WINDOW and GROUP BY ALL are not allowed in rows")
    if len(node.get("group_sets", [])) > 1:
        raise ExpressionError("grouping sets are not allowed in rows", "GROUP")
    if node.get("from_table", {}).get("type") == "EMPTY":
        raise ExpressionError("rows need FROM and a view")


def _tables(
    node: Mapping[str, Any],
    views: Mapping[str, View],
    tables: dict[str, tuple[str, Mapping[str, ColumnType]]],
    conditions: list[Any],
    depth: int,
) -> None:
    kind = node.get("type")
    if depth > MAX_TABLES:
        raise ExpressionError(f"joins more than {MAX_TABLES} views")
    if kind == "BASE_TABLE":
        if set(node) - _PLACE - {"type", "table_name", "alias", "qualified_name"}:
            raise ExpressionError("only plain views are allowed after FROM", str(node.get("table_name", "")))
        name = str(node["table_name"])
        if name not in views or node.get("qualified_name") != {"path": [name]}:
            raise ExpressionError(unknown("view", name, views), name)
        alias = str(node.get("alias") or name)
        if alias in tables:
            raise ExpressionError(f"two tables are called {printable(alias)}; name one of them with AS", alias)
        tables[alias] = (name, {column.name: column.type for column in views[name].columns})
        return
    if kind != "JOIN":
        words = {"TABLE_FUNCTION": "a table function", "SUBQUERY": "a sub-query", "SHOW_REF": "SHOW"}
        raise ExpressionError(f"{words.get(str(kind), 'this')} is not allowed after FROM; name a view")
    allowed = {"type", "left", "right", "condition", "join_type", "ref_type", "using_columns", "is_implicit"}
    if set(node) - _PLACE - allowed:
        raise ExpressionError("this form of JOIN is not allowed")
    if node.get("join_type") not in ("INNER", "LEFT") or node.get("ref_type") != "REGULAR":
        raise ExpressionError("only JOIN and LEFT JOIN with ON or USING are allowed", "JOIN")
    if not node.get("condition") and not node.get("using_columns"):
        raise ExpressionError("a JOIN needs ON or USING", "JOIN")
    _tables(node["left"], views, tables, conditions, depth + 1)
    _tables(node["right"], views, tables, conditions, depth + 1)
    if node.get("condition"):
        conditions.append(node["condition"])
    for name in node.get("using_columns", []):
        owners = [alias for alias, (_, columns) in tables.items() if name in columns]
        if len(owners) < 2:
            raise ExpressionError(f"USING ({printable(name)}): both views must have that column", name)
        conditions.extend(
            {"class": "COLUMN_REF", "type": "COLUMN_REF", "column_names": [alias, name]} for alias in owners
        )


def _check_item(item: Any, scope: Scope) -> None:
    name = item.get("alias") if isinstance(item, dict) else None
    if not name and item.get("class") == "COLUMN_REF":
        name = item["column_names"][-1]
    if item.get("class") != "STAR":
        if not name:
            raise ExpressionError("each computed column needs a name: … AS name")
        if not _NAME.fullmatch(name):
            raise ExpressionError(f"column name {printable(name)} must be lower case letters, digits and _", name)
    check_node({key: value for key, value in item.items() if key != "alias"}, scope)
