"""Find the columns that views and topology steps read, so that a change of one column rebuilds only its dependents."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from checker.facts.kinds import kinds
from checker.facts.store.store import Store
from checker.topology.tables import tables
from checker.views.catalog import views

_WORD = re.compile(r"[a-z_][a-z0-9_]*")
# Modules whose names cover all tables: the tables that a step reads are in its own source.
_DECLARATIONS = ("checker.topology.tables",)


def columns_read(store: Store, view: str) -> Mapping[str, frozenset[str]]:
    """Return the columns that a view needs of each table it reads, according to DuckDB's plan of its SQL.

    Tables that are only counted have no columns. The view's sources must exist in ``store``; their content is
    irrelevant.
    """
    if view not in _PLANS:
        _PLANS[view] = _planned(store, views()[view].sql)
    return _PLANS[view]


_PLANS: dict[str, Mapping[str, frozenset[str]]] = {}


def _planned(store: Store, sql: str) -> Mapping[str, frozenset[str]]:
    names = [name for (name,) in store.rows("SELECT name FROM duckdb_optimizers()")]
    # Other optimizers use the content (statistics, empty results), so the plan would fit one state only.
    others = ",".join(name for name in names if name != "unused_columns")
    store.execute("PRAGMA enable_optimizer")
    store.execute(f"SET disabled_optimizers = '{others}'")
    try:
        ((_, plan),) = store.rows(f"EXPLAIN (FORMAT JSON) {sql}")
    finally:
        store.execute("RESET disabled_optimizers")
        store.plan_plainly()
    found: dict[str, set[str]] = {}
    for node in _plan_nodes(json.loads(plan)):
        extra = node.get("extra_info") or {}
        if "Table" in extra:
            projected = extra.get("Projections", [])
            columns = [projected] if isinstance(projected, str) else projected
            table = extra["Table"].rpartition(".")[2].strip('"')
            # For a struct the plan names the field that is read.
            found.setdefault(table, set()).update(column.partition(".")[0].strip('"') for column in columns)
    return {table: frozenset(columns) for table, columns in found.items()}


def _plan_nodes(node: Any) -> Iterator[dict[str, Any]]:
    for one in node if isinstance(node, list) else [node]:
        yield one
        yield from _plan_nodes(one.get("children", []))


@cache
def words_of_step(step: Callable[[Store], None]) -> frozenset[str]:
    """Return every word in the source of a topology step and of all functions and constants it uses, transitively.

    A step reads only tables and columns among these words.
    """
    found: set[str] = set()
    seen: set[int] = set()

    def visit(thing: Any) -> None:
        if id(thing) in seen:
            return
        seen.add(id(thing))
        if inspect.isfunction(thing) or inspect.isclass(thing):
            words = set(_WORD.findall(inspect.getsource(thing)))
            names = set(re.findall(r"\w+", inspect.getsource(thing)))
            found.update(words)
            module = inspect.getmodule(thing)
            for name in names & set(vars(module)):
                used = vars(module)[name]
                where = getattr(used, "__module__", "") or ""
                if isinstance(used, (str, tuple, list, dict, frozenset, set)):
                    found.update(_WORD.findall(repr(used)))
                elif where.startswith("checker.topology") and where not in _DECLARATIONS:
                    visit(used)

    visit(step)
    return frozenset(found)


def tables_of_step(step: Callable[[Store], None], writes: tuple[str, ...]) -> frozenset[str]:
    """Return every kind and topology table that a step can read."""
    return frozenset(words_of_step(step) & (kinds().keys() | tables().keys())) - frozenset(writes)
