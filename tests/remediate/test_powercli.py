"""Commands of ESXi said for PowerCLI: what is said so, what stays a command of the shell, and that no name runs."""

from __future__ import annotations

import re

import pytest

from checker.remediate.planner import make_plan
from checker.remediate.powercli import cmdlet, through_vcenter
from checker.remediate.render import powershell
from checker.rules.book.book import built_in_book
from checker.rules.book.rule import FixCommand
from checker.rules.change.kind import kind_of
from checker.rules.change.machines import Machines
from checker.rules.evaluate.finding import FixStep
from tests.remediate.plans import HOSTILE, finding, occasion, steps

SET = FixCommand(
    "esxi",
    "esxcli storage nmp device set --device {volume} --psp VMW_PSP_RR",
    "esxcli storage nmp device set --device {volume} --psp VMW_PSP_FIXED",
    check="esxcli storage nmp device list --device {volume}",
)
_QUOTED = r"'(?:[^']|'')*'"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            "esxcli storage nmp device set --device naa.1 --psp VMW_PSP_RR",
            "$esxcli.storage.nmp.device.set.Invoke(@{device = 'naa.1'; psp = 'VMW_PSP_RR'})",
        ),
        (
            "esxcli storage nmp satp set --satp VMW_SATP_SYMM --default-psp VMW_PSP_RR",
            "$esxcli.storage.nmp.satp.set.Invoke(@{satp = 'VMW_SATP_SYMM'; defaultpsp = 'VMW_PSP_RR'})",
        ),
        (
            "esxcli storage nmp psp roundrobin deviceconfig set --type=iops --iops=1 --device=naa.1",
            "$esxcli.storage.nmp.psp.roundrobin.deviceconfig.set.Invoke(@{type = 'iops'; iops = 1; device = 'naa.1'})",
        ),
        (
            'esxcli storage nmp satp rule add -c tpgs_off -e "Active/Active it" -t vendor -V XtremIO',
            "$esxcli.storage.nmp.satp.rule.add.Invoke(@{claimoption = 'tpgs_off'; description = 'Active/Active it'; "
            "type = 'vendor'; vendor = 'XtremIO'})",
        ),
        ("esxcli storage core adapter rescan --all", "Get-VMHostStorage -VMHost $esx -RescanAllHba | Out-Null"),
        ("esxcli system version get", "$esxcli.system.version.get.Invoke()"),
        # Its truth value, the namespace of ESX 4, an unknown option, an option without a value, what is no esxcli.
        ("esxcli storage nmp psp roundrobin deviceconfig set --useano=0 --device=naa.1", None),
        ("esxcli nmp device setpolicy --device naa.1 --psp VMW_PSP_RR", None),
        ("esxcli storage nmp device set --device naa.1 --default", None),
        ("esxcli storage nmp device set --device", None),
        ("esxcli storage nmp device set --device 'naa.1", None),
        ("esxtop", None),
    ],
)
def test_only_known_commands_have_a_cmdlet(command: str, said: str | None) -> None:
    assert cmdlet(command) == said


def test_a_command_and_its_undo_go_together_or_not_at_all() -> None:
    run = "esxcli storage nmp device set --device naa.1 --psp VMW_PSP_RR"
    kept = FixStep("esxi", run, "esxcli storage nmp psp roundrobin deviceconfig set --useano=1 --device=naa.1", on="x")
    assert through_vcenter(kept) == kept
    assert through_vcenter(FixStep("linux", run)).platform == "linux"
    moved = through_vcenter(FixStep("esxi", run, run, on="host:h1"))
    assert (moved.platform, moved.on, moved.undo) == ("powercli", "host:h1", moved.run)


def test_no_name_becomes_a_command() -> None:
    values = ["plain", "it's", *HOSTILE]
    found = [finding(steps(SET, volume=value), value, number) for number, value in enumerate(values)]
    machines = Machines(names={"h1": ("h1.example.com", "10.0.0.5", "h'1")})
    plan = make_plan(found, machines, vcenter=True)
    script = next(script for script in plan.scripts if script.platform == "powercli")
    assert script.file == "02-powercli-h1.ps1" or script.file == "01-powercli-h1.ps1"
    for text in (powershell.script(script, occasion(plan)), powershell.undo(script, occasion(plan)) or ""):
        assert text.isascii()
        assert "$names = @('h1', 'h1.example.com', '10.0.0.5', 'h''1')" in text
        # Names of variables differ by more than case: the parameter is a text.
        assert "$vmhost" not in text
        code = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        bare = [re.sub(_QUOTED, "''", line) for line in code if "Invoke" in line]
        assert {*bare} <= {
            "if (Test-Run '') {",
            "$esxcli.storage.nmp.device.set.Invoke(@{device = ''; psp = ''})",
            "$esxcli.storage.nmp.device.list.Invoke(@{device = ''})",
        }
    run = [command.run for command in script.commands]
    assert "$esxcli.storage.nmp.device.set.Invoke(@{device = 'it''s'; psp = 'VMW_PSP_RR'})" in run
    # What PowerShell cannot take safely is left to the shell of the host.
    assert not any('"' in line or "é" in line for line in run)
    assert any("é" in command.run for other in plan.scripts if other is not script for command in other.commands)


def test_every_policy_command_of_the_rules_has_a_cmdlet() -> None:
    commands = [
        (rule.id, re.sub(r"\{[a-z0-9_]+\}", "1", command.run))
        for rule in built_in_book().rules.values()
        for command in rule.fix_commands
        if command.platform == "esxi" and command.run.startswith(("esxcli storage", "esxcli system"))
    ]
    left = {rule for rule, run in commands if cmdlet(run) is None and kind_of(run, "esxi") == "fix"}
    assert left == {"NMP020", "NMP025", "NMP030"}, "two take a truth value, and of hpp no script of others is known"
