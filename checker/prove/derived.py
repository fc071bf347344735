"""Topology and views of a state, updated incrementally when an example changes the state.

Hundreds of examples start from a handful of bases and change a row or two; most derived tables stay the same. A table
is rebuilt only if a column it depends on changed, and its dependents only if its content then differs. Changes come in
layers: an example's own, and on top of it each fact that is hidden from it. A layer keeps what it replaces.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Mapping

from checker.facts.store.store import Store
from checker.prove.reads import columns_read, tables_of_step, words_of_step
from checker.topology.derive.single_points import build_single_points
from checker.topology.derive.topology import STEPS, build_topology
from checker.topology.tables import tables
from checker.views.build import SINGLE_POINTS, build_view, build_views
from checker.views.catalog import views
from checker.views.mentions import mentions, needed_views

# Single points of failure are built only if a view needs them.
_LAST_STEP = (build_single_points, SINGLE_POINTS)

Step = tuple[Callable[[Store], None], tuple[str, ...]]
"""A step of topology, and the tables it writes."""

Changed = Mapping[str, frozenset[str] | None]
"""Table → the columns that changed; None: rows came or went, or any column may differ."""


class Derived:
    """Every topology table and view of a store, with the means to restore their content before each layer of changes.

    ``only`` limits the views to those required by some.
    """

    def __init__(self, store: Store, only: Iterable[str] | None = None) -> None:
        self.store = store
        build_topology(store)
        self.order = needed_views(views() if only is None else only)
        build_views(store, self.order)
        self._steps = (
            [*STEPS, _LAST_STEP] if any(mentions(name) & {*SINGLE_POINTS} for name in self.order) else [*STEPS]
        )
        self._saved: list[set[str]] = []
        self._content: ChainMap[str, tuple[object, ...]] = ChainMap()
        self._filled: list[set[str]] = [store.filled()]

    def begin(self) -> None:
        """Begin a layer of changes on top of the current state."""
        self._saved.append(set())
        self._content = self._content.new_child()
        self._filled.append(set(self._filled[-1]))

    def end(self) -> None:
        """Restore everything as it was when the last layer began."""
        self._bring_back()
        self._saved.pop()
        self._filled.pop()
        self.store.known_filled = None
        self._content = self._content.parents

    def refresh(self, touched: Changed, only: Iterable[str] | None = None) -> Changed:
        """Rebuild everything that depends on what this layer touched; return every table that now differs.

        ``only`` limits the views.
        """
        self._bring_back()
        changed: dict[str, frozenset[str] | None] = dict(touched)
        self.store.known_filled = filled = self._filled[-1]
        for kind in touched:
            (filled.add if self.store.rows(f"SELECT 1 FROM {kind} LIMIT 1") else filled.discard)(kind)
        names_needed = self.order if only is None else needed_views(only)
        needed = frozenset[str]().union(*(mentions(name) - {name} for name in names_needed))
        for step, written in self._needed_steps(needed):
            if _concerns(changed, dict.fromkeys(tables_of_step(step, written), words_of_step(step))):
                self._set_aside(written)
                step(self.store)
                self._compare(written, changed)
        for name in names_needed:
            if mentions(name) & changed.keys() and _concerns(changed, columns_read(self.store, name)):
                self._set_aside([name])
                build_view(self.store, name)
                self._compare([name], changed, needed)
        return changed

    def _needed_steps(self, needed: frozenset[str]) -> list[Step]:
        """Return the topology steps whose tables are read by the needed views, or by a later such step."""
        found: list[Step] = []
        for step, written in reversed(self._steps):
            if needed & {*written}:
                found.insert(0, (step, written))
                needed |= tables_of_step(step, written)
        return found

    def _bring_back(self) -> None:
        for name in self._saved[-1]:
            self.store.execute(f"DROP TABLE {name}; ALTER TABLE {self._kept(name)} RENAME TO {name}")
        self._saved[-1].clear()
        self._content.maps[0].clear()

    def _kept(self, name: str) -> str:
        return f"kept{len(self._saved)}_{name}"

    def _set_aside(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self._content:
                # What the outermost layer learns stays valid for the next example.
                self._content.maps[-1][name] = self._digest(name)
            self.store.execute(f"ALTER TABLE {name} RENAME TO {self._kept(name)}")
            self._saved[-1].add(name)

    def _compare(
        self, names: Iterable[str], changed: dict[str, frozenset[str] | None], needed: Collection[str] | None = None
    ) -> None:
        for name in names:
            before, after = self._content[name], self._digest(name)
            self._content[name] = after
            (self._filled[-1].add if after[0] else self._filled[-1].discard)(name)
            if before != after:
                # A table without dependents needs no detailed comparison.
                changed[name] = self._differing(name) if needed is None or name in needed else None

    def _digest(self, name: str) -> tuple[object, ...]:
        return self.store.rows(f"SELECT count(*), sum(hash(t)::HUGEINT) FROM {name} t")[0]

    def _differing(self, name: str) -> frozenset[str] | None:
        """Return the columns that explain the whole difference, or None if there are no such columns."""
        columns = _columns(name)
        each = ", ".join(f"sum(hash({column})::HUGEINT)" for column in columns)
        pair = (name, self._kept(name))
        one, other = (self.store.rows(f"SELECT {each} FROM {table}")[0] for table in pair)
        differ = frozenset(column for column, a, b in zip(columns, one, other, strict=True) if a != b)
        rest = ", ".join(column for column in columns if column not in differ)
        if not rest or not differ:
            return None
        checksum = f"SELECT count(*), sum(hash(({rest}))::HUGEINT) FROM"
        same = self.store.rows(f"{checksum} {pair[0]}") == self.store.rows(f"{checksum} {pair[1]}")
        return differ if same else None


def _columns(name: str) -> list[str]:
    if name in views():
        return [column.name for column in views()[name].columns]
    return list(tables()[name].column_names)


def _concerns(changed: Changed, reads: Mapping[str, frozenset[str]]) -> bool:
    """Whether a reader of these columns of these tables may differ."""
    return any(
        name in changed and ((columns := changed[name]) is None or bool(columns & needed))
        for name, needed in reads.items()
    )
