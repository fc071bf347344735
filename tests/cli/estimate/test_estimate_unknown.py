"""``sanlint estimate`` without the round trip of a Metro, and with facts that it does not understand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import folders
from tests.cli.conftest import Outcome
from tests.schema import fits

pytestmark = pytest.mark.usefixtures("opened_once")

Run = Callable[..., Outcome]
BASES = folders.ROOT / "fixtures" / "bases"
METRO = (BASES / "vplex-metro.yaml").read_text(encoding="utf-8")
MIXED = "profile: oltp2, iops: 4000"
READS = "read_pct: 100, size: 8K, random_pct: 100, iops: 4000"


@pytest.fixture
def answer(sanlint: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[dict[str, Any], str]]:
    """Run ``sanlint estimate`` on an inventory; returns the document, which must fit its schema, and the page."""
    monkeypatch.chdir(tmp_path)

    def call(san: str, load: str, *arguments: str) -> tuple[dict[str, Any], str]:
        Path("san.yaml").write_text(san)
        Path("w.yaml").write_text(f'sanlint_workload: 1\nloads:\n  - {{volume: "*", {load}}}\n')
        both = ("-o", "o.json", "-o", "o.txt")
        outcome = sanlint("estimate", "san.yaml", "-W", "w.yaml", *arguments, "--isolated", "-q", *both)
        assert outcome.code == 0, outcome.err
        document = json.loads(Path("o.json").read_text(encoding="utf-8"))
        fits(document, "estimate")
        return document, Path("o.txt").read_text(encoding="utf-8")

    return call


def without_round_trip() -> str:
    assert METRO.count("rtt_ms: 2, ") >= 2
    return METRO.replace("rtt_ms: 2, ", "")


def test_local_reads_of_a_metro_need_no_round_trip(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    whole, _ = answer(METRO, MIXED)
    document, page = answer(without_round_trip(), MIXED, "--until", "50%", "--growth", "3%/month")
    assert document["total"]["response_ms"] is None
    known = whole["total"]["response_ms"]["read"]
    # The queue depth, which shortens queues of bursts a little, depends on the writes.
    assert document["total"]["reads_alone_ms"] == pytest.approx(known, abs=1e-4)
    assert [one["estimate"]["reads_alone_ms"]["typical"] for one in document["volumes"]] == pytest.approx(
        [known["typical"]] * 4, abs=1e-4
    )
    assert f"RESPONSE     reads {known['typical']:.2f} (" in page
    assert "writes: unknown round trip between clusters" in page
    # When a queue depth is used up depends on the writes, too; no knee and no saturation is made of reads alone.
    assert "queue depth of" not in page.split("round trip")[0]
    assert "knee" not in page
    assert {one["resource"] for one in document["growth"]["reached"]} <= {"xio1", "xio2"}
    assert document["until"]["reached"][0]["quantity"] == "load"


def test_a_load_of_reads_needs_no_round_trip_at_all(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    whole, _ = answer(METRO, READS)
    document, page = answer(without_round_trip(), READS)
    assert document["total"] == whole["total"]
    assert document["not_known"] == []
    assert "UNKNOWN" not in page


def test_no_load_is_given_for_an_unknown_response_time(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    document, page = answer(without_round_trip(), MIXED, "--until", "2ms")
    # Only the round trip itself can be found: a quarter of the I/O are writes.
    assert [one["quantity"] for one in document["until"]["reached"]] == ["rtt_ms"]
    assert "the load that reaches mean 2 ms is unknown, because facts are missing" in " ".join(page.split())


def test_reads_next_to_an_unknown_closed_load_have_no_time(
    sanlint: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # How much I/O eight outstanding I/Os are depends on the round trip.
    san, load = without_round_trip(), "profile: oltp2, outstanding: 8"
    Path("san.yaml").write_text(san)
    Path("w.yaml").write_text(f'sanlint_workload: 1\nloads:\n  - {{volume: "*", {load}}}\n')
    outcome = sanlint("estimate", "san.yaml", "-W", "w.yaml", "--isolated", "-q")
    assert outcome.code == 3
    assert "RESPONSE     none: unknown round trip between clusters" in outcome.out


@pytest.mark.parametrize(
    ("family", "words"),
    [("xtrmio", "xtrmio is not a valid value; did you mean 'xtremio'?"), ("all_flash", "valid: vplex, xtremio,")],
)
def test_an_unknown_declared_family_is_reported(
    answer: Callable[..., tuple[dict[str, Any], str]], family: str, words: str
) -> None:
    bare = (BASES / "xtremio-bare.yaml").read_text(encoding="utf-8")
    document, _ = answer(bare.replace("family: xtremio", f"family: {family}"), MIXED)
    line = next(number for number, text in enumerate(bare.splitlines(), 1) if "family: xtremio" in text)
    assert [note for note in document["notes"] if note.startswith(f"san.yaml:{line}: ") and words in note]


def test_saturation_has_one_load_and_one_reason(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    document, page = answer(METRO, MIXED, "--growth", "3%/month", "--until", "100%")
    total = document["total"]
    _, saturation = document["growth"]["reached"]
    assert saturation["iops"] == total["saturation_iops"]["typical"]
    assert saturation["resource"] == document["until"]["reached"][0]["resource"] == total["binding"] == "xio1"
    assert "the queue at xio1 uses up the queue depth of esx01 dd_app01_vol just before xio1 is full" in " ".join(
        page.split()
    )
    document, page = answer(METRO, MIXED, "--growth", "3%/month", "--what-if", "rtt_ms=5")
    _, saturation = document["growth"]["reached"]
    assert saturation["resource"] == document["total"]["binding"]
    assert saturation["resource"].startswith("queue depth of esx01 naa.")
    assert "(the queue depth of esx01 dd_app01_vol is used up first)" in " ".join(page.split())


def test_a_load_of_nothing_has_no_verdict(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    document, page = answer(METRO, "read_pct: 70, size: 8K, iops: 0")
    total = document["total"]
    assert (total["risk"], total["response_ms"], total["percentiles_ms"]) == ("unknown", None, None)
    assert "VERDICT      risk unknown: no host and volume has any I/O" in page
    assert "iops: 0 is no load" in page


def test_a_saturation_without_the_figures_of_the_array_is_only_an_upper_bound(sanlint: Run, tmp_path: Path) -> None:
    san = (BASES / "xtremio-bare.yaml").read_text(encoding="utf-8").replace("family: xtremio", "family: powerstore")
    (tmp_path / "san.yaml").write_text(san)
    (tmp_path / "w.yaml").write_text(f'sanlint_workload: 1\nloads:\n  - {{volume: "*", {MIXED}}}\n')
    paths = (str(tmp_path / "san.yaml"), "-W", str(tmp_path / "w.yaml"))
    page = " ".join(sanlint("estimate", *paths, "--isolated", "-q").out.split())
    assert "VERDICT risk only partly known; 4 host-volume pairs unknown" in page
    # The array may be full earlier. The ends of the range are the same number, which is given once.
    assert (
        "4,000 IOPS, at least 1.5 % of saturation for this mix saturates at 269,000 IOPS or less: esx01 vmhba2 rx"
        in page
    )
