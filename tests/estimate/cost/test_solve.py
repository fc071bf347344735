"""Costs under a workload: the demonstration SAN solved before and after a fix; sorting; rejected input."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checker.audit import Options, Session
from checker.costs.effects import fixed_facts
from checker.estimate.assemble.facts import SanFacts, facts_of
from checker.estimate.assemble.policy import Spread
from checker.estimate.cost.cost import Cost
from checker.estimate.cost.parts import with_pairs
from checker.estimate.cost.row import Row
from checker.estimate.cost.solve import CostSolver, compared
from checker.estimate.library import builtin
from checker.estimate.quantity import Range
from checker.estimate.workload.mix_of_io import Workload
from checker.facts.store.store import Store
from tests import folders
from tests.cli.conftest import Outcome, sanlint  # noqa: F401 - a fixture
from tests.schema import fits

ROOT = folders.ROOT
DEMO = str(ROOT / "fixtures/demo/exports")
CONFIG = str(ROOT / "fixtures/demo/sanlint.yaml")
# The demonstration's planted faults: a fixed path to an XtremIO, a partition that starts at sector 63.
FIXED = ("esx07", "naa.514f0c57b9d00006")
SECTOR_63 = ("db02", "naa.6000144000000010b2115d0000000041")
CLOSED = Cost("fixed_policy", "Closed form.", saturation_ratio=Range.exactly(0.25), assumptions=("of the form",))

Run = Callable[..., Outcome]


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Session.open([DEMO], Options(config=CONFIG)) as san:
        yield san.store


@pytest.fixture(scope="module")
def san(store: Store) -> SanFacts:
    return facts_of(store)


@pytest.fixture(scope="module")
def fixed(store: Store, san: SanFacts) -> SanFacts:
    """The SAN with both planted faults fixed, by the effects of NMP002 and ALN002."""
    (host, volume), (other_host, other_volume) = FIXED, SECTOR_63
    found = fixed_facts(store, san, [
        {"set": {"device": {"host": host, "device": volume}, "psp": "VMW_PSP_RR"}},
        {"set": {"partition": {"host": other_host, "device": other_volume}, "start_bytes": 1 << 20}},
    ])  # fmt: skip
    assert found is not None
    return found


def solved(san: SanFacts, fixed: SanFacts, case: str, pair: tuple[str, str], workload: Workload) -> Cost:
    solver = CostSolver(san, builtin(), {pair: workload})
    found = answer(solver, case, with_pairs(san, fixed, [pair]), host=pair[0], volume=pair[1])
    assert isinstance(found, Cost), found
    return found


def answer(solver: CostSolver, case: str, fixed: SanFacts | None = None, **row: Any) -> Cost | str:
    rows: list[Row] = [row]
    both = solver.both(case, rows, fixed)
    return both if isinstance(both, str) else compared(replace(CLOSED, case=case), both, solver.concerned(rows))


def reads(kib: float, iops: float) -> Workload:
    return Workload.simple("test", read=1.0, size_kib=kib, iops=iops)


def test_a_fixed_path_costs_little_until_its_port_is_full(san: SanFacts, fixed: SanFacts) -> None:
    low = solved(san, fixed, "fixed_policy", FIXED, reads(8, 20_000))
    assert low.solved
    assert low.delta_ms is not None
    # 20,000 IOPS of 8 KiB over one 8 Gbit/s port wait 1.3 µs, over four ports 0.28 (estimator.md, section 6, case 1).
    assert 0.0005 < low.delta_ms.typical < 0.003
    assert "Under the workload it adds" in low.text
    high = solved(san, fixed, "fixed_policy", FIXED, reads(64, 9_000))
    assert high.delta_ms is not None
    assert high.delta_ms.typical > 20 * low.delta_ms.typical
    assert high.saturation_ratio is not None
    assert high.saturation_ratio.typical < 0.5
    # The result of the closed form for the ports is kept.
    assert high.numbers[-1].value == Range.exactly(0.25)


def test_beyond_saturation_there_is_no_number(san: SanFacts, fixed: SanFacts) -> None:
    found = solved(san, fixed, "fixed_policy", FIXED, reads(64, 16_000))
    assert found.solved
    assert found.delta_ms is None
    assert "there is no response time to compare (the load exceeds the capacity of xio-dc2" in found.text
    assert found.saturation_ratio is not None
    assert found.saturation_ratio.typical < 0.5


def test_a_misaligned_partition_adds_array_load(san: SanFacts, fixed: SanFacts) -> None:
    found = solved(san, fixed, "misaligned", SECTOR_63, reads(4, 40_000))
    assert found.delta_ms is not None
    assert found.delta_ms.low >= 0
    assert found.saturation_ratio is not None
    # The queue depth of the host is the limit, although the load of the array doubles.
    assert found.saturation_ratio.typical == pytest.approx(1, abs=0.01)
    solver = CostSolver(san, builtin(), {SECTOR_63: reads(4, 40_000)})
    both = solver.both("misaligned", [{"host": SECTOR_63[0], "volume": SECTOR_63[1]}], fixed)
    assert not isinstance(both, str)
    now, aligned = both.now.resources["xio-dc2"].utilisation, both.fixed.resources["xio-dc2"].utilisation
    assert now is not None
    assert aligned is not None
    assert now.typical == pytest.approx(2 * aligned.typical)


def test_unknown_pages_and_aligned_data_are_not_solved(san: SanFacts) -> None:
    host, volume = FIXED
    solver = CostSolver(san, builtin(), {FIXED: reads(4, 1000)})
    assert "no fact that the model uses" in str(answer(solver, "misaligned", host=host, volume=volume))
    pageless = replace(san, arrays={name: replace(one, family="pure") for name, one in san.arrays.items()})
    solver = CostSolver(pageless, builtin(), {SECTOR_63: reads(4, 1000)})
    why = answer(solver, "misaligned", host=SECTOR_63[0], volume=SECTOR_63[1])
    assert why == "page size of the array is unknown"


def test_what_the_model_can_not_show_has_a_reason(san: SanFacts) -> None:
    host, volume = FIXED
    solver = CostSolver(san, builtin(), {FIXED: reads(8, 1000)})
    assert "no rebuild" in str(answer(solver, "transfer_size", host=host, volume=volume))
    assert "as the host sends it" in str(answer(solver, "split_io", host=host, volume=volume))
    nothing = "the fix changes no fact that the model uses"
    assert answer(solver, "fixed_policy", host=host, volume=volume, path_active=1) == nothing
    # The round-robin IOPS limit does not affect random I/O; the model does not know the order of sequential I/O.
    assert "order" not in str(answer(solver, "rr_limit", host=host, volume=volume))
    stream = Workload.simple("test", read=1.0, size_kib=8, random=0.5, iops=1000)
    in_order = answer(CostSolver(san, builtin(), {FIXED: stream}), "rr_limit", host=host, volume=volume)
    assert "not the order in which sequential I/O takes them" in str(in_order)


@pytest.mark.parametrize(("kib", "expected"), [(64, "the maximum load is "), (4, "stays the same, because")])
def test_for_sequential_io_only_the_maximum_throughput_is_reported(san: SanFacts, kib: int, expected: str) -> None:
    spread = with_pair_spread(san)
    load = Workload.simple("test", read=1.0, size_kib=kib, random=0.0, iops=1000)
    row = {
        "host": FIXED[0],
        "volume": FIXED[1],
        "rr_iops": 1000,
        "path_active": 4,
        "path_sharers": 1,
        "advised_iops": 1,
    }
    found = answer(CostSolver(spread, builtin(), {FIXED: load}), "rr_limit", **row)
    assert isinstance(found, Cost), found
    assert found.solved
    assert found.delta_ms is None
    assert expected in found.text
    assert "not the order in which sequential I/O takes them" in found.text
    assert found.saturation_ratio is not None
    # A host uses about one of four ports at a time; with small I/O the ports are not the first resource to saturate.
    if kib == 4:
        assert found.saturation_ratio.typical == pytest.approx(1, abs=0.005)
    else:
        assert (1 + 32 / 1000) / 4 < found.saturation_ratio.typical < 0.9


def test_a_fault_of_storage_concerns_the_volumes_on_it(san: SanFacts) -> None:
    solver = CostSolver(san, builtin(), {SECTOR_63: reads(8, 1000), FIXED: reads(8, 1000)})
    assert solver.concerned([{"storage_array": "elsewhere"}]) == []
    assert solver.concerned([{"storage_array": "vplex-metro"}]) == [SECTOR_63]
    assert solver.concerned([{"storage_array": "xio-dc2"}]) == [SECTOR_63, FIXED]
    assert solver.concerned([{"storage_array": "xio-dc2", "host": FIXED[0], "volume": FIXED[1]}]) == [FIXED]
    # XtremIO has no RAID groups whose cache could be switched on.
    assert isinstance(answer(solver, "write_cache_off", storage_array="xio-dc2"), str)


def test_missing_paths_would_carry_their_part(san: SanFacts) -> None:
    loads = {FIXED: Workload.simple("test", read=1.0, size_kib=64, iops=2000)}
    spread = CostSolver(with_pair_spread(san), builtin(), loads)
    rows: list[Row] = [{"host": FIXED[0], "volume": FIXED[1], "paths_wanted": 8.0}]
    both = spread.both("lost_paths", rows, paths="required_paths")
    assert not isinstance(both, str)

    def busiest(number: int) -> float:
        ports = [one.utilisation for one in both[number].resources.values() if one.kind == "fe_port"]
        return max(use.typical for use in ports if use is not None)

    # Currently four of eight paths carry the load.
    assert busiest(1) == pytest.approx(busiest(0) / 2)
    assert isinstance(spread.both("lost_paths", [{**rows[0], "paths_wanted": 4.0}], paths="required_paths"), str)


def with_pair_spread(san: SanFacts) -> SanFacts:
    """Return the volume with the fixed path after a change to round robin."""
    number = san.class_of[FIXED]
    kind = replace(
        san.classes[number], spread=Spread("round_robin"), ways=tuple((r, 0) for r, _ in san.classes[number].ways)
    )
    return replace(san, classes={**san.classes, number: kind})


def test_ports_that_share_the_load_evenly_are_less_busy(san: SanFacts) -> None:
    solver = CostSolver(san, builtin(), {FIXED: reads(64, 9000)})
    both = solver.both("unbalanced_directors", [{"storage_array": "xio-dc2", "direction": "tx"}])
    assert not isinstance(both, str)
    now, fixed = ([one.utilisation.typical for one in result.resources.values()
                    if one.utilisation and one.station.startswith("xio-dc2 ") and one.station.endswith(" tx")]
                   for result in (both.now, both.fixed))  # fmt: skip
    # Currently all load is on one port; after the fix, each of the four ports with logins carries a quarter.
    assert sorted(now)[:-1] == [0.0] * (len(now) - 1)
    assert len(fixed) == 4
    assert fixed == pytest.approx([max(now) / 4] * 4)
    assert solver.both("unbalanced_directors", [{"storage_array": "elsewhere"}]) == (
        "the fix changes no fact that the model uses"
    )


def checked(run: Run, tmp_path: Path, loads: str, *arguments: str) -> tuple[Outcome, Mapping[str, Any]]:
    (tmp_path / "w.yaml").write_text(f"sanlint_workload: 1\nloads:\n{loads}")
    outcome = run(
        "check", DEMO, "--config", CONFIG, "--workload", str(tmp_path / "w.yaml"), "--exit-zero", "-q", "-o", "json",
        "--select", "NMP002,ALN002,PTH002,DOC002", *arguments,
    )  # fmt: skip
    return outcome, json.loads(outcome.out) if outcome.code == 0 else {}


def test_check_reports_costs_and_sorts_by_them(sanlint: Run, tmp_path: Path) -> None:  # noqa: F811
    outcome, document = checked(sanlint, tmp_path, "  - {volume: '*', profile: oltp2, iops: 30000}\n", "--sort", "cost")
    assert outcome.code == 0, outcome.err
    fits(document, "report")
    found = [(finding["rule"], finding["cost"]) for finding in document["findings"]]
    assert [rule for rule, _ in found] == ["ALN002", "NMP002", "PTH002", "PTH002", "DOC002"]
    aligned, fixed, two, three, other = (cost for _, cost in found)
    assert aligned["delta_ms"]["typical"] > fixed["delta_ms"]["typical"] > 0
    assert (two["saturation_ratio"]["typical"], three["saturation_ratio"]["typical"]) == (0.5, 0.75)
    assert (two["solved"], two["delta_ms"], other) == (False, None, None)
    assert two["text"].endswith("Not solved under the workload: missing data: round trip between clusters.")


def test_a_workload_for_a_volume_that_does_not_exist_is_exit_2(sanlint: Run, tmp_path: Path) -> None:  # noqa: F811
    outcome, _ = checked(sanlint, tmp_path, "  - {volume: db02_dat, profile: oltp2, iops: 1}\n")
    assert outcome.code == 2
    assert "w.yaml:3:6: volume db02_dat not found; did you mean db02_data?" in outcome.err
    outcome, _ = checked(sanlint, tmp_path, "  - {volume: db02_data, profile: oltp9, iops: 1}\n")
    assert outcome.code == 2
    assert "w.yaml:3:25: profile: 'oltp9' not found" in outcome.err


def test_a_cost_below_the_resolution_is_never_negative(san: SanFacts, fixed: SanFacts) -> None:
    cost = solved(san, fixed, "fixed_policy", FIXED, reads(8, 10))
    # Only bursts, at the high end, meet more of their own at one port than at several.
    assert "it adds less than 0.1 µs (less than 0.1 µs to 8.6 µs) to the mean response time, and" in cost.text
    assert cost.delta_ms is not None
    assert cost.delta_ms.low >= 0
