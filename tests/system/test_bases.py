"""The bases are complete, clean SANs: everything in them is read, placed and free of findings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest

from checker.audit import Options, audit
from checker.audit.reading import build_store
from checker.facts.store.store import Store
from checker.facts.vplex_wwn import wwpn_of_port_name
from checker.intake.pool import Intake, read_all
from checker.intake.walk import find_files
from checker.readers.toolkit.documents import located_yaml
from checker.resources import bases_folder, schema
from checker.views.build import build_views

# Host to directors (controllers) of its paths, for every base; each host has four paths to each volume.
DIRECTORS: dict[str, dict[str, list[str]]] = {
    "esxi-brocade": {"esx01": ["spa", "spb"], "esx02": ["spa", "spb"]},
    "linux-mds": {"lin01": ["X1-SC1", "X1-SC2"], "lin02": ["X1-SC1", "X1-SC2"]},
    "symmetrix-esx4": {"esx01": ["FA-10E", "FA-7E"], "esx02": ["FA-10E", "FA-7E"]},
    "vplex-metro": {"esx01": ["director-1-1-A", "director-1-1-B"], "esx02": ["director-2-1-A", "director-2-1-B"]},
    "vplex-one-engine": {"esx01": ["director-1-1-A", "director-1-1-B"], "esx02": ["director-1-1-A", "director-1-1-B"]},
    "vplex-two-engines": {"esx01": ["director-1-1-A", "director-1-2-B"], "esx02": ["director-1-1-B", "director-1-2-A"]},
    "xtremio-bare": {"esx01": ["X1-SC1", "X1-SC2"], "esx02": ["X1-SC1", "X1-SC2"]},
}
VOLUMES = {"symmetrix-esx4": 3}
FABRICS = {"vplex-metro": ["fabric-a1", "fabric-a2", "fabric-b1", "fabric-b2"]}
VPLEX = [name for name in DIRECTORS if name.startswith("vplex-")]


class Base(NamedTuple):
    name: str
    file: Path
    intake: Intake
    store: Store


@pytest.fixture(scope="module", params=sorted(DIRECTORS))
def base(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    yield from _load(request.param, tmp_path_factory)


@pytest.fixture(scope="module", params=VPLEX)
def vplex_base(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
    yield from _load(request.param, tmp_path_factory)


def _load(name: str, folders: pytest.TempPathFactory) -> Iterator[Base]:
    file = bases_folder() / f"{name}.yaml"
    intake = read_all(find_files([str(file)]), folders.mktemp("intake"), jobs=1)
    store = build_store(intake, threads=1)
    yield Base(name, file, intake, store)
    store.close()


def test_every_base_is_tested_here() -> None:
    assert {file.stem for file in bases_folder().glob("*.yaml")} == set(DIRECTORS)


@pytest.mark.parametrize("name", sorted(DIRECTORS))
def test_every_base_follows_the_schema(name: str) -> None:
    rules = json.loads(schema("inventory").read_text())
    document = located_yaml.parse((bases_folder() / f"{name}.yaml").read_text())
    jsonschema.Draft202012Validator(rules).validate(json.loads(json.dumps(document)))


def test_everything_is_read_as_an_observation(base: Base) -> None:
    (record,) = base.intake.records
    assert (record.format, record.failure, record.unread_lines) == ("sanlint-inventory", None, 0)
    assert record.notes == []
    assert record.intent is False
    base.store.ensure_entities(["bad_value", "contradiction"])
    assert base.store.rows("FROM bad_value") == []
    assert base.store.rows("FROM contradiction") == []


def test_each_host_reaches_each_volume_by_four_live_paths_over_two_fabrics(base: Base) -> None:
    build_views(base.store, ["host_volume_cluster"])
    rows = base.store.rows(
        "SELECT host, count(*), min(live_paths.lo), max(live_paths.hi), min(fabrics.lo), max(fabrics.hi), "
        "min(engines.lo), max(engines.hi), list_sort(list_distinct(flatten(list(director_names)))), bool_and(in_scope), "
        "min(basis), count(storage_array) FROM host_volume_cluster GROUP BY host ORDER BY host"
    )
    volumes = VOLUMES.get(base.name, 2)
    engines = 2 if base.name in ("symmetrix-esx4", "vplex-two-engines") else 1
    assert rows == [
        (host, volumes, 4, 4, 2, 2, engines, engines, directors, True, "observed", volumes)
        for host, directors in DIRECTORS[base.name].items()
    ]


def test_each_path_is_fully_placed_and_allowed_by_zoning(base: Base) -> None:
    unplaced = base.store.rows(
        "FROM path_place WHERE live IS NOT TRUE OR fabric IS NULL OR fabric_basis <> 'login' OR storage_array IS NULL "
        "OR family IS NULL OR director IS NULL OR engine IS NULL OR cluster IS NULL OR hctl IS NULL OR hba IS NULL"
    )
    assert unplaced == []
    unzoned = base.store.rows(
        "SELECT p.host, p.initiator_wwpn, p.target_wwpn FROM path_place p "
        "ANTI JOIN zoned_pair z USING (fabric, initiator_wwpn, target_wwpn)"
    )
    assert unzoned == []


def test_each_zoned_pair_of_a_host_is_a_path(base: Base) -> None:
    idle = base.store.rows(
        "SELECT z.* FROM zoned_pair z JOIN port_role r ON r.wwpn = z.initiator_wwpn AND r.owner_kind = 'host' "
        "ANTI JOIN path_place p ON p.initiator_wwpn = z.initiator_wwpn AND p.target_wwpn = z.target_wwpn"
    )
    assert idle == []


def test_fabrics_are_those_declared_and_contain_each_port_once(base: Base) -> None:
    fabrics = FABRICS.get(base.name, ["fabric-a", "fabric-b"])
    assert [row[0] for row in base.store.rows("SELECT DISTINCT fabric FROM switch_fabric ORDER BY 1")] == fabrics
    logged_in = base.store.rows("SELECT count(DISTINCT wwpn) FROM login")[0][0]
    assert base.store.rows("SELECT count(*), count(*) FILTER (WHERE basis = 'login') FROM port_fabric") == [
        (logged_in, logged_in)
    ]


def test_every_port_has_a_role_and_an_owner(base: Base) -> None:
    assert base.store.rows("FROM port_role WHERE role IS NULL OR coalesce(host, storage_array) IS NULL") == []
    assert (
        base.store.rows("FROM port_role WHERE role = 'initiator' AND owner_kind NOT IN ('host', 'virtualiser')") == []
    )
    hosts = {host for (host,) in base.store.rows("SELECT DISTINCT host FROM port_role WHERE host IS NOT NULL")}
    assert hosts == set(DIRECTORS[base.name])


def test_every_zone_member_is_a_logged_in_port(base: Base) -> None:
    assert base.store.rows("FROM zone_port WHERE wwpn IS NULL OR role IS NULL OR logged_in IS NOT TRUE") == []
    counts = base.store.rows("SELECT active, count(*) FROM zone_port GROUP BY active ORDER BY active")
    assert [active for active, _ in counts] == [False, True]
    assert counts[0][1] == counts[1][1] > 0


def test_routes_join_switches_only(base: Base) -> None:
    switches = {name for (name,) in base.store.rows("SELECT switch FROM switch")}
    routes = base.store.rows("SELECT from_switch, to_switch, switches FROM switch_route")
    assert {one for one, _, _ in routes} | {other for _, other, _ in routes} == switches
    assert all(count == (1 if one == other else 2) for one, other, count in routes)


def test_vplex_ports_are_named_by_the_scheme(vplex_base: Base) -> None:
    rows = vplex_base.store.rows(
        "SELECT port_name, target_wwpn FROM target_port WHERE storage_array = 'vplex1' AND protocol = 'fc'"
    )
    assert rows
    assert [(name, wwpn_of_port_name(name)) for name, _ in rows] == rows


def test_each_director_reaches_each_storage_volume_over_two_fabrics_and_controllers(vplex_base: Base) -> None:
    rows = vplex_base.store.rows(
        "SELECT b.director, b.device, count(*), count(DISTINCT f.fabric), count(DISTINCT t.director) FROM backend_path b "
        "JOIN port_fabric f ON f.wwpn = b.initiator_wwpn JOIN port_fabric g ON g.wwpn = b.target_wwpn AND g.fabric = f.fabric "
        "JOIN target_place t ON t.target_wwpn = b.target_wwpn GROUP BY ALL"
    )
    directors = vplex_base.store.rows("SELECT count(*) FROM director WHERE storage_array = 'vplex1'")[0][0]
    assert len(rows) == directors * 2
    assert {row[2:] for row in rows} == {(2, 2, 2)}


def test_no_rule_finds_anything(base: Base) -> None:
    report = audit([str(base.file)], Options(isolated=True, threads=1, jobs=1))
    assert list(report.findings) == []
