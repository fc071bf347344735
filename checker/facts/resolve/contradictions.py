"""Contradictions between what exports say about one thing, and between intent and observation."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from checker.facts.declare import Kind
from checker.facts.store.store import Store

COMPARABLE_AGE_HOURS = 24
"""Maximum time between two captures of comparable age; a difference between such captures is a contradiction."""


def key_value(kind: Kind, name: str) -> str:
    """SQL of a key column, with the default of those that need not be stated."""
    default = kind.key_defaults.get(name)
    return name if default is None else f"coalesce({name}, '{default}')"


def known(kind: Kind, key: tuple[str, ...], prefix: str = "") -> str:
    """SQL condition that a row has a complete key."""
    required = [name for name in key if name not in kind.key_defaults]
    return " AND ".join(f"{prefix}{name} IS NOT NULL" for name in required) or "TRUE"


_COMPARABLE = (
    "NOT w.intent AND NOT l.intent AND (w.captured_at IS NULL OR l.captured_at IS NULL "
    f"OR abs(epoch(w.captured_at) - epoch(l.captured_at)) <= {COMPARABLE_AGE_HOURS * 3600})"
)
"""SQL condition that two observations are of comparable age."""


def record_contradictions(store: Store, kind: Kind, keys: Sequence[tuple[str, ...]], *, several: bool) -> None:
    """Record contradictions between sources: in columns that must agree, and between intent and observation.

    An object that can only be in one place must not be in two within one export, either. Without ``several`` exports
    there is nothing else to compare.
    """
    if not keys:
        return
    key = keys[0]
    compared = [c for c in kind.columns if c.name in store.stated[kind.name] and c.name not in key]
    once = [c.name for c in compared if c.combine == "once"]
    has_intent, alone = False, not several
    if several:
        alone, has_intent = store.rows(
            f"SELECT min(o.export_id) = max(o.export_id), bool_or(x.intent) "
            f"FROM obs_{kind.name} o JOIN export_order x USING (export_id)"
        )[0]
    among = [
        c
        for c in compared
        if not alone and (c.combine == "same" or (has_intent and c.combine not in ("measured", "sum", "union")))
    ]
    conflicting = _conflicting(store, kind, key, dict.fromkeys([*once, *(c.name for c in among)]))
    for name in once:
        if name in conflicting:
            _record(store, kind, key, name, "l.export_id = w.export_id", each="export_id")
    for column in among:
        if column.name in conflicting:
            pair = f"({_COMPARABLE} OR w.intent OR l.intent)" if column.combine == "same" else "(w.intent OR l.intent)"
            # Declarations have no age: two different ones contradict each other, as does a declaration that differs from an observation.
            _record(store, kind, key, column.name, f"l.export_id <> w.export_id AND {pair}")


def _conflicting(store: Store, kind: Kind, key: tuple[str, ...], columns: Collection[str]) -> set[str]:
    """Return the columns with different values for one object; most kinds have none, and all are found in one pass."""
    if not columns:
        return set()
    grouped = ", ".join(key_value(kind, name) for name in key)
    differ = ", ".join(
        f"min({_folded(kind, name)}) <> max({_folded(kind, name)}) AS c{number}" for number, name in enumerate(columns)
    )
    found = store.rows(
        f"SELECT {', '.join(f'bool_or(c{number})' for number in range(len(columns)))} FROM "
        f"(SELECT {differ} FROM obs_{kind.name} WHERE {known(kind, key)} GROUP BY {grouped})"
    )[0]
    return {name for name, differs in zip(columns, found, strict=True) if differs}


def _folded(kind: Kind, column: str) -> str:
    """SQL of a value to compare: padding and case depend on the command; SCSI vendors are padded to eight characters."""
    return f"lower(trim({column}::VARCHAR))" if kind.column(column).type == "text" else f"{column}::VARCHAR"


def _record(store: Store, kind: Kind, key: tuple[str, ...], column: str, pair: str, each: str = "") -> None:
    """Record pairs of different values of a column for one object.

    ``w`` is the chosen value, of all sources or of ``each`` source; ``pair`` is the condition that selects the other
    values, ``l``, to compare it with.
    """
    store.ensure_entities(["contradiction"])
    names = ", ".join(key)
    joined = " AND ".join(f"w.{name} = l.{name}" for name in key)
    folded = _folded(kind, column)
    order = "(x.position::BIGINT << 32) + o.seq"
    groups = ", ".join(str(index + 1) for index in range(len(key) + 3))
    store.execute(
        f"INSERT INTO contradiction (about_kind, about_key, fact, value_a, value_b, export_a, line_a, export_b, line_b, declared) "
        f"WITH stated AS (SELECT {', '.join(f'{key_value(kind, n)} AS {n}' for n in key)}, {folded} AS val, "
        f"x.intent, o.export_id, max({order}) AS ord, arg_max(trim({column}::VARCHAR), {order}) AS shown, "
        f"arg_max(o.line, {order}) AS line, max(x.captured_at) AS captured_at "
        f"FROM obs_{kind.name} o JOIN export_order x ON x.export_id = o.export_id "
        f"WHERE {known(kind, key)} AND {column} IS NOT NULL GROUP BY {groups}), "
        f"w AS (SELECT * FROM stated QUALIFY row_number() OVER (PARTITION BY {names}{each and f', {each}'} ORDER BY ord DESC) = 1) "
        f"SELECT '{kind.name}', {_shown(key)}, '{column}', w.shown, l.shown, w.export_id, w.line, l.export_id, l.line, "
        f"w.intent <> l.intent FROM w JOIN stated l ON {joined} AND l.val <> w.val WHERE {pair} "
        f"QUALIFY row_number() OVER (PARTITION BY {', '.join(f'w.{n}' for n in key)}, l.val ORDER BY l.ord DESC) = 1"
    )
    if store.rows("SELECT 1 FROM contradiction LIMIT 1"):
        store.stated.setdefault("contradiction", set()).add("about_kind")


def _shown(key: tuple[str, ...]) -> str:
    return " || ', ' || ".join(f"'{name} ' || w.{name}::VARCHAR" for name in key)
