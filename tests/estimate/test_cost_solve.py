"""Costs under a workload: the demonstration SAN solved as it is and with a fault mended; sorting; what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from checker import resources
from checker.audit import AuditOptions
from checker.estimate.build_facts import SanFacts, facts_of
from checker.estimate.build_policy import Spread
from checker.estimate.cost import Cost
from checker.estimate.cost_row import Row
from checker.estimate.cost_solve import Both, CostSolver, compared
from checker.estimate.library import builtin
from checker.estimate.quantity import Range
from checker.estimate.workload import Workload
from checker.whatif import opened
from tests.cli.conftest import Outcome, sanlint  # noqa: F401 - a fixture

ROOT = Path(__file__).resolve().parents[2]
DEMO = str(ROOT / "fixtures/demo/exports")
CONFIG = str(ROOT / "fixtures/demo/sanlint.yaml")
# The demonstration's planted faults: a fixed path to an XtremIO, a partition that starts at sector 63.
FIXED = ("esx07", "naa.514f0c57b9d00006")
SECTOR_63 = ("db02", "naa.6000144000000010b2115d0000000041")
CLOSED = Cost("fixed_policy", "Closed form.", saturation_ratio=Range.exactly(0.25), assumptions=("of the form",))

Run = Callable[..., Outcome]


@pytest.fixture(scope="module")
def san() -> SanFacts:
    with opened([DEMO], AuditOptions(config=CONFIG)) as (store, _):
        return facts_of(store)


def solved(san: SanFacts, case: str, pair: tuple[str, str], workload: Workload, **facts: Any) -> Cost:
    found = answer(CostSolver(san, builtin(), {pair: workload}), case, host=pair[0], volume=pair[1], **facts)
    assert isinstance(found, Cost), found
    return found


def answer(solver: CostSolver, case: str, **row: Any) -> Cost | str:
    rows: list[Row] = [row]
    both = solver.both(case, rows)
    return both if isinstance(both, str) else compared(replace(CLOSED, case=case), both, solver.concerned(rows))


def reads(kib: float, iops: float) -> Workload:
    return Workload.simple("test", read=1.0, size_kib=kib, iops=iops)


def test_a_fixed_path_costs_little_until_its_port_is_full(san: SanFacts) -> None:
    low = solved(san, "fixed_policy", FIXED, reads(8, 20_000), path_active=4)
    assert low.solved
    assert low.delta_ms is not None
    # 20,000 I/O of 8 KiB over one port of 8 Gbit/s wait 1.3 µs, over four ports 0.28 (estimator.md, 6.1).
    assert 0.0005 < low.delta_ms.typical < 0.003
    assert "With the workload it costs" in low.text
    high = solved(san, "fixed_policy", FIXED, reads(64, 9_000), path_active=4)
    assert high.delta_ms is not None
    assert high.delta_ms.typical > 20 * low.delta_ms.typical
    assert high.saturation_ratio is not None
    assert high.saturation_ratio.typical < 0.5
    # What the closed form said of the ports is kept.
    assert high.numbers[-1].value == Range.exactly(0.25)


def test_beyond_saturation_there_is_no_number(san: SanFacts) -> None:
    found = solved(san, "fixed_policy", FIXED, reads(64, 16_000), path_active=4)
    assert found.solved
    assert found.delta_ms is None
    assert "there is no response time to compare (more is asked of xio-dc2" in found.text
    assert found.saturation_ratio is not None
    assert found.saturation_ratio.typical < 0.5


def test_a_misaligned_partition_asks_more_of_the_array(san: SanFacts) -> None:
    found = solved(san, "misaligned", SECTOR_63, reads(4, 40_000))
    assert found.delta_ms is not None
    assert found.delta_ms.low >= 0
    assert found.saturation_ratio is not None
    # The queue depth of the host binds before the array, which is asked for twice as much.
    assert found.saturation_ratio.typical == pytest.approx(1, abs=0.01)
    both = found_both(san, reads(4, 40_000))
    now, fixed = both.now.resources["xio-dc2"].utilisation, both.fixed.resources["xio-dc2"].utilisation
    assert now is not None
    assert fixed is not None
    assert now.typical == pytest.approx(2 * fixed.typical)


def found_both(san: SanFacts, load: Workload) -> Both:
    rows: list[Row] = [{"host": SECTOR_63[0], "volume": SECTOR_63[1]}]
    both = CostSolver(san, builtin(), {SECTOR_63: load}).both("misaligned", rows)
    assert not isinstance(both, str)
    return both


def test_where_pages_are_not_known_or_data_begins_on_them_nothing_is_solved(san: SanFacts) -> None:
    host, volume = FIXED
    solver = CostSolver(san, builtin(), {FIXED: reads(4, 1000)})
    assert "no fact that the model reads" in str(answer(solver, "misaligned", host=host, volume=volume))
    pageless = replace(san, arrays={name: replace(one, family="pure") for name, one in san.arrays.items()})
    solver = CostSolver(pageless, builtin(), {SECTOR_63: reads(4, 1000)})
    why = answer(solver, "misaligned", host=SECTOR_63[0], volume=SECTOR_63[1])
    assert why == "the size of the array's pages is not known"


def test_what_the_model_can_not_show_has_a_reason(san: SanFacts) -> None:
    host, volume = FIXED
    solver = CostSolver(san, builtin(), {FIXED: reads(8, 1000)})
    assert "no rebuild" in str(answer(solver, "transfer_size", host=host, volume=volume))
    assert "as the host sends it" in str(answer(solver, "split_io", host=host, volume=volume))
    nothing = "no fact that the model reads tells what mending would change"
    assert answer(solver, "fixed_policy", host=host, volume=volume, path_active=1) == nothing
    # Random I/O does not notice round robin's limit; of sequential I/O the model does not know the order.
    assert "order" not in str(answer(solver, "rr_limit", host=host, volume=volume))
    stream = Workload.simple("test", read=1.0, size_kib=8, random=0.5, iops=1000)
    in_order = answer(CostSolver(san, builtin(), {FIXED: stream}), "rr_limit", host=host, volume=volume)
    assert "not the order in which sequential I/O takes them" in str(in_order)


@pytest.mark.parametrize(("kib", "told"), [(64, "the most that can be carried is "), (4, "stays the same, since")])
def test_of_sequential_io_only_what_can_be_carried_is_told(san: SanFacts, kib: int, told: str) -> None:
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
    assert told in found.text
    assert "not the order in which sequential I/O takes them" in found.text
    assert found.saturation_ratio is not None
    # A host drives about one of four ports at a time; of small I/O the ports are not what is full first.
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
    # No RAID group of an XtremIO has a cache that could be switched on.
    assert isinstance(answer(solver, "write_cache_off", storage_array="xio-dc2"), str)


def test_missing_paths_would_carry_their_part(san: SanFacts) -> None:
    loads = {FIXED: Workload.simple("test", read=1.0, size_kib=64, iops=2000)}
    spread = CostSolver(with_pair_spread(san), builtin(), loads)
    rows: list[Row] = [{"host": FIXED[0], "volume": FIXED[1], "paths_wanted": 8.0}]
    both = spread.both("lost_paths", rows)
    assert not isinstance(both, str)

    def busiest(number: int) -> float:
        ports = [one.utilisation for one in both[number].resources.values() if one.kind == "fe_port"]
        return max(use.typical for use in ports if use is not None)

    # Four of eight paths carry the load now.
    assert busiest(1) == pytest.approx(busiest(0) / 2)
    assert isinstance(spread.both("lost_paths", [{**rows[0], "paths_wanted": 4.0}]), str)


def with_pair_spread(san: SanFacts) -> SanFacts:
    """The volume with the fixed path in round robin."""
    number = san.class_of[FIXED]
    kind = replace(
        san.classes[number], spread=Spread("round_robin"), ways=tuple((r, 0) for r, _ in san.classes[number].ways)
    )
    return replace(san, classes={**san.classes, number: kind})


def test_ports_that_share_the_load_evenly_are_less_busy(san: SanFacts) -> None:
    solver = CostSolver(san, builtin(), {FIXED: reads(64, 9000)})
    both = solver.both("unbalanced_directors", [{"storage_array": "xio-dc2", "direction": "tx"}])
    assert not isinstance(both, str)
    now, mended = ([one.utilisation.typical for one in result.resources.values()
                    if one.utilisation and one.station.startswith("xio-dc2 ") and one.station.endswith(" tx")]
                   for result in (both.now, both.fixed))  # fmt: skip
    # All of it over one port now; over the four that hosts are logged in to, a quarter each.
    assert sorted(now)[:-1] == [0.0] * (len(now) - 1)
    assert len(mended) == 4
    assert mended == pytest.approx([max(now) / 4] * 4)
    assert solver.both("unbalanced_directors", [{"storage_array": "elsewhere"}]) == (
        "no fact that the model reads tells what mending would change"
    )


def checked(run: Run, tmp_path: Path, loads: str, *arguments: str) -> tuple[Outcome, Mapping[str, Any]]:
    (tmp_path / "w.yaml").write_text(f"sanlint_workload: 1\nloads:\n{loads}")
    outcome = run(
        "check", DEMO, "--config", CONFIG, "--workload", str(tmp_path / "w.yaml"), "--exit-zero", "-q", "-o", "json",
        "--select", "NMP002,ALN002,PTH002,DOC002", *arguments,
    )  # fmt: skip
    return outcome, json.loads(outcome.out) if outcome.code == 0 else {}


def test_check_tells_costs_and_sorts_by_them(sanlint: Run, tmp_path: Path) -> None:  # noqa: F811
    outcome, document = checked(sanlint, tmp_path, "  - {volume: '*', profile: oltp2, iops: 30000}\n", "--sort", "cost")
    assert outcome.code == 0, outcome.err
    jsonschema.validate(document, json.loads(resources.schema("report").read_text()))
    found = [(finding["rule"], finding["cost"]) for finding in document["findings"]]
    assert [rule for rule, _ in found] == ["ALN002", "NMP002", "PTH002", "PTH002", "DOC002"]
    aligned, fixed, two, three, other = (cost for _, cost in found)
    assert aligned["delta_ms"]["typical"] > fixed["delta_ms"]["typical"] > 0
    assert (two["saturation_ratio"]["typical"], three["saturation_ratio"]["typical"]) == (0.5, 0.75)
    assert (two["solved"], two["delta_ms"], other) == (False, None, None)
    assert two["text"].endswith("Not solved with the workload: not known: round trip between clusters.")


def test_a_workload_for_a_volume_that_does_not_exist_is_exit_2(sanlint: Run, tmp_path: Path) -> None:  # noqa: F811
    outcome, _ = checked(sanlint, tmp_path, "  - {volume: db02_dat, profile: oltp2, iops: 1}\n")
    assert outcome.code == 2
    assert "w.yaml:3:6: there is no volume db02_dat; did you mean db02_data?" in outcome.err
    outcome, _ = checked(sanlint, tmp_path, "  - {volume: db02_data, profile: oltp9, iops: 1}\n")
    assert outcome.code == 2
    assert "w.yaml:3:25: profile: there is no profile 'oltp9'" in outcome.err
