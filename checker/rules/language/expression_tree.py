"""Checks the syntax tree of an expression against a list of node kinds, keys, functions and columns.

DuckDB's parser prints the tree as JSON without empty or default members, so a member that isn't on a node's list here
is something this checker doesn't know, and is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from checker.facts.declare import ColumnType
from checker.rules.language import functions
from checker.rules.language.suggest import printable, unknown
from checker.rules.language.tree_nodes import (
    GIVES_BOOL,
    GIVES_INT,
    GIVES_TEXT,
    LITERALS,
    MAX_DEPTH,
    MEMBERS,
    NOT_ALLOWED,
    ORDER,
    PLACE,
    TYPES,
)

# A simple type where one is plain to see, else None.
Simple = ColumnType | None


class ExpressionError(ValueError):
    """An expression is wrong; ``word`` is the part of its text to point at, if one can be named."""

    def __init__(self, message: str, word: str = "") -> None:
        """Keep the message and the word apart: the caller knows the file."""
        super().__init__(message)
        self.word = word


@dataclass
class Scope:
    """What an expression may name, and what it has named.

    ``tables`` maps each table alias of a ``rows`` SELECT to its view; empty for an expression over one view.
    """

    columns: Mapping[str, ColumnType]
    parameters: Mapping[str, Simple] = field(default_factory=dict)
    tables: Mapping[str, tuple[str, Mapping[str, ColumnType]]] = field(default_factory=dict)
    aggregates: bool = False
    used_columns: dict[str, None] = field(default_factory=dict)
    used_parameters: dict[str, None] = field(default_factory=dict)
    used_of_view: dict[str, dict[str, None]] = field(default_factory=dict)
    bound: tuple[str, ...] = ()
    transforms: int = 0


def check_node(node: Any, scope: Scope, depth: int = 0) -> Simple:
    """Check one node and everything under it; return its type where that is plain to see.

    Raises:
        ExpressionError: a node, member, function, column or parameter that is not allowed or not known.
    """
    if depth > MAX_DEPTH:
        raise ExpressionError(f"nested more than {MAX_DEPTH} deep")
    if not isinstance(node, dict):
        raise ExpressionError("not an expression")
    kind = node.get("class")
    if isinstance(kind, str) and kind in NOT_ALLOWED:
        raise ExpressionError(NOT_ALLOWED[kind])
    if not isinstance(kind, str) or kind not in MEMBERS:
        raise ExpressionError(f"{str(kind).lower()} is not allowed here")
    if node.get("alias"):
        _refuse(f"AS {printable(node['alias'])} is not allowed here", node["alias"])
    extra = set(node) - PLACE - MEMBERS[kind]
    if extra:
        member = "schema-qualified names" if "schema" in extra or "catalog" in extra else min(extra)
        _refuse(f"{member} not allowed in {kind.lower()}", str(node.get("function_name", "")))
    if kind in TYPES and node.get("type") not in TYPES[kind]:
        raise ExpressionError(f"{str(node.get('type')).lower().replace('_', ' ')} is not allowed here")
    match kind:
        case "COLUMN_REF":
            return _column(node["column_names"], scope)
        case "CONSTANT":
            return _constant(node["literal"])
        case "PARAMETER":
            return _parameter(node["identifier"], scope)
        case "COMPARISON":
            return _comparison(node, scope, depth)
        case "BETWEEN":
            parts = [node["input"], node["lower"], node["upper"]]
            _comparable(parts, [check_node(part, scope, depth + 1) for part in parts], order=True)
            return "bool"
        case "CASE":
            return _case(node, scope, depth)
        case "CAST":
            return _cast(node, scope, depth)
        case "FUNCTION":
            return _function(node, scope, depth)
        case "LAMBDA":
            raise ExpressionError("a lambda may only be an argument of list_filter or list_transform", "lambda")
    types = [check_node(child, scope, depth + 1) for child in node.get("children", [])]
    if node["type"] in ("COMPARE_IN", "COMPARE_NOT_IN"):
        _comparable(node["children"], types, order=False)
    if node["type"] == "OPERATOR_COALESCE":
        return next((one for one in types if one is not None), None)
    return None if node["type"] == "ARRAY_EXTRACT" else "bool"


def _refuse(message: str, word: str = "") -> NoReturn:
    raise ExpressionError(message, word)


def _column(names: list[str], scope: Scope) -> Simple:
    first = names[0]
    if len(names) == 1 and first in scope.bound:
        return None
    view, columns = "", scope.columns
    if first in scope.tables and len(names) > 1:
        view, columns = scope.tables[first]
        names = names[1:]
    elif scope.tables:
        owners = {view: columns for view, columns in scope.tables.values() if names[0] in columns}
        if len(owners) == 1:
            view, columns = next(iter(owners.items()))
    name = names[0]
    type_ = columns.get(name)
    if type_ is None:
        known = [*columns, *(scope.tables if scope.tables else ())]
        raise ExpressionError(unknown("column", name, known), name)
    scope.used_columns[name] = None
    if scope.tables:
        # An unqualified name that several tables have is left to the binder, but all of them count as used.
        for owner, has in scope.tables.values():
            if name in has and view in ("", owner):
                scope.used_of_view.setdefault(owner, {})[name] = None
    if len(names) == 1:
        return type_
    if len(names) > 2 or type_ != "span" or names[1] not in ("lo", "hi"):
        raise ExpressionError(f"{printable('.'.join(names))}: only spans have parts, and they are lo and hi", name)
    return "int"


def _constant(literal: Mapping[str, Any]) -> Simple:
    kind = literal.get("kind")
    if kind not in LITERALS or set(literal) - {"kind", "text"}:
        raise ExpressionError(f"a literal of kind {printable(str(kind)).lower()} is not allowed here")
    return {"INTEGER": "int", "NUMERIC": "float", "STRING": "text", "BOOLEAN": "bool"}.get(kind)  # type: ignore[return-value]


def _parameter(name: str, scope: Scope) -> Simple:
    if name not in scope.parameters:
        raise ExpressionError(unknown("parameter", f"${name}", [f"${known}" for known in scope.parameters]), f"${name}")
    scope.used_parameters[name] = None
    return scope.parameters[name]


def _comparison(node: Mapping[str, Any], scope: Scope, depth: int) -> Simple:
    parts = [node["left"], node["right"]]
    types = [check_node(part, scope, depth + 1) for part in parts]
    _comparable(parts, types, order=node["type"] in ORDER)
    return "bool"


def _comparable(parts: list[Any], types: list[Simple], *, order: bool) -> None:
    names = [part["column_names"][-1] if part["class"] == "COLUMN_REF" else "" for part in parts]
    for name, type_ in zip(names, types, strict=True):
        if type_ == "span":
            _refuse(f"{name} is a span: compare it with below(), above(), exactly() or differ()", name)
        if order and type_ == "text" and (name == "version" or name.endswith("_version")):
            _refuse(f"{name} is a text and 6.10 sorts before 6.9: compare {name}_key with version_key('…')", name)
    number, text = {"int", "float"} & set(types), "text" in types
    if number and text:
        word = next((name for name in names if name), "")
        _refuse("a text is compared with a number", word)


def _case(node: Mapping[str, Any], scope: Scope, depth: int) -> Simple:
    results: list[Simple] = []
    for branch in node["case_checks"]:
        if set(branch) != {"when_expr", "then_expr"}:
            raise ExpressionError("this form of CASE is not allowed here", "CASE")
        check_node(branch["when_expr"], scope, depth + 1)
        results.append(check_node(branch["then_expr"], scope, depth + 1))
    if "else_expr" in node:
        results.append(check_node(node["else_expr"], scope, depth + 1))
    return next((result for result in results if result is not None), None)


def _cast(node: Mapping[str, Any], scope: Scope, depth: int) -> Simple:
    target = _type_name(node["type_expr"])
    child = check_node(node["child"], scope, depth + 1)
    plain = target.removesuffix("[]")
    if plain not in functions.CAST_TYPES:
        raise ExpressionError(unknown("type to cast to", target, functions.CAST_TYPES), target)
    if child == "text" and node["child"]["class"] != "CONSTANT" and plain != "VARCHAR" and not node.get("try_cast"):
        raise ExpressionError(
            "CAST of a text fails on the first invalid value; use TRY_CAST, which returns NULL", "CAST"
        )
    simple: Mapping[str, ColumnType] = {
        "VARCHAR": "text", "BIGINT": "int", "INTEGER": "int", "HUGEINT": "int", "DOUBLE": "float", "BOOLEAN": "bool",
        "DATE": "time", "TIMESTAMP": "time",
    }  # fmt: skip
    return "list" if target.endswith("[]") else simple.get(target)


def _type_name(node: Mapping[str, Any]) -> str:
    allowed = PLACE | {"type_name", "qualified_name", "children"}
    path = node.get("qualified_name", {}).get("path", [])
    if node.get("class") != "TYPE" or set(node) - allowed or path != [node.get("type_name")]:
        raise ExpressionError("this type is not allowed here")
    name, children = str(node["type_name"]), node.get("children", [])
    if name == "list" and len(children) == 1 and not children[0].get("children"):
        return f"{_type_name(children[0])}[]"
    if children:
        raise ExpressionError(f"{printable(name)}(…) is not allowed here; use the plain type", name)
    return name


def _function(node: Mapping[str, Any], scope: Scope, depth: int) -> Simple:
    name = str(node["function_name"])
    if node.get("qualified_name") != {"path": [name]}:
        raise ExpressionError("schema-qualified names are not allowed", name)
    aggregate = name in functions.AGGREGATES
    if name not in functions.MACROS and name not in functions.SCALARS and not aggregate:
        if name not in functions.OPERATORS or not node.get("is_operator"):
            known = [*functions.MACROS, *functions.SCALARS, *(functions.AGGREGATES if scope.aggregates else ())]
            raise ExpressionError(unknown("function", name, known), name)
    elif aggregate and not scope.aggregates:
        raise ExpressionError(f"{name}() is an aggregate; aggregates are only allowed in rows", name)
    orders = node.get("order_bys", {})
    if set(orders) - {"type", "orders"} or orders.get("type") not in (None, "ORDER_MODIFIER"):
        raise ExpressionError(f"this order is not allowed in {name}()", name)
    if not aggregate and (orders.get("orders") or node.get("filter") or node.get("distinct")):
        raise ExpressionError(f"{name}() is not an aggregate: ORDER BY, FILTER and DISTINCT are not allowed", name)
    if name in functions.ORDERED_AGGREGATES and not orders.get("orders"):
        raise ExpressionError(f"{name}() without ORDER BY returns a different order in each run", name)
    for order in orders.get("orders", []):
        if set(order) - {"type", "null_order", "expression"}:
            raise ExpressionError(f"this order is not allowed in {name}()", name)
        check_node(order["expression"], scope, depth + 1)
    if node.get("filter"):
        check_node(node["filter"], scope, depth + 1)
    arguments: list[Simple] = []
    for position, argument in enumerate(node.get("arguments", [])):
        if set(argument) != {"expression"}:
            raise ExpressionError(f"named arguments are not allowed in {name}()", name)
        expression = argument["expression"]
        if isinstance(expression, dict) and expression.get("class") == "LAMBDA":
            if name not in functions.LAMBDA_FUNCTIONS or position != 1:
                raise ExpressionError("a lambda may only be the second argument of list_filter or list_transform", name)
            _lambda(expression, scope, depth + 1, transform=name == "list_transform")
            arguments.append(None)
        else:
            arguments.append(check_node(expression, scope, depth + 1))
    if name in functions.OPERATORS - {"||"} and {"text"} & set(arguments) and {"int", "float"} & set(arguments):
        raise ExpressionError(f"{name} has a text and a number as arguments", name)
    return _result(name, arguments)


def _lambda(node: Mapping[str, Any], scope: Scope, depth: int, *, transform: bool) -> None:
    """One variable, no lambda within a lambda: the work stays linear in the length of the list."""
    left = node.get("lhs")
    extra = set(node) - PLACE - MEMBERS["LAMBDA"]
    if node.get("syntax_type") != "LAMBDA_KEYWORD" or extra or node.get("alias"):
        raise ExpressionError("write a lambda as: lambda item: …", "->")
    scope.transforms += transform
    if scope.transforms > 1:
        # Each one may double every item: forty of them take all memory there is.
        raise ExpressionError("only one list_transform per expression is allowed", "list_transform")
    if scope.bound:
        raise ExpressionError("a lambda within a lambda is not allowed", "lambda")
    if not isinstance(left, dict) or left.get("class") != "COLUMN_REF" or len(left["column_names"]) != 1:
        raise ExpressionError("a lambda must have exactly one variable here", "lambda")
    name = left["column_names"][0]
    if name in scope.columns or any(name in columns for _, columns in scope.tables.values()):
        raise ExpressionError(f"the lambda's variable {printable(name)} is also a column; rename it", name)
    scope.bound = (name,)
    try:
        check_node(node["expr"], scope, depth + 1)
    finally:
        scope.bound = ()


def _result(name: str, arguments: list[Simple]) -> Simple:
    if name in GIVES_BOOL:
        return "bool"
    if name in GIVES_TEXT:
        return "text"
    if name in GIVES_INT:
        return "int"
    if name in ("count_span", "distinct_span"):
        return "span"
    if name == "as_of":
        return "time"
    if name in ("greatest", "least", "nullif", "min", "max", "arg_min", "arg_max") and arguments:
        return arguments[0]
    return None
