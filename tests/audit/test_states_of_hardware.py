"""Parts of arrays whose lists print their states: each failed or degraded one is a finding, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import folders
from tests.audit.test_findings_of_exports import findings


@pytest.mark.parametrize(
    ("sample", "faults"),
    [
        ("svc-lsdrive.txt", ["drive 1 in enclosure 1 slot 3; status: degraded", "drive 4 in enclosure 1 slot 22; health: failed; status: offline"]),
        ("svc-lsarray.txt", ["mdisk0; health: degraded; status: online"]),
        ("svc-lsenclosure.txt", ["enclosure 1; status: degraded"]),
        ("svc-lsenclosurepsu.txt", ["PSU 2 of enclosure 1; status: offline"]),
        ("svc-lsenclosurecanister.txt", ["canister 2 of enclosure 1; status: degraded"]),
        ("svc-lsenclosurebattery.txt", ["battery 2 of enclosure 1; health: warning; status: online"]),
        ("svc-lsenclosurefanmodule.txt", ["fan module 2 of enclosure 1; status: offline"]),
        ("3par-showpd.txt", ["drive 1 (0:1:0); status: failed"]),
        ("3par-showpd.s.txt", ["drive 1 (0:1:0); status: degraded"]),
        ("3par-shownode-ps.txt", ["PSU 1 of node 0,1; status: Degraded"]),
        ("3par-shownode-ps.old.txt", ["battery of PSU 1 of node 0; status: Failed"]),
        ("dothill-disk-groups.txt", ["RAID group dgA01; status: Degraded"]),
        ("dothill-disk-groups.vdisks.txt", ["RAID group vd02; status: Degraded"]),
        ("dothill-pools.txt", ["pool B; status: Fault"]),
        ("eternus-cli.raidgroups.txt", ["RAID group rg_1; status: Exposed Rebuild"]),
        ("oceanstor-disk.txt", ["disk CTE0.1; health: Fault; status: Offline"]),
        ("oceanstor-enclosure.txt", ["enclosure DAE000; health: Fault; status: Online"]),
        ("oceanstor-fan.txt", ["CTE0.A.FAN1; health: Fault; status: Not running"]),
        ("oceanstor-bbu.txt", ["battery CTE0.1; health: Fault; status: Offline"]),
        ("oceanstor-power-supply.txt", ["CTE0.PSU1; status: No input"]),
        ("oceanstor-controller.txt", ["controller CTE0.B; health: Fault; status: Offline"]),
        ("oceanstor-pool.txt", ["pool1; status: Degraded"]),
        ("clariion-getrg.txt", ["RAID group 4; status: Halted"]),
        (
            "eseries-health.txt",
            ["RAID group dg_1; status: Degraded", "component Physical Disk in slot 1 (RAID enclosure 0, Drawer 1); status: Failed"],
        ),
        ("eseries-health.ok.txt", []),
        ("symmetrix-symcfg-env.txt", ["Power Supplies of MIBE Enclosures in bay SB-1; status: Degraded", "Standby Power Supplies in bay DB-1A; status: Failed"]),
        ("eternus-cli.raidgroups.csv", ["RAID group rg_0; status: Spare in Use"]),
    ],
)  # fmt: skip
def test_a_part_that_is_not_ok_is_a_finding(sample: str, faults: list[str], tmp_path: Path) -> None:
    found = findings(tmp_path, {f"array7/{sample}": (folders.SAMPLES / sample).read_text()}, "DIR014")
    reported = sorted(line for one in found for line in one.message.split("\n"))
    name = "000192601234" if sample.startswith("symmetrix") else "array7"
    assert reported == [f"{name} reports a fault on {fault}" for fault in faults]


def test_a_switch_that_its_management_calls_marginal_is_a_finding(tmp_path: Path) -> None:
    answer = (folders.SAMPLES / "brocade-sannav-rest.switches.json").read_text()
    found = findings(tmp_path, {"sannav/switches.json": answer}, "FAB028")
    assert [one.message for one in found] == ["dir-a1 reports a fault: switch (MARGINAL)"]
