"""Where records end: a place may move to any line of its record, and to no line of the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from checker.facts.store.statements import run
from checker.rules.evaluate.connection import quote

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def record_ends(
    connection: DuckDBPyConnection, starts: Mapping[str, set[tuple[int, int]]]
) -> Mapping[tuple[str, int, int], int]:
    """Return the line at which the next record of the kind or the end of the export follows, by kind, export and line.

    ``starts`` are the exports and first lines of records by kind.
    """
    found: dict[tuple[str, int, int], int] = {}
    for kind, records in starts.items():
        exports, lines = zip(*sorted(records), strict=True)
        rows = run(
            connection,
            "SELECT w.export_id, w.line, least(min(o.line), min(e.first_line + e.lines)) "
            "FROM (SELECT unnest(?::INTEGER[]) AS export_id, unnest(?::INTEGER[]) AS line) AS w "
            "JOIN export AS e ON e.export_id = w.export_id "
            f"ASOF LEFT JOIN {quote('obs_' + kind)} AS o ON o.export_id = w.export_id AND o.line > w.line GROUP BY ALL",
            [list(exports), list(lines)],
        ).fetchall()
        found.update({(kind, export_id, line): end for export_id, line, end in rows if end is not None})
    return found
