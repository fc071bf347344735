"""Where records end: a place may move to any line of its record, and to no line of the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from checker.facts.store.statements import run
from checker.rules.evaluate.connection import quote
from checker.rules.evaluate.places.proof import LONGEST

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def record_ends(
    connection: DuckDBPyConnection, starts: Mapping[str, set[tuple[int, int]]]
) -> Mapping[tuple[str, int, int], int]:
    """Return the line at which the next record of the kind or the end of the export follows, by kind, export and line.

    A record that follows later than the lines that are searched is not found: sorting all observations would take longer.
    ``starts`` are the exports and first lines of records by kind.
    """
    found: dict[tuple[str, int, int], int] = {}
    for kind, records in starts.items():
        exports, lines = zip(*sorted(records), strict=True)
        rows = run(
            connection,
            "WITH w AS MATERIALIZED (SELECT unnest(?::INTEGER[]) AS export_id, unnest(?::INTEGER[]) AS line), "
            "further AS MATERIALIZED "
            f"(SELECT export_id, line, unnest(range(line + 1, line + 1 + {LONGEST}))::INTEGER AS next FROM w), "
            "following AS (SELECT f.export_id, f.line, min(f.next) AS next "
            f"FROM {quote('obs_' + kind)} AS o JOIN further AS f ON f.export_id = o.export_id AND f.next = o.line GROUP BY ALL) "
            "SELECT w.export_id, w.line, least(f.next, e.first_line + e.lines) "
            "FROM w JOIN export AS e ON e.export_id = w.export_id "
            "LEFT JOIN following AS f ON f.export_id = w.export_id AND f.line = w.line",
            [list(exports), list(lines)],
        ).fetchall()
        found.update({(kind, export_id, line): end for export_id, line, end in rows if end is not None})
    return found
