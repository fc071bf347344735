"""What a rule's effect says is laid over the facts of the estimate, and nothing else changes; alone or for many findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import checker.cost_under_load
from checker.audit import AuditOptions, audit
from checker.cost_effects import mended_facts, part_of
from checker.engine.finding import Finding
from checker.estimate.build_facts import SanFacts, facts_of
from checker.estimate.build_policy import Spread
from checker.estimate.cost_parts import with_pairs
from checker.facts.store import Store
from checker.whatif import opened

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "fixtures/demo"
FIXED, OTHER = ("esx07", "naa.514f0c57b9d00006"), ("esx05", "naa.514f0c57a9d00007")
ROUND_ROBIN = {"set": {"device": {"host": FIXED[0], "device": FIXED[1]}, "psp": "VMW_PSP_RR"}}


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with opened([str(DEMO / "exports")], AuditOptions(config=str(DEMO / "sanlint.yaml"))) as (found, _):
        yield found


@pytest.fixture(scope="module")
def san(store: Store) -> SanFacts:
    return facts_of(store)


def spread(san: SanFacts, pair: tuple[str, str]) -> Spread:
    return san.classes[san.class_of[pair]].spread


def live(san: SanFacts, pair: tuple[str, str]) -> int:
    return len(san.classes[san.class_of[pair]].ways)


def test_a_policy_is_mended_as_the_rule_says_and_the_store_stays_as_it_was(store: Store, san: SanFacts) -> None:
    mended = mended_facts(store, [ROUND_ROBIN])
    assert mended is not None
    assert (spread(san, FIXED).policy, spread(mended, FIXED).policy) == ("fixed", "round_robin")
    assert facts_of(store) == san


def test_paths_that_come_back_carry_again(store: Store, san: SanFacts) -> None:
    dead = store.rows(
        "SELECT host, device, initiator_wwpn, target_wwpn FROM path WHERE state = 'dead' ORDER BY ALL LIMIT 1"
    )[0]
    pair = (dead[0], dead[1])
    match = {"host": dead[0], "device": dead[1], "initiator_wwpn": dead[2], "target_wwpn": dead[3]}
    mended = mended_facts(store, [{"set": {"path": match, "state": "active"}}])
    assert mended is not None
    assert live(mended, pair) == live(san, pair) + 1
    # Routes have other numbers then; put into the SAN as it is, only this volume changes.
    one = with_pairs(san, mended, [pair])
    assert one is not None
    assert live(one, pair) == live(mended, pair)
    ends = [
        (one.routes[route].initiator, one.routes[route].target) for route, _ in one.classes[one.class_of[pair]].ways
    ]
    assert (dead[2], dead[3]) in ends
    others = [other for other in san.class_of if other != pair]
    assert [one.class_of[other] for other in others] == [san.class_of[other] for other in others]
    assert facts_of(store) == san


def test_of_several_mended_faults_one_finding_gets_its_own(store: Store, san: SanFacts) -> None:
    host, device = OTHER
    second = {"set": {"device": {"host": host, "device": device}, "psp": "VMW_PSP_FIXED"}}
    mended = mended_facts(store, [ROUND_ROBIN, second])
    part = part_of(san, mended, [ROUND_ROBIN], [FIXED])
    assert part is not None
    assert spread(part, FIXED).policy == "round_robin"
    assert spread(part, OTHER) == spread(san, OTHER)
    assert part_of(san, mended, [], [FIXED]) is None


def test_what_no_export_lists_changes_nothing(store: Store) -> None:
    assert mended_facts(store, [{"set": {"device": {"host": "nobody", "device": "x"}, "psp": "VMW_PSP_RR"}}]) is None
    assert mended_facts(store, []) is None


def findings(exports: str, config: Path | None, tmp_path: Path, load: str, *rules: str) -> list[Finding]:
    (tmp_path / "w.yaml").write_text(f"sanlint_workload: 1\nloads:\n  - {load}\n")
    options = AuditOptions(
        config=None if config is None else str(config), isolated=config is None, select=rules, workload=str(tmp_path / "w.yaml")
    )  # fmt: skip
    return list(audit([exports], options).findings)


def deltas(found: Sequence[Finding]) -> list[float]:
    return [one.cost.delta_ms.typical for one in found if one.cost is not None and one.cost.delta_ms is not None]


def test_links_that_lose_packets_are_mended_at_once(tmp_path: Path) -> None:
    text = (ROOT / "fixtures/bases/vplex-metro.yaml").read_text(encoding="utf-8")
    (tmp_path / "metro.yaml").write_text(text.replace("loss_ratio: 0,", "loss_ratio: 0.001,"))
    load = "{volume: '*', read_pct: 0, size: 8k, iops: 400}"
    found = findings(str(tmp_path / "metro.yaml"), None, tmp_path, load, "MET008")
    assert len(found) == 2
    one, other = deltas(found)
    # 8 KiB take some 26 µs at 317 MB/s, and 7 at 1,125: what is lost costs each write the difference, and retransmissions.
    assert one == other
    assert 0.01 < one < 0.05
    assert all(one.cost and "all 2 such findings" in " ".join(one.cost.assumptions) for one in found)


def test_a_path_that_came_back_and_many_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = ROOT / "fixtures/dead-path-on-one-card"
    load = "{volume: '*', profile: random_read_64k, iops: 9000}"
    given = (str(scenario / "exports"), scenario / "sanlint.yaml", tmp_path, load, "PTH014")
    alone = findings(*given)
    assert deltas(alone)
    assert all(delta > 0 for delta in deltas(alone))
    monkeypatch.setattr(checker.cost_under_load, "MOST_ALONE", -1)
    monkeypatch.setattr(checker.cost_under_load, "MOST_FLOWS", -1)
    assert deltas(findings(*given)) == pytest.approx(deltas(alone))


def test_many_alike_changes_are_made_at_once(store: Store) -> None:
    changes = [
        {"set": {"device": {"host": host, "device": device}, "psp": "VMW_PSP_MRU"}} for host, device in (FIXED, OTHER)
    ]
    nobody = {"set": {"device": {"host": "nobody", "device": "x"}, "psp": "VMW_PSP_MRU"}}
    mended = mended_facts(store, [*changes, nobody])
    assert mended is not None
    assert [spread(mended, pair).policy for pair in (FIXED, OTHER)] == ["mru", "mru"]
    other = {"set": {"device": {"host": "no one", "device": "y"}, "psp": "VMW_PSP_MRU"}}
    assert mended_facts(store, [nobody, other]) is None
