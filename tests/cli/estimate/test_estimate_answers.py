"""``sanlint estimate``: percentiles, simulation, limits, growth and failures."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from checker.report.estimate.percentile_text import margin_text
from tests import folders
from tests.cli.conftest import Outcome
from tests.schema import fits

pytestmark = pytest.mark.usefixtures("opened_once")

Run = Callable[..., Outcome]
METRO = str(folders.ROOT / "fixtures" / "bases" / "vplex-metro.yaml")
UNITY = str(folders.ROOT / "fixtures" / "bases" / "esxi-brocade.yaml")
BARE = str(folders.ROOT / "fixtures" / "bases" / "xtremio-bare.yaml")
LOAD = 'sanlint_workload: 1\nloads:\n  - {volume: "*", profile: oltp2, iops: 4000}\n'


@pytest.fixture
def answer(sanlint: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[dict[str, Any], str]]:
    """Run ``sanlint estimate``; returns the document, which must fit its schema, and the page."""
    monkeypatch.chdir(tmp_path)
    Path("w.yaml").write_text(LOAD)

    def call(*arguments: str, san: str = BARE, code: int = 0) -> tuple[dict[str, Any], str]:
        both = ("-o", "o.json", "-o", "o.txt")
        outcome = sanlint("estimate", san, "-W", "w.yaml", *arguments, "--isolated", "-q", *both)
        assert outcome.code == code, outcome.err
        document = json.loads(Path("o.json").read_text(encoding="utf-8"))
        fits(document, "estimate")
        return document, Path("o.txt").read_text(encoding="utf-8")

    return call


def test_a_simulation_is_compared_with_the_formulas(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    document, page = answer("--simulate", "--ios", "20000", "--seed", "5")
    simulation = document["simulation"]
    assert (simulation["ios"], simulation["seed"]) == (20_000, 5)
    figures = simulation["figures"]
    assert figures["mean"]["formula_ms"] == document["total"]["response_ms"]["mean"]["typical"]
    assert figures["p95"]["formula_ms"] == document["total"]["percentiles_ms"]["p95"]["typical"]
    assert abs(figures["mean"]["error"]) < 0.03
    assert abs(figures["p95"]["error"]) < 0.1
    assert all(volume["estimate"]["simulated_ms"]["ios"] > 0 for volume in document["volumes"])
    used = {one["resource"]: one["utilisation"]["typical"] for one in document["resources"]}
    assert simulation["utilisation"]["xio1"] == pytest.approx(used["xio1"], rel=0.1)
    assert "SIMULATED    mean 0.5" in page
    assert "20,000 I/Os, seed 5, typical parameters" in page
    again, _ = answer("--simulate", "--ios", "20000", "--seed", "5")
    assert again == document


@pytest.mark.parametrize(("ms", "text"), [(0.00023, "0.0002"), (0.00001, "0.0001"), (0.0021, "0.002"), (0.37, "0.37")])
def test_no_confidence_interval_is_zero(ms: float, text: str) -> None:
    assert margin_text(ms) == text


def test_percentiles_are_shown_next_to_the_mean(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    document, page = answer()
    assert document["simulation"] is None
    assert "95 % within 1.1" in page
    total = document["total"]
    assert total["response_ms"]["mean"]["typical"] < total["percentiles_ms"]["p95"]["typical"]
    assert total["percentiles_ms"]["p95"]["typical"] < total["percentiles_ms"]["p99"]["typical"]
    busy, page = answer("--what-if", "load=7.6")
    assert busy["total"]["percentiles_ms"] is None
    assert "95 % within" not in page


def test_until_a_utilisation_names_load_bricks_ports_and_round_trip(
    answer: Callable[..., tuple[dict[str, Any], str]],
) -> None:
    document, page = answer("--until", "50%", "--what-if", "load=6")
    found = {one["quantity"]: one for one in document["until"]["reached"]}
    # The array saturates at 32,200 IOPS of this mix; its work is proportional to the load and to 1 / X-Bricks.
    assert found["load"]["at"] == pytest.approx(document["total"]["saturation_iops"]["typical"] / 2, rel=2e-3)
    assert found["load"]["factor"] == pytest.approx(found["load"]["at"] / 24_000, rel=2e-3)
    assert found["load"]["resource"] == "xio1"
    assert (found["x_bricks"]["now"], found["x_bricks"]["at"]) == (1, 2)
    busiest = max(one["utilisation"]["typical"] for one in document["resources"] if one["kind"] == "fe_port")
    assert (found["ports"]["now"], found["ports"]["at"]) == (4, -(-4 * busiest // 0.5))
    assert "rtt_ms" not in found
    assert "UNTIL        50 % of a sized resource" in page
    assert "2 X-Bricks per array are enough for this load; xio1: 1 now" in page


def test_until_a_response_time_names_the_round_trip(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    document, _ = answer("--until", "1.5ms", san=METRO)
    found = {one["quantity"]: one for one in document["until"]["reached"]}
    mean = document["total"]["response_ms"]["mean"]["typical"]
    # A quarter of this mix are writes, which wait for one round trip each.
    assert found["rtt_ms"]["at"] == pytest.approx(2 + (1.5 - mean) / 0.25, rel=0.02)
    again, _ = answer("--what-if", f"rtt_ms={found['rtt_ms']['at']}", san=METRO)
    assert again["total"]["response_ms"]["mean"]["typical"] == pytest.approx(1.5, rel=2e-3)
    # A response time is not reached by a resource; the busiest one is named.
    _, page = answer("--until", "1.5ms", "--growth", "2%/month", san=METRO)
    assert len(re.findall(r"\(busiest: xio1\)", page)) >= 2


def test_growth_counts_from_the_date_of_the_load(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    document, page = answer("--growth", "30%/year", "--growth-from", "2026-10")
    limit, saturation = document["growth"]["reached"]
    # 16,100 / 4,000 = 1.3 ** 5.3 years.
    assert limit["months"] == pytest.approx(63.7, abs=0.3)
    assert limit["month"] == "2032-01"
    assert saturation["months"] - limit["months"] == pytest.approx(12 * 2.642, abs=0.1)
    assert "from 1 October 2026" in page
    document, page = answer("--growth", "2%/month")
    assert {one["month"] for one in document["growth"]["reached"]} == {None}
    assert "after 70 months" in page
    assert "the date of the load is unknown: declare it with --growth-from" in page


@pytest.mark.parametrize(
    ("component", "lost", "slower"),
    [
        ("director:director-1-1-A", 0, False),
        ("storage_array:xio1", 0, True),
        ("cluster:cluster-2", 2, False),
        ("site:site-1", 0, False),
    ],
)
def test_response_times_before_and_after_a_failure(
    answer: Callable[..., tuple[dict[str, Any], str]], component: str, lost: int, slower: bool
) -> None:
    document, page = answer("--fail", component, san=METRO)
    failed = document["failed"]
    assert failed["before"]["response_ms"] == document["total"]["response_ms"]
    assert len(failed["lost"]) == lost
    without = page.partition("WITHOUT  ")[2].partition("ASSUMED")[0]
    assert ("esx02 dd_app01_vol" in " ".join(without.split())) == (lost > 0)
    if component == "site:site-1":
        # A host fails with its site, and its load ends.
        assert {one["host"] for one in failed["volumes"]} == {"esx02"}
        assert (
            failed["after"]["response_ms"]["write"]["typical"]
            < failed["before"]["response_ms"]["write"]["typical"] - 1.9
        )
    reads = [failed[when]["response_ms"]["read"]["typical"] for when in ("before", "after")]
    # Without the array of its cluster, a read is served by the other cluster: half of the hosts wait one round trip of 2 ms.
    assert reads[1] - reads[0] == pytest.approx(1.0 if slower else 0.0, abs=0.1)
    if slower:
        assert {one["host"] for one in failed["volumes"] if one["after_ms"] > one["before_ms"] + 1} == {"esx01"}
        assert "esx01 dd_app01_vol: " in page
        assert "naa." not in page.split("WITHOUT")[1].split("\n\n")[0]


def test_a_site_with_all_hosts_under_load(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    Path("w.yaml").write_text(LOAD.replace('volume: "*"', 'host: esx01, volume: "*"'))
    document, page = answer("--fail", "site:site-1", san=METRO)
    assert document["failed"]["after"]["response_ms"] is None
    assert "→ none: every host with load is at the site" in page


def test_an_xtremio_without_a_controller_loses_its_share_of_the_capacity(
    answer: Callable[..., tuple[dict[str, Any], str]],
) -> None:
    # Two controllers per X-Brick share the load evenly (H13540, p. 11 and 14): one of two is half, one of four a quarter.
    document, page = answer("--fail", "director:X1-SC1")
    assert document["failed"]["assumptions"] == [
        "xio1: without X1-SC1, 50 % of its capacity is assumed to be left, because all controllers share the load"
    ]
    busier = {one["resource"]: one["after"] / one["before"] for one in document["failed"]["busier"]}
    assert busier["xio1"] == pytest.approx(2.0, rel=1e-3)
    assert busier["xio1 X1-SC2 fc1 tx"] == pytest.approx(2.0, rel=1e-3)
    assert "1.5 % → 3.0 %" in page
    worst = document["failures"][0]
    used = {one["resource"]: one["utilisation"]["typical"] for one in document["resources"]}
    assert (worst["kind"], worst["busiest"]) == ("director", "xio1")
    assert worst["utilisation"] == pytest.approx(2 * used["xio1"], rel=1e-6)
    assert worst["mean_ms"] == pytest.approx(document["failed"]["after"]["response_ms"]["mean"]["typical"], rel=1e-3)
    assert any("without one of its controllers, 50 %" in text for text in document["assumptions"])
    document, _ = answer("--fail", "director:X1-SC1", "--what-if", "x_bricks=2")
    busier = {one["resource"]: one["after"] / one["before"] for one in document["failed"]["busier"]}
    assert busier["xio1"] == pytest.approx(4 / 3, rel=1e-3)


def test_no_failure_makes_the_san_faster_and_each_is_what_fail_estimates(
    answer: Callable[..., tuple[dict[str, Any], str]],
) -> None:
    # With little load, all volumes of a host as one flow of their load waited less than they do.
    Path("w.yaml").write_text(LOAD.replace("4000", "400"))
    document, _ = answer("--fail", "fabric:fabric-a")
    whole = document["total"]["response_ms"]["mean"]["typical"]
    times = {(one["kind"], one["key"]): one["mean_ms"] for one in document["failures"] if one["mean_ms"] is not None}
    assert len(times) == 5 and min(times.values()) >= whole
    after = document["failed"]["after"]["response_ms"]["mean"]["typical"]
    assert times["fabric", "fabric-a"] == pytest.approx(after, rel=2e-6)


FLASH = ("read_latency=0.2", "write_latency=0.3", "read_iops=20000", "write_iops=10000")


def test_another_array_without_a_controller_may_lose_its_share(
    answer: Callable[..., tuple[dict[str, Any], str]], tmp_path: Path
) -> None:
    san = tmp_path / "flash.yaml"
    san.write_text(Path(BARE).read_text(encoding="utf-8").replace("family: xtremio", "family: powerstore"))
    figures = [word for one in FLASH for word in ("--what-if", f"all_flash.{one}")]
    whole, _ = answer(*figures, san=str(san))
    document, page = answer(*figures, "--fail", "director:X1-SC1", san=str(san))
    before, after = (document["failed"][when]["response_ms"]["mean"] for when in ("before", "after"))
    assert after["typical"] > before["typical"] * 1.02
    # The array may keep a controller in reserve, so the low end is that of the whole array, but for its ports.
    assert after["low"] == pytest.approx(before["low"], rel=0.01)
    busier = {one["resource"]: one["after"] / one["before"] for one in document["failed"]["busier"]}
    assert busier["xio1"] == pytest.approx(2.0, rel=1e-3)
    assert "without X1-SC1, 50 % of its capacity is assumed to be left; an array that keeps a controller" in " ".join(
        page.split()
    )
    assert whole["failures"][0]["kind"] == "director"
    unknown, page = answer("--fail", "director:X1-SC1", san=str(san), code=3)
    assert unknown["failed"]["after"]["response_ms"] is None
    assert "its capacity is unknown, so the estimate without X1-SC1 covers only ports and links" in " ".join(
        page.split()
    )


def test_drives_are_not_lost_with_a_controller(
    answer: Callable[..., tuple[dict[str, Any], str]], tmp_path: Path
) -> None:
    Path("w.yaml").write_text(LOAD.replace("4000", "100"))
    san = tmp_path / "hybrid.yaml"
    san.write_text(Path(UNITY).read_text(encoding="utf-8").replace("array_class: flash", "array_class: hybrid"))
    drives = ("--what-if", "drives=40", "--what-if", "raid=10", "--what-if", "drive_rpm=15000")
    document, _ = answer(*drives, "--fail", "director:SPA", san=str(san))
    (text,) = document["failed"]["assumptions"]
    assert text.startswith("unity1: without spa, its drives and cache are assumed to be as fast as before")
    assert not [one for one in document["failed"]["busier"] if one["resource"] == "unity1"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--until", "50"), "must be a utilisation above 0 and up to 100 %, such as 50%, or a response time"),
        (("--until", "0%"), "must be a utilisation above 0"),
        (("--growth", "30%"), "must be a rate above 0, such as 30%/year or 2%/month"),
        (("--growth-from", "2026-10"), "--growth-from needs --growth"),
        (("--growth", "3%/year", "--growth-from", "2026-13"), "must be a date such as 2026-11"),
        (("--fail", "director:director-9"), "no such component"),
        (("-W", "", "--until", "50%"), "--until needs a load: add --workload FILE"),
    ],
)
def test_wrong_usage(
    sanlint: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("w.yaml").write_text(LOAD)
    outcome = sanlint("estimate", BARE, "-W", "w.yaml", *arguments, "--isolated", "-q")
    assert outcome.code == 2
    assert words in outcome.err


def test_fail_estimates_under_a_workload(sanlint: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("w.yaml").write_text(LOAD)
    arguments = (
        "fail",
        METRO,
        "--component",
        "storage_array:xio1",
        "-W",
        "w.yaml",
        "--select",
        "PTH005",
        "--isolated",
        "-q",
    )
    outcome = sanlint(*arguments, "--exit-zero", "-o", "o.json", "-o", "o.txt")
    assert outcome.code == 0, outcome.err
    document = json.loads(Path("o.json").read_text(encoding="utf-8"))
    fits(document, "failure")
    before, after = (document["estimate"][when]["response_ms"]["mean"]["typical"] for when in ("before", "after"))
    assert after > before + 0.3
    assert "LOAD       mean response time 1.31 ms → 1.81 ms" in Path("o.txt").read_text(encoding="utf-8")
    outcome = sanlint("fail", METRO, "--every", "single", "-W", "w.yaml", "--isolated", "-q")
    assert outcome.code == 2
    assert "--workload needs --component" in outcome.err


def test_the_page_shows_limits_growth_a_failure_and_a_simulation(
    sanlint: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("w.yaml").write_text(LOAD)
    asked = (
        "--until", "50%", "--growth", "30%/year", "--growth-from", "2026-10", "--fail", "storage_array:xio1", "--simulate",
        "--ios", "10000", "--what-if", "rtt_ms=4",
    )  # fmt: skip
    outcome = sanlint("estimate", METRO, "-W", "w.yaml", *asked, "--isolated", "-q", "-o", "o.html", "-o", "o.txt")
    assert outcome.code == 0, outcome.err
    page = unescape(re.sub(r"<[^>]+>", "\n", Path("o.html").read_text(encoding="utf-8")))
    lines = {line.strip() for line in page.splitlines()}
    for heading in ("Latency estimate", "Growth", "Without array xio1", "Simulation", "Latency over IOPS"):
        assert heading in lines
    assert "What if rtt_ms = 4 (round trip between the clusters of a VPLEX Metro or Geo, in ms)" in lines
    # What the terminal shows after a label is a cell of the page.
    text = Path("o.txt").read_text(encoding="utf-8")
    for label in ("load", "X-Bricks", "50 %", "saturation"):
        found = re.search(rf"^  {label} +(\S.*)$", text, re.MULTILINE)
        assert found is not None
        assert found.group(1) in lines
    assert "Mean response time 1.81 ms → 2.81 ms." in lines
    assert any(line.startswith("10,000 I/Os, seed 1") for line in lines)
    # Without a load the page has ratios and no curve.
    outcome = sanlint("estimate", METRO, "--isolated", "-q", "--format", "html")
    assert outcome.code == 0, outcome.err
    assert "<svg" not in outcome.out
    assert "Lost in the worst single failure" in outcome.out


def without_back_end_paths() -> str:
    """The Metro without the sections of back-end paths, which are indented by eight columns."""
    kept, inside = [], False
    for line in Path(METRO).read_text(encoding="utf-8").splitlines():
        inside = line.strip() == "backend_paths:" or (inside and (line.startswith(" " * 9) or line[8:9] == "-"))
        if not inside:
            kept.append(line)
    return "\n".join(kept) + "\n"


@pytest.mark.parametrize("exported", [True, False])
def test_without_a_cluster_writes_wait_for_no_round_trip(
    answer: Callable[..., tuple[dict[str, Any], str]], exported: bool
) -> None:
    san = METRO
    if not exported:
        # Then only the name of its cluster says which copy is lost.
        san = "metro.yaml"
        Path(san).write_text(without_back_end_paths())
    document, _ = answer("--fail", "cluster:cluster-2", san=san)
    failed = document["failed"]
    writes = [failed[when]["response_ms"]["write"]["typical"] for when in ("before", "after")]
    # Only the copy of cluster-1 is left: neither the round trip of 2 ms nor a slower leg delays its host's writes.
    assert writes[1] == pytest.approx(writes[0] - 2.0, abs=0.05)
    assert {one["host"] for one in failed["lost"]} == {"esx02"}
    assert [one["host"] for one in failed["volumes"]] == ["esx01", "esx01"]


def test_limits_beyond_what_is_known_are_bounds(answer: Callable[..., tuple[dict[str, Any], str]]) -> None:
    document, page = answer("--until", "5ms", "--what-if", "load=7.6", "--growth", "2%/month")
    busy = next(one["utilisation"]["typical"] for one in document["resources"] if one["resource"] == "xio1")
    found = {one["quantity"]: one for one in document["until"]["reached"]}
    # Utilisation is proportional to the load, and response times are calculated up to 90 %.
    assert found["load"]["at"] == pytest.approx(0.9 * document["total"]["iops"] / busy, rel=2e-3)
    assert (found["load"]["precise"], found["load"]["bound"]) == (False, "a resource is over 90 % busy")
    # One X-Brick is too busy for a response time; two are half as busy.
    assert (found["x_bricks"]["at"], found["x_bricks"]["precise"]) == (2, False)
    assert re.search(r"load +at least 2\d,\d00 IOPS", page)
    assert "2 X-Bricks per array are enough for this load; with fewer only a bound" in " ".join(page.split())
    limit, saturation = document["growth"]["reached"]
    assert (limit["precise"], saturation["precise"]) == (False, True)
    assert re.search(r"mean 5 ms +unknown; above 2\d,\d00 IOPS only a bound", " ".join(page.split()))
    known, page = answer("--until", "5ms", "--growth", "2%/month")
    limit = known["growth"]["reached"][0]
    assert limit["months"] == pytest.approx(math.log(found["load"]["at"] / 4000) / math.log(1.02), rel=2e-3)
    assert "at the earliest, at 2" in " ".join(page.split())
    exact, _ = answer("--until", "0.55ms")
    assert [one["precise"] for one in exact["until"]["reached"]] == [True, True]


def test_a_queue_depth_is_used_up_at_a_bound_if_response_times_are_bounds(
    answer: Callable[..., tuple[dict[str, Any], str]],
) -> None:
    document, _ = answer("--until", "99%", "--what-if", "queue_depth=4")
    load = document["until"]["reached"][0]
    assert load["resource"].startswith("queue depth of ")
    assert load["precise"] == (load["at"] < 0.8 * document["total"]["saturation_iops"]["typical"])


def test_curves_and_formulas_next_to_simulations_show_bounds(
    answer: Callable[..., tuple[dict[str, Any], str]],
) -> None:
    document, page = answer("--curve", "--curve-file", "c.svg", "--what-if", "load=7.6", "--simulate", "--ios", "20000")
    points = document["curve"]
    assert {one["precise"] for one in points} == {True, False}
    assert all(one["precise"] == (one["utilisation"] <= 0.9) for one in points)
    assert "≥ only known to be longer" in page
    picture = Path("c.svg").read_text(encoding="utf-8")
    assert 'class="line c0 bound"' in picture
    unsure = next(one for one in points if not one["precise"])["mean_ms"]
    least = unsure["low"]
    assert {unsure["typical"], unsure["high"]} == {None}, "only a bound is known"
    times = [document["total"]["response_ms"], *(one["estimate"]["response_ms"] for one in document["volumes"])]
    assert {one[of][end] for one in times for of in ("mean", "read", "write") for end in ("typical", "high")} == {None}
    assert f"IOPS: more than {least:.2f} ms" in picture
    assert {one["estimate"]["bound"] for one in document["volumes"]} == {"a resource is over 90 % busy"}
    assert {(one["estimate"]["outstanding"], one["estimate"]["breakdown_ms"]) for one in document["volumes"]} == {
        (None, None)
    }
    assert document["influences"] == []
    mean = document["simulation"]["figures"]["mean"]
    assert (mean["formula_ms"], mean["error"]) == (None, None)
    assert mean["formula_bound_ms"] == document["total"]["response_ms"]["mean"]["low"] < mean["ms"]
    assert f"(formula: more than {mean['formula_bound_ms']:.2f})" in page
