"""Assemble the SQL of a view from its outline, without the pieces that come from tables without rows.

The omitted pieces cannot contribute: a left join to an empty table yields NULL in each of its columns, a join to an
empty table yields no row, and a common table that is no longer read is not needed. The result is the same, planned sooner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

Outline = Mapping[str, Any]
_SPAN = "STRUCT(lo BIGINT, hi BIGINT)"
_Nulled = Mapping[str, Mapping[str, str]]


def pruned(
    outline: Outline, is_empty: Callable[[str], bool], unknown: Mapping[str, Collection[str]] | None = None
) -> str | None:
    """Return the SQL of a view without the pieces that come from empty tables; None if the view cannot have a row.

    Args:
        outline: the outline from ``checker.views.pruning.outline``.
        is_empty: whether a table is certainly empty.
        unknown: for tables, by name, the columns that are NULL in every row.
    """
    return _Pruner(is_empty, unknown or {}).query(outline, {}, {})


def whole(outline: Outline, around: Sequence[tuple[str, Mapping[str, str]]]) -> str:
    """Return the complete SQL of an outline, within empty common tables: their names, columns and types."""
    text = _Pruner(lambda _: False, {}).query(outline, {}, {}, forced=True)
    assert text is not None
    listed = ", ".join(f"{name} AS ({_nothing(columns.items())})" for name, columns in around)
    return f"WITH {listed} SELECT * FROM ({text})" if around else text


def _nothing(columns: Iterable[Sequence[str]]) -> str:
    listed = ", ".join(f"{_null(kind)} AS {name}" for name, kind in columns)
    return f"SELECT {listed} WHERE FALSE"


def _null(kind: str) -> str:
    return "NULL" if kind == '"NULL"' else f"NULL::{kind}"


def _needs_nulled(needs: Iterable[Sequence[str]], nulled: _Nulled) -> bool:
    return any(column in nulled.get(alias, ()) for alias, column in needs)


class _Pruner:
    def __init__(self, is_empty: Callable[[str], bool], unknown: Mapping[str, Collection[str]]) -> None:
        self.is_empty = is_empty
        self.unknown = unknown
        self.used: Counter[str] = Counter()

    def query(self, query: Outline, scope: Mapping[str, bool], nulled: _Nulled, *, forced: bool = False) -> str | None:
        """Return the text of a query, None if it has no row; ``forced`` returns a text in any case.

        Args:
            query: its outline.
            scope: the common tables around it, and whether each is empty.
            nulled: by alias around it the columns that are NULL in every row, with their types.
            forced: return a text even if there is no row.
        """
        around, self.used = self.used, Counter()
        inner = dict(scope)
        parts: list[tuple[str, str, str, Counter[str]]] = []
        for name, how, body, columns in query["with"]:
            self.used = Counter()
            text = self.query(body, inner, nulled, forced=columns is None)
            inner[name] = text is None
            parts.append((name, how, f"({_nothing(columns) if text is None else text})", self.used))
        self.used = Counter()
        text = self._branches(query, inner, nulled, forced=forced)
        used = self.used
        kept: list[str] = []
        for name, how, definition, uses in reversed(parts):
            times = used.pop(name, 0)
            if times:
                used += uses
                # A table that is read once need not be materialised, which takes longer than all the work on few rows.
                kept.append(f"{name} AS {how or ('NOT MATERIALIZED ' if times == 1 else '')}{definition}")
        self.used = around + used
        if text is None:
            return None
        return f"WITH {', '.join(reversed(kept))} {text}" if kept else text

    def _branches(self, query: Outline, scope: Mapping[str, bool], nulled: _Nulled, *, forced: bool) -> str | None:
        selects, operations = query["selects"], query["operations"]
        if not operations:
            return self._select(selects[0], scope, nulled, forced=forced)
        columns = query["columns"]
        texts = [self._select(select, scope, nulled, forced=forced or columns is None) for select in selects]
        if None not in texts:
            return " ".join(str(part) for pair in zip(["", *operations], texts, strict=True) for part in pair).strip()
        text, fits = texts[0], bool(query["fits"][0])
        changed = text is None
        for operation, other, fit in zip(operations, texts[1:], query["fits"][1:], strict=True):
            every = operation.endswith(" ALL")
            if text is not None and other is not None:
                text = f"{text} {operation} {other}"
                fits = fits or fit
            elif operation.startswith("UNION"):
                text, fits = (other, fit) if text is None else (text, fits)
                text = text if every or text is None else f"SELECT DISTINCT * FROM ({text})"
            else:
                text = text if every or text is None else f"SELECT DISTINCT * FROM ({text})"
        if text is None or (fits and not changed):
            return text
        names = ", ".join(name for name, _ in columns)
        listed = ", ".join(name if kind == '"NULL"' else f"{name}::{kind} AS {name}" for name, kind in columns)
        return f"SELECT {listed} FROM ({text}) AS kept({names})"

    def _select(self, select: Outline, scope: Mapping[str, bool], nulled: _Nulled, *, forced: bool) -> str | None:
        stays = forced or select["row"] or not select["plain"]
        here = dict(nulled)
        for source in select["from"]:
            here.pop(source["alias"], None)
        parts: list[str] = []
        for source in select["from"]:
            join = source["join"]
            if (types := self._unknown(source, scope)) is not None:
                here[source["alias"]] = types
            never = _needs_nulled(source["needs"], here)
            text = None if never and not stays and join != "LEFT JOIN" else self._relation(source, scope, here)
            if text is None or never:
                if source.get("falls_away"):
                    here[source["alias"]] = source["types"]
                    continue
                if join == "ANTI JOIN":
                    continue
                if join != "LEFT JOIN" and not stays:
                    return None
            if text is None:
                text = self._relation(source, scope, here, forced=True)
            named = f"{text} AS {source['naming']}" if source["naming"] else str(text)
            on = f" ON{self._stream(source['on'], scope, here)}" if source["on"] else ""
            using = f" USING ({', '.join(source['using'])})" if source["using"] else ""
            parts.append(f"{', ' if join == ',' else f' {join} '}{named}{on}{using}")
        if not stays and _needs_nulled(select["needs"], here):
            return None
        text = f"{select['head']}{self._stream(select['items'], scope, here)}"
        if parts:
            text += f" FROM{''.join(parts)}"
        if select["where"]:
            text += f" WHERE{self._stream(select['where'], scope, here)}"
        return text + self._stream(select["rest"], scope, here)

    def _unknown(self, source: Outline, scope: Mapping[str, bool]) -> dict[str, str] | None:
        """Return the columns of a table that no source filled, with their types."""
        name = source.get("name")
        if name is None or name in scope or name not in self.unknown or "types" not in source:
            return None
        return {column: kind for column, kind in source["types"].items() if column in self.unknown[name]}

    def _relation(
        self, source: Outline, scope: Mapping[str, bool], nulled: _Nulled, *, forced: bool = False
    ) -> str | None:
        """Return the text of a joined relation, None if it has no row."""
        if "query" in source:
            text = self.query(source["query"], scope, nulled, forced=forced)
            return None if text is None else f"({text})"
        if "text" in source:
            return self._stream(source["text"], scope, nulled)
        name: str = source["name"]
        if not forced and (scope[name] if name in scope else self.is_empty(name)):
            return None
        self.used[name] += 1
        return name

    def _stream(self, stream: list[Any], scope: Mapping[str, bool], nulled: _Nulled) -> str:
        parts: list[str] = []
        for piece in stream:
            if isinstance(piece, str):
                parts.append(piece)
            elif piece[0] == "ref":
                _, alias, column, part, *named = piece
                if column not in nulled.get(alias, ()):
                    parts.append(f"{alias}.{column}.{part}" if part else f"{alias}.{column}")
                    continue
                kind = nulled[alias][column]
                if not part:
                    parts.append(_null(kind))
                else:
                    parts.append("NULL::BIGINT" if kind == _SPAN else f"({_null(kind)}).{part}")
                if named:
                    parts.append(f" AS {part or column}")
            else:
                text = self.query(piece[1], scope, nulled, forced=not piece[2])
                parts.append("(SELECT 1 WHERE FALSE)" if text is None else f"({text})")
        return "".join(parts)
