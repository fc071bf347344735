"""Compute views: once per audit, only those that the selected rules need, in order of dependence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from checker import resources as resources_of
from checker.facts.kinds import kinds
from checker.facts.reference import load_reference_tables
from checker.facts.store.store import Store
from checker.topology.derive.single_points import build_single_points
from checker.topology.tables import tables
from checker.views.catalog import View, views
from checker.views.mentions import macros, needed_views, words_of

SINGLE_POINTS = ("single_point", "single_point_doubt")
"""The topology tables that are built only if a view needs them."""

_MANY_ROWS = 5_000
"""Rows of a view after which the tables may have to be compressed."""


def build_views(
    store: Store,
    names: Iterable[str],
    mentioned: Collection[str] | None = None,
) -> frozenset[str]:
    """Compute views as tables. A view is an empty table if all tables of its spine are empty.

    Args:
        store: with entities and topology.
        names: the required views.
        mentioned: all words of the SQL that will run in addition to that of the views. If it is given, empty views that
            nothing mentions are not created, nor are the tables that only they need.

    Returns:
        The views that were not created; each would be an empty table.
    """
    store.execute(macros())
    needed = needed_views(names)
    # Most views of a single export are empty; querying their spines one by one would take as long as all the rest.
    filled = store.filled()
    empty: set[str] = set()
    for name in needed:
        if _without_spine(views()[name], filled, empty):
            empty.add(name)
    used = {word for name in needed if mentioned is None or name not in empty for word in words_of(name)}
    used.update(mentioned or ())
    skipped = frozenset(() if mentioned is None else empty - used)
    store.ensure_entities(sorted(used & set(kinds())))
    if used & {*SINGLE_POINTS}:
        build_single_points(store)
        filled |= {name for name in SINGLE_POINTS if _has_rows(store, name)}
    load_reference_tables(store, resources_of.tables_folder(), used)
    created_empty = [name for name in needed if name in empty - skipped]
    if created_empty:
        store.execute(";".join(empty_view_sql(views()[name]) for name in created_empty))
    for name in needed:
        if name not in empty and (rows := _build(store, views()[name], filled)):
            filled.add(name)
            # Asking for the size takes as long as creating a small table.
            if rows >= _MANY_ROWS:
                store.compress_if_grown()
    return skipped


def _without_spine(view: View, filled: set[str], empty: set[str]) -> bool:
    """Whether all that makes the objects of a view is certainly empty: kinds, topology tables, and views before it."""
    later = (views().keys() - empty) | {*SINGLE_POINTS}
    return bool(view.spine) and filled.isdisjoint(view.spine) and later.isdisjoint(view.spine)


def build_view(store: Store, name: str) -> None:
    """Compute one view; its source tables and the macros must exist."""
    view = views()[name]
    _build(store, view, {kind for kind in view.spine if _has_rows(store, kind)})


def _build(store: Store, view: View, filled: Collection[str]) -> int:
    """Create the table of a view, given the tables that may have rows; return its number of rows."""
    if view.spine and not any(kind in filled for kind in view.spine):
        store.execute(empty_view_sql(view))
        return 0
    sql = f"CREATE OR REPLACE TABLE {view.name} AS SELECT {_typed_columns(view)} FROM ({view.sql})"
    return int(store.rows(sql)[0][0])


def rows_of(store: Store, name: str) -> list[dict[str, Any]]:
    """Return the rows of a view that was computed, in the order of its keys: its columns by name, None for unknown."""
    view = views()[name]
    chosen = f"SELECT {', '.join(view.column_names)} FROM {name} ORDER BY {', '.join(view.grain)}"
    return [dict(zip(view.column_names, row, strict=True)) for row in store.rows(chosen)]


def _has_rows(store: Store, name: str) -> bool:
    if name in views() or name in tables():
        return bool(store.rows(f"SELECT 1 FROM {name} LIMIT 1"))
    store.ensure_entities([name])
    return bool(store.rows(f"SELECT 1 FROM {name} LIMIT 1"))


def _typed_columns(view: View) -> str:
    return ", ".join(f"{name}::{sql_type} AS {name}" for name, sql_type in view.sql_types.items())


def empty_view_sql(view: View) -> str:
    """Return the statement that creates an empty table with the columns of a view."""
    return f"CREATE OR REPLACE TABLE {view.name} ({view.sql_columns})"


def inputs_of(view: View) -> Mapping[str, tuple[str, ...]]:
    """Return the inputs (``kind.column``) of each column of a view."""
    return {column.name: column.inputs for column in view.columns}


def lock(store: Store) -> None:
    """Close the store to files, network and settings before rules run; what is computed stays (architecture.md, "Store and safety")."""
    store.settle()
    store.execute("SET enable_external_access = false")
    store.execute("SET python_enable_replacements = false")
    store.execute("SET lock_configuration = true")
