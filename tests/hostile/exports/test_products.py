"""Short exports with millions of combinations: an alias of many ports in many zones, many aliases in many VSANs, a view of many volumes."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from checker.audit import Options, Session, audit
from checker.facts.resolve import storage_groups
from checker.facts.store.store import Store
from checker.rules.evaluate.places import proof
from checker.topology.derive import fabrics, paths, zoning
from checker.topology.routes import routes
from tests.support import inventory, store_of

INITIATOR, TARGET = 0x10000000C9000000, 0x5000097300000000
SECONDS = 12.0


def _wwn(number: int) -> str:
    digits = f"{number:016x}"
    return ":".join(digits[place : place + 2] for place in range(0, 16, 2))


def _zones(pairs: int, zones: int, *, active: bool) -> str:
    """A running configuration with an alias of so many pairs of ports in so many zones, and a zone of two ports."""
    lines = [
        "!Command: show running-config",
        "version 9.4(2a)",
        "switchname mds1",
        "vsan database",
        '  vsan 10 name "a"',
    ]
    lines += ["!Active Zone Database Section for vsan 10"] if active else []
    lines += ["fcalias name A vsan 10"]
    for number in range(pairs):
        lines += [f"  member pwwn {_wwn(INITIATOR + number)}", f"  member pwwn {_wwn(TARGET + number)}"]
    for number in range(zones):
        lines += [f"zone name z{number} vsan 10", "  member fcalias A"]
    lines += ["zone name small vsan 10", f"  member pwwn {_wwn(INITIATOR)}", f"  member pwwn {_wwn(TARGET)}"]
    lines += ["zoneset name s vsan 10", *(f"  member z{number}" for number in range(zones)), "  member small"]
    return "\n".join([*lines, "zoneset activate name s vsan 10", ""])


def _resolved(store: Store) -> dict[str, tuple[int, int]]:
    """The known ports of each zone, and its members without a port."""
    found = store.rows("SELECT zone, count(wwpn), count(*) - count(wwpn) FROM zone_port WHERE active GROUP BY zone")
    return {zone: (known, unknown) for zone, known, unknown in found}


@pytest.mark.parametrize("active", [False, True])
def test_an_alias_of_many_ports_in_many_zones_ends(active: bool, tmp_path: Path) -> None:
    text = _zones(700, 700, active=active)
    assert len(text) < 100_000
    (tmp_path / "running-config.txt").write_text(text)
    begin = time.process_time()
    report = audit([str(tmp_path)], Options(isolated=True))
    assert time.process_time() - begin < SECONDS
    assert not report.errors
    assert [note for note in report.notices if "too many pairs of ports, in zone z" in note and note.endswith(" more")]


def test_members_of_the_largest_zones_are_unknown_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zoning, "_MOST_NEIGHBOURS", 5_000)
    store = store_of({"running-config.txt": _zones(20, 10, active=True)})
    found = _resolved(store)
    assert found.pop("small") == (2, 0)
    assert sorted(found.values()) == [(0, 1)] * 7 + [(40, 0)] * 3
    # Three zones of 20 initiators and 20 target ports, and the small one.
    assert store.rows("SELECT count(*) FROM zoned_pair") == [(1_201,)]


def test_zones_with_too_many_pairs_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zoning, "_MOST_PAIRS", 1_000)
    store = store_of({"running-config.txt": _zones(20, 10, active=True)})
    found = _resolved(store)
    assert found.pop("small") == (2, 0)
    assert sorted(found.values()) == [(0, 1)] * 8 + [(40, 0)] * 2
    assert store.rows("SELECT count(*) FROM zoned_pair") == [(801,)]


def test_small_zones_are_always_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_MOST_NEIGHBOURS", "_MOST_PAIRS"):
        monkeypatch.setattr(zoning, name, 1)
    assert set(_resolved(store_of({"running-config.txt": _zones(8, 10, active=True)})).values()) == {(16, 0), (2, 0)}


def _device_aliases(vsans: int, aliases: int) -> str:
    """A running configuration of so many VSANs with so many device aliases, two of which are in a zone."""
    lines = [
        "!Command: show running-config",
        "version 9.4(2a)",
        "switchname mds1",
        "vsan database",
        f"  vsan 1-{vsans}",
    ]
    lines += ["device-alias database"]
    lines += [f"  device-alias name a{number} pwwn {_wwn(INITIATOR + number)}" for number in range(aliases)]
    lines += ["zone name z vsan 2", "  member device-alias a0", "  member device-alias a1"]
    return "\n".join([*lines, "zoneset name s vsan 2", "  member z", "zoneset activate name s vsan 2", ""])


def test_device_aliases_of_a_switch_with_many_vsans_end(tmp_path: Path) -> None:
    (tmp_path / "running-config.txt").write_text(_device_aliases(4_093, 1_500))
    begin = time.process_time()
    report = audit([str(tmp_path)], Options(isolated=True))
    assert time.process_time() - begin < SECONDS
    assert not report.errors


def test_a_device_alias_is_one_object_in_all_vsans_of_its_switch(tmp_path: Path) -> None:
    (tmp_path / "running-config.txt").write_text(_device_aliases(5, 3))
    with Session.open([str(tmp_path)], Options(isolated=True)) as san:
        owners, summaries = san.rows(["alias_owner"])["alias_owner"], san.rows(["alias_summary"])["alias_summary"]
    assert [(row["fabric"], row["alias"]) for row in owners] == [("mds1 VSAN 1", f"a{number}") for number in range(3)]
    assert [(row["alias"], row["is_used"], row["is_named"]) for row in summaries] == [
        ("a0", True, True), ("a1", True, True), ("a2", None, None),
    ]  # fmt: skip


def _view(name: str, host: str, count: int, start: int) -> str:
    """A storage view with so many initiators of a host, ports and volumes."""
    names = range(start, start + count)
    lists = {
        "initiators": [f"{host}_{number}" for number in names],
        "ports": [f"P0000000046C{number:05X}-A0-FC00" for number in names],
        "virtual-volumes": [
            f"({number},d{number},VPD83T3:6000144000000010a0a1b200000{number:05x},5G)" for number in names
        ],
    }
    title = f"/clusters/cluster-1/exports/storage-views/{name}:\nName             Value\n---------------  --------------------\n"
    return title + "".join(f"{key:<15}  [{', '.join(values)}]\n" for key, values in lists.items())


def _views(**views: tuple[int, int]) -> dict[str, str]:
    """Exports of a VPLEX with a view for each host: the number of its initiators, ports and volumes, and the first of them."""
    named = [(host, number) for host, (count, start) in views.items() for number in range(start, start + count)]
    ruler = f"{'-' * 12}  {'-' * 18}  {'-' * 18}  -------  -----------------\n"
    ports = "".join(
        f"{f'{host}_{number}':<12}  0x10000000c90{number:05x}  0x20000000c90{number:05x}  default  -\n"
        for host, number in named
    )
    heading = f"{'Name':<12}  {'port-wwn':<18}  {'node-wwn':<18}  {'type':<7}  Target Port Names\n"
    hosts = {host: "".join(f"      a{number}: {{initiator_wwpn: '10000000c90{number:05x}'}}\n" for other, number in named if other == host) for host in views}  # fmt: skip
    return {
        "vplex-views.txt": "\n".join(_view(f"v_{host}", host, *given) for host, given in views.items()),
        "vplex-ports.txt": f"/clusters/cluster-1/exports/initiator-ports:\n{heading}{ruler}{ports}",
        "hosts.yaml": inventory("hosts:\n" + "".join(f"  {host}:\n    initiators:\n{lines}" for host, lines in hosts.items())),
    }  # fmt: skip


def _planned(store: Store) -> dict[str, int]:
    return dict(store.rows("SELECT host, count(*) FROM path_place WHERE basis = 'planned' GROUP BY host"))


def test_a_view_of_many_initiators_ports_and_volumes_ends(tmp_path: Path) -> None:
    for name, text in _views(h=(400, 0)).items():
        (tmp_path / name).write_text(text)
    begin = time.process_time()
    report = audit([str(tmp_path)], Options(isolated=True))
    assert time.process_time() - begin < SECONDS
    assert not report.errors
    assert report.notices == ("Planned paths are unknown, because together the views have too many, of host h",)


def test_hosts_of_the_largest_views_have_no_planned_paths_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = _views(small=(2, 0), large=(20, 100))
    assert _planned(store_of(texts)) == {"small": 8, "large": 8_000}
    monkeypatch.setattr(paths, "_MOST_PLANNED", 100)
    monkeypatch.setattr(paths, "_PLANNED_A_ROW", 1)
    assert _planned(store_of(texts)) == {"small": 8}


def _chain(*fabrics: int) -> str:
    """An inventory of fabrics of so many switches, each switch connected to the next."""
    switches = [(f"f{fabric}s{number}", number, count, f"f{fabric}s{number + 1}") for fabric, count in enumerate(fabrics) for number in range(count)]  # fmt: skip
    return inventory(
        "switches:\n"
        + "".join(
            f"  {name}: {{isls: [{{port: '1', peer_switch: {following}}}]}}\n"
            if number < count - 1
            else f"  {name}: {{domain_id: 1}}\n"
            for name, number, count, following in switches
        )
    )


def test_a_chain_of_hundreds_of_switches_ends(tmp_path: Path) -> None:
    (tmp_path / "inventory.yaml").write_text(_chain(1_000))
    begin = time.process_time()
    report = audit([str(tmp_path)], Options(isolated=True))
    assert time.process_time() - begin < SECONDS
    assert not report.errors
    assert report.notices == ("Routes between switches are unknown, because there are too many, in fabric f0s0",)


def test_routes_of_the_largest_fabrics_are_unknown_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "_MOST_STEPS", 500)
    store = store_of({"inventory.yaml": _chain(20, 5)})
    found = store.rows("SELECT fabric, count(*), max(switches) FROM switch_route GROUP BY fabric ORDER BY fabric")
    # Of the larger one, only the route of each switch to itself.
    assert found == [("f0s0", 20, 1), ("f1s0", 25, 5)]
    assert len(store.left_out) == 1


def _nested_groups(views: int, volumes: int) -> str:
    """An inventory of so many views, each with a group of its own, all of which contain one group of so many volumes."""
    masks = "".join(
        f"    - {{storage_array: a, view: v{number}, storage_group: g{number}}}\n" for number in range(views)
    )
    parents = ", ".join(f"g{number}" for number in range(views))
    members = ", ".join(f"d{number}" for number in range(volumes))
    return inventory(
        f"facts:\n  mask_view:\n{masks}  storage_group:\n"
        f"    - {{storage_array: a, storage_group: [{parents}], member_type: group, member: c}}\n"
        f"    - {{storage_array: a, storage_group: c, member_type: volume, member: [{members}]}}\n"
    )


def test_a_storage_group_of_many_volumes_in_thousands_of_views_ends(tmp_path: Path) -> None:
    (tmp_path / "inventory.yaml").write_text(_nested_groups(500, 2_000))
    begin = time.process_time()
    report = audit([str(tmp_path)], Options(isolated=True))
    assert time.process_time() - begin < SECONDS
    assert not report.errors
    assert report.notices == (
        "Volumes of storage groups are not counted as those of views, because together they are too many, on array a",
    )


def test_volumes_of_storage_groups_are_those_of_their_views(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"inventory.yaml": _nested_groups(3, 4)}
    count = "SELECT count(*) FROM mask_volume"
    assert store_of(texts).rows(count) == [(12,)]
    monkeypatch.setattr(storage_groups, "_MOST_VOLUMES", 0)
    monkeypatch.setattr(storage_groups, "_VOLUMES_A_ROW", 1)
    store = store_of(texts)
    # The views have no volumes then, as if the groups were not known.
    assert "mask_volume" not in store.stated
    assert len(store.left_out) == 1


def test_a_document_of_one_line_is_not_searched_for_each_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zones = [{"switch": f"s{number}", "vsan": "", "zone": "z", "active": True} for number in range(100)]
    members = [{**zone, "member": _wwn(INITIATOR + at), "member_type": "pwwn"} for at, zone in enumerate(zones)]
    text = json.dumps({"sanlint": 1, "observed": True, "facts": {"zone": zones, "zone_member": members}})
    (tmp_path / "inventory.json").write_text(text)
    searched: list[int] = []
    plain = proof.plain_line

    def counted(line: str) -> str:
        searched.append(len(line))
        return plain(line)

    monkeypatch.setattr(proof, "plain_line", counted)
    report = audit([str(tmp_path)], Options(isolated=True, select=("ZON",)))
    assert sum(finding.location is not None and finding.location.line == 1 for finding in report.findings) >= 100
    assert sum(searched) < len(text)


def _meshed(vsans: dict[str, range]) -> dict[str, str]:
    """Switches with these VSANs, each linked to each other one without a VSAN."""
    facts = {
        "vsan": [{"switch": switch, "vsan": str(vsan)} for switch, ids in vsans.items() for vsan in ids],
        "isl": [
            {"switch": one, "port": f"fc1/{port}", "peer_switch": other}
            for one in vsans
            for port, other in enumerate(vsans)
            if one != other
        ],
    }
    return {"inventory.json": json.dumps({"sanlint": 1, "observed": True, "facts": facts})}


def test_links_without_a_vsan_are_followed_once_for_alike_vsans(monkeypatch: pytest.MonkeyPatch) -> None:
    joined: list[object] = []
    routed: list[object] = []
    join, of_fabric = fabrics._Components.join, routes._routes

    def counted_join(self: fabrics._Components, one: fabrics.Node, other: fabrics.Node) -> bool:
        joined.append(one)
        return join(self, one, other)

    def counted_routes(*given: object) -> object:
        routed.append(given)
        return of_fabric(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(fabrics._Components, "join", counted_join)
    monkeypatch.setattr(routes, "_routes", counted_routes)
    store = store_of(_meshed({f"mds{number}": range(1, 51) for number in range(12)}))
    found = store.rows("SELECT vsan, count(*), count(DISTINCT fabric) FROM switch_fabric GROUP BY vsan")
    assert len(found) == 50
    assert {(count, fabric) for _, count, fabric in found} == {(12, 1)}
    # 11 links connect 12 switches in each of 50 VSANs; 66 pairs of switches are linked in each.
    assert len(joined) <= 11 * 50 + 66
    assert len(routed) == 1
    assert store.rows("SELECT count(*), count(DISTINCT fabric) FROM switch_route WHERE switches = 2") == [
        (132 * 50, 50)
    ]


def test_links_without_a_vsan_join_the_vsans_that_both_ends_have() -> None:
    store = store_of(_meshed({"mds1": range(1, 4), "mds2": range(2, 5), "mds3": range(4, 6)}))
    found: dict[str, set[tuple[str, str]]] = {}
    for switch, vsan, fabric in store.rows("SELECT switch, vsan, fabric FROM switch_fabric"):
        found.setdefault(fabric, set()).add((switch, vsan))
    assert sorted(map(sorted, found.values())) == [
        [("mds1", "1")],
        [("mds1", "2"), ("mds2", "2")],
        [("mds1", "3"), ("mds2", "3")],
        [("mds2", "4"), ("mds3", "4")],
        [("mds3", "5")],
    ]
