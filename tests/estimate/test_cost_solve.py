"""Costs under a workload: the demonstration SAN solved as it is and with a fault mended; sorting; what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from checker import resources
from checker.audit import AuditOptions
from checker.estimate.build_facts import SanFacts, facts_of
from checker.estimate.cost import Cost
from checker.estimate.cost_forms import extra_back_end_io
from checker.estimate.cost_solve import CostSolver
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
    solver = CostSolver(san, builtin(), {pair: workload})
    return solver.added(case, CLOSED, [{"host": pair[0], "volume": pair[1], **facts}])


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
    facts = {"start_bytes": 32256, "page_bytes": 4096}
    found = solved(san, "misaligned", SECTOR_63, reads(4, 50_000), **facts)
    assert found.delta_ms is not None
    assert found.delta_ms.low > 0
    assert found.saturation_ratio is not None
    # Each I/O of 4 KiB asks for two pages, so the array alone would be full at half of the load; here the queue depth of
    # the host binds, and of its I/O only the part in the array takes longer.
    assert 1 / (1 + extra_back_end_io(4096, 4096, 32256)) < found.saturation_ratio.typical < 0.75
    aligned = solved(san, "misaligned", SECTOR_63, reads(4, 50_000), start_bytes=1 << 20, page_bytes=4096)
    assert aligned.delta_ms == Range.exactly(0)
    assert solved(san, "misaligned", SECTOR_63, reads(4, 50_000), start_bytes=32256, page_bytes=None) is CLOSED


def test_what_the_model_does_not_know_stays_a_closed_form(san: SanFacts) -> None:
    assert solved(san, "transfer_size", FIXED, reads(8, 1000)) is CLOSED
    assert solved(san, "fixed_policy", FIXED, reads(8, 1000), path_active=1) is CLOSED
    idle = CostSolver(san, builtin(), {SECTOR_63: reads(8, 1000)})
    assert idle.added("fixed_policy", CLOSED, [{"host": FIXED[0], "volume": FIXED[1], "path_active": 4}]) is CLOSED


def test_a_fault_of_storage_concerns_the_volumes_on_it(san: SanFacts) -> None:
    solver = CostSolver(san, builtin(), {SECTOR_63: reads(8, 1000), FIXED: reads(8, 1000)})
    assert solver.added("wan_loss", CLOSED, [{"storage_array": "elsewhere", "wan_link": "a"}]) is CLOSED
    # The volume lies in one cluster, so what is lost on the way to the other one does not concern its reads.
    local = solver.added("wan_loss", CLOSED, [{"storage_array": "vplex-metro", "wan_link": "a"}])
    assert (local.solved, local.delta_ms) == (True, Range.exactly(0))
    # No RAID group of an XtremIO has a cache that could be switched on.
    assert solver.added("write_cache_off", CLOSED, [{"storage_array": "xio-dc2"}]) is CLOSED


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


def test_a_workload_for_a_volume_that_does_not_exist_is_exit_2(sanlint: Run, tmp_path: Path) -> None:  # noqa: F811
    outcome, _ = checked(sanlint, tmp_path, "  - {volume: db02_dat, profile: oltp2, iops: 1}\n")
    assert outcome.code == 2
    assert "w.yaml:3:6: there is no volume db02_dat; did you mean db02_data?" in outcome.err
    outcome, _ = checked(sanlint, tmp_path, "  - {volume: db02_data, profile: oltp9, iops: 1}\n")
    assert outcome.code == 2
    assert "w.yaml:3:25: profile: there is no profile 'oltp9'" in outcome.err
