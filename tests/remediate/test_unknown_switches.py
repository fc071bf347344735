"""Commands for switches: those of the known operating system only; of an unknown one all, each for its own system."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from checker.rules.change.kind import kind_of
from checker.rules.evaluate.finding import FixStep

INVENTORY = """\
sanlint: 1
fabrics:
  fabric-a:
    zones: &zones
      pair: {{zone_type: normal, members: [h1, t1]}}
    defined_zones: *zones
    aliases:
      unused: ["10:00:00:00:c9:01:01:02"]
      h1: ["10:00:00:00:c9:01:01:02"]
      t1: ["50:00:09:72:08:12:34:18"]
{switches}"""
SWITCHES = "    switches: {{sw1: {{vendor: {0}, vsans: {{'': {{active_zone_set: cfg_a}}}}}}}}\n"
SYSTEMS = {"brocade": "the switches run Fabric OS", "cisco-mds": "the switches run NX-OS"}


def steps(folder: Path, switches: str) -> list[FixStep]:
    (folder / "san.yaml").write_text(INVENTORY.format(switches=switches))
    report = audit([str(folder)], Options(isolated=True, select=("ZON012",), jobs=1))
    (finding,) = report.findings
    return [step for step in finding.fix if kind_of(step.run, step.platform) == "fix"]


def test_without_a_switch_every_change_is_for_the_system_that_it_names(tmp_path: Path) -> None:
    found = steps(tmp_path, "")
    assert [step.run.partition(" ")[0] for step in found] == ["alidelete", "cfgsave"]
    assert all(step.only_if.startswith(SYSTEMS[step.platform]) for step in found)
    assert found[0].only_if == "the switches run Fabric OS; the alias is in no zone"


def test_with_a_known_system_nothing_depends_on_it(tmp_path: Path) -> None:
    found = steps(tmp_path, SWITCHES.format("brocade"))
    assert [step.run for step in found] == ['alidelete "unused"', "cfgsave"]
    assert not any(system in step.only_if for step in found for system in SYSTEMS.values())


def test_commands_of_the_other_system_are_omitted(tmp_path: Path) -> None:
    assert {step.platform for step in steps(tmp_path, SWITCHES.format("cisco"))} <= {"cisco-mds"}


def test_an_alias_is_not_deleted_while_the_defined_zones_are_unknown(tmp_path: Path) -> None:
    inventory = INVENTORY.replace("    defined_zones: *zones\n", "")
    (tmp_path / "san.yaml").write_text(inventory.format(switches=SWITCHES.format("brocade")))
    report = audit([str(tmp_path)], Options(isolated=True, select=("ZON012",), jobs=1))
    assert [step.run for finding in report.findings for step in finding.fix] == []
