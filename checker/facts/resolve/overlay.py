"""Changes applied to the entities of a store: used by rule examples and by the effects of fixes.

A change is ``set``, ``add`` or ``remove`` with one kind: ``{path: {host: esx01}, state: dead}`` sets a column of the
matching rows. Topology and views must be rebuilt afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from checker.errors import RuleError
from checker.facts.declare import DUCKDB_TYPE
from checker.facts.kinds import kinds
from checker.facts.store.store import Store

ACTIONS = ("set", "add", "remove")


def kind_of(action: str, what: Mapping[str, Any]) -> str:
    """Return the kind that a change is about.

    Raises:
        RuleError: the change names no kind, or several.
    """
    # A column may have the name of a kind (director, host): the kind is the key whose value is a mapping of columns.
    named = [key for key in what if key in kinds() and isinstance(what[key], Mapping)]
    if len(named) != 1:
        raise RuleError(f"{action}: name exactly one kind, not {sorted(what)}")
    return named[0]


def each_row(action: str, what: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a change of one row for each item of a list: ``{zone: {zone: z1, active: [true, false]}}`` is two rows.

    Several lists yield every combination of their items. No kind has a list column.

    Raises:
        RuleError: the change names no kind or several, or a list is empty.
    """
    kind = kind_of(action, what)
    row = what[kind]
    empty = next((name for name, value in row.items() if value == []), None)
    if empty is not None:
        raise RuleError(f"{action}: {kind}.{empty} is an empty list")
    for values in product(*(value if isinstance(value, list) else [value] for value in row.values())):
        yield {**what, kind: dict(zip(row, values, strict=True))}


def apply(store: Store, action: str, what: Mapping[str, Any]) -> str:
    """Apply one change and return its kind.

    Raises:
        RuleError: an unknown action, kind or column, or no row matches.
    """
    if action not in ACTIONS:
        raise RuleError(f"unknown action {action!r}: a change can {', '.join(ACTIONS)}")
    kind = kind_of(action, what)
    values = {key: value for key, value in what.items() if key != kind}
    store.ensure_entities([kind])
    if action == "add":
        _add(store, kind, {**what[kind], **values})
    elif action == "remove":
        _update(store, f"DELETE FROM {kind}", kind, what[kind], {})
    else:
        settings = ", ".join(f"{name} = ?" for name in values)
        _update(store, f"UPDATE {kind} SET {settings}", kind, what[kind], values)
    return kind


def set_many(
    store: Store, kind: str, names: Sequence[str], rows: Sequence[Sequence[str]], values: Mapping[str, Any]
) -> bool:
    """Set the same columns of many rows; return whether any row matched.

    Args:
        store: store whose entities are changed.
        kind: kind of the rows.
        names: text columns that identify the rows.
        rows: values of these columns, for each row to change.
        values: values to set.

    Raises:
        RuleError: there is no such kind or column.
    """
    check_columns(kind, [*names, *values])
    store.ensure_entities([kind])
    settings = ", ".join(f'"{name}" = ?' for name in values)
    listed = ", ".join(f"unnest(?::VARCHAR[]) AS key_{number}" for number in range(len(names)))
    same = " AND ".join(f'{kind}."{name}" = o.key_{number}' for number, name in enumerate(names))
    columns = [list(column) for column in zip(*sorted({tuple(row) for row in rows}), strict=True)]
    done = store.rows(
        f"UPDATE {kind} SET {settings} FROM (SELECT {listed}) o WHERE {same}",
        [*(_value(one) for one in values.values()), *columns],
    )
    store.stated.setdefault(kind, set()).update(values)
    return bool(done and done[0][0])


def matches(store: Store, kind: str, match: Mapping[str, Any]) -> bool:
    """Return whether some row of a kind matches.

    Raises:
        RuleError: there is no such kind or column.
    """
    condition, parameters = _condition(store, kind, match)
    store.ensure_entities([kind])
    return bool(store.rows(f"SELECT 1 FROM {kind} WHERE {condition} LIMIT 1", parameters))


def check_columns(kind: str, columns: Iterable[str]) -> None:
    """Check that a kind and its columns exist.

    Raises:
        RuleError: the kind or a column is unknown.
    """
    if kind not in kinds():
        raise RuleError(f"unknown kind {kind!r}")
    unknown = [name for name in columns if name not in kinds()[kind].column_names]
    if unknown:
        raise RuleError(f"{kind} has no column {unknown[0]!r}")


def _add(store: Store, kind: str, row: Mapping[str, Any]) -> None:
    check_columns(kind, row)
    names = ", ".join(row)
    marks = ", ".join(f"?::{DUCKDB_TYPE[kinds()[kind].column(name).type]}" for name in row)
    store.execute(f"INSERT INTO {kind} ({names}) VALUES ({marks})", [_value(v) for v in row.values()])
    store.stated.setdefault(kind, set()).update(row)


def _update(store: Store, statement: str, kind: str, match: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    check_columns(kind, values)
    if not matches(store, kind, match):
        raise RuleError(f"no {kind} matches {dict(match)}")
    condition, parameters = _condition(store, kind, match)
    store.execute(f"{statement} WHERE {condition}", [*(_value(v) for v in values.values()), *parameters])
    store.stated.setdefault(kind, set()).update(values)


def _condition(store: Store, kind: str, match: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """The condition for matching rows; ``fabric`` means its switches if the kind only has a switch column."""
    condition_row = dict(match)
    parts: list[str] = []
    parameters: list[Any] = []
    if kind in kinds() and "fabric" in condition_row and "fabric" not in kinds()[kind].column_names:
        fabric = _value(condition_row.pop("fabric"))
        check_columns(kind, ["switch"])
        switches = [switch for (switch,) in store.rows("SELECT switch FROM switch_fabric WHERE fabric = ?", [fabric])]
        parts.append("list_contains(?, switch)")
        # If the fabric of a switch is unknown, the switch name is used instead.
        parameters.append([*switches, fabric])
    check_columns(kind, condition_row)
    for name, value in condition_row.items():
        parts.append(f"{name} IS NOT DISTINCT FROM ?")
        parameters.append(_value(value))
    return " AND ".join(parts) or "TRUE", parameters


def _value(value: Any) -> Any:
    # The YAML loader returns number subclasses that carry a format; the database needs plain numbers.
    if isinstance(value, bool) or value is None:
        return value
    for plain in (int, float, str):
        if isinstance(value, plain):
            return plain(value)
    return value
