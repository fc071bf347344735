"""A SAN that examples change: a base resolved once, altered for one example, restored for the next."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from checker.audit import build_store
from checker.errors import RuleError
from checker.facts import overlay
from checker.facts.model import kinds
from checker.facts.store import Store
from checker.readers.intake import SECTIONS_A_FILE, read_text
from checker.readers.pool import Intake
from checker.selftest.derived import Derived

Change = Mapping[str, Any]


class State:
    """One store of resolved entities, and the way back to it after a change."""

    def __init__(self, store: Store, only: Sequence[str] | None = None) -> None:
        self.store = store
        self.derived = Derived(store, only)
        self.clean: bool | None = None
        self._saved: set[str] = set()
        self._touched: set[str] = set()

    @contextmanager
    def changed(self, changes: Sequence[Change], only: Sequence[str] | None = None) -> Iterator[set[str]]:
        """Apply changes, bring topology and views up to date, give the names of what differs, and restore all afterwards.

        ``only`` limits the views that are brought up to date.

        Raises:
            RuleError: a change names no kind or column, or matches no row.
        """
        touched = self._touched = set()
        stated = {name: set(columns) for name, columns in self.store.stated.items()}
        try:
            for change in changes:
                for action, what in change.items():
                    touched |= self._apply(action, what)
            yield self.derived.refresh(touched, only)
        finally:
            self.derived.restore()
            for kind in touched:
                self.store.execute(f"DELETE FROM {kind}")
                self.store.execute(f"INSERT INTO {kind} SELECT * FROM saved_{kind}")
            self.store.stated = stated

    def further(self, changes: Sequence[Change], only: Sequence[str] | None = None) -> set[str]:
        """Change a changed state once more, within :meth:`changed`, which restores this too.

        Raises:
            RuleError: a change names no kind or column, or matches no row.
        """
        for change in changes:
            for action, what in change.items():
                self._touched |= self._apply(action, what)
        return self.derived.refresh(self._touched, only)

    def has_fact(self, fact: str, changes: Sequence[Change]) -> bool:
        """Return whether hiding a fact can change anything: it is stated before the changes, or one of them states it."""
        kind, _, column = fact.partition(".")
        overlay.check_columns(kind, [column])
        if any(kind in what for change in changes for what in change.values() if isinstance(what, Mapping)):
            return True
        self.store.ensure_entities([kind])
        return bool(self.store.rows(f"SELECT 1 FROM {kind} WHERE {column} IS NOT NULL LIMIT 1"))

    def _apply(self, action: str, what: Any) -> set[str]:
        if action == "hide":
            facts = what if isinstance(what, list) else [f"{kind}.{c}" for kind, cs in what.items() for c in cs]
            return {self._hide(fact) for fact in facts}
        if action not in overlay.ACTIONS:
            raise RuleError(f"an example can't {action!r}: it can set, add, remove and hide")
        self._save(overlay.kind_of(action, what))
        return {overlay.apply(self.store, action, what)}

    def _hide(self, fact: str) -> str:
        kind, _, column = fact.partition(".")
        overlay.check_columns(kind, [column])
        self._save(kind)
        self.store.execute(f"UPDATE {kind} SET {column} = NULL")
        return kind

    def _save(self, kind: str) -> None:
        if kind not in kinds():
            raise RuleError(f"there is no kind {kind!r}")
        if kind not in self._saved:
            self.store.ensure_entities([kind])
            self.store.execute(f"CREATE OR REPLACE TABLE saved_{kind} AS SELECT * FROM {kind}")
            self._saved.add(kind)


class States:
    """All bases and raw inputs that were asked for, each read and resolved once.

    ``only`` limits the views that can be asked for; building all of them takes some time.
    """

    def __init__(self, bases: Path, only: Sequence[str] | None = None) -> None:
        self._bases = bases
        self._only = only
        self._known: dict[str, State] = {}

    def of(self, example: Mapping[str, Any]) -> State:
        """Return the state that an example starts from.

        Raises:
            RuleError: there is no such base, or its text can't be read.
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
                raise RuleError(f"there is no base {example['base']!r}; there are {known}")
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
    store = build_store(intake, threads=1)
    store.plan_plainly()
    return store
