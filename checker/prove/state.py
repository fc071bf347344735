"""A SAN for examples to change: a base resolved once, altered for one example, restored for the next."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from checker.audit.reading import build_store
from checker.errors import RuleError
from checker.facts.kinds import kinds
from checker.facts.resolve import overlay
from checker.facts.store.store import Store
from checker.intake.pool import Intake
from checker.intake.read import read_text
from checker.intake.record import SECTIONS_A_FILE
from checker.prove.derived import Changed, Derived

Change = Mapping[str, Any]


class State:
    """One store of resolved entities, and the means to restore it after a change."""

    def __init__(self, store: Store, only: Sequence[str] | None = None) -> None:
        self.store = store
        self.derived = Derived(store, only)
        self.clean: bool | None = None
        self._layers: list[dict[str, frozenset[str] | None]] = []

    @contextmanager
    def changed(self, changes: Sequence[Change], only: Sequence[str] | None = None) -> Iterator[Changed]:
        """Apply changes, update topology and views, yield the tables that differ, and restore everything afterwards.

        ``only`` limits the views that are updated. Within the context the state may be changed again in the same way.

        Raises:
            RuleError: a change names an unknown kind or column, or matches no row.
        """
        touched: dict[str, frozenset[str] | None] = {}
        stated = {name: set(columns) for name, columns in self.store.stated.items()}
        self._layers.append(touched)
        self.derived.begin()
        try:
            self._apply_all(changes)
            yield self.derived.refresh(touched, only)
        finally:
            self.derived.end()
            for kind in touched:
                self.store.execute(f"DROP TABLE {kind}; ALTER TABLE {self._saved(kind)} RENAME TO {kind}")
            self._layers.pop()
            self.store.stated = stated

    def further(self, changes: Sequence[Change], only: Sequence[str] | None = None) -> Changed:
        """Change a changed state again, within :meth:`changed`, which also restores this.

        Raises:
            RuleError: a change names no kind or column, or matches no row.
        """
        self._apply_all(changes)
        return self.derived.refresh(self._layers[-1], only)

    def has_fact(self, fact: str) -> bool:
        """Return whether a fact is known for any object, so that hiding it can change a result.

        Raises:
            RuleError: unknown kind or column.
        """
        kind, _, column = fact.partition(".")
        overlay.check_columns(kind, [column])
        self.store.ensure_entities([kind])
        return bool(self.store.rows(f"SELECT 1 FROM {kind} WHERE {column} IS NOT NULL LIMIT 1"))

    def _apply_all(self, changes: Sequence[Change]) -> None:
        for change in changes:
            for action, what in change.items():
                self._apply(action, what)

    def _apply(self, action: str, what: Any) -> None:
        if action == "hide":
            facts = what if isinstance(what, list) else [f"{kind}.{c}" for kind, cs in what.items() for c in cs]
            for fact in facts:
                self._hide(fact)
            return
        if action not in overlay.ACTIONS:
            raise RuleError(f"unknown action {action!r}: an example can set, add, remove and hide")
        kind = overlay.kind_of(action, what)
        self._touch(kind, frozenset(what.keys() - {kind}) if action == "set" else None)
        for one in overlay.each_row(action, what):
            overlay.apply(self.store, action, one)

    def _hide(self, fact: str) -> None:
        kind, _, column = fact.partition(".")
        overlay.check_columns(kind, [column])
        self._touch(kind, frozenset((column,)))
        self.store.execute(f"UPDATE {kind} SET {column} = NULL")

    def _touch(self, kind: str, columns: frozenset[str] | None) -> None:
        """Record a change of columns, or of rows (None), and keep the kind's state before the layer's first change."""
        if kind not in kinds():
            raise RuleError(f"unknown kind {kind!r}")
        touched = self._layers[-1]
        if kind not in touched:
            self.store.ensure_entities([kind])
            kept = self._saved(kind)
            self.store.execute(f"ALTER TABLE {kind} RENAME TO {kept}; CREATE TABLE {kind} AS SELECT * FROM {kept}")
            touched[kind] = frozenset()
        before = touched[kind]
        touched[kind] = None if columns is None or before is None else before | columns

    def _saved(self, kind: str) -> str:
        return f"saved{len(self._layers)}_{kind}"


class States:
    """All bases and raw inputs used so far, each read and resolved once.

    ``only`` limits the views that can be used; building all of them takes some time.
    """

    def __init__(self, bases: Path, only: Sequence[str] | None = None) -> None:
        self._bases = bases
        self._only = only
        self._known: dict[str, State] = {}

    def of(self, example: Mapping[str, Any]) -> State:
        """Return the state that an example starts from.

        Raises:
            RuleError: the base does not exist, or its text cannot be read.
        """
        key = f"base {example['base']}" if "base" in example else f"raw {json.dumps(example['raw'], default=str)}"
        if key not in self._known:
            self._known[key] = State(_load(self._texts(example)), self._only)
        return self._known[key]

    def _texts(self, example: Mapping[str, Any]) -> dict[str, str]:
        if "base" in example:
            path = self._bases / f"{example['base']}.yaml"
            if not path.is_file():
                known = ", ".join(sorted(p.stem for p in self._bases.glob("*.yaml")))
                raise RuleError(f"unknown base {example['base']!r}; available: {known}")
            return {f"fixtures/bases/{path.name}": path.read_text(encoding="utf-8")}
        raw = example["raw"]
        return {"example.txt": raw} if isinstance(raw, str) else {str(k): str(v) for k, v in raw.items()}


def _load(texts: Mapping[str, str]) -> Store:
    intake = Intake()
    for number, name in enumerate(sorted(texts)):
        inside = ("example", *name.split("/"))
        records = read_text(texts[name], name, inside, number * SECTIONS_A_FILE, intake.observations)
        for record in records:
            if record.format is None or record.failure:
                raise RuleError(f"{name}:{record.first_line}: not recognised, or its reader failed: {record.failure}")
        intake.records.extend(records)
    store = build_store(intake, threads=1, topology=False)
    store.plan_plainly()
    return store
