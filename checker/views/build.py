"""Compute views: once per audit, only those that the selected rules need, in order of dependence."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from checker import resources as resources_of
from checker.facts.kinds import kinds
from checker.facts.reference import load_reference_tables
from checker.facts.store.store import Store
from checker.topology.derive.single_points import build_single_points
from checker.topology.tables import tables
from checker.views.catalog import View, views
from checker.views.mentions import macros, needed_views, words_of
from checker.views.pruning.prune import pruned

if TYPE_CHECKING:
    from checker.views.pruning.outlined import Outlined

SINGLE_POINTS = ("single_point", "single_point_doubt")
"""The topology tables that are built only if a view needs them."""


def build_views(
    store: Store,
    names: Iterable[str],
    mentioned: Collection[str] | None = None,
    outlines: Mapping[str, Outlined] | None = None,
) -> frozenset[str]:
    """Compute views as tables. A view none of whose spine kinds was observed is an empty table.

    Args:
        store: with entities and topology.
        names: the required views.
        mentioned: all words of the SQL that will run in addition to that of the views. If it is given, empty views that
            nothing mentions are not created, nor are the tables that only they need.
        outlines: those of ``checker.views.pruning.outlined``, for little data: what comes from empty tables is omitted
            from the views' SQL. Results are the same.

    Returns:
        The views that were not created; each would be an empty table.
    """
    store.execute(macros(few=outlines is not None))
    words = words_of if outlines is None else lambda name: outlines[name].mentions
    needed = needed_views(names, words)
    # Most views of a single export are empty; querying their spines one by one would take as long as all the rest.
    filled = store.filled()
    empty = {name for name in needed if _without_spine(views()[name], filled)}
    used = {word for name in needed if mentioned is None or name not in empty for word in words(name)}
    used.update(mentioned or ())
    skipped = frozenset(() if mentioned is None else empty - used)
    store.ensure_entities(sorted(used & set(kinds())))
    if used & {*SINGLE_POINTS}:
        build_single_points(store)
    load_reference_tables(store, resources_of.rules_folder() / "data", used)
    created_empty = [name for name in needed if name in empty - skipped]
    if created_empty:
        store.execute(";".join(empty_view_sql(views()[name]) for name in created_empty))
    if outlines is None:
        for name in needed:
            if name not in empty:
                build_view(store, name)
    else:
        _build_pruned(store, [name for name in needed if name not in empty], outlines)
    return skipped


def _without_spine(view: View, filled: set[str]) -> bool:
    """Whether the kinds and topology tables that make the objects of a view are certainly empty."""
    later = views().keys() | {*SINGLE_POINTS}
    return bool(view.spine) and filled.isdisjoint(view.spine) and later.isdisjoint(view.spine)


def _build_pruned(store: Store, names: Sequence[str], outlines: Mapping[str, Outlined]) -> None:
    """Compute views without the pieces that come from empty tables; views without an outline are computed unchanged."""
    filled = store.filled()
    known = kinds().keys() | tables().keys() | views().keys()
    unknown = {name: _unknown_columns(store, name) for name in filled & (kinds().keys() | tables().keys())}

    def is_empty(name: str) -> bool:
        return name in known and name not in filled

    for name in names:
        view = views()[name]
        if view.spine and filled.isdisjoint(view.spine):
            sql = None
        else:
            outline = outlines[name].outline
            sql = pruned(json.loads(outline), is_empty, unknown) if outline else view.sql
        if sql is None:
            store.execute(empty_view_sql(view))
        elif _create(store, view, sql):
            filled.add(name)


def _unknown_columns(store: Store, table: str) -> frozenset[str]:
    """Return the columns of a kind's or topology's table that are NULL in every row."""
    declared = kinds() if table in kinds() else tables()
    names = declared[table].column_names
    counts = store.rows(f"SELECT {', '.join(f'count({name})' for name in names)} FROM {table}")[0]
    return frozenset(name for name, count in zip(names, counts, strict=True) if not count)


def _create(store: Store, view: View, sql: str) -> int:
    """Create the table of a view and return its number of rows."""
    try:
        return int(store.rows(_make_view_sql(view, sql))[0][0])
    except Exception:
        if sql == view.sql:
            raise
        # The complete SQL has the same result, but is slower.
        return int(store.rows(_make_view_sql(view, view.sql))[0][0])


def build_view(store: Store, name: str) -> None:
    """Compute one view; its source tables and the macros must exist."""
    view = views()[name]
    if view.spine and not any(_has_rows(store, kind) for kind in view.spine):
        store.execute(empty_view_sql(view))
    else:
        store.execute(_make_view_sql(view, view.sql))


def _make_view_sql(view: View, sql: str) -> str:
    return f"CREATE OR REPLACE TABLE {view.name} AS SELECT {_typed_columns(view)} FROM ({sql})"


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
    store.execute("SET enable_external_access = false")
    store.execute("SET python_enable_replacements = false")
    store.execute("SET lock_configuration = true")
