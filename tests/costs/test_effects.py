"""Effects of rules applied to the facts of the estimate, without other changes, for one finding or for many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import checker.costs.under_load
from checker.audit import Options, Session, audit
from checker.costs.effects import fixed_facts, part_of
from checker.estimate.assemble.facts import SanFacts, changed_facts, facts_of
from checker.estimate.assemble.policy import Spread
from checker.estimate.cost.parts import with_pairs
from checker.facts.resolve import overlay
from checker.facts.store.store import Store
from checker.rules.book.effect import changes_of
from checker.rules.evaluate.finding import Finding
from tests import folders

ROOT = folders.ROOT
DEMO = ROOT / "fixtures/demo"
FIXED, OTHER = ("esx07", "naa.514f0c57b9d00006"), ("esx05", "naa.514f0c57a9d00007")
ROUND_ROBIN = {"set": {"device": {"host": FIXED[0], "device": FIXED[1]}, "psp": "VMW_PSP_RR"}}


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Session.open([str(DEMO / "exports")], Options(config=str(DEMO / "sanlint.yaml"))) as san:
        yield san.store


@pytest.fixture(scope="module")
def san(store: Store) -> SanFacts:
    return facts_of(store)


def spread(san: SanFacts, pair: tuple[str, str]) -> Spread:
    return san.classes[san.class_of[pair]].spread


def live(san: SanFacts, pair: tuple[str, str]) -> int:
    return len(san.classes[san.class_of[pair]].ways)


def test_a_policy_is_fixed_as_the_rule_states_and_the_store_is_unchanged(store: Store, san: SanFacts) -> None:
    fixed = fixed_facts(store, san, [ROUND_ROBIN])
    assert fixed is not None
    assert (spread(san, FIXED).policy, spread(fixed, FIXED).policy) == ("fixed", "round_robin")
    assert facts_of(store) == san


def test_paths_that_come_back_carry_again(store: Store, san: SanFacts) -> None:
    dead = store.rows(
        "SELECT host, device, initiator_wwpn, target_wwpn FROM path WHERE state = 'dead' ORDER BY ALL LIMIT 1"
    )[0]
    pair = (dead[0], dead[1])
    match = {"host": dead[0], "device": dead[1], "initiator_wwpn": dead[2], "target_wwpn": dead[3]}
    fixed = fixed_facts(store, san, [{"set": {"path": match, "state": "active"}}])
    assert fixed is not None
    assert live(fixed, pair) == live(san, pair) + 1
    # Routes get other numbers; combined with the SAN as it is, only this volume changes.
    one = with_pairs(san, fixed, [pair])
    assert one is not None
    assert live(one, pair) == live(fixed, pair)
    ends = [
        (one.routes[route].initiator, one.routes[route].target) for route, _ in one.classes[one.class_of[pair]].ways
    ]
    assert (dead[2], dead[3]) in ends
    others = [other for other in san.class_of if other != pair]
    assert [one.class_of[other] for other in others] == [san.class_of[other] for other in others]
    assert facts_of(store) == san


def test_with_several_fixed_faults_each_finding_gets_its_own_effect(store: Store, san: SanFacts) -> None:
    host, device = OTHER
    second = {"set": {"device": {"host": host, "device": device}, "psp": "VMW_PSP_FIXED"}}
    fixed = fixed_facts(store, san, [ROUND_ROBIN, second])
    part = part_of(san, fixed, [ROUND_ROBIN], [FIXED])
    assert part is not None
    assert spread(part, FIXED).policy == "round_robin"
    assert spread(part, OTHER) == spread(san, OTHER)
    assert part_of(san, fixed, [], [FIXED]) is None


def test_unlisted_objects_change_nothing(store: Store, san: SanFacts) -> None:
    assert (
        fixed_facts(store, san, [{"set": {"device": {"host": "unknown-host", "device": "x"}, "psp": "VMW_PSP_RR"}}])
        is None
    )
    assert fixed_facts(store, san, []) is None


def test_only_what_depends_on_a_change_is_read_again_and_equals_all_of_it(store: Store, san: SanFacts) -> None:
    host, device = FIXED
    changes: dict[str, dict[str, Any]] = {
        "device": {"set": {"device": {"host": host, "device": device}, "psp": "VMW_PSP_MRU", "queue_depth": 7}},
        "partition": {"set": {"partition": {"host": "db02"}, "start_bytes": 1 << 20}},
        "raid_group": {"add": {"raid_group": {"storage_array": "xio-dc1", "raid_group": "new", "raid_type": "raid5", "drives": 5}}},
        "wan_link": {"add": {"wan_link": {"storage_array": "vplex-metro", "wan_link": "wan-com-a", "rtt_ms": 7, "bandwidth_mbps": 900}}},
    }  # fmt: skip
    for kind, change in changes.items():
        store.ensure_entities([kind])
        store.execute("BEGIN TRANSACTION")
        try:
            for action, what in changes_of(change):
                assert overlay.apply(store, action, what) == kind
            found = changed_facts(store, san, [kind])
            assert found != san, kind
            assert found == facts_of(store), kind
        finally:
            store.execute("ROLLBACK")
    assert facts_of(store) == san


def findings(exports: str, config: Path | None, tmp_path: Path, load: str, *rules: str) -> list[Finding]:
    (tmp_path / "w.yaml").write_text(f"sanlint_workload: 1\nloads:\n  - {load}\n")
    options = Options(
        config=None if config is None else str(config), isolated=config is None, select=rules, workload=str(tmp_path / "w.yaml")
    )  # fmt: skip
    return list(audit([exports], options).findings)


def deltas(found: Sequence[Finding]) -> list[float]:
    return [one.cost.delta_ms.typical for one in found if one.cost is not None and one.cost.delta_ms is not None]


def test_lossy_links_are_fixed_together(tmp_path: Path) -> None:
    text = (ROOT / "fixtures/bases/vplex-metro.yaml").read_text(encoding="utf-8")
    (tmp_path / "metro.yaml").write_text(text.replace("loss_ratio: 0,", "loss_ratio: 0.001,"))
    load = "{volume: '*', read_pct: 0, size: 8k, iops: 400}"
    found = findings(str(tmp_path / "metro.yaml"), None, tmp_path, load, "MET008")
    assert len(found) == 2
    one, other = deltas(found)
    # 8 KiB take about 26 µs at 317 MB/s, and 7 at 1,125: packet loss costs each write the difference, plus retransmissions.
    assert one == other
    assert 0.01 < one < 0.05
    assert all(one.cost and "all 2 such findings" in " ".join(one.cost.assumptions) for one in found)


def test_a_restored_path_and_many_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = ROOT / "fixtures/dead-path-on-one-card"
    load = "{volume: '*', profile: random_read_64k, iops: 9000}"
    given = (str(scenario / "exports"), scenario / "sanlint.yaml", tmp_path, load, "PTH014")
    alone = findings(*given)
    assert deltas(alone)
    assert all(delta > 0 for delta in deltas(alone))
    monkeypatch.setattr(checker.costs.under_load, "MOST_ALONE", -1)
    monkeypatch.setattr(checker.costs.under_load, "MOST_FLOWS", -1)
    assert deltas(findings(*given)) == pytest.approx(deltas(alone))


def test_many_similar_changes_are_applied_together(store: Store, san: SanFacts) -> None:
    changes = [
        {"set": {"device": {"host": host, "device": device}, "psp": "VMW_PSP_MRU"}} for host, device in (FIXED, OTHER)
    ]
    unmatched = {"set": {"device": {"host": "unknown-host", "device": "x"}, "psp": "VMW_PSP_MRU"}}
    fixed = fixed_facts(store, san, [*changes, unmatched])
    assert fixed is not None
    assert [spread(fixed, pair).policy for pair in (FIXED, OTHER)] == ["mru", "mru"]
    other = {"set": {"device": {"host": "no one", "device": "y"}, "psp": "VMW_PSP_MRU"}}
    assert fixed_facts(store, san, [unmatched, other]) is None
