"""Inventories that many estimates ask about, opened once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import checker.audit.opened
from checker.audit import reading
from checker.audit.opened import Opened
from checker.facts.store.store import Store
from checker.topology.derive import topology
from tests.support import intake_of


@pytest.fixture(scope="module")
def stores() -> Iterator[dict[str, tuple[Any, Store]]]:
    """What was read of inventories, and their stores, by text."""
    found: dict[str, tuple[Any, Store]] = {}
    yield found
    for _, store in found.values():
        Store.close(store)


@pytest.fixture
def opened_once(stores: dict[str, tuple[Any, Store]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Read each inventory once: that takes longer than estimating, and an estimate changes no table it reads."""
    build_topology, take_store = topology.build_topology, Opened.take_store

    def read_exports(given: reading.Input, *_others: object, **_named: object) -> Any:
        path = given.current[0].path
        assert path is not None
        key = path.read_text(encoding="utf-8")
        if key not in stores:
            intake = intake_of({"san.yaml": key})
            stores[key] = intake, reading.build_store(intake, 1)
            stores[key][1].close = lambda: None  # type: ignore[method-assign]
        return stores[key][0]

    def build_store(intake: Any, *others: Any, **named: Any) -> Store:
        known = next((store for read, store in stores.values() if read is intake), None)
        return known if known is not None else reading.build_store(intake, *others, **named)

    def build_missing_topology(store: Store) -> None:
        if not any(store is known for _, known in stores.values()):
            build_topology(store)

    @contextmanager
    def taken(san: Opened) -> Iterator[Store]:
        """Forget the store: who takes it may change it."""
        with take_store(san) as store:
            for key in [key for key, (_, known) in stores.items() if known is store]:
                del stores[key]
            yield store
        Store.close(store)

    monkeypatch.setattr(checker.audit.opened, "read_exports", read_exports)
    monkeypatch.setattr(checker.audit.opened, "build_store", build_store)
    monkeypatch.setattr(topology, "build_topology", build_missing_topology)
    monkeypatch.setattr(Opened, "take_store", taken)
