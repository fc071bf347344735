"""Topology and views of a state, kept up to date by what an example changes, not rebuilt for each.

Hundreds of examples start from a handful of bases and change a row or two; most of what is derived stays as it is. A
table is rebuilt only if something it is made of changed, and what depends on it only if its content then differs.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache

from checker.facts.model import kinds
from checker.facts.store import Store
from checker.topology.build import STEPS, build_topology
from checker.topology.single_points import build_single_points
from checker.topology.tables import tables
from checker.views.build import SINGLE_POINTS, build_view, build_views, made_of, needed_views
from checker.views.catalog import views

# Single points of failure are built only where a view asks for them.
_LAST_STEP = (build_single_points, SINGLE_POINTS)


@cache
def _reads(step: Callable[[Store], None], writes: tuple[str, ...]) -> frozenset[str]:
    """What a topology step may read: every kind and table that its module's source mentions."""
    source = inspect.getsource(sys.modules[step.__module__])
    words = set(re.findall(r"[a-z_][a-z0-9_]*", source))
    return frozenset(words & (set(kinds()) | set(tables()))) - frozenset(writes)


class Derived:
    """Every topology table and view of one store, with the content it had before any change.

    ``only`` limits the views to those that are needed for some.
    """

    def __init__(self, store: Store, only: Iterable[str] | None = None) -> None:
        self.store = store
        build_topology(store)
        self.order = needed_views(views() if only is None else only)
        build_views(store, self.order)
        self._steps = [*STEPS, _LAST_STEP] if any(made_of(name) & {*SINGLE_POINTS} for name in self.order) else [*STEPS]
        self._topology = [table for _, written in self._steps for table in written]
        self._before: dict[str, tuple[object, ...]] = {}
        self._rebuilt: set[str] = set()
        for name in (*self._topology, *self.order):
            store.execute(f"CREATE OR REPLACE TABLE kept_{name} AS SELECT * FROM {name}")
            self._before[name] = self._content(name)

    def refresh(self, touched: Iterable[str], only: Iterable[str] | None = None) -> set[str]:
        """Rebuild what depends on the touched kinds; return every table that now differs. ``only`` limits the views."""
        changed = set(touched)
        rebuilt: set[str] = set()
        wanted = self.order if only is None else needed_views(only)
        used = frozenset[str]().union(*(made_of(name) for name in wanted))
        for step, written in self._steps:
            if _reads(step, written) & changed and (written is not SINGLE_POINTS or used & {*written}):
                step(self.store)
                rebuilt.update(written)
                changed |= {name for name in written if self._content(name) != self._before[name]}
        for name in wanted:
            if made_of(name) & changed:
                build_view(self.store, name)
                rebuilt.add(name)
                if self._content(name) != self._before[name]:
                    changed.add(name)
        self._rebuilt = rebuilt
        return changed

    def restore(self) -> None:
        """Bring back what the last refresh rebuilt."""
        for name in self._rebuilt:
            self.store.execute(f"CREATE OR REPLACE TABLE {name} AS SELECT * FROM kept_{name}")
        self._rebuilt = set()

    def _content(self, name: str) -> tuple[object, ...]:
        return self.store.rows(f"SELECT count(*), sum(hash(t)::HUGEINT) FROM {name} t")[0]
