"""Command lists for switches and arrays, and PowerShell: no name becomes a command, zoning is activated once."""

from __future__ import annotations

import re

import pytest

from checker.rules.book.rule import FixCommand
from checker.rules.change.machines import Machines
from tests.remediate.plans import HOSTILE, finding, scripts, steps

MARKS = {"brocade": "#", "vplexcli": "#", "xmcli": "#", "cisco-mds": "!"}


def commands(text: str, mark: str) -> list[str]:
    """What is pasted: the lines that are not comments."""
    return [line for line in text.splitlines() if line and not line.startswith(mark)]


@pytest.mark.parametrize("platform", sorted(MARKS))
def test_hostile_names_and_messages_add_no_command(platform: str) -> None:
    command = FixCommand(platform, "set {volume}", "unset {volume}", check="get {volume}")
    values = ["plain", *HOSTILE]
    found = [finding(steps(command, volume=v, switch="s", storage_array="s"), v, n) for n, v in enumerate(values)]
    ((_, text, undo),) = scripts(found)
    assert undo is not None
    ours = [line for line in commands(text, MARKS[platform]) if "set" in line or "get" in line or "touch" in line]
    assert ours == ["set plain", "get plain", *(["set SANLINT", "get SANLINT"])]
    assert [line for line in commands(undo, MARKS[platform]) if "set" in line] == ["unset SANLINT", "unset plain"]
    assert len(text.splitlines()) == len(text.split("\n")) - 1


def zoning(**more: str) -> list[str]:
    known = Machines({"sw1": ("fabric-a",)}, {"fabric-a": ("sw1", "sw2")}, {("sw1", ""): "cfg_a"})
    run = FixCommand("brocade", 'zonecreate "{zone}", "{members|wwn}"', 'zonedelete "{zone}"')
    found = [
        finding(steps(run, fabric="fabric-a", zone=zone, members=["10000000c9010102", "50000972081234ff"], **more))
        for zone in ("z1", "z2")
    ]
    ((script, text, undo),) = scripts(found, known)
    assert script.machine == ("switch", "sw1")
    assert script.group == "fabric-a"
    return [*commands(text, "#"), "--", *commands(undo or "", "#")]


def test_brocade_zoning_is_saved_and_enabled_once_at_the_end() -> None:
    assert zoning() == [
        "cfgshow", "cfgtransshow",
        'zonecreate "z1", "10:00:00:00:c9:01:01:02;50:00:09:72:08:12:34:ff"',
        'zonecreate "z2", "10:00:00:00:c9:01:01:02;50:00:09:72:08:12:34:ff"',
        "zone --validate", "cfgsave", 'cfgenable "cfg_a"', "cfgactvshow",
        "--",
        'zonedelete "z2"', 'zonedelete "z1"',
        "cfgsave", 'cfgenable "cfg_a"', "cfgactvshow",
    ]  # fmt: skip


@pytest.mark.parametrize("name", [None, 'a"; cfgclear; "', "cfg a"])
def test_an_unknown_configuration_becomes_a_manual_task(name: str | None) -> None:
    run = FixCommand("brocade", 'zoneadd "z1", "{member|wwn}"')
    known = Machines(zone_sets={("sw1", ""): name} if name else {})
    ((_, text, _),) = scripts([finding(steps(run, switch="sw1", member="10000000c9010102"))], known)
    assert "cfgsave" in commands(text, "#")
    assert not any(line.startswith("cfgenable") or "cfgclear" in line for line in commands(text, "#"))
    assert "cfgactvshow shows it" in text


def test_ports_of_a_switch_need_no_zoning_commands() -> None:
    ((_, text, _),) = scripts(
        [finding(steps(FixCommand("brocade", "portcfgspeed {port} 0"), switch="sw1", port="2/5"))]
    )
    assert commands(text, "#") == ["portcfgspeed 2/5 0"]


def test_the_default_zone_is_committed_without_enabling_a_configuration() -> None:
    known = Machines(zone_sets={("sw1", ""): "cfg"})
    run = FixCommand("brocade", "defzone --noaccess", "defzone --allaccess", check="defzone --show")
    ((_, text, undo),) = scripts([finding(steps(run, switch="sw1"))], known)
    for lines in (commands(text, "#"), commands(undo or "", "#")):
        assert lines[-1] == "cfgsave"
        assert not [line for line in lines if line.startswith("cfgenable")]
    assert "both commands" not in text
    assert "cfgenable" not in text


