"""Statements parsed once per process: DuckDB spends a fifth of a small audit on parsing the same views again.

What runs once is not kept: a statement is remembered when it is seen for the second time, so that the audit of one
command keeps nothing.
"""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, Statement

_MOST = 3000
"""Number of texts that are remembered; several audits of large SANs need that many."""
_seen: set[int] = set()
_parsed: dict[str, Sequence[Statement]] = {}
# What is left when DuckDB's module is unloaded, it reports as leaked.
atexit.register(_parsed.clear)


def run(connection: DuckDBPyConnection, sql: str, parameters: Sequence[object] | None = None) -> DuckDBPyConnection:
    """Execute one or more statements; ``parameters`` are for the last one, whose result can be fetched.

    Raises:
        duckdb.Error: as ``connection.execute``.
    """
    statements = _statements(connection, sql)
    if statements is None:
        return connection.execute(sql, parameters) if parameters is not None else connection.execute(sql)
    for statement in statements[:-1]:
        connection.execute(statement)
    last = statements[-1]
    return connection.execute(last, parameters) if parameters is not None else connection.execute(last)


def _statements(connection: DuckDBPyConnection, sql: str) -> Sequence[Statement] | None:
    """Return what was parsed of a text; None if it is new, or contains no statement."""
    found = _parsed.get(sql)
    if found is not None:
        return found
    key = hash(sql)
    if key not in _seen:
        if len(_seen) >= 4 * _MOST:
            _seen.clear()
        _seen.add(key)
        return None
    if len(_parsed) >= _MOST:
        _parsed.clear()
    # A statement belongs to no connection: executing it makes a copy.
    found = connection.extract_statements(sql)
    if found:
        _parsed[sql] = found
    return found or None
