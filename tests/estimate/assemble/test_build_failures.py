"""Single failures compared with a network that is rebuilt from the remaining parts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.estimate.answer.failure import failure_cases, parts_of
from checker.estimate.answer.units import basis_of
from checker.estimate.assemble.controllers import without_controllers
from checker.estimate.assemble.parts import Parts
from checker.estimate.assemble.san import Builder
from checker.estimate.assemble.ways import Ways, carrying
from checker.estimate.library import builtin
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.network import Network
from checker.estimate.workload.mix_of_io import IoType, Workload
from tests.estimate.assemble.test_build import san

MIX = Workload(
    "mix",
    (IoType(0.5, True, 16, hit_share=0.2), IoType(0.2, True, 128, random=False), IoType(0.3, False, 6)),
    iops=900,
)


def test_a_size_is_a_sum_of_two_that_keeps_count_and_bytes() -> None:
    weights = basis_of(MIX, 0.0)
    assert sum(weights.values()) == pytest.approx(1)
    assert sum(weight * basis[3] for basis, weight in weights.items()) == pytest.approx(MIX.mean_kib)
    hits = sum(weight for basis, weight in weights.items() if basis[2])
    assert hits == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("base", "starts"),
    [("vplex-metro", ()), ("vplex-metro", (32256,)), ("xtremio-bare", ()), ("vplex-two-engines", ())],
)
def test_utilisation_after_a_failure_is_that_of_what_is_left(base: str, starts: tuple[int, ...]) -> None:
    facts = san(base)
    facts = replace(facts, classes={number: replace(kind, starts=starts) for number, kind in facts.classes.items()})
    builder = Builder(facts, builtin())
    loads = {
        pair: MIX if number % 2 else Workload.oltp2(iops=1500) for number, pair in enumerate(sorted(facts.class_of))
    }
    rates = {" ".join(pair): workload.iops or 0.0 for pair, workload in loads.items()}
    cases, untried = failure_cases(builder, loads, rates)
    assert not untried
    parts = {(part.kind, part.key): part for part in parts_of(facts, set(facts.classes))}
    assert {(case.kind, case.key) for case in cases} == set(parts)
    assert {"fabric", "director", "target_port", "initiator"} <= {case.kind for case in cases}
    whole = Estimator().model(builder.build(loads).network).solve().resources
    before = {name: one.utilisation.typical for name, one in whole.items() if one.utilisation is not None}
    for case in cases:
        part = parts[case.kind, case.key]
        collected = Parts(builtin())
        ways = Ways(replace(facts, arrays=without_controllers(facts.arrays, [(case.kind, case.key)])), collected)
        left = {pair: facts.classes[facts.class_of[pair]] for pair in loads}
        assert case.lost == sum(not carrying(kind, part.routes) for kind in left.values())
        flows = tuple(
            builder.flow(ways, " ".join(pair), pair, kind, loads[pair], part.routes, part.ports)
            for pair, kind in left.items()
            if carrying(kind, part.routes)
        )
        result = Estimator().model(Network(tuple(collected.stations.values()), flows)).solve()
        use = {name: one.utilisation.typical for name, one in result.resources.items() if one.utilisation is not None}
        grown = {name: value for name, value in use.items() if value > before.get(name, 0.0) + 1e-6}
        assert bool(case.station) == bool(grown)
        if grown:
            assert case.utilisation == pytest.approx(max(grown.values()), rel=1e-6), case
            assert case.utilisation == pytest.approx(use[case.station], rel=1e-6), case
            assert case.before == pytest.approx(before.get(case.station, 0.0), rel=1e-6), case
        if case.response is not None:
            assert result.response is not None
            assert case.response == pytest.approx(result.response.mean.typical, rel=1e-3), case


def test_losing_one_of_two_fabrics_doubles_the_ports_of_the_other() -> None:
    facts = san("xtremio-bare")
    loads = dict.fromkeys(facts.class_of, Workload.oltp2(iops=2000))
    cases, _ = failure_cases(Builder(facts, builtin()), loads, {" ".join(pair): 2000.0 for pair in loads})
    fabric = next(case for case in cases if case.kind == "fabric")
    assert fabric.utilisation == pytest.approx(2 * fabric.before)
    assert fabric.lost == 0


def test_a_host_with_one_fabric_loses_its_volumes_with_it() -> None:
    dead = [(f"initiator: vmhba3, target: \"51:4f:0c:50:12:34:00:0{n}\", hctl: vmhba3:C0:T{t}:L{lun}, lun: {lun}, state: active",
             f"initiator: vmhba3, target: \"51:4f:0c:50:12:34:00:0{n}\", hctl: vmhba3:C0:T{t}:L{lun}, lun: {lun}, state: dead")
            for n, t in ((1, 0), (5, 1)) for lun in (1, 2)]  # fmt: skip
    facts = san("xtremio-bare", *dead)
    loads = dict.fromkeys(facts.class_of, Workload.oltp2(iops=2000))
    cases, _ = failure_cases(Builder(facts, builtin()), loads, {" ".join(pair): 2000.0 for pair in loads})
    lost = {case.key: case.lost for case in cases if case.kind == "fabric"}
    assert lost == {"fabric-a": 4}
    assert next(case for case in cases if case.kind == "fabric").response is None
