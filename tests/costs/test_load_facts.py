"""Rules about sizing evaluate the estimate under the workload of the audit; without a workload they do not apply."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import folders
from tests.cli.conftest import Outcome, sanlint  # noqa: F401 - a fixture

BASE = folders.FIXTURES / "bases" / "xtremio-bare.yaml"
Run = Callable[..., Outcome]


@pytest.fixture
def sized(sanlint: Run, tmp_path: Path) -> Callable[[str | None], dict[str, Any]]:  # noqa: F811
    def call(load: str | None, *options: str) -> dict[str, Any]:
        given: tuple[str, ...] = ()
        if load is not None:
            (tmp_path / "workload.yaml").write_text(f"sanlint_workload: 1\nloads:\n  - {load}\n")
            given = ("--workload", str(tmp_path / "workload.yaml"))
        outcome = sanlint("check", str(BASE), "--isolated", "--select", "SIZ", "-q", "-o", "json", *given, *options)
        assert outcome.code in (0, 1, 3), outcome.err
        return json.loads(outcome.out)

    return call


def _found(document: dict[str, Any]) -> dict[str, str]:
    return {one["rule"]: one["severity"] for one in document["findings"]}


def test_a_planned_load_is_compared_with_half_of_the_arrays_capacity(sized: Callable[..., dict[str, Any]]) -> None:
    document = sized("{host: '*', profile: oltp2, iops: 24000}")
    # Without one of its two controllers, the array would need more than it has left.
    assert _found(document) == {"SIZ002": "warning", "SIZ004": "warning"}
    finding = next(one for one in document["findings"] if one["rule"] == "SIZ002")
    assert 0.5 < finding["evidence"]["utilisation"] < 1
    assert finding["location"]["file"].endswith("xtremio-bare.yaml")
    assert _found(sized("{host: '*', profile: oltp2, iops: 4000}")) == {}


def test_findings_about_the_load_name_the_array_and_its_controllers(sanlint: Run, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "load.yaml").write_text("sanlint_workload: 1\nloads:\n  - {host: '*', profile: oltp2, iops: 24000}\n")
    outcome = sanlint(
        "check", str(BASE), "--isolated", "--select", "SIZ", "--workload", str(tmp_path / "load.yaml"), "-o", "full"
    )
    text = " ".join(outcome.out.split())
    assert "array xio1" in text and "object array xio1" in text
    assert "controller xio1 X1-SC1 If controller xio1 X1-SC1 fails" in text and "director xio1" not in text
    line = BASE.read_text().splitlines().index("          X1-SC1:") + 1
    assert f"xtremio-bare.yaml:{line} (director)" in text
    assert text.count("basis estimated under the workload of the audit") == 3


def test_more_than_the_array_can_do_is_an_error(sized: Callable[..., dict[str, Any]]) -> None:
    assert _found(sized("{host: '*', profile: oltp2, iops: 90000}"))["SIZ002"] == "error"


def test_without_a_workload_there_is_nothing_to_check(sized: Callable[..., dict[str, Any]]) -> None:
    rules = {one["rule"]: one for one in sized(None)["coverage"]["rules"]}
    assert (rules["SIZ002"]["evaluated"], rules["SIZ002"]["not_evaluated"]) == (0, 0)


LUNS = """\
LUN,IOPS,Response Time (ms),Cache Hit %,Read %,IO Size (KB)
naa.514f0c5000000001,12000,9.5,0,70,8
naa.514f0c5000000002,6000,0.6,0,70,8
"""


def test_the_profile_triage_rests_on_what_the_exports_measured(sanlint: Run, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "san.yaml").write_text(BASE.read_text(encoding="utf-8"))
    (tmp_path / "luns.csv").write_text(LUNS)

    page = tmp_path.parent / "triage.html"

    def found(*options: str) -> tuple[list[tuple[str, Any, Any]], str]:
        outcome = sanlint("check", str(tmp_path), "--isolated", "-q", "-o", "json", "-o", f"html:{page}", *options)
        document = json.loads(outcome.out)
        keys = [
            (one["rule"], one["object"].get("volume"), one["evidence"].get("observed_ms"))
            for one in document["findings"]
        ]
        return [key for key in keys if key[0].startswith("SIZ")], " ".join(document["notices"])

    def page_shows_the_load() -> set[bool]:
        text = page.read_text(encoding="utf-8")
        return {words in text for words in ("Under loads measured in the exports", "Latency over IOPS")}

    slow, notices = found("--profile", "triage")
    # The page shows the load that the rules used.
    assert page_shows_the_load() == {True}
    # Both hosts use the volume; the response time of the other volume is explained by the configuration.
    assert slow == [("SIZ011", "naa.514f0c5000000001", 9.5)] * 2
    assert "loads measured in the exports are used" in notices
    assert found("--profile", "triage", "--workload", "") == ([], "")
    assert page_shows_the_load() == {False}
    assert found("--select", "SIZ") == ([], "")


def test_workload_writes_are_compared_with_the_inter_cluster_link(sanlint: Run, tmp_path: Path) -> None:  # noqa: F811
    metro = (
        BASE.with_name("vplex-metro.yaml")
        .read_text(encoding="utf-8")
        .replace("bandwidth_mbps: 10000", "bandwidth_mbps: 800")
    )
    (tmp_path / "san.yaml").write_text(metro)

    def found(iops: int) -> dict[str, Any]:
        load = (
            f"sanlint_workload: 1\nloads:\n  - {{volume: '*', read_pct: 0, size: 64k, random_pct: 100, iops: {iops}}}\n"
        )
        (tmp_path / "load.yaml").write_text(load)
        given = ("--workload", str(tmp_path / "load.yaml"), "--select", "MET007", "-q", "-o", "json", "--isolated")
        document = json.loads(sanlint("check", str(tmp_path / "san.yaml"), *given).out)
        return {one["rule"]: one["evidence"] for one in document["findings"]}

    # One of two networks of 100 MB/s remains if the other fails: 80 MB/s are 1,220 writes of 64 KiB.
    assert found(1200) == {}
    assert found(1240)["MET007"]["planned_writes"] == pytest.approx(1240 * 65536 / 1e6, rel=1e-3)


def test_drives_are_compared_with_raid_writes(sanlint: Run, tmp_path: Path) -> None:  # noqa: F811
    group = '    raid_groups:\n      "3": {raid_type: r5, drives: 10, drive_type: FC 15k, write_cache: true}\n    storage_volumes:\n'
    text = BASE.with_name("esxi-brocade.yaml").read_text(encoding="utf-8").replace("    storage_volumes:\n", group)
    text = text.replace("array_class: flash", "array_class: disk")
    (tmp_path / "san.yaml").write_text(text.replace("a1, size_bytes", 'a1, raid_group: "3", size_bytes'))

    def each(iops: int) -> list[float]:
        load = f"sanlint_workload: 1\nloads:\n  - {{volume: '*a1', read_pct: 0, size: 8k, random_pct: 100, iops: {iops}}}\n"
        (tmp_path / "load.yaml").write_text(load)
        given = ("--workload", str(tmp_path / "load.yaml"), "--select", "ARR012", "-q", "-o", "json", "--isolated")
        document = json.loads(sanlint("check", str(tmp_path / "san.yaml"), *given).out)
        return [one["evidence"]["drive_iops"] for one in document["findings"]]

    # A small write to RAID 5 is four drive I/Os: 450 writes are 1,800 drive IOPS, the maximum of ten drives.
    assert each(440) == []
    assert each(460) == [pytest.approx(184)]
