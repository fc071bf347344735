"""Clusters of hosts, partners, and lssystem cut down to a few lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests.readers import harness
from tests.readers.array_exports import rows, sample
from tests.support import store_of


def test_states_of_host_clusters() -> None:
    assert [(row["scope"], row["setting"], row["value"]) for row in rows("svc-lshostcluster.txt", "array_setting")] == [
        ("esx_a", "host_cluster_status", "online"),
        ("db_rac", "host_cluster_status", "host_degraded"),
    ]
    assert [row["value"] for row in rows("svc-lshostcluster.colon.txt", "array_setting")] == ["offline"]


@pytest.mark.parametrize("name", ["svc-lspartnership.txt", "svc-lspartnership.old.txt"])
def test_the_short_listing_of_systems_names_the_own_one(name: str) -> None:
    store = store_of({"array.txt": sample(name)})
    assert store.rows("SELECT storage_array, serial FROM storage_array") == [("svc01", "0000020060C00001")]


@pytest.mark.parametrize(
    "line", ["layer storage", "topology standard", "statistics_status on", "total_used_capacity 5.05TB"]
)
def test_lssystem_is_recognised_by_few_of_its_lines(line: str) -> None:
    text = f"name fs02\ncode_level 8.5.0.7 (build 157.15.2301111111000)\n{line}\n"
    assert harness.best_reader(text) == "svc-lssystem"
    assert store_of({"array.txt": text}).rows("SELECT storage_array, array_version FROM storage_array") == [
        ("fs02", "8.5.0.7")
    ]


def test_the_details_of_a_partner_are_not_those_of_the_system() -> None:
    text = sample("svc-lssystem.fs.txt").replace("location local", "location remote")
    assert harness.read("svc-lssystem", text).observations.rows("storage_array") == []


def test_remote_copies_and_partners_without_contact_are_found(tmp_path: Path) -> None:
    (tmp_path / "lsrcrelationship.txt").write_text(sample("svc-lsrcrelationship.txt"))
    (tmp_path / "lspartnership.txt").write_text(
        sample("svc-lspartnership.txt").replace("fully_configured", "not_present     ")
    )
    found = audit([str(tmp_path)], Options(isolated=True, jobs=1, select=("MET032",))).findings
    assert sorted(one.message for one in found if one.rule == "MET032") == [
        "Replication rc_02 from svc01 to svc02 is interrupted; state: consistent_disconnected",
        "Replication svc01-svc02 from svc01 to svc02 is interrupted; state: not_present",
    ]
    (tmp_path / "lspartnership.txt").write_text(sample("svc-lspartnership.txt"))
    found = audit([str(tmp_path)], Options(isolated=True, jobs=1, select=("MET032",))).findings
    assert [one.message for one in found if one.rule == "MET032" and "svc01-svc02" in one.message] == []