def test_zones_that_are_only_defined_are_saved_without_enabling_a_configuration() -> None:
    """What is in effect does not change; enabling would put other pending changes into effect."""
    remove = FixCommand("brocade", 'cfgremove "{set}", "{zone}"', 'cfgadd "{set}", "{zone}"', for_each="sets")
    delete = FixCommand("brocade", 'zoneobjectexpunge "{zone}"', 'zonecreate "{zone}", "a;b"')
    fix = [step for one in (remove, delete) for step in steps(one, switch="sw1", zone="old", sets=["cfg_old"])]
    for zone, enables in (("old", False), ("other", True)):
        known = Machines(zone_sets={("sw1", ""): "cfg"}, inactive=frozenset({("sw1", "", zone)}))
        ((_, text, undo),) = scripts([finding(fix)], known)
        for lines in (commands(text, "#"), commands(undo or "", "#")):
            assert ('cfgenable "cfg"' in lines) == enables
            assert "cfgsave" in lines


def test_zones_that_are_only_defined_need_no_activation_on_nx_os() -> None:
    leave = "zoneset name {set} vsan {vsan} ; {no}member {zone}"
    remove = FixCommand("cisco-mds", leave.replace("{no}", "no "), leave.replace("{no}", ""), for_each="sets")
    delete = FixCommand("cisco-mds", "no zone name {zone} vsan {vsan}", "zone name {zone} vsan {vsan} ; member pwwn a")
    given = {"switch": "m1", "vsan": "10", "zone": "old", "sets": ["zs_old"]}
    fix = [step for one in (remove, delete) for step in steps(one, **given)]
    for zone, activates in (("old", False), ("other", True)):
        known = Machines(
            zone_sets={("m1", "10"): "zs10"},
            enhanced=frozenset({("m1", "10")}),
            inactive=frozenset({("m1", "10", zone)}),
        )
        ((_, text, undo),) = scripts([finding(fix)], known)
        for lines in (commands(text, "!"), commands(undo or "", "!")):
            assert ("zoneset activate name zs10 vsan 10" in lines) == activates
            assert "zone commit vsan 10" in lines
            assert lines[-1] == "copy running-config startup-config"


def test_nx_os_activates_each_vsan_once_and_saves_at_the_end() -> None:
    known = Machines(zone_sets={("m1", "10"): "zs10"}, enhanced=frozenset({("m1", "10"), ("m1", "20")}))
    run = FixCommand("cisco-mds", "no zone name {zone} vsan {vsan}")
    policy = FixCommand("cisco-mds", "no zone default-zone permit vsan {vsan}", "zone default-zone permit vsan {vsan}")
    mode = FixCommand("cisco-mds", "interface {port} ; switchport speed auto")
    found = [
        finding(steps(run, switch="m1", vsan="10", zone="z1"), number=1),
        finding(steps(run, switch="m1", vsan="10", zone="z2"), number=2),
        finding(steps(policy, switch="m1", vsan="20"), number=3),
        finding(steps(mode, switch="m1", port="fc1/1"), number=4),
    ]
    ((_, text, undo),) = scripts(found, known)
    lines = commands(text, "!")
    assert lines.count("zoneset activate name zs10 vsan 10") == 1
    assert lines.index("zone commit vsan 10") == lines.index("zoneset activate name zs10 vsan 10") + 1
    assert lines.count("zone commit vsan 20") == 1
    assert not any("activate" in line and "vsan 20" in line for line in lines)
    assert lines[lines.index("interface fc1/1") - 1 :][:4] == [
        "configure terminal", "interface fc1/1", "switchport speed auto", "end",
    ]  # fmt: skip
    assert lines[-1] == "copy running-config startup-config"
    assert lines.count("configure terminal") == lines.count("end")
    assert "zone default-zone permit vsan 20" in commands(undo or "", "!")


def test_powershell_is_one_text_a_line_and_ascii() -> None:
    command = FixCommand("powershell", "Set-Thing -Name {volume}", "Clear-Thing -Name {volume}")
    found = [finding(steps(command, volume=v), v, n) for n, v in enumerate(["plain", "it's", *HOSTILE])]
    ((script, text, undo),) = scripts(found)
    assert script.file.endswith(".ps1")
    for one in (text, undo or ""):
        assert one.isascii()
        assert one.count("\r\n") == one.count("\n") == len(one.splitlines())
        body = one.splitlines()[one.splitlines().index("param([switch]$Run, [switch]$AnyHost)") :]
        code = [line for line in body if line.strip() and not line.startswith("#")]
        shown = [re.fullmatch(r"if \(Test-Run ('(?:[^']|'')*')\) \{", line) for line in code]
        printed_values = [found.group(1)[1:-1].replace("''", "'") for found in shown if found]
        run = [line.strip() for line in code if line.startswith("    ") and "-Thing" in line]
        assert printed_values == run
        words = [re.fullmatch(r"(?:Set|Clear)-Thing -Name ([A-Za-z0-9_./:\\]+|'(?:[^']|'')*')", line) for line in run]
        assert all(words)
        assert {"plain", "'it''s'"} <= {word.group(1) for word in words if word}
        assert not any("touch canary" in line and not re.search(r"'[^']*touch canary[^']*'", line) for line in code)
