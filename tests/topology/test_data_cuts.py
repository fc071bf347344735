"""Data lost behind VPLEX, in the ranking of all components: recomputed by failing each component and pair in the model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from checker.audit import Options, Session
from checker.facts.store.store import Store
from checker.topology.failure.copies import volumes_without_data
from checker.topology.failure.data_cuts import data_losses
from checker.topology.failure.fail import component_ports, fail
from checker.topology.failure.parts import Component, build_failure_parts
from tests import folders
from tests.thorough import sample

SANS = ("vplex-one-engine", "vplex-two-engines", "vplex-metro")


BASES = folders.ROOT / "fixtures" / "bases"


@contextmanager
def _store(path: Path) -> Iterator[Store]:
    options = Options(isolated=True, jobs=1, threads=1)
    with Session.open([str(path)], options) as san, san.take_store() as store:
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
    _compare(BASES / f"{name}.yaml")


def _compare(path: Path) -> None:
    with _store(path) as store:
        losses = data_losses(store, component_ports(store))
        already = set(volumes_without_data(store))
        for one in sorted(losses.paths):
            assert losses.volumes.get(frozenset({one}), frozenset()) == _lost(store, one) - already, one
        pairs = list(combinations(sorted(losses.paths), 2))
        for one, other in sample(pairs, 40):
            alone = _lost(store, one) | _lost(store, other)
            expected = _lost(store, one, other) - alone - already
            assert losses.volumes.get(frozenset({one, other}), frozenset()) == expected, (one, other)


def _with_isls(folder: Path, links: dict[str, tuple[str, ...]]) -> Path:
    """A SAN whose array is logged in to the switch ``far`` of each fabric, with these links (``near-far``) in each fabric."""
    yaml = YAML()
    san = yaml.load(BASES / "vplex-one-engine.yaml")
    for number, (fabric, pairs) in enumerate(links.items()):
        switches = san["fabrics"][fabric]["switches"]
        ((near, edge),) = switches.items()
        names = {
            "near": near,
            **{name: f"{near}-{name}" for pair in pairs for name in pair.split("-") if name != "near"},
        }
        wwns = {name: f"2000000000{number}000{index}0" for index, name in enumerate(names)}
        wwns["near"] = str(edge["switch_wwn"])
        for name, switch in names.items():
            at = switches.setdefault(switch, {"switch_wwn": wwns[name], "vendor": "brocade"})
            at.pop("members", None)
            at["isls"] = [
                {"port": f"4{index}", "peer_wwn": wwns[peer], "peer_switch": names[peer], "peer_port": f"4{index}"}
                for index, pair in enumerate(pairs)
                for own, peer in (pair.split("-"), pair.split("-")[::-1])
                if own == name
            ]
        of_array = [one for one in edge["logins"] if str(one["wwpn"]).startswith("51:4f")]
        edge["logins"] = [one for one in edge["logins"] if one not in of_array]
        switches[names["far"]]["logins"] = of_array
    yaml.dump(san, folder / "san.yaml")
    return folder / "san.yaml"


SINGLE = {"fabric-a": ("near-far",), "fabric-b": ("near-far",)}


def test_failed_isls_behind_vplex_lose_data(tmp_path: Path) -> None:
    with _store(_with_isls(tmp_path, SINGLE)) as store:
        both = [("isl", f"{near} - {near}-far") for near in ("sw-a1", "sw-b1")]
        assert not _lost(store, both[0])
        assert _lost(store, *both)
        assert _lost(store, ("switch", "sw-a1-far"), both[1]) == _lost(store, *both)
        assert data_losses(store, component_ports(store)).volumes[frozenset(both)]
    _compare(tmp_path / "san.yaml")


def test_isls_that_can_be_avoided_are_lost_together_only(tmp_path: Path) -> None:
    """In fabric-a, two ways lead to the array; fabric-b does not."""
    links = {"fabric-a": ("near-far", "near-via", "via-far"), "fabric-b": ("near-far",)}
    with _store(_with_isls(tmp_path, links)) as store:
        direct, single = ("isl", "sw-a1 - sw-a1-far"), ("isl", "sw-b1 - sw-b1-far")
        assert not _lost(store, direct, single)
        assert _lost(store, direct, single, ("switch", "sw-a1-via"))
    _compare(tmp_path / "san.yaml")


def test_two_ways_of_one_fabric_are_the_last_ones_without_the_other(tmp_path: Path) -> None:
    path = _with_isls(tmp_path, {"fabric-a": ("near-far", "near-via", "via-far")})
    # Only the back-end ports in fabric-a are left.
    san = YAML().load(path)
    for cluster in san["storage_arrays"]["vplex1"]["clusters"].values():
        paths = cluster["backend_paths"]
        paths[:] = [one for one in paths if str(one["initiator_wwpn"]).endswith("10")]
    YAML().dump(san, path)
    with _store(path) as store:
        losses = data_losses(store, component_ports(store)).volumes
    assert losses[frozenset({("isl", "sw-a1 - sw-a1-far"), ("switch", "sw-a1-via")})]
    _compare(path)
