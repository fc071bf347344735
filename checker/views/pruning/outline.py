"""Outlines of views: their SQL cut into pieces, each with the column types that take its place where a table is empty.

Created once, when rules are compiled: DuckDB has to determine the types of common tables. ``checker.views.pruning.prune`` puts an
outline together again, without what comes from empty tables.

An outline of a query is a mapping of ``with`` (``[name, how, outline, columns]`` each), ``selects``, ``operations``
between them and, where there are any, the ``columns`` of the whole and whether each SELECT alone ``fits`` their types.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from checker.facts.kinds import kinds
from checker.topology.tables import tables
from checker.views.catalog import views
from checker.views.pruning.cutter import cut
from checker.views.pruning.pieces import NotSimpleError, Query, Select, Source, Stream
from checker.views.pruning.prune import whole

Outline = dict[str, Any]
_Types = Mapping[str, str]
_Scope = Mapping[str, _Types | None]
# Joins whose result is known when one side has no row.
_PLAIN_JOINS = frozenset(["", ",", "JOIN", "CROSS JOIN", "LEFT JOIN", "ANTI JOIN", "SEMI JOIN"])
# Words before a bracket that are not functions.
_NO_CALLS = frozenset(["in", "and", "or", "not", "coalesce", "case", "when", "then", "else", "on", "by"])


def outlines(references: Mapping[str, _Types], macros: str) -> dict[str, str]:
    """Return the outline of each view whose SQL is simple enough, as JSON.

    Args:
        references: the reference tables with their columns and DuckDB types.
        macros: the SQL that defines the macros of views.
    """
    known: dict[str, _Types] = dict(references)
    for kind in kinds().values():
        known[kind.name] = kind.sql_types
    for table in tables().values():
        known[table.name] = table.sql_types
    for view in views().values():
        known[view.name] = view.sql_types
    outliner = Outliner(known, macros)
    try:
        outlines_by_name: dict[str, str] = {}
        for view in views().values():
            try:
                outlines_by_name[view.name] = json.dumps(outliner.outline(view.sql), separators=(",", ":"))
            except NotSimpleError:
                continue
        return outlines_by_name
    finally:
        outliner.close()


class Outliner:
    """Create outlines, over a database with an empty table for each name that the SQL may read."""

    def __init__(self, known: Mapping[str, _Types], macros: str = "") -> None:
        """Create the tables, given as columns and DuckDB types, and the macros, given as SQL."""
        import duckdb

        self._known = known
        self._connection: duckdb.DuckDBPyConnection = duckdb.connect(":memory:", config={"threads": 1})
        self._connection.execute(f"PRAGMA disable_optimizer;{macros}")
        for name, columns in known.items():
            listed = ", ".join(f"{column} {sql}" for column, sql in columns.items())
            self._connection.execute(f"CREATE TABLE {name} ({listed})")
        rows = self._connection.execute(
            "SELECT function_name FROM duckdb_functions() GROUP BY 1 HAVING bool_and(function_type = 'scalar')"
        ).fetchall()
        self._scalars = frozenset(name for (name,) in rows) | _NO_CALLS

    def close(self) -> None:
        """Release the memory."""
        self._connection.close()

    def outline(self, sql: str) -> Outline:
        """Return the outline of one SELECT statement.

        Raises:
            NotSimpleError: it has a form that can't be taken apart.
        """
        outline = self.query(cut(sql), {})
        _inline_fixed(outline, frozenset())
        return outline

    def query(self, query: Query, scope: _Scope) -> Outline:
        """Return the outline of a query; ``scope`` contains the columns of the common tables around it.

        Raises:
            NotSimpleError: it has a form that can't be taken apart.
        """
        inner = dict(scope)
        common: list[list[Any]] = []
        for name, how, body in query.common:
            outline = self.query(body, inner)
            columns = self._describe(outline, inner)
            inner[name] = columns
            common.append([name, how, outline, [*map(list, columns.items())] if columns else None])
        selects = [self._select(select, inner) for select in query.selects]
        written: Outline = {"with": common, "selects": selects, "operations": query.operations}
        if query.operations:
            if re.search(r"\b(ORDER|LIMIT)\b", _text(query.selects[-1].rest), re.IGNORECASE):
                raise NotSimpleError("a set operation in order")
            types = self._describe({**written, "with": [], "columns": None}, inner)
            written["columns"] = [*map(list, types.items())] if types else None
            types_listed = list((types or {}).values())
            alone = [self._describe({"with": [], "selects": [one], "operations": []}, inner) for one in selects]
            written["fits"] = [one is not None and list(one.values()) == types_listed for one in alone]
        return written

    def _describe(self, outline: Outline, scope: _Scope) -> dict[str, str] | None:
        """Return the columns of a query and their types; None if it depends on the query around it, or names a column twice."""
        import duckdb

        around = [(name, columns) for name, columns in scope.items() if columns]
        try:
            rows = self._connection.execute(f"DESCRIBE {whole(outline, around)}").fetchall()
        except duckdb.Error:
            return None
        found = {row[0]: row[1] for row in rows}
        return found if len(found) == len(rows) else None

    def _select(self, select: Select, scope: _Scope) -> Outline:
        rest = _text(select.rest).upper()
        sources = [self._source(source, scope) for source in select.sources]
        plain = all(source.join in _PLAIN_JOINS for source in select.sources)
        self._note_types(select, sources, scope, plain=plain, by_all="GROUP BY ALL" in rest)
        return {
            "head": select.head,
            "items": self._stream(select.items, scope),
            "from": sources,
            "where": self._stream(select.where, scope),
            "rest": self._stream(select.rest, scope),
            "needs": select.needs,
            # Without groups an aggregate returns one row, even of no rows.
            "row": not select.sources or not ("GROUP BY" in rest or self._scalars.issuperset(select.calls)),
            "plain": plain,
        }

    def _note_types(self, select: Select, sources: list[Outline], scope: _Scope, *, plain: bool, by_all: bool) -> None:
        """Add the types of the columns that are named to each table, and find the left joins that can be omitted."""
        aliases = [source.alias for source in select.sources]
        named = list(_in_select(select))
        listed = {alias for alias, _ in _references(select.items)}
        for source, written in zip(select.sources, sources, strict=True):
            types = self._columns(source, written, scope)
            # Grouping by constants only would give one group even of no rows.
            if types is None or aliases.count(source.alias) > 1 or (by_all and source.alias in listed):
                continue
            used = {column for alias, column in named if alias == source.alias}
            written["falls_away"] = (
                plain
                and source.join == "LEFT JOIN"
                and not {"*", source.alias} & set(select.bare)
                and "columns" not in select.calls
                # A column without its table's name might mean another table's when this one is gone.
                and set(select.bare) & set(types) <= set(source.using)
                and used <= set(types)
            )
            if written["falls_away"] or "name" in written:
                written["types"] = {name: types[name] for name in sorted(used & set(types))}

    def _columns(self, source: Source, written: Outline, scope: _Scope) -> _Types | None:
        if source.query is not None:
            return self._describe(written["query"], scope)
        if source.text:
            return None
        return scope[source.name] if source.name in scope else self._known.get(source.name)

    def _source(self, source: Source, scope: _Scope) -> Outline:
        written: Outline = {"join": source.join, "alias": source.alias, "naming": source.naming}
        if source.query is not None:
            written["query"] = self.query(source.query, scope)
        elif source.name:
            written["name"] = source.name
        else:
            written["text"] = self._stream(source.text, scope)
        written["on"] = self._stream(source.on, scope)
        written["using"] = source.using
        written["needs"] = source.needs
        return written

    def _stream(self, stream: Stream, scope: _Scope) -> list[Any]:
        return [
            ["sub", self.query(piece[1], scope), piece[2]] if isinstance(piece, list) and piece[0] == "sub" else piece
            for piece in stream
        ]


def _inline_fixed(query: Outline, around: frozenset[str]) -> None:
    """Turn references that cannot be omitted into text, for a smaller outline that is assembled faster."""
    for _, _, body, _ in query["with"]:
        _inline_fixed(body, around)
    for select in query["selects"]:
        own = {source["alias"] for source in select["from"]}
        fixed = around - own | {source["alias"] for source in select["from"] if "types" in source}
        for part in ("items", "where", "rest"):
            select[part] = _inlined(select[part], fixed)
        select["needs"] = [[alias, column] for alias, column in select["needs"] if alias in fixed]
        for source in select["from"]:
            source["on"] = _inlined(source["on"], fixed)
            source["needs"] = [[alias, column] for alias, column in source["needs"] if alias in fixed]
            if "text" in source:
                source["text"] = _inlined(source["text"], fixed)
            if "query" in source:
                _inline_fixed(source["query"], fixed)


def _inlined(stream: list[Any], fixed: frozenset[str]) -> list[Any]:
    inlined: list[Any] = []
    for piece in stream:
        if isinstance(piece, list) and piece[0] == "ref" and piece[1] not in fixed:
            piece = ".".join(word for word in piece[1:4] if word)
        elif isinstance(piece, list) and piece[0] == "sub":
            _inline_fixed(piece[1], fixed)
        if isinstance(piece, str) and inlined and isinstance(inlined[-1], str):
            inlined[-1] += piece
        else:
            inlined.append(piece)
    return inlined


def _text(stream: Stream) -> str:
    return "".join(piece if isinstance(piece, str) else "?" for piece in stream)


def _references(stream: Iterable[Any]) -> Iterable[tuple[str, str]]:
    """Yield each alias and column that a stream names, within sub-queries too."""
    for piece in stream:
        if isinstance(piece, list) and piece[0] == "ref":
            yield piece[1], piece[2]
        elif isinstance(piece, list):
            yield from _in_query(piece[1])


def _in_query(query: Query) -> Iterable[tuple[str, str]]:
    for _, _, body in query.common:
        yield from _in_query(body)
    for select in query.selects:
        yield from _in_select(select)


def _in_select(select: Select) -> Iterable[tuple[str, str]]:
    yield from _references([*select.items, *select.where, *select.rest])
    for source in select.sources:
        yield from _references([*source.on, *source.text])
        if source.query is not None:
            yield from _in_query(source.query)
