"""Benchmark plans alone: what an audit says about a job file, a parameter file or a configuration and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit

FIO = """[global]
ioengine=libaio
direct=0
rw=randread
bs=4k
time_based
runtime={runtime}
randrepeat=0
filename=/dev/sdq

[one]
iodepth=1
"""
VDBENCH = """sd=sd1,lun=/dev/rdsk/c1t0d0s2,size=500g,openflags=o_direct
sd=sd2,lun=/dev/rdsk/c1t1d0s2,size=500g,openflags=o_direct
wd=wd1,sd=sd*,rdpct=70,seekpct=100,xfersize=8k
rd=rd1,wd=wd1,iorate=max,elapsed={runtime},interval=5,threads=8
"""
IOMETER = """Version 2006.07.27
'TEST SETUP ====================================================================
'Test Description
\t{description}
'Run Time
'\thours      minutes    seconds
\t0          {minutes}         0
'Ramp Up Time (s)
\t60
'END test setup
'ACCESS SPECIFICATIONS =========================================================
'Access specification name,default assignment
\t8K random,NONE
'size,% of size,% reads,% random,delay,burst,align,reply
\t8192,100,70,100,0,1,{align},0
'END access specifications
"""


def _found(tmp_path: Path, name: str, text: str, inventory: str = "") -> list[tuple[str, str]]:
    plan = tmp_path / name
    plan.write_text(text)
    config = tmp_path / "sanlint.yaml"
    config.write_text(inventory or "fail_on: warning\n")
    options = Options(config=str(config), isolated=True, jobs=1, threads=1)
    report = audit([str(plan)], options)
    assert report.errors == ()
    return sorted((finding.rule, finding.severity) for finding in report.findings)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "quick.fio",
            FIO.format(runtime=10),
            [("WKL001", "error"), ("WKL003", "info"), ("WKL004", "info"), ("WKL005", "warning"), ("WKL016", "info")],
        ),
        (
            "long.fio",
            FIO.format(runtime=600).replace("direct=0", "direct=1\ndescription=latency of one reader"),
            [],
        ),
        ("quick.vdb", VDBENCH.format(runtime=60), [("WKL001", "warning")]),
        ("long.vdb", VDBENCH.format(runtime=1800), []),
        (
            "quick.icf",
            IOMETER.format(description="", minutes=5, align=0),
            [("WKL001", "warning"), ("WKL013", "warning"), ("WKL016", "info")],
        ),
        ("long.icf", IOMETER.format(description="30000 I/Os below 2 ms", minutes=30, align=8192), []),
    ],
)
def test_a_plan_is_useful_alone(tmp_path: Path, name: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert _found(tmp_path, name, text) == expected


def test_declared_plans_enable_more_rules(tmp_path: Path) -> None:
    inventory = f"""inventory:
  hosts: {{esx01: {{platform: esxi}}}}
  storage_arrays: {{vmax1: {{family: symmetrix, array_class: flash}}}}
  tags: [{{about_kind: device, about_key: /dev/sdq, tag: production}}]
  test_plans:
    {tmp_path.name}/quick: {{goal: peak, host: esx01, storage_array: vmax1, repeats: 1, prefilled: true}}
"""
    found = _found(tmp_path, "quick.fio", FIO.format(runtime=10), inventory)
    rules = ["WKL001", "WKL002", "WKL003", "WKL004", "WKL005", "WKL008", "WKL010", "WKL016"]
    assert [rule for rule, _ in found] == rules
    assert dict(found)["WKL001"] == dict(found)["WKL008"] == dict(found)["WKL010"] == "error"
