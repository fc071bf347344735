"""Data lost behind VPLEX, in the ranking of all components: recomputed by failing each component and pair in the model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

import pytest

from checker.audit import Options, Session
from checker.facts.store.store import Store
from checker.topology.failure.copies import volumes_without_data
from checker.topology.failure.data_cuts import data_losses
from checker.topology.failure.fail import component_ports, fail
from checker.topology.failure.parts import Component, build_failure_parts
from tests import folders
from tests.thorough import sample

SANS = ("vplex-one-engine", "vplex-two-engines", "vplex-metro")


@contextmanager
def _store(name: str) -> Iterator[Store]:
    options = Options(isolated=True, jobs=1, threads=1)
    with (
        Session.open([str(folders.ROOT / "fixtures" / "bases" / f"{name}.yaml")], options) as san,
        san.take_store() as store,
    ):
        build_failure_parts(store)
        yield store


def _lost(store: Store, *components: Component) -> set[tuple[str, str]]:
    store.execute("BEGIN TRANSACTION")
    fail(store, components)
    found = set(volumes_without_data(store))
    store.execute("ROLLBACK")
    return found


@pytest.mark.parametrize("name", SANS)
def test_what_the_ranking_says_is_what_a_failure_does(name: str) -> None:
    with _store(name) as store:
        losses = data_losses(store, component_ports(store))
        already = set(volumes_without_data(store))
        for one in sorted(losses.paths):
            assert losses.volumes.get(frozenset({one}), frozenset()) == _lost(store, one) - already, one
        pairs = list(combinations(sorted(losses.paths), 2))
        for one, other in sample(pairs, 40):
            alone = _lost(store, one) | _lost(store, other)
            expected = _lost(store, one, other) - alone - already
            assert losses.volumes.get(frozenset({one, other}), frozenset()) == expected, (one, other)
