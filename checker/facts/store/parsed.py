"""Statements and parameters as a kept connection compares them: each text is parsed once per process."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_PARSED: dict[str, Any] = {}
_DIVIDED: dict[str, Sequence[str]] = {}
# As in checker.facts.store.statements.
atexit.register(_PARSED.clear)


def _kept_answer(store: dict[str, Any], sql: str, make: Callable[[], Any]) -> Any:
    if sql not in store:
        if len(store) >= 4096:
            store.clear()
        store[sql] = make()
    return store[sql]


def parsed(connection: DuckDBPyConnection, sql: str) -> Any:
    """Return a statement, parsed once."""
    return _kept_answer(_PARSED, sql, lambda: connection.extract_statements(sql)[0])


def divided(connection: DuckDBPyConnection, sql: str) -> Sequence[str]:
    """Return the statements of a text, divided once."""
    if ";" not in sql:
        return (sql,)
    found: Sequence[str] = _kept_answer(
        _DIVIDED, sql, lambda: tuple(statement.query for statement in connection.extract_statements(sql))
    )
    return found


def frozen(value: Any) -> Any:
    """Return parameters as a key; values of different types differ."""
    kind = type(value)
    if kind is list or kind is tuple:
        return tuple(value) if _PLAIN.issuperset(map(type, value)) else tuple(map(frozen, value))
    if kind is dict:
        return tuple((name, frozen(item)) for name, item in value.items())
    # 1, 1.0 and True are equal.
    return value if kind in _PLAIN else (kind, value)


_PLAIN = frozenset({str, int, type(None)})
