"""Check one SQL expression of a rule: parse it alone, check it against the lists, bind it to the view's columns.

The engine runs the text that DuckDB prints from the checked tree, never the text of the rule file: comments, quoting
tricks and anything else that is not in the tree are dropped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from checker.facts.declare import DUCKDB_TYPE, ColumnType
from checker.rules.book.rule import Expression, Parameter
from checker.rules.config import parameters
from checker.rules.language import functions
from checker.rules.language.expression_tree import ExpressionError, Scope, Simple, check_node
from checker.rules.language.suggest import printable
from checker.views.catalog import View

if TYPE_CHECKING:
    import duckdb

MAX_LENGTH = 4000
_SELECT_MEMBERS = {"type", "cte_map", "select_list", "from_table", "aggregate_handling"}
_PARAMETER_TYPE: Mapping[str, Simple] = {
    "integer": "int", "number": "float", "boolean": "bool", "text": "text", "severity": "text", "list": "list",
}  # fmt: skip


def scratch(views: Mapping[str, View]) -> duckdb.DuckDBPyConnection:
    """A locked connection with the macros and an empty table for each view, to bind expressions against."""
    import duckdb

    connection = duckdb.connect(
        ":memory:",
        config={"threads": 1, "memory_limit": "256MB", "enable_external_access": False, "temp_directory": ""},
    )
    functions.create_macros(connection, datetime(2000, 1, 1))
    for view in views.values():
        create_table(connection, view.name, {column.name: column.type for column in view.columns})
    connection.execute("SET python_enable_replacements = false")
    connection.execute("SET lock_configuration = true")
    return connection


def create_table(connection: duckdb.DuckDBPyConnection, name: str, columns: Mapping[str, ColumnType]) -> None:
    """Create an empty table with the columns of a view."""
    declared = ", ".join(f'"{column}" {DUCKDB_TYPE[type_]}' for column, type_ in columns.items())
    connection.execute(f'CREATE OR REPLACE TEMP TABLE "{name}" ({declared})')


def check(
    text: str,
    columns: Mapping[str, ColumnType],
    declared: Mapping[str, Parameter],
    connection: duckdb.DuckDBPyConnection,
    *,
    table: str,
    result: str = "BOOLEAN",
) -> Expression:
    """Check one expression over ``columns`` and the parameters ``declared``.

    ``table`` is the empty table of the columns in ``connection``; ``result`` is the SQL type the expression must have.

    Raises:
        ExpressionError: the text is not one expression, uses something that is not allowed or not known, or has
            another type.
    """
    tree = parse(text, connection, prefix="SELECT ", length=MAX_LENGTH)
    node = tree["statements"][0]["node"]
    item = only_item(node)
    simple = {name: _PARAMETER_TYPE[parameter.type] for name, parameter in declared.items()}
    scope = Scope(columns, simple)
    check_node(item, scope)
    canonical = printed(tree, connection).removeprefix("SELECT ")
    found = parameters.names_in(canonical)
    if sorted(set(found)) != sorted(scope.used_parameters):
        raise ExpressionError("a quoted name or text here cannot be distinguished from a parameter")
    values = {name: declared[name].default for name in scope.used_parameters}
    bound = parameters.substitute(canonical, {name: parameters.literal(value) for name, value in values.items()})
    actual = _bind(f'SELECT ({bound}) AS result FROM "{table}"', connection)[0][1]
    if actual != result:
        raise ExpressionError(f"must be {_type_word(result)}, but is {_type_word(actual)}")
    return Expression(canonical, tuple(scope.used_columns), tuple(scope.used_parameters))


def parse(text: str, connection: duckdb.DuckDBPyConnection, *, prefix: str, length: int) -> dict[str, Any]:
    """Parse a text with DuckDB's parser into its tree; one statement.

    Raises:
        ExpressionError: too long, unreadable, or not exactly one SELECT statement.
    """
    import duckdb

    if len(text) > length:
        raise ExpressionError(f"longer than {length} characters")
    if not text.strip():
        raise ExpressionError("empty")
    odd = next((char for char in text if not char.isprintable() and char not in "\n\r\t"), None)
    if odd is not None:
        raise ExpressionError(f"contains the control character U+{ord(odd):04X}")
    try:
        row = connection.execute(
            "SELECT json_serialize_sql(?::VARCHAR, skip_null := true, skip_empty := true, skip_default := true)",
            [prefix + text],
        ).fetchone()
        tree = json.loads(row[0]) if row else {}
    except RecursionError:
        raise ExpressionError("nested too deeply") from None
    except duckdb.Error as error:
        raise ExpressionError(_first_line(error)) from None
    if tree.get("error"):
        message = str(tree.get("error_message", "cannot be parsed"))
        if "Only SELECT" in message:
            message = "only an expression is allowed, not a statement" if prefix else "must be one SELECT"
        near = re.search(r'at or near "(.+)"', message)
        raise ExpressionError(printable(message, 200), near.group(1) if near else "")
    if len(tree.get("statements", [])) != 1:
        raise ExpressionError("contains more than one statement", ";")
    if set(tree["statements"][0]) - {"node", "named_param_map"}:
        raise ExpressionError("this form of SELECT is not allowed here")
    return tree


def only_item(node: Mapping[str, Any]) -> Any:
    """The one select item of a bare ``SELECT <expression>``.

    Raises:
        ExpressionError: it is anything more than that.
    """
    words = {"where_clause": "WHERE", "group_expressions": "GROUP BY", "having": "HAVING", "qualify": "QUALIFY"}
    for member, word in words.items():
        if node.get(member):
            raise ExpressionError(f"{word} is not allowed in an expression", word)
    if node.get("type") != "SELECT_NODE":
        raise ExpressionError("only one expression is allowed, without UNION and the like")
    if node.get("from_table", {}).get("type") != "EMPTY" or set(node["from_table"]) != {"type"}:
        raise ExpressionError("FROM is not allowed in an expression", "FROM")
    if node.get("cte_map"):
        raise ExpressionError("WITH is not allowed in an expression", "WITH")
    if node.get("modifiers"):
        raise ExpressionError("ORDER BY, LIMIT and DISTINCT are not allowed in an expression")
    if set(node) - _SELECT_MEMBERS or node.get("aggregate_handling") != "STANDARD_HANDLING":
        raise ExpressionError("only a plain expression is allowed")
    if len(node["select_list"]) != 1:
        raise ExpressionError("contains more than one expression", ",")
    return node["select_list"][0]


def printed(tree: Mapping[str, Any], connection: duckdb.DuckDBPyConnection) -> str:
    """The text DuckDB prints from a checked tree."""
    row = connection.execute("SELECT json_deserialize_sql(?::JSON)", [json.dumps(tree)]).fetchone()
    assert row is not None
    return str(row[0])


def bind_columns(query: str, connection: duckdb.DuckDBPyConnection) -> list[tuple[str, str]]:
    """The names and SQL types of a query's columns, by running it over empty tables.

    Raises:
        ExpressionError: the binder refuses it.
    """
    return _bind(query, connection)


def _bind(query: str, connection: duckdb.DuckDBPyConnection) -> list[tuple[str, str]]:
    import duckdb

    try:
        connection.execute(query)
    except duckdb.Error as error:
        message = _first_line(error)
        near = re.search(r'column "([^"]+)"', message)
        raise ExpressionError(message, near.group(1) if near else "") from None
    return [(str(column[0]), str(column[1])) for column in connection.description or []]


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    head = re.sub(r"^[A-Za-z -]+ Error:\s*", "", lines[0]) if lines else type(error).__name__
    return printable(head, 200)


def _type_word(type_: str) -> str:
    words = {"BOOLEAN": "TRUE or FALSE", "VARCHAR": "a text", '"NULL"': "always NULL", "BIGINT": "a number"}
    return words.get(type_, type_)
