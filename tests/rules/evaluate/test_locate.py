"""Where findings come from: places by kind, in order, with the rest as related places."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.fake_san import FakeSan, fake_san, rule, span

PATHS = rule("PTH002", "below(live_paths, 4)", evidence=("policy",), locate=("path", "mask"))


@pytest.fixture
def san() -> Iterator[FakeSan]:
    with fake_san() as built:
        built.table("export", export_id="INTEGER", file="VARCHAR", member="VARCHAR", format="VARCHAR", owner="VARCHAR")
        built.table(
            "obs_path", host="VARCHAR", device="VARCHAR", state="VARCHAR", target_wwpn="VARCHAR",
            export_id="INTEGER", line="INTEGER", seq="INTEGER",
        )  # fmt: skip
        built.table(
            "obs_mask",
            host="VARCHAR",
            device="VARCHAR",
            view="VARCHAR",
            export_id="INTEGER",
            line="INTEGER",
            seq="INTEGER",
        )
        built.add("export", {"export_id": 1, "file": "b.txt"}, {"export_id": 2, "file": "a.zip", "member": "paths.txt"})
        built.add("export", {"export_id": 3, "file": "vplex.txt"})
        yield built


def lun(host, volume, **more):
    return {"host": host, "volume": volume, "live_paths": span(2), **more}


def path(host, device, export, line, **more):
    return {"host": host, "device": device, "export_id": export, "line": line, **more}


def shown(place):
    return f"{place.file}{'!' + place.member if place.member else ''}:{place.line}"


def places(finding):
    return [shown(one) for one in (finding.location, *finding.related) if one]


def test_the_first_file_and_line_is_the_place_and_the_others_are_related(san):
    san.add("host_volume", lun("esx01", "naa.1"))
    san.add("obs_path", path("esx01", "naa.1", 1, 30), path("esx01", "naa.1", 1, 4), path("esx01", "naa.1", 2, 9))
    san.add("obs_path", path("esx01", "naa.2", 1, 1), path("esx02", "naa.1", 1, 2))
    (finding,) = san.run(PATHS).findings
    assert places(finding) == ["a.zip!paths.txt:9", "b.txt:4", "b.txt:30"]
    assert finding.location.label == "path"


def test_one_place_of_each_kind_comes_first(san):
    san.add("host_volume", lun("esx01", "naa.1"))
    san.add("obs_path", *(path("esx01", "naa.1", 1, line) for line in range(1, 31)))
    san.add("obs_mask", path("esx01", "naa.1", 3, 77), path("esx01", "naa.1", 3, 78))
    (finding,) = san.run(PATHS).findings
    assert places(finding)[:3] == ["b.txt:1", "vplex.txt:77", "b.txt:2"]
    assert len(finding.related) == 10


def test_the_next_kind_gives_the_place_where_the_first_has_none(san):
    san.add("host_volume", lun("esx01", "naa.1"))
    san.add("obs_path", path("esx02", "naa.1", 1, 1))
    san.add("obs_mask", path("esx01", "naa.1", 3, 77))
    (finding,) = san.run(PATHS).findings
    assert places(finding) == ["vplex.txt:77"]


def test_without_a_row_about_the_object_there_is_no_location(san):
    san.add("host_volume", lun("esx01", "naa.1"))
    san.add("obs_path", path("esx02", "naa.1", 1, 1))
    (finding,) = san.run(PATHS).findings
    assert finding.location is None
    assert finding.related == ()


def test_evidence_leads_to_the_very_line_and_keys_alone_do_if_it_does_not(san):
    rows = "SELECT host, volume, policy AS state FROM host_volume"
    dead = rule(
        "PTH014", "state IS NOT NULL", rows=rows, keys=("host", "volume"), evidence=("state",), locate=("path",)
    )
    san.add("host_volume", lun("esx01", "naa.1", policy="dead"), lun("esx02", "naa.1", policy="worst of all"))
    for host, start in (("esx01", 10), ("esx02", 20)):
        san.add(
            "obs_path", path(host, "naa.1", 1, start, state="active"), path(host, "naa.1", 1, start + 1, state="dead")
        )
    found = {one.object["host"]: places(one) for one in san.run(dead).findings}
    assert found == {"esx01": ["b.txt:11"], "esx02": ["b.txt:20", "b.txt:21"]}


def test_a_state_alone_never_leads_to_a_stranger(san):
    rows = "SELECT policy AS room, fabric_count AS total, missing[1] AS state FROM host_volume"
    lonely = rule(
        "DOC009", "total > 0", rows=rows, keys=("room",), evidence=("state",), locate=("path",), message="{room}"
    )
    san.add("host_volume", lun("esx01", "naa.1", policy="hall 1", fabric_count=1, missing=["dead"]))
    san.add("obs_path", path("esx01", "naa.1", 1, 1, state="dead"))
    (finding,) = san.run(lonely).findings
    assert finding.location is None


def test_unknown_values_take_no_part_in_the_lookup(san):
    san.add("host_volume", lun("esx01", None), lun(None, None))
    san.add("obs_path", path("esx01", "naa.1", 1, 5), path("esx02", "naa.2", 1, 6))
    found = {one.object["host"]: places(one) for one in san.run(PATHS).findings}
    assert found == {"esx01": ["b.txt:5"], None: []}


def test_every_object_of_a_finding_counts_for_its_places(san):
    san.add("host_volume", lun("esx01", "naa.1"), lun("esx01", "naa.2"))
    san.add("obs_path", path("esx01", "naa.2", 1, 3))
    (finding,) = san.run(PATHS).findings
    assert places(finding) == ["b.txt:3"]


def test_findings_come_in_order_of_file_line_and_rule_and_those_without_place_last(san):
    san.add("host_volume", lun("h1", "v"), lun("h2", "v"), lun("h3", "v"), lun("h4", "v"))
    san.add("obs_path", path("h1", "v", 1, 9), path("h2", "v", 1, 2), path("h3", "v", 2, 50))
    other = rule("AAA001", "below(live_paths, 4)", locate=("path",))
    order = [(one.rule, one.object["host"]) for one in san.run(PATHS, other).findings]
    assert order == [(name, host) for host in ("h3", "h2", "h1", "h4") for name in ("AAA001", "PTH002")]


def test_kinds_without_observations_and_unknown_kinds_are_skipped(san):
    san.add("host_volume", lun("esx01", "naa.1"))
    san.add("obs_mask", path("esx01", "naa.1", 3, 77))
    (finding,) = san.run(rule("PTH002", "below(live_paths, 4)", locate=("zone_member", "mask"))).findings
    assert places(finding) == ["vplex.txt:77"]


def test_an_empty_key_such_as_no_cluster_takes_no_part_either(san):
    rows = "SELECT host, volume, '' AS view FROM host_volume"
    empty = rule("DIR001", "host IS NOT NULL", rows=rows, keys=("host", "volume", "view"), locate=("mask",))
    san.add("host_volume", lun("esx01", "naa.1"))
    san.add("obs_mask", path("esx01", "naa.1", 3, 77, view="v1"))
    (finding,) = san.run(empty).findings
    assert places(finding) == ["vplex.txt:77"]
