"""Allowed node kinds of an expression's syntax tree, their members, and the result types of some functions."""

from __future__ import annotations

from collections.abc import Mapping

MAX_DEPTH = 40
PLACE = {"class", "type", "query_location", "query_location_length"}
MEMBERS: Mapping[str, set[str]] = {
    "COLUMN_REF": {"column_names"},
    "CONSTANT": {"literal"},
    "PARAMETER": {"identifier"},
    "COMPARISON": {"left", "right"},
    "CONJUNCTION": {"children"},
    "OPERATOR": {"children"},
    "BETWEEN": {"input", "lower", "upper"},
    "CASE": {"case_checks", "else_expr"},
    "CAST": {"child", "try_cast", "type_expr"},
    "FUNCTION": {
        "function_name",
        "order_bys",
        "is_operator",
        "arguments",
        "qualified_name",
        "filter",
        "distinct",
    },
    "LAMBDA": {"lhs", "expr", "syntax_type"},
}
TYPES: Mapping[str, set[str]] = {
    "COMPARISON": {
        "COMPARE_EQUAL",
        "COMPARE_NOTEQUAL",
        "COMPARE_LESSTHAN",
        "COMPARE_GREATERTHAN",
        "COMPARE_LESSTHANOREQUALTO",
        "COMPARE_GREATERTHANOREQUALTO",
        "COMPARE_DISTINCT_FROM",
        "COMPARE_NOT_DISTINCT_FROM",
    },
    "CONJUNCTION": {"CONJUNCTION_AND", "CONJUNCTION_OR"},
    "OPERATOR": {
        "OPERATOR_NOT",
        "OPERATOR_IS_NULL",
        "OPERATOR_IS_NOT_NULL",
        "OPERATOR_COALESCE",
        "COMPARE_IN",
        "COMPARE_NOT_IN",
        "ARRAY_EXTRACT",
    },
}
ORDER = {
    "COMPARE_LESSTHAN",
    "COMPARE_GREATERTHAN",
    "COMPARE_LESSTHANOREQUALTO",
    "COMPARE_GREATERTHANOREQUALTO",
}
LITERALS = {"INTEGER", "NUMERIC", "STRING", "BOOLEAN", "NULL_LITERAL"}
NOT_ALLOWED: Mapping[str, str] = {
    "SUBQUERY": "a sub-query is not allowed here",
    "WINDOW": "a window function is not allowed here",
    "STAR": "* and COLUMNS() are not allowed here",
    "DEFAULT": "DEFAULT is not allowed here",
    "POSITIONAL_REFERENCE": "#n is not allowed here; name the column",
    "COLLATE": "COLLATE is not allowed here; use lower()",
}

GIVES_BOOL = {
    "below", "above", "exactly", "differ", "lacks", "is_multiple", "aligned", "list_contains", "contains", "list_has_any",
    "list_has_all", "starts_with", "ends_with", "prefix", "suffix", "regexp_matches", "regexp_full_match",
    "like_escape", "~~", "!~~", "~~*", "!~~*", "^@", "~~~", "bool_and", "bool_or",
}  # fmt: skip
GIVES_TEXT = {
    "version_key", "array_to_string", "lower", "upper", "trim", "substring", "split_part", "regexp_extract",
    "concat", "string_agg",
}  # fmt: skip
GIVES_INT = {"len", "length", "count", "count_star", "count_if", "date_diff", "date_part"}
