"""Clusters of a VPLEX, each exported from its own management server: one system if both present a volume."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, Session, audit
from tests import folders

VIEWS = "VPlexcli:/> ll /clusters/cluster-{n}/virtual-volumes\n" + (
    folders.SAMPLES / "vplex-ll-virtual-volumes.txt"
).read_text().replace("cluster-1", "cluster-{n}").replace("10a0a1b2", "{system}")
DIRECTORS = "VPlexcli:/> ll /engines/*/directors\n" + (folders.SAMPLES / "vplex-ll-directors.txt").read_text().replace(
    "46", "{generation}"
)


def systems(folder: Path) -> set[str]:
    """The arrays of the exports in a folder."""
    with Session.open([str(folder)], Options()) as san:
        return {name for (name,) in san.store.rows("SELECT DISTINCT owner FROM export")}


@pytest.mark.parametrize(("second", "expected"), [("10a0a1b2", {"vplex-c1"}), ("10a0a1b9", {"vplex-c1", "vplex-c2"})])
def test_clusters_that_present_one_volume_are_one_system(second: str, expected: set[str], tmp_path: Path) -> None:
    (tmp_path / "vplex-c1.log").write_text(VIEWS.format(n=1, system="10a0a1b2"))
    (tmp_path / "vplex-c2.log").write_text(VIEWS.format(n=2, system=second))
    assert systems(tmp_path) == expected


def test_directors_with_other_ids_are_those_of_another_system_that_took_over_the_volumes(tmp_path: Path) -> None:
    for name, generation in (("metro7", "46"), ("metro8", "47")):
        text = VIEWS.format(n=1, system="10a0a1b2") + DIRECTORS.format(generation=generation)
        (tmp_path / f"{name}.log").write_text(text)
    assert systems(tmp_path) == {"metro7", "metro8"}


def test_captures_that_are_of_one_system_by_their_volumes_contradict_each_other(tmp_path: Path) -> None:
    for name, state in (("c1", "running"), ("c2", "stopped")):
        (tmp_path / f"vplex-{name}.log").write_text(VIEWS.format(n=1, system="10a0a1b2").replace("running", state))
    report = audit([str(tmp_path)], Options(isolated=True, profile="all", jobs=1))
    assert "service_status" in {
        one.evidence.get("fact") or one.object.get("fact") for one in report.findings if one.rule == "DOC012"
    }


CLUSTERS = (folders.SAMPLES / "vplex-ll-clusters.txt").read_text()


def test_clusters_that_may_be_of_one_system_get_no_names_from_their_contents(tmp_path: Path) -> None:
    """Nothing shows whether this is a Metro or two systems, so that the report lists the files as those of unknown arrays."""
    for number in "12":
        text = CLUSTERS.replace("cluster-1", f"cluster-{number}").replace("FNM00990000001", f"FNM0099000000{number}")
        (tmp_path / f"cluster-{number}").mkdir()
        (tmp_path / f"cluster-{number}/ll_clusters.txt").write_text(text)
    assert systems(tmp_path) == {f"unknown array (cluster-{number}/ll_clusters.txt)" for number in "12"}


def test_each_cluster_of_a_metro_may_list_its_own_assembly_only(tmp_path: Path) -> None:
    for number in (1, 2):
        text = CLUSTERS.replace("cluster-1", f"cluster-{number}").replace("FNM00990000001", f"FNM0099000000{number}")
        (tmp_path / f"vplex-c{number}.log").write_text(
            VIEWS.format(n=number, system="10a0a1b2") + "VPlexcli:/> ll /clusters/*\n" + text
        )
    assert systems(tmp_path) == {"vplex-c1"}


def test_systems_of_one_name_with_other_assemblies_are_two(tmp_path: Path) -> None:
    for name in ("left", "right"):
        (tmp_path / name).mkdir()
        collector = (folders.SAMPLES / "vplex-collector.xml").read_text()
        (tmp_path / name / "vplexcollector.xml").write_text(collector)
        text = CLUSTERS if name == "left" else CLUSTERS.replace("FNM00990000001", "FNM00990000007")
        (tmp_path / name / "ll_clusters.txt").write_text(text)
    assert len(systems(tmp_path)) == 2
