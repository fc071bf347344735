"""Benchmark plans and results in a workload.yaml: the entry states the targets, the plan states the load."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.errors import UsageError
from checker.estimate.workload.model import Load
from checker.estimate.workload.sources.load import load_workload

PLAN = "[global]\nbs=8k\nrw=randrw\nrwmixread=70\niodepth=8\ndirect=1\n[a]\nfilename=/dev/mapper/x\n"
NO_DEVICE = PLAN.replace("filename=/dev/mapper/x\n", "size=1g\n")


@pytest.fixture
def loads(tmp_path: Path):
    def call(entry: str, plan: str = PLAN) -> tuple[Load, ...]:
        (tmp_path / "job.fio").write_text(plan)
        (tmp_path / "w.yaml").write_text(f"sanlint_workload: 1\nloads:\n  - {entry}\n")
        return load_workload(str(tmp_path / "w.yaml")).loads

    return call


def test_the_entry_names_the_hosts_and_the_plan_the_load(loads) -> None:
    (load,) = loads("{host: esx01, plan: job.fio}")
    assert (load.hosts, load.volumes, load.one_host) == (("esx01",), ("/dev/mapper/x",), False)
    assert load.workload.outstanding == 8
    assert load.workload.read_share == pytest.approx(0.7)
    assert (load.origin.line, load.origin.column) == (3, 6)
    (load,) = loads("{host: esx01, volume: [data1, data2], plan: 'job.fio#a'}")
    assert load.volumes == ("data1", "data2")
    (load,) = loads("{group: databases, plan: job.fio}")
    assert (load.volumes, load.groups) == ((), ("databases",))


def test_a_plan_without_targets_needs_only_the_entry(loads) -> None:
    (load,) = loads("{volume: data1, plan: job.fio}", NO_DEVICE)
    assert load.volumes == ("data1",)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("{plan: job.fio}", "3:6: missing target"),
        ("{host: h, plan: nope.fio}", "3:15: plan: file "),
        ("{host: h, plan: w.yaml}", "is itself a workload"),
        ("{host: h, plan: job.fio, iops: 3}", "3:30: iops: already defined by the plan"),
        ("{host: h, plan: ../}", "not found"),
        ("{host: h, plan: 'job.fio#b'}", "run b not found; runs: a"),
        ("{host: h, plan: [1]}", "must be the file name of a plan"),
    ],
)
def test_mistakes_are_reported_with_their_location(loads, entry: str, said: str) -> None:
    with pytest.raises(UsageError, match=r"w\.yaml:3:") as raised:
        loads(entry)
    assert said in str(raised.value)
